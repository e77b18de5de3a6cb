"""Mutations of operations: their code, their arguments, their place in the execution order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

from conformance.hal import Model, OperandLifeTime, OperandType, Operation, Version, name_of
from conformance.operations import definitions
from generators.mutations.mutation import (
    INT32_SCALAR,
    ModelMutation,
    SubgraphEditor,
    without_element,
)

_WRITTEN: Final = (OperandLifeTime.TEMPORARY_VARIABLE, OperandLifeTime.SUBGRAPH_OUTPUT)
_INPUT: Final = OperandLifeTime.SUBGRAPH_INPUT
_OUTPUT: Final = OperandLifeTime.SUBGRAPH_OUTPUT
_HUGE: Final = 2**32 - 1
_SCALARS: Final = 64
"""Maximum number of arguments of a list that are changed, one per mutation."""


@cache
def _last_code(version: Version) -> int:
    """Return the last operation code of a version."""
    return max(code for code, found in definitions().items() if found.since <= version)


def _operation_indexes(edit: SubgraphEditor) -> Iterator[tuple[int, Operation]]:
    return enumerate(edit.subgraph.operations)


def order(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Move an operation to the front, before its writers, or to the end, after its readers."""
    operations, operands = edit.subgraph.operations, edit.subgraph.operands
    for index, operation in _operation_indexes(edit):
        rest = without_element(operations, index)
        if any(operands[i].lifetime in _WRITTEN for i in operation.inputs):
            make = partial(edit.with_fields, operations=(operation, *rest))
            yield ModelMutation(
                "order.reader", "moved to the front", make, edit.number, operation=index
            )
        if any(operands[i].number_of_consumers for i in operation.outputs):
            make = partial(edit.with_fields, operations=(*rest, operation))
            yield ModelMutation(
                "order.writer", "moved to the end", make, edit.number, operation=index
            )


