"""LOCAL_RESPONSE_NORMALIZATION: values divided by a power of a windowed sum of squares.

The window runs along one axis. Computed in double precision and rounded once.
"""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import unary
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.kernels.numerics import F64Array
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import at_least, axis_in_range
from conformance.operations.model.definition import (
    FLOAT_SCALAR,
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    ranks,
    scalar,
    tensor,
    trailing,
)
from conformance.operations.model.properties import SPECIAL, Cost, Properties, Sampling


def _bias_not_zero(call: Call) -> str | None:
    return None if call.scalar("bias") != 0 else "bias is 0, but must not be zero"


def _window_sums(squares: F64Array, radius: int) -> F64Array:
    """Return sums over ``radius`` neighbours on either side along the last axis.

    Sums are added up directly. Differences of a running sum would be faster, but lose small terms
    next to large ones.
    """
    depth = squares.shape[-1]
    if radius >= depth - 1:
        return np.add.reduce(squares, axis=-1, keepdims=True)
    sums = squares.copy()
    for distance in range(1, radius + 1):
        sums[..., distance:] += squares[..., :-distance]
        sums[..., :-distance] += squares[..., distance:]
    return sums


def _compile(call: Call) -> Kernel:
    radius, axis = call.scalar("radius"), call.scalar("axis")
    bias, alpha, beta = call.scalar("bias"), call.scalar("alpha"), call.scalar("beta")
    assert call.primary.info is not None
    dtype = call.primary.info.dtype

    @without_fp_warnings
    def function(values: Array) -> Array:
        wide = np.moveaxis(values.astype(np.float64), axis, -1)
        base = bias + alpha * _window_sums(wide * wide, radius)
        scaled: F64Array = wide / np.power(base, beta)
        return np.moveaxis(scaled, -1, axis).astype(dtype, order="C")

    return unary(function)


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.LOCAL_RESPONSE_NORMALIZATION,
        properties=Properties(
            SPECIAL, Sampling("elementwise.local_response_normalization"), Cost.AVERAGE
        ),
        since=Version.V1_0,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=ranks(4, since={Version.V1_2: (1, 2, 3, 4)})),
                    scalar("radius", OperandType.INT32, doc="neighbours on either side"),
                    scalar("bias", FLOAT_SCALAR, doc="not zero"),
                    scalar("alpha", FLOAT_SCALAR, doc="factor of the sum of squares"),
                    scalar("beta", FLOAT_SCALAR, doc="exponent"),
                    trailing("axis", OperandType.INT32, -1, Version.V1_2),
                ),
                (5, 6),
            ),
        ),
        outputs=(tensor("output"),),
        conditions=(
            at_least("radius", 0),
            Condition("bias_not_zero", _bias_not_zero, "bias is not zero"),
            axis_in_range("axis", "input"),
        ),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile,
        doc="output = input / (bias + alpha * sum(input^2 within radius along axis))^beta",
    ),
)
