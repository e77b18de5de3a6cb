"""Mutations of operations: code, arguments, execution order, cycles, several changes at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Final

from conformance.hal import (
    CONTROL_FLOW,
    INFO,
    DataLocation,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    Subgraph,
    Version,
    byte_size,
    name_of,
)
from conformance.operations import definitions
from conformance.validation.mutations.mutation import (
    INT32_SCALAR,
    MAIN_SUBGRAPH,
    ModelMutation,
    SubgraphEditor,
    replaced,
    without_element,
)

_WRITTEN: Final = (OperandLifeTime.TEMPORARY_VARIABLE, OperandLifeTime.SUBGRAPH_OUTPUT)
_INPUT: Final = OperandLifeTime.SUBGRAPH_INPUT
_OUTPUT: Final = OperandLifeTime.SUBGRAPH_OUTPUT
_HUGE: Final = 2**32 - 1
_MAX_ARGUMENTS: Final = 64
"""Maximum number of arguments of a list that are changed, one per mutation."""


@cache
def _last_code(version: Version) -> int:
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
        for position in range(min(count, _MAX_ARGUMENTS)):
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
        for position in range(min(len(arguments), _MAX_ARGUMENTS) - 1):
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
        for position, operand in enumerate(operation.inputs[:_MAX_ARGUMENTS]):
            if edit.subgraph.operands[operand].type == OperandType.SUBGRAPH:
                continue
            change = f"input {position} is omitted"
            make = partial(edit.with_omitted_input, index, position)
            yield edit.mutate_operation("operation.input_omitted", index, change, make, position)


def cycles(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Make an operation read its own result, directly or through other operations."""
    operands, operations = edit.subgraph.operands, edit.subgraph.operations
    for index, operation in enumerate(operations):
        for position, number in enumerate(operation.inputs[:_MAX_ARGUMENTS]):
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
                for lifetime in _WRITTEN:
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
        return replace(operation, inputs=replaced(operation.inputs, position, operand))

    copy = replace(reading(operation.outputs[at]), outputs=tuple(written))
    operations = [*subgraph.operations]
    operations[index : index + 1] = [reading(written[at]), copy]
    listed = subgraph.output_indexes
    if lifetime == OperandLifeTime.SUBGRAPH_OUTPUT:
        listed = (*listed, written[at])
    return edit.with_operations(operations, operands, output_indexes=listed)


_NO_VALUE: Final = OperandLifeTime.NO_VALUE
_COPY: Final = OperandLifeTime.CONSTANT_COPY
_CONSTANT: Final = (_COPY, OperandLifeTime.CONSTANT_REFERENCE)
_MAX_ZERO_BYTES: Final = 1 << 16
"""Maximum size in bytes of a constant of zeros."""

_MAX_SHAPES: Final = 6


