"""INSTANCE_NORMALIZATION: each channel of each image normalized to mean beta and deviation gamma.

Mean and population variance are taken over height and width, in double precision; the result is
rounded once.
"""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import unary
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.kernels.numerics import F64Array
from conformance.operations.model.call import Call
from conformance.operations.model.definition import (
    FLOAT_SCALAR,
    FLOATS,
    Array,
    Form,
    Kernel,
    OperationDefinition,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.model.properties import SPECIAL, Cost, Properties, Sampling


def _compile(call: Call) -> Kernel:
    gamma, beta, epsilon = (call.scalar(name) for name in ("gamma", "beta", "epsilon"))
    space = (2, 3) if call.scalar("layout") else (1, 2)
    assert call.primary.info is not None
    dtype = call.primary.info.dtype

    @without_fp_warnings
    def function(values: Array) -> Array:
        count = values.shape[space[0]] * values.shape[space[1]]
        mean = np.add.reduce(values, axis=space, dtype=np.float64, keepdims=True) / count
        centred: F64Array = values - mean
        variance = np.add.reduce(centred * centred, axis=space, keepdims=True) / count
        centred *= gamma / np.sqrt(variance + epsilon)
        centred += beta
        return centred.astype(dtype)

    return unary(function)


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.INSTANCE_NORMALIZATION,
        properties=Properties(
            SPECIAL, Sampling("elementwise.instance_normalization"), Cost.AVERAGE
        ),
        since=Version.V1_2,
        primary="input",
        types=dict.fromkeys(FLOATS, Version.V1_2),
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=ranks(4)),
                    scalar("gamma", FLOAT_SCALAR),
                    scalar("beta", FLOAT_SCALAR),
                    scalar("epsilon", FLOAT_SCALAR, doc="added to the variance"),
                    scalar("layout", OperandType.BOOL, doc="true: NCHW"),
                ),
                (5,),
            ),
        ),
        outputs=(tensor("output", ranks=ranks(4)),),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile,
        doc="output = (input - mean) * gamma / sqrt(variance + epsilon) + beta",
    ),
)
