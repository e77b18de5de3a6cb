"""Pictures of models: nodes and edges, rendered as DOT or SVG.

Malformed models can be drawn too: a missing operand is drawn as a node that says so.

The layout has the three usual steps of layered graph drawing. A node's layer is the length of the
longest path from a source, except that a source is directly above the node that reads it. Nodes
within a layer are ordered by the mean position of their neighbours. Nodes are then moved towards
their neighbours as far as the adjacent nodes allow.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from html import escape
from types import MappingProxyType
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


_WRONG_STYLE: Final = 'color="red", fontcolor="red", penwidth=3'
_CAUSE_STYLE: Final = 'fillcolor="mistyrose"'


def to_dot(picture: ModelPicture) -> str:
    """Render a picture as DOT; each referenced subgraph is a cluster."""
    lines = ["digraph model {", '  node [fontname="sans-serif"];']
    if picture.title:
        lines.append(f"  label={_quoted((picture.title,))};")
    main, *below = picture.subgraphs
    lines += [f"  {line}" for line in _dot_lines(main)]
    for part in below:
        lines.append(f"  subgraph cluster_{part.name} {{")
        lines.append(f"    label={_quoted((part.title,))};")
        lines += [f"    {line}" for line in _dot_lines(part)]
        lines.append("  }")
    for node, number in picture.references:
        nodes = picture.subgraphs[number].nodes
        if nodes:
            lines.append(f"  {node} -> {nodes[0].name} [style=dotted];")
    lines.append("}")
    return "\n".join(lines) + "\n"


def _dot_lines(part: SubgraphPicture) -> Iterator[str]:
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


log: Final = logging.getLogger("nn.graph")


def graph_dump(title: str, model: Model, stream: TextIO | None = None) -> None:
    """Write a model in the DOT language to ``stream``, by default to the log.

    The log has one entry of the level INFO for each line, in the logger ``nn.graph``.
    """
    text = to_dot(build_picture(model, title=title))
    if stream is not None:
        stream.write(text)
        return
    for line in text.splitlines():
        log.info("%s", line)


_SWEEPS: Final = 8

Edges = Sequence[tuple[int, int]]


def node_layers(count: int, edges: Edges) -> list[int]:
    """Return the layer of each of ``count`` nodes; edges that close a cycle are ignored."""
    above, below = _neighbours(count, edges)
    unplaced_sources = [len(set(sources)) for sources in above]
    layer = [0] * count
    ready = deque(node for node in range(count) if not unplaced_sources[node])
    done: set[int] = set()
    remaining_nodes = iter(range(count))
    while len(done) < count:
        node = (
            ready.popleft()
            if ready
            else next(candidate for candidate in remaining_nodes if candidate not in done)
        )
        if node in done:
            continue
        done.add(node)
        for neighbour in sorted(set(below[node]) - done):
            layer[neighbour] = max(layer[neighbour], layer[node] + 1)
            unplaced_sources[neighbour] -= 1
            if not unplaced_sources[neighbour]:
                ready.append(neighbour)
    for node in range(count):
        readers = [layer[neighbour] for neighbour in below[node]]
        if not above[node] and readers:
            layer[node] = max(0, min(readers) - 1)
    return layer


def _neighbours(count: int, edges: Edges) -> tuple[list[list[int]], list[list[int]]]:
    above: list[list[int]] = [[] for _ in range(count)]
    below: list[list[int]] = [[] for _ in range(count)]
    for tail, head in edges:
        if tail != head:
            above[head].append(tail)
            below[tail].append(head)
    return above, below


def node_positions(
    widths: Sequence[float], edges: Edges, gap: float
) -> tuple[list[int], list[float]]:
    """Return each node's layer and horizontal center, with ``gap`` between nodes of a layer."""
    count = len(widths)
    layer = node_layers(count, edges)
    above, below = _neighbours(count, edges)
    rows: dict[int, list[int]] = {}
    for node in range(count):
        rows.setdefault(layer[node], []).append(node)
    place = {node: float(i) for row in rows.values() for i, node in enumerate(row)}
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        for number in sorted(rows, reverse=not down):
            nearest = above if down else below
            wanted = _means(rows[number], nearest, place)
            rows[number].sort(key=lambda node, wanted=wanted: (wanted[node], node))  # type: ignore[misc]
            place.update({node: float(i) for i, node in enumerate(rows[number])})
    middle = {}
    for row in rows.values():
        middle.update(_separate(row, dict.fromkeys(row, 0.0), widths, gap))
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        for number in sorted(rows, reverse=not down):
            wanted = _means(rows[number], above if down else below, middle)
            middle.update(_separate(rows[number], wanted, widths, gap))
    return layer, [middle[node] for node in range(count)]


