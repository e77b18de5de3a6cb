"""DEPTH_TO_SPACE and SPACE_TO_DEPTH: square blocks of pixels moved from or to the channels.

The channels of a block are indexed by (row in block, column in block, channel), where the channel
varies fastest, in both data layouts. Values are copied.
"""

from __future__ import annotations

from collections.abc import Callable

from conformance.operations import toolkit as op


@op.condition("the depth of input is divisible by the square of block_size")
def _depth_divides(call: op.Call) -> str | None:
    block = call.scalar("block_size")
    depth = op.size(call, "input", 1 if call.scalar("layout") else 3)
    if block < 1 or depth % (block * block) == 0:
        return None
    return (
        f"input has depth {depth}, which is not divisible by {block * block} (block_size {block} "
        "squared)"
    )


@op.condition("the height and width of input are divisible by block_size")
def _image_divides(call: op.Call) -> str | None:
    block = call.scalar("block_size")
    first = 2 if call.scalar("layout") else 1
    for axis, dimension in ((first, "height"), (first + 1, "width")):
        pixels = op.size(call, "input", axis)
        if block >= 1 and pixels % block:
            return f"input has {dimension} {pixels}, which is not divisible by block_size {block}"
    return None


def _depth_to_space_shape(shape: op.Shape, block: int, nchw: bool) -> op.Shape:
    if nchw:
        n, c, h, w = shape
        return (n, c // (block * block), h * block, w * block)
    n, h, w, c = shape
    return (n, h * block, w * block, c // (block * block))


def _space_to_depth_shape(shape: op.Shape, block: int, nchw: bool) -> op.Shape:
    if nchw:
        n, c, h, w = shape
        return (n, c * block * block, h // block, w // block)
    n, h, w, c = shape
    return (n, h // block, w // block, c * block * block)


def _compile_depth_to_space(call: op.Call) -> op.Kernel:
    block, nchw, shape = call.scalar("block_size"), call.scalar("layout"), call.shape("input")
    result = _depth_to_space_shape(shape, block, nchw)
    if nchw:
        n, _, h, w = shape
        return op.unary(
            op.rearrange((n, block, block, result[1], h, w), (0, 3, 4, 1, 5, 2), result)
        )
    n, h, w, _ = shape
    return op.unary(op.rearrange((n, h, w, block, block, result[3]), (0, 1, 3, 2, 4, 5), result))


def _compile_space_to_depth(call: op.Call) -> op.Kernel:
    block, nchw, shape = call.scalar("block_size"), call.scalar("layout"), call.shape("input")
    result = _space_to_depth_shape(shape, block, nchw)
    if nchw:
        n, _, h, w = result
        split = (n, shape[1], h, block, w, block)
        return op.unary(op.rearrange(split, (0, 3, 5, 1, 2, 4), result))
    n, h, w, _ = result
    return op.unary(op.rearrange((n, h, block, w, block, shape[3]), (0, 1, 3, 2, 4, 5), result))


def _definition(
    type_: op.OperationType,
    constructor: str,
    shape: Callable[[op.Shape, int, bool], op.Shape],
    compile_: op.Compile,
    divisible: op.Condition,
    doc: str,
) -> op.OperationDefinition:
    return op.OperationDefinition(
        type=type_,
        properties=op.properties(op.COPIES, constructor, op.Cost.AVERAGE),
        types=op.TYPES_1_0,
        forms=op.one_form(
            op.image("input"),
            op.int32("block_size"),
            op.trailing("layout", op.OperandType.BOOL, False, op.Version.V1_2, "true: NCHW"),
        ),
        outputs=op.IMAGE_OUTPUT,
        shapes=lambda call: (
            shape(call.shape("input"), call.scalar("block_size"), call.scalar("layout")),
        ),
        compile=compile_,
        conditions=(op.at_least("block_size", 1), divisible, op.same_quantization("input")),
        doc=doc,
    )


DEFINITIONS = (
    _definition(
        op.OperationType.DEPTH_TO_SPACE,
        "blocks.depth_to_space",
        _depth_to_space_shape,
        _compile_depth_to_space,
        _depth_divides,
        "each pixel's channels become a block of block_size x block_size pixels",
    ),
    _definition(
        op.OperationType.SPACE_TO_DEPTH,
        "blocks.space_to_depth",
        _space_to_depth_shape,
        _compile_space_to_depth,
        _image_divides,
        "each block of block_size x block_size pixels becomes the channels of one pixel",
    ),
)
