"""Derives simpler variants of a subgraph or an operand, as candidates for the minimizer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from conformance.hal import (
    INFO,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    SymmPerChannelQuantParams,
)
from conformance.harness.shrinking.model_editing import Array, EditableCase, EditableSubgraph

_L: Final = OperandLifeTime
GIVEN_LIFETIMES: Final = (_L.SUBGRAPH_INPUT, _L.CONSTANT_COPY, _L.CONSTANT_REFERENCE)
"""Lifetimes of operands that no operation writes: inputs and constants."""


def given_tensors(part: EditableSubgraph) -> list[int]:
    """Return the indexes of input and constant tensors that have data and that operations read."""
    read = part.read_operands
    return [
        index
        for index, operand in part.operands.items()
        if index in read
        and operand.lifetime in GIVEN_LIFETIMES
        and index in part.data
        and operand.type in INFO
        and INFO[operand.type].tensor
    ]


def shrinkable_axes(part: EditableSubgraph) -> Iterator[tuple[int, int, int]]:
    """Yield operand, axis and size of each tensor axis longer than 1."""
    for index in given_tensors(part):
        for axis, size in enumerate(part.operands[index].dimensions):
            if size > 1:
                yield index, axis, size


_MAX_SIZE_ELEMENTS: Final = 8
"""Tensors with more elements hold data, not sizes."""


def size_numbers(part: EditableSubgraph) -> Iterator[tuple[int, int, int]]:
    """Yield operand, element and value of positive integers that may be sizes or positions."""
    read = part.read_operands
    for index, operand in part.operands.items():
        if index in part.data and index in read and _may_hold_sizes(operand):
            for element, value in enumerate(np.frombuffer(part.data[index], "<i4").tolist()):
                if value > 0:
                    yield index, element, value


def _may_hold_sizes(operand: Operand) -> bool:
    if operand.type == OperandType.INT32:
        return True
    shape = operand.dimensions
    return (
        operand.type == OperandType.TENSOR_INT32
        and len(shape) == 1
        and shape[0] <= _MAX_SIZE_ELEMENTS
    )


def set_integer(part: EditableSubgraph, index: int, element: int, target: int) -> None:
    """Set an integer element to ``target``; modifies ``part``."""
    integers = np.frombuffer(part.data[index], "<i4").copy()
    integers[element] = target
    part.data[index] = integers.tobytes()


def smaller_sizes(size: int) -> list[int]:
    """Return the smaller sizes to try, ascending: 1, half, and one less."""
    return [target for target in sorted({1, size // 2, size - 1}) if 0 < target < size]


def shorten_axis(
    part: EditableSubgraph, index: int, axis: int, target: int, *, first: bool
) -> None:
    """Shorten an operand's axis to ``target`` elements, the first or the last; modifies ``part``.

    Per-channel scales along this axis are shortened with it.
    """
    operand = part.operands[index]
    array = _to_array(operand, part.data[index])
    kept = slice(0, target) if first else slice(array.shape[axis] - target, None)
    shorter = array[(slice(None),) * axis + (kept,)]
    extra = operand.extra_params
    if isinstance(extra, SymmPerChannelQuantParams) and extra.channel_dim == axis:
        extra = SymmPerChannelQuantParams(extra.scales[kept], extra.channel_dim)
    part.operands[index] = replace(operand, dimensions=shorter.shape, extra_params=extra)
    part.data[index] = np.ascontiguousarray(shorter).tobytes()


def _to_array(operand: Operand, data: bytes) -> Array:
    return np.frombuffer(data, INFO[operand.type].dtype).reshape(operand.dimensions)


def simplify_operand(part: EditableSubgraph, index: int) -> Iterator[EditableSubgraph]:
    """Yield variants of the subgraph with a simpler operand.

    A CONSTANT_REFERENCE becomes a CONSTANT_COPY, a scalar input becomes a constant, and a scalar
    becomes 0 or 1.
    """
    operand = part.operands[index]
    info = INFO.get(operand.type)
    if info is None or (index not in part.data and operand.lifetime in GIVEN_LIFETIMES):
        return
    if operand.lifetime == _L.CONSTANT_REFERENCE:
        variant = part.copy()
        variant.operands[index] = replace(operand, lifetime=_L.CONSTANT_COPY)
        yield variant
    if info.tensor or index not in part.data:
        return
    if operand.lifetime == _L.SUBGRAPH_INPUT:
        variant = part.copy()
        variant.operands[index] = replace(operand, lifetime=_L.CONSTANT_COPY)
        variant.inputs.remove(index)
        yield variant
    now = part.data[index]
    for number in (0, 1):
        data = np.array(number, info.dtype).tobytes()
        if data == now:
            return
        variant = part.copy()
        variant.data[index] = data
        yield variant


def simplify_values(operand: Operand, data: bytes) -> Iterator[bytes]:
    """Yield simpler data for a tensor: all zero, all equal, or one half of the elements zero."""
    array = _to_array(operand, data)
    flat = array.reshape(-1)
    zero = np.full_like(flat, operand.zero_point if INFO[operand.type].quantized else 0)
    nonzero = flat != zero
    if nonzero.any():
        yield zero.tobytes()
    if flat.size > 1 and (flat != flat[0]).any():
        yield np.full_like(flat, flat[0]).tobytes()
        half = flat.size // 2
        for elements in (slice(0, half), slice(half, None)):
            if nonzero[elements].any():
                simplified = flat.copy()
                simplified[elements] = zero[elements]
                yield simplified.tobytes()


def bypass_operation(
    part: EditableSubgraph, number: int, *, main: bool = False
) -> Iterator[EditableSubgraph]:
    """Yield variants of a subgraph without operation ``number``; its input replaces its output.

    There is a variant for each input that can do so. With ``main`` the input may have another
    shape, because the caller recomputes the shapes of main, and the operation may have several
    outputs if only one of them is read.
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
        if not _is_interchangeable(part.operands[source], part.operands[written], any_shape=main):
            continue
        is_output = written in part.outputs
        if is_output and (source not in computed or source in part.outputs):
            continue
        variant = part.copy()
        del variant.operations[number]
        variant.operations = [_replace_input(o, written, source) for o in variant.operations]
        kept = (index for index in variant.outputs if index not in removed)
        variant.outputs = [source if index == written else index for index in kept]
        if is_output:
            variant.operands[source] = replace(part.operands[source], lifetime=_L.SUBGRAPH_OUTPUT)
        yield variant


