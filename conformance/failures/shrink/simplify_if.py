"""Removes outputs and inputs of IF operations that a failure does not need."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.failures.shrink.control_flow_editing import ControlFlowEdit, remove_output
from conformance.failures.shrink.control_flow_pass import ControlFlowPass
from conformance.failures.shrink.model_editing import EditableCase
from conformance.hal import OperationType


class SimplifyIf(ControlFlowPass):
    """Removes outputs of IFs, then inputs, in all subgraphs.

    The readers of a removed output or input read another operand of the same type and shape.
    """

    operation = OperationType.IF

    def variants(self, number: int, place: int) -> Iterator[EditableCase]:
        return simplify_if(self.case, number, place)


def simplify_if(draft: EditableCase, number: int, place: int) -> Iterator[EditableCase]:
    """Yield the case without each output and without each input of an IF.

    The IF is operation ``place`` of subgraph ``number``. It keeps at least one output.
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
