"""Rendering of a model picture in the DOT language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conformance.drawing.model_picture import (
    ModelPicture,
    NodeShape,
    PictureNode,
    SubgraphPicture,
)

_WRONG_STYLE: Final = 'color="red", fontcolor="red", penwidth=3'
_CAUSE_STYLE: Final = 'fillcolor="mistyrose"'


def to_dot(picture: ModelPicture) -> str:
    """Render a picture as DOT; each referenced subgraph is a cluster."""
    lines = ["digraph model {", '  node [fontname="sans-serif"];']
    if picture.title:
        lines.append(f"  label={_quoted((picture.title,))};")
    main, *below = picture.subgraphs
    lines += [f"  {line}" for line in _part(main)]
    for part in below:
        lines.append(f"  subgraph cluster_{part.name} {{")
        lines.append(f"    label={_quoted((part.title,))};")
        lines += [f"    {line}" for line in _part(part)]
        lines.append("  }")
    for node, number in picture.references:
        nodes = picture.subgraphs[number].nodes
        if nodes:
            lines.append(f"  {node} -> {nodes[0].name} [style=dotted];")
    lines.append("}")
    return "\n".join(lines) + "\n"


def _part(part: SubgraphPicture) -> Iterator[str]:
    for node in part.nodes:
        yield f"{node.name} [{', '.join(_attributes(node))}];"
    for edge in part.edges:
        edge_attributes = [f'label="{edge.label}"'] if edge.label else []
        edge_attributes += [_WRONG_STYLE] if edge.is_wrong else []
        attributes = f" [{', '.join(edge_attributes)}]" if edge_attributes else ""
        yield f"{edge.tail} -> {edge.head}{attributes};"


def _attributes(node: PictureNode) -> Iterator[str]:
    missing = node.shape is NodeShape.MISSING
    yield f"shape={(NodeShape.TEMPORARY if missing else node.shape).value}"
    if missing:
        yield "style=dashed"
    elif node.shape is NodeShape.OPERATION:
        yield 'style="bold,filled"' if node.is_cause else "style=bold"
    yield f"label={_quoted(node.lines)}"
    if node.is_cause:
        yield _CAUSE_STYLE
    if node.is_wrong or node.is_cause:
        yield _WRONG_STYLE


def _quoted(lines: tuple[str, ...]) -> str:
    """Return a DOT string with quotes and backslashes escaped, without control characters."""
    kept = ["".join(c for c in line if c.isprintable()) for line in lines]
    escaped = [line.replace("\\", "\\\\").replace('"', '\\"') for line in kept]
    return '"{}"'.format("\\n".join(escaped))
