"""Removes unread outputs and unused inputs of IF operations in the main subgraph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from conformance.hal import OperationType
from conformance.harness.shrinking.model_editing import EditableCase, EditableSubgraph
from conformance.harness.shrinking.shrinking_pass import ShrinkingPass


class SimplifyIf(ShrinkingPass):
    """Removes outputs of main's IFs that nothing reads, and inputs that no branch uses."""

    def run(self) -> None:
        for place in range(len(self.case.main.operations)):
            while self.attempt_any(simplify_if(self.case, place)):
                pass


def simplify_if(draft: EditableCase, number: int) -> Iterator[EditableCase]:
    """Yield variants of an IF of main without an unread output or without an unused input."""
    operation = draft.main.operations[number]
    if operation.type != OperationType.IF:
        return
    branches = [1 + draft.main.operands[i].location.offset for i in operation.inputs[1:3]]
    for place, written in enumerate(operation.outputs):
        if len(operation.outputs) == 1 or written in draft.main.read_operands:
            continue
        parts = [part.copy() for part in draft.subgraphs]
        main = parts[0]
        outputs = _without_index(operation.outputs, place)
        main.operations[number] = replace(operation, outputs=outputs)
        main.outputs = [index for index in main.outputs if index != written]
        for branch in set(branches):
            parts[branch].outputs = list(_without_index(parts[branch].outputs, place))
            _remove_unused_operations(parts[branch])
        yield draft.with_subgraphs(parts)
    for place in range(len(operation.inputs) - 3):
        if any(_is_used(draft.subgraphs[b], draft.subgraphs[b].inputs[place]) for b in branches):
            continue
        parts = [part.copy() for part in draft.subgraphs]
        inputs = _without_index(operation.inputs, 3 + place)
        parts[0].operations[number] = replace(operation, inputs=inputs)
        for branch in set(branches):
            del parts[branch].inputs[place]
        yield draft.with_subgraphs(parts)


def _without_index(indexes: Sequence[int], place: int) -> tuple[int, ...]:
    return (*indexes[:place], *indexes[place + 1 :])


def _is_used(part: EditableSubgraph, index: int) -> bool:
    return index in part.read_operands or index in part.outputs


def _remove_unused_operations(part: EditableSubgraph) -> None:
    """Remove operations whose outputs nothing reads; modifies ``part``."""
    while True:
        used = [o for o in part.operations if any(_is_used(part, index) for index in o.outputs)]
        if len(used) == len(part.operations):
            return
        part.operations = used
