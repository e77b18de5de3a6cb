"""Converts an expanded graph of a spec file to the ``Example`` that the harness runs."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from conformance import hal
from conformance.cases.example import Example, ExpectedOutput
from conformance.cases.spec.errors import UnlocatedSpecError
from conformance.cases.spec.numerics import element_count, encode
from conformance.cases.spec.spec_graph import (
    OperandRole,
    SpecGraph,
    SpecOperand,
    referenced_graphs,
)
from conformance.operations import used_extensions

ALIGNMENT = 4
"""The alignment of constants in bytes."""


class Packer:
    """Concatenates byte strings, each at an aligned offset."""

    __slots__ = ("_packed",)

    def __init__(self) -> None:
        self._packed = bytearray()

    def add(self, data: bytes) -> hal.DataLocation:
        """Append one constant and return its location."""
        self._packed.extend(bytes(-len(self._packed) % ALIGNMENT))
        offset = len(self._packed)
        self._packed += data
        return hal.DataLocation(0, offset, len(data))

    def packed(self) -> bytes:
        """Return all bytes that were added, with their padding."""
        return bytes(self._packed)


def pack_pool(packer: Packer) -> tuple[hal.SharedMemory, ...]:
    """Return one memory pool with the packed data; no pool if there are no data."""
    data = packer.packed()
    return (hal.SharedMemory(initial=data),) if data else ()


def assemble_example(graph: SpecGraph) -> Example:
    """Return the example without its name and flags.

    Raise ``UnlocatedSpecError`` if the values of an operand do not match its type or dimensions.
    """
    referenced = referenced_graphs(graph)
    index_of = {id(body): index for index, body in enumerate(referenced)}
    copied, shared = Packer(), Packer()

    def locate(operand: SpecOperand) -> hal.DataLocation:
        if operand.body is not None:
            return hal.DataLocation(offset=index_of[id(operand.body)])
        if operand.lifetime is hal.OperandLifeTime.CONSTANT_COPY:
            return copied.add(_data(operand))
        if operand.lifetime is hal.OperandLifeTime.CONSTANT_REFERENCE:
            return shared.add(_data(operand))
        return hal.DataLocation()

    def subgraph(part: SpecGraph) -> hal.Subgraph:
        index = {name: position for position, name in enumerate(part.operands)}
        operations = tuple(
            hal.Operation(
                operation.type,
                tuple(index[name] for name in operation.inputs),
                tuple(index[name] for name in operation.outputs),
            )
            for operation in part.execution_order()
        )
        consumers = _consumer_counts(operations, len(index))
        return hal.Subgraph(
            tuple(
                _operand(operand, count, locate(operand))
                for operand, count in zip(part.operands.values(), consumers, strict=True)
            ),
            operations,
            tuple(index[operand.name] for operand in part.inputs()),
            tuple(index[operand.name] for operand in part.outputs()),
        )

    main = subgraph(graph)
    bodies = tuple(subgraph(body) for body in referenced)
    return Example(
        spec="",
        name="",
        model=hal.Model(
            main,
            bodies,
            copied.packed(),
            pack_pool(shared),
            graph.relaxed,
            used_extensions((main, *bodies)),
        ),
        inputs=tuple(_data(o) or None for o in graph.inputs()),
        outputs=tuple(
            ExpectedOutput(o.type.dimensions, _data(o), o.role is OperandRole.IGNORED_OUTPUT)
            for o in graph.outputs()
        ),
        operand_names=tuple(graph.operands),
        subgraph_names=tuple(tuple(body.operands) for body in referenced),
    )


def _consumer_counts(operations: Iterable[hal.Operation], operand_count: int) -> list[int]:
    counts = [0] * operand_count
    for operation in operations:
        for index in operation.inputs:
            counts[index] += 1
    return counts


def _operand(operand: SpecOperand, consumers: int, location: hal.DataLocation) -> hal.Operand:
    type_ = operand.type
    quant = type_.channel_quant
    return hal.Operand(
        type_.type,
        type_.dimensions,
        consumers,
        as_float32(type_.scale),
        type_.zero_point,
        operand.lifetime,
        location,
        None
        if quant is None or quant.data_only
        else hal.SymmPerChannelQuantParams(tuple(map(as_float32, quant.scales)), quant.channel_dim),
    )


def as_float32(value: float) -> float:
    """Return the value rounded to float32, the type of the contract's fields."""
    return float(np.float32(value))


def _data(operand: SpecOperand) -> bytes:
    """Return the operand's bytes; no bytes for an omitted input.

    Raise ``UnlocatedSpecError`` if the number of values does not match the operand's type and
    dimensions.
    """
    type_ = operand.type
    if type_.type is hal.OperandType.SUBGRAPH:
        raise UnlocatedSpecError(
            f"operand {operand.name!r} has type SUBGRAPH: declare it with SubgraphReference"
        )
    count = 0 if operand.values is None else int(operand.values.size)
    expected = element_count(type_.type, type_.dimensions)
    omitted = count == 0 and operand.role is OperandRole.INPUT
    if expected is not None and count != expected and not omitted:
        raise UnlocatedSpecError(
            f"operand {operand.name!r} has {count} values, but {type_.type.name} "
            f"{list(type_.dimensions)} needs {expected}: correct the data or the dimensions",
            operand.line,
        )
    if operand.values is None:
        return b""
    try:
        return encode(type_.type, operand.values)
    except UnlocatedSpecError as mistake:
        raise UnlocatedSpecError(
            f"operand {operand.name!r}: {mistake.message}", operand.line
        ) from None
