"""HARD_SWISH: x * clamp(x + 3, 0, 6) / 6, element by element.

Quantized results are computed in double precision and rounded once, ties away from zero. Floats are
computed in float32.
"""

from __future__ import annotations

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import by_table, quantizer, unary
from conformance.operations.kernels.fast_paths import round_to, tabulated_by_pattern, to_float32
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.kernels.numerics import F64Array, is_quantized
from conformance.operations.model.call import Call
from conformance.operations.model.definition import (
    Array,
    Form,
    Kernel,
    OperationDefinition,
    ZeroSize,
    tensor,
)
from conformance.operations.model.properties import (
    Cost,
    IntervalBehavior,
    IntervalRule,
    Properties,
    sample_unary,
)


def _hard_swish(values: F64Array) -> F64Array:
    factor = values + 3.0
    factor.clip(0.0, 6.0, out=factor)
    factor *= values
    factor /= 6.0
    return factor


@without_fp_warnings
def _float_hard_swish(values: Array) -> Array:
    # In float32 for speed: the error is at most 3 units in the last place, and results are exact
    # for inputs from 3 on and below -3.
    wide = to_float32(values)
    factor = wide + 3
    factor.clip(0, 6, out=factor)
    factor *= 1 / 6
    factor *= wide
    return round_to(factor, values.dtype)


_BY_VALUE = unary(tabulated_by_pattern(_float_hard_swish))


def _compile(call: Call) -> Kernel:
    if is_quantized(call.primary):
        quantize = quantizer(call.output())
        return by_table(call.primary, lambda values: quantize(_hard_swish(values)))
    return _BY_VALUE


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.HARD_SWISH,
        properties=Properties(
            IntervalBehavior(IntervalRule.MONOTONE, turning_points=(-1.5, -3.0)),
            sample_unary(
                lambda low, high: (-0.5 if low < 0 else 0.0, max(high, 0.0)), mobile_weight=48
            ),
            Cost.AVERAGE,
        ),
        since=Version.V1_3,
        primary="input",
        types=dict.fromkeys(
            (
                OperandType.TENSOR_FLOAT32,
                OperandType.TENSOR_FLOAT16,
                OperandType.TENSOR_QUANT8_ASYMM,
                OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
            ),
            Version.V1_3,
        ),
        forms=(Form("default", (tensor("input"),), (1,)),),
        outputs=(tensor("output"),),
        zero_size=ZeroSize(Version.V1_3, "any dimension"),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile,
        doc="output = input * max(0, min(6, input + 3)) / 6",
    ),
)
