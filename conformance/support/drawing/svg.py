"""Rendering of a model picture as SVG, without external programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from conformance.support.drawing.layout import places_of
from conformance.support.drawing.picture import Edge, Node, Part, Picture, Shape

_LETTER: Final = 6.7
_LINE: Final = 14.0
_MARGIN: Final = 8.0
_GAP: Final = 18.0
_BETWEEN_LAYERS: Final = 34.0
_SLOPE: Final = 8.0
_RED: Final = "#d00000"
_FILLS: Final = {
    Shape.OPERATION: "#dbe9ff",
    Shape.INPUT: "#e3f5e1",
    Shape.OUTPUT: "#fff0cc",
    Shape.CONSTANT: "#eeeeee",
    Shape.SUBGRAPH: "#efe2f7",
}


@dataclass(frozen=True, slots=True)
class _Box:
    """A node with its position and size."""

    node: Node
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
class _Frame:
    """A subgraph with the positions of its nodes."""

    part: Part
    boxes: dict[str, _Box]
    x: float
    width: float
    bottom: float


def to_svg(picture: Picture) -> str:
    """Render a picture as SVG: the main subgraph on the left, framed subgraphs to its right."""
    top = _LINE + 2 * _MARGIN if picture.title else _MARGIN
    frames: list[_Frame] = []
    x = _MARGIN
    for part in picture.parts:
        frame = _placed(part, x, top)
        frames.append(frame)
        x += frame.width + 2 * _GAP
    title = _plain(picture.title)
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


def _placed(part: Part, left: float, top: float) -> _Frame:
    nodes = part.nodes
    numbers = {node.name: number for number, node in enumerate(nodes)}
    edges = [(numbers[edge.tail], numbers[edge.head]) for edge in part.edges]
    widths = [_width(node) for node in nodes]
    layers, middles = places_of(widths, edges, _GAP)
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
        node.name: _Box(node, end[0] + shift, tops[layer], width, _height(node))
        for node, end, layer, width in zip(nodes, ends, layers, widths, strict=True)
    }
    bottom = max((box.bottom for box in boxes.values()), default=top + inset) + _MARGIN
    title_width = len(part.title) * _LETTER
    return _Frame(part, boxes, left, max(last - first, title_width) + 2 * _MARGIN, bottom)


def _width(node: Node) -> float:
    if node.shape is Shape.OMITTED:
        return _LINE
    return max(len(_plain(line)) for line in node.lines) * _LETTER + 2 * _SLOPE + _MARGIN


def _height(node: Node) -> float:
    return _LINE if node.shape is Shape.OMITTED else len(node.lines) * _LINE + _MARGIN + _SLOPE


def _frame(frame: _Frame, top: float) -> Iterator[str]:
    if frame.part.title:
        yield (
            f'<rect x="{frame.x:.1f}" y="{top:.1f}" width="{frame.width:.1f}" '
            f'height="{frame.bottom - top:.1f}" fill="none" stroke="#888"/>'
        )
        yield (
            f'<text x="{frame.x + _MARGIN:.1f}" y="{top + _LINE:.1f}">'
            f"{escape(frame.part.title)}</text>"
        )
    for edge in frame.part.edges:
        yield from _edge(edge, frame.boxes[edge.tail], frame.boxes[edge.head])
    for box in frame.boxes.values():
        yield from _node(box)


def _edge(edge: Edge, tail: _Box, head: _Box) -> Iterator[str]:
    start, end = tail.bottom, head.y
    bend = max(abs(end - start) / 2, _BETWEEN_LAYERS / 2)
    style = f'stroke="{_RED}" stroke-width="3"' if edge.wrong else 'stroke="#555"'
    yield (
        f'<path d="M{tail.middle:.1f} {start:.1f} C{tail.middle:.1f} {start + bend:.1f} '
        f'{head.middle:.1f} {end - bend:.1f} {head.middle:.1f} {end:.1f}" fill="none" '
        f'{style} marker-end="url(#tip)"/>'
    )
    if edge.label:
        # Near the tail, because edges into one operation converge at their heads.
        x = tail.middle + 0.2 * (head.middle - tail.middle) + 3
        yield f'<text x="{x:.1f}" y="{start + 11:.1f}" fill="#555">{escape(edge.label)}</text>'


def _node(box: _Box) -> Iterator[str]:
    node = box.node
    red = node.wrong or node.guilty
    fill = "#ffd9d6" if node.guilty else _FILLS.get(node.shape, "white")
    stroke, text = (_RED, _RED) if red else ("#333", "black")
    width = 3.0 if red else 2.0 if node.shape is Shape.OPERATION else 1.0
    dashes = ' stroke-dasharray="4 3"' if node.shape is Shape.MISSING else ""
    yield (
        f'<path d="{_outline(box)}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="{width:g}"{dashes}><title>{escape(" ".join(map(_plain, node.lines)))}'
        f"</title></path>"
    )
    if node.shape is Shape.OMITTED:
        return
    y = box.y + (box.height - len(node.lines) * _LINE) / 2 + 0.75 * _LINE
    for number, line in enumerate(node.lines):
        weight = ' font-weight="bold"' if node.shape is Shape.OPERATION and not number else ""
        yield (
            f'<text x="{box.middle:.1f}" y="{y + number * _LINE:.1f}" text-anchor="middle" '
            f'fill="{text}"{weight}>{escape(_plain(line))}</text>'
        )


def _outline(box: _Box) -> str:
    """Return the SVG path of a node's outline."""
    x, y, w, h, s = box.x, box.y, box.width, box.height, _SLOPE
    right, bottom, middle = x + w, y + h, x + w / 2
    corners: list[tuple[float, float]]
    if box.node.shape is Shape.INPUT:
        corners = [(x, bottom), (x, y + s), (middle, y), (right, y + s), (right, bottom)]
    elif box.node.shape is Shape.OUTPUT:
        corners = [(x, y), (right, y), (right, bottom - s), (middle, bottom), (x, bottom - s)]
    elif box.node.shape is Shape.CONSTANT:
        corners = [(x, y), (right - s, y), (right, y + s), (right, bottom), (x, bottom)]
    elif box.node.shape is Shape.SUBGRAPH:
        corners = [(x, y + s / 2), (x, y), (x + w / 3, y), (x + w / 3 + s / 2, y + s / 2)]
        corners += [(right, y + s / 2), (right, bottom), (x, bottom)]
    elif box.node.shape is Shape.OPERATION:
        corners = [(x, y), (right, y), (right, bottom), (x, bottom)]
    else:
        radius, half = min(w / 2, 2 * s), h / 2
        return (
            f"M{x + radius:.1f} {y:.1f}h{w - 2 * radius:.1f}"
            f"a{radius:.1f} {half:.1f} 0 0 1 0 {h:.1f}"
            f"h{2 * radius - w:.1f}a{radius:.1f} {half:.1f} 0 0 1 0 {-h:.1f}z"
        )
    return "M" + " ".join(f"{corner_x:.1f} {corner_y:.1f}" for corner_x, corner_y in corners) + "z"


def _plain(text: str) -> str:
    """Return the text without characters that XML does not allow."""
    return "".join(c for c in text if c.isprintable() and not "\ud800" <= c <= "\udfff")
