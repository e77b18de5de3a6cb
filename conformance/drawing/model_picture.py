"""The picture of a model: its operations, operands and the edges between them.

Malformed models can be drawn too: a missing operand is drawn as a node that says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final

from conformance.hal import (
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    OperationType,
    Subgraph,
    name_of,
)

_LONGEST_NAME: Final = 60


class NodeShape(Enum):
    """The kind of a node; the values are the names of shapes in Graphviz."""

    OPERATION = "box"
    INPUT = "house"
    OUTPUT = "invhouse"
    TEMPORARY = "ellipse"
    CONSTANT = "note"
    OMITTED = "point"
    SUBGRAPH = "folder"
    MISSING = "missing"
    """An operand that the model refers to but does not have."""


_SHAPES: Final = {
    OperandLifeTime.SUBGRAPH_INPUT: NodeShape.INPUT,
    OperandLifeTime.SUBGRAPH_OUTPUT: NodeShape.OUTPUT,
    OperandLifeTime.CONSTANT_COPY: NodeShape.CONSTANT,
    OperandLifeTime.CONSTANT_REFERENCE: NodeShape.CONSTANT,
    OperandLifeTime.NO_VALUE: NodeShape.OMITTED,
    OperandLifeTime.SUBGRAPH: NodeShape.SUBGRAPH,
}


@dataclass(frozen=True, slots=True)
class PictureNode:
    """An operation or operand.

    ``is_wrong`` marks what a verdict reports, ``is_cause`` the operation that caused it.
    """

    name: str
    shape: NodeShape
    lines: tuple[str, ...]
    is_wrong: bool = False
    is_cause: bool = False


@dataclass(frozen=True, slots=True)
class PictureEdge:
    """An edge from an operand to an operation that reads it, or from an operation to its output.

    For an input, ``label`` is its position.
    """

    tail: str
    head: str
    label: str = ""
    is_wrong: bool = False


@dataclass(slots=True)
class SubgraphPicture:
    """A subgraph of the picture; the first one is the main subgraph."""

    name: str
    title: str
    nodes: list[PictureNode] = field(default_factory=list)
    edges: list[PictureEdge] = field(default_factory=list)


@dataclass(slots=True)
class ModelPicture:
    """The subgraphs of a model.

    ``references`` link an operand to the subgraph that it refers to.
    """

    title: str
    subgraphs: list[SubgraphPicture]
    references: list[tuple[str, int]]


def build_picture(
    model: Model,
    names: Sequence[str] = (),
    below: Sequence[Sequence[str]] = (),
    wrong_outputs: Collection[int] = (),
    faulty_operation: int | None = None,
    title: str = "",
    values: Mapping[int, str] = MappingProxyType({}),
) -> ModelPicture:
    """Build the picture of a model.

    ``names`` are the names of the main subgraph's operands, ``below`` those of the referenced
    subgraphs' operands. ``wrong_outputs`` are the positions of the incorrect outputs; the
    operations that write them are marked too. ``faulty_operation`` is the number of the main
    subgraph's operation that computed the first incorrect value. ``values`` are texts on the main
    subgraph's operands, by index.
    """
    wrong = {
        index
        for position, index in enumerate(model.main.output_indexes)
        if position in wrong_outputs
    }
    parts = [_part(model.main, "main", "", names, wrong, faulty_operation, values)]
    references = list(_references(model, model.main, "main"))
    for number, subgraph in enumerate(model.referenced):
        prefix = f"subgraph{number}"
        subgraph_names = below[number] if number < len(below) else ()
        parts.append(_part(subgraph, prefix, f"subgraph {number}", subgraph_names, set(), None))
        references += _references(model, subgraph, prefix)
    return ModelPicture(title, parts, references)


def _references(model: Model, subgraph: Subgraph, prefix: str) -> Iterator[tuple[str, int]]:
    for index, operand in enumerate(subgraph.operands):
        target = operand.location.offset
        if operand.lifetime == OperandLifeTime.SUBGRAPH and 0 <= target < len(model.referenced):
            yield f"{prefix}_operand{index}", 1 + target


def _part(
    subgraph: Subgraph,
    prefix: str,
    title: str,
    names: Sequence[str],
    wrong: set[int],
    faulty_operation: int | None,
    values: Mapping[int, str] = MappingProxyType({}),
) -> SubgraphPicture:
    part = SubgraphPicture(prefix, title)
    for index, operand in enumerate(subgraph.operands):
        name = names[index] if index < len(names) else ""
        lines = tuple(_operand_lines(operand, index, name))
        if index in values:
            lines += (values[index][:_LONGEST_NAME],)
        node = f"{prefix}_operand{index}"
        part.nodes.append(PictureNode(node, _shape(operand), lines, index in wrong))
    missing = {
        index
        for operation in subgraph.operations
        for index in (*operation.inputs, *operation.outputs)
        if not 0 <= index < len(subgraph.operands)
    }
    for index in sorted(missing):
        lines = (f"operand {index}: does not exist",)
        part.nodes.append(PictureNode(_operand_name(prefix, index), NodeShape.MISSING, lines))
    for number, operation in enumerate(subgraph.operations):
        node = f"{prefix}_operation{number}"
        lines = (name_of(OperationType, operation.type), f"(operation {number})")
        is_wrong = bool(wrong.intersection(operation.outputs))
        part.nodes.append(
            PictureNode(node, NodeShape.OPERATION, lines, is_wrong, number == faulty_operation)
        )
        for position, index in enumerate(operation.inputs):
            part.edges.append(PictureEdge(_operand_name(prefix, index), node, str(position)))
        for index in operation.outputs:
            part.edges.append(PictureEdge(node, _operand_name(prefix, index), "", index in wrong))
    return part


def _shape(operand: Operand) -> NodeShape:
    try:
        return _SHAPES.get(OperandLifeTime(operand.lifetime), NodeShape.TEMPORARY)
    except ValueError:
        return NodeShape.TEMPORARY


def _operand_lines(operand: Operand, index: int, name: str) -> Iterator[str]:
    dims = f"[{', '.join(str(size) for size in operand.dimensions)}]"
    yield (f"{index}: {name}" if name else f"operand {index}")[:_LONGEST_NAME]
    yield f"{name_of(OperandType, operand.type)} {dims}"
    if operand.scale or operand.zero_point:
        yield f"scale {operand.scale:.9g}, zero point {operand.zero_point}"
    if operand.lifetime not in set(OperandLifeTime):
        yield f"lifetime {operand.lifetime}"


def _operand_name(prefix: str, index: int) -> str:
    return f"{prefix}_operand{index}" if index >= 0 else f"{prefix}_operand_minus{-index}"
