"""HARD_SWISH: x * clamp(x + 3, 0, 6) / 6, element by element."""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.definition import (
    Array,
    Form,
    Kernel,
    OperationDefinition,
    ZeroSize,
    tensor,
)
from conformance.operations.elementwise import by_table, ieee, quantizer, unary
from conformance.operations.large import by_pattern, in_blocks, narrowed, widened
from conformance.operations.numerics import F64Array, is_quantized


def _hard_swish(values: F64Array) -> F64Array:
    factor = values + 3.0
    factor.clip(0.0, 6.0, out=factor)
    factor *= values
    factor /= 6.0
    return factor


def _compile(call: Call) -> Kernel:
    if is_quantized(call.primary):
        quantize = quantizer(call.output())
        return by_table(call.primary, lambda values: quantize(_hard_swish(values)))
    assert call.primary.info is not None
    dtype = call.primary.info.dtype

    def function(values: Array) -> Array:
        # x * (y / 6 + 1/2) with x clamped to [-3, 3] as y: fewer steps in double precision.
        with ieee():
            factor = np.multiply(widened(values).clip(-3.0, 3.0), 1 / 6, dtype=np.float64)
            factor += 0.5
            factor *= values
            return narrowed(factor, dtype)

    return unary(by_pattern(in_blocks(function)))


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.HARD_SWISH,
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
