"""Intervals of SOFTMAX, LOG_SOFTMAX and the L2, instance and local response normalizations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np

from conformance.hal import OperationType
from conformance.operations import Call
from conformance.operations.kernels.numerics import F64Array
from conformance.operations.model.definition import Array
from generators.intervals.interval import Interval
from generators.intervals.real_interval import (
    RealInterval,
    norm_share,
    real_values_of,
    standardized,
    to_stored_interval,
)

_O: Final = OperationType


def normalization_interval(call: Call, source: Interval, middle: Array) -> Interval:
    """Return the output interval of a call of one of the operations in ``NORMALIZATIONS``."""
    with np.errstate(all="ignore"):
        values = real_values_of(source, call.inputs[0])
        return to_stored_interval(
            NORMALIZATIONS[call.definition.type](call, values), middle, call.output()
        )


def _log_softmax(call: Call, values: RealInterval) -> RealInterval:
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


def _softmax(call: Call, values: RealInterval) -> RealInterval:
    return _log_softmax(call, values).apply_monotone(np.exp)


def _l2_normalization(call: Call, values: RealInterval) -> RealInterval:
    return norm_share(values, call.scalar("axis"))


def _instance_normalization(call: Call, values: RealInterval) -> RealInterval:
    space = (2, 3) if call.scalar("layout") else (1, 2)
    result = standardized(values, space, call.scalar("epsilon"))
    return result.scaled(call.scalar("gamma")).shifted(call.scalar("beta"))


def _local_response(call: Call, values: RealInterval) -> RealInterval:
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


NORMALIZATIONS: Final[Mapping[OperationType, Callable[[Call, RealInterval], RealInterval]]] = (
    MappingProxyType(
        {
            _O.SOFTMAX: _softmax,
            _O.LOG_SOFTMAX: _log_softmax,
            _O.L2_NORMALIZATION: _l2_normalization,
            _O.INSTANCE_NORMALIZATION: _instance_normalization,
            _O.LOCAL_RESPONSE_NORMALIZATION: _local_response,
        }
    )
)
"""The normalizing operations and the functions that compute their intervals."""
