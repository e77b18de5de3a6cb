"""The graph that represents a spec file's model during expansion, and its conversion to examples.

The graph is mutable; its operands and operations are immutable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from conformance import hal
from conformance.cases.example import Example, ExpectedOutput
from conformance.cases.spec.errors import UnlocatedSpecError
from conformance.cases.spec.numerics import Values, element_count, encode
from conformance.hal import OperandLifeTime, OperandType, OperationType, Version, is_tensor
from conformance.operations import used_extensions


class OperandRole(Enum):
    """The kind of declaration of an operand; it determines which variations change the operand."""

    INPUT = "Input"
    OUTPUT = "Output"
    IGNORED_OUTPUT = "IgnoredOutput"
    CONSTANT = "Parameter"
    SHORTHAND = "shorthand"
    """A constant declared as a plain Python value or with a class such as ``Int32Scalar``."""
    INTERNAL = "Internal"

    @property
    def is_output(self) -> bool:
        """Whether the operand is a model output, ignored or not."""
        return self in (OperandRole.OUTPUT, OperandRole.IGNORED_OUTPUT)


@dataclass(frozen=True, slots=True, eq=False)
class ChannelScales:
    """Per-channel scales.

    If ``data_only`` is true, the scales are used to convert data but are not part of the model.
    """

    channel_dim: int
    scales: tuple[float, ...]
    data_only: bool = False

    def broadcast(self, rank: int) -> NDArray[np.float64]:
        """Return the scales in a shape that broadcasts along ``channel_dim`` of a tensor."""
        if not -rank <= self.channel_dim < rank:
            raise UnlocatedSpecError(
                f"channelDim {self.channel_dim} is out of range for a tensor of rank {rank}"
            )
        shape = [1] * rank
        shape[self.channel_dim] = len(self.scales)
        return np.array(self.scales, dtype=np.float64).reshape(shape)


@dataclass(frozen=True, slots=True)
class SpecOperandType:
    """Type, shape and quantization of an operand."""

    type: OperandType
    dimensions: tuple[int, ...] = ()
    scale: float = 0.0
    zero_point: int = 0
    channel_quant: ChannelScales | None = None

    @property
    def is_tensor(self) -> bool:
        """Whether this is a tensor type."""
        return is_tensor(self.type)


@dataclass(frozen=True, slots=True, eq=False)
class SpecOperand:
    """One operand of a graph, with its values in this example.

    ``body`` is the graph that a SUBGRAPH operand refers to. ``line`` is the line of the spec file
    that declares the values, 0 if there is none.
    """

    name: str
    role: OperandRole
    type: SpecOperandType
    lifetime: OperandLifeTime
    values: Values | None = None
    may_be_internal: bool = True
    body: SpecGraph | None = None
    line: int = 0

    @property
    def has_values(self) -> bool:
        """Whether the operand has at least one value: it is neither omitted nor empty."""
        return self.values is not None and self.values.size > 0

    def shaped_values(self) -> Values:
        """Return the values in the operand's shape.

        Raise ``UnlocatedSpecError`` if their number does not match the shape.
        """
        assert self.values is not None
        try:
            return self.values.reshape(self.type.dimensions)
        except ValueError:
            raise UnlocatedSpecError(
                f"operand {self.name!r} has {self.values.size} values, "
                f"which does not match its dimensions {list(self.type.dimensions)}"
            ) from None

    def with_values(self, values: Any) -> SpecOperand:
        """Return a copy of the operand with other values, which are flattened."""
        return replace(self, values=np.asarray(values).ravel())


@dataclass(frozen=True, slots=True, eq=False)
class SpecOperation:
    """One operation; ``inputs`` and ``outputs`` are operand names."""

    type: OperationType
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    line: int = 0


@dataclass(slots=True, eq=False)
class SpecGraph:
    """One model: operands in order of first appearance, operations in order of declaration."""

    name: str | None
    operands: dict[str, SpecOperand] = field(default_factory=dict)
    operations: list[SpecOperation] = field(default_factory=list)
    relaxed: bool = False
    version: Version | None = None

    def replace_or_add(self, *operands: SpecOperand) -> None:
        """Add operands; one with an existing name replaces that operand at its position."""
        for operand in operands:
            self.operands[operand.name] = operand

    def inputs(self) -> list[SpecOperand]:
        """Return the model inputs in operand order."""
        return [o for o in self.operands.values() if o.role is OperandRole.INPUT]

    def outputs(self) -> list[SpecOperand]:
        """Return the model outputs in operand order."""
        return [o for o in self.operands.values() if o.role.is_output]

    def referenced_graphs(self) -> Iterator[SpecGraph]:
        """Yield the graph of each SUBGRAPH operand in operand order, possibly repeatedly."""
        return (o.body for o in self.operands.values() if o.body is not None)

    def copy(self, copies: dict[int, SpecGraph] | None = None) -> SpecGraph:
        """Return a deep copy; a graph that several operands refer to is copied only once."""
        copies = {} if copies is None else copies
        twin = copies[id(self)] = SpecGraph(
            self.name, dict(self.operands), list(self.operations), self.relaxed, self.version
        )
        for operand in self.operands.values():
            if (body := operand.body) is not None:
                twin.replace_or_add(
                    replace(operand, body=copies.get(id(body)) or body.copy(copies))
                )
        return twin

    def execution_order(self) -> list[SpecOperation]:
        """Return the operations sorted so that each follows those whose outputs it reads.

        Apart from that, the order of declaration is kept. Raise ``UnlocatedSpecError`` for a cycle.
        """
        rank = {name: index for index, name in enumerate(self.operands)}
        producers: dict[str, list[int]] = {}
        for index, operation in enumerate(self.operations):
            for name in operation.outputs:
                producers.setdefault(name, []).append(index)
        order: list[SpecOperation] = []
        entered: set[int] = set()
        finished: set[int] = set()

        def visit(index: int) -> None:
            entered.add(index)
            operation = self.operations[index]
            for name in sorted(operation.inputs, key=rank.__getitem__):
                for earlier in producers.get(name, ()):
                    if earlier not in entered:
                        visit(earlier)
                    elif earlier not in finished:
                        raise UnlocatedSpecError(
                            f"{operation.type.name} reads a value that depends on its own output: "
                            "operations must not form a cycle",
                            operation.line,
                        )
            finished.add(index)
            order.append(operation)

        for start in range(len(self.operations)):
            if start not in entered:
                visit(start)
        return order


def referenced_graphs(main: SpecGraph) -> list[SpecGraph]:
    """Return all graphs reachable through SUBGRAPH operands, depth first, without repetition."""
    graphs: list[SpecGraph] = []
    seen: set[int] = set()

    def visit(graph: SpecGraph) -> None:
        for body in graph.referenced_graphs():
            if id(body) not in seen:
                seen.add(id(body))
                graphs.append(body)
                visit(body)

    visit(main)
    return graphs


_ALIGNMENT: Final = 4
"""The alignment of constants in bytes."""


def _append(packed: bytearray, data: bytes) -> hal.DataLocation:
    """Append a constant at an aligned offset and return its location."""
    packed.extend(bytes(-len(packed) % _ALIGNMENT))
    offset = len(packed)
    packed += data
    return hal.DataLocation(0, offset, len(data))


def assemble_example(graph: SpecGraph) -> Example:
    """Return the example without its name and flags.

    Raise ``UnlocatedSpecError`` if the values of an operand do not match its type or dimensions.
    """
    referenced = referenced_graphs(graph)
    index_of = {id(body): index for index, body in enumerate(referenced)}
    copied, shared = bytearray(), bytearray()

    def locate(operand: SpecOperand) -> hal.DataLocation:
        if operand.body is not None:
            return hal.DataLocation(offset=index_of[id(operand.body)])
        if operand.lifetime is hal.OperandLifeTime.CONSTANT_COPY:
            return _append(copied, _data(operand))
        if operand.lifetime is hal.OperandLifeTime.CONSTANT_REFERENCE:
            return _append(shared, _data(operand))
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
        consumers = Counter(number for operation in operations for number in operation.inputs)
        return hal.Subgraph(
            tuple(
                _operand(operand, consumers[number], locate(operand))
                for number, operand in enumerate(part.operands.values())
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
            bytes(copied),
            (hal.SharedMemory(initial=bytes(shared)),) if shared else (),
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
