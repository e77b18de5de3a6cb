"""A model of a spec file while it is being expanded: immutable operands in a graph that changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from conformance.hal import OperandLifeTime, OperandType, OperationType, Version
from conformance.specfile.errors import Mistake
from conformance.specfile.numerics import Values


class Role(Enum):
    """What an operand was declared as; it decides what the variations may do with it."""

    INPUT = "Input"
    OUTPUT = "Output"
    IGNORED_OUTPUT = "IgnoredOutput"
    CONSTANT = "Parameter"
    SHORTHAND = "shorthand"
    """A constant written as a bare Python value or through a scalar or vector shorthand."""
    INTERNAL = "Internal"

    @property
    def is_output(self) -> bool:
        """True for both kinds of output."""
        return self in (Role.OUTPUT, Role.IGNORED_OUTPUT)


@dataclass(frozen=True, slots=True, eq=False)
class ChannelQuant:
    """Per-channel scales; ``hidden`` ones convert data but do not show in the model."""

    channel_dim: int
    scales: tuple[float, ...]
    hidden: bool = False

    def broadcast(self, rank: int) -> NDArray[np.float64]:
        """The scales in a shape that broadcasts along ``channel_dim`` of a tensor."""
        if not -rank <= self.channel_dim < rank:
            raise Mistake(f"channelDim {self.channel_dim} is outside a tensor of rank {rank}")
        shape = [1] * rank
        shape[self.channel_dim] = len(self.scales)
        return np.array(self.scales, dtype=np.float64).reshape(shape)


@dataclass(frozen=True, slots=True)
class Type:
    """Type, shape and quantization of an operand."""

    type: OperandType
    dimensions: tuple[int, ...] = ()
    scale: float = 0.0
    zero_point: int = 0
    channel_quant: ChannelQuant | None = None

    @property
    def is_tensor(self) -> bool:
        """True for the tensor types."""
        return self.type.name.startswith("TENSOR_")


@dataclass(frozen=True, slots=True, eq=False)
class GraphOperand:
    """One operand of a graph, with the values it holds in this example."""

    name: str
    role: Role
    type: Type
    lifetime: OperandLifeTime
    values: Values | None = None
    may_be_internal: bool = True
    body: Graph | None = None
    line: int = 0

    @property
    def has_values(self) -> bool:
        """True when there are values to convert: not omitted, not of size zero."""
        return self.values is not None and self.values.size > 0

    def shaped_values(self) -> Values:
        """The values in the operand's shape."""
        assert self.values is not None
        try:
            return self.values.reshape(self.type.dimensions)
        except ValueError:
            raise Mistake(
                f"operand {self.name!r} has {self.values.size} values, "
                f"its dimensions {list(self.type.dimensions)} ask for another number"
            ) from None

    def with_values(self, values: Any) -> GraphOperand:
        """The same operand holding other values, flattened."""
        return replace(self, values=np.asarray(values).ravel())


@dataclass(frozen=True, slots=True, eq=False)
class GraphOperation:
    """One operation; operands go by name."""

    type: OperationType
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    line: int = 0


@dataclass(slots=True, eq=False)
class Graph:
    """One model: operands in order of first appearance, operations in written order."""

    name: str | None
    operands: dict[str, GraphOperand] = field(default_factory=dict)
    operations: list[GraphOperation] = field(default_factory=list)
    relaxed: bool = False
    version: Version | None = None

    def put(self, *operands: GraphOperand) -> None:
        """Replace operands of the same name in their place; append new ones."""
        for operand in operands:
            self.operands[operand.name] = operand

    def inputs(self) -> list[GraphOperand]:
        """Model inputs in operand order."""
        return [o for o in self.operands.values() if o.role is Role.INPUT]

    def outputs(self) -> list[GraphOperand]:
        """Model outputs in operand order."""
        return [o for o in self.operands.values() if o.role.is_output]

    def bodies(self) -> Iterator[Graph]:
        """Graphs that SUBGRAPH operands name, in operand order, repeated as they are named."""
        return (o.body for o in self.operands.values() if o.body is not None)

    def copy(self, copies: dict[int, Graph] | None = None) -> Graph:
        """An independent copy, bodies included; a body named twice stays one body."""
        copies = {} if copies is None else copies
        twin = copies[id(self)] = Graph(
            self.name, dict(self.operands), list(self.operations), self.relaxed, self.version
        )
        for operand in self.operands.values():
            body = operand.body
            if body is not None:
                twin.put(replace(operand, body=copies.get(id(body)) or body.copy(copies)))
        return twin

    def execution_order(self) -> list[GraphOperation]:
        """The operations, each after those whose results it reads, else as they were written."""
        rank = {name: index for index, name in enumerate(self.operands)}
        producers: dict[str, list[int]] = {}
        for index, operation in enumerate(self.operations):
            for name in operation.outputs:
                producers.setdefault(name, []).append(index)
        order: list[GraphOperation] = []
        entered: set[int] = set()
        finished: set[int] = set()

        def needed_by(index: int) -> Iterator[int]:
            for name in sorted(self.operations[index].inputs, key=rank.__getitem__):
                yield from producers.get(name, ())

        for start in range(len(self.operations)):
            if start in entered:
                continue
            entered.add(start)
            path = [(start, needed_by(start))]
            while path:
                index, pending = path[-1]
                for earlier in pending:
                    if earlier not in entered:
                        entered.add(earlier)
                        path.append((earlier, needed_by(earlier)))
                        break
                    if earlier not in finished:
                        operation = self.operations[index]
                        raise Mistake(
                            f"{operation.type.name} reads a result that depends on its own: "
                            "operations must not form a cycle",
                            operation.line,
                        )
                else:
                    path.pop()
                    finished.add(index)
                    order.append(self.operations[index])
        return order


def referenced_graphs(main: Graph) -> list[Graph]:
    """Every graph reachable through SUBGRAPH operands, depth first, each once."""
    found: list[Graph] = []
    seen: set[int] = set()

    def visit(graph: Graph) -> None:
        for body in graph.bodies():
            if id(body) not in seen:
                seen.add(id(body))
                found.append(body)
                visit(body)

    visit(main)
    return found