def _means(
    row: Sequence[int], neighbours: Sequence[Sequence[int]], place: Mapping[int, float]
) -> dict[int, float]:
    """Return the mean position of each node's neighbours, or its own position if it has none."""
    return {
        node: sum(place[other] for other in neighbours[node]) / len(neighbours[node])
        if neighbours[node]
        else place[node]
        for node in row
    }


def _separate(
    row: Sequence[int], wanted: Mapping[int, float], widths: Sequence[float], gap: float
) -> dict[int, float]:
    """Return centers in the row's order, as near to the wanted positions as the widths allow.

    Nodes that touch form a block, whose position is the mean of the positions that its nodes want.
    """
    blocks: list[tuple[float, list[int]]] = []
    for node in row:
        block = [node]
        start = wanted[node] - widths[node] / 2
        while blocks and blocks[-1][0] + _length(blocks[-1][1], widths, gap) + gap > start:
            _, before = blocks.pop()
            block = before + block
            start = _start(block, wanted, widths, gap)
        blocks.append((start, block))
    middles = {}
    for start, block in blocks:
        left = start
        for node in block:
            middles[node] = left + widths[node] / 2
            left += widths[node] + gap
    return middles


def _length(block: Sequence[int], widths: Sequence[float], gap: float) -> float:
    return sum(widths[node] for node in block) + gap * (len(block) - 1)


def _start(
    block: Sequence[int], wanted: Mapping[int, float], widths: Sequence[float], gap: float
) -> float:
    """Return the left end of a block whose nodes are, on average, at their wanted positions."""
    left, total = 0.0, 0.0
    for node in block:
        total += wanted[node] - (left + widths[node] / 2)
        left += widths[node] + gap
    return total / len(block)


_LETTER: Final = 6.7
_LINE: Final = 14.0
_MARGIN: Final = 8.0
_GAP: Final = 18.0
_BETWEEN_LAYERS: Final = 34.0
_SLOPE: Final = 8.0
_RED: Final = "#d00000"
_FILLS: Final = {
    NodeShape.OPERATION: "#dbe9ff",
    NodeShape.INPUT: "#e3f5e1",
    NodeShape.OUTPUT: "#fff0cc",
    NodeShape.CONSTANT: "#eeeeee",
    NodeShape.SUBGRAPH: "#efe2f7",
}


@dataclass(frozen=True, slots=True)
class _PlacedNode:
    """A node with its position and size."""

    node: PictureNode
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class _PlacedSubgraph:
    """A subgraph with the positions of its nodes."""

    subgraph: SubgraphPicture
    boxes: dict[str, _PlacedNode]
    x: float
    width: float
    bottom: float


