"""BOX_WITH_NMS_LIMIT: the best boxes of each class after non-maximum suppression (NMS).

Class 0 is the background and yields no boxes. Of boxes with equal scores the earlier one is
selected first. Within an image the output is ordered by class, then by descending score. Scores are
computed in double precision and rounded once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import boxes as box_family


class NmsKernel(IntEnum):
    """The way in which a selected box reduces the scores of the boxes that it overlaps."""

    HARD = 0
    LINEAR = 1
    GAUSSIAN = 2


@op.condition("rois has four columns for each class: shape [num_rois, num_classes * 4]")
def _rois_columns(call: op.Call) -> str | None:
    columns, classes = op.size(call, "rois", 1), op.size(call, "scores", 1)
    if columns == 4 * classes:
        return None
    return f"rois has {columns} columns, but must have 4 for each of {classes} classes"


def _partial_shapes(call: op.Call) -> Sequence[op.PartialShape]:
    call.shape("scores")
    return (None,), (None, 4), (None,), (None,)


def _decay(call: op.Call) -> box_family.Decay:
    threshold, sigma = call.scalar("iou_threshold"), call.scalar("sigma")
    if call.scalar("nms_kernel") == NmsKernel.HARD:
        return lambda overlap: (overlap < threshold).astype(np.float64)
    if call.scalar("nms_kernel") == NmsKernel.LINEAR:
        return lambda overlap: np.where(overlap < threshold, 1.0, 1.0 - overlap)

    return op.without_fp_warnings(lambda overlap: np.exp(-(overlap**2) / sigma))


Select = Callable[
    [op.F64Array, op.F64Array, box_family.Indexes], tuple[box_family.Indexes, op.F64Array]
]
"""Takes the boxes of a class, their scores and the candidates' indexes; returns the indexes of the
selected boxes and their final scores."""


def _selection(call: op.Call) -> Select:
    decay, threshold = _decay(call), call.scalar("nms_score_threshold")
    max_boxes, iou_threshold = call.scalar("max_boxes"), call.scalar("iou_threshold")
    hard = call.scalar("nms_kernel") == NmsKernel.HARD
    scores_can_grow = (
        call.scalar("nms_kernel") == NmsKernel.GAUSSIAN and not call.scalar("sigma") > 0
    )

    def select(
        boxes: op.F64Array, scores: op.F64Array, candidates: box_family.Indexes
    ) -> tuple[box_family.Indexes, op.F64Array]:
        # If scores can only decrease, boxes are selected in descending order of their final scores.
        # Then no class needs to select more boxes than the whole image may have.
        only_decreasing = not scores_can_grow and scores[candidates].min() >= 0
        limit = max_boxes if only_decreasing and max_boxes >= 0 else len(candidates)
        if not hard or threshold <= 0:
            return box_family.soft_nms(boxes, scores, candidates, decay, threshold, limit)
        order = candidates[box_family.best_first(scores[candidates])]
        above_threshold = scores[order] >= threshold
        above_threshold[0] = True  # the best box is selected before the threshold applies
        kept = box_family.hard_nms(
            box_family.columns_of(boxes), order[above_threshold], iou_threshold, limit
        )
        return kept, scores[kept]

    return select


def _compile(call: op.Call) -> op.Kernel:
    select = _selection(call)
    score_threshold, max_boxes = call.scalar("score_threshold"), call.scalar("max_boxes")
    scores_view, boxes_view, target = call.view("scores"), call.view("rois"), call.output()

    def best_of_image(
        scores: op.F64Array, boxes: op.F64Array
    ) -> tuple[op.Array, op.Array, op.F64Array]:
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
        final: op.F64Array = np.concatenate(finals)
        if 0 <= max_boxes < len(row):
            chosen = np.sort(box_family.best_first(final)[:max_boxes])
            row, class_of, final = row[chosen], class_of[chosen], final[chosen]
        return row, class_of, final

    def kernel(
        codes: op.Array, stored_boxes: op.Array, batch_index: op.Array, *_scalars: op.Array
    ) -> tuple[op.Array, ...]:
        scores = op.real(codes, scores_view)
        boxes = box_family.real_boxes(stored_boxes, boxes_view).reshape(*scores.shape, 4)
        rows, classes, finals = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)], [np.zeros(0)]
        for image in box_family.image_runs(batch_index):
            row, class_of, final = best_of_image(scores[image], boxes[image])
            rows.append(row + image.start)
            classes.append(class_of)
            finals.append(final)
        row, class_of = np.concatenate(rows), np.concatenate(classes)
        return (
            op.store(np.concatenate(finals), target),
            stored_boxes.reshape(*scores.shape, 4)[row, class_of],
            class_of.astype(np.int32),
            batch_index[row],
        )

    return op.with_outputs(kernel)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.BOX_WITH_NMS_LIMIT,
    properties=op.properties(
        op.SELECTED_ROWS, "detection.nms", op.Cost.HIGHEST, zero_size_input=False
    ),
    primary="scores",
    types=op.TYPES_1_2,
    forms=op.one_form(
        op.matrix("scores", doc="[boxes, classes]; class 0: background"),
        op.tensor("rois", box_family.BOX_TYPES, ranks=op.ranks(2), doc="[boxes, classes * 4]"),
        op.int32_vector("batch_index"),
        op.float_scalar("score_threshold", "boxes with lower scores are ignored"),
        op.int32("max_boxes", "maximum per image; negative: no limit"),
        op.int32("nms_kernel", "0 hard, 1 linear, 2 gaussian"),
        op.float_scalar("iou_threshold", "overlap from which scores are reduced"),
        op.float_scalar("sigma", "width of the gaussian kernel"),
        op.float_scalar("nms_score_threshold", "boxes with lower reduced scores are dropped"),
    ),
    outputs=(
        op.vector("out_scores"),
        op.tensor("out_rois", box_family.BOX_TYPES, ranks=op.ranks(2)),
        op.int32_vector("out_classes"),
        op.int32_vector("out_batch"),
    ),
    shapes=op.data_dependent_shapes,
    partial_shapes=_partial_shapes,
    compile=_compile,
    conditions=(
        box_family.class_count(
            1,
            "scores has shape [num_rois, num_classes] with at least two classes; class 0 is the "
            "background",
        ),
        box_family.sizes_are(
            "rois",
            (("scores", 0), None),
            "rois has one row for each row of scores: shape [num_rois, num_classes * 4]",
        ),
        _rois_columns,
        box_family.sizes_are("batch_index", (("scores", 0),), "batch_index has shape [num_rois]"),
        op.code_of("nms_kernel", {code: code.name.lower() for code in NmsKernel}),
        box_family.grid_quantization("rois"),
        op.same_quantization("scores"),
        box_family.output_grid_quantization(1),
        box_family.valid_boxes("rois"),
    ),
    zero_size=op.ZeroSize(op.Version.V1_2, "number of boxes"),
    doc="per image and class: select the best box, then reduce the scores of boxes it overlaps",
)
