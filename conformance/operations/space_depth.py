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


def _depth_to_space_shape(call: op.Call) -> op.Shape:
    block, shape = call.scalar("block_size"), list(call.shape("input"))
    height, width, channels = (2, 3, 1) if call.scalar("layout") else (1, 2, 3)
    shape[height] *= block
    shape[width] *= block
    shape[channels] //= block * block
    return tuple(shape)


def _space_to_depth_shape(call: op.Call) -> op.Shape:
    block, shape = call.scalar("block_size"), list(call.shape("input"))
    height, width, channels = (2, 3, 1) if call.scalar("layout") else (1, 2, 3)
    shape[height] //= block
    shape[width] //= block
    shape[channels] *= block * block
    return tuple(shape)


def _compile_depth_to_space(call: op.Call) -> op.Kernel:
    block, result = call.scalar("block_size"), _depth_to_space_shape(call)
    if call.scalar("layout"):
        n, _, h, w = call.shape("input")
        return op.rearrange((n, block, block, result[1], h, w), (0, 3, 4, 1, 5, 2), result)
    n, h, w, _ = call.shape("input")
    return op.rearrange((n, h, w, block, block, result[3]), (0, 1, 3, 2, 4, 5), result)


def _compile_space_to_depth(call: op.Call) -> op.Kernel:
    block, result = call.scalar("block_size"), _space_to_depth_shape(call)
    if call.scalar("layout"):
        n, _, h, w = result
        split = (n, call.shape("input")[1], h, block, w, block)
        return op.rearrange(split, (0, 3, 5, 1, 2, 4), result)
    n, h, w, _ = result
    split = (n, h, block, w, block, call.shape("input")[3])
    return op.rearrange(split, (0, 1, 3, 2, 4, 5), result)


def _definition(
    type_: op.OperationType,
    constructor: str,
    shape: Callable[[op.Call], op.Shape],
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
        shapes=lambda call: (shape(call),),
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
