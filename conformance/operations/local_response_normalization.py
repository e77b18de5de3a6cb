"""LOCAL_RESPONSE_NORMALIZATION: values divided by a power of a windowed sum of squares.

The window runs along one axis. Computed in double precision and rounded once.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


@op.condition("bias is not zero")
def _bias_not_zero(call: op.Call) -> str | None:
    return None if call.scalar("bias") != 0 else "bias is 0, but must not be zero"


def _window_sums(squares: op.F64Array, radius: int) -> op.F64Array:
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


def _compile(call: op.Call) -> op.Kernel:
    radius, axis = call.scalar("radius"), call.scalar("axis")
    bias, alpha, beta = call.scalar("bias"), call.scalar("alpha"), call.scalar("beta")

    def normalized(values: op.Array) -> op.F64Array:
        x = np.moveaxis(values.astype(np.float64), axis, -1)
        scaled: op.F64Array = x / np.power(bias + alpha * _window_sums(x * x, radius), beta)
        return np.moveaxis(scaled, -1, axis)

    return op.rounded(call.primary, normalized)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.LOCAL_RESPONSE_NORMALIZATION,
    properties=op.properties(
        op.SPECIAL, "normalizations.local_response_normalization", op.Cost.AVERAGE
    ),
    types=op.FLOAT_TYPES_1_0,
    forms=op.one_form(
        op.tensor("input", ranks=op.ranks(4, since={op.Version.V1_2: (1, 2, 3, 4)})),
        op.int32("radius", "neighbours on either side"),
        op.float_scalar("bias", "not zero"),
        op.float_scalar("alpha", "factor of the sum of squares"),
        op.float_scalar("beta", "exponent"),
        op.trailing("axis", op.OperandType.INT32, -1, op.Version.V1_2),
    ),
    conditions=(op.at_least("radius", 0), _bias_not_zero, op.axis_in_range("axis", "input")),
    compile=_compile,
    doc="output = input / (bias + alpha * sum(input^2 within radius along axis))^beta",
)
