"""Intervals through operations that tell places: ARGMAX, ARGMIN, TOPK_V2."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from conformance.hal import OperationType
from conformance.operations import Call
from conformance.operations.definition import Array
from generators.spans import Span, opened

_O: Final = OperationType
_TOLD: Final = 8
"""Choices told one by one."""


@dataclass(frozen=True, slots=True)
class Places(Span):
    """Indexes of which the very ones that may be right are known, besides the range around them.

    What is computed from them goes by the range; they themselves are judged by the set.
    """

    possible: Array
    """[element, index]: whether the element may be this index."""
    source: Span | None = None
    """TOPK_V2: where the values stand that the indexes tell, [row, index]."""
    values: Span | None = None
    """TOPK_V2: the output beside this one, with those values."""

    @classmethod
    def among(
        cls, possible: Array, middle: Array, source: Span | None = None, values: Span | None = None
    ) -> Places:
        """The set with the smallest range that holds it."""
        first = possible.argmax(axis=1)
        last = possible.shape[1] - 1 - possible[:, ::-1].argmax(axis=1)
        low, high = (end.astype(middle.dtype).reshape(middle.shape) for end in (first, last))
        return cls(low, middle, high, possible, source, values)

    def allow(self, indexes: Array) -> Array:
        """Which of the flat indexes may have their places, and are told once in their row."""
        inside = self._inside(indexes)
        elements = np.arange(indexes.size)
        fits: Array = inside & self.possible[elements, np.where(inside, indexes, 0)]
        if self.source is not None and fits.size:
            rows = indexes.reshape(-1, self.middle.shape[-1])
            alike = (rows[:, :, None] == rows[:, None, :]).sum(axis=2)
            fits &= alike.reshape(-1) == 1
        return fits

    def choices(self, element: int) -> list[int]:
        """The indexes that an element may be."""
        return [int(index) for index in np.flatnonzero(self.possible[element])]

    def describe(self, element: int) -> str:
        """The same as a part of a sentence."""
        choices = self.choices(element)
        words = ", ".join(map(str, choices[:_TOLD])) + (", ..." if len(choices) > _TOLD else "")
        if self.source is None:
            return words
        return f"{words}, each once in a row and with the value that stands there"

    def told(self, indexes: Array) -> Span:
        """The elements that flat indexes tell; the first of the row for what is no index."""
        assert self.source is not None
        found = np.where(self._inside(indexes), indexes, 0)
        rows = np.arange(indexes.size) // self.middle.shape[-1]
        source = self.source
        return Span(*(array[rows, found] for array in (source.low, source.middle, source.high)))

    def _inside(self, indexes: Array) -> Array:
        return np.asarray((indexes >= 0) & (indexes < self.possible.shape[1]))


def picked(
    operation: OperationType,
    inputs: Sequence[Span | None],
    call: Call,
    middles: Sequence[Array],
) -> list[Span]:
    """ARGMAX, ARGMIN, TOPK_V2: every index whose value may be the wanted one is possible.

    The contract does not say where NaN stands, so beside one every place is.
    """
    span = inputs[0]
    assert span is not None
    axis = -1 if operation is _O.TOPK_V2 else call.scalar("axis")
    source = _in_rows(span, axis)
    lawless = np.any(np.isnan(source.middle) | source.open, axis=1)
    with np.errstate(invalid="ignore"):
        if operation is _O.TOPK_V2:
            return _largest(source, lawless, *middles)
        low, high = _comparable(source.low), _comparable(source.high)
        if operation is _O.ARGMIN:
            low, high = -high, -low
        possible = (high >= low.max(axis=1, keepdims=True)) | lawless[:, None]
    return [Places.among(possible, middles[0])]


def _in_rows(span: Span, axis: int) -> Span:
    """[row, index]: what is compared in a row each."""

    def rows(array: Array) -> Array:
        moved = np.moveaxis(array, axis, -1)
        return moved.reshape(-1, moved.shape[-1])

    middle = rows(span.middle)
    return Span.exactly(middle) if span.exact else Span(rows(span.low), middle, rows(span.high))


def _comparable(array: Array) -> Array:
    return array.astype(np.float64) if array.dtype.kind == "f" else array.astype(np.int64)


def _largest(source: Span, lawless: Array, middle: Array, indexes: Array) -> list[Span]:
    """TOPK_V2: the values of each place, and the indexes of all that may have it."""
    places = middle.shape[-1]
    low, high = _comparable(source.low), _comparable(source.high)
    values = Span.exactly(middle)
    if not source.exact:
        ends = (-np.sort(-end, axis=1)[:, :places].reshape(middle.shape) for end in (low, high))
        values = Span(next(ends).astype(middle.dtype), middle, next(ends).astype(middle.dtype))
    rows = lawless.reshape((*middle.shape[:-1], 1))
    values = opened(values, np.broadcast_to(rows, middle.shape))
    # [row, one, other]: how many others are surely, or possibly, before the one
    surely = (low[:, None, :] > high[:, :, None]).sum(axis=2)
    possibly = (high[:, None, :] >= low[:, :, None]).sum(axis=2) - 1
    place = np.arange(places)[:, None]
    possible = (surely[:, None, :] <= place) & (place <= possibly[:, None, :])
    possible |= lawless[:, None, None]
    return [values, Places.among(possible.reshape(-1, low.shape[1]), indexes, source, values)]
