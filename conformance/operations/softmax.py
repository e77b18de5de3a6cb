"""SOFTMAX and LOG_SOFTMAX: exp(beta * x) divided by its sum along one axis, and its logarithm.

Computed in double precision relative to the maximum, which avoids overflow, and rounded once;
quantized ties are rounded away from zero.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


def _compile(call: op.Call) -> op.Kernel:
    beta, axis = call.scalar("beta"), call.scalar("axis")
    quantized, output = op.is_quantized(call.primary), call.output()
    factor = beta * call.primary.scale if quantized else beta

    @op.without_fp_warnings
    def softmax(values: op.Array) -> op.Array:
        wide = values.astype(np.float64)
        powers = wide - np.maximum.reduce(wide, axis=axis, keepdims=True, initial=-np.inf)
        # With an infinite beta, 0 * beta would be NaN, which has no code.
        np.multiply(powers, factor, out=powers, where=powers != 0.0 if quantized else True)
        np.exp(powers, out=powers)
        np.divide(powers, np.add.reduce(powers, axis=axis, keepdims=True), out=powers)
        return op.store(powers, output)

    return op.unary(softmax)


def _compile_logarithm(call: op.Call) -> op.Kernel:
    beta, axis = call.scalar("beta"), call.scalar("axis")

    def log_softmax(values: op.Array) -> op.F64Array:
        peak = np.maximum.reduce(values, axis=axis, keepdims=True)
        powers: op.F64Array = np.subtract(values, peak, dtype=np.float64)
        powers *= beta
        powers -= np.log(np.add.reduce(np.exp(powers), axis=axis, keepdims=True))
        return powers

    return op.rounded(call.primary, log_softmax)


DEFINITIONS = (
    op.OperationDefinition(
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
    ),
    op.OperationDefinition(
        type=op.OperationType.LOG_SOFTMAX,
        properties=op.properties(op.SPECIAL, "normalizations.log_softmax", op.Cost.AVERAGE),
        types=op.FLOAT_TYPES_1_2,
        forms=op.one_form(
            op.tensor("input"),
            op.float_scalar("beta", "positive factor of the exponent"),
            op.int32("axis"),
        ),
        conditions=(op.positive_beta(), op.axis_in_range("axis", "input")),
        compile=_compile_logarithm,
        doc="output = beta * input - log(sum(exp(beta * input), axis))",
    ),
)
