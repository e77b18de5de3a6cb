"""Reduces a failing case to a small one that still fails with the same signature.

The passes remove operations (including those of referenced subgraphs), then simplify types and
scalar arguments, then reduce tensor sizes, and finally simplify tensor data. They derive candidates
from the smallest case so far. Every candidate is a valid case whose expected outputs are computed
anew. It is kept only if it fails in the same way as the original case.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import prod
from typing import Final

import numpy as np

from conformance.hal import OperandLifeTime, Operation, OperationType, name_of
from conformance.harness.shrinking.candidates import (
    bypass_operation,
    given_tensors,
    set_integer,
    shorten_axis,
    shrinkable_axes,
    simplify_if,
    simplify_operand,
    simplify_values,
    size_numbers,
    smaller_sizes,
    subgraph_as_main,
)
from conformance.harness.shrinking.model_editing import (
    ComputeOutputs,
    EditableCase,
    EditableSubgraph,
    build_example,
    compute_intermediates,
    keep_operations,
    reachable_subgraphs,
    to_editable,
)
from conformance.harness.shrinking.simplify_types import simplify_types
from conformance.operations import find_definition
from conformance.specfile.example import Example

StillFails = Callable[[Example], bool]

_ShrinkTarget = tuple[int, int, int]
"""The place of a size that may be reduced: number of the subgraph, operand index, and axis.

