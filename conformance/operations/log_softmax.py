"""LOG_SOFTMAX: beta * x minus the logarithm of the sum of exp(beta * x) along one axis.

Computed in double precision relative to the maximum, which avoids overflow, and rounded once.
"""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import unary
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import axis_in_range
from conformance.operations.model.definition import (
    FLOAT_SCALAR,
    FLOATS,
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    scalar,
    tensor,
)
from conformance.operations.model.properties import SPECIAL, Cost, Properties, Sampling


def _positive_beta(call: Call) -> str | None:
    beta = call.scalar("beta")
    return None if beta > 0 else f"beta is {beta}, but must be greater than 0"


def _compile(call: Call) -> Kernel:
    beta, axis = call.scalar("beta"), call.scalar("axis")
    assert call.primary.info is not None
    dtype = call.primary.info.dtype

    @without_fp_warnings
    def function(values: Array) -> Array:
        peak = np.maximum.reduce(values, axis=axis, keepdims=True)
        powers = np.subtract(values, peak, dtype=np.float64)
        np.multiply(powers, beta, out=powers)
        total = np.add.reduce(np.exp(powers), axis=axis, keepdims=True)
        return np.subtract(powers, np.log(total), out=powers).astype(dtype)

    return unary(function)


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.LOG_SOFTMAX,
        properties=Properties(SPECIAL, Sampling("elementwise.log_softmax"), Cost.AVERAGE),
        since=Version.V1_2,
        primary="input",
        types=dict.fromkeys(FLOATS, Version.V1_2),
        forms=(
            Form(
                "default",
                (
                    tensor("input"),
                    scalar("beta", FLOAT_SCALAR, doc="positive factor of the exponent"),
                    scalar("axis", OperandType.INT32),
                ),
                (3,),
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
        ),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile,
        doc="output = beta * input - log(sum(exp(beta * input), axis))",
    ),
)
