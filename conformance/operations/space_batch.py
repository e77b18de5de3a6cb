"""BATCH_TO_SPACE_ND and SPACE_TO_BATCH_ND: blocks of pixels moved from or to the batch dimension.

The batch dimension is indexed by (row in block, column in block, original batch), where the
original batch varies fastest. Values are copied; padding has the real value 0.
"""

from __future__ import annotations

from typing import cast

from conformance.operations import toolkit as op
from conformance.operations.pad import pad_value_defined


def _block(call: op.Call) -> tuple[int, int]:
    return cast("tuple[int, int]", tuple(call.value("block_shape").tolist()))


def _image_axis(call: op.Call) -> int:
    return 2 if call.scalar("layout") else 1


def _shape_of(name: str, expected: op.Shape) -> op.Condition:

    def check(call: op.Call) -> str | None:
        dims = call.view(name).dims
        if dims is None:
            raise op.Unknown
        fits = (
            known in (None, expected_size)
            for known, expected_size in zip(dims, expected, strict=False)
        )
        if len(dims) != len(expected) or not all(fits):
            return f"{name} has shape {list(dims)}, but must have {list(expected)}"
        if None in dims:
            raise op.Unknown
        return None

    return op.Condition(
        f"{name}_shape",
        check,
        f"{name} has shape {list(expected)}: an entry for each of height and width",
    )


def _least(name: str, minimum: int) -> op.Condition:
    source = f"each element of {name} is at least {minimum}"
    return op.elements_at_least(name, minimum, f"{name}_range", source)


@op.condition("the batch of input is divisible by the product of block_shape")
def _batch_divides(call: op.Call) -> str | None:
    if call.shape("block_shape") != (2,):
        return None
    height, width = _block(call)
    batch = op.size(call, "input", 0)
    if height < 1 or width < 1 or batch % (height * width) == 0:
        return None
    return (
        f"input has batch {batch}, which is not divisible by {height * width} (block_shape "
        f"{height} x {width})"
    )


@op.condition("the padded height and width are divisible by block_shape")
def _image_divides(call: op.Call) -> str | None:
    if call.shape("block_shape") != (2,) or call.shape("paddings") != (2, 2):
        return None
    block, paddings = _block(call), call.value("paddings").tolist()
    first = _image_axis(call)
    for offset, dimension in enumerate(("height", "width")):
        if block[offset] < 1:
            continue
        pixels = op.size(call, "input", first + offset) + sum(paddings[offset])
        if pixels % block[offset]:
            return (
                f"the padded {dimension} is {pixels}, which is not divisible by {block[offset]} "
                "of block_shape"
            )
    return None


def _batch_to_space_shape(call: op.Call) -> tuple[op.Shape]:
    (height, width), first = _block(call), _image_axis(call)
    result = list(call.shape("input"))
    result[0] //= height * width
    result[first] *= height
    result[first + 1] *= width
    return (tuple(result),)


def _space_to_batch_shape(call: op.Call) -> tuple[op.Shape]:
    block, first = _block(call), _image_axis(call)
    paddings = call.value("paddings").tolist()
    result = list(call.shape("input"))
    result[0] *= block[0] * block[1]
    for axis, edge, pads in zip((first, first + 1), block, paddings, strict=True):
        result[axis] = (result[axis] + sum(pads)) // edge
    return (tuple(result),)


def _compile_batch_to_space(call: op.Call) -> op.Kernel:
    (bh, bw), nchw = _block(call), call.scalar("layout")
    batch, *image = call.shape("input")
    order = (2, 3, 4, 0, 5, 1) if nchw else (2, 3, 0, 4, 1, 5)
    (result,) = _batch_to_space_shape(call)
    return op.rearrange((bh, bw, batch // (bh * bw), *image), order, result)


def _compile_space_to_batch(call: op.Call) -> op.Kernel:
    (bh, bw), nchw = _block(call), call.scalar("layout")
    zero = call.view("input").zero_point
    image = call.value("paddings").tolist()
    paddings = [(0, 0), (0, 0), *image] if nchw else [(0, 0), *image, (0, 0)]
    (result,) = _space_to_batch_shape(call)
    batch = call.shape("input")[0]
    split: op.Shape
    if nchw:
        _, c, h, w = result
        split, order = (batch, c, h, bh, w, bw), (3, 5, 0, 1, 2, 4)
    else:
        _, h, w, c = result
        split, order = (batch, h, bh, w, bw, c), (2, 4, 0, 1, 3, 5)

    def function(values: op.Array) -> op.Array:
        return op.padded(values, paddings, zero).reshape(split).transpose(order).reshape(result)

    return op.unary(function)


_INPUT = op.image("input")
_BLOCK_SHAPE = op.int32_vector("block_shape")
_BLOCK_CONDITIONS = (_shape_of("block_shape", (2,)), _least("block_shape", 1))
_LAYOUT = op.trailing("layout", op.OperandType.BOOL, False, op.Version.V1_2, "true: NCHW")

DEFINITIONS = (
    op.OperationDefinition(
        type=op.OperationType.BATCH_TO_SPACE_ND,
        properties=op.properties(op.COPIES, "blocks.batch_to_space", op.Cost.AVERAGE),
        types=op.TYPES_1_1,
        forms=op.one_form(_INPUT, _BLOCK_SHAPE, _LAYOUT),
        outputs=op.IMAGE_OUTPUT,
        shapes=_batch_to_space_shape,
        compile=_compile_batch_to_space,
        conditions=(
            *_BLOCK_CONDITIONS,
            _batch_divides,
            op.same_quantization("input"),
        ),
        doc="block positions in the batch are moved back to height and width",
    ),
    op.OperationDefinition(
        type=op.OperationType.SPACE_TO_BATCH_ND,
        properties=op.properties(op.COPIES, "blocks.space_to_batch", op.Cost.ABOVE_AVERAGE),
        types=op.TYPES_1_1,
        forms=op.one_form(
            _INPUT, _BLOCK_SHAPE, op.tensor("paddings", op.INT32_TENSOR, ranks=op.ranks(2)), _LAYOUT
        ),
        outputs=op.IMAGE_OUTPUT,
        shapes=_space_to_batch_shape,
        compile=_compile_space_to_batch,
        conditions=(
            *_BLOCK_CONDITIONS,
            _shape_of("paddings", (2, 2)),
            _least("paddings", 0),
            _image_divides,
            op.same_quantization("input"),
            pad_value_defined,
        ),
        doc=(
            "height and width, padded with zeros, are divided into blocks; positions in a block "
            "move to the batch"
        ),
    ),
)
