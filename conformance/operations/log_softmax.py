"""LOG_SOFTMAX: beta * x minus the logarithm of the sum of exp(beta * x) along one axis.

Computed in double precision relative to the maximum, which avoids overflow, and rounded once.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


def _compile(call: op.Call) -> op.Kernel:
    beta, axis = call.scalar("beta"), call.scalar("axis")

    def log_softmax(values: op.Array) -> op.F64Array:
        peak = np.maximum.reduce(values, axis=axis, keepdims=True)
        powers: op.F64Array = np.subtract(values, peak, dtype=np.float64)
        powers *= beta
        powers -= np.log(np.add.reduce(np.exp(powers), axis=axis, keepdims=True))
        return powers

    return op.rounded(call.primary, log_softmax)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.LOG_SOFTMAX,
    properties=op.properties(op.SPECIAL, "normalizations.log_softmax", op.Cost.AVERAGE),
    types=op.FLOAT_TYPES_1_2,
    forms=op.one_form(
        op.tensor("input"),
        op.float_scalar("beta", "positive factor of the exponent"),
        op.int32("axis"),
    ),
    conditions=(op.positive_beta(), op.axis_in_range("axis", "input")),
    compile=_compile,
    doc="output = beta * input - log(sum(exp(beta * input), axis))",
)
