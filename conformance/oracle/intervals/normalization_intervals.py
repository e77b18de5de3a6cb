"""Intervals of SOFTMAX, LOG_SOFTMAX and the L2, instance and local response normalizations."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from conformance.operations import Call
from conformance.operations.definition.definition import Array
from conformance.operations.kernels.numerics import F64Array
from conformance.oracle.intervals.interval import Interval
from conformance.oracle.intervals.real_interval import (
    RealInterval,
    norm_share,
    real_values_of,
    standardized,
    to_stored_interval,
)

NormalizationFormula = Callable[[Call, RealInterval], RealInterval]


def normalization_interval(
    formula: NormalizationFormula, call: Call, source: Interval, middle: Array
) -> Interval:
    """Return the output interval of a call by the formula of its operation."""
    with np.errstate(all="ignore"):
        values = real_values_of(source, call.inputs[0])
        return to_stored_interval(formula(call, values), middle, call.output())


def log_softmax_interval(call: Call, values: RealInterval) -> RealInterval:
    """Return the interval of LOG_SOFTMAX.

    A result increases with its own element and decreases as the other elements increase, so each
    end follows from one end of each interval.
    """
    axis, scaled = call.scalar("axis"), values.scaled(call.scalar("beta"))
    peak = np.maximum.reduce(scaled.high, axis=axis, keepdims=True, initial=-np.inf)
    scaled = RealInterval(scaled.low - peak, scaled.high - peak)
    powers = scaled.apply_monotone(np.exp)

    def end(own: F64Array, power: F64Array, others: F64Array) -> F64Array:
        rest = np.maximum(np.add.reduce(others, axis=axis, keepdims=True) - others, 0.0)
        logarithm: F64Array = own - np.log(power + rest)
        return logarithm

    low = end(scaled.low, powers.low, powers.high)
    high = np.minimum(end(scaled.high, powers.high, powers.low), 0.0)
    return RealInterval(low, high)


def softmax_interval(call: Call, values: RealInterval) -> RealInterval:
    """Return the interval of SOFTMAX."""
    return log_softmax_interval(call, values).apply_monotone(np.exp)


def l2_normalization_interval(call: Call, values: RealInterval) -> RealInterval:
    """Return the interval of L2_NORMALIZATION."""
    return norm_share(values, call.scalar("axis"))


def instance_normalization_interval(call: Call, values: RealInterval) -> RealInterval:
    """Return the interval of INSTANCE_NORMALIZATION."""
    space = (2, 3) if call.scalar("layout") else (1, 2)
    result = standardized(values, space, call.scalar("epsilon"))
    return result.scaled(call.scalar("gamma")).shifted(call.scalar("beta"))


def local_response_interval(call: Call, values: RealInterval) -> RealInterval:
    """Return the interval of LOCAL_RESPONSE_NORMALIZATION."""
    axis, radius = call.scalar("axis"), call.scalar("radius")
    size = values.magnitude
    squares = (size * size).apply_monotone(lambda ends: np.moveaxis(ends, axis, -1))

    def around(ends: F64Array) -> F64Array:
        """Return the sums over the window around each element of the last axis."""
        depth = ends.shape[-1]
        places = np.abs(np.subtract.outer(np.arange(depth), np.arange(depth))) <= radius
        total: F64Array = np.moveaxis(ends @ places.astype(np.float64), -1, axis)
        return total

    base = squares.apply_monotone(around).scaled(call.scalar("alpha")).shifted(call.scalar("bias"))
    base = RealInterval(np.where(base.low > 0, base.low, np.nan), base.high)
    factors = [np.power(end, -call.scalar("beta")) for end in (base.low, base.high)]
    return values * RealInterval(np.minimum(*factors), np.maximum(*factors))