def to_svg(picture: ModelPicture) -> str:
    """Render a picture as SVG: the main subgraph on the left, framed subgraphs to its right."""
    top = _LINE + 2 * _MARGIN if picture.title else _MARGIN
    frames: list[_PlacedSubgraph] = []
    x = _MARGIN
    for part in picture.subgraphs:
        frame = _place_subgraph(part, x, top)
        frames.append(frame)
        x += frame.width + 2 * _GAP
    title = _xml_text(picture.title)
    width = max(x, len(title) * _LETTER + 2 * _MARGIN)
    height = max(frame.bottom for frame in frames) + _MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"',
        f' viewBox="0 0 {width:.0f} {height:.0f}" font-family="monospace" font-size="11">',
        f"<title>{escape(title or 'model')}</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerUnits="userSpaceOnUse"',
        ' markerWidth="7" markerHeight="7" orient="auto">',
        '<path d="M0 0 8 4 0 8z" fill="#555"/></marker></defs>',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    if title:
        lines.append(
            f'<text x="{_MARGIN:g}" y="{_LINE:g}" font-weight="bold">{escape(title)}</text>'
        )
    for name, number in picture.references:
        box = next(f.boxes[name] for f in frames if name in f.boxes)
        target = frames[number]
        lines.append(
            f'<path d="M{box.x + box.width:.1f} {box.y + box.height / 2:.1f} '
            f'L{target.x:.1f} {top:.1f}" fill="none" stroke="#555" stroke-dasharray="2 3"/>'
        )
    for frame in frames:
        lines += _frame(frame, top)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _place_subgraph(part: SubgraphPicture, left: float, top: float) -> _PlacedSubgraph:
    nodes = part.nodes
    numbers = {node.name: number for number, node in enumerate(nodes)}
    edges = [(numbers[edge.tail], numbers[edge.head]) for edge in part.edges]
    widths = [_width(node) for node in nodes]
    layers, middles = node_positions(widths, edges, _GAP)
    heights: dict[int, float] = {}
    for node, layer in zip(nodes, layers, strict=True):
        heights[layer] = max(heights.get(layer, 0.0), _height(node))
    inset = _LINE + 2 * _MARGIN if part.title else _MARGIN
    tops, y = {}, top + inset
    for layer in range(max(layers, default=-1) + 1):
        tops[layer] = y
        y += heights.get(layer, 0.0) + _BETWEEN_LAYERS
    ends = [(middle - w / 2, middle + w / 2) for middle, w in zip(middles, widths, strict=True)]
    first = min((low for low, _ in ends), default=0.0)
    last = max((high for _, high in ends), default=len(part.title) * _LETTER)
    shift = left + _MARGIN - first
    boxes = {
        node.name: _PlacedNode(node, end[0] + shift, tops[layer], width, _height(node))
        for node, end, layer, width in zip(nodes, ends, layers, widths, strict=True)
    }
    bottom = max((box.bottom for box in boxes.values()), default=top + inset) + _MARGIN
    title_width = len(part.title) * _LETTER
    return _PlacedSubgraph(part, boxes, left, max(last - first, title_width) + 2 * _MARGIN, bottom)


def _width(node: PictureNode) -> float:
    if node.shape is NodeShape.OMITTED:
        return _LINE
    return max(len(_xml_text(line)) for line in node.lines) * _LETTER + 2 * _SLOPE + _MARGIN


def _height(node: PictureNode) -> float:
    return _LINE if node.shape is NodeShape.OMITTED else len(node.lines) * _LINE + _MARGIN + _SLOPE


def _frame(frame: _PlacedSubgraph, top: float) -> Iterator[str]:
    if frame.subgraph.title:
        yield (
            f'<rect x="{frame.x:.1f}" y="{top:.1f}" width="{frame.width:.1f}" '
            f'height="{frame.bottom - top:.1f}" fill="none" stroke="#888"/>'
        )
        yield (
            f'<text x="{frame.x + _MARGIN:.1f}" y="{top + _LINE:.1f}">'
            f"{escape(frame.subgraph.title)}</text>"
        )
    for edge in frame.subgraph.edges:
        yield from _edge(edge, frame.boxes[edge.tail], frame.boxes[edge.head])
    for box in frame.boxes.values():
        yield from _node(box)