A negative axis ``-1 - element`` refers to an integer in the operand's data instead.
"""
_MAX_TRIES: Final = 600
"""Maximum number of candidates that are run on the driver."""


@dataclass(frozen=True, slots=True)
class MinimizationResult:
    """The smallest failing case that was found.

    ``tries`` is the number of candidates that were run on the driver, ``seconds`` the duration of
    the search.
    """

    example: Example
    tries: int
    seconds: float

    @property
    def operations(self) -> tuple[str, ...]:
        """The names of the operations that remain in the main subgraph, in order."""
        main = self.example.model.main
        return tuple(name_of(OperationType, operation.type) for operation in main.operations)


def minimize(
    example: Example, still_fails: StillFails, compute: ComputeOutputs, budget: float = 20.0
) -> MinimizationResult:
    """Return the smallest failing variant of ``example`` found within ``budget`` seconds.

    ``still_fails`` runs a candidate and returns whether it fails with the same signature.
    ``compute`` returns the expected outputs of a model. If nothing can be removed, the result holds
    ``example`` itself.
    """
    search = _Minimizer(example, still_fails, compute, time.monotonic() + budget)
    started = time.monotonic()
    with suppress(_BudgetExhausted):
        search.run()
    return MinimizationResult(search.best, search.tries, time.monotonic() - started)


class _BudgetExhausted(Exception):  # noqa: N818 - ends a search and is not an error
    """Ends the search: the limit on time or on the number of candidates is reached."""


class _Minimizer:
    """One minimization: holds the smallest failing case so far and derives candidates from it.

    ``best`` is that case, and ``case`` its editable form.
    """

    def __init__(
        self, example: Example, still_fails: StillFails, compute: ComputeOutputs, deadline: float
    ) -> None:
        self.best = example
        self.case = to_editable(example)
        self.tries = 0
        self._still_fails = still_fails
        self._compute = compute
        self._deadline = deadline

    def run(self) -> None:
        """Repeat all passes until none of them reduces the case."""
        self._remove_operations()
        while self._replace_by_subgraph():
            self._remove_operations()
        while True:
            before = self.best
            self._bypass_operations()
            self._bypass_subgraph_operations()
            self._simplify_operands()
            self._shrink_sizes()
            self._simplify_values()
            if self.best is before:
                return

    def _try(self, draft: EditableCase) -> bool:
        """Run a candidate; keep it and return True if it fails in the same way.

        A candidate without computable expected outputs is not run. Raise ``_BudgetExhausted`` if a
        limit is reached.
        """
        if self.tries >= _MAX_TRIES or time.monotonic() > self._deadline:
            raise _BudgetExhausted
        candidate = build_example(draft, self.best, self._compute)
        if candidate is None:
            return False
        self.tries += 1
        if not self._still_fails(candidate):
            return False
        self.case, self.best = draft, candidate
        return True

    # ------------------------------------------------------------------------ operations

    def _remove_operations(self) -> None:
        """Keep as few of main's operations as possible.

        Models with a single operation are tried first; then chunks of decreasing size are removed
        (delta debugging). The values that removed operations computed become model inputs.
        """
        count = len(self.case.main.operations)
        values = compute_intermediates(self.case, self._compute)
        if values is None or count == 1:
            return
        whole = self.case
        if any(self._try(keep_operations(whole, [n], values)) for n in reversed(range(count))):
            return
        kept = list(range(count))
        size = max(1, count // 2)
        while True:
            shrunk = False
            for start in range(0, len(kept), size):
                rest = kept[:start] + kept[start + size :]
                if rest and self._try(keep_operations(whole, rest, values)):
                    kept, shrunk = rest, True
                    break
            if not shrunk:
                if size == 1:
                    return
                size = max(1, size // 2)
            else:
                size = min(size, max(1, len(kept) // 2))

    def _replace_by_subgraph(self) -> bool:
        """Replace main by a subgraph of one of its IF or WHILE operations.

        Its inputs keep the values that main passes to it, which must be inputs or constants of
        main; for a WHILE these are the initial values. Return whether such a candidate was kept.
        """
        for operation in self.case.main.operations:
            for number, passed_operands in _referenced_subgraphs(self.case.main, operation):
                main = subgraph_as_main(
                    self.case.subgraphs[number], self.case.main, passed_operands, {}
                )
                if main is not None and self._try(self.case.with_main(main)):
                    return True
        return False

    def _bypass_operations(self) -> None:
        """Remove operations of main one by one; consumers then read an input of the removed one."""
        place = len(self.case.main.operations)
        while place > 1:
            place -= 1
            for main in bypass_operation(self.case.main, place, main=True):
                shaped = self._infer_shapes(self.case.with_main(main))
                if shaped is not None and self._try(shaped):
                    break

    def _bypass_subgraph_operations(self) -> None:
        """Remove operations of referenced subgraphs and unused inputs and outputs of main's IFs."""
        for number in reachable_subgraphs(self.case):
            place = len(self.case.subgraphs[number].operations)
            while place:
                place -= 1
                candidates = bypass_operation(self.case.subgraphs[number], place)
                any(self._try(self.case.with_subgraph(number, part)) for part in candidates)
        for place in range(len(self.case.main.operations)):
            while any(self._try(draft) for draft in simplify_if(self.case, place)):
                pass

    # ------------------------------------------------------------------ types and arguments

    def _simplify_operands(self) -> None:
        """Simplify types and scalars, copy constants into the model, disable relaxed computation.

        Inputs such as the shape of RESHAPE become constants that fit inputs of any size.
        """
        if self.case.relaxed:
            self._try(EditableCase(self.case.subgraphs, False, self.case.ignored_outputs))
        any(self._try(draft) for draft in simplify_types(self.case))
        for operation in self.case.main.operations:
            if (found := find_definition(operation.type)) is None:
                continue
            for name, numbers in found.properties.simplest_inputs.items():
                self._simplify_input(operation.inputs[found.forms[0].positions[name]], numbers)
        for number in (0, *reachable_subgraphs(self.case)):
            for index in sorted(self.case.subgraphs[number].read_operands):
                for part in simplify_operand(self.case.subgraphs[number], index):
                    if self._try(self.case.with_subgraph(number, part)):
                        break

    def _simplify_input(self, index: int, numbers: tuple[int, ...]) -> None:
        """Set an int32 input to numbers that are valid for other inputs of any size."""
        main, data = self.case.main.copy(), np.array(numbers, np.int32).tobytes()
        if main.data.get(index) in (None, data):
            return
        main.data[index] = data
        main.operands[index] = replace(main.operands[index], dimensions=(len(numbers),))
        shaped = self._infer_shapes(self.case.with_main(main))
        if shaped is not None:
            self._try(shaped)

    # ------------------------------------------------------------------------------ sizes

    def _shrink_sizes(self) -> None:
        """Reduce the sizes of inputs and constants: equal sizes together, each alone, and pairs.

        An integer argument may be a size too: if it is equal to the size of an axis, both are
        reduced together. In a pair, one axis becomes 1 and a multiple of it is divided by its size.
        """
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
            for second, second_size in places:
                if second_size % size == 0 and place[:2] != second[:2]:
                    self._try_sizes({place: 1, second: second_size // size})

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
        equal_numbers = {place: target for place, value in numbers if value == size}
        if equal_numbers:
            # The axes of an operand that holds such integers do not change with their values.
            holders = {place[:2] for place, _ in numbers}
            yield equal_numbers | {p: t for p, t in equal.items() if p[:2] not in holders}

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
            shaped = self._infer_shapes(
                EditableCase(parts, self.case.relaxed, self.case.ignored_outputs)
            )
            if shaped is not None and self._try(shaped):
                return True
        return False

    def _infer_shapes(self, draft: EditableCase) -> EditableCase | None:
        """Return the draft with recomputed shapes of operation outputs, or ``None`` if invalid."""
        parts = [part.copy() for part in draft.subgraphs]
        _clear_computed_shapes(parts, 0)
        shapeless = EditableCase(parts, draft.relaxed, draft.ignored_outputs)
        result = EditableCase(list(draft.subgraphs), draft.relaxed, draft.ignored_outputs)
        return result if self._infer_subgraph_shapes(shapeless, 0, result) else None

    def _infer_subgraph_shapes(
        self, shapeless: EditableCase, number: int, result: EditableCase
    ) -> bool:
        """Store the computed shapes of a subgraph, and of those it references, in ``result``.

        ``shapeless`` is the draft without shapes of operation outputs, and ``number`` the subgraph.
        Return False if the values of a subgraph cannot be computed.
        """
        part = shapeless.subgraphs[number]
        values = compute_intermediates(shapeless.with_main(part), self._compute)
        if values is None:
            return False
        shaped = part.copy()
        for index, array in values.items():
            shape = array.shape if 0 not in array.shape else ()
            shaped.operands[index] = replace(shaped.operands[index], dimensions=shape)
        result.subgraphs[number] = (
            shaped if not number else _as_referenced_subgraph(shaped, result.subgraphs[number])
        )
        for operation in part.operations:
            for inner, passed_operands in _referenced_subgraphs(part, operation):
                alone = subgraph_as_main(shapeless.subgraphs[inner], part, passed_operands, values)
                if alone is None:
                    return False
                with_inputs = shapeless.with_subgraph(inner, alone)
                if not self._infer_subgraph_shapes(with_inputs, inner, result):
                    return False
        return True

    # ----------------------------------------------------------------------------- values

    def _simplify_values(self) -> None:
        """Simplify the data of tensors: all zero, all equal, or one half of the elements zero."""
        for number in (0, *reachable_subgraphs(self.case)):
            for index in given_tensors(self.case.subgraphs[number]):
                part = self.case.subgraphs[number]
                for data in simplify_values(part.operands[index], part.data[index]):
                    simplified = part.copy()
                    simplified.data[index] = data
                    if self._try(self.case.with_subgraph(number, simplified)):
                        break


def _referenced_subgraphs(
    part: EditableSubgraph, operation: Operation
) -> list[tuple[int, tuple[int, ...]]]:
    """Return the subgraphs of an IF or WHILE, each with the operands passed to its inputs."""
    first = 2 if operation.type == OperationType.WHILE else 3
    return [
        (1 + part.operands[index].location.offset, operation.inputs[first:])
        for index in operation.inputs
        if part.operands[index].lifetime == OperandLifeTime.SUBGRAPH
    ]


def _clear_computed_shapes(parts: Sequence[EditableSubgraph], number: int) -> None:
    """Clear the shapes of operation outputs in a subgraph and in those that it references.

    ``number`` is the subgraph; ``parts`` is modified. The inputs of a referenced subgraph receive
    the shapes of the operands that are passed to them. The state of a WHILE keeps its initial
    shapes.
    """
    part = parts[number]
    for index in part.written_operands:
        # One element cannot be reduced further, and a loop's condition must have a known shape.
        if set(part.operands[index].dimensions) != {1}:
            _set_shape(part, index, ())
    for operation in part.operations:
        for inner, passed_operands in _referenced_subgraphs(part, operation):
            shapes = [part.operands[index].dimensions for index in passed_operands]
            for index, shape in zip(parts[inner].inputs, shapes, strict=True):
                _set_shape(parts[inner], index, shape)
            _clear_computed_shapes(parts, inner)
        if operation.type == OperationType.WHILE:
            state = [part.operands[index].dimensions for index in operation.inputs[2:]]
            body = 1 + part.operands[operation.inputs[1]].location.offset
            for index, shape in zip(parts[body].outputs, state, strict=False):
                _set_shape(parts[body], index, shape)
            for index, shape in zip(operation.outputs, state, strict=False):
                _set_shape(part, index, shape)


def _set_shape(part: EditableSubgraph, index: int, shape: tuple[int, ...]) -> None:
    part.operands[index] = replace(part.operands[index], dimensions=shape)


def _as_referenced_subgraph(shaped: EditableSubgraph, before: EditableSubgraph) -> EditableSubgraph:
    """Return a referenced subgraph that was computed as a main one, without its input data.

    ``before`` is the subgraph before it became a main one; its inputs are kept.
    """
    given = {index: data for index, data in shaped.data.items() if index not in shaped.inputs}
    return replace(shaped, data=given, inputs=list(before.inputs))


def count_input_elements(example: Example) -> int:
    """Return the size of a case: the number of elements in main's input and constant tensors."""
    draft = to_editable(example)
    return sum(prod(draft.main.operands[index].dimensions) for index in given_tensors(draft.main))
