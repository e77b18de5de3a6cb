"""From a graph to the model, the inputs and the example that the harness runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from conformance.hal import (
    NO_LOCATION,
    DataLocation,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    SharedMemory,
    Subgraph,
    Version,
)
from generators.graph import Graph, Value

_L: Final = OperandLifeTime
_CONSTANTS: Final = (_L.CONSTANT_COPY, _L.CONSTANT_REFERENCE)
_ALIGNMENT: Final = 4


@dataclass(frozen=True, slots=True)
class Generated:
    """A generated model with values for its inputs.

    ``unspecified`` are the positions of outputs whose contents the contract leaves open, ``cells``
    the operations with the primary types that were asked for, ``graph`` is what it was made from.
    """

    model: Model
    inputs: tuple[bytes | None, ...]
    unspecified: frozenset[int] = frozenset()
    cells: tuple[tuple[OperationType, OperandType], ...] = ()
    graph: Graph | None = field(default=None, compare=False, repr=False)


class _Data:
    """Constants' bytes, one after the other."""

    def __init__(self, pool: int) -> None:
        self._pool = pool
        self._parts: list[bytes] = []
        self._length = 0

    def place(self, data: bytes) -> DataLocation:
        """Where the data lies."""
        location = DataLocation(self._pool, self._length, len(data))
        padding = -len(data) % _ALIGNMENT
        self._parts.append(data)
        if padding:
            self._parts.append(bytes(padding))
        self._length += len(data) + padding
        return location

    def joined(self) -> bytes:
        return b"".join(self._parts)


def assemble(graph: Graph) -> Generated:
    """The model of a finished main graph and its subgraphs."""
    copies, references = _Data(0), _Data(0)
    ensure_input(graph)
    choose_outputs(graph)
    hide_shapes(graph)
    main, inputs = _subgraph(graph, copies, references)
    referenced = tuple(_subgraph(sub, copies, references)[0] for sub in graph.subgraphs)
    pool = references.joined()
    model = Model(
        main,
        referenced,
        copies.joined(),
        (SharedMemory(initial=pool),) if pool else (),
        relax_computation_float32_to_float16=graph.relaxed,
    )
    outputs = graph.outputs or []
    unspecified = frozenset(i for i, value in enumerate(outputs) if value.open)
    return Generated(model, inputs, unspecified, tuple(graph.cells), graph)


def ensure_input(graph: Graph) -> None:
    """A model has at least one input: one of the constants, if need be."""
    if any(value.lifetime is _L.SUBGRAPH_INPUT for value in graph.values):
        return
    for value in graph.values:
        if value.lifetime in _CONSTANTS and value.low != value.high and value.extra is None:
            value.lifetime = _L.SUBGRAPH_INPUT
            return


def choose_outputs(graph: Graph) -> None:
    """What nobody reads comes out, and sometimes what others read too."""
    outputs = []
    for value in graph.values:
        if value.lifetime is _L.TEMPORARY_VARIABLE and (value.uses == 0 or graph.draws.chance(2)):
            value.lifetime = _L.SUBGRAPH_OUTPUT
            outputs.append(value)
    graph.outputs = outputs


def hide_shapes(graph: Graph) -> None:
    """The model leaves some computed shapes open, in part or down to the rank."""
    if graph.version < Version.V1_2:
        return
    draws = graph.draws
    for operation in graph.operations:
        for value in operation.outputs:
            if value.dims is None:
                continue
            if draws.chance(graph.profile.unknown, 64) and value not in graph.fixed and value.dims:
                if draws.chance(6):
                    value.told = ()
                else:
                    value.told = tuple(0 if draws.chance(8) else size for size in value.dims)


def _subgraph(
    graph: Graph, copies: _Data, references: _Data
) -> tuple[Subgraph, tuple[bytes | None, ...]]:
    operands = []
    input_values: list[Value] = []
    outputs = graph.outputs or []
    if graph.inputs is not None:
        for value in outputs:
            value.lifetime = _L.SUBGRAPH_OUTPUT
    for index, value in enumerate(graph.values):
        value.index = index
        lifetime = value.lifetime
        location = NO_LOCATION
        if lifetime is _L.CONSTANT_COPY:
            location = copies.place(value.data or b"")
        elif lifetime is _L.CONSTANT_REFERENCE:
            location = references.place(value.data or b"")
        elif lifetime is _L.SUBGRAPH:
            location = DataLocation(0, value.target, 0)
        elif lifetime is _L.SUBGRAPH_INPUT:
            input_values.append(value)
        operands.append(
            Operand(
                value.type,
                declared(value),
                value.uses,
                value.scale,
                value.zero_point,
                lifetime,
                location,
                value.extra,
            )
        )
    operations = tuple(
        [
            Operation(
                made.type,
                tuple([value.index for value in made.inputs]),
                tuple([value.index for value in made.outputs]),
            )
            for made in graph.operations
        ]
    )
    subgraph = Subgraph(
        tuple(operands),
        operations,
        tuple(value.index for value in input_values),
        tuple(value.index for value in outputs),
    )
    return subgraph, tuple(value.data for value in input_values)


def declared(value: Value) -> tuple[int, ...]:
    """The dimensions that the model states."""
    if value.told is not None:
        return value.told
    if value.dims is not None:
        return value.dims
    return tuple(size or 0 for size in value.view.dims or ())
