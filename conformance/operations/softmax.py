"""SOFTMAX: exp(beta * (x - max)) divided by its sum, along one axis.

Computed in double precision and rounded once; quantized ties are rounded away from zero.
"""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import quantizer, unary
from conformance.operations.kernels.fast_paths import round_to, to_float32
from conformance.operations.kernels.numerics import F64Array, is_quantized
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import axis_in_range, fixed_quantization
from conformance.operations.model.definition import (
    FLOAT_SCALAR,
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    ZeroSize,
    ranks,
    scalar,
    tensor,
    trailing,
)
from conformance.operations.model.properties import SPECIAL, Cost, Properties, Sampling


def _positive_beta(call: Call) -> str | None:
    beta = call.scalar("beta")
    return None if beta > 0 else f"beta is {beta}, but must be greater than 0"


def _compile(call: Call) -> Kernel:
    beta, axis = call.scalar("beta"), call.scalar("axis")
    assert call.primary.info is not None
    dtype = call.primary.info.dtype
    if is_quantized(call.primary):
        return _quantized_kernel(call, beta, axis)

    def function(values: Array) -> Array:
        values = to_float32(values)
        with np.errstate(invalid="ignore", over="ignore"):
            peak = np.maximum.reduce(values, axis=axis, keepdims=True, initial=-np.inf)
            powers = np.subtract(values, peak, dtype=np.float64)
            np.multiply(powers, beta, out=powers)
            return round_to(_shares(powers, axis), dtype)

    return unary(function)


def _shares(powers: F64Array, axis: int) -> F64Array:
    np.exp(powers, out=powers)
    return np.divide(powers, np.add.reduce(powers, axis=axis, keepdims=True), out=powers)


def _quantized_kernel(call: Call, beta: float, axis: int) -> Kernel:
    info = call.primary.info
    assert info is not None
    quantize = quantizer(call.output())
    lowest = info.code_range[0]
    # Distances from the largest code are between 0 and 255, so computing them modulo 256 as
    # unsigned bytes is exact for signed codes, too.
    with np.errstate(invalid="ignore", over="ignore"):
        weights = np.exp(np.arange(256) * (-call.primary.scale * beta))
    weights[0] = 1.0  # with an infinite beta, 0 * beta would be NaN

    def function(codes: Array) -> Array:
        peak = np.maximum.reduce(codes, axis=axis, keepdims=True, initial=lowest)
        exponentials = weights[np.subtract(peak.view(np.uint8), codes.view(np.uint8))]
        total = np.add.reduce(exponentials, axis=axis, keepdims=True)
        return quantize(np.divide(exponentials, total, out=exponentials))

    return unary(function)


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.SOFTMAX,
        properties=Properties(
            SPECIAL, Sampling("elementwise.softmax", mobile_weight=24), Cost.AVERAGE
        ),
        since=Version.V1_0,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_0,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=ranks(2, 4, since={Version.V1_2: (1, 2, 3, 4)})),
                    scalar("beta", FLOAT_SCALAR, doc="positive factor of the exponent"),
                    trailing("axis", OperandType.INT32, -1, Version.V1_2),
                ),
                (2, 3),
            ),
        ),
        outputs=(tensor("output"),),
        conditions=(
            Condition(
                "positive_beta",
                _positive_beta,
                "beta, the scaling factor of the exponent, is greater than 0",
            ),
            axis_in_range("axis", "input"),
            fixed_quantization(
                {
                    OperandType.TENSOR_QUANT8_ASYMM: (1 / 256, 0),
                    OperandType.TENSOR_QUANT8_ASYMM_SIGNED: (1 / 256, -128),
                }
            ),
        ),
        zero_size=ZeroSize(Version.V1_2, "any dimension"),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile,
        doc="output = exp(beta * (input - max)) / sum(exp(beta * (input - max))) along axis",
    ),
)
