"""Rendering of a model picture as SVG, without external programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from conformance.drawing.layout import node_positions
from conformance.drawing.model_picture import (
    ModelPicture,
    NodeShape,
    PictureEdge,
    PictureNode,
    SubgraphPicture,
)

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
