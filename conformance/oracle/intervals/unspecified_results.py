"""Widening of intervals for results that the contract leaves unspecified, apart from rounding.

These results are:

- the choice among several equal boxes or peaks, and the order of the boxes of an image
  (``conformance.oracle.intervals.detection_results``);
- the pixel that a resized image copies at the edge between two pixels;
- the result of an operation that computes with NaN, and the integer to which NaN or a number
  beyond the integer range is converted;
- the code of a quantized RSQRT for a negative number;
- results whose sums, squares or products exceed the range of their type on the way, such as a mean
  of float32 numbers near 3e38. In relaxed models the range is
  that of float16, because the contract permits "calculations with range and/or precision as low as
  that of the IEEE 754 16-bit floating-point format";
- a power whose logarithm times the exponent is NaN, such as 0 to the power of 0.

``docs/explanation/accuracy.md`` quotes the clauses. ``index_intervals``
handles ties of ARGMAX, ARGMIN and TOPK_V2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from conformance.operations import Call
from conformance.operations.definition.definition import is_quantized
from conformance.operations.definition.operands import Array
from conformance.operations.definition.properties import (
    AVERAGING_RULES,
    INDEX_RULES,
    IntervalBehavior,
    IntervalRule,
    Precision,
    Undefined,
)
from conformance.operations.kernels.numerics import F64Array
from conformance.oracle.intervals.detection_results import (
    OutputIntervals,
    UnspecifiedRows,
    alternative_peaks,
    detection_intervals,
)
from conformance.oracle.intervals.index_intervals import IndexSet
from conformance.oracle.intervals.interval import (
    HALF_MOST,
    Interval,
    enclosing_interval,
    hull,
    nominal_values,
    relaxed_interval,
    run_without_warnings,
    unbounded_at,
)
from conformance.oracle.intervals.special_intervals import (
    INTERMEDIATE_MAGNITUDES,
    Magnitudes,
    first_magnitudes,
)
from conformance.oracle.intervals.sum_intervals import float32_call

_R: Final = IntervalRule

OVERFLOWING_RULES: Final = frozenset({_R.AVERAGE, _R.SUM, _R.PRODUCT})
"""Rules of operations whose partial results may leave float32's range although the result does not.

