"""BOX_WITH_NMS_LIMIT: the best boxes of each class after non-maximum suppression (NMS).

Class 0 is the background and yields no boxes. Of boxes with equal scores the earlier one is
selected first. Within an image the output is ordered by class, then by descending score. Scores are
computed in double precision and rounded once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.families.boxes import (
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
from conformance.operations.kernels.numerics import F64Array, real, store
from conformance.operations.model.call import Call, PartialShape, data_dependent_shapes
from conformance.operations.model.conditions import same_quantization
from conformance.operations.model.definition import (
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
from conformance.operations.model.named_sizes import size
from conformance.operations.model.properties import SELECTED_ROWS, Cost, Properties, Sampling


class NmsKernel(IntEnum):
    """How a selected box reduces the scores of the boxes that it overlaps."""

    HARD = 0
    LINEAR = 1
    GAUSSIAN = 2


def _kernel_code(call: Call) -> str | None:
    code = call.scalar("nms_kernel")
    if code in NmsKernel.__members__.values():
        return None
    return f"nms_kernel is {code}, but must be 0 (hard), 1 (linear) or 2 (gaussian)"


def _classes(call: Call) -> str | None:
    classes = size(call, "scores", 1)
    if classes > 1:
        return None
    return f"scores has {classes} classes, but needs the background and at least one other"


def _box_columns(call: Call) -> str | None:
    columns, classes = size(call, "rois", 1), size(call, "scores", 1)
    if columns == 4 * classes:
        return None
    return f"rois has {columns} columns, but must have 4 for each of {classes} classes"


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
"""Takes the boxes of a class, their scores and the candidates' indexes; returns the indexes of the
selected boxes and their final scores."""


def _selection(call: Call) -> Select:
    decay, threshold = _decay(call), call.scalar("nms_score_threshold")
    max_boxes, iou_threshold = call.scalar("max_boxes"), call.scalar("iou_threshold")
    hard = call.scalar("nms_kernel") == NmsKernel.HARD
    scores_can_grow = (
        call.scalar("nms_kernel") == NmsKernel.GAUSSIAN and not call.scalar("sigma") > 0
    )

    def select(boxes: F64Array, scores: F64Array, candidates: Indexes) -> tuple[Indexes, F64Array]:
        # If scores can only decrease, boxes are selected in descending order of their final scores.
        # Then no class needs to select more boxes than the whole image may have.
        only_decreasing = not scores_can_grow and scores[candidates].min() >= 0
        limit = max_boxes if only_decreasing and max_boxes >= 0 else len(candidates)
        if not hard or threshold <= 0:
            return soft_nms(boxes, scores, candidates, decay, threshold, limit)
        order = candidates[best_first(scores[candidates])]
        above_threshold = scores[order] >= threshold
        above_threshold[0] = True  # the best box is selected before the threshold applies
        kept = hard_nms(columns_of(boxes), order[above_threshold], iou_threshold, limit)
        return kept, scores[kept]

    return select


def _compile(call: Call) -> Kernel:
    select = _selection(call)
    score_threshold, max_boxes = call.scalar("score_threshold"), call.scalar("max_boxes")
    scores_view, boxes_view, target = call.view("scores"), call.view("rois"), call.output()

    def best_of_image(scores: F64Array, boxes: F64Array) -> tuple[Array, Array, F64Array]:
        """Return rows, classes and final scores of an image's selected boxes, ordered by class."""
        rows, classes, finals = [], [], []
        for class_ in range(1, scores.shape[1]):
            class_scores = scores[:, class_]
            candidates = np.flatnonzero(class_scores >= score_threshold)
            if not candidates.size:
                continue
            kept, final_scores = select(boxes[:, class_], class_scores, candidates)
            rows.append(kept)
            classes.append(np.full(len(kept), class_, np.intp))
            finals.append(final_scores)
        if not rows:
            none = np.zeros(0, np.intp)
            return none, none, np.zeros(0)
        row, class_of = np.concatenate(rows), np.concatenate(classes)
        final: F64Array = np.concatenate(finals)
        if 0 <= max_boxes < len(row):
            chosen = np.sort(best_first(final)[:max_boxes])
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
        properties=Properties(
            SELECTED_ROWS, Sampling("detection.nms", zero_size_input=False), Cost.HIGHEST
        ),
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
                    scalar(
                        "score_threshold", FLOAT_SCALAR, doc="boxes with lower scores are ignored"
                    ),
                    scalar(
                        "max_boxes", OperandType.INT32, doc="maximum per image; negative: no limit"
                    ),
                    scalar("nms_kernel", OperandType.INT32, doc="0 hard, 1 linear, 2 gaussian"),
                    scalar(
                        "iou_threshold", FLOAT_SCALAR, doc="overlap from which scores are reduced"
                    ),
                    scalar("sigma", FLOAT_SCALAR, doc="width of the gaussian kernel"),
                    scalar(
                        "nms_score_threshold",
                        FLOAT_SCALAR,
                        doc="boxes with lower reduced scores are dropped",
                    ),
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
        shapes=data_dependent_shapes,
        partial_shapes=_partial_shapes,
        compile=_compile,
        conditions=(
            Condition(
                "class_count",
                _classes,
                "scores has shape [num_rois, num_classes] with at least two classes; class 0 is "
                "the background",
            ),
            sizes_are(
                "rois",
                (("scores", 0), None),
                "rois has one row for each row of scores: shape [num_rois, num_classes * 4]",
            ),
            Condition(
                "rois_columns",
                _box_columns,
                "rois has four columns for each class: shape [num_rois, num_classes * 4]",
            ),
            sizes_are("batch_index", (("scores", 0),), "batch_index has shape [num_rois]"),
            Condition(
                "nms_kernel_code",
                _kernel_code,
                "nms_kernel is 0 (hard), 1 (linear) or 2 (gaussian)",
            ),
            grid_quantization("rois"),
            same_quantization("scores"),
            output_grid_quantization(1),
            valid_boxes("rois"),
        ),
        zero_size=ZeroSize(Version.V1_2, "number of boxes"),
        doc="per image and class: select the best box, then reduce the scores of boxes it overlaps",
    ),
)
