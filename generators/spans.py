"""Intervals of operand values, their widening by rounding, and unbounded intervals."""

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
    """A nominal value and the range that admissible rounding allows, in the operand's type."""

    low: Array
    middle: Array
    high: Array

    @classmethod
    def exactly(cls, array: Array) -> Span:
        """Return an interval that contains only the value itself."""
        return cls(array, array, array)

    @property
    def open(self) -> Array:
        """Where the interval is unbounded, so that the value may also be NaN."""
        if self.exact or self.middle.dtype.kind != "f":
            return np.zeros(self.middle.shape, np.bool_)
        return np.isneginf(self.low) & np.isposinf(self.high)

    @property
    def exact(self) -> bool:
        """Whether the interval contains only the nominal value."""
        return self.low is self.high


Spans = list[Span | None]


def roundings(operand_type: int, *, relaxed: bool) -> Tolerance:
    """Return the error that one operation may make in results of this type."""
    if operand_type == _T.TENSOR_FLOAT16 or (relaxed and operand_type == _T.TENSOR_FLOAT32):
        return FLOAT16
    if operand_type == _T.TENSOR_FLOAT32:
        return FLOAT32
    info = INFO.get(operand_type)
    return ONE if info is not None and info.quantized else EXACT


def as_relaxed(span: Span) -> Span:
    """Return a float32 interval as a relaxed computation may read it: in float16."""
    if span.middle.dtype != np.float32 or not span.middle.ndim:
        return span
    with np.errstate(over="ignore"):
        low, high = _halved(span.low, np.less), _halved(span.high, np.greater)
    if span.exact and (low == high).all():
        return span
    return sound(low, span.middle, high)


def _halved(end: Array, beyond: np.ufunc) -> Array:
    """Return the float16 value nearest to an end that does not shrink the interval."""
    half = end.astype(np.float16)
    away = np.float16(np.inf if beyond is np.greater else -np.inf)
    inside = ~np.isnan(end) & (half != end) & ~beyond(half, end)
    return np.where(inside, np.nextafter(half, away), half).astype(np.float32)


def settled(span: Span) -> bool:
    """Return whether both ends are equal for all elements."""
    return span.exact or bool((span.low == span.high).all())


def widened(span: Span, tolerance: Tolerance) -> Span:
    """Return the interval widened by one rounding."""
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
    """Return the whole range of the type around a nominal value."""
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
    """Return the interval, unbounded for some of the elements."""
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
    """Run a kernel on values that may overflow."""
    with np.errstate(all="ignore"):
        return kernel(arrays)


def around(middle: Array, candidates: Sequence[Array]) -> Span:
    """Return the smallest interval around all candidates; unbounded if their shapes differ."""
    if any(array.shape != middle.shape for array in candidates):
        return unknown(middle)
    low, high = middle, middle
    with np.errstate(all="ignore"):
        for array in candidates:
            low, high = np.minimum(low, array), np.maximum(high, array)
    if middle.dtype.kind == "f":
        return sound(low, middle, high)
    return Span(low, middle, high)