def _is_interchangeable(source: Operand, written: Operand, *, any_shape: bool) -> bool:
    """Return whether two operands have the same type, quantization and shape.

    An unspecified shape is equal to any shape, and ``any_shape`` disregards the shapes.
    """
    if (source.type, source.scale, source.zero_point) != (
        written.type,
        written.scale,
        written.zero_point,
    ):
        return False
    return (
        any_shape
        or source.dimensions == written.dimensions
        or not (source.dimensions and written.dimensions)
    )


def _replace_input(operation: Operation, old: int, new: int) -> Operation:
    return replace(
        operation, inputs=tuple(new if index == old else index for index in operation.inputs)
    )


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
        yield EditableCase(parts, draft.relaxed, draft.ignored_outputs)
    for place in range(len(operation.inputs) - 3):
        if any(_is_used(draft.subgraphs[b], draft.subgraphs[b].inputs[place]) for b in branches):
            continue
        parts = [part.copy() for part in draft.subgraphs]
        inputs = _without_index(operation.inputs, 3 + place)
        parts[0].operations[number] = replace(operation, inputs=inputs)
        for branch in set(branches):
            del parts[branch].inputs[place]
        yield EditableCase(parts, draft.relaxed, draft.ignored_outputs)


def _without_index(indexes: Sequence[int], place: int) -> tuple[int, ...]:
    return (*indexes[:place], *indexes[place + 1 :])


def _is_used(part: EditableSubgraph, index: int) -> bool:
    return index in part.read_operands or index in part.outputs


def _remove_unused_operations(part: EditableSubgraph) -> None:
    """Remove operations whose outputs are not used; modifies ``part``."""
    while True:
        used = [o for o in part.operations if any(_is_used(part, index) for index in o.outputs)]
        if len(used) == len(part.operations):
            return
        part.operations = used


def subgraph_as_main(
    inner: EditableSubgraph,
    outer: EditableSubgraph,
    passed_operands: Sequence[int],
    values: Mapping[int, Array],
) -> EditableSubgraph | None:
    """Return a referenced subgraph as a main one, or ``None`` if an input's value is not known.

    ``passed_operands`` are the operands of ``outer`` that become its inputs, ``values`` the values
    of operands that ``outer`` computes.
    """
    main = inner.copy()
    for index, source in zip(main.inputs, passed_operands, strict=True):
        if source in values:
            data, shape = values[source].tobytes(), values[source].shape
        elif source in outer.data:
            data, shape = outer.data[source], outer.operands[source].dimensions
        else:
            return None
        main.data[index] = data
        main.operands[index] = replace(main.operands[index], dimensions=shape)
    return main if main.operations else None
