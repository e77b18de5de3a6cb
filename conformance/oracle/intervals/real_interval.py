"""Interval arithmetic on real numbers in double precision.

The result of a function contains every result for values in the intervals of the operands, which
are assumed to vary independently. An end that is NaN means that the value is unbounded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from conformance.hal import FusedActivation, OperandType
from conformance.operations import OperandView
from conformance.operations.definition.operands import Array
from conformance.operations.kernels.numerics import F64Array, real, store
from conformance.oracle.intervals.interval import Interval, enclosing_interval, unbounded_at

_OUTPUT_SLACK: Final = 2.0**-21
"""Relative error of our own kernels: a few units in the last place of single precision."""


@dataclass(frozen=True, slots=True)
class RealInterval:
    """Intervals of an array's elements: lower and upper ends in arrays of the same shape."""

    low: F64Array
    high: F64Array

    @classmethod
    def point(cls, values: F64Array) -> RealInterval:
        """Return intervals that contain one value each."""
        return cls(values, values)

    @property
    def centre(self) -> F64Array:
        """The midpoint of each interval."""
        middle: F64Array = self.low + (self.high - self.low) / 2
        return middle

    @property
    def radius(self) -> F64Array:
        """Half the width of each interval."""
        half: F64Array = (self.high - self.low) / 2
        return half

    @property
    def magnitude(self) -> RealInterval:
        """The intervals of the absolute values of the elements."""
        low, high = np.abs(self.low), np.abs(self.high)
        nearest = np.where((self.low <= 0) & (self.high >= 0), 0.0, np.minimum(low, high))
        return RealInterval(nearest, np.maximum(low, high))

    def __add__(self, other: RealInterval) -> RealInterval:
        return RealInterval(self.low + other.low, self.high + other.high)

    def __mul__(self, other: RealInterval) -> RealInterval:
        corners = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
        return RealInterval(np.minimum.reduce(corners), np.maximum.reduce(corners))

    def scaled(self, factor: float) -> RealInterval:
        """Return the intervals multiplied by an exact number."""
        ends = self.low * factor, self.high * factor
        return RealInterval(*ends) if factor >= 0 else RealInterval(*ends[::-1])

    def shifted(self, term: float) -> RealInterval:
        """Return the intervals plus an exact number."""
        return RealInterval(self.low + term, self.high + term)

    def widened(self, by: float | F64Array) -> RealInterval:
        """Return the intervals widened on both sides by a number, or by one per element."""
        return RealInterval(self.low - by, self.high + by)

    def with_rounding_error(self, unit: float) -> RealInterval:
        """Return the intervals widened by four roundings with the relative error ``unit``."""
        return self.widened(self.magnitude.high * (4 * unit)).nan_if_endless()

    def nan_if_endless(self) -> RealInterval:
        """Return the intervals with NaN ends where they extend to both infinities.

        Such an element is the sum of infinities, which may be NaN. An activation must not turn it
        into a finite interval.
        """
        endless = np.isneginf(self.low) & np.isposinf(self.high)
        return self.apply_monotone(lambda ends: np.where(endless, np.nan, ends))

    def apply_monotone(self, rising: Callable[[F64Array], F64Array]) -> RealInterval:
        """Return the intervals of ``rising`` of the elements; it must not decrease anywhere."""
        return RealInterval(rising(self.low), rising(self.high))

    def clipped(self, low: float, high: float) -> RealInterval:
        """Return the intervals clipped to two limits."""
        return self.apply_monotone(lambda values: np.clip(values, low, high))

    def select(self, where: int | tuple[slice, int]) -> RealInterval:
        """Return the intervals of some elements, by index."""
        return RealInterval(self.low[where], self.high[where])


def hull(*parts: RealInterval) -> RealInterval:
    """Return the smallest intervals that contain all of these intervals, element by element."""
    lows, highs = [p.low for p in parts], [p.high for p in parts]
    return RealInterval(np.minimum.reduce(lows), np.maximum.reduce(highs))


def concatenate(parts: list[RealInterval], axis: int) -> RealInterval:
    """Return the intervals concatenated along an axis."""
    return RealInterval(
        np.concatenate([p.low for p in parts], axis), np.concatenate([p.high for p in parts], axis)
    )


def matmul(rows: RealInterval, weights: RealInterval, unit: float = 0.0) -> RealInterval:
    """Return the intervals of ``rows @ weights.T``.

    ``unit`` is the relative error of one addition; with 0 the sums are exact.
    """
    x, r = rows.centre, rows.radius
    w, s = weights.centre.T, weights.radius.T
    adding = (np.abs(x) + r) @ (np.abs(w) + s) * (unit * (x.shape[1] + 1))
    return RealInterval.point(x @ w).widened(np.abs(x) @ s + r @ (np.abs(w) + s) + adding)