def _edge(edge: PictureEdge, tail: _PlacedNode, head: _PlacedNode) -> Iterator[str]:
    start, end = tail.bottom, head.y
    bend = max(abs(end - start) / 2, _BETWEEN_LAYERS / 2)
    style = f'stroke="{_RED}" stroke-width="3"' if edge.is_wrong else 'stroke="#555"'
    yield (
        f'<path d="M{tail.middle:.1f} {start:.1f} C{tail.middle:.1f} {start + bend:.1f} '
        f'{head.middle:.1f} {end - bend:.1f} {head.middle:.1f} {end:.1f}" fill="none" '
        f'{style} marker-end="url(#tip)"/>'
    )
    if edge.label:
        # Near the tail, because edges into one operation converge at their heads.
        x = tail.middle + 0.2 * (head.middle - tail.middle) + 3
        yield f'<text x="{x:.1f}" y="{start + 11:.1f}" fill="#555">{escape(edge.label)}</text>'


def _node(box: _PlacedNode) -> Iterator[str]:
    node = box.node
    red = node.is_wrong or node.is_cause
    fill = "#ffd9d6" if node.is_cause else _FILLS.get(node.shape, "white")
    stroke, text = (_RED, _RED) if red else ("#333", "black")
    width = 3.0 if red else 2.0 if node.shape is NodeShape.OPERATION else 1.0
    dashes = ' stroke-dasharray="4 3"' if node.shape is NodeShape.MISSING else ""
    yield (
        f'<path d="{_outline(box)}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="{width:g}"{dashes}><title>{escape(" ".join(map(_xml_text, node.lines)))}'
        f"</title></path>"
    )
    if node.shape is NodeShape.OMITTED:
        return
    y = box.y + (box.height - len(node.lines) * _LINE) / 2 + 0.75 * _LINE
    for number, line in enumerate(node.lines):
        weight = ' font-weight="bold"' if node.shape is NodeShape.OPERATION and not number else ""
        yield (
            f'<text x="{box.middle:.1f}" y="{y + number * _LINE:.1f}" text-anchor="middle" '
            f'fill="{text}"{weight}>{escape(_xml_text(line))}</text>'
        )


def _outline(box: _PlacedNode) -> str:
    """Return the SVG path of a node's outline."""
    x, y, w, h, s = box.x, box.y, box.width, box.height, _SLOPE
    right, bottom, middle = x + w, y + h, x + w / 2
    corners: list[tuple[float, float]]
    if box.node.shape is NodeShape.INPUT:
        corners = [(x, bottom), (x, y + s), (middle, y), (right, y + s), (right, bottom)]
    elif box.node.shape is NodeShape.OUTPUT:
        corners = [(x, y), (right, y), (right, bottom - s), (middle, bottom), (x, bottom - s)]
    elif box.node.shape is NodeShape.CONSTANT:
        corners = [(x, y), (right - s, y), (right, y + s), (right, bottom), (x, bottom)]
    elif box.node.shape is NodeShape.SUBGRAPH:
        corners = [(x, y + s / 2), (x, y), (x + w / 3, y), (x + w / 3 + s / 2, y + s / 2)]
        corners += [(right, y + s / 2), (right, bottom), (x, bottom)]
    elif box.node.shape is NodeShape.OPERATION:
        corners = [(x, y), (right, y), (right, bottom), (x, bottom)]
    else:
        radius, half = min(w / 2, 2 * s), h / 2
        return (
            f"M{x + radius:.1f} {y:.1f}h{w - 2 * radius:.1f}"
            f"a{radius:.1f} {half:.1f} 0 0 1 0 {h:.1f}"
            f"h{2 * radius - w:.1f}a{radius:.1f} {half:.1f} 0 0 1 0 {-h:.1f}z"
        )
    return "M" + " ".join(f"{corner_x:.1f} {corner_y:.1f}" for corner_x, corner_y in corners) + "z"


def _xml_text(text: str) -> str:
    """Return the text without characters that XML does not allow."""
    return "".join(c for c in text if c.isprintable() and not "\ud800" <= c <= "\udfff")
