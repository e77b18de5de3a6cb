"""Formulas of the operations on boxes and regions, in plain Python.

They are exact if the given numbers are fractions; exponentials are computed with ``math.exp``. Maps
are nested lists [image][row][column][channel]. Source: the operation comments of ``types.hal``.
Where these leave details open (the half cell of ROI_ALIGN's points, the mirrored border of
heatmaps), the formulas follow the convention of the public implementation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

Number = int | float | Fraction
Box = Sequence[Any]
Maps = Sequence[Sequence[Sequence[Sequence[Any]]]]

HARD, LINEAR, GAUSSIAN = 0, 1, 2


def iou(a: Box, b: Box) -> Any:
    """Return the area of the intersection over the area of the union; 0 if both are empty."""
    width = max(0, min(a[2], b[2]) - max(a[0], b[0]))
    height = max(0, min(a[3], b[3]) - max(a[1], b[1]))
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)]
    union = sum(areas) - width * height
    return width * height / union if union else 0


def soft_nms(
    scores: dict[int, Any], boxes: Sequence[Box], factor: Callable[[Any], Any], threshold: Number
) -> list[tuple[int, Any]]:
    """Return the selected boxes with their scores, best first.

    Each selection reduces the scores of the pending boxes and drops those with low scores.
    """
    pending, taken = dict(scores), []
    while pending:
        best = max(pending, key=lambda i: (pending[i], -i))
        taken.append((best, pending.pop(best)))
        lowered = {i: s * factor(iou(boxes[best], boxes[i])) for i, s in pending.items()}
        pending = {i: s for i, s in lowered.items() if s >= threshold}
    return taken


def hard_nms(scores: dict[int, Any], boxes: Sequence[Box], threshold: Number) -> list[int]:
    """Return the boxes, best first, that overlap no better kept box by ``threshold`` or more."""
    taken: list[int] = []
    for i in sorted(scores, key=lambda i: -scores[i]):
        if all(iou(boxes[j], boxes[i]) < threshold for j in taken):
            taken.append(i)
    return taken


class SelectedBox(NamedTuple):
    """A box of the output."""

    score: Any
    box: Box
    class_: int
    image: int


def box_with_nms_limit(
    scores: Sequence[Sequence[Any]],
    boxes: Sequence[Sequence[Box]],
    images: Sequence[int],
    score_threshold: Number,
    most: int,
    kernel: int,
    iou_threshold: Number,
    sigma: Number,
    nms_threshold: Number,
) -> list[SelectedBox]:
    """Return the output boxes, ordered by image, class and descending score."""

    def factor(overlap: Any) -> Any:
        if kernel == GAUSSIAN:
            return math.exp(-(float(overlap) ** 2) / float(sigma))
        if overlap < iou_threshold:
            return 1
        return 0 if kernel == HARD else 1 - overlap

    out: list[SelectedBox] = []
    for image, group in groupby(range(len(images)), key=lambda i: images[i]):
        rows = list(group)
        found = []
        for class_ in range(1, len(scores[0])):
            pending = {i: scores[i][class_] for i in rows if scores[i][class_] >= score_threshold}
            own = {i: boxes[i][class_] for i in rows}
            taken = soft_nms(pending, own, factor, nms_threshold)  # type: ignore[arg-type]
            found += [SelectedBox(score, own[i], class_, image) for i, score in taken]
        if most >= 0:
            best = sorted(range(len(found)), key=lambda k: -found[k].score)[:most]
            found = [found[k] for k in sorted(best)]
        out += found
    return out


def transform(box: Box, delta: Sequence[Any], height: Any, width: Any) -> list[float]:
    """Return a box moved by (dx, dy) of its size, resized by exp(dw, dh), and clipped."""
    old = (float(box[2] - box[0]), float(box[3] - box[1]))
    centre = [float(box[k] + box[k + 2]) / 2 + float(delta[k]) * old[k] for k in (0, 1)]
    half = [math.exp(float(delta[k + 2])) * old[k] / 2 for k in (0, 1)]
    low = [min(max(centre[k] - half[k], 0.0), float((width, height)[k])) for k in (0, 1)]
    high = [min(max(centre[k] + half[k], 0.0), float((width, height)[k])) for k in (0, 1)]
    return low + high


def proposals(
    scores: Maps,
    deltas: Maps,
    anchors: Sequence[Box],
    sizes: Sequence[Sequence[Any]],
    strides: tuple[Any, Any],
    before: int,
    after: int,
    iou_threshold: Number,
    least: Number,
) -> list[tuple[Any, list[float], int]]:
    """Return (score, box, image), ordered by image and descending score.

    Strides and sizes are (height, width).
    """
    out = []
    for image, rows in enumerate(scores):
        all_scores: dict[int, Any] = {}
        boxes: list[list[float]] = []
        for y, row in enumerate(rows):
            for x, pixel in enumerate(row):
                for a, score in enumerate(pixel):
                    shift = (x * strides[1], y * strides[0]) * 2
                    there = [c + s for c, s in zip(anchors[a], shift, strict=True)]
                    all_scores[len(boxes)] = score
                    delta = deltas[image][y][x][4 * a : 4 * a + 4]
                    boxes.append(transform(there, delta, *sizes[image]))
        order = sorted(all_scores, key=lambda i: -all_scores[i])
        order = order[:before] if before > 0 else order
        large = {
            i: all_scores[i]
            for i in order
            if min(boxes[i][2] - boxes[i][0], boxes[i][3] - boxes[i][1]) >= least
        }
        taken = hard_nms(large, boxes, iou_threshold)
        taken = taken[:after] if after > 0 else taken
        out += [(all_scores[i], boxes[i], image) for i in taken]
    return out


def detections(
    scores: Sequence[Sequence[Sequence[Any]]],
    deltas: Sequence[Sequence[Sequence[Any]]],
    anchors: Sequence[Box],
    scales: Sequence[Any],
    regular: bool,
    most: int,
    classes_per_box: int,
    per_class: int,
    score_threshold: Number,
    iou_threshold: Number,
    background: bool,
) -> list[list[tuple[Any, list[float], int]]]:
    """Return (score, box, label) in output order for each image; boxes are y1, x1, y2, x2."""
    out = []
    for image, rows in enumerate(scores):
        boxes = []
        for anchor, row in zip(anchors, deltas[image], strict=True):
            dy, dx, dh, dw = (float(d) / float(s) for d, s in zip(row[:4], scales, strict=True))
            y, x, h, w = map(float, anchor)
            y, x, h, w = y + dy * h, x + dx * w, h * math.exp(dh), w * math.exp(dw)
            boxes.append([y - h / 2, x - w / 2, y + h / 2, x + w / 2])
        found: list[tuple[int, int]] = []
        count = len(rows[0])
        if regular:
            for c in range(1, count):
                own = {a: row[c] for a, row in enumerate(rows) if row[c] >= score_threshold}
                found += [(a, c) for a in hard_nms(own, boxes, iou_threshold)[:per_class]]
            found = sorted(found, key=lambda p: -rows[p[0]][p[1]])[:most]
        else:
            top = {a: max(row[1:]) for a, row in enumerate(rows)}
            own = {a: score for a, score in top.items() if score >= score_threshold}
            for a in hard_nms(own, boxes, iou_threshold)[:most]:
                best = sorted(range(1, count), key=lambda c: -rows[a][c])
                found += [(a, c) for c in best[:classes_per_box]]
        out.append([(rows[a][c], boxes[a], c if background else c - 1) for a, c in found])
    return out


def interpolated(rows: Sequence[Sequence[Sequence[Any]]], y: Any, x: Any, c: int) -> Any:
    """Return the value at (y, x), interpolated between four positions.

    Outside the map, the values of its edge are used.
    """
    y, x = min(max(y, 0), len(rows) - 1), min(max(x, 0), len(rows[0]) - 1)
    top, left = math.floor(y), math.floor(x)
    total: Any = 0
    for row, row_weight in ((top, 1 - (y - top)), (top + 1, y - top)):
        for column, weight in ((left, 1 - (x - left)), (left + 1, x - left)):
            if row_weight * weight:
                total += rows[row][column][c] * row_weight * weight
    return total


def roi_align(
    maps: Maps,
    rois: Sequence[Box],
    images: Sequence[int],
    out: tuple[int, int],
    strides: tuple[Any, Any],
    samples: tuple[int, int],
) -> list[Any]:
    """Return the flat output [region, row, column, channel]; pairs are (height, width)."""
    result = []
    for roi, image in zip(rois, images, strict=True):
        corner = (roi[1] / strides[0], roi[0] / strides[1])
        end = (roi[3] / strides[0], roi[2] / strides[1])
        lengths = [max(b - a, 1) for a, b in zip(corner, end, strict=True)]
        counts = [samples[k] or math.ceil(lengths[k] / out[k]) for k in (0, 1)]

        def place(axis: int, bin_: int, point: int) -> Any:
            cell = lengths[axis] / out[axis] / counts[axis]  # noqa: B023
            return corner[axis] + cell * (bin_ * counts[axis] + point + Fraction(1, 2))  # noqa: B023

        for i in range(out[0]):
            for j in range(out[1]):
                points = [
                    (place(0, i, p), place(1, j, q))
                    for p in range(counts[0])
                    for q in range(counts[1])
                ]
                for c in range(len(maps[0][0][0])):
                    total = sum(interpolated(maps[image], y, x, c) for y, x in points)
                    result.append(total / len(points))
    return result


def roi_pooling(
    maps: Maps,
    rois: Sequence[Box],
    images: Sequence[int],
    out: tuple[int, int],
    strides: tuple[Any, Any],
) -> list[Any]:
    """Return the flat output [region, row, column, channel]; pairs are (height, width).

    Corners are rounded with ties upwards.
    """
    result = []
    for roi, image in zip(rois, images, strict=True):
        half = Fraction(1, 2)
        first = [math.floor(roi[1] / strides[0] + half), math.floor(roi[0] / strides[1] + half)]
        last = [math.floor(roi[3] / strides[0] + half), math.floor(roi[2] / strides[1] + half)]
        lengths = [b - a + 1 for a, b in zip(first, last, strict=True)]
        rows = maps[image]
        for i in range(out[0]):
            for j in range(out[1]):
                spans = [
                    range(
                        first[k] + math.floor(Fraction(lengths[k] * b, out[k])),
                        min(first[k] + math.ceil(Fraction(lengths[k] * (b + 1), out[k])), size),
                    )
                    for k, b, size in ((0, i, len(rows)), (1, j, len(rows[0])))
                ]
                for c in range(len(rows[0][0])):
                    seen = [rows[y][x][c] for y in spans[0] for x in spans[1]]
                    result.append(max(seen, default=0))
    return result


def keypoint(grid: Sequence[Sequence[Any]], box: Box, flat: Number) -> tuple[Any, Any, Any]:
    """Return the score, x and y of the peak of a square map [row][column] inside a box.

    The map is approximated by c + g.d + d.H.d / 2 around the first largest cell. The peak is at d
    with H d = -g, scaled down so that no coordinate exceeds 3/2. If the determinant of H is below
    flat * (1 + Hxx * Hyy), the peak does not move.
    """
    size = len(grid)
    row, column = max(
        ((y, x) for y in range(size) for x in range(size)),
        key=lambda p: (grid[p[0]][p[1]], -p[0], -p[1]),
    )

    def cell(dy: int, dx: int) -> Any:
        y, x = abs(row + dy), abs(column + dx)
        return grid[y if y < size else size - 2][x if x < size else size - 2]

    gx, gy = (cell(0, 1) - cell(0, -1)) / 2, (cell(1, 0) - cell(-1, 0)) / 2
    hxx = cell(0, 1) + cell(0, -1) - 2 * cell(0, 0)
    hyy = cell(1, 0) + cell(-1, 0) - 2 * cell(0, 0)
    hxy = (cell(1, 1) + cell(-1, -1) - cell(1, -1) - cell(-1, 1)) / 4
    det = hxx * hyy - hxy * hxy
    dx = dy = det * 0
    if abs(det) >= flat * (1 + hxx * hyy):
        dx, dy = (hxy * gy - hyy * gx) / det, (hxy * gx - hxx * gy) / det
        farthest = max(abs(dx), abs(dy))
        if farthest > Fraction(3, 2):
            dx, dy = (d * Fraction(3, 2) / farthest for d in (dx, dy))
    score = cell(0, 0) + gx * dx + gy * dy + (hxx * dx * dx + 2 * hxy * dx * dy + hyy * dy * dy) / 2
    half = Fraction(1, 2)
    x = box[0] + (column + dx + half) / size * (box[2] - box[0])
    y = box[1] + (row + dy + half) / size * (box[3] - box[1])
    return score, x, y