def sums_of_others(
    terms: F64Array, axis: int | tuple[int, ...], add: np.ufunc = np.add
) -> F64Array:
    """Return for each element the sum of all other elements along ``axis``, combined by ``add``.

    No term is subtracted from a sum, in which a large term would have cancelled the small ones.
    """
    axes = axis if isinstance(axis, tuple) else (axis,)
    last = tuple(range(-len(axes), 0))
    moved = np.moveaxis(terms, axes, last)
    rows = moved.reshape(*moved.shape[: -len(axes)], -1)
    nothing = np.full((*rows.shape[:-1], 1), add.identity)
    before = np.concatenate([nothing, add.accumulate(rows[..., :-1], -1)], -1)
    after = np.concatenate([nothing, add.accumulate(rows[..., :0:-1], -1)], -1)[..., ::-1]
    return np.moveaxis(add(before, after).reshape(moved.shape), last, axes)


def norm_share(
    values: RealInterval, axis: int | tuple[int, ...], extra: float = 0.0
) -> RealInterval:
    """Return the intervals of ``x / sqrt(sum of x^2 along axis + extra)``; 0 where the norm is 0.

    A result increases with its element x, and its magnitude decreases as the magnitudes of the
    other elements increase. Each end is therefore computed from one end of each interval.
    """
    size = values.magnitude
    own_low, own_high = size.low * size.low, size.high * size.high
    rest_low, rest_high = sums_of_others(own_low, axis), sums_of_others(own_high, axis)

    def of(end: F64Array, rest: F64Array) -> F64Array:
        norm = np.sqrt(end * end + rest + extra)
        out: F64Array = np.divide(end, norm, out=np.zeros_like(norm), where=norm != 0)
        return out

    low, high = values.low, values.high
    return RealInterval(
        of(low, np.where(low > 0, rest_high, rest_low)),
        of(high, np.where(high > 0, rest_low, rest_high)),
    )


def deviations(values: RealInterval, axes: tuple[int, ...]) -> RealInterval:
    """Return the intervals of the values minus their mean along ``axes``.

    An element occurs in its mean too, so it is counted with the factor 1 - 1/n. Subtracting the
    interval of the mean would treat the two as independent and give wider intervals.
    """
    count = int(np.prod([values.low.shape[a] for a in axes]))
    low, high = sums_of_others(values.low, axes), sums_of_others(values.high, axes)
    own = 1 - 1 / count
    return RealInterval(values.low * own - high / count, values.high * own - low / count)


def standardized(
    values: RealInterval, axis: int | tuple[int, ...], epsilon: float = 0.0
) -> RealInterval:
    """Return the intervals of ``(x - mean) / sqrt(variance + epsilon)`` along ``axis``.

    The result is 0 for a slice of equal elements. No result exceeds sqrt(n - 1) for n elements.
    """
    axes = axis if isinstance(axis, tuple) else (axis,)
    if not (count := int(np.prod([values.low.shape[a] for a in axes]))):
        return values
    limit = float(np.sqrt(count - 1))
    return (
        norm_share(deviations(values, axes), axis, count * epsilon)
        .scaled(float(np.sqrt(count)))
        .clipped(-limit, limit)
    )


# ------------------------------------------------------------------- to and from operands


def real_values_of(span: Interval, view: OperandView) -> RealInterval:
    """Return the intervals of the real values that an operand's stored values represent.

    The integers of a per-channel bias, whose operand has scale 0, are returned unscaled.
    """
    if view.type == OperandType.TENSOR_INT32 and view.scale:
        return RealInterval(span.low * np.float64(view.scale), span.high * np.float64(view.scale))
    if span.is_point:
        return RealInterval.point(real(span.nominal, view))
    return RealInterval(real(span.low, view), real(span.high, view)).nan_if_endless()


def to_stored_interval(
    bounds: RealInterval, middle: Array, view: OperandView, activation: int = FusedActivation.NONE
) -> Interval:
    """Return real intervals as the interval of an output operand, after a fused activation.

    The ends are widened by the error of our own kernels and rounded to the output's type.
    """
    with np.errstate(all="ignore"):
        slack = _OUTPUT_SLACK * np.maximum(np.abs(bounds.low), np.abs(bounds.high))
        wide = bounds.widened(np.where(np.isfinite(slack), slack, 0.0))
        ends = [store(end, view, activation).reshape(middle.shape) for end in (wide.low, wide.high)]
        open_ = (np.isnan(bounds.low) | np.isnan(bounds.high)).reshape(middle.shape)
        endless = (np.isneginf(bounds.low) & np.isposinf(bounds.high)).reshape(middle.shape)
    span = enclosing_interval(middle, ends)
    # ``store`` applies the activation, which makes infinite ends finite. But an unbounded float may
    # also be NaN, which no activation bounds, so such an element stays unbounded.
    return unbounded_at(span, endless if middle.dtype.kind == "f" else open_)