def consistent_sizes(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Change one size in all inputs and computed operands that have it."""
    operands = edit.subgraph.operands
    seen = {
        size
        for operand in operands
        if operand.lifetime not in _CONSTANT
        for size in operand.dimensions
    }
    for size in sorted(seen - {0})[:_MAX_SHAPES]:
        for wrong in (size + 1, size - 1):
            if wrong > 0:
                make = partial(_with_size, edit, size, wrong)
                change = f"size {size} -> {wrong} in all operands except constants"
                yield ModelMutation("operand.sizes", change, make, edit.number, value=size)


def consistent_zero_points(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Change the zero point of all operands with the same type, scale and zero point."""
    kinds = {
        (operand.type, operand.scale, operand.zero_point)
        for operand in edit.subgraph.operands
        if operand.type in INFO
        and INFO[operand.type].zero_points[0] != INFO[operand.type].zero_points[1]
    }
    for type_, scale, zero_point in sorted(kinds):
        wrong = zero_point + 1 if zero_point < INFO[type_].zero_points[1] else zero_point - 1
        change = (
            f"zero point {zero_point} -> {wrong} in all operands of type {type_}, scale {scale}"
        )
        make = partial(_with_zero_point, edit, (type_, scale, zero_point), wrong)
        yield ModelMutation("operand.zero_points", change, make, edit.number, value=wrong)


def _with_zero_point(edit: SubgraphEditor, kind: tuple[int, float, int], zero_point: int) -> Model:
    return edit.with_fields(
        operands=tuple(
            replace(operand, zero_point=zero_point)
            if (operand.type, operand.scale, operand.zero_point) == kind
            else operand
            for operand in edit.subgraph.operands
        )
    )


def _with_size(edit: SubgraphEditor, old: int, new: int) -> Model:
    def changed(operand: Operand) -> Operand:
        if operand.lifetime in _CONSTANT or old not in operand.dimensions:
            return operand
        sizes = tuple(new if size == old else size for size in operand.dimensions)
        return replace(operand, dimensions=sizes)

    return edit.with_fields(operands=tuple(changed(operand) for operand in edit.subgraph.operands))


def supplied_arguments(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Give an omitted input a constant of zeros, in the shape of each other input."""
    operands = edit.subgraph.operands
    for index, operation in enumerate(edit.subgraph.operations):
        listed = [operands[i] for i in operation.inputs]
        shapes = list(dict.fromkeys(operand.dimensions for operand in listed if operand.dimensions))
        for position, operand in enumerate(listed[:_MAX_ARGUMENTS]):
            info = INFO.get(operand.type)
            if operand.lifetime != _NO_VALUE or info is None:
                continue
            for shape in shapes[:_MAX_SHAPES] if info.tensor else [()]:
                if not 0 < (byte_size(operand.type, shape) or 0) <= _MAX_ZERO_BYTES:
                    continue
                change = f"input {position}, so far omitted, is zeros of shape {list(shape)}"
                make = partial(_with_argument_supplied, edit, operation.inputs[position], shape)
                yield edit.mutate_operation(
                    "operation.input_supplied", index, change, make, position
                )


def _with_argument_supplied(edit: SubgraphEditor, index: int, shape: tuple[int, ...]) -> Model:
    operand = replace(edit.subgraph.operands[index], dimensions=shape)
    model, operand = _with_zeros(edit.model, operand)
    return SubgraphEditor(model, edit.number).with_operand(
        index, dimensions=shape, lifetime=_COPY, location=operand.location
    )


def _with_zeros(model: Model, operand: Operand) -> tuple[Model, Operand]:
    """Return the model with the operand's data appended as zeros, and the operand with location."""
    offset = -len(model.operand_values) % 4 + len(model.operand_values)
    size = byte_size(operand.type, operand.dimensions) or 0
    values = model.operand_values.ljust(offset + size, b"\0")
    place = DataLocation(0, offset, size)
    return replace(model, operand_values=values), replace(operand, lifetime=_COPY, location=place)


def omitted_with_constant_inputs(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Make all model inputs but the first constant zeros, and omit one of them in an operation."""
    if edit.number != MAIN_SUBGRAPH:
        return
    if (with_constants := _with_constant_inputs(edit)) is None:
        return
    bound = SubgraphEditor(with_constants)
    for index, operation in enumerate(bound.subgraph.operations):
        listed = operation.inputs[:_MAX_ARGUMENTS]
        for position, number in enumerate(listed):
            if bound.subgraph.operands[number].lifetime == _COPY:
                change = f"input {position} is omitted, the other inputs are constants"
                make = partial(bound.with_omitted_input, index, position)
                yield bound.mutate_operation(
                    "operation.input_omitted_with_constants", index, change, make, position
                )


def _with_constant_inputs(edit: SubgraphEditor) -> Model | None:
    """Return the model with zeros as inputs except the first; ``None`` if a size is unknown."""
    model, main = edit.model, edit.subgraph
    operands = list(main.operands)
    for index in main.input_indexes[1:]:
        if (
            not 0
            < (byte_size(operands[index].type, operands[index].dimensions) or 0)
            <= _MAX_ZERO_BYTES
        ):
            return None
        model, operands[index] = _with_zeros(model, operands[index])
    kept: Subgraph = replace(main, operands=tuple(operands), input_indexes=main.input_indexes[:1])
    return replace(model, main=kept)


def truncated_arguments(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Keep only the first few inputs of an operation."""
    for index, operation in enumerate(edit.subgraph.operations):
        for count in range(min(len(operation.inputs) - 1, 4)):
            make = partial(edit.with_operation, index, inputs=operation.inputs[:count])
            change = f"only {count} of {len(operation.inputs)} inputs kept"
            yield edit.mutate_operation("operation.truncated", index, change, make)


def repeated_arguments(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Replace an input by another input of the same operation."""
    for index, operation in enumerate(edit.subgraph.operations):
        inputs = operation.inputs[:_MAX_ARGUMENTS]
        for position, number in enumerate(inputs):
            for other in dict.fromkeys((inputs[-1], inputs[0], inputs[position - 1])):
                if other != number:
                    change = f"input {position} is replaced by operand {other}, another input"
                    make = partial(edit.with_argument, index, "inputs", position, other)
                    yield edit.mutate_operation(
                        "operation.input_repeated", index, change, make, position
                    )


def newer_features(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:
    """Use features of newer versions: referenced subgraphs and relaxed computation."""
    if edit.number != MAIN_SUBGRAPH:
        return
    model = edit.model
    if version < Version.V1_3:
        make = partial(replace, model, referenced=(model.main,))
        yield ModelMutation("model.newer_features", "a referenced subgraph", make)
    if version < Version.V1_1:
        make = partial(replace, model, relax_computation_float32_to_float16=True)
        yield ModelMutation("model.newer_features", "float32 may be relaxed", make)
