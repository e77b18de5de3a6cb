"""The passes that simplify IF and WHILE operations together with the subgraphs that they reference.

``ControlFlowEdit`` copies everything that an edit changes: the subgraph with the operation, and the
referenced subgraphs, which another operation may reference too.

A WHILE passes its states to condition and body: first those that are also its outputs, then those
that only the next iteration reads, then operands that never change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from conformance.failures.shrink.model_editing import (
    EditableCase,
    EditableSubgraph,
    Search,
    reachable_subgraphs,
)
from conformance.hal import DataLocation, Operand, OperandLifeTime, Operation, OperationType

_Item = TypeVar("_Item")


def find_control_flow(draft: EditableCase, type_: OperationType) -> list[tuple[int, int]]:
    """Return the numbers of subgraph and operation of every IF, or of every WHILE, of a case."""
    return [
        (number, place)
        for number in (0, *reachable_subgraphs(draft))
        for place, operation in enumerate(draft.subgraphs[number].operations)
        if operation.type == type_
    ]


class ControlFlowEdit:
    """A changed copy of one IF or WHILE and of its subgraphs; ``finished`` returns the new case.

    Attributes:
        outer: the subgraph that has the operation.
        place: the number of the operation in ``outer``.
        inner: then-branch and else-branch, or condition and body.
        passed: the operands of ``outer`` that become the inputs of ``inner``.
        results: the operands of ``outer`` that the operation writes.

    """

    def __init__(self, draft: EditableCase, number: int, place: int) -> None:
        self._draft, self._number = draft, number
        self.place = place
        self.outer = draft.subgraphs[number].copy()
        operation = self.outer.operations[place]
        self._type = operation.type
        self._first = 2 if operation.type == OperationType.WHILE else 3
        self._given = list(operation.inputs[: self._first])
        self.passed = list(operation.inputs[self._first :])
        self.results = list(operation.outputs)
        self.inner = [
            draft.subgraphs[1 + self.outer.operands[index].location.offset].copy()
            for index in self._references()
        ]

    def _references(self) -> list[int]:
        return self._given[-2:]

    def finished(self) -> EditableCase:
        """Return the case with the changed operation, which has subgraphs of its own."""
        parts = list(self._draft.subgraphs)
        for index, part in zip(self._references(), self.inner, strict=True):
            reference = add_operand(self.outer, self.outer.operands[index])
            location = DataLocation(0, len(parts) - 1, 0)
            self.outer.operands[reference] = replace(
                self.outer.operands[reference], location=location
            )
            self._given[self._given.index(index)] = reference
            parts.append(part)
        inputs = (*self._given, *self.passed)
        self.outer.operations[self.place] = Operation(self._type, inputs, tuple(self.results))
        return self._replaced(parts)

    def finished_with(self, operations: Sequence[Operation]) -> EditableCase:
        """Return the case with ``operations`` in place of the IF or WHILE."""
        self.outer.operations[self.place : self.place + 1] = operations
        return self._replaced(list(self._draft.subgraphs))

    def _replaced(self, parts: list[EditableSubgraph]) -> EditableCase:
        remove_unused_operations(self.outer)
        parts[self._number] = self.outer
        return self._draft.with_subgraphs(parts)

    def remove_result(self, position: int) -> bool:
        """Remove an output of the operation; return whether the rest of ``outer`` can do without.

        Its readers read the operand of ``passed`` at the same position (the initial value of a
        loop's state), or another operand of the same type and shape.
        """
        index = self.results.pop(position)
        outer, is_main = self.outer, self._number == 0
        if index in outer.outputs and is_main:
            outer.outputs = [other for other in outer.outputs if other != index]
            if not outer.outputs and self.results:
                outer.outputs = self.results[:1]
                set_lifetime(outer, outer.outputs[0], OperandLifeTime.SUBGRAPH_OUTPUT)
        if index not in outer.read_operands and index not in outer.outputs:
            return True
        for source in (*self.passed[position : position + 1], *self._earlier_operands()):
            if is_interchangeable(outer.operands[source], outer.operands[index]) and (
                index not in outer.outputs
                or (source in outer.written_operands and source not in outer.outputs)
            ):
                replace_operand(outer, index, source)
                return True
        return False

    def _earlier_operands(self) -> list[int]:
        """Return the operands that are known before the operation, the newest ones first."""
        outer = self.outer
        written = [i for o in outer.operations[: self.place] for i in o.outputs]
        given = [i for i in outer.operands if i in outer.data or i in outer.inputs]
        return [*reversed(written), *given]

    def remove_input(self, position: int) -> bool:
        """Remove an input of all subgraphs; return whether their operations can do without it.

        Its readers read another input of the same type and shape, or a constant with the value
        that is passed.
        """
        source = self.passed.pop(position)
        for part in self.inner:
            index = part.inputs.pop(position)
            if index in part.read_operands and not self._replace_input(part, index, source):
                return False
        return True

    def _replace_input(self, part: EditableSubgraph, index: int, source: int) -> bool:
        operand = part.operands[index]
        for other in part.inputs:
            if is_interchangeable(part.operands[other], operand):
                replace_operand(part, index, other)
                return True
        if source not in self.outer.data:
            return False
        part.data[index] = self.outer.data[source]
        part.operands[index] = replace(
            operand,
            lifetime=OperandLifeTime.CONSTANT_COPY,
            dimensions=self.outer.operands[source].dimensions,
        )
        return True

    def inlined(self, part: EditableSubgraph) -> list[Operation] | None:
        """Return the operations of a subgraph, with operands of ``outer``.

        The subgraph's inputs are the operands that are passed, its outputs those that the operation
        writes, as far as there are any. The result is ``None`` if two of its outputs are equal.
        """
        if len(set(part.outputs)) < len(part.outputs):
            return None
        places = dict(zip(part.inputs, self.passed, strict=True))
        places |= dict(zip(part.outputs, self.results, strict=False))
        for index in sorted(part.read_operands | part.written_operands):
            if index not in places:
                operand = part.operands[index]
                if operand.lifetime == OperandLifeTime.SUBGRAPH_OUTPUT:
                    operand = replace(operand, lifetime=OperandLifeTime.TEMPORARY_VARIABLE)
                places[index] = add_operand(self.outer, operand)
                if index in part.data:
                    self.outer.data[places[index]] = part.data[index]
        return [
            Operation(
                operation.type,
                tuple(places[index] for index in operation.inputs),
                tuple(places[index] for index in operation.outputs),
            )
            for operation in part.operations
        ]


def remove_output(part: EditableSubgraph, position: int) -> None:
    """Remove an output of a subgraph, and the operations that only it needs; modifies ``part``."""
    index = part.outputs.pop(position)
    if index not in part.outputs:
        set_lifetime(part, index, OperandLifeTime.TEMPORARY_VARIABLE)
    remove_unused_operations(part)


def remove_unused_operations(part: EditableSubgraph) -> None:
    """Remove operations whose outputs nothing reads; modifies ``part``."""
    while True:
        used = part.read_operands | set(part.outputs)
        kept = [o for o in part.operations if not used.isdisjoint(o.outputs)]
        if len(kept) == len(part.operations):
            return
        part.operations = kept


def set_lifetime(part: EditableSubgraph, index: int, lifetime: OperandLifeTime) -> None:
    """Set the lifetime of an operand; modifies ``part``."""
    part.operands[index] = replace(part.operands[index], lifetime=lifetime)


def add_operand(part: EditableSubgraph, operand: Operand) -> int:
    """Add an operand to ``part``; return its index."""
    index = max(part.operands, default=-1) + 1
    part.operands[index] = operand
    return index


def replace_operand(part: EditableSubgraph, old: int, new: int) -> None:
    """Let the readers of an operand read another one, also as an output; modifies ``part``."""
    part.operations = [replace_input(operation, old, new) for operation in part.operations]
    if old in part.outputs:
        part.outputs = [new if index == old else index for index in part.outputs]
        set_lifetime(part, new, OperandLifeTime.SUBGRAPH_OUTPUT)


def replace_input(operation: Operation, old: int, new: int) -> Operation:
    """Return the operation with another input wherever it reads ``old``."""
    return replace(
        operation, inputs=tuple(new if index == old else index for index in operation.inputs)
    )


def is_interchangeable(source: Operand, written: Operand, *, any_shape: bool = False) -> bool:
    """Return whether two operands have the same type, quantization and shape.

    An unspecified shape is equal to any shape, and ``any_shape`` disregards the shapes.
    """
    if (source.type, source.scale, source.zero_point) != (
        written.type,
        written.scale,
        written.zero_point,
    ):
        return False
    return (
        any_shape
        or source.dimensions == written.dimensions
        or not (source.dimensions and written.dimensions)
    )


def moved(items: Sequence[_Item], position: int, target: int) -> list[_Item]:
    """Return a list in which one item has another position."""
    rest = [*items[:position], *items[position + 1 :]]
    return [*rest[:target], items[position], *rest[target:]]


def inline_control_flow(search: Search) -> None:
    """Replace each IF and WHILE, also in referenced subgraphs, by operations outside of it.

    The candidates need not compute the same values: an IF is replaced by either branch.
    """
    while search.attempt_any(inlined_control_flow(search.case)):
        pass


def simplify_control_flow(search: Search) -> None:
    """Remove outputs and inputs of IFs, then states of loops, in all subgraphs."""
    for type_, simpler in (
        (OperationType.IF, simplify_if),
        (OperationType.WHILE, simplify_while),
    ):
        while search.attempt_any(
            candidate
            for number, place in find_control_flow(search.case, type_)
            for candidate in simpler(search.case, number, place)
        ):
            pass


def inlined_control_flow(draft: EditableCase) -> Iterator[EditableCase]:
    """Yield the case with an IF replaced by a branch, or a WHILE by no or one iteration."""
    for number, place in find_control_flow(draft, OperationType.IF):
        yield from _with_operations_of(draft, number, place, (0, 1))
    for number, place in find_control_flow(draft, OperationType.WHILE):
        edit = ControlFlowEdit(draft, number, place)
        if all(map(edit.remove_result, reversed(range(len(edit.results))))):
            yield edit.finished_with(())
        yield from _with_operations_of(draft, number, place, (1,))


def _with_operations_of(
    draft: EditableCase, number: int, place: int, subgraphs: tuple[int, ...]
) -> Iterator[EditableCase]:
    """Yield the case with the operations of each of these subgraphs of an IF or WHILE."""
    for inner in subgraphs:
        edit = ControlFlowEdit(draft, number, place)
        operations = edit.inlined(edit.inner[inner])
        if operations is not None:
            yield edit.finished_with(operations)


def simplify_if(draft: EditableCase, number: int, place: int) -> Iterator[EditableCase]:
    """Yield the case without each output and without each input of an IF.

    The IF is operation ``place`` of subgraph ``number``. It keeps at least one output. The readers
    of a removed output or input read another operand of the same type and shape.
    """
    whole = ControlFlowEdit(draft, number, place)
    for position in range(len(whole.results) if len(whole.results) > 1 else 0):
        edit = ControlFlowEdit(draft, number, place)
        for branch in edit.inner:
            remove_output(branch, position)
        if edit.remove_result(position):
            yield edit.finished()
    for position in range(len(whole.passed)):
        edit = ControlFlowEdit(draft, number, place)
        if edit.remove_input(position):
            yield edit.finished()


def simplify_while(draft: EditableCase, number: int, place: int) -> Iterator[EditableCase]:
    """Yield simpler variants of a WHILE, which is operation ``place`` of subgraph ``number``.

    For each state, from the last one on: without the state; with a state that never changes; with
    a state that is no output. The readers of a removed output of the WHILE read the initial value.
    A state that the condition reads keeps changing, because the loop would not end otherwise.
    """
    whole = ControlFlowEdit(draft, number, place)
    condition, body = whole.inner
    for position in reversed(range(len(whole.passed))):
        is_result = position < len(whole.results)
        if is_result and len(whole.results) == 1:
            continue
        edits = []
        if condition.inputs[position] not in condition.read_operands:
            edits.append(_without_state)
            if position < len(body.outputs):
                edits.append(_without_change)
        if is_result:
            edits.append(_without_result)
        for change in edits:
            edit = ControlFlowEdit(draft, number, place)
            if change(edit, position):
                yield edit.finished()


def _without_state(edit: ControlFlowEdit, position: int) -> bool:
    """Remove a state; return whether this is possible."""
    if position < len(edit.inner[1].outputs):
        if not _without_change(edit, position):
            return False
        position = len(edit.passed) - 1
    return edit.remove_input(position)


def _without_change(edit: ControlFlowEdit, position: int) -> bool:
    """Replace a state by an operand that never changes; return whether this is possible."""
    remove_output(edit.inner[1], position)
    if position < len(edit.results) and not edit.remove_result(position):
        return False
    _move_state(edit, position, len(edit.passed) - 1)
    return True


def _without_result(edit: ControlFlowEdit, position: int) -> bool:
    """Let only the next iteration read a state; return whether this is possible."""
    last = len(edit.results) - 1
    _move_state(edit, position, last)
    edit.inner[1].outputs = moved(edit.inner[1].outputs, position, last)
    edit.results = moved(edit.results, position, last)
    return edit.remove_result(last)


def _move_state(edit: ControlFlowEdit, position: int, target: int) -> None:
    """Move a state among the operands that are passed and the inputs of both subgraphs."""
    edit.passed = moved(edit.passed, position, target)
    for part in edit.inner:
        part.inputs = moved(part.inputs, position, target)