The order of the terms is not specified, so a driver that computes in float32 may return an infinity
or NaN there.
"""


def widen_unspecified(
    call: Call, given: Sequence[Interval | None], unwidened: Sequence[Interval], *, relaxed: bool
) -> OutputIntervals:
    """Return the intervals of a call's outputs, widened where the contract leaves results open.

    ``given`` are the intervals of the inputs, and ``unwidened`` those of the outputs so far.
    """
    behavior, spans = call.definition.properties.intervals, list(unwidened)
    if behavior.rule is _R.SELECTED_ROWS:
        if any(span is not None and not span.is_point for span in given):
            # Inexact inputs: the intervals are unbounded already, and the selection may differ.
            varying: list[Interval] = [
                UnspecifiedRows(span.low, span.nominal, span.high) for span in spans
            ]
            return OutputIntervals(varying, is_unspecified=False)
        return detection_intervals(call, nominal_values(given), spans, relaxed=relaxed)
    found = False
    if behavior.rule is _R.SELECTED_PEAK and all(s is None or s.is_point for s in given):
        others = alternative_peaks(call, nominal_values(given))
        found = bool(others)
        spans = [enclosing_interval(s.nominal, [o[n] for o in others]) for n, s in enumerate(spans)]
    if call.definition.alternatives is not None:
        choices = _alternative_results(call, given)
        if found := bool(choices):
            spans = [hull([span, *(one[n] for one in choices)]) for n, span in enumerate(spans)]
    if behavior.rule in (_R.LARGEST_INDEX, _R.SMALLEST_INDEX):
        found = any(isinstance(s, IndexSet) and s.possible.sum(axis=1).max() > 1 for s in spans)
    if behavior.rule not in INDEX_RULES:
        beyond = _overflows_inside(call, given, relaxed=relaxed)
        found |= relaxed and any(_may_overflow(span) for span in given if span is not None)
        if beyond is not None and beyond.any():
            found = True
            spans = [unbounded_at(s, _broadcast_flags(beyond, s.nominal)) for s in spans]
    negative = _negative_codes(call, given)
    if negative is not None and negative.any():
        found = True
        spans = [unbounded_at(span, negative) for span in spans]
    powers = _undetermined_powers(behavior, given)
    if powers is not None and powers.any():
        spans = [unbounded_at(span, np.broadcast_to(powers, span.nominal.shape)) for span in spans]
    return OutputIntervals(_widen_nan_results(behavior, given, spans), found)


def _undetermined_powers(
    behavior: IntervalBehavior, given: Sequence[Interval | None]
) -> Array | None:
    """Return where a power is NaN if it is computed with logarithms; ``None`` for other operations.

    The contract does not state the power of NaN or of exponent NaN, 0 and infinity to the power of
    0, and 1 to the power of infinity.
    """
    if behavior.undefined is not Undefined.NONPOSITIVE_BASE:
        return None
    base, exponent = (span.nominal.astype(np.float64) for span in given if span is not None)
    with np.errstate(all="ignore"):
        return np.asarray(np.isnan(exponent * np.log(np.abs(base))))


def _negative_codes(call: Call, given: Sequence[Interval | None]) -> Array | None:
    """Return where a code may represent a negative number; ``None`` if the result is defined."""
    behavior, source = call.definition.properties.intervals, given[0] if given else None
    if behavior.undefined is not Undefined.NEGATIVE_CODE or source is None:
        return None
    view = call.inputs[0]
    return source.low < view.zero_point if is_quantized(view) else None


def _alternative_results(call: Call, given: Sequence[Interval | None]) -> list[list[Interval]]:
    """Return the intervals of the outputs for each other permitted choice of elements or points.

    If another input than the first is inexact, the result is unbounded anyway.
    """
    if any(span is not None and not span.is_point for span in given[1:]):
        return []
    alternatives = call.definition.alternatives
    assert alternatives is not None
    results = []
    for kernel in alternatives(call):
        low, nominal, high = (
            kernel([None if span is None else getattr(span, end) for span in given])
            for end in ("low", "nominal", "high")
        )
        results.append([Interval(*ends) for ends in zip(low, nominal, high, strict=True)])
    return results


def with_flushed_subnormals(span: Interval) -> Interval:
    """Return the interval, extended to 0 where an end is a subnormal number.

    A driver may read such a number as 0: the contract does not mention subnormal numbers, and much
    hardware does not support them.
    """
    middle = span.nominal
    if middle.dtype.kind != "f" or not middle.ndim:
        return span
    least = np.finfo(middle.dtype).smallest_normal
    ends = (span.low, span.high)
    tiny = [(np.abs(end) < least) & (end != 0) for end in ends]
    if not (tiny[0].any() or tiny[1].any()):
        return span
    zero = middle.dtype.type(0)
    low = np.where(tiny[0], np.minimum(span.low, zero), span.low)
    high = np.where(tiny[1], np.maximum(span.high, zero), span.high)
    return Interval(low, middle, high)


def with_float16_overflow(span: Interval) -> Interval:
    """Return a float32 interval, unbounded where the value may overflow in float16.

    Elements that float16 can represent without overflow keep their interval.
    """
    wide = relaxed_interval(span)
    if wide.is_point or wide is span:
        return span
    endless = np.isinf(wide.low) | np.isinf(wide.high)
    if not (endless & np.isfinite(span.nominal)).any():
        return span
    return Interval(
        np.where(endless, wide.low, span.low), span.nominal, np.where(endless, wide.high, span.high)
    )


def _broadcast_flags(flags: Array, result: Array) -> Array:
    """Return flags for the leading axes, broadcast to all elements of a result."""
    flags = flags.reshape(flags.shape + (1,) * (result.ndim - flags.ndim))
    return np.broadcast_to(flags, result.shape)


def _may_overflow(span: Interval) -> bool:
    """Return whether a finite float32 value may be infinite in float16."""
    if span.is_point or span.nominal.dtype != np.float32:
        return False
    endless = np.isinf(span.low) | np.isinf(span.high)
    return bool((endless & np.isfinite(span.nominal)).any())


# ------------------------------------------------------------------------------ NaN and conversions


def _widen_nan_results(
    behavior: IntervalBehavior, given: Sequence[Interval | None], spans: list[Interval]
) -> list[Interval]:
    """Return the intervals, unbounded for each computed NaN and undefined integer conversion.

    Operations that only move elements copy NaN, so their results stay as they are.
    """
    source = given[0] if given else None
    converts = behavior.undefined is Undefined.UNCONVERTIBLE
    if converts and source is not None and source.nominal.dtype.kind == "f":
        return [
            span
            if span.nominal.dtype.kind == "f"
            else unbounded_at(span, _unconvertible_elements(source, span))
            for span in spans
        ]
    if behavior.precision is Precision.COPIED:
        return spans
    return [
        unbounded_at(span, np.isnan(span.nominal)) if span.nominal.dtype.kind == "f" else span
        for span in spans
    ]


def _unconvertible_elements(source: Interval, result: Interval) -> Array:
    """Return where the conversion of a number to an integer is undefined.

    It is undefined for NaN and, in the type int32, beyond the range of the type. Conversions to 8
    and 16 bits saturate at the ends of the range.
    """
    no_code = np.isnan(source.nominal)
    if result.nominal.dtype == np.int32:
        limit = float(np.iinfo(np.int32).max)
        with np.errstate(invalid="ignore"):
            for end in (source.low, source.high):
                no_code |= ~(np.abs(end.astype(np.float64)) <= limit)
    return no_code


# ----------------------------------------------------------------- range of intermediate results

_RANGE_MARGIN: Final = 1 - 2.0**-10
"""Results beyond this share of a type's range may overflow because of rounding."""


