"""ELU: x for x >= 0, alpha * (exp(x) - 1) for x < 0; in double precision, rounded once."""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


def _compile(call: op.Call) -> op.Kernel:
    alpha = call.scalar("alpha")
    dtype = call.primary.dtype

    @op.without_fp_warnings
    def function(values: op.Array) -> op.Array:
        if alpha == 0:  # 0 * (exp(inf) - 1) would be NaN
            return np.asarray(np.maximum(values, dtype.type(0)))
        # The formula of the contract: with a negative alpha the second term is not 0 for x > 0.
        low = np.expm1(values, dtype=np.float64)
        low *= alpha
        np.minimum(low, 0.0, out=low)
        low += np.maximum(values, 0.0)
        return low.astype(dtype)

    return op.unary(op.tabulated_by_pattern(op.in_blocks(function)))


DEFINITIONS = (
    op.OperationDefinition(
        type=op.OperationType.ELU,
        properties=op.Properties(op.MONOTONE, op.Sampling("elementwise.elu"), op.Cost.LOW),
        types=op.types_since(op.Version.V1_3, *op.FLOATS),
        forms=op.one_form(op.tensor("input"), op.float_scalar("alpha")),
        zero_size=op.ZeroSize(op.Version.V1_3, "any dimension"),
        compile=_compile,
        doc="output = max(0, input) + min(0, alpha * (exp(input) - 1))",
    ),
)
