"""Intervals of operand values in the operand's own type, and functions that widen them.

``generators.bounds`` has intervals of real numbers in double precision, on which operations are
computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from conformance.hal import INFO, OperandType
from conformance.harness.accuracy import EXACT, FLOAT16, FLOAT32, ONE, Tolerance
from conformance.operations import Kernel
from conformance.operations.definition import Array

_T: Final = OperandType
HALF_MOST: Final = 65504.0
"""The largest finite number of float16."""


@dataclass(frozen=True, slots=True)
class Span:
    """The interval of each element of an operand, in the operand's type.

    ``middle`` is the nominal value, which the reference computes; ``low`` and ``high`` are the ends
    of the range that admissible rounding permits. All three have the same shape.
    """

    low: Array
    middle: Array
    high: Array

    @classmethod
    def exactly(cls, array: Array) -> Span:
        """Return an interval that contains only the value itself."""
        # ``exact`` compares the identity of the ends, so both are the same object.
        return cls(array, array, array)

    @property
    def open(self) -> Array:
        """Flags of the elements whose interval is unbounded; such an element may also be NaN."""
        if self.exact or self.middle.dtype.kind != "f":
            return np.zeros(self.middle.shape, np.bool_)
        return np.isneginf(self.low) & np.isposinf(self.high)

    @property
    def exact(self) -> bool:
        """Whether the value is certain: the interval was created by ``exactly``."""
        return self.low is self.high


Spans = list[Span | None]


def roundings(operand_type: int, *, relaxed: bool) -> Tolerance:
    """Return the tolerance of one operation's results of this type; ``EXACT`` for integers."""
    if operand_type == _T.TENSOR_FLOAT16 or (relaxed and operand_type == _T.TENSOR_FLOAT32):
        return FLOAT16
    if operand_type == _T.TENSOR_FLOAT32:
        return FLOAT32
    info = INFO.get(operand_type)
    return ONE if info is not None and info.quantized else EXACT


def as_relaxed(span: Span) -> Span:
    """Return a float32 interval, extended to the float16 values that may be read instead.

    A relaxed model permits a driver to compute in float16. Other intervals are unchanged.
    """
    if span.middle.dtype != np.float32 or not span.middle.ndim:
        return span
    with np.errstate(over="ignore"):
        low, high = _halved(span.low, np.less), _halved(span.high, np.greater)
    if span.exact and (low == high).all():
        return span
    return sound(low, span.middle, high)


def _halved(end: Array, beyond: np.ufunc) -> Array:
    """Return an end of a float32 interval in float16, rounded away from the interval.

    ``beyond`` is ``np.less`` for lower ends and ``np.greater`` for upper ends.
    """
    half = end.astype(np.float16)
    away = np.float16(np.inf if beyond is np.greater else -np.inf)
    inside = ~np.isnan(end) & (half != end) & ~beyond(half, end)
    return np.where(inside, np.nextafter(half, away), half).astype(np.float32)


def settled(span: Span) -> bool:
    """Return whether each element has a single possible value."""
    return span.exact or bool((span.low == span.high).all())


def widened(span: Span, tolerance: Tolerance) -> Span:
    """Return the interval widened by one rounding within ``tolerance``."""
    if tolerance == EXACT:
        return span
    dtype = span.middle.dtype
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        step = int(tolerance.atol)
        low = np.maximum(span.low.astype(np.int64) - step, info.min).astype(dtype)
        high = np.minimum(span.high.astype(np.int64) + step, info.max).astype(dtype)
        return Span(low, span.middle, high)
    with np.errstate(all="ignore"):
        wide_low, wide_high = span.low.astype(np.float64), span.high.astype(np.float64)
        low = (wide_low - tolerance.atol - tolerance.rtol * np.abs(wide_low)).astype(dtype)
        high = (wide_high + tolerance.atol + tolerance.rtol * np.abs(wide_high)).astype(dtype)
    return sound(low, span.middle, high)


def sound(low: Array, middle: Array, high: Array) -> Span:
    """Return the interval, unbounded where an end is NaN or the nominal value is not finite."""
    broken = np.isnan(low) | np.isnan(high) | ~np.isfinite(middle)
    if broken.any():
        low, high = np.where(broken, -np.inf, low), np.where(broken, np.inf, high)
    return Span(low.astype(middle.dtype), middle, high.astype(middle.dtype))


def unknown(middle: Array) -> Span:
    """Return the interval that contains every value of the type, around a nominal value."""
    if middle.dtype.kind == "f":
        ends: tuple[float, float] = (-np.inf, np.inf)
    elif middle.dtype.kind == "b":
        ends = (False, True)
    else:
        info = np.iinfo(middle.dtype)
        ends = (info.min, info.max)
    return Span(
        np.full(middle.shape, ends[0], middle.dtype),
        middle,
        np.full(middle.shape, ends[1], middle.dtype),
    )


def opened(span: Span, where: Array) -> Span:
    """Return the interval, with the whole range of the type where ``where`` is true."""
    if not where.any():
        return span
    everything = unknown(span.middle)
    return Span(
        np.where(where, everything.low, span.low),
        span.middle,
        np.where(where, everything.high, span.high),
    )


def middles_of(inputs: Sequence[Span | None]) -> list[Array | None]:
    """Return the nominal values of intervals, with ``None`` for omitted inputs."""
    return [None if span is None else span.middle for span in inputs]


def quietly(kernel: Kernel, arrays: Sequence[Array | None]) -> Sequence[Array]:
    """Return a kernel's results without numpy's warnings: ends of intervals may overflow."""
    with np.errstate(all="ignore"):
        return kernel(arrays)


def around(middle: Array, candidates: Sequence[Array]) -> Span:
    """Return the smallest interval that contains the nominal value and all candidates.

    The interval is unbounded if a candidate has another shape than the nominal value.
    """
    if any(array.shape != middle.shape for array in candidates):
        return unknown(middle)
    low, high = middle, middle
    with np.errstate(all="ignore"):
        for array in candidates:
            low, high = np.minimum(low, array), np.maximum(high, array)
    if middle.dtype.kind == "f":
        return sound(low, middle, high)
    return Span(low, middle, high)
