"""DETECTION_POSTPROCESSING: decode boxes from anchors and deltas, and suppress overlapping ones.

Boxes are [y1, x1, y2, x2], anchors [centre y, centre x, height, width]. Class 0 is the background
and yields no detections. The regular algorithm suppresses overlaps within each class. The fast
algorithm suppresses once for all classes, by the best class of each box, and returns the best
classes of each remaining box. Equal scores are ordered by class, then by anchor. Output elements
after the last detection are 0. Boxes are computed in double precision and rounded once; scores are
copied.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import boxes as box_family

_T: Final = op.OperandType
_SCALES: Final = ("scale_y", "scale_x", "scale_h", "scale_w")

Selection = tuple[box_family.Indexes, box_family.Indexes]
"""Anchors and classes of the detections of an image, in output order."""
Select = Callable[[op.Array, op.F64Array], Selection]
"""Takes the scores and boxes of an image."""


def _shapes(call: op.Call) -> tuple[op.Shape, ...]:
    images, detections = op.size(call, "scores", 0), call.scalar("max_num_detections")
    if not call.scalar("use_regular_nms"):
        detections *= call.scalar("max_classes_per_detection")
    return (images, detections), (images, detections, 4), (images, detections), (images,)


@op.without_fp_warnings
def _decoded(scales: op.F64Array, deltas: op.F64Array, anchors: op.F64Array) -> op.F64Array:
    """Return boxes [images, anchors, 4], decoded from anchors and deltas.

    The deltas are divided by the four ``scales`` first.
    """
    scaled = deltas[..., :4] / scales
    extent = anchors[:, 2:]
    centre = anchors[:, :2] + scaled[..., :2] * extent
    half = np.exp(scaled[..., 2:]) * extent / 2
    return np.concatenate([centre - half, centre + half], axis=-1)


def _suppressed(
    scores: op.Array, columns: op.F64Array, threshold: float, iou_threshold: float, limit: int
) -> box_family.Indexes:
    """Return the boxes that reach ``threshold`` and overlap no better box, best first."""
    candidates = np.flatnonzero(scores >= threshold)
    return box_family.hard_nms(
        columns, candidates[box_family.best_first(scores[candidates])], iou_threshold, limit
    )


def _regular(call: op.Call) -> Select:
    thresholds = call.scalar("score_threshold"), call.scalar("iou_threshold")
    max_per_class = call.scalar("max_detections_per_class")
    max_detections = call.scalar("max_num_detections")

    def select(scores: op.Array, boxes: op.F64Array) -> Selection:
        columns = box_family.columns_of(boxes)
        kept = [
            _suppressed(scores[:, class_], columns, *thresholds, max_per_class)
            for class_ in range(1, scores.shape[1])
        ]
        anchors = np.concatenate(kept)
        classes = np.repeat(np.arange(1, scores.shape[1]), [len(part) for part in kept])
        order = box_family.best_first(scores[anchors, classes], max_detections)
        return anchors[order], classes[order]

    return select


def _fast(call: op.Call) -> Select:
    thresholds = call.scalar("score_threshold"), call.scalar("iou_threshold")
    max_detections = call.scalar("max_num_detections")
    max_classes = call.scalar("max_classes_per_detection")

    def select(scores: op.Array, boxes: op.F64Array) -> Selection:
        class_scores = scores[:, 1:]
        anchors = _suppressed(
            class_scores.max(axis=1), box_family.columns_of(boxes), *thresholds, max_detections
        )
        classes = box_family.best_first(class_scores[anchors], max_classes) + 1
        return np.repeat(anchors, classes.shape[1]), classes.reshape(-1)

    return select


def _compile(call: op.Call) -> op.Kernel:
    shapes = _shapes(call)
    select = (_regular if call.scalar("use_regular_nms") else _fast)(call)
    first_label = 1 if call.scalar("is_bg_in_label") else 0
    scales = np.array([call.scalar(name) for name in _SCALES])

    def kernel(
        stored_scores: op.Array, deltas: op.Array, anchors: op.Array, *_scalars: op.Array
    ) -> tuple[op.Array, ...]:
        scores = op.to_float32(stored_scores)
        boxes = _decoded(scales, deltas.astype(np.float64), anchors.astype(np.float64))
        out_scores = np.zeros(shapes[0], stored_scores.dtype)
        out_boxes = np.zeros(shapes[1])
        out_classes, counts = np.zeros(shapes[2], np.int32), np.zeros(shapes[3], np.int32)
        for image in range(len(scores)):
            anchor, class_ = select(scores[image], boxes[image])
            count = len(anchor)
            out_scores[image, :count] = stored_scores[image, anchor, class_]
            out_boxes[image, :count] = boxes[image, anchor]
            out_classes[image, :count] = class_ - 1 + first_label
            counts[image] = count
        return out_scores, op.store(out_boxes, call.output(1)), out_classes, counts

    return op.with_outputs(kernel)


def _used(name: str, *, regular: bool) -> op.Condition:
    """Require a positive count in the algorithm that uses it."""

    def check(call: op.Call) -> str | None:
        if bool(call.scalar("use_regular_nms")) is not regular or call.scalar(name) > 0:
            return None
        return f"{name} is {call.scalar(name)}, but must be at least 1"

    return op.Condition(
        f"{name}_range",
        check,
        f"{name} is at least 1 if use_regular_nms is {str(regular).lower()} (otherwise unused)",
    )


@op.condition("deltas has at least four values for each box")
def _box_encoding(call: op.Call) -> str | None:
    length = op.size(call, "deltas", 2)
    return None if length >= 4 else f"deltas has {length} values per box, but needs at least 4"


DEFINITION = op.OperationDefinition(
    type=op.OperationType.DETECTION_POSTPROCESSING,
    properties=op.properties(
        op.SELECTED_ROWS, "detection.detection", op.Cost.HIGHEST
    ).with_examples("detection_postprocessing_no_thresholds_all_inputs_as_internal"),
    primary="scores",
    types=op.FLOAT_TYPES_1_2,
    forms=op.one_form(
        op.tensor("scores", ranks=op.ranks(3), doc="[images, anchors, classes]"),
        op.tensor("deltas", ranks=op.ranks(3), doc="[images, anchors, 4 or more]"),
        op.matrix("anchors", doc="[anchors, 4]: y, x, height, width"),
        *(op.float_scalar(name, "divisor of a delta") for name in _SCALES),
        op.scalar("use_regular_nms", _T.BOOL, doc="false: fast NMS over all classes"),
        op.scalar("max_num_detections", _T.INT32, doc="maximum per image"),
        op.scalar("max_classes_per_detection", _T.INT32, doc="per box, fast NMS only"),
        op.scalar("max_detections_per_class", _T.INT32, doc="per class, regular NMS only"),
        op.float_scalar("score_threshold", "boxes with lower scores are dropped"),
        op.float_scalar("iou_threshold", "overlap that drops the worse box"),
        op.scalar(
            "is_bg_in_label", _T.BOOL, doc="true: labels include class 0, so they start at 1"
        ),
    ),
    outputs=(
        op.matrix("scores_out"),
        op.tensor("boxes_out", ranks=op.ranks(3)),
        op.tensor("classes_out", op.only(_T.TENSOR_INT32), ranks=op.ranks(2)),
        op.tensor("num_detections", op.only(_T.TENSOR_INT32), ranks=op.ranks(1)),
    ),
    shapes=_shapes,
    compile=_compile,
    conditions=(
        box_family.class_count(2, "scores has at least two classes; class 0 is the background"),
        box_family.sizes_are(
            "deltas",
            (("scores", 0), ("scores", 1), None),
            "deltas has the images and anchors of scores: shape [images, anchors, 4 or more]",
        ),
        _box_encoding,
        box_family.sizes_are(
            "anchors",
            (("scores", 1), 4),
            "anchors has shape [num_anchors, 4], with one row for each anchor of scores",
        ),
        *(
            op.positive(name, f"{name}_range", f"{name}, a divisor, is greater than 0")
            for name in _SCALES
        ),
        op.at_least("max_num_detections", 1),
        _used("max_classes_per_detection", regular=False),
        _used("max_detections_per_class", regular=True),
        op.at_least("score_threshold", 0),
        op.at_least("iou_threshold", 0),
    ),
    doc="per image: boxes decoded from anchors and deltas, with their scores and classes",
)
