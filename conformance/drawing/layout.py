"""Layout of a graph: layers from top to bottom with few crossings and short edges.

The layout has the three usual steps of layered graph drawing. A node's layer is the length of the
longest path from a source, except that a source is directly above the node that reads it. Nodes
within a layer are ordered by the mean position of their neighbours. Nodes are then moved towards
their neighbours as far as the adjacent nodes allow.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final

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
