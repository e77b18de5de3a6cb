"""Intervals of operand values in the operand's own type, and functions that widen them.

``conformance.oracle.intervals.real_interval`` has intervals of real numbers in double precision, on
which operations are computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from conformance.hal import INFO, OperandType
from conformance.operations import Kernel
from conformance.operations.definition.definition import Array
from conformance.oracle.accuracy import EXACT, FLOAT16, FLOAT32, ONE_STEP, Tolerance

_T: Final = OperandType
HALF_MOST: Final = 65504.0
"""The largest finite number of float16."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The interval of each element of an operand, in the operand's type.

    ``nominal`` is the value that the reference computes; ``low`` and ``high`` are the ends of the
    range that admissible rounding permits. All three have the same shape.
    """

    low: Array
    nominal: Array
    high: Array

    @classmethod
    def point(cls, array: Array) -> Interval:
        """Return an interval that contains only the value itself."""
        # ``is_point`` compares the identity of the ends, so both are the same object.
        return cls(array, array, array)

    @property
    def unbounded(self) -> Array:
        """Flags of the elements whose interval is unbounded; such an element may also be NaN."""
        if self.is_point or self.nominal.dtype.kind != "f":
            return np.zeros(self.nominal.shape, np.bool_)
        return np.isneginf(self.low) & np.isposinf(self.high)

    @property
    def is_point(self) -> bool:
        """Whether the value is certain: the interval was created by ``point``."""
        return self.low is self.high


OptionalIntervals = list[Interval | None]


def rounding_tolerance(operand_type: int, *, relaxed: bool) -> Tolerance:
    """Return the tolerance of one operation's results of this type; ``EXACT`` for integers."""
    if operand_type == _T.TENSOR_FLOAT16 or (relaxed and operand_type == _T.TENSOR_FLOAT32):
        return FLOAT16
    if operand_type == _T.TENSOR_FLOAT32:
        return FLOAT32
    info = INFO.get(operand_type)
    return ONE_STEP if info is not None and info.quantized else EXACT


def relaxed_interval(span: Interval) -> Interval:
    """Return a float32 interval, extended to the float16 values that may be read instead.

    A relaxed model permits a driver to compute in float16. Other intervals are unchanged.
    """
    if span.nominal.dtype != np.float32 or not span.nominal.ndim:
        return span
    with np.errstate(over="ignore"):
        low, high = _float16_outwards(span.low, np.less), _float16_outwards(span.high, np.greater)
    if span.is_point and (low == high).all():
        return span
    return unbounded_where_nan(low, span.nominal, high)


def _float16_outwards(end: Array, beyond: np.ufunc) -> Array:
    """Return an end of a float32 interval in float16, rounded away from the interval.

    ``beyond`` is ``np.less`` for lower ends and ``np.greater`` for upper ends.
    """
    half = end.astype(np.float16)
    away = np.float16(np.inf if beyond is np.greater else -np.inf)
    inside = ~np.isnan(end) & (half != end) & ~beyond(half, end)
    return np.where(inside, np.nextafter(half, away), half).astype(np.float32)


def is_determined(span: Interval) -> bool:
    """Return whether each element has a single possible value."""
    return span.is_point or bool((span.low == span.high).all())


def widened(span: Interval, tolerance: Tolerance) -> Interval:
    """Return the interval widened by one rounding within ``tolerance``."""
    if tolerance == EXACT:
        return span
    dtype = span.nominal.dtype
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        step = int(tolerance.atol)
        low = np.maximum(span.low.astype(np.int64) - step, info.min).astype(dtype)
        high = np.minimum(span.high.astype(np.int64) + step, info.max).astype(dtype)
        return Interval(low, span.nominal, high)
    with np.errstate(all="ignore"):
        wide_low, wide_high = span.low.astype(np.float64), span.high.astype(np.float64)
        low = (wide_low - tolerance.atol - tolerance.rtol * np.abs(wide_low)).astype(dtype)
        high = (wide_high + tolerance.atol + tolerance.rtol * np.abs(wide_high)).astype(dtype)
    return unbounded_where_nan(low, span.nominal, high)


def unbounded_where_nan(low: Array, middle: Array, high: Array) -> Interval:
    """Return the interval, unbounded where an end is NaN or the nominal value is not finite."""
    broken = np.isnan(low) | np.isnan(high) | ~np.isfinite(middle)
    if broken.any():
        low, high = np.where(broken, -np.inf, low), np.where(broken, np.inf, high)
    return Interval(low.astype(middle.dtype), middle, high.astype(middle.dtype))


def unbounded_interval(middle: Array) -> Interval:
    """Return the interval that contains every value of the type, around a nominal value."""
    if middle.dtype.kind == "f":
        ends: tuple[float, float] = (-np.inf, np.inf)
    elif middle.dtype.kind == "b":
        ends = (False, True)
    else:
        info = np.iinfo(middle.dtype)
        ends = (info.min, info.max)
    return Interval(
        np.full(middle.shape, ends[0], middle.dtype),
        middle,
        np.full(middle.shape, ends[1], middle.dtype),
    )


def unbounded_at(span: Interval, where: Array) -> Interval:
    """Return the interval, with the whole range of the type where ``where`` is true."""
    if not where.any():
        return span
    everything = unbounded_interval(span.nominal)
    return Interval(
        np.where(where, everything.low, span.low),
        span.nominal,
        np.where(where, everything.high, span.high),
    )


def nominal_values(inputs: Sequence[Interval | None]) -> list[Array | None]:
    """Return the nominal values of intervals, with ``None`` for omitted inputs."""
    return [None if span is None else span.nominal for span in inputs]


def run_without_warnings(kernel: Kernel, arrays: Sequence[Array | None]) -> Sequence[Array]:
    """Return a kernel's results without numpy's warnings: ends of intervals may overflow."""
    with np.errstate(all="ignore"):
        return kernel(arrays)


def enclosing_interval(middle: Array, candidates: Sequence[Array]) -> Interval:
    """Return the smallest interval that contains the nominal value and all candidates.

    The interval is unbounded if a candidate has another shape than the nominal value.
    """
    if any(array.shape != middle.shape for array in candidates):
        return unbounded_interval(middle)
    low, high = middle, middle
    with np.errstate(all="ignore"):
        for array in candidates:
            low, high = np.minimum(low, array), np.maximum(high, array)
    if middle.dtype.kind == "f":
        return unbounded_where_nan(low, middle, high)
    return Interval(low, middle, high)
