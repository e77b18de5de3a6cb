"""DEPTH_TO_SPACE and SPACE_TO_DEPTH: square blocks of pixels moved from or to the channels.

The channels of a block are indexed by (row in block, column in block, channel), where the channel
varies fastest, in both data layouts. Values are copied.
"""

from __future__ import annotations

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import unary
from conformance.operations.kernels.fast_paths import rearrange
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import at_least, same_quantization
from conformance.operations.model.definition import (
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    ranks,
    scalar,
    tensor,
    trailing,
)
from conformance.operations.model.named_sizes import size
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling


def _depth_divides(call: Call) -> str | None:
    block = call.scalar("block_size")
    depth = size(call, "input", 1 if call.scalar("layout") else 3)
    if block < 1 or depth % (block * block) == 0:
        return None
    return (
        f"input has depth {depth}, which is not divisible by {block * block} (block_size {block} "
        "squared)"
    )


def _image_divides(call: Call) -> str | None:
    block = call.scalar("block_size")
    first = 2 if call.scalar("layout") else 1
    for axis, dimension in ((first, "height"), (first + 1, "width")):
        pixels = size(call, "input", axis)
        if block >= 1 and pixels % block:
            return f"input has {dimension} {pixels}, which is not divisible by block_size {block}"
    return None


def _depth_to_space_shape(shape: Shape, block: int, nchw: bool) -> Shape:
    if nchw:
        n, c, h, w = shape
        return (n, c // (block * block), h * block, w * block)
    n, h, w, c = shape
    return (n, h * block, w * block, c // (block * block))


def _space_to_depth_shape(shape: Shape, block: int, nchw: bool) -> Shape:
    if nchw:
        n, c, h, w = shape
        return (n, c * block * block, h // block, w // block)
    n, h, w, c = shape
    return (n, h // block, w // block, c * block * block)


def _compile_depth_to_space(call: Call) -> Kernel:
    block, nchw, shape = call.scalar("block_size"), call.scalar("layout"), call.shape("input")
    result = _depth_to_space_shape(shape, block, nchw)
    if nchw:
        n, _, h, w = shape
        return unary(rearrange((n, block, block, result[1], h, w), (0, 3, 4, 1, 5, 2), result))
    n, h, w, _ = shape
    return unary(rearrange((n, h, w, block, block, result[3]), (0, 1, 3, 2, 4, 5), result))


def _compile_space_to_depth(call: Call) -> Kernel:
    block, nchw, shape = call.scalar("block_size"), call.scalar("layout"), call.shape("input")
    result = _space_to_depth_shape(shape, block, nchw)
    if nchw:
        n, _, h, w = result
        split = (n, shape[1], h, block, w, block)
        return unary(rearrange(split, (0, 3, 5, 1, 2, 4), result))
    n, h, w, _ = result
    return unary(rearrange((n, h, block, w, block, shape[3]), (0, 1, 3, 2, 4, 5), result))


_TYPES = {
    OperandType.TENSOR_FLOAT32: Version.V1_0,
    OperandType.TENSOR_QUANT8_ASYMM: Version.V1_0,
    OperandType.TENSOR_FLOAT16: Version.V1_2,
    OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
}
_FORMS = (
    Form(
        "default",
        (
            tensor("input", ranks=ranks(4)),
            scalar("block_size", OperandType.INT32),
            trailing("layout", OperandType.BOOL, False, Version.V1_2, "true: NCHW"),
        ),
        (2, 3),
    ),
)

DEFINITIONS = (
    OperationDefinition(
        type=OperationType.DEPTH_TO_SPACE,
        properties=Properties(COPIES, Sampling("images.depth_to_space"), Cost.AVERAGE),
        since=Version.V1_0,
        primary="input",
        types=_TYPES,
        forms=_FORMS,
        outputs=(tensor("output", ranks=ranks(4)),),
        shapes=lambda call: (
            _depth_to_space_shape(
                call.shape("input"), call.scalar("block_size"), call.scalar("layout")
            ),
        ),
        compile=_compile_depth_to_space,
        conditions=(
            at_least("block_size", 1),
            Condition(
                "depth_divides",
                _depth_divides,
                "the depth of input is divisible by the square of block_size",
            ),
            same_quantization("input"),
        ),
        doc="each pixel's channels become a block of block_size x block_size pixels",
    ),
    OperationDefinition(
        type=OperationType.SPACE_TO_DEPTH,
        properties=Properties(COPIES, Sampling("images.space_to_depth"), Cost.AVERAGE),
        since=Version.V1_0,
        primary="input",
        types=_TYPES,
        forms=_FORMS,
        outputs=(tensor("output", ranks=ranks(4)),),
        shapes=lambda call: (
            _space_to_depth_shape(
                call.shape("input"), call.scalar("block_size"), call.scalar("layout")
            ),
        ),
        compile=_compile_space_to_depth,
        conditions=(
            at_least("block_size", 1),
            Condition(
                "image_divides",
                _image_divides,
                "the height and width of input are divisible by block_size",
            ),
            same_quantization("input"),
        ),
        doc="each block of block_size x block_size pixels becomes the channels of one pixel",
    ),
)
