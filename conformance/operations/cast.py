"""CAST: element-wise conversion to another type; quantized tensors are treated as plain integers.

Float to integer truncates towards zero. Values outside the target's range are clamped to the range
of an integer type and become infinities in a floating-point type; NaN becomes 0 in an integer type.
Float to float rounds to nearest, ties to even.
"""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.definition import (
    Array,
    Form,
    Kernel,
    OperationDefinition,
    by_primary,
    tensor,
)
from conformance.operations.elementwise import unary
from conformance.operations.fp_warnings import without_fp_warnings
from conformance.operations.numerics import F64Array
from conformance.operations.properties import CONVERTS, Cost, Properties, Sampling, Trait

_CONVERTIBLE = (
    OperandType.TENSOR_FLOAT32,
    OperandType.TENSOR_FLOAT16,
    OperandType.TENSOR_INT32,
    OperandType.TENSOR_QUANT8_ASYMM,
)
_ONLY_TO_THEMSELVES = (
    OperandType.TENSOR_BOOL8,
    OperandType.TENSOR_QUANT16_ASYMM,
    OperandType.TENSOR_QUANT16_SYMM,
    OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
    OperandType.TENSOR_QUANT8_SYMM,
)


def _compile(call: Call) -> Kernel:
    source, target = call.primary.info, call.output().info
    assert source is not None
    assert target is not None
    if source.type == target.type:
        return unary(lambda values: values)
    dtype = target.dtype
    if dtype.kind == "f":

        @without_fp_warnings
        def to_float(values: Array) -> Array:
            return values.astype(dtype)

        return unary(to_float)
    low, high = target.code_range
    if source.dtype.kind != "f":
        return unary(lambda values: np.clip(values, low, high).astype(dtype))

    @without_fp_warnings
    def to_integer(values: Array) -> Array:
        whole: F64Array = np.clip(values, low, high, dtype=np.float64)
        whole[np.isnan(whole)] = 0.0
        return whole.astype(dtype)

    return unary(to_integer)


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.CAST,
        properties=Properties(
            CONVERTS, Sampling("elementwise.cast"), Cost.LOW, traits=(Trait.CODES_ARE_INTEGERS,)
        ),
        since=Version.V1_2,
        primary="input",
        types={
            **dict.fromkeys(_CONVERTIBLE, Version.V1_2),
            **dict.fromkeys(_ONLY_TO_THEMSELVES, Version.V1_3),
        },
        forms=(Form("default", (tensor("input"),), (1,)),),
        outputs=(
            tensor(
                "output",
                by_primary(
                    {
                        **dict.fromkeys(_CONVERTIBLE, _CONVERTIBLE),
                        **{type_: type_ for type_ in _ONLY_TO_THEMSELVES},
                    }
                ),
            ),
        ),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile,
        doc="output = input converted to the output's type; scales and zero points are ignored",
    ),
)
