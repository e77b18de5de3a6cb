"""INSTANCE_NORMALIZATION: each channel of each image normalized to mean beta and deviation gamma.

Mean and population variance are taken over height and width, in double precision; the result is
rounded once.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


def _compile(call: op.Call) -> op.Kernel:
    gamma, beta, epsilon = (call.scalar(name) for name in ("gamma", "beta", "epsilon"))
    space = (2, 3) if call.scalar("layout") else (1, 2)

    def normalized(values: op.Array) -> op.F64Array:
        count = values.shape[space[0]] * values.shape[space[1]]
        mean = np.add.reduce(values, axis=space, dtype=np.float64, keepdims=True) / count
        centred: op.F64Array = values - mean
        variance = np.add.reduce(centred * centred, axis=space, keepdims=True) / count
        centred *= gamma / np.sqrt(variance + epsilon)
        centred += beta
        return centred

    return op.rounded(call.primary, normalized)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.INSTANCE_NORMALIZATION,
    properties=op.properties(op.SPECIAL, "normalizations.instance_normalization", op.Cost.AVERAGE),
    types=op.FLOAT_TYPES_1_2,
    forms=op.one_form(
        op.image("input"),
        op.float_scalar("gamma"),
        op.float_scalar("beta"),
        op.float_scalar("epsilon", "added to the variance"),
        op.boolean("layout", "true: NCHW"),
    ),
    outputs=op.IMAGE_OUTPUT,
    compile=_compile,
    doc="output = (input - mean) * gamma / sqrt(variance + epsilon) + beta",
)
