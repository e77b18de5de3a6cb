"""Mutations that change several things at once, because one alone would break another rule."""

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
from conformance.validation.mutations.mutation import MAIN_SUBGRAPH, ModelMutation, SubgraphEditor

_NO_VALUE: Final = OperandLifeTime.NO_VALUE
_COPY: Final = OperandLifeTime.CONSTANT_COPY
_CONSTANT: Final = (_COPY, OperandLifeTime.CONSTANT_REFERENCE)
_MAX_ZERO_BYTES: Final = 1 << 16
"""Maximum size in bytes of a constant of zeros."""

_MAX_SHAPES: Final = 6
_MAX_ARGUMENTS: Final = 64


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
