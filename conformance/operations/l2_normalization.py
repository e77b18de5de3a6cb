"""L2_NORMALIZATION: each slice along an axis divided by its Euclidean norm."""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.conditions import axis_in_range, fixed_quantization
from conformance.operations.definition import (
    Array,
    Form,
    Kernel,
    OperationDefinition,
    ranks,
    tensor,
    trailing,
)
from conformance.operations.elementwise import quantizer, unary
from conformance.operations.numerics import F64Array, is_quantized


def _normalized(values: F64Array, axis: int) -> F64Array:
    # Squares of all values of the tensor types stay within double's range.
    norm = np.sqrt(np.add.reduce(values * values, axis=axis, keepdims=True))
    # A slice of zeros is zero: prescribed from 1.3 on, undefined before.
    norm[norm == 0.0] = 1.0
    return values / norm


def _compile(call: Call) -> Kernel:
    axis = call.scalar("axis")
    if is_quantized(call.primary):
        quantize, zero_point = quantizer(call.output()), float(call.primary.zero_point)
        # The input's scale cancels out; whole numbers keep the sum of squares exact.
        return unary(lambda codes: quantize(_normalized(codes - zero_point, axis)))
    assert call.primary.info is not None
    dtype = call.primary.info.dtype

    def function(values: Array) -> Array:
        with np.errstate(invalid="ignore"):
            return _normalized(values.astype(np.float64), axis).astype(dtype)

    return unary(function)


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.L2_NORMALIZATION,
        since=Version.V1_0,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=ranks(4, since={Version.V1_2: (1, 2, 3, 4)})),
                    trailing("axis", OperandType.INT32, -1, Version.V1_2),
                ),
                (1, 2),
            ),
        ),
        outputs=(tensor("output"),),
        conditions=(
            axis_in_range("axis", "input"),
            fixed_quantization(
                {
                    OperandType.TENSOR_QUANT8_ASYMM: (1 / 128, 128),
                    OperandType.TENSOR_QUANT8_ASYMM_SIGNED: (1 / 128, 0),
                }
            ),
        ),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile,
        doc="output = input / sqrt(sum(input^2 along axis)); a slice of zeros stays zero",
    ),
)
