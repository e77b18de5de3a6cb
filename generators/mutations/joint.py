"""Mutations of several things at once, where one alone would break a plainer rule first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from conformance.hal import (
    INFO,
    DataLocation,
    Model,
    Operand,
    OperandLifeTime,
    Subgraph,
    Version,
    byte_size,
)
from generators.mutations.mutation import MAIN, Editor, Mutation

_ABSENT: Final = OperandLifeTime.NO_VALUE
_COPY: Final = OperandLifeTime.CONSTANT_COPY
_CONSTANT: Final = (_COPY, OperandLifeTime.CONSTANT_REFERENCE)
_LARGEST: Final = 1 << 16
"""Constants that are made of zeros have at most this many bytes."""

_SHAPES: Final = 6
_ARGUMENTS: Final = 64


def sizes(edit: Editor, version: Version) -> Iterator[Mutation]:  # noqa: ARG001
    """One size changed wherever the subgraph's inputs and results have it."""
    operands = edit.subgraph.operands
    seen = {size for one in operands if one.lifetime not in _CONSTANT for size in one.dimensions}
    for size in sorted(seen - {0})[:_SHAPES]:
        for wrong in (size + 1, size - 1):
            if wrong > 0:
                make = partial(_resized, edit, size, wrong)
                told = f"size {size} -> {wrong} in all but constants"
                yield Mutation("operand.sizes", told, make, edit.number, value=size)


def zero_points(edit: Editor, version: Version) -> Iterator[Mutation]:  # noqa: ARG001
    """Another zero point in all operands of one quantization."""
    kinds = {
        (one.type, one.scale, one.zero_point)
        for one in edit.subgraph.operands
        if one.type in INFO and INFO[one.type].zero_points[0] != INFO[one.type].zero_points[1]
    }
    for type_, scale, zero_point in sorted(kinds):
        wrong = zero_point + 1 if zero_point < INFO[type_].zero_points[1] else zero_point - 1
        yield Mutation(
            "operand.zero_points",
            f"zero point {zero_point} -> {wrong} wherever type {type_} has scale {scale}",
            partial(_moved, edit, (type_, scale, zero_point), wrong),
            edit.number,
            value=wrong,
        )


def _moved(edit: Editor, kind: tuple[int, float, int], zero_point: int) -> Model:
    return edit.with_parts(
        operands=tuple(
            replace(one, zero_point=zero_point)
            if (one.type, one.scale, one.zero_point) == kind
            else one
            for one in edit.subgraph.operands
        )
    )


def _resized(edit: Editor, old: int, new: int) -> Model:
    def changed(operand: Operand) -> Operand:
        if operand.lifetime in _CONSTANT or old not in operand.dimensions:
            return operand
        sizes = tuple(new if size == old else size for size in operand.dimensions)
        return replace(operand, dimensions=sizes)

    return edit.with_parts(operands=tuple(changed(one) for one in edit.subgraph.operands))


def given_arguments(edit: Editor, version: Version) -> Iterator[Mutation]:  # noqa: ARG001
    """An input that had no value is a constant of zeros, of each shape that another input has."""
    operands = edit.subgraph.operands
    for index, operation in enumerate(edit.subgraph.operations):
        listed = [operands[i] for i in operation.inputs]
        shapes = list(dict.fromkeys(one.dimensions for one in listed if one.dimensions))
        for position, operand in enumerate(listed[:_ARGUMENTS]):
            info = INFO.get(operand.type)
            if operand.lifetime != _ABSENT or info is None:
                continue
            for shape in shapes[:_SHAPES] if info.tensor else [()]:
                if not 0 < (byte_size(operand.type, shape) or 0) <= _LARGEST:
                    continue
                yield Mutation(
                    "operation.input_given",
                    f"input {position} is zeros of shape {list(shape)}",
                    partial(_given, edit, operation.inputs[position], shape),
                    edit.number,
                    operation=index,
                    position=position,
                )


def _given(edit: Editor, index: int, shape: tuple[int, ...]) -> Model:
    operand = replace(edit.subgraph.operands[index], dimensions=shape)
    model, operand = _with_zeros(edit.model, operand)
    return Editor(model, edit.number).with_operand(
        index, dimensions=shape, lifetime=_COPY, location=operand.location
    )


