"""BATCH_TO_SPACE_ND and SPACE_TO_BATCH_ND: blocks of pixels moved from or to the batch dimension.

The batch dimension is indexed by (row in block, column in block, original batch), where the
original batch varies fastest. Values are copied; padding has the real value 0.
"""

from __future__ import annotations

from typing import cast

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import unary
from conformance.operations.kernels.fast_paths import rearrange
from conformance.operations.model.call import Call, Unknown
from conformance.operations.model.conditions import same_quantization
from conformance.operations.model.definition import (
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    only,
    ranks,
    tensor,
    trailing,
)
from conformance.operations.model.named_sizes import size
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling
from conformance.operations.pad import padded, zero_point_is_zero


def _block(call: Call) -> tuple[int, int]:
    return cast("tuple[int, int]", tuple(call.value("block_shape").tolist()))


def _image_axis(call: Call) -> int:
    return 2 if call.scalar("layout") else 1


def _shape_of(name: str, expected: Shape) -> Condition:
    """Require exactly this shape of an operand."""

    def check(call: Call) -> str | None:
        dims = call.view(name).dims
        if dims is None:
            raise Unknown
        fits = (known in (None, size) for known, size in zip(dims, expected, strict=False))
        if len(dims) != len(expected) or not all(fits):
            return f"{name} has shape {list(dims)}, but must have {list(expected)}"
        if None in dims:
            raise Unknown
        return None

    return Condition(
        f"{name}_shape",
        check,
        f"{name} has shape {list(expected)}: an entry for each of height and width",
    )


def _least(name: str, minimum: int) -> Condition:
    """Require that no element of the operand is below ``minimum``."""

    def check(call: Call) -> str | None:
        smallest = int(call.value(name).min(initial=minimum))
        return (
            None
            if smallest >= minimum
            else f"{name} contains {smallest}, but each must be at least {minimum}"
        )

    return Condition(f"{name}_range", check, f"each element of {name} is at least {minimum}")


def _batch_divides(call: Call) -> str | None:
    if call.shape("block_shape") != (2,):
        return None
    height, width = _block(call)
    batch = size(call, "input", 0)
    if height < 1 or width < 1 or batch % (height * width) == 0:
        return None
    return (
        f"input has batch {batch}, which is not divisible by {height * width} (block_shape "
        f"{height} x {width})"
    )


def _image_divides(call: Call) -> str | None:
    if call.shape("block_shape") != (2,) or call.shape("paddings") != (2, 2):
        return None
    block, paddings = _block(call), call.value("paddings").tolist()
    first = _image_axis(call)
    for offset, dimension in enumerate(("height", "width")):
        if block[offset] < 1:
            continue
        pixels = size(call, "input", first + offset) + sum(paddings[offset])
        if pixels % block[offset]:
            return (
                f"the padded {dimension} is {pixels}, which is not divisible by {block[offset]} "
                "of block_shape"
            )
    return None


def _batch_to_space_shape(call: Call) -> tuple[Shape]:
    (height, width), first = _block(call), _image_axis(call)
    result = list(call.shape("input"))
    result[0] //= height * width
    result[first] *= height
    result[first + 1] *= width
    return (tuple(result),)


def _space_to_batch_shape(call: Call) -> tuple[Shape]:
    block, first = _block(call), _image_axis(call)
    paddings = call.value("paddings").tolist()
    result = list(call.shape("input"))
    result[0] *= block[0] * block[1]
    for axis, edge, pads in zip((first, first + 1), block, paddings, strict=True):
        result[axis] = (result[axis] + sum(pads)) // edge
    return (tuple(result),)


def _compile_batch_to_space(call: Call) -> Kernel:
    (bh, bw), nchw = _block(call), call.scalar("layout")
    batch, *image = call.shape("input")
    order = (2, 3, 4, 0, 5, 1) if nchw else (2, 3, 0, 4, 1, 5)
    (result,) = _batch_to_space_shape(call)
    return unary(rearrange((bh, bw, batch // (bh * bw), *image), order, result))


def _compile_space_to_batch(call: Call) -> Kernel:
    (bh, bw), nchw = _block(call), call.scalar("layout")
    zero = call.view("input").zero_point
    image = call.value("paddings").tolist()
    paddings = [(0, 0), (0, 0), *image] if nchw else [(0, 0), *image, (0, 0)]
    (result,) = _space_to_batch_shape(call)
    batch = call.shape("input")[0]
    if nchw:
        _, c, h, w = result
        move = rearrange((batch, c, h, bh, w, bw), (3, 5, 0, 1, 2, 4), result)
    else:
        _, h, w, c = result
        move = rearrange((batch, h, bh, w, bw, c), (2, 4, 0, 1, 3, 5), result)
    return unary(lambda values: move(padded(values, paddings, zero)))


_TYPES = {
    OperandType.TENSOR_FLOAT32: Version.V1_1,
    OperandType.TENSOR_QUANT8_ASYMM: Version.V1_1,
    OperandType.TENSOR_FLOAT16: Version.V1_2,
    OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
}
_INPUT = tensor("input", ranks=ranks(4))
_BLOCK_SHAPE = tensor("block_shape", only(OperandType.TENSOR_INT32), ranks=ranks(1))
_LAYOUT = trailing("layout", OperandType.BOOL, False, Version.V1_2, "true: NCHW")

DEFINITIONS = (
    OperationDefinition(
        type=OperationType.BATCH_TO_SPACE_ND,
        properties=Properties(COPIES, Sampling("images.batch_to_space"), Cost.AVERAGE),
        since=Version.V1_1,
        primary="input",
        types=_TYPES,
        forms=(Form("default", (_INPUT, _BLOCK_SHAPE, _LAYOUT), (2, 3)),),
        outputs=(tensor("output", ranks=ranks(4)),),
        shapes=_batch_to_space_shape,
        compile=_compile_batch_to_space,
        conditions=(
            _shape_of("block_shape", (2,)),
            _least("block_shape", 1),
            Condition(
                "batch_divides",
                _batch_divides,
                "the batch of input is divisible by the product of block_shape",
            ),
            same_quantization("input"),
        ),
        doc="block positions in the batch are moved back to height and width",
    ),
    OperationDefinition(
        type=OperationType.SPACE_TO_BATCH_ND,
        properties=Properties(COPIES, Sampling("images.space_to_batch"), Cost.ABOVE_AVERAGE),
        since=Version.V1_1,
        primary="input",
        types=_TYPES,
        forms=(
            Form(
                "default",
                (
                    _INPUT,
                    _BLOCK_SHAPE,
                    tensor("paddings", only(OperandType.TENSOR_INT32), ranks=ranks(2)),
                    _LAYOUT,
                ),
                (3, 4),
            ),
        ),
        outputs=(tensor("output", ranks=ranks(4)),),
        shapes=_space_to_batch_shape,
        compile=_compile_space_to_batch,
        conditions=(
            _shape_of("block_shape", (2,)),
            _least("block_shape", 1),
            _shape_of("paddings", (2, 2)),
            _least("paddings", 0),
            Condition(
                "image_divides",
                _image_divides,
                "the padded height and width are divisible by block_shape",
            ),
            same_quantization("input"),
            Condition(
                "pad_value_defined",
                zero_point_is_zero,
                "before HAL 1.2, a padded quantized input has zero point 0; otherwise the pad "
                "value is undefined",
                Version.V1_2,
            ),
        ),
        doc=(
            "height and width, padded with zeros, are divided into blocks; positions in a block "
            "move to the batch"
        ),
    ),
)
