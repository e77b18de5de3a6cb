"""PAD and PAD_V2: a tensor surrounded by elements of one value; values are copied."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call, Unknown
from conformance.operations.conditions import same_quantization
from conformance.operations.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperandSpec,
    OperationDefinition,
    Shape,
    by_primary,
    only,
    ranks,
    scalar,
    tensor,
    up_to,
)
from conformance.operations.properties import COPIES, Cost, Properties, Sampling, Trait


def _paddings_shape(call: Call) -> str | None:
    dims = call.view("paddings").dims
    if dims is None:
        raise Unknown
    if dims[-1] not in (None, 2):
        return f"paddings has shape {list(dims)}, but must have [rank of input, 2]"
    rank = call.rank("input")
    if dims[0] not in (None, rank):
        return f"paddings has shape {list(dims)}, but must have [{rank}, 2]"
    if None in dims:
        raise Unknown
    return None


def _paddings_not_negative(call: Call) -> str | None:
    smallest = int(call.value("paddings").min(initial=0))
    return None if smallest >= 0 else f"paddings contains {smallest}, but each must be at least 0"


def zero_point_is_zero(call: Call) -> str | None:
    """Return a message if the pad value is undefined before HAL 1.2: input zero point not 0."""
    view = call.view("input")
    if view.type != OperandType.TENSOR_QUANT8_ASYMM or view.zero_point == 0:
        return None
    return (
        f"input has zero point {view.zero_point}, but must have 0: before HAL 1.2 the pad value "
        "is undefined otherwise"
    )


def padded_shapes(call: Call) -> tuple[Shape]:
    """Return the input's shape enlarged by the paddings."""
    totals = call.value("paddings").sum(axis=1).tolist()
    return (tuple(s + added for s, added in zip(call.shape("input"), totals, strict=True)),)


def padded(source: Array, paddings: Sequence[Sequence[int]], value: int | float) -> Array:
    """Return ``source`` with ``(before, after)`` elements of ``value`` added in each dimension."""
    if not any(before or after for before, after in paddings):
        return source
    shape = [b + size + a for size, (b, a) in zip(source.shape, paddings, strict=True)]
    result = np.full(shape, value, source.dtype)
    inner = tuple(slice(b, b + n) for n, (b, _) in zip(source.shape, paddings, strict=True))
    result[inner] = source
    return result


def _kernel(call: Call, value: int | float) -> Kernel:
    paddings = call.value("paddings").tolist()

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        source = inputs[0]
        assert source is not None
        return (padded(source, paddings, value),)

    return kernel


def _compile(call: Call) -> Kernel:
    return _kernel(call, call.view("input").zero_point)


def _compile_v2(call: Call) -> Kernel:
    value = call.scalar("pad_value")
    info = call.view("input").info
    assert info is not None
    if info.quantized:
        # the contract passes the 8-bit code in an INT32; only its low byte is used
        value = int(np.array(value, np.int64).astype(info.dtype))
    return _kernel(call, value)


PADDINGS_CONDITIONS = (
    Condition("paddings_shape", _paddings_shape, "paddings has shape [rank of input, 2]"),
    Condition(
        "paddings_not_negative", _paddings_not_negative, "no element of paddings is negative"
    ),
)
"""Conditions on the operand ``paddings``, which all padding operations share."""

_CONDITIONS = (*PADDINGS_CONDITIONS, same_quantization("input"))


def _operands(*more: OperandSpec) -> tuple[OperandSpec, ...]:
    return (
        tensor("input", ranks=up_to(4)),
        tensor("paddings", only(OperandType.TENSOR_INT32), ranks=ranks(2)),
        *more,
    )


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.PAD,
        properties=Properties(COPIES, Sampling("movement.pad", mobile_weight=24), Cost.AVERAGE),
        since=Version.V1_1,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_1,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_1,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(Form("default", _operands(), (2,)),),
        outputs=(tensor("output", ranks=up_to(4)),),
        shapes=padded_shapes,
        compile=_compile,
        conditions=(
            *_CONDITIONS,
            Condition(
                "pad_value_defined",
                zero_point_is_zero,
                "before HAL 1.2, a padded quantized input has zero point 0; otherwise the pad "
                "value is undefined",
                Version.V1_2,
            ),
        ),
        doc="output = input, padded in each dimension i by paddings[i] zeros before and after",
    ),
    OperationDefinition(
        type=OperationType.PAD_V2,
        properties=Properties(
            COPIES, Sampling("movement.pad_v2"), Cost.AVERAGE, traits=(Trait.CODES_ARE_INTEGERS,)
        ),
        since=Version.V1_2,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_2,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(
            Form(
                "default",
                _operands(
                    scalar(
                        "pad_value",
                        by_primary(
                            {
                                OperandType.TENSOR_FLOAT32: OperandType.FLOAT32,
                                OperandType.TENSOR_FLOAT16: OperandType.FLOAT16,
                                OperandType.TENSOR_QUANT8_ASYMM: OperandType.INT32,
                                OperandType.TENSOR_QUANT8_ASYMM_SIGNED: OperandType.INT32,
                            }
                        ),
                        doc="for a quantized input, a code of its quantization",
                    )
                ),
                (3,),
            ),
        ),
        outputs=(tensor("output", ranks=up_to(4)),),
        shapes=padded_shapes,
        compile=_compile_v2,
        conditions=_CONDITIONS,
        doc="output = input, padded in each dimension i by paddings[i] times pad_value",
    ),
)
