"""ELU: x for x >= 0, alpha * (exp(x) - 1) for x < 0; in double precision, rounded once."""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


def _compile(call: op.Call) -> op.Kernel:
    alpha = call.scalar("alpha")

    def elu(x: op.F64Array) -> op.F64Array:
        if alpha == 0:  # 0 * (exp(inf) - 1) would be NaN
            return np.maximum(x, 0.0)
        # The formula of the contract: with a negative alpha the second term is not 0 for x > 0.
        return np.asarray(np.maximum(x, 0.0) + np.minimum(alpha * np.expm1(x), 0.0))

    return op.in_double(elu)(call)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.ELU,
    properties=op.properties(op.SPECIAL, "elementwise.elu", op.Cost.LOW),
    types=op.types_since(op.Version.V1_3, *op.FLOATS),
    forms=op.one_form(op.tensor("input"), op.float_scalar("alpha")),
    zero_size=op.ZeroSize(op.Version.V1_3, "any dimension"),
    compile=_compile,
    doc="output = max(0, input) + min(0, alpha * (exp(input) - 1))",
)
