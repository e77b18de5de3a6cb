"""Mutations that make operations depend on their own results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from conformance.hal import Model, Operand, OperandLifeTime, Operation, Version
from conformance.validation.mutations.mutation import ModelMutation, SubgraphEditor

_LIFETIMES: Final = (OperandLifeTime.TEMPORARY_VARIABLE, OperandLifeTime.SUBGRAPH_OUTPUT)
_MAX_INPUTS: Final = 64


def cycles(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Make an operation read its own result, directly or through other operations."""
    operands, operations = edit.subgraph.operands, edit.subgraph.operations
    for index, operation in enumerate(operations):
        for position, number in enumerate(operation.inputs[:_MAX_INPUTS]):
            for later in range(index, len(operations)):
                if later > index and not _depends(operations, later, index):
                    continue
                for output in operations[later].outputs:
                    if _alike(operands[number], operands[output]):
                        change = f"input {position} is operand {output}, of operation {later}"
                        make = partial(edit.with_argument, index, "inputs", position, output)
                        yield edit.mutate_operation("order.cycle", index, change, make, position)
            for at, output in enumerate(operation.outputs):
                if not _alike(operands[number], operands[output]):
                    continue
                for lifetime in _LIFETIMES:
                    change = (
                        f"a copy of the operation reads output {at}, and writes a "
                        f"{lifetime.name} that the operation reads as input {position}"
                    )
                    make = partial(_with_copy, edit, index, position, at, lifetime)
                    yield edit.mutate_operation("order.cycle", index, change, make, position)


def _alike(first: Operand, second: Operand) -> bool:
    """Return whether an operand can take the place of another one as far as its type matters."""
    return (first.type, first.dimensions, first.scale, first.zero_point) == (
        second.type,
        second.dimensions,
        second.scale,
        second.zero_point,
    )


def _depends(operations: tuple[Operation, ...], later: int, first: int) -> bool:
    """Return whether an operation reads a result that depends on an earlier operation."""
    known = set(operations[first].outputs)
    for operation in operations[first + 1 : later + 1]:
        if known.intersection(operation.inputs):
            known.update(operation.outputs)
    return not known.isdisjoint(operations[later].outputs)


def _with_copy(
    edit: SubgraphEditor, index: int, position: int, at: int, lifetime: OperandLifeTime
) -> Model:
    """Return the model with a copy of an operation behind it; each reads the other's result."""
    subgraph = edit.subgraph
    operation = subgraph.operations[index]
    operands = list(subgraph.operands)
    written = [len(operands) + number for number in range(len(operation.outputs))]
    operands += [edit.temporary_like(output) for output in operation.outputs]
    operands[written[at]] = replace(operands[written[at]], lifetime=lifetime)

    def reading(operand: int) -> Operation:
        inputs = operation.inputs
        return replace(operation, inputs=(*inputs[:position], operand, *inputs[position + 1 :]))

    copy = replace(reading(operation.outputs[at]), outputs=tuple(written))
    operations = [*subgraph.operations]
    operations[index : index + 1] = [reading(written[at]), copy]
    listed = subgraph.output_indexes
    if lifetime == OperandLifeTime.SUBGRAPH_OUTPUT:
        listed = (*listed, written[at])
    return edit.with_operations(operations, operands, output_indexes=listed)
