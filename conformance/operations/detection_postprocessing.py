"""DETECTION_POSTPROCESSING: boxes from anchors and deltas, the best ones without overlaps.

Boxes are [y1, x1, y2, x2], anchors [centre y, centre x, height, width]. Class 0 is the background
and yields no detections. With the regular algorithm every class has its own suppression; with the
fast one there is one for all, by each box's best class, and a box kept brings its best classes. Of
equal scores the lower class, then the earlier anchor comes first. Places of the outputs beyond the
number of detections hold 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.boxes import Indexes, best_first, columns_of, hard_nms, sizes_are
from conformance.operations.call import Call
from conformance.operations.conditions import at_least
from conformance.operations.definition import (
    FLOAT_SCALAR,
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    only,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.large import widened
from conformance.operations.named_sizes import size
from conformance.operations.numerics import F64Array, store

_T: Final = OperandType
_SCALES: Final = ("scale_y", "scale_x", "scale_h", "scale_w")

Select = Callable[[Array, F64Array], tuple[Indexes, Indexes]]
"""From an image's scores and boxes to anchors and classes of its detections, in output order."""


def _shapes(call: Call) -> tuple[Shape, ...]:
    images, places = size(call, "scores", 0), call.scalar("max_num_detections")
    if not call.scalar("use_regular_nms"):
        places *= call.scalar("max_classes_per_detection")
    return (images, places), (images, places, 4), (images, places), (images,)


def _decoded(scales: F64Array, deltas: F64Array, anchors: F64Array) -> F64Array:
    """Boxes [images, anchors, 4] of deltas, divided by four scales, from the anchors."""
    scaled = deltas[..., :4] / scales
    extent = anchors[:, 2:]
    centre = anchors[:, :2] + scaled[..., :2] * extent
    with np.errstate(over="ignore", invalid="ignore"):
        half = np.exp(scaled[..., 2:]) * extent / 2
        return np.concatenate([centre - half, centre + half], axis=-1)


def _suppressed(
    scores: Array, columns: F64Array, threshold: float, iou_threshold: float, limit: int
) -> Indexes:
    """Boxes that reach the score and overlap no better one, best first."""
    good = np.flatnonzero(scores >= threshold)
    return hard_nms(columns, good[best_first(scores[good])], iou_threshold, limit)


def _regular(call: Call) -> Select:
    thresholds = call.scalar("score_threshold"), call.scalar("iou_threshold")
    of_class, most = call.scalar("max_detections_per_class"), call.scalar("max_num_detections")

    def select(scores: Array, boxes: F64Array) -> tuple[Indexes, Indexes]:
        columns = columns_of(boxes)
        kept = [
            _suppressed(scores[:, class_], columns, *thresholds, of_class)
            for class_ in range(1, scores.shape[1])
        ]
        anchors = np.concatenate(kept)
        classes = np.repeat(np.arange(1, scores.shape[1]), [len(part) for part in kept])
        order = best_first(scores[anchors, classes], most)
        return anchors[order], classes[order]

    return select


def _fast(call: Call) -> Select:
    thresholds = call.scalar("score_threshold"), call.scalar("iou_threshold")
    most, per_box = call.scalar("max_num_detections"), call.scalar("max_classes_per_detection")

    def select(scores: Array, boxes: F64Array) -> tuple[Indexes, Indexes]:
        own = scores[:, 1:]
        anchors = _suppressed(own.max(axis=1), columns_of(boxes), *thresholds, most)
        classes = best_first(own[anchors], per_box) + 1
        return np.repeat(anchors, classes.shape[1]), classes.reshape(-1)

    return select


def _compile(call: Call) -> Kernel:
    shapes = _shapes(call)
    select = (_regular if call.scalar("use_regular_nms") else _fast)(call)
    first_label = 1 if call.scalar("is_bg_in_label") else 0
    scales = np.array([call.scalar(name) for name in _SCALES])

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array, ...]:
        stored_scores, deltas, anchors = inputs[:3]
        assert stored_scores is not None
        assert deltas is not None
        assert anchors is not None
        scores = widened(stored_scores)
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
        return out_scores, store(out_boxes, call.output(1)), out_classes, counts

    return kernel


def _above_zero(name: str) -> Condition:
    def check(call: Call) -> str | None:
        value = call.scalar(name)
        return None if value > 0 else f"{name} is {value}, must be above 0"

    return Condition(f"{name}_range", check, f"{name}: a scaling factor")


def _used(name: str, *, regular: bool) -> Condition:
    """A count that one of the algorithms needs."""

    def check(call: Call) -> str | None:
        if bool(call.scalar("use_regular_nms")) is not regular or call.scalar(name) > 0:
            return None
        return f"{name} is {call.scalar(name)}, must be at least 1"

    return Condition(f"{name}_range", check, f"{name}: only used when input7 is {regular}")


def _classes(call: Call) -> str | None:
    classes = size(call, "scores", 2)
    return None if classes > 1 else f"scores have {classes} classes, need background and another"


def _encoding(call: Call) -> str | None:
    length = size(call, "deltas", 2)
    return None if length >= 4 else f"deltas have {length} values a box, need 4"


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.DETECTION_POSTPROCESSING,
        since=Version.V1_2,
        primary="scores",
        types={_T.TENSOR_FLOAT32: Version.V1_2, _T.TENSOR_FLOAT16: Version.V1_2},
        forms=(
            Form(
                "default",
                (
                    tensor("scores", ranks=ranks(3), doc="[images, anchors, classes]"),
                    tensor("deltas", ranks=ranks(3), doc="[images, anchors, 4 or more]"),
                    tensor("anchors", ranks=ranks(2), doc="[anchors, 4], y, x, height, width"),
                    *(scalar(name, FLOAT_SCALAR, doc="divides a delta") for name in _SCALES),
                    scalar("use_regular_nms", _T.BOOL, doc="false: one suppression for all"),
                    scalar("max_num_detections", _T.INT32, doc="most boxes of an image"),
                    scalar("max_classes_per_detection", _T.INT32, doc="of a box, if fast"),
                    scalar("max_detections_per_class", _T.INT32, doc="of a class, if regular"),
                    scalar("score_threshold", FLOAT_SCALAR, doc="lower scores are dropped"),
                    scalar("iou_threshold", FLOAT_SCALAR, doc="overlap that drops the worse box"),
                    scalar("is_bg_in_label", _T.BOOL, doc="true: labels start at 1"),
                ),
                (14,),
            ),
        ),
        outputs=(
            tensor("scores_out", ranks=ranks(2)),
            tensor("boxes_out", ranks=ranks(3)),
            tensor("classes_out", only(_T.TENSOR_INT32), ranks=ranks(2)),
            tensor("num_detections", only(_T.TENSOR_INT32), ranks=ranks(1)),
        ),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            Condition("class_count", _classes, "scores: class 0 is background"),
            sizes_are("deltas", (("scores", 0), ("scores", 1), None), "deltas: of each anchor"),
            Condition("box_encoding", _encoding, "deltas: the first four values"),
            sizes_are("anchors", (("scores", 1), 4), "anchors: [num_anchors, 4]"),
            *(_above_zero(name) for name in _SCALES),
            at_least("max_num_detections", 1),
            _used("max_classes_per_detection", regular=False),
            _used("max_detections_per_class", regular=True),
            at_least("score_threshold", 0),
            at_least("iou_threshold", 0),
        ),
        doc="detections of each image: boxes by anchors and deltas, their scores and classes",
    ),
)
