"""Derives simpler variants of a subgraph or an operand, as candidates for the minimiser."""

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
from conformance.harness.surgery import Array, Draft, Part

_L: Final = OperandLifeTime
GIVEN: Final = (_L.SUBGRAPH_INPUT, _L.CONSTANT_COPY, _L.CONSTANT_REFERENCE)
"""Lifetimes of operands that no operation writes: inputs and constants."""


def tensors(part: Part) -> list[int]:
    """Return the indexes of input and constant tensors that have data and that operations read."""
    read = part.read
    return [
        index
        for index, operand in part.operands.items()
        if index in read
        and operand.lifetime in GIVEN
        and index in part.data
        and operand.type in INFO
        and INFO[operand.type].tensor
    ]


def axes(part: Part) -> Iterator[tuple[int, int, int]]:
    """Yield operand, axis and size of each tensor axis longer than 1."""
    for index in tensors(part):
        for axis, size in enumerate(part.operands[index].dimensions):
            if size > 1:
                yield index, axis, size


_MOST_NUMBERS: Final = 8
"""Tensors with more elements hold data, not sizes."""


def numbers(part: Part) -> Iterator[tuple[int, int, int]]:
    """Yield operand, element and value of positive integers that may be sizes or positions."""
    read = part.read
    for index, operand in part.operands.items():
        if index in part.data and index in read and _tells_sizes(operand):
            for element, value in enumerate(np.frombuffer(part.data[index], "<i4").tolist()):
                if value > 0:
                    yield index, element, value


def _tells_sizes(operand: Operand) -> bool:
    if operand.type == OperandType.INT32:
        return True
    shape = operand.dimensions
    return (
        operand.type == OperandType.TENSOR_INT32 and len(shape) == 1 and shape[0] <= _MOST_NUMBERS
    )


def lessen(part: Part, index: int, element: int, target: int) -> None:
    """Set an integer element to ``target``; modifies ``part``."""
    told = np.frombuffer(part.data[index], "<i4").copy()
    told[element] = target
    part.data[index] = told.tobytes()


