"""Admissible indexes of the operations that output indexes: ARGMAX, ARGMIN and TOPK_V2."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from conformance.operations import Call
from conformance.operations.definition.operands import Array
from conformance.operations.definition.properties import IntervalRule
from conformance.oracle.intervals.interval import Interval, unbounded_at

_MAX_LISTED: Final = 8
"""Maximum number of possible indexes that a message lists."""


@dataclass(frozen=True, slots=True)
class IndexSet(Interval):
    """The set of admissible indexes of each element of an output, and the interval around the set.

    Results of later operations are computed from the interval. The driver's indexes themselves are
    checked against the sets, which are more precise.
    """

    possible: Array
    """[element, index]: whether the element may have this index as its value."""
    source: Interval | None = None
    """For TOPK_V2, the input values to which the indexes refer, as [row, index]."""
    values: Interval | None = None
    """For TOPK_V2, the intervals of its other output, which holds the values."""

    @classmethod
    def from_possible(
        cls,
        possible: Array,
        middle: Array,
        source: Interval | None = None,
        values: Interval | None = None,
    ) -> IndexSet:
        """Return the index sets together with the smallest interval around each set."""
        first_index = possible.argmax(axis=1)
        last_index = possible.shape[1] - 1 - possible[:, ::-1].argmax(axis=1)
        low, high = (
            end.astype(middle.dtype).reshape(middle.shape) for end in (first_index, last_index)
        )
        return cls(low, middle, high, possible, source, values)

    def allowed(self, indexes: Array) -> Array:
        """Return which of the driver's flat indexes are admissible.

        For TOPK_V2 an index must also occur only once in its row.
        """
        inside = self._in_range(indexes)
        elements = np.arange(indexes.size)
        fits: Array = inside & self.possible[elements, np.where(inside, indexes, 0)]
        if self.source is not None and fits.size:
            rows = indexes.reshape(-1, self.nominal.shape[-1])
            equal = (rows[:, :, None] == rows[:, None, :]).sum(axis=2)
            fits &= equal.reshape(-1) == 1
        return fits

    def possible_indexes(self, element: int) -> list[int]:
        """Return the admissible indexes of an element, in ascending order."""
        return [int(index) for index in np.flatnonzero(self.possible[element])]

    def description(self, element: int) -> str:
        """Return the admissible indexes of an element as text for a message."""
        choices = self.possible_indexes(element)
        words = ", ".join(map(str, choices[:_MAX_LISTED])) + (
            ", ..." if len(choices) > _MAX_LISTED else ""
        )
        if self.source is None:
            return words
        return f"{words}, each at most once in a row and with the input value at that index"

    def selected_elements(self, indexes: Array) -> Interval:
        """Return the input elements that flat indexes select; an invalid index counts as 0."""
        assert self.source is not None
        found = np.where(self._in_range(indexes), indexes, 0)
        rows = np.arange(indexes.size) // self.nominal.shape[-1]
        source = self.source
        return Interval(
            *(array[rows, found] for array in (source.low, source.nominal, source.high))
        )

    def _in_range(self, indexes: Array) -> Array:
        return np.asarray((indexes >= 0) & (indexes < self.possible.shape[1]))


def index_output_intervals(
    rule: IntervalRule,
    inputs: Sequence[Interval | None],
    call: Call,
    middles: Sequence[Array],
) -> list[Interval]:
    """Return the index sets of ARGMAX or ARGMIN, or the values and index sets of TOPK_V2.

    An index is admissible if rounding and ties permit its value to be the extreme one. The contract
    does not define the order of NaN, so every index is admissible in a row with NaN.
    """
    span = inputs[0]
    assert span is not None
    axis = -1 if rule is IntervalRule.LARGEST_ELEMENTS else call.scalar("axis")
    source = _as_rows(span, axis)
    unordered = np.any(np.isnan(source.nominal) | source.unbounded, axis=1)
    with np.errstate(invalid="ignore"):
        if rule is IntervalRule.LARGEST_ELEMENTS:
            return _topk_intervals(source, unordered, *middles)
        low, high = _comparable(source.low), _comparable(source.high)
        if rule is IntervalRule.SMALLEST_INDEX:
            low, high = -high, -low
        possible = (high >= low.max(axis=1, keepdims=True)) | unordered[:, None]
    return [IndexSet.from_possible(possible, middles[0])]


def _as_rows(span: Interval, axis: int) -> Interval:
    """Return an interval as [row, index]; each row holds the values along ``axis``."""

    def rows(array: Array) -> Array:
        moved = np.moveaxis(array, axis, -1)
        return moved.reshape(-1, moved.shape[-1])

    middle = rows(span.nominal)
    return (
        Interval.point(middle)
        if span.is_point
        else Interval(rows(span.low), middle, rows(span.high))
    )


def _comparable(array: Array) -> Array:
    # A wider type, because negating the smallest integer of a narrow type would overflow.
    return array.astype(np.float64) if array.dtype.kind == "f" else array.astype(np.int64)


def _topk_intervals(
    source: Interval, unordered: Array, middle: Array, indexes: Array
) -> list[Interval]:
    """Return the intervals of TOPK_V2: the values by rank, and the sets of possible indexes."""
    ranks = middle.shape[-1]
    low, high = _comparable(source.low), _comparable(source.high)
    values = Interval.point(middle)
    if not source.is_point:
        ends = (-np.sort(-end, axis=1)[:, :ranks].reshape(middle.shape) for end in (low, high))
        values = Interval(next(ends).astype(middle.dtype), middle, next(ends).astype(middle.dtype))
    rows = unordered.reshape((*middle.shape[:-1], 1))
    values = unbounded_at(values, np.broadcast_to(rows, middle.shape))
    # [row, a, b]: count the elements b that are certainly greater than a, or possibly not smaller.
    # Element a can have each rank between the two counts.
    certainly = (low[:, None, :] > high[:, :, None]).sum(axis=2)
    possibly = (high[:, None, :] >= low[:, :, None]).sum(axis=2) - 1
    rank = np.arange(ranks)[:, None]
    possible = (certainly[:, None, :] <= rank) & (rank <= possibly[:, None, :])
    possible |= unordered[:, None, None]
    return [
        values,
        IndexSet.from_possible(possible.reshape(-1, low.shape[1]), indexes, source, values),
    ]