def _with_zeros(model: Model, operand: Operand) -> tuple[Model, Operand]:
    """The model with room for the operand's data, all zero, and the operand that lies there."""
    offset = -len(model.operand_values) % 4 + len(model.operand_values)
    size = byte_size(operand.type, operand.dimensions) or 0
    values = model.operand_values.ljust(offset + size, b"\0")
    place = DataLocation(0, offset, size)
    return replace(model, operand_values=values), replace(operand, lifetime=_COPY, location=place)


def known_arguments(edit: Editor, version: Version) -> Iterator[Mutation]:  # noqa: ARG001
    """All inputs of the model but its first are zeros, and one of an operation's has no value."""
    if edit.number != MAIN:
        return
    settled = _settled(edit)
    if settled is None:
        return
    bound = Editor(settled)
    for index, operation in enumerate(bound.subgraph.operations):
        listed = operation.inputs[:_ARGUMENTS]
        for position, number in enumerate(listed):
            if bound.subgraph.operands[number].lifetime == _COPY:
                yield Mutation(
                    "operation.input_omitted_known",
                    f"input {position} has no value, the others are constants",
                    partial(_omitted, bound, index, position),
                    operation=index,
                    position=position,
                )


def _settled(edit: Editor) -> Model | None:
    """The model with zeros for its inputs but the first; ``None`` where they have no known size."""
    model, main = edit.model, edit.subgraph
    operands = list(main.operands)
    for index in main.input_indexes[1:]:
        if not 0 < (byte_size(operands[index].type, operands[index].dimensions) or 0) <= _LARGEST:
            return None
        model, operands[index] = _with_zeros(model, operands[index])
    kept: Subgraph = replace(main, operands=tuple(operands), input_indexes=main.input_indexes[:1])
    return replace(model, main=kept)


def _omitted(edit: Editor, index: int, position: int) -> Model:
    operations = list(edit.subgraph.operations)
    inputs = list(operations[index].inputs)
    absent = replace(edit.temporary_like(inputs[position]), lifetime=_ABSENT)
    inputs[position] = len(edit.subgraph.operands)
    operations[index] = replace(operations[index], inputs=tuple(inputs))
    return edit.with_operations(operations, (*edit.subgraph.operands, absent))


def shortened(edit: Editor, version: Version) -> Iterator[Mutation]:  # noqa: ARG001
    """An operation with only its first arguments, down to none."""
    for index, operation in enumerate(edit.subgraph.operations):
        for count in range(min(len(operation.inputs) - 1, 4)):
            make = partial(edit.with_operation, index, inputs=operation.inputs[:count])
            told = f"{count} of {len(operation.inputs)} inputs left"
            yield Mutation("operation.shortened", told, make, edit.number, operation=index)


def repeated(edit: Editor, version: Version) -> Iterator[Mutation]:  # noqa: ARG001
    """An argument replaced by one that the operation has elsewhere."""
    for index, operation in enumerate(edit.subgraph.operations):
        inputs = operation.inputs[:_ARGUMENTS]
        for position, number in enumerate(inputs):
            for other in dict.fromkeys((inputs[-1], inputs[0], inputs[position - 1])):
                if other != number:
                    yield Mutation(
                        "operation.input_repeated",
                        f"input {position} is operand {other} too",
                        partial(edit.with_argument, index, "inputs", position, other),
                        edit.number,
                        operation=index,
                        position=position,
                    )


def newer(edit: Editor, version: Version) -> Iterator[Mutation]:
    """Parts of a model that a newer version brought: subgraphs, permission to relax."""
    if edit.number != MAIN:
        return
    model = edit.model
    if version < Version.V1_3:
        make = partial(replace, model, referenced=(model.main,))
        yield Mutation("model.newer", "a referenced subgraph", make)
    if version < Version.V1_1:
        make = partial(replace, model, relax_computation_float32_to_float16=True)
        yield Mutation("model.newer", "float32 may be relaxed", make)
