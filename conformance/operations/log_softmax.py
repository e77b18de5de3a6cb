"""LOG_SOFTMAX: beta * x minus the logarithm of the sum of exp(beta * x) along one axis.

Computed in double precision relative to the maximum, which avoids overflow, and rounded once.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


@op.condition("beta, the scaling factor of the exponent, is greater than 0")
def _positive_beta(call: op.Call) -> str | None:
    beta = call.scalar("beta")
    return None if beta > 0 else f"beta is {beta}, but must be greater than 0"


def _compile(call: op.Call) -> op.Kernel:
    beta, axis = call.scalar("beta"), call.scalar("axis")

    def log_softmax(values: op.Array) -> op.F64Array:
        peak = np.maximum.reduce(values, axis=axis, keepdims=True)
        powers = np.subtract(values, peak, dtype=np.float64) * beta
        total = np.add.reduce(np.exp(powers), axis=axis, keepdims=True)
        return np.asarray(powers - np.log(total))

    return op.rounded(call.primary, log_softmax)


DEFINITIONS = (
    op.OperationDefinition(
        type=op.OperationType.LOG_SOFTMAX,
        properties=op.properties(op.SPECIAL, "elementwise.log_softmax", op.Cost.AVERAGE),
        types=op.FLOAT_TYPES_1_2,
        forms=op.one_form(
            op.tensor("input"),
            op.float_scalar("beta", "positive factor of the exponent"),
            op.int32("axis"),
        ),
        conditions=(_positive_beta, op.axis_in_range("axis", "input")),
        compile=_compile,
        doc="output = beta * input - log(sum(exp(beta * input), axis))",
    ),
)
