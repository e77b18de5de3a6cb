"""Where nodes go: layers from top to bottom, few crossings, neighbours below each other.

The usual three steps of a layered drawing: layers by the longest way from a source (what only one
layer reads stands right above it), order within a layer by the mean place of the neighbours, places
by moving nodes towards their neighbours as far as the next ones let them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final

_SWEEPS: Final = 8

Edges = Sequence[tuple[int, int]]


def layers_of(count: int, edges: Edges) -> list[int]:
    """The layer of each of ``count`` nodes; edges that would close a circle are not counted."""
    above, below = _neighbours(count, edges)
    waiting = [len(set(found)) for found in above]
    layer = [0] * count
    ready = deque(node for node in range(count) if not waiting[node])
    done: set[int] = set()
    rest = iter(range(count))
    while len(done) < count:
        node = ready.popleft() if ready else next(n for n in rest if n not in done)
        if node in done:
            continue
        done.add(node)
        for other in sorted(set(below[node]) - done):
            layer[other] = max(layer[other], layer[node] + 1)
            waiting[other] -= 1
            if not waiting[other]:
                ready.append(other)
    for node in range(count):
        readers = [layer[other] for other in below[node]]
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


def places_of(widths: Sequence[float], edges: Edges, gap: float) -> tuple[list[int], list[float]]:
    """Layer and horizontal middle of each node, no two of a layer nearer than ``gap``."""
    count = len(widths)
    layer = layers_of(count, edges)
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
        middle.update(_spread(row, dict.fromkeys(row, 0.0), widths, gap))
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        for number in sorted(rows, reverse=not down):
            wanted = _means(rows[number], above if down else below, middle)
            middle.update(_spread(rows[number], wanted, widths, gap))
    return layer, [middle[node] for node in range(count)]


def _means(
    row: Sequence[int], neighbours: Sequence[Sequence[int]], place: Mapping[int, float]
) -> dict[int, float]:
    """The mean place of each node's neighbours; its own where it has none."""
    return {
        node: sum(place[other] for other in neighbours[node]) / len(neighbours[node])
        if neighbours[node]
        else place[node]
        for node in row
    }


def _spread(
    row: Sequence[int], wanted: Mapping[int, float], widths: Sequence[float], gap: float
) -> dict[int, float]:
    """Middles in the row's order, as near to the wanted ones as the widths allow.

    Nodes that push each other form a block, which stands at the mean of what its nodes want.
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
    """Left end of a block whose nodes are, on average, where they want to be."""
    left, total = 0.0, 0.0
    for node in block:
        total += wanted[node] - (left + widths[node] / 2)
        left += widths[node] + gap
    return total / len(block)
