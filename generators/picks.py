"""Intervals through operations that tell places: ARGMAX, ARGMIN, TOPK_V2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from conformance.hal import OperationType
from conformance.operations import Call
from conformance.operations.definition import Array
from generators.spans import Span, unknown

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
    if span.open.any():
        return [unknown(array) for array in middles]
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
    """Indexes of TOPK_V2: those of all values that may have the place."""
    length, places = source.middle.shape[-1], middle.shape[-1]
    low, high = (_comparable(end).reshape(-1, length) for end in (source.low, source.high))
    # [row, one, other]: whether the other value is surely, or possibly, not below the one
    surely = (low[:, None, :] > high[:, :, None]).sum(axis=2)
    possibly = (high[:, None, :] >= low[:, :, None]).sum(axis=2) - 1
    place = np.arange(places)
    fits = (surely[:, None, :] <= place[:, None]) & (place[:, None] <= possibly[:, None, :])
    first = fits.argmax(axis=2)
    last = length - 1 - np.flip(fits, axis=2).argmax(axis=2)
    ends = (end.reshape(middle.shape).astype(middle.dtype) for end in (first, last))
    return Span(next(ends), middle, next(ends))
