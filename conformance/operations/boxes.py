"""Axis-aligned boxes: their operand types and conditions, overlap, and suppression of overlaps.

A box is a row of four numbers, two corners: [x1, y1, x2, y2] with x1 <= x2 and y1 <= y2.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from conformance.hal import OperandType, Version
from conformance.operations.call import Call, OperandView
from conformance.operations.definition import Array, Condition, TypeRule, by_primary
from conformance.operations.large import ordered
from conformance.operations.named_sizes import size
from conformance.operations.numerics import F64Array, real

Indexes = NDArray[np.intp]

_T: Final = OperandType
TYPES: Final = {
    _T.TENSOR_FLOAT32: Version.V1_2,
    _T.TENSOR_FLOAT16: Version.V1_2,
    _T.TENSOR_QUANT8_ASYMM: Version.V1_2,
    _T.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
}
"""Types of scores and feature maps."""

BOX_TYPES: Final[TypeRule] = by_primary(
    {
        _T.TENSOR_FLOAT32: _T.TENSOR_FLOAT32,
        _T.TENSOR_FLOAT16: _T.TENSOR_FLOAT16,
        _T.TENSOR_QUANT8_ASYMM: _T.TENSOR_QUANT16_ASYMM,
        _T.TENSOR_QUANT8_ASYMM_SIGNED: _T.TENSOR_QUANT16_ASYMM,
    }
)
"""Boxes have the type of the scores; beside quantized scores, 16 bits."""

GRID: Final = 0.125
"""Scale of every quantized position."""


def _off_grid(view: OperandView) -> bool:
    quantized = view.info is not None and view.info.quantized
    return quantized and (view.scale, view.zero_point) != (GRID, 0)


def grid_quantization(name: str) -> Condition:
    """Quantized positions have scale 0.125 and zero point 0."""

    def check(call: Call) -> str | None:
        view = call.view(name)
        if not _off_grid(view):
            return None
        return f"{name} has scale {view.scale!r} and zero point {view.zero_point}, not 0.125 and 0"

    return Condition(f"{name}_quantization", check, f"{name}: scale of 0.125 and zeroPoint of 0")


def output_grid_quantization(position: int) -> Condition:
    """Quantized output positions have scale 0.125 and zero point 0."""

    def check(call: Call) -> str | None:
        name, view = call.definition.outputs[position].name, call.output(position)
        if not _off_grid(view):
            return None
        return f"{name} has scale {view.scale!r} and zero point {view.zero_point}, not 0.125 and 0"

    return Condition(
        "output_box_quantization", check, "output: the scale must be 0.125, the zero point 0"
    )


def sizes_are(name: str, wanted: Sequence[int | tuple[str, int] | None], source: str) -> Condition:
    """Sizes of an operand: a number, a size of another operand, or ``None`` where any will do."""

    def check(call: Call) -> str | None:
        for axis, rule in enumerate(wanted):
            if rule is None:
                continue
            want = rule if isinstance(rule, int) else size(call, *rule)
            got = size(call, name, axis)
            if got != want:
                return f"{name} has size {got} in dimension {axis}, must be {want}"
        return None

    return Condition(f"{name}_shape", check, source)


def valid_boxes(name: str) -> Condition:
    """Corners are in order: x1 <= x2 and y1 <= y2."""

    def check(call: Call) -> str | None:
        boxes = call.value(name).reshape(-1, 4)
        disordered = ~((boxes[:, 0] <= boxes[:, 2]) & (boxes[:, 1] <= boxes[:, 3]))
        if not disordered.any():
            return None
        return f"{name} has the box {boxes[np.argmax(disordered)].tolist()}"

    return Condition(
        f"{name}_corners", check, "a valid bounding box should satisfy x1 <= x2 and y1 <= y2"
    )


def batch_in_range(name: str, images: tuple[str, int]) -> Condition:
    """Each box belongs to one of the images; their number is a size of another operand."""

    def check(call: Call) -> str | None:
        indexes, count = call.value(name), size(call, *images)
        if indexes.size and not (indexes.min() >= 0 and indexes.max() < count):
            wrong = indexes[(indexes < 0) | (indexes >= count)]
            return f"{name} holds {wrong[0]}, there are {count} images"
        return None

    return Condition(f"{name}_range", check, f"{name}: the batch index of each box")


def columns_of(boxes: F64Array) -> F64Array:
    """x1, y1, x2, y2 and areas of boxes, each a contiguous row."""
    x1, y1, x2, y2 = boxes.T
    with np.errstate(invalid="ignore", over="ignore"):
        return np.stack([x1, y1, x2, y2, (x2 - x1) * (y2 - y1)])


def _overlaps(box: Array, others: Array) -> F64Array:
    """Intersection over union of a column with others; 0 where two boxes have no area at all."""
    x1, y1, x2, y2, area = others[:5]
    width = np.minimum(x2, box[2])
    width -= np.maximum(x1, box[0])
    np.maximum(width, 0, out=width)
    shared = np.minimum(y2, box[3])
    shared -= np.maximum(y1, box[1])
    np.maximum(shared, 0, out=shared)
    shared *= width
    union = area + box[4]
    union -= shared
    union[union <= 0] = 1
    out: F64Array = np.divide(shared, union, out=shared)
    return out


_TOGETHER: Final = 128
"""Boxes whose overlaps are computed at once."""


def _bits(flags: Array) -> list[int]:
    """Each row of booleans as one number; the first is the lowest bit."""
    packed = np.packbits(flags, axis=1, bitorder="little")
    return [int.from_bytes(row, "little") for row in packed]


def hard_nms(columns: F64Array, order: Indexes, iou_threshold: float, limit: int) -> Indexes:
    """Those of ``order`` (best first) that no better one kept overlaps; at most ``limit``.

    ``columns`` are those of all boxes.
    """
    columns = columns[:, order]
    kept: list[int] = []
    with np.errstate(invalid="ignore", over="ignore"):
        for start in range(0, len(order), _TOGETHER):
            if len(kept) >= limit:
                break
            some = columns[:, start : start + _TOGETHER]
            pending = (1 << some.shape[1]) - 1
            if kept:
                free = _overlaps(columns[:, kept, None], some[:, None]) < iou_threshold
                (pending,) = _bits(np.logical_and.reduce(free, axis=0, keepdims=True))
            # row i says which of some do not overlap the i-th of them
            apart = _bits(_overlaps(some[:, :, None], some[:, None]) < iou_threshold)
            while pending and len(kept) < limit:
                place = (pending & -pending).bit_length() - 1
                kept.append(start + place)
                pending &= pending - 1 & apart[place]
    return order[kept]


Decay = Callable[[F64Array], F64Array]
"""From overlaps with the box just selected to factors on the scores."""


def soft_nms(
    boxes: F64Array,
    scores: F64Array,
    candidates: Indexes,
    decay: Decay,
    threshold: float,
    limit: int,
) -> tuple[Indexes, F64Array]:
    """Select the best, lower the scores of the rest, drop those below the threshold; again.

    Returns the selected in order, at most ``limit``, with the scores that they were selected with.
    """
    current = scores[candidates]
    columns = np.concatenate([columns_of(boxes[candidates]), [np.arange(len(candidates)), current]])
    kept: list[int] = []
    final: list[float] = []
    with np.errstate(invalid="ignore", over="ignore"):
        while columns.shape[1] and len(kept) < limit:
            place = int(columns[6].argmax())
            best = columns[:, place].copy()
            kept.append(int(best[5]))
            final.append(float(best[6]))
            columns[6] *= decay(_overlaps(best, columns))
            alive = columns[6] >= threshold
            alive[place] = False
            columns = columns[:, alive]
    return candidates[kept], np.array(final)


def best_first(scores: Array, most: int | None = None) -> Indexes:
    """Indexes by falling score on the last axis, ``most`` at most; of equal ones the earlier first.

    Single precision leaves room in a word for score and index, which sorts much faster.
    """
    if most == 1 and scores.size:
        return np.asarray(scores.argmax(axis=-1, keepdims=True))
    if scores.dtype != np.float32:
        return np.argsort(-scores, kind="stable")[..., :most]
    length = scores.shape[-1]
    keys = np.invert(ordered(scores)).astype(np.int64)
    keys <<= 32
    keys |= np.arange(length)
    if most is not None and most < length:
        keys.partition(most, axis=-1)
        keys = keys[..., :most]
    keys.sort(axis=-1)
    return keys & (2**32 - 1)


def transformed(boxes: F64Array, deltas: F64Array) -> F64Array:
    """Boxes (x1, y1, x2, y2 on the last axis) moved and resized by (dx, dy, dw, dh)."""
    with np.errstate(over="ignore", invalid="ignore"):
        extent = boxes[..., 2:] - boxes[..., :2]
        centre = (boxes[..., :2] + boxes[..., 2:]) / 2 + deltas[..., :2] * extent
        half = np.exp(deltas[..., 2:]) * extent / 2
        return np.concatenate([centre - half, centre + half], axis=-1)


def clipped(boxes: F64Array, heights: Array, widths: Array) -> F64Array:
    """Boxes cut off at the edges of images of these sizes (broadcast over the leading axes)."""
    edges = np.stack([widths, heights, widths, heights], axis=-1)
    out: F64Array = np.clip(boxes, 0, edges)
    return out


def image_runs(batch_index: Array) -> list[slice]:
    """Rows of each image; boxes of an image stand together."""
    if not len(batch_index):
        return []
    starts = np.flatnonzero(np.diff(batch_index)) + 1
    ends = [0, *starts.tolist(), len(batch_index)]
    return [slice(a, b) for a, b in itertools.pairwise(ends)]


def real_boxes(values: Array, view: OperandView) -> F64Array:
    """The boxes in image coordinates, one a row."""
    return real(values, view).reshape(-1, 4)
