"""HARD_SWISH: x * clamp(x + 3, 0, 6) / 6, element by element.

Quantized results are computed in double precision and rounded once, ties away from zero. Floats are
computed in float32.
"""

from __future__ import annotations

from conformance.operations import toolkit as op


def _hard_swish(values: op.F64Array) -> op.F64Array:
    factor = values + 3.0
    factor.clip(0.0, 6.0, out=factor)
    factor *= values
    factor /= 6.0
    return factor


@op.without_fp_warnings
def _float_hard_swish(values: op.Array) -> op.Array:
    # In float32 for speed: the error is at most 3 units in the last place, and results are exact
    # for inputs from 3 on and below -3.
    wide = op.to_float32(values)
    factor = wide + 3
    factor.clip(0, 6, out=factor)
    factor *= 1 / 6
    factor *= wide
    return op.round_to(factor, values.dtype)


_BY_VALUE = op.unary(op.tabulated_by_pattern(_float_hard_swish))


def _compile(call: op.Call) -> op.Kernel:
    if op.is_quantized(call.primary):
        quantize = op.quantizer(call.output())
        return op.by_table(call.primary, lambda values: quantize(_hard_swish(values)))
    return _BY_VALUE


DEFINITIONS = (
    op.OperationDefinition(
        type=op.OperationType.HARD_SWISH,
        properties=op.Properties(
            op.IntervalBehavior(op.IntervalRule.MONOTONE, turning_points=(-1.5, -3.0)),
            op.sample_unary(
                lambda low, high: (-0.5 if low < 0 else 0.0, max(high, 0.0)), mobile_weight=48
            ),
            op.Cost.AVERAGE,
        ),
        types=op.types_since(
            op.Version.V1_3,
            op.OperandType.TENSOR_FLOAT32,
            op.OperandType.TENSOR_FLOAT16,
            op.OperandType.TENSOR_QUANT8_ASYMM,
            op.OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
        ),
        forms=op.one_form(op.tensor("input")),
        zero_size=op.ZeroSize(op.Version.V1_3, "any dimension"),
        compile=_compile,
        doc="output = input * max(0, min(6, input + 3)) / 6",
    ),
)