def operation_codes(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:
    """Set an operation code that does not exist in the version."""
    unknown = (_last_code(version) + 1, 9999, 10001, -1)
    for index, operation in _operation_indexes(edit):
        for code in unknown:
            make = partial(edit.with_operation, index, type=code)
            change = f"type {operation.type} -> {code}"
            yield ModelMutation(
                "operation.type", change, make, edit.number, operation=index, value=code
            )


def replaced_operations(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:
    """Replace the operation by each other operation with the same arguments."""
    for index, operation in _operation_indexes(edit):
        for code in definitions():
            if code == operation.type or code > _last_code(version):
                continue
            make = partial(edit.with_operation, index, type=code)
            change = f"replaced by {definitions()[code].name}"
            yield ModelMutation(
                "operation.replaced", change, make, edit.number, operation=index, value=code
            )


def argument_indexes(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Set an argument's operand index to one out of range."""
    count = len(edit.subgraph.operands)
    for index, operation in _operation_indexes(edit):
        for kind, family in (("inputs", "input"), ("outputs", "output")):
            for position in range(len(getattr(operation, kind))):
                for wrong in (count, -1, 2**31, _HUGE):
                    yield ModelMutation(
                        f"operation.{family}_index",
                        f"{family} {position} is operand {wrong}, of only {count} operands",
                        partial(edit.with_argument, index, kind, position, wrong),
                        edit.number,
                        operation=index,
                        position=position,
                        value=wrong,
                    )


def second_writers(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Append a copy of an operation that writes one of its outputs a second time."""
    for index, operation in _operation_indexes(edit):
        for position in range(len(operation.outputs)):
            yield ModelMutation(
                "order.second_writer",
                f"output {position} is written again by an operation at the end",
                partial(_with_second_writer, edit, index, position),
                edit.number,
                operation=index,
                position=position,
            )


def _with_second_writer(edit: SubgraphEditor, index: int, position: int) -> Model:
    subgraph = edit.subgraph
    operation = subgraph.operations[index]
    operands = list(subgraph.operands)
    outputs = []
    for output_position, output in enumerate(operation.outputs):
        if output_position == position:
            outputs.append(output)
        else:
            outputs.append(len(operands))
            operands.append(edit.temporary_like(output))
    again = replace(operation, outputs=tuple(outputs))
    return edit.with_operations((*subgraph.operations, again), operands)


def missing_writers(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Write a new temporary instead of an operand that other operations read."""
    for index, operation in _operation_indexes(edit):
        for position, output in enumerate(operation.outputs):
            if edit.subgraph.operands[output].number_of_consumers:
                yield ModelMutation(
                    "order.missing_writer",
                    f"output {position} is a new temporary, so its readers have no writer",
                    partial(_with_missing_writer, edit, index, position),
                    edit.number,
                    operation=index,
                    position=position,
                )


def _with_missing_writer(edit: SubgraphEditor, index: int, position: int) -> Model:
    subgraph = edit.subgraph
    operation = subgraph.operations[index]
    outputs = list(operation.outputs)
    operands = (*subgraph.operands, edit.temporary_like(outputs[position]))
    outputs[position] = len(subgraph.operands)
    operations = list(subgraph.operations)
    operations[index] = replace(operation, outputs=tuple(outputs))
    return edit.with_operations(operations, operands)


def illegal_writes(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Write a model input, a constant, or another operand that must not be written."""
    targets: dict[int, int] = {}
    for number, operand in enumerate(edit.subgraph.operands):
        if operand.lifetime not in _WRITTEN:
            targets.setdefault(operand.lifetime, number)
    for index, operation in _operation_indexes(edit):
        for position in range(len(operation.outputs)):
            for lifetime, target in targets.items():
                yield ModelMutation(
                    "order.illegal_write",
                    f"output {position} is replaced by operand {target}, a "
                    f"{name_of(OperandLifeTime, lifetime)}",
                    partial(edit.with_argument, index, "outputs", position, target),
                    edit.number,
                    operation=index,
                    position=position,
                    value=target,
                )


def removed_operations(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Remove an operation."""
    for index, _ in _operation_indexes(edit):
        make = partial(edit.with_operations, without_element(edit.subgraph.operations, index))
        yield ModelMutation("operation.removed", "removed", make, edit.number, operation=index)


def removed_arguments(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Remove an argument; later arguments move up by one."""
    for index, operation in _operation_indexes(edit):
        for kind, family in (("inputs", "input"), ("outputs", "output")):
            arguments: tuple[int, ...] = getattr(operation, kind)
            for position in range(min(len(arguments), _SCALARS)):
                make = partial(
                    edit.with_operation, index, **{kind: without_element(arguments, position)}
                )
                yield ModelMutation(
                    f"operation.{family}_removed",
                    f"{family} {position} of {len(arguments)} removed",
                    make,
                    edit.number,
                    operation=index,
                    position=position,
                    value=len(arguments),
                )


def added_arguments(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Add an argument: a new INT32 scalar that is a model input or output."""
    for index, operation in _operation_indexes(edit):
        for kind, family in (("inputs", "input"), ("outputs", "output")):
            yield ModelMutation(
                f"operation.{family}_added",
                f"an INT32 added as last {family}",
                partial(_with_one_more, edit, index, kind),
                edit.number,
                operation=index,
                position=len(getattr(operation, kind)),
                value=len(getattr(operation, kind)),
            )


def _with_one_more(edit: SubgraphEditor, index: int, kind: str) -> Model:
    subgraph = edit.subgraph
    operation = subgraph.operations[index]
    lifetime = _INPUT if kind == "inputs" else _OUTPUT
    new = len(subgraph.operands)
    operands = (*subgraph.operands, replace(INT32_SCALAR, lifetime=lifetime))
    operations = list(subgraph.operations)
    more_arguments: Any = {kind: (*getattr(operation, kind), new)}
    operations[index] = replace(operation, **more_arguments)
    listed = "input_indexes" if kind == "inputs" else "output_indexes"
    more = {listed: (*getattr(subgraph, listed), new)}
    return edit.with_operations(operations, operands, **more)


def swapped_arguments(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Swap two adjacent arguments."""
    for index, operation in _operation_indexes(edit):
        for kind, family in (("inputs", "input"), ("outputs", "output")):
            arguments: tuple[int, ...] = getattr(operation, kind)
            for position in range(min(len(arguments), _SCALARS) - 1):
                first, second = arguments[position : position + 2]
                if first == second:
                    continue
                other = (*arguments[:position], second, first, *arguments[position + 2 :])
                yield ModelMutation(
                    f"operation.{family}_swapped",
                    f"{family}s {position} and {position + 1} swapped",
                    partial(edit.with_operation, index, **{kind: other}),
                    edit.number,
                    operation=index,
                    position=position,
                )


def omitted_arguments(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Omit an input (NO_VALUE)."""
    for index, operation in _operation_indexes(edit):
        for position, operand in enumerate(operation.inputs[:_SCALARS]):
            if edit.subgraph.operands[operand].type == OperandType.SUBGRAPH:
                continue
            yield ModelMutation(
                "operation.input_omitted",
                f"input {position} is omitted",
                partial(_without_value, edit, index, position),
                edit.number,
                operation=index,
                position=position,
            )


def _without_value(edit: SubgraphEditor, index: int, position: int) -> Model:
    subgraph = edit.subgraph
    operation = subgraph.operations[index]
    old = subgraph.operands[operation.inputs[position]]
    absent = replace(
        edit.temporary_like(operation.inputs[position]),
        lifetime=OperandLifeTime.NO_VALUE,
        dimensions=old.dimensions,
    )
    operations = list(subgraph.operations)
    inputs = list(operation.inputs)
    inputs[position] = len(subgraph.operands)
    operations[index] = replace(operation, inputs=tuple(inputs))
    return edit.with_operations(operations, (*subgraph.operands, absent))
