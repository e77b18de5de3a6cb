"""Removes states of WHILE operations that a failure does not need.

A WHILE passes its states to condition and body: first those that are also its outputs, then those
that only the next iteration reads, then operands that never change.
"""

from __future__ import annotations

from collections.abc import Iterator

from conformance.failures.shrink.control_flow_editing import ControlFlowEdit, moved, remove_output
from conformance.failures.shrink.control_flow_pass import ControlFlowPass
from conformance.failures.shrink.model_editing import EditableCase
from conformance.hal import OperationType


class SimplifyWhile(ControlFlowPass):
    """Removes states of loops in all subgraphs, or at least their changes or their outputs."""

    operation = OperationType.WHILE

    def variants(self, number: int, place: int) -> Iterator[EditableCase]:
        return simplify_while(self.case, number, place)


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