def _overflows_inside(
    call: Call, given: Sequence[Interval | None], *, relaxed: bool
) -> Array | None:
    """Return where a sum, square or product may exceed the range of its type on the way.

    A driver may compute with float16 tensors in float16. The result is ``None`` for operations
    without such an intermediate value, and if all values are so small that none can overflow.
    """
    source = given[0] if given else None
    if source is None or source.nominal.dtype.kind != "f" or is_quantized(call.output()):
        return None
    largest = float(np.finfo(np.float32).max) * _RANGE_MARGIN
    if relaxed or source.nominal.dtype == np.float16:
        largest = HALF_MOST
    elif not _has_huge_values(given):
        return None
    rule = call.definition.properties.intervals.rule
    inside = _MAGNITUDES_BY_RULE.get(rule) or INTERMEDIATE_MAGNITUDES.get(call.definition.type)
    if inside is None:
        return None
    with np.errstate(all="ignore"):
        sizes: list[Array | None] = [s if s is None else _magnitude(s) for s in given]
        if rule in AVERAGING_RULES and not relaxed:
            # An infinite summand determines the result, however large the others are.
            sizes[0] = np.where(np.isinf(source.nominal), 0, _magnitude(source)).astype(
                source.nominal.dtype
            )
        return ~(inside(call, sizes) <= largest)  # negated, so that NaN counts as overflow


_HUGE: Final = 1e15
"""Without numbers above it, no sum of products of practical length overflows in float32."""


def _has_huge_values(given: Sequence[Interval | None]) -> bool:
    """Return whether a float32 input may be so large that a square or sum of it overflows."""
    for span in given:
        if span is not None and span.nominal.dtype == np.float32:
            with np.errstate(invalid="ignore"):
                if not (_magnitude(span) < _HUGE).all():
                    return True
    return False


def _magnitude(span: Interval) -> Array:
    """Return the largest magnitude of each element; integers and codes are unchanged."""
    if span.nominal.dtype.kind != "f":
        return span.nominal
    return np.maximum(np.abs(span.low), np.abs(span.high))


def _without_activation(call: Call, sizes: Magnitudes) -> F64Array:
    """Return the results in float32 without the activation, which would hide an overflow."""
    twin, _ = float32_call(call)
    singles = [
        a if a is None or a.dtype.kind != "f" or not a.ndim else a.astype(np.float32) for a in sizes
    ]
    results: Array = run_without_warnings(twin.definition.compile(twin), singles)[0]
    return results.astype(np.float64)


def _gates(_call: Call, sizes: Magnitudes) -> F64Array:
    """Return an upper bound on the sums of all gates.

    The bound is the square of the largest operand value times the largest number of terms.
    """
    most = [float(a.max(initial=0.0)) for a in sizes if a is not None and a.dtype.kind == "f"]
    widest = max(max(a.shape, default=1) for a in sizes if a is not None)
    return np.array(max(most) ** 2 * widest)


def _means(call: Call, sizes: Magnitudes) -> F64Array:
    """Return the sums from which the means are computed."""
    means = _without_activation(call, sizes)
    terms = first_magnitudes(sizes).size // max(1, means.size)
    if call.position("filter_width") is not None:
        terms = int(call.scalar("filter_width")) * int(call.scalar("filter_height"))
    return means * float(terms)


def _mean_squares(call: Call, sizes: Magnitudes) -> F64Array:
    roots = _without_activation(call, sizes)
    terms = int(call.scalar("filter_width")) * int(call.scalar("filter_height"))
    return roots * roots * float(terms)


def _differences(_call: Call, sizes: Magnitudes) -> F64Array:
    """Return the largest difference of two elements, from which interpolation computes."""
    return np.array(2.0 * first_magnitudes(sizes).max(initial=0.0))


def _products(call: Call, sizes: Magnitudes) -> F64Array:
    """Return the largest product of any subset of the factors.

    The factors may be multiplied in any order, so each subset can be an intermediate result.
    """
    factors = np.maximum(first_magnitudes(sizes), 1.0).astype(np.float32)
    return _without_activation(call, [factors, *sizes[1:]])


_MAGNITUDES_BY_RULE: Final[dict[IntervalRule, Callable[[Call, Magnitudes], F64Array]]] = {
    _R.LINEAR_SUM: _without_activation,
    _R.CELL: _gates,
    _R.AVERAGE: _means,
    _R.SUM: _without_activation,
    _R.ROOT_MEAN_SQUARE: _mean_squares,
    _R.PRODUCT: _products,
    _R.INTERPOLATION: _differences,
}
"""Functions that return the largest intermediate value from the magnitudes of the inputs."""
