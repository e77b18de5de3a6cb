"""BOX_WITH_NMS_LIMIT: the best boxes of each class, without those that overlap better ones.

Class 0 is the background and yields no boxes. Of equal scores the earlier box counts as the better
one. Within an image the output goes by class, then by falling score.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.boxes import (
    BOX_TYPES,
    TYPES,
    Decay,
    Indexes,
    best_first,
    columns_of,
    grid_quantization,
    hard_nms,
    image_runs,
    output_grid_quantization,
    real_boxes,
    sizes_are,
    soft_nms,
    valid_boxes,
)
from conformance.operations.call import Call, PartialShape, told_by_results
from conformance.operations.conditions import same_quantization
from conformance.operations.definition import (
    FLOAT_SCALAR,
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    ZeroSize,
    only,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.named_sizes import size
from conformance.operations.numerics import F64Array, real, store


class NmsKernel(IntEnum):
    """How a selected box lowers the scores of those it overlaps."""

    HARD = 0
    LINEAR = 1
    GAUSSIAN = 2


def _kernel_code(call: Call) -> str | None:
    code = call.scalar("nms_kernel")
    if code in NmsKernel.__members__.values():
        return None
    return f"nms_kernel is {code}, must be 0 (hard), 1 (linear) or 2 (gaussian)"


def _classes(call: Call) -> str | None:
    classes = size(call, "scores", 1)
    return None if classes > 1 else f"scores have {classes} classes, need background and another"


def _box_columns(call: Call) -> str | None:
    columns, classes = size(call, "rois", 1), size(call, "scores", 1)
    if columns == 4 * classes:
        return None
    return f"rois have {columns} columns, must have 4 for each of {classes} classes"


def _partial_shapes(call: Call) -> Sequence[PartialShape]:
    call.shape("scores")
    return (None,), (None, 4), (None,), (None,)


def _decay(call: Call) -> Decay:
    threshold, sigma = call.scalar("iou_threshold"), call.scalar("sigma")
    if call.scalar("nms_kernel") == NmsKernel.HARD:
        return lambda overlap: (overlap < threshold).astype(np.float64)
    if call.scalar("nms_kernel") == NmsKernel.LINEAR:
        return lambda overlap: np.where(overlap < threshold, 1.0, 1.0 - overlap)

    def gaussian(overlap: F64Array) -> F64Array:
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            factors: F64Array = np.exp(-(overlap**2) / sigma)
        return factors

    return gaussian


Select = Callable[[F64Array, F64Array, Indexes], tuple[Indexes, F64Array]]
"""From the boxes of a class, their scores and the candidates to the selected and their scores."""


def _selection(call: Call) -> Select:
    decay, threshold = _decay(call), call.scalar("nms_score_threshold")
    most, iou_threshold = call.scalar("max_boxes"), call.scalar("iou_threshold")
    hard = call.scalar("nms_kernel") == NmsKernel.HARD
    growing = call.scalar("nms_kernel") == NmsKernel.GAUSSIAN and not call.scalar("sigma") > 0

    def select(boxes: F64Array, scores: F64Array, candidates: Indexes) -> tuple[Indexes, F64Array]:
        # Scores that only fall are selected in falling order: more than the image may have in all
        # need not be looked for.
        falling = not growing and scores[candidates].min() >= 0
        limit = most if falling and most >= 0 else len(candidates)
        if not hard or threshold <= 0:
            return soft_nms(boxes, scores, candidates, decay, threshold, limit)
        order = candidates[best_first(scores[candidates])]
        lasting = scores[order] >= threshold
        lasting[0] = True  # the first is selected before any threshold is looked at
        kept = hard_nms(columns_of(boxes), order[lasting], iou_threshold, limit)
        return kept, scores[kept]

    return select


def _compile(call: Call) -> Kernel:
    select = _selection(call)
    score_threshold, most = call.scalar("score_threshold"), call.scalar("max_boxes")
    scores_view, boxes_view, target = call.view("scores"), call.view("rois"), call.output()

    def best_of_image(scores: F64Array, boxes: F64Array) -> tuple[Array, Array, F64Array]:
        """Rows, classes and final scores of an image's best boxes, by class."""
        rows, classes, finals = [], [], []
        for class_ in range(1, scores.shape[1]):
            own = scores[:, class_]
            candidates = np.flatnonzero(own >= score_threshold)
            if not candidates.size:
                continue
            kept, lowered = select(boxes[:, class_], own, candidates)
            rows.append(kept)
            classes.append(np.full(len(kept), class_, np.intp))
            finals.append(lowered)
        if not rows:
            none = np.zeros(0, np.intp)
            return none, none, np.zeros(0)
        row, class_of = np.concatenate(rows), np.concatenate(classes)
        final: F64Array = np.concatenate(finals)
        if 0 <= most < len(row):
            chosen = np.sort(best_first(final)[:most])
            row, class_of, final = row[chosen], class_of[chosen], final[chosen]
        return row, class_of, final

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array, ...]:
        codes, stored_boxes, batch_index = inputs[:3]
        assert codes is not None
        assert stored_boxes is not None
        assert batch_index is not None
        scores = real(codes, scores_view)
        boxes = real_boxes(stored_boxes, boxes_view).reshape(*scores.shape, 4)
        rows, classes, finals = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)], [np.zeros(0)]
        for image in image_runs(batch_index):
            row, class_of, final = best_of_image(scores[image], boxes[image])
            rows.append(row + image.start)
            classes.append(class_of)
            finals.append(final)
        row, class_of = np.concatenate(rows), np.concatenate(classes)
        return (
            store(np.concatenate(finals), target),
            stored_boxes.reshape(*scores.shape, 4)[row, class_of],
            class_of.astype(np.int32),
            batch_index[row],
        )

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.BOX_WITH_NMS_LIMIT,
        since=Version.V1_2,
        primary="scores",
        types=TYPES,
        forms=(
            Form(
                "default",
                (
                    tensor("scores", ranks=ranks(2), doc="[boxes, classes]; class 0: background"),
                    tensor("rois", BOX_TYPES, ranks=ranks(2), doc="[boxes, classes * 4]"),
                    tensor("batch_index", only(OperandType.TENSOR_INT32), ranks=ranks(1)),
                    scalar("score_threshold", FLOAT_SCALAR, doc="lower scores are no candidates"),
                    scalar(
                        "max_boxes", OperandType.INT32, doc="most boxes an image; negative: any"
                    ),
                    scalar("nms_kernel", OperandType.INT32, doc="0 hard, 1 linear, 2 gaussian"),
                    scalar("iou_threshold", FLOAT_SCALAR, doc="overlap from which a box counts"),
                    scalar("sigma", FLOAT_SCALAR, doc="width of the gaussian kernel"),
                    scalar("nms_score_threshold", FLOAT_SCALAR, doc="lowered scores below it drop"),
                ),
                (9,),
            ),
        ),
        outputs=(
            tensor("out_scores", ranks=ranks(1)),
            tensor("out_rois", BOX_TYPES, ranks=ranks(2)),
            tensor("out_classes", only(OperandType.TENSOR_INT32), ranks=ranks(1)),
            tensor("out_batch", only(OperandType.TENSOR_INT32), ranks=ranks(1)),
        ),
        shapes=told_by_results,
        partial_shapes=_partial_shapes,
        compile=_compile,
        conditions=(
            Condition("class_count", _classes, "scores: [num_rois, num_classes], more than one"),
            sizes_are("rois", (("scores", 0), None), "rois: [num_rois, num_classes * 4]"),
            Condition("rois_columns", _box_columns, "rois: [num_rois, num_classes * 4]"),
            sizes_are("batch_index", (("scores", 0),), "batch_index: [num_rois]"),
            Condition("nms_kernel_code", _kernel_code, "options are 0:hard, 1:linear, 2:gaussian"),
            grid_quantization("rois"),
            same_quantization("scores"),
            output_grid_quantization(1),
            valid_boxes("rois"),
        ),
        zero_size=ZeroSize(Version.V1_2, "number of boxes"),
        doc="for each image and class: select the best box, lower the scores of those it overlaps",
    ),
)
