"""Real intervals in double precision, and what arithmetic makes of them.

Ends hold for all values between them: sums and products as if their parts varied independently. A
NaN end says that nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from conformance.hal import FusedActivation, OperandType
from conformance.operations import OperandView
from conformance.operations.definition import Array
from conformance.operations.numerics import F64Array, real, store
from generators.spans import Span, around, opened

_SLACK: Final = 2.0**-21
"""What kernels may be off by themselves, as part of a value: a few units of single precision."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Lower and upper ends, arrays of one shape in double precision."""

    low: F64Array
    high: F64Array

    @classmethod
    def exactly(cls, values: F64Array) -> Bounds:
        """Values without leeway."""
        return cls(values, values)

    @property
    def centre(self) -> F64Array:
        """The middle between the ends."""
        middle: F64Array = self.low + (self.high - self.low) / 2
        return middle

    @property
    def radius(self) -> F64Array:
        """Half the distance of the ends."""
        half: F64Array = (self.high - self.low) / 2
        return half

    @property
    def magnitude(self) -> Bounds:
        """How far from zero."""
        low, high = np.abs(self.low), np.abs(self.high)
        nearest = np.where((self.low <= 0) & (self.high >= 0), 0.0, np.minimum(low, high))
        return Bounds(nearest, np.maximum(low, high))

    def __add__(self, other: Bounds) -> Bounds:
        return Bounds(self.low + other.low, self.high + other.high)

    def __mul__(self, other: Bounds) -> Bounds:
        corners = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
        return Bounds(np.minimum.reduce(corners), np.maximum.reduce(corners))

    def times(self, factor: float) -> Bounds:
        """Multiplied by an exact number."""
        ends = self.low * factor, self.high * factor
        return Bounds(*ends) if factor >= 0 else Bounds(*ends[::-1])

    def plus(self, term: float) -> Bounds:
        """An exact number added."""
        return Bounds(self.low + term, self.high + term)

    def plus_or_minus(self, by: float) -> Bounds:
        """Both ends moved outwards by a number."""
        return Bounds(self.low - by, self.high + by)

    def wider(self, by: F64Array) -> Bounds:
        """Both ends moved outwards."""
        return Bounds(self.low - by, self.high + by)

    def rounded(self, unit: float) -> Bounds:
        """A few more roundings with this relative error."""
        return self.wider(self.magnitude.high * (4 * unit))

    def through(self, rising: Callable[[F64Array], F64Array]) -> Bounds:
        """What a function that never falls makes of it."""
        return Bounds(rising(self.low), rising(self.high))

    def clipped(self, low: float, high: float) -> Bounds:
        """Cut off at two limits."""
        return self.through(lambda values: np.clip(values, low, high))

    def at(self, where: int | tuple[slice, int]) -> Bounds:
        """Some of the elements."""
        return Bounds(self.low[where], self.high[where])


def hull(*parts: Bounds) -> Bounds:
    """The smallest interval around all of these."""
    lows, highs = [p.low for p in parts], [p.high for p in parts]
    return Bounds(np.minimum.reduce(lows), np.maximum.reduce(highs))


def joined(parts: list[Bounds], axis: int) -> Bounds:
    """One after the other along an axis."""
    return Bounds(
        np.concatenate([p.low for p in parts], axis), np.concatenate([p.high for p in parts], axis)
    )


def matmul(rows: Bounds, weights: Bounds, unit: float = 0.0) -> Bounds:
    """``rows @ weights.T`` by centre and radius; ``unit`` is the relative error of an addition."""
    x, r = rows.centre, rows.radius
    w, s = weights.centre.T, weights.radius.T
    adding = (np.abs(x) + r) @ (np.abs(w) + s) * (unit * (x.shape[1] + 1))
    return Bounds.exactly(x @ w).wider(np.abs(x) @ s + r @ (np.abs(w) + s) + adding)


def share(values: Bounds, axis: int | tuple[int, ...], extra: float = 0.0) -> Bounds:
    """``x / sqrt(sum of x^2 along axis + extra)``, with 0 for the share of nothing.

    An element's share rises with it, and the others only make it smaller.
    """
    size = values.magnitude
    own_low, own_high = size.low * size.low, size.high * size.high
    least = np.maximum(np.add.reduce(own_low, axis=axis, keepdims=True) - own_low, 0.0)
    most = np.maximum(np.add.reduce(own_high, axis=axis, keepdims=True) - own_high, 0.0)

    def of(end: F64Array, rest: F64Array) -> F64Array:
        norm = np.sqrt(end * end + rest + extra)
        out: F64Array = np.divide(end, norm, out=np.zeros_like(norm), where=norm != 0)
        return out

    low, high = values.low, values.high
    return Bounds(
        of(low, np.where(low > 0, most, least)), of(high, np.where(high > 0, least, most))
    )


def deviations(values: Bounds, axes: tuple[int, ...]) -> Bounds:
    """What is left of values less their mean along some axes."""
    count = int(np.prod([values.low.shape[a] for a in axes]))
    low, high = (np.add.reduce(end, axis=axes, keepdims=True) for end in (values.low, values.high))
    own = 1 - 1 / count
    return Bounds(
        values.low * own - (high - values.high) / count,
        values.high * own - (low - values.low) / count,
    )


def standardized(values: Bounds, axis: int | tuple[int, ...], epsilon: float = 0.0) -> Bounds:
    """``(x - mean) / sqrt(variance + epsilon)`` along axes; a constant slice becomes 0."""
    axes = axis if isinstance(axis, tuple) else (axis,)
    count = int(np.prod([values.low.shape[a] for a in axes]))
    if not count:
        return values
    most = float(np.sqrt(count - 1))
    return (
        share(deviations(values, axes), axis, count * epsilon)
        .times(float(np.sqrt(count)))
        .clipped(-most, most)
    )


# ------------------------------------------------------------------- to and from operands


def meaning(span: Span, view: OperandView) -> Bounds:
    """The real values of an operand; a bias beside per-channel scales has none of its own."""
    if view.type == OperandType.TENSOR_INT32 and view.scale:
        return Bounds(span.low * np.float64(view.scale), span.high * np.float64(view.scale))
    if span.exact:
        return Bounds.exactly(real(span.middle, view))
    low, high = real(span.low, view), real(span.high, view)
    open_ = np.isneginf(low) & np.isposinf(high)
    return Bounds(np.where(open_, np.nan, low), np.where(open_, np.nan, high))


def stored(
    bounds: Bounds, middle: Array, view: OperandView, activation: int = FusedActivation.NONE
) -> Span:
    """Real bounds as the interval of an output, rounded to its type."""
    with np.errstate(all="ignore"):
        slack = _SLACK * np.maximum(np.abs(bounds.low), np.abs(bounds.high))
        wide = bounds.wider(np.where(np.isfinite(slack), slack, 0.0))
        ends = [store(end, view, activation).reshape(middle.shape) for end in (wide.low, wide.high)]
        open_ = (np.isnan(bounds.low) | np.isnan(bounds.high)).reshape(middle.shape)
        endless = (np.isneginf(bounds.low) & np.isposinf(bounds.high)).reshape(middle.shape)
    span = around(middle, ends)
    # An activation bounds what is a number; what has no ends may be none.
    return opened(span, endless if middle.dtype.kind == "f" else open_)
