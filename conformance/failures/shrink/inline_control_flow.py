"""Replaces an IF by the operations of a branch, and a WHILE by at most one iteration."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.failures.shrink.control_flow_editing import ControlFlowEdit, find_control_flow
from conformance.failures.shrink.model_editing import EditableCase
from conformance.failures.shrink.shrinking_pass import ShrinkingPass
from conformance.hal import OperationType


class InlineControlFlow(ShrinkingPass):
    """Replaces each IF and WHILE, also in referenced subgraphs, by operations outside of it.

    The candidates need not compute the same values: an IF is replaced by either branch.
    """

    def run(self) -> None:
        while self.attempt_any(inline_control_flow(self.case)):
            pass


def inline_control_flow(draft: EditableCase) -> Iterator[EditableCase]:
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
