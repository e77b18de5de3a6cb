"""Axis-aligned boxes: operand types, conditions, overlap, and non-maximum suppression (NMS).

A box is a row of four numbers, the coordinates of two corners: [x1, y1, x2, y2] with x1 <= x2 and
y1 <= y2. Overlap is measured as intersection over union (IoU).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from conformance.hal import OperandType
from conformance.operations.definition.conditions import (
    first_outside,
    size,
    unexpected_quantization,
)
from conformance.operations.definition.definition import Call, Condition, OperandView, is_quantized
from conformance.operations.definition.operands import Array, same_or
from conformance.operations.kernels.numerics import (
    F64Array,
    real,
    without_fp_warnings,
)

Indexes = NDArray[np.intp]

BOX_TYPES: Final = same_or(OperandType.TENSOR_QUANT16_ASYMM)
"""Boxes have the type of the scores; with quantized scores they are TENSOR_QUANT16_ASYMM."""

GRID: Final = 0.125
"""The scale that the contract prescribes for quantized coordinates."""


def _off_grid(name: str, view: OperandView) -> str | None:
    return unexpected_quantization(name, view, (GRID, 0)) if is_quantized(view) else None


def grid_quantization(name: str) -> Condition:
    """Require scale 0.125 and zero point 0 for a quantized input of coordinates."""
    return Condition(
        f"{name}_quantization",
        lambda call: _off_grid(name, call.view(name)),
        f"{name}, if quantized, has scale 0.125 and zero point 0",
    )


def output_grid_quantization(position: int) -> Condition:
    """Require scale 0.125 and zero point 0 for a quantized output of coordinates."""
    return Condition(
        "output_box_quantization",
        lambda call: _off_grid(call.definition.outputs[position].name, call.output(position)),
        "the output of boxes or keypoints, if quantized, has scale 0.125 and zero point 0",
    )


def sizes_are(name: str, wanted: Sequence[int | tuple[str, int] | None], source: str) -> Condition:
    """Require the sizes of an operand.

    Each entry of ``wanted`` is a number, a dimension of another operand as ``(name, axis)``, or
    ``None`` if any size is legal. ``source`` is the description of the condition.
    """

    def check(call: Call) -> str | None:
        for axis, rule in enumerate(wanted):
            if rule is None:
                continue
            expected = rule if isinstance(rule, int) else size(call, *rule)
            actual = size(call, name, axis)
            if actual != expected:
                return f"{name} has size {actual} in dimension {axis}, but must have {expected}"
        return None

    return Condition(f"{name}_shape", check, source)


def class_count(axis: int, source: str) -> Condition:
    """Require two classes or more; ``axis`` is the dimension of the classes in ``scores``."""

    def check(call: Call) -> str | None:
        classes = size(call, "scores", axis)
        if classes > 1:
            return None
        return f"scores has {classes} classes, but needs the background and at least one other"

    return Condition("class_count", check, source)


def valid_boxes(name: str) -> Condition:
    """Require that x1 <= x2 and y1 <= y2 in each box."""

    def check(call: Call) -> str | None:
        boxes = call.value(name).reshape(-1, 4)
        disordered = ~((boxes[:, 0] <= boxes[:, 2]) & (boxes[:, 1] <= boxes[:, 3]))
        if not disordered.any():
            return None
        return (
            f"{name} contains the box {boxes[np.argmax(disordered)].tolist()}; x1 <= x2 and y1 <= "
            "y2 must hold"
        )

    return Condition(
        f"{name}_corners", check, f"each box [x1, y1, x2, y2] in {name} has x1 <= x2 and y1 <= y2"
    )


def batch_in_range(name: str, images: tuple[str, int]) -> Condition:
    """Require that each box refers to an existing image.

    ``images`` is the dimension, as ``(name, axis)``, whose size is the number of images.
    """

    def check(call: Call) -> str | None:
        indexes, count = call.value(name), size(call, *images)
        if (outside := first_outside(indexes, count)) is None:
            return None
        return f"{name} contains {outside}, but must be in [0, {count}), the number of images"

    return Condition(f"{name}_range", check, f"each entry of {name} is the index of an image")


@without_fp_warnings
def columns_of(boxes: F64Array) -> F64Array:
    """Return rows x1, y1, x2, y2 and area of the boxes, each contiguous."""
    x1, y1, x2, y2 = boxes.T
    return np.stack([x1, y1, x2, y2, (x2 - x1) * (y2 - y1)])


def _overlaps(box: Array, others: Array) -> F64Array:
    """Return the IoU of one box with others; 0 where the union has no area."""
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


_BOXES_PER_BLOCK: Final = 128
"""Number of boxes whose overlaps are computed in one block."""


def _bits(flags: Array) -> list[int]:
    """Return each row of booleans as one integer; the first element is the lowest bit."""
    packed = np.packbits(flags, axis=1, bitorder="little")
    return [int.from_bytes(row, "little") for row in packed]


@without_fp_warnings
def hard_nms(columns: F64Array, order: Indexes, iou_threshold: float, limit: int) -> Indexes:
    """Return the boxes of ``order`` (best first) that overlap no better kept box.

    ``columns`` are the columns of all boxes, as ``columns_of`` returns them. The result contains at
    most ``limit`` indexes, best first.
    """
    columns = columns[:, order]
    kept: list[int] = []
    for start in range(0, len(order), _BOXES_PER_BLOCK):
        if len(kept) >= limit:
            break
        block = columns[:, start : start + _BOXES_PER_BLOCK]
        pending = (1 << block.shape[1]) - 1
        if kept:
            no_overlap = _overlaps(columns[:, kept, None], block[:, None]) < iou_threshold
            (pending,) = _bits(np.logical_and.reduce(no_overlap, axis=0, keepdims=True))
        # bit j of entry i: box j of the block does not overlap box i of the block
        disjoint = _bits(_overlaps(block[:, :, None], block[:, None]) < iou_threshold)
        while pending and len(kept) < limit:
            place = (pending & -pending).bit_length() - 1
            kept.append(start + place)
            pending &= pending - 1 & disjoint[place]
    return order[kept]


Decay = Callable[[F64Array], F64Array]
"""Maps overlaps with the box selected last to factors for the scores."""


@without_fp_warnings
def soft_nms(
    boxes: F64Array,
    scores: F64Array,
    candidates: Indexes,
    decay: Decay,
    threshold: float,
    limit: int,
) -> tuple[Indexes, F64Array]:
    """Repeatedly select the best box, reduce the scores of the others, and drop low scores.

    Returns the indexes of the selected boxes in order of selection, at most ``limit``, and the
    scores they had when they were selected. Boxes whose reduced score is below ``threshold`` are
    dropped.
    """
    current = scores[candidates]
    columns = np.concatenate([columns_of(boxes[candidates]), [np.arange(len(candidates)), current]])
    kept: list[int] = []
    final: list[float] = []
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
    """Return indexes in descending order of the scores on the last axis, at most ``most``.

    Equal scores keep their order.
    """
    return np.argsort(-scores, kind="stable")[..., :most]


@without_fp_warnings
def apply_deltas(boxes: F64Array, deltas: F64Array) -> F64Array:
    """Return boxes (x1, y1, x2, y2 on the last axis) moved and resized by (dx, dy, dw, dh)."""
    extent = boxes[..., 2:] - boxes[..., :2]
    centre = (boxes[..., :2] + boxes[..., 2:]) / 2 + deltas[..., :2] * extent
    half = np.exp(deltas[..., 2:]) * extent / 2
    return np.concatenate([centre - half, centre + half], axis=-1)


def clip_boxes(boxes: F64Array, sizes: Array) -> F64Array:
    """Return boxes clipped to images of [height, width] (broadcast over the leading axes)."""
    out: F64Array = np.clip(boxes, 0, sizes[..., [1, 0, 1, 0]])
    return out


def image_runs(batch_index: Array) -> list[slice]:
    """Return the rows of each image; the boxes of one image are consecutive."""
    if not len(batch_index):
        return []
    starts = np.flatnonzero(np.diff(batch_index)) + 1
    ends = [0, *starts.tolist(), len(batch_index)]
    return [slice(a, b) for a, b in itertools.pairwise(ends)]


def real_boxes(values: Array, view: OperandView) -> F64Array:
    """Return the boxes in image coordinates, one per row."""
    return real(values, view).reshape(-1, 4)
