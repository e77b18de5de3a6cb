"""Removes operations one by one; an input of a removed operation replaces its output."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from conformance.failures.shrink.control_flow_editing import is_interchangeable, replace_input
from conformance.failures.shrink.model_editing import EditableSubgraph, reachable_subgraphs
from conformance.failures.shrink.shrinking_pass import ShrinkingPass
from conformance.hal import OperandLifeTime


class BypassOperations(ShrinkingPass):
    """Removes operations of main, then those of referenced subgraphs."""

    def run(self) -> None:
        for place in reversed(range(1, len(self.case.main.operations))):
            for main in bypass_operation(self.case.main, place, main=True):
                if self.attempt_with_shapes(self.case.with_main(main)):
                    break
        for number in reachable_subgraphs(self.case):
            for place in reversed(range(len(self.case.subgraphs[number].operations))):
                parts = bypass_operation(self.case.subgraphs[number], place)
                self.attempt_any(self.case.with_subgraph(number, part) for part in parts)


def bypass_operation(
    part: EditableSubgraph, number: int, *, main: bool = False
) -> Iterator[EditableSubgraph]:
    """Yield variants of a subgraph without one operation, whose output an input of it replaces.

    With ``main`` the input may have another shape, because the caller recomputes the shapes of
    main; and the operation may have several outputs if only one of them is read.
    """
    operation = part.operations[number]
    used_outputs: Sequence[int] = operation.outputs
    if main and len(used_outputs) > 1:
        read = part.read_operands
        used_outputs = [index for index in used_outputs if index in read]
    if len(used_outputs) != 1:
        return
    (written,) = used_outputs
    removed = set(operation.outputs) - {written}
    computed = part.written_operands
    for source in dict.fromkeys(operation.inputs):
        if not is_interchangeable(part.operands[source], part.operands[written], any_shape=main):
            continue
        is_output = written in part.outputs
        if is_output and (source not in computed or source in part.outputs):
            continue
        variant = part.copy()
        del variant.operations[number]
        variant.operations = [replace_input(o, written, source) for o in variant.operations]
        kept = (index for index in variant.outputs if index not in removed)
        variant.outputs = [source if index == written else index for index in kept]
        if is_output:
            variant.operands[source] = replace(
                part.operands[source], lifetime=OperandLifeTime.SUBGRAPH_OUTPUT
            )
        yield variant
