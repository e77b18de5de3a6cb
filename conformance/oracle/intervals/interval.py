"""Intervals of operand values in the operand's own type, and functions that widen or map them.

``conformance.oracle.intervals.real_interval`` has intervals of real numbers in double precision, on
which operations are computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from operator import attrgetter
from typing import Final

import numpy as np

from conformance.hal import INFO, OperandType
from conformance.operations import Call, Kernel, OperandView
from conformance.operations.definition.definition import is_quantized
from conformance.operations.definition.operands import Array
from conformance.operations.definition.properties import Precision, Undefined
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


def with_error(span: Interval, error: Array) -> Interval:
    """Return a floating-point interval, widened on both sides by an absolute error."""
    with np.errstate(all="ignore"):
        low, high = span.low.astype(np.float64) - error, span.high.astype(np.float64) + error
        return unbounded_where_nan(
            low.astype(span.nominal.dtype), span.nominal, high.astype(span.nominal.dtype)
        )


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


def hull(spans: Sequence[Interval]) -> Interval:
    """Return the smallest interval that contains all of them, with the first nominal value."""
    ends = [end for span in spans for end in (span.low, span.high)]
    return enclosing_interval(spans[0].nominal, ends)


_KERNEL_ERROR: Final = Tolerance(0.0, 2.0**-21)
"""Tolerance for the error of our own float32 kernels, which is a few units in the last place.

Because of this error, a result inside an interval may exceed the results at the interval's ends.
"""

_Endpoint = Callable[[Interval], Array]
_EndpointChoice = Mapping[int, _Endpoint]
"""Functions that select the value of each inexact input, by the input's position."""
_LOW: Final[_Endpoint] = attrgetter("low")
_HIGH: Final[_Endpoint] = attrgetter("high")


def all_lower_and_all_upper(loose: Sequence[int]) -> list[_EndpointChoice]:
    """Return two choices: the lower ends of all inputs, and the upper ends."""
    return [dict.fromkeys(loose, end) for end in (_LOW, _HIGH)]


def endpoint_combinations(loose: Sequence[int]) -> list[_EndpointChoice]:
    """Return a choice for every combination of lower and upper ends of the inputs."""
    return [
        dict(zip(loose, ends, strict=True)) for ends in product((_LOW, _HIGH), repeat=len(loose))
    ]


def _nan_choices(inputs: Sequence[Interval | None]) -> list[_EndpointChoice]:
    """Return a choice with NaN for unbounded elements, or none if no input has such elements.

    An unbounded element may be NaN, and the results at infinite ends do not show its effect.
    """
    positions = [p for p, span in enumerate(inputs) if span is not None and span.unbounded.any()]
    return [dict.fromkeys(positions, _nan_where_unbounded)] if positions else []


def _nan_where_unbounded(span: Interval) -> Array:
    return np.where(span.unbounded, np.nan, span.nominal).astype(span.nominal.dtype)


def kernel_envelope(
    call: Call,
    kernel: Kernel,
    inputs: Sequence[Interval | None],
    middles: Sequence[Array],
    choices: Sequence[_EndpointChoice],
) -> list[Interval]:
    """Return the smallest intervals around the results for all choices of input values.

    The nominal results ``middles`` are included, as are the results at turning points.
    """
    results = []
    for choice in (*choices, *_nan_choices(inputs)):
        arrays = [
            None if span is None else choice[position](span) if position in choice else span.nominal
            for position, span in enumerate(inputs)
        ]
        results.append(run_without_warnings(kernel, arrays))
        results += [
            run_without_warnings(kernel, [turned, *arrays[1:]])
            for turned in _turning_inputs(call, inputs[0])
        ]
    if any(len(r) != len(middles) for r in results):
        return [unbounded_interval(array) for array in middles]
    spans = [
        enclosing_interval(middle, [r[n] for r in results]) for n, middle in enumerate(middles)
    ]
    behavior = call.definition.properties.intervals
    if behavior.precision is not Precision.ROUNDED:
        return spans
    if behavior.undefined is Undefined.UNCONVERTIBLE and inputs[0] is not None:
        # The contract does not define the conversion of NaN to an integer.
        spans = [unbounded_at(span, inputs[0].unbounded) for span in spans]
    return [widened(s, _KERNEL_ERROR) if s.nominal.dtype == np.float32 else s for s in spans]


def _turning_inputs(call: Call, source: Interval | None) -> list[Array]:
    """Return the first input moved as close to each turning point as its interval permits.

    A function that is not monotone has its extreme value there.
    """
    if source is None or source.is_point:
        return []
    turned = []
    for point in call.definition.properties.intervals.turning_points:
        for code in _adjacent_codes(point, call.inputs[0]):
            value = np.asarray(code, source.nominal.dtype)
            nearest = np.clip(value, source.low, source.high)
            # ``clip`` may replace 0 by an end of -0, whose reciprocal has another sign.
            turned.append(np.where(nearest == value, value, nearest))
    return turned


def _adjacent_codes(point: float, view: OperandView) -> tuple[float, ...]:
    """Return the stored values next to a real value: the value itself, or the two codes around."""
    if not is_quantized(view):
        return (point,)
    assert view.info is not None
    code = view.zero_point + point / view.scale
    minimum, maximum = view.info.code_range
    return tuple(min(max(int(end(code)), minimum), maximum) for end in (np.floor, np.ceil))


def unbounded_where_undefined(
    call: Call, inputs: Sequence[Interval | None], span: Interval
) -> Interval:
    """Return the interval, unbounded where the results at the corners do not enclose all results.

    That is so where a divisor may be 0, where the base of a power may not be positive, and where
    an integer result may overflow.
    """
    first, second = inputs[0], inputs[1]
    assert first is not None
    assert second is not None
    undefined = call.definition.properties.intervals.undefined
    if undefined is Undefined.ZERO_DIVISOR:
        unsure = (second.low <= 0) & (second.high >= 0)
    elif undefined is Undefined.NONPOSITIVE_BASE:
        unsure = first.low <= 0
    elif undefined is not None and span.nominal.dtype == np.int32:
        unsure = _may_overflow(undefined, first, second)
    else:
        return span
    return unbounded_at(span, np.broadcast_to(unsure, span.nominal.shape))


def _may_overflow(undefined: Undefined, first: Interval, second: Interval) -> Array:
    """Return where an int32 result may exceed the range of its type and wrap around."""
    largest = [
        np.maximum(np.abs(s.low.astype(np.float64)), np.abs(s.high.astype(np.float64)))
        for s in (first, second)
    ]
    product_overflows = undefined is Undefined.INT32_PRODUCT
    size = largest[0] * largest[1] if product_overflows else largest[0] + largest[1]
    return np.asarray(size > np.iinfo(np.int32).max)
