"""Models as graphs in the DOT language of Graphviz, for example for ``dot -Tsvg model.dot``.

Malformed models can be drawn too: a missing operand is a node that says so.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from typing import Final, TextIO

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
_SHAPES: Final[dict[int, str]] = {
    OperandLifeTime.SUBGRAPH_INPUT: "house",
    OperandLifeTime.SUBGRAPH_OUTPUT: "invhouse",
    OperandLifeTime.CONSTANT_COPY: "note",
    OperandLifeTime.CONSTANT_REFERENCE: "note",
    OperandLifeTime.NO_VALUE: "point",
    OperandLifeTime.SUBGRAPH: "folder",
}
"""The shapes of operands; a temporary operand is an ellipse, an operation a box."""

_WRONG_STYLE: Final = 'color="red", fontcolor="red", penwidth=3'
_CAUSE_STYLE: Final = 'fillcolor="mistyrose"'
log: Final = logging.getLogger("nn.graph")


def to_dot(
    model: Model,
    names: Sequence[str] = (),
    below: Sequence[Sequence[str]] = (),
    wrong_outputs: Collection[int] = (),
    faulty_operation: int | None = None,
    title: str = "",
) -> str:
    """Return a model in the DOT language; each referenced subgraph is a cluster.

    ``names`` are the names of the main subgraph's operands, ``below`` those of the referenced
    subgraphs' operands. ``wrong_outputs`` are the positions of the incorrect outputs; the
    operations that write them are marked too. ``faulty_operation`` is the number of the main
    subgraph's operation that computed the first incorrect value.
    """
    outputs = enumerate(model.main.output_indexes)
    wrong = frozenset(index for position, index in outputs if position in wrong_outputs)
    lines = ["digraph model {", '  node [fontname="sans-serif"];']
    if title:
        lines.append(f"  label={_quoted(title)};")
    main = _subgraph_lines(model.main, "main", names, wrong, faulty_operation)
    lines += [f"  {line}" for line in main]
    for number, subgraph in enumerate(model.referenced):
        lines.append(f"  subgraph cluster_subgraph{number} {{")
        lines.append(f"    label={_quoted(f'subgraph {number}')};")
        subgraph_names = below[number] if number < len(below) else ()
        lines += [
            f"    {line}" for line in _subgraph_lines(subgraph, f"subgraph{number}", subgraph_names)
        ]
        lines.append("  }")
    lines += [f"  {line}" for line in _references(model)]
    return "\n".join([*lines, "}\n"])


def _subgraph_lines(
    subgraph: Subgraph,
    prefix: str,
    names: Sequence[str],
    wrong: frozenset[int] = frozenset(),
    faulty_operation: int | None = None,
) -> Iterator[str]:
    count = len(subgraph.operands)
    for index, operand in enumerate(subgraph.operands):
        name = names[index] if index < len(names) else ""
        style = [_WRONG_STYLE] if index in wrong else []
        shape = _SHAPES.get(operand.lifetime, "ellipse")
        label = _operand_label(operand, index, name)
        yield _node(f"{prefix}_operand{index}", [f"shape={shape}", f"label={label}", *style])
    mentioned = {i for o in subgraph.operations for i in (*o.inputs, *o.outputs)}
    for index in sorted(mentioned.difference(range(count))):
        label = _quoted(f"operand {index}: does not exist")
        missing = ["shape=ellipse", "style=dashed", f"label={label}"]
        yield _node(_operand_name(prefix, index), missing)
    edges = []
    for number, operation in enumerate(subgraph.operations):
        node, is_cause = f"{prefix}_operation{number}", number == faulty_operation
        label = _quoted(name_of(OperationType, operation.type), f"(operation {number})")
        filled = 'style="bold,filled"' if is_cause else "style=bold"
        attributes = ["shape=box", filled, f"label={label}"]
        if is_cause:
            attributes.append(_CAUSE_STYLE)
        if is_cause or not wrong.isdisjoint(operation.outputs):
            attributes.append(_WRONG_STYLE)
        yield _node(node, attributes)
        for position, index in enumerate(operation.inputs):
            edges.append(f'{_operand_name(prefix, index)} -> {node} [label="{position}"];')
        for index in operation.outputs:
            marked = f" [{_WRONG_STYLE}]" if index in wrong else ""
            edges.append(f"{node} -> {_operand_name(prefix, index)}{marked};")
    yield from edges


def _references(model: Model) -> Iterator[str]:
    """Yield the edges from operands to the first nodes of the subgraphs that they refer to."""
    subgraphs = {"main": model.main}
    subgraphs |= {f"subgraph{number}": part for number, part in enumerate(model.referenced)}
    for prefix, subgraph in subgraphs.items():
        for index, operand in enumerate(subgraph.operands):
            target = operand.location.offset
            if operand.lifetime != OperandLifeTime.SUBGRAPH or target not in range(
                len(model.referenced)
            ):
                continue
            part = model.referenced[target]
            if part.operands or part.operations:
                first = "operand0" if part.operands else "operation0"
                yield f"{prefix}_operand{index} -> subgraph{target}_{first} [style=dotted];"


def _node(name: str, attributes: Sequence[str]) -> str:
    return f"{name} [{', '.join(attributes)}];"


def _operand_name(prefix: str, index: int) -> str:
    return f"{prefix}_operand{index}" if index >= 0 else f"{prefix}_operand_minus{-index}"


def _operand_label(operand: Operand, index: int, name: str) -> str:
    dims = f"[{', '.join(str(size) for size in operand.dimensions)}]"
    lines = [
        (f"{index}: {name}" if name else f"operand {index}")[:_LONGEST_NAME],
        f"{name_of(OperandType, operand.type)} {dims}",
    ]
    if operand.scale or operand.zero_point:
        lines.append(f"scale {operand.scale:.9g}, zero point {operand.zero_point}")
    if operand.lifetime not in set(OperandLifeTime):
        lines.append(f"lifetime {operand.lifetime}")
    return _quoted(*lines)


def _quoted(*lines: str) -> str:
    """Return a DOT string with quotes and backslashes escaped, without control characters."""
    kept = ["".join(c for c in line if c.isprintable()) for line in lines]
    escaped = [line.replace("\\", "\\\\").replace('"', '\\"') for line in kept]
    return '"{}"'.format("\\n".join(escaped))


def graph_dump(title: str, model: Model, stream: TextIO | None = None) -> None:
    """Write a model in the DOT language to ``stream``, by default to the log.

    The log has one entry of the level INFO for each line, in the logger ``nn.graph``.
    """
    text = to_dot(model, title=title)
    if stream is not None:
        stream.write(text)
        return
    for line in text.splitlines():
        log.info("%s", line)
