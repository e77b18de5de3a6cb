"""CAST: element-wise conversion to another type; quantized tensors are treated as plain integers.

Float to integer truncates towards zero. Values outside the target's range are clamped to the range
of an integer type and become infinities in a floating-point type; NaN becomes 0 in an integer type.
Float to float rounds to nearest, ties to even.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op

_CONVERTIBLE = (
    op.OperandType.TENSOR_FLOAT32,
    op.OperandType.TENSOR_FLOAT16,
    op.OperandType.TENSOR_INT32,
    op.OperandType.TENSOR_QUANT8_ASYMM,
)
_ONLY_TO_THEMSELVES = (
    op.OperandType.TENSOR_BOOL8,
    op.OperandType.TENSOR_QUANT16_ASYMM,
    op.OperandType.TENSOR_QUANT16_SYMM,
    op.OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
    op.OperandType.TENSOR_QUANT8_SYMM,
)


def _compile(call: op.Call) -> op.Kernel:
    source, target = call.primary.info, call.output().info
    assert source is not None
    assert target is not None
    if source.type == target.type:
        return op.unary(lambda values: values)
    dtype = target.dtype
    if dtype.kind == "f":

        @op.without_fp_warnings
        def to_float(values: op.Array) -> op.Array:
            return values.astype(dtype)

        return op.unary(to_float)
    low, high = target.code_range
    if source.dtype.kind != "f":
        return op.unary(lambda values: np.clip(values, low, high).astype(dtype))

    @op.without_fp_warnings
    def to_integer(values: op.Array) -> op.Array:
        whole: op.F64Array = np.clip(values, low, high, dtype=np.float64)
        whole[np.isnan(whole)] = 0.0
        return whole.astype(dtype)

    return op.unary(to_integer)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.CAST,
    properties=op.properties(
        op.CONVERTS, "elementwise.cast", op.Cost.LOW, op.Trait.CODES_ARE_INTEGERS
    ),
    types={
        **dict.fromkeys(_CONVERTIBLE, op.Version.V1_2),
        **dict.fromkeys(_ONLY_TO_THEMSELVES, op.Version.V1_3),
    },
    forms=op.one_form(op.tensor("input")),
    outputs=(
        op.tensor(
            "output",
            op.by_primary(
                {
                    **dict.fromkeys(_CONVERTIBLE, _CONVERTIBLE),
                    **{type_: type_ for type_ in _ONLY_TO_THEMSELVES},
                }
            ),
        ),
    ),
    compile=_compile,
    doc="output = input converted to the output's type; scales and zero points are ignored",
)
