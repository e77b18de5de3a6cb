"""Reduces the sizes of inputs and constants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from conformance.failures.shrink.model_editing import (
    EditableSubgraph,
    given_tensors,
    reachable_subgraphs,
    to_array,
)
from conformance.failures.shrink.shrinking_pass import ShrinkingPass
from conformance.hal import Operand, OperandType, SymmPerChannelQuantParams

_ShrinkTarget = tuple[int, int, int]
"""The place of a size that may be reduced: number of the subgraph, operand index, and axis.

A negative axis ``-1 - element`` refers to an integer in the operand's data instead.
"""
_MAX_SIZE_ELEMENTS: Final = 8
"""Tensors with more elements hold data, not sizes."""


class ShrinkSizes(ShrinkingPass):
    """Reduces sizes: equal sizes together, each alone, and pairs.

    An integer argument may be a size too: if it is equal to the size of an axis, both are reduced
    together. In a pair, one axis becomes 1 and a multiple of it is divided by its size.
    """

    def run(self) -> None:
        for size in sorted({size for _, size in self._shrinkable_axes()}, reverse=True):
            for target in smaller_sizes(size):
                if any(self._try_sizes(together) for together in self._equal_sizes(size, target)):
                    break
        for place, _ in (*self._shrinkable_axes(), *self._shrinkable_numbers()):
            size = self._current_size(place)
            targets = smaller_sizes(size)
            if place[2] < 0 < size:  # an integer argument may be 0, the size of an axis may not
                targets = [0, *targets]
            any(self._try_sizes({place: target}) for target in targets)
        places = self._shrinkable_axes()
        for place, size in places:
            for other, other_size in places:
                if other_size % size == 0 and place[:2] != other[:2]:
                    self._try_sizes({place: 1, other: other_size // size})

    def _equal_sizes(self, size: int, target: int) -> Iterator[dict[_ShrinkTarget, int]]:
        """Yield sets of sizes to reduce together, each as a mapping from place to new size.

        The first set contains all axes of this ``size``, the second also those whose sizes are
        multiples of it, and the third integer arguments of this value with the axes of this size.
        """
        places, numbers = self._shrinkable_axes(), self._shrinkable_numbers()
        equal = {place: target for place, s in places if s == size}
        yield equal
        multiples = {place: s // size * target for place, s in places if s % size == 0}
        if multiples != equal:
            yield multiples
        number_targets = {place: target for place, value in numbers if value == size}
        if number_targets:
            sized_operands = {place[:2] for place, _ in numbers}
            yield number_targets | {p: t for p, t in equal.items() if p[:2] not in sized_operands}

    def _shrinkable_axes(self) -> list[tuple[_ShrinkTarget, int]]:
        """Return the places and sizes of all axes that may be reduced."""
        return [
            ((number, index, axis), size)
            for number in (0, *reachable_subgraphs(self.case))
            for index, axis, size in shrinkable_axes(self.case.subgraphs[number])
        ]

    def _shrinkable_numbers(self) -> list[tuple[_ShrinkTarget, int]]:
        """Return the places and values of all integers in operands' data that may be sizes."""
        return [
            ((number, index, -1 - element), value)
            for number in (0, *reachable_subgraphs(self.case))
            for index, element, value in size_numbers(self.case.subgraphs[number])
        ]

    def _current_size(self, place: _ShrinkTarget) -> int:
        """Return the size at a place; 1 or 0 if the axis or the integer no longer exists."""
        number, index, axis = place
        part = self.case.subgraphs[number]
        if axis < 0:
            integers = np.frombuffer(part.data[index], "<i4")
            return int(integers[-1 - axis]) if -1 - axis < integers.size else 0
        dimensions = part.operands[index].dimensions
        return dimensions[axis] if axis < len(dimensions) else 1

    def _try_sizes(self, places: Mapping[_ShrinkTarget, int]) -> bool:
        """Reduce axes and integers to their new sizes; return whether a candidate was kept.

        Two candidates are tried: one keeps the first elements of each axis, the other the last.
        """
        ends = (True, False) if any(axis >= 0 for _, _, axis in places) else (True,)
        for first in ends:
            parts = [part.copy() for part in self.case.subgraphs]
            for (number, index, axis), target in places.items():
                dimensions = parts[number].operands[index].dimensions
                if axis < 0:
                    set_integer(parts[number], index, -1 - axis, target)
                elif axis < len(dimensions) and target < dimensions[axis]:
                    shorten_axis(parts[number], index, axis, target, first=first)
            if self.attempt_with_shapes(self.case.with_subgraphs(parts)):
                return True
        return False


def shrinkable_axes(part: EditableSubgraph) -> Iterator[tuple[int, int, int]]:
    """Yield operand, axis and size of each tensor axis longer than 1."""
    for index in given_tensors(part):
        for axis, size in enumerate(part.operands[index].dimensions):
            if size > 1:
                yield index, axis, size


def size_numbers(part: EditableSubgraph) -> Iterator[tuple[int, int, int]]:
    """Yield operand, element and value of positive integers that may be sizes or positions."""
    read = part.read_operands
    for index, operand in part.operands.items():
        if index in part.data and index in read and _may_hold_sizes(operand):
            for element, value in enumerate(np.frombuffer(part.data[index], "<i4").tolist()):
                if value > 0:
                    yield index, element, value


def _may_hold_sizes(operand: Operand) -> bool:
    if operand.type == OperandType.INT32:
        return True
    shape = operand.dimensions
    return (
        operand.type == OperandType.TENSOR_INT32
        and len(shape) == 1
        and shape[0] <= _MAX_SIZE_ELEMENTS
    )


def set_integer(part: EditableSubgraph, index: int, element: int, target: int) -> None:
    """Set an integer element to ``target``; modifies ``part``."""
    integers = np.frombuffer(part.data[index], "<i4").copy()
    integers[element] = target
    part.data[index] = integers.tobytes()


def smaller_sizes(size: int) -> list[int]:
    """Return the smaller sizes to try, ascending: 1, half, and one less."""
    return [target for target in sorted({1, size // 2, size - 1}) if 0 < target < size]


def shorten_axis(
    part: EditableSubgraph, index: int, axis: int, target: int, *, first: bool
) -> None:
    """Shorten an operand's axis to ``target`` elements, the first or the last; modifies ``part``.

    Per-channel scales along this axis are shortened with it.
    """
    operand = part.operands[index]
    array = to_array(operand, part.data[index])
    kept = slice(0, target) if first else slice(array.shape[axis] - target, None)
    shorter = array[(slice(None),) * axis + (kept,)]
    extra = operand.extra_params
    if isinstance(extra, SymmPerChannelQuantParams) and extra.channel_dim == axis:
        extra = SymmPerChannelQuantParams(extra.scales[kept], extra.channel_dim)
    part.operands[index] = replace(operand, dimensions=shorter.shape, extra_params=extra)
    part.data[index] = np.ascontiguousarray(shorter).tobytes()
