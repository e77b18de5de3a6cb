"""SOFTMAX: exp(beta * (x - max)) divided by its sum, along one axis.

Computed in double precision and rounded once; quantized ties are rounded away from zero.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


def _compile(call: op.Call) -> op.Kernel:
    beta, axis = call.scalar("beta"), call.scalar("axis")
    dtype = call.primary.dtype
    if op.is_quantized(call.primary):
        return _quantized_kernel(call, beta, axis)

    @op.without_fp_warnings
    def softmax(values: op.Array) -> op.Array:
        values = op.to_float32(values)
        peak = np.maximum.reduce(values, axis=axis, keepdims=True, initial=-np.inf)
        powers = np.subtract(values, peak, dtype=np.float64)
        np.multiply(powers, beta, out=powers)
        return op.round_to(_shares(powers, axis), dtype)

    return op.unary(softmax)


def _shares(powers: op.F64Array, axis: int) -> op.F64Array:
    np.exp(powers, out=powers)
    return np.divide(powers, np.add.reduce(powers, axis=axis, keepdims=True), out=powers)


def _quantized_kernel(call: op.Call, beta: float, axis: int) -> op.Kernel:
    info = call.primary.info
    assert info is not None
    quantize = op.quantizer(call.output())
    lowest = info.code_range[0]
    # Distances from the largest code are between 0 and 255, so computing them modulo 256 as
    # unsigned bytes is exact for signed codes, too.
    exponentials_of = op.without_fp_warnings(lambda factor: np.exp(np.arange(256) * factor))
    weights = exponentials_of(-call.primary.scale * beta)
    weights[0] = 1.0  # with an infinite beta, 0 * beta would be NaN

    def function(codes: op.Array) -> op.Array:
        peak = np.maximum.reduce(codes, axis=axis, keepdims=True, initial=lowest)
        exponentials = weights[np.subtract(peak.view(np.uint8), codes.view(np.uint8))]
        total = np.add.reduce(exponentials, axis=axis, keepdims=True)
        return quantize(np.divide(exponentials, total, out=exponentials))

    return op.unary(function)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.SOFTMAX,
    properties=op.properties(
        op.SPECIAL, "normalizations.softmax", op.Cost.AVERAGE, mobile_weight=24
    ),
    types=op.TYPES_1_0,
    forms=op.one_form(
        op.tensor("input", ranks=op.ranks(2, 4, since={op.Version.V1_2: (1, 2, 3, 4)})),
        op.float_scalar("beta", "positive factor of the exponent"),
        op.trailing("axis", op.OperandType.INT32, -1, op.Version.V1_2),
    ),
    conditions=(
        op.positive_beta(),
        op.axis_in_range("axis", "input"),
        op.fixed_quantization(op.UNIT_QUANTIZATION),
    ),
    zero_size=op.ZeroSize(op.Version.V1_2, "any dimension"),
    compile=_compile,
    doc="output = exp(beta * (input - max)) / sum(exp(beta * (input - max))) along axis",
)