def smaller_sizes(size: int) -> list[int]:
    """Return the smaller sizes to try, ascending: 1, half, and one less."""
    return [target for target in sorted({1, size // 2, size - 1}) if 0 < target < size]


def cut(part: Part, index: int, axis: int, target: int, *, first: bool) -> None:
    """Shorten an operand's axis to ``target`` elements, the first or the last; modifies ``part``.

    Per-channel scales along this axis are shortened with it.
    """
    operand = part.operands[index]
    array = _array(operand, part.data[index])
    kept = slice(0, target) if first else slice(array.shape[axis] - target, None)
    shorter = array[(slice(None),) * axis + (kept,)]
    extra = operand.extra_params
    if isinstance(extra, SymmPerChannelQuantParams) and extra.channel_dim == axis:
        extra = SymmPerChannelQuantParams(extra.scales[kept], extra.channel_dim)
    part.operands[index] = replace(operand, dimensions=shorter.shape, extra_params=extra)
    part.data[index] = np.ascontiguousarray(shorter).tobytes()


def _array(operand: Operand, data: bytes) -> Array:
    return np.frombuffer(data, INFO[operand.type].dtype).reshape(operand.dimensions)


def plainer_operands(part: Part, index: int) -> Iterator[Part]:
    """Yield variants of the subgraph with a simpler operand.

    A CONSTANT_REFERENCE becomes a CONSTANT_COPY, a scalar input becomes a constant, and a scalar
    becomes 0 or 1.
    """
    operand = part.operands[index]
    info = INFO.get(operand.type)
    if info is None or (index not in part.data and operand.lifetime in GIVEN):
        return
    if operand.lifetime == _L.CONSTANT_REFERENCE:
        other = part.copy()
        other.operands[index] = replace(operand, lifetime=_L.CONSTANT_COPY)
        yield other
    if info.tensor or index not in part.data:
        return
    if operand.lifetime == _L.SUBGRAPH_INPUT:
        other = part.copy()
        other.operands[index] = replace(operand, lifetime=_L.CONSTANT_COPY)
        other.inputs.remove(index)
        yield other
    now = part.data[index]
    for number in (0, 1):
        data = np.array(number, info.dtype).tobytes()
        if data == now:
            return
        other = part.copy()
        other.data[index] = data
        yield other


def duller_data(operand: Operand, data: bytes) -> Iterator[bytes]:
    """Yield simpler data for a tensor: all zero, all equal, or one half of the elements zero."""
    array = _array(operand, data)
    flat = array.reshape(-1)
    zero = np.full_like(flat, operand.zero_point if INFO[operand.type].quantized else 0)
    told = flat != zero
    if told.any():
        yield zero.tobytes()
    if flat.size > 1 and (flat != flat[0]).any():
        yield np.full_like(flat, flat[0]).tobytes()
        half = flat.size // 2
        for some in (slice(0, half), slice(half, None)):
            if told[some].any():
                other = flat.copy()
                other[some] = zero[some]
                yield other.tobytes()


def bypassed(part: Part, number: int, *, main: bool = False) -> Iterator[Part]:
    """Yield variants of a subgraph without one operation, whose output an input of it replaces.

    With ``main`` the input may have another shape, because the caller recomputes the shapes of
    main; and the operation may have several outputs if only one of them is read.
    """
    operation = part.operations[number]
    taken: Sequence[int] = operation.outputs
    if main and len(taken) > 1:
        read = part.read
        taken = [index for index in taken if index in read]
    if len(taken) != 1:
        return
    (written,) = taken
    gone = set(operation.outputs) - {written}
    made = part.made
    for source in dict.fromkeys(operation.inputs):
        if not _alike(part.operands[source], part.operands[written], any_shape=main):
            continue
        is_output = written in part.outputs
        if is_output and (source not in made or source in part.outputs):
            continue
        other = part.copy()
        del other.operations[number]
        other.operations = [_reading(o, written, source) for o in other.operations]
        kept = (index for index in other.outputs if index not in gone)
        other.outputs = [source if index == written else index for index in kept]
        if is_output:
            other.operands[source] = replace(part.operands[source], lifetime=_L.SUBGRAPH_OUTPUT)
        yield other


def _alike(one: Operand, other: Operand, *, any_shape: bool) -> bool:
    """Return whether two operands have the same type, quantization and shape.

    An unspecified shape equals any other.
    """
    if (one.type, one.scale, one.zero_point) != (other.type, other.scale, other.zero_point):
        return False
    return (
        any_shape or one.dimensions == other.dimensions or not (one.dimensions and other.dimensions)
    )


def _reading(operation: Operation, old: int, new: int) -> Operation:
    return replace(
        operation, inputs=tuple(new if index == old else index for index in operation.inputs)
    )


def narrower(draft: Draft, number: int) -> Iterator[Draft]:
    """Yield variants of an IF of main without an unread output or without an unused input."""
    operation = draft.main.operations[number]
    if operation.type != OperationType.IF:
        return
    branches = [1 + draft.main.operands[i].location.offset for i in operation.inputs[1:3]]
    for place, written in enumerate(operation.outputs):
        if len(operation.outputs) == 1 or written in draft.main.read:
            continue
        parts = [part.copy() for part in draft.parts]
        main = parts[0]
        outputs = _without(operation.outputs, place)
        main.operations[number] = replace(operation, outputs=outputs)
        main.outputs = [index for index in main.outputs if index != written]
        for branch in set(branches):
            parts[branch].outputs = list(_without(parts[branch].outputs, place))
            _drop_unused(parts[branch])
        yield Draft(parts, draft.relaxed, draft.ignored)
    for place in range(len(operation.inputs) - 3):
        if any(_needed(draft.parts[b], draft.parts[b].inputs[place]) for b in branches):
            continue
        parts = [part.copy() for part in draft.parts]
        inputs = _without(operation.inputs, 3 + place)
        parts[0].operations[number] = replace(operation, inputs=inputs)
        for branch in set(branches):
            del parts[branch].inputs[place]
        yield Draft(parts, draft.relaxed, draft.ignored)


def _without(indexes: Sequence[int], place: int) -> tuple[int, ...]:
    return (*indexes[:place], *indexes[place + 1 :])


def _needed(part: Part, index: int) -> bool:
    return index in part.read or index in part.outputs


def _drop_unused(part: Part) -> None:
    """Remove operations whose outputs nothing reads; modifies ``part``."""
    while True:
        used = [o for o in part.operations if any(_needed(part, index) for index in o.outputs)]
        if len(used) == len(part.operations):
            return
        part.operations = used


def on_its_own(
    inner: Part, outer: Part, handed_on: Sequence[int], values: Mapping[int, Array]
) -> Part | None:
    """Return a referenced subgraph as a main one, or ``None`` if an input's value is not known.

    ``handed_on`` are the operands of ``outer`` that are passed to it, ``values`` the values of
    operands that ``outer`` computes.
    """
    main = inner.copy()
    for index, source in zip(main.inputs, handed_on, strict=True):
        if source in values:
            data, shape = values[source].tobytes(), values[source].shape
        elif source in outer.data:
            data, shape = outer.data[source], outer.operands[source].dimensions
        else:
            return None
        main.data[index] = data
        main.operands[index] = replace(main.operands[index], dimensions=shape)
    return main if main.operations else None
