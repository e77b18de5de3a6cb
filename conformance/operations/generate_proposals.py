"""GENERATE_PROPOSALS: the best boxes from anchors at every position of a feature map and deltas.

Every anchor is placed at every position of the map, shifted by the position times the stride. Boxes
are transformed by their deltas and clipped to the image. Then the best ``pre_nms_max`` are
selected, boxes below the minimum size are dropped, and boxes that overlap a better one are
suppressed. Of boxes with equal scores the earlier one (by row, column, anchor) counts as better.
Overlaps are computed from the unrounded coordinates; boxes are rounded once, at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import boxes as box_family
from conformance.operations.families import window

_T: Final = op.OperandType
_ANCHOR_TYPES: Final = op.same_or(_T.TENSOR_QUANT16_SYMM)


def _partial_shapes(call: op.Call) -> Sequence[op.PartialShape]:
    call.shape("scores")
    return (None,), (None, 4), (None,)


@op.condition("deltas has the shape of scores with four times as many channels")
def _deltas_shape(call: op.Call) -> str | None:
    for dimension, factor in (("batch", 1), ("height", 1), ("width", 1), ("channels", 4)):
        actual = window.image_size(call, dimension, "deltas")
        expected = window.image_size(call, dimension, "scores") * factor
        if actual != expected:
            return f"deltas has {dimension} {actual}, but must have {expected}"
    return None


@op.condition("anchors has shape [num_anchors, 4], where scores has num_anchors channels")
def _anchors_shape(call: op.Call) -> str | None:
    shape, expected = call.shape("anchors"), (window.image_size(call, "channels", "scores"), 4)
    return None if shape == expected else f"anchors has shape {shape}, but must have {expected}"


def _anchors_everywhere(call: op.Call, anchors: op.F64Array) -> op.F64Array:
    """Return each anchor at each position: [height * width * anchors, 4]."""
    rows = np.arange(window.image_size(call, "height", "scores")) * call.scalar("height_stride")
    columns = np.arange(window.image_size(call, "width", "scores")) * call.scalar("width_stride")
    y, x = np.meshgrid(rows, columns, indexing="ij")
    shift = np.stack([x, y, x, y], axis=-1)[:, :, None]
    everywhere: op.F64Array = (shift + anchors).reshape(-1, 4)
    return everywhere


def _compile(call: op.Call) -> op.Kernel:
    nchw = window.is_nchw(call)
    call.shape("scores")
    pre_nms_max, post_nms_max = call.scalar("pre_nms_max"), call.scalar("post_nms_max")
    iou_threshold, min_size = call.scalar("iou_threshold"), call.scalar("min_size")
    views = [call.view(name) for name in ("scores", "deltas", "anchors", "image_info")]
    call.scalar("height_stride"), call.scalar("width_stride")

    def chosen(scores: op.F64Array, boxes: op.F64Array) -> op.Array:
        """Return the indexes of an image's proposals, best first."""
        order = box_family.best_first(scores)
        if pre_nms_max > 0:
            order = order[:pre_nms_max]
        sizes = boxes[order, 2:] - boxes[order, :2]
        order = order[(sizes >= min_size).all(axis=1)]
        return box_family.hard_nms(
            box_family.columns_of(boxes),
            order,
            iou_threshold,
            post_nms_max if post_nms_max > 0 else len(order),
        )

    def kernel(*arrays: op.Array) -> tuple[op.Array, ...]:
        stored = window.nhwc(arrays[0], nchw)
        stored_scores = stored.reshape(len(stored), -1)
        scores = op.real(stored_scores, views[0])
        deltas = op.real(window.nhwc(arrays[1], nchw), views[1]).reshape(*scores.shape, 4)
        anchors = _anchors_everywhere(call, box_family.real_boxes(arrays[2], views[2]))
        edges = op.real(arrays[3], views[3])[:, None]
        boxes = box_family.clip_boxes(box_family.apply_deltas(anchors, deltas), edges)
        best = [chosen(*image) for image in zip(scores, boxes, strict=True)]
        batch = np.repeat(np.arange(len(best)), [len(indexes) for indexes in best])
        index = np.concatenate(best)
        return (
            stored_scores[batch, index],
            op.store(boxes[batch, index], call.output(1)),
            batch.astype(np.int32),
        )

    return op.with_outputs(kernel)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.GENERATE_PROPOSALS,
    properties=op.properties(op.SELECTED_ROWS, "detection.proposals", op.Cost.HIGHEST),
    primary="scores",
    types=op.TYPES_1_2,
    forms=op.one_form(
        op.image("scores", "[images, height, width, anchors]"),
        op.image("deltas", "[images, height, width, anchors * 4]"),
        op.tensor("anchors", _ANCHOR_TYPES, ranks=op.ranks(2), doc="[anchors, 4]"),
        op.tensor("image_info", box_family.BOX_TYPES, ranks=op.ranks(2), doc="[images, 2]"),
        op.float_scalar("height_stride", "image height / map height"),
        op.float_scalar("width_stride", "image width / map width"),
        op.scalar("pre_nms_max", _T.INT32, doc="maximum before NMS; 0: no limit"),
        op.scalar("post_nms_max", _T.INT32, doc="maximum per image; 0: no limit"),
        op.float_scalar("iou_threshold", "overlap that drops the worse box"),
        op.float_scalar("min_size", "minimum width and height"),
        op.scalar("layout", _T.BOOL, doc="true: scores and deltas are NCHW"),
    ),
    outputs=(
        op.vector("out_scores"),
        op.tensor("out_rois", box_family.BOX_TYPES, ranks=op.ranks(2)),
        op.tensor("out_batch", op.only(_T.TENSOR_INT32), ranks=op.ranks(1)),
    ),
    shapes=op.data_dependent_shapes,
    partial_shapes=_partial_shapes,
    compile=_compile,
    conditions=(
        _deltas_shape,
        _anchors_shape,
        box_family.sizes_are(
            "image_info",
            (("scores", 0), 2),
            "image_info has shape [batches, 2], with one row for each image of scores",
        ),
        box_family.grid_quantization("anchors"),
        box_family.grid_quantization("image_info"),
        op.same_quantization("scores"),
        box_family.output_grid_quantization(1),
        box_family.valid_boxes("anchors"),
    ),
    doc="the best boxes, after NMS, of all anchors at all positions transformed by deltas",
)
