"""Intervals of the results of a kernel, from its results at the ends of the input intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from operator import attrgetter
from typing import Final

import numpy as np

from conformance.operations import Call, Kernel, OperandView
from conformance.operations.definition.call import is_quantized
from conformance.operations.definition.definition import Array
from conformance.operations.definition.properties import Precision, Undefined
from conformance.oracle.accuracy import Tolerance
from conformance.oracle.intervals.interval import (
    Interval,
    enclosing_interval,
    run_without_warnings,
    unbounded_at,
    unbounded_interval,
    widened,
)

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
    return [
        np.clip(np.asarray(code, source.nominal.dtype), source.low, source.high)
        for point in call.definition.properties.intervals.turning_points
        for code in _adjacent_codes(point, call.inputs[0])
    ]


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
