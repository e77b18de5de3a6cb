"""Intervals through operations that tell places: ARGMAX, ARGMIN, TOPK_V2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from conformance.hal import OperationType
from conformance.operations import Call
from conformance.operations.definition import Array
from generators.spans import Span

_O: Final = OperationType


def picked(
    operation: OperationType,
    inputs: Sequence[Span | None],
    call: Call,
    middles: Sequence[Array],
) -> list[Span]:
    """ARGMAX, ARGMIN, TOPK_V2: every index whose value may be the wanted one is possible."""
    span = inputs[0]
    assert span is not None
    low, high = span.low, span.high
    if operation is _O.TOPK_V2:
        values = [
            -np.sort(-_comparable(end), axis=-1)[..., : middles[0].shape[-1]] for end in (low, high)
        ]
        ends = [v.astype(middles[0].dtype) for v in values]
        tops = Span(ends[0], middles[0], ends[1]) if not span.exact else Span.exactly(middles[0])
        return [tops, _index_span(span, middles[1])]
    axis = call.scalar("axis")
    one, other = _comparable(low), _comparable(high)
    if operation is _O.ARGMIN:
        one, other = -other, -one
    possible = other >= one.max(axis=axis, keepdims=True)
    length = possible.shape[axis]
    first = possible.argmax(axis=axis)
    last = length - 1 - np.flip(possible, axis=axis).argmax(axis=axis)
    middle = middles[0]
    return [Span(first.astype(middle.dtype), middle, last.astype(middle.dtype))]


def _comparable(array: Array) -> Array:
    return array.astype(np.float64) if array.dtype.kind == "f" else array.astype(np.int64)


def _index_span(source: Span, middle: Array) -> Span:
    """Indexes of TOPK_V2: settled where no other value may stand in the place."""
    values = _comparable(source.middle)
    low, high = _comparable(source.low), _comparable(source.high)
    taken_low = np.take_along_axis(low, middle.astype(np.int64), axis=-1)
    taken_high = np.take_along_axis(high, middle.astype(np.int64), axis=-1)
    length = values.shape[-1]
    flat_low, flat_high = low.reshape(-1, length), high.reshape(-1, length)
    first = np.empty((len(flat_low), middle.shape[-1]), middle.dtype)
    last = np.empty_like(first)
    pairs: Any = zip(
        flat_low,
        flat_high,
        taken_low.reshape(first.shape),
        taken_high.reshape(first.shape),
        strict=True,
    )
    for row, (lows, highs, own_low, own_high) in enumerate(pairs):
        for place in range(first.shape[1]):
            fitting = np.flatnonzero((highs >= own_low[place]) & (lows <= own_high[place]))
            first[row, place], last[row, place] = fitting[0], fitting[-1]
    return Span(first.reshape(middle.shape), middle, last.reshape(middle.shape))
