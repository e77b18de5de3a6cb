"""Mutations of operations: their code, their arguments, their place in the execution order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Final

from conformance.hal import CONTROL_FLOW, Model, OperandLifeTime, OperandType, Version, name_of
from conformance.operations import definitions
from conformance.validation.mutations.mutation import (
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


def _argument_lists(edit: SubgraphEditor) -> Iterator[tuple[int, str, str, tuple[int, ...]]]:
    """Yield, for both lists of each operation, its index, the field, one argument, the indexes."""
    for index, operation in enumerate(edit.subgraph.operations):
        yield index, "inputs", "input", operation.inputs
        yield index, "outputs", "output", operation.outputs


def order(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Move an operation to the front, before its writers, or to the end, after its readers."""
    operations, operands = edit.subgraph.operations, edit.subgraph.operands
    for index, operation in enumerate(edit.subgraph.operations):
        rest = without_element(operations, index)
        if any(operands[i].lifetime in _WRITTEN for i in operation.inputs):
            make = partial(edit.with_fields, operations=(operation, *rest))
            yield edit.mutate_operation("order.reader", index, "moved to the front", make)
        if any(operands[i].number_of_consumers for i in operation.outputs):
            make = partial(edit.with_fields, operations=(*rest, operation))
            yield edit.mutate_operation("order.writer", index, "moved to the end", make)


def operation_codes(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:
    """Set an operation code that does not exist in the version."""
    unknown = (_last_code(version) + 1, 9999, 10001, -1)
    for index, operation in enumerate(edit.subgraph.operations):
        for code in unknown:
            make = partial(edit.with_operation, index, type=code)
            change = f"type {operation.type} -> {code}"
            yield edit.mutate_operation("operation.type", index, change, make, value=code)


def replaced_operations(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:
    """Replace the operation by each other operation with the same arguments."""
    for index, operation in enumerate(edit.subgraph.operations):
        for code in definitions():
            if code == operation.type or code > _last_code(version):
                continue
            make = partial(edit.with_operation, index, type=code)
            change = f"replaced by {definitions()[code].name}"
            yield edit.mutate_operation("operation.replaced", index, change, make, value=code)


def newer_operations(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:
    """Replace the operation by each operation of a later version with the same arguments."""
    later = {code: found.name for code, found in definitions().items() if found.since > version}
    if version < Version.V1_3:
        later.update({code: code.name for code in CONTROL_FLOW})
    for index, _ in enumerate(edit.subgraph.operations):
        for code, name in later.items():
            make = partial(edit.with_operation, index, type=code)
            change = f"replaced by {name} of a later version"
            yield edit.mutate_operation("operation.newer", index, change, make, value=code)


def argument_indexes(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Set an argument's operand index to one out of range."""
    count = len(edit.subgraph.operands)
    for index, kind, family, arguments in _argument_lists(edit):
        for position in range(len(arguments)):
            for wrong in (count, -1, 2**31, _HUGE):
                change = f"{family} {position} is operand {wrong}, of only {count} operands"
                make = partial(edit.with_argument, index, kind, position, wrong)
                name = f"operation.{family}_index"
                yield edit.mutate_operation(name, index, change, make, position, wrong)


def second_writers(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Append a copy of an operation that writes one of its outputs a second time."""
    for index, operation in enumerate(edit.subgraph.operations):
        for position in range(len(operation.outputs)):
            change = f"output {position} is written again by an operation at the end"
            make = partial(_with_second_writer, edit, index, position)
            yield edit.mutate_operation("order.second_writer", index, change, make, position)


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
    for index, operation in enumerate(edit.subgraph.operations):
        for position, output in enumerate(operation.outputs):
            if edit.subgraph.operands[output].number_of_consumers:
                change = f"output {position} is a new temporary, so its readers have no writer"
                make = partial(_with_missing_writer, edit, index, position)
                yield edit.mutate_operation("order.missing_writer", index, change, make, position)


def _with_missing_writer(edit: SubgraphEditor, index: int, position: int) -> Model:
    output = edit.subgraph.operations[index].outputs[position]
    return edit.with_new_argument(index, "outputs", position, edit.temporary_like(output))


def illegal_writes(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Write a model input, a constant, or another operand that must not be written."""
    targets: dict[int, int] = {}
    for number, operand in enumerate(edit.subgraph.operands):
        if operand.lifetime not in _WRITTEN:
            targets.setdefault(operand.lifetime, number)
    for index, operation in enumerate(edit.subgraph.operations):
        for position in range(len(operation.outputs)):
            for lifetime, target in targets.items():
                change = (
                    f"output {position} is replaced by operand {target}, a "
                    f"{name_of(OperandLifeTime, lifetime)}"
                )
                make = partial(edit.with_argument, index, "outputs", position, target)
                yield edit.mutate_operation(
                    "order.illegal_write", index, change, make, position, target
                )


def removed_operations(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Remove an operation."""
    for index, _ in enumerate(edit.subgraph.operations):
        make = partial(edit.with_operations, without_element(edit.subgraph.operations, index))
        yield edit.mutate_operation("operation.removed", index, "removed", make)


def removed_arguments(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Remove an argument; later arguments move up by one."""
    for index, kind, family, arguments in _argument_lists(edit):
        name, count = f"operation.{family}_removed", len(arguments)
        for position in range(min(count, _SCALARS)):
            rest = without_element(arguments, position)
            make = partial(edit.with_operation, index, **{kind: rest})
            change = f"{family} {position} of {count} removed"
            yield edit.mutate_operation(name, index, change, make, position, count)


def added_arguments(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Add an argument: a new INT32 scalar that is a model input or output."""
    for index, kind, family, arguments in _argument_lists(edit):
        change, count = f"an INT32 scalar added as the last {family}", len(arguments)
        make = partial(_with_one_more, edit, index, kind)
        name = f"operation.{family}_added"
        yield edit.mutate_operation(name, index, change, make, count, count)


def _with_one_more(edit: SubgraphEditor, index: int, kind: str) -> Model:
    subgraph = edit.subgraph
    scalar = replace(INT32_SCALAR, lifetime=_INPUT if kind == "inputs" else _OUTPUT)
    count = len(getattr(subgraph.operations[index], kind))
    listed = "input_indexes" if kind == "inputs" else "output_indexes"
    more = {listed: (*getattr(subgraph, listed), len(subgraph.operands))}
    return edit.with_new_argument(index, kind, count, scalar, **more)


def swapped_arguments(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Swap two adjacent arguments."""
    for index, kind, family, arguments in _argument_lists(edit):
        for position in range(min(len(arguments), _SCALARS) - 1):
            first, second = arguments[position : position + 2]
            if first == second:
                continue
            other = (*arguments[:position], second, first, *arguments[position + 2 :])
            change = f"{family}s {position} and {position + 1} swapped"
            make = partial(edit.with_operation, index, **{kind: other})
            name = f"operation.{family}_swapped"
            yield edit.mutate_operation(name, index, change, make, position)


def omitted_arguments(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Omit an input (NO_VALUE)."""
    for index, operation in enumerate(edit.subgraph.operations):
        for position, operand in enumerate(operation.inputs[:_SCALARS]):
            if edit.subgraph.operands[operand].type == OperandType.SUBGRAPH:
                continue
            change = f"input {position} is omitted"
            make = partial(edit.with_omitted_input, index, position)
            yield edit.mutate_operation("operation.input_omitted", index, change, make, position)
