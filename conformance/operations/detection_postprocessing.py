"""DETECTION_POSTPROCESSING: decode boxes from anchors and deltas, and suppress overlapping ones.

Boxes are [y1, x1, y2, x2], anchors [centre y, centre x, height, width]. Class 0 is the background
and yields no detections. The regular algorithm suppresses overlaps within each class. The fast
algorithm suppresses once for all classes, by the best class of each box, and returns the best
classes of each remaining box. Equal scores are ordered by class, then by anchor. Output elements
after the last detection are 0. Boxes are computed in double precision and rounded once; scores are
copied.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.families.boxes import (
    Indexes,
    best_first,
    columns_of,
    hard_nms,
    sizes_are,
)
from conformance.operations.kernels.fast_paths import to_float32
from conformance.operations.kernels.numerics import F64Array, store
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import at_least
from conformance.operations.model.definition import (
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
from conformance.operations.model.named_sizes import size
from conformance.operations.model.properties import SELECTED_ROWS, Cost, Properties, Sampling

_T: Final = OperandType
_SCALES: Final = ("scale_y", "scale_x", "scale_h", "scale_w")

Select = Callable[[Array, F64Array], tuple[Indexes, Indexes]]
"""Takes the scores and boxes of an image; returns anchors and classes of its detections, in output
order."""


def _shapes(call: Call) -> tuple[Shape, ...]:
    images, detections = size(call, "scores", 0), call.scalar("max_num_detections")
    if not call.scalar("use_regular_nms"):
        detections *= call.scalar("max_classes_per_detection")
    return (images, detections), (images, detections, 4), (images, detections), (images,)


def _decoded(scales: F64Array, deltas: F64Array, anchors: F64Array) -> F64Array:
    """Return boxes [images, anchors, 4], decoded from anchors and deltas.

    The deltas are divided by the four ``scales`` first.
    """
    scaled = deltas[..., :4] / scales
    extent = anchors[:, 2:]
    centre = anchors[:, :2] + scaled[..., :2] * extent
    with np.errstate(over="ignore", invalid="ignore"):
        half = np.exp(scaled[..., 2:]) * extent / 2
        return np.concatenate([centre - half, centre + half], axis=-1)


def _suppressed(
    scores: Array, columns: F64Array, threshold: float, iou_threshold: float, limit: int
) -> Indexes:
    """Return the boxes that reach ``threshold`` and overlap no better box, best first."""
    candidates = np.flatnonzero(scores >= threshold)
    return hard_nms(columns, candidates[best_first(scores[candidates])], iou_threshold, limit)


def _regular(call: Call) -> Select:
    thresholds = call.scalar("score_threshold"), call.scalar("iou_threshold")
    max_per_class, max_detections = (
        call.scalar("max_detections_per_class"),
        call.scalar("max_num_detections"),
    )

    def select(scores: Array, boxes: F64Array) -> tuple[Indexes, Indexes]:
        columns = columns_of(boxes)
        kept = [
            _suppressed(scores[:, class_], columns, *thresholds, max_per_class)
            for class_ in range(1, scores.shape[1])
        ]
        anchors = np.concatenate(kept)
        classes = np.repeat(np.arange(1, scores.shape[1]), [len(part) for part in kept])
        order = best_first(scores[anchors, classes], max_detections)
        return anchors[order], classes[order]

    return select


def _fast(call: Call) -> Select:
    thresholds = call.scalar("score_threshold"), call.scalar("iou_threshold")
    max_detections, max_classes = (
        call.scalar("max_num_detections"),
        call.scalar("max_classes_per_detection"),
    )

    def select(scores: Array, boxes: F64Array) -> tuple[Indexes, Indexes]:
        class_scores = scores[:, 1:]
        anchors = _suppressed(
            class_scores.max(axis=1), columns_of(boxes), *thresholds, max_detections
        )
        classes = best_first(class_scores[anchors], max_classes) + 1
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
        scores = to_float32(stored_scores)
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
        return None if value > 0 else f"{name} is {value}, but must be greater than 0"

    return Condition(f"{name}_range", check, f"{name}, a divisor, is greater than 0")


def _used(name: str, *, regular: bool) -> Condition:
    """Require a positive count in the algorithm that uses it."""

    def check(call: Call) -> str | None:
        if bool(call.scalar("use_regular_nms")) is not regular or call.scalar(name) > 0:
            return None
        return f"{name} is {call.scalar(name)}, but must be at least 1"

    return Condition(
        f"{name}_range",
        check,
        f"{name} is at least 1 if use_regular_nms is {str(regular).lower()} (otherwise unused)",
    )


def _classes(call: Call) -> str | None:
    classes = size(call, "scores", 2)
    if classes > 1:
        return None
    return f"scores has {classes} classes, but needs the background and at least one other"


def _encoding(call: Call) -> str | None:
    length = size(call, "deltas", 2)
    return None if length >= 4 else f"deltas has {length} values per box, but needs at least 4"


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.DETECTION_POSTPROCESSING,
        properties=Properties(
            SELECTED_ROWS,
            Sampling("detection.detection"),
            Cost.HIGHEST,
            mutation_examples=("detection_postprocessing_no_thresholds_all_inputs_as_internal",),
        ),
        since=Version.V1_2,
        primary="scores",
        types={_T.TENSOR_FLOAT32: Version.V1_2, _T.TENSOR_FLOAT16: Version.V1_2},
        forms=(
            Form(
                "default",
                (
                    tensor("scores", ranks=ranks(3), doc="[images, anchors, classes]"),
                    tensor("deltas", ranks=ranks(3), doc="[images, anchors, 4 or more]"),
                    tensor("anchors", ranks=ranks(2), doc="[anchors, 4]: y, x, height, width"),
                    *(scalar(name, FLOAT_SCALAR, doc="divisor of a delta") for name in _SCALES),
                    scalar("use_regular_nms", _T.BOOL, doc="false: fast NMS over all classes"),
                    scalar("max_num_detections", _T.INT32, doc="maximum per image"),
                    scalar("max_classes_per_detection", _T.INT32, doc="per box, fast NMS only"),
                    scalar("max_detections_per_class", _T.INT32, doc="per class, regular NMS only"),
                    scalar(
                        "score_threshold", FLOAT_SCALAR, doc="boxes with lower scores are dropped"
                    ),
                    scalar("iou_threshold", FLOAT_SCALAR, doc="overlap that drops the worse box"),
                    scalar(
                        "is_bg_in_label",
                        _T.BOOL,
                        doc="true: labels include class 0, so they start at 1",
                    ),
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
            Condition(
                "class_count",
                _classes,
                "scores has at least two classes; class 0 is the background",
            ),
            sizes_are(
                "deltas",
                (("scores", 0), ("scores", 1), None),
                "deltas has the images and anchors of scores: shape [images, anchors, 4 or more]",
            ),
            Condition("box_encoding", _encoding, "deltas has at least four values for each box"),
            sizes_are(
                "anchors",
                (("scores", 1), 4),
                "anchors has shape [num_anchors, 4], with one row for each anchor of scores",
            ),
            *(_above_zero(name) for name in _SCALES),
            at_least("max_num_detections", 1),
            _used("max_classes_per_detection", regular=False),
            _used("max_detections_per_class", regular=True),
            at_least("score_threshold", 0),
            at_least("iou_threshold", 0),
        ),
        doc="per image: boxes decoded from anchors and deltas, with their scores and classes",
    ),
)
