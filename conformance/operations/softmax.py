"""SOFTMAX: exp(beta * (x - max)) divided by its sum, along one axis.

Computed in double precision and rounded once; quantized ties are rounded away from zero.
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
