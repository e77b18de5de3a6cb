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

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.families.boxes import (
    BOX_TYPES,
    TYPES,
    apply_deltas,
    best_first,
    clip_boxes,
    columns_of,
    grid_quantization,
    hard_nms,
    output_grid_quantization,
    real_boxes,
    sizes_are,
    valid_boxes,
)
from conformance.operations.families.window import image_size, is_nchw, nhwc
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
    TypeRule,
    by_primary,
    only,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.model.properties import SELECTED_ROWS, Cost, Properties, Sampling

_T: Final = OperandType
_ANCHOR_TYPES: Final[TypeRule] = by_primary(
    {
        _T.TENSOR_FLOAT32: _T.TENSOR_FLOAT32,
        _T.TENSOR_FLOAT16: _T.TENSOR_FLOAT16,
        _T.TENSOR_QUANT8_ASYMM: _T.TENSOR_QUANT16_SYMM,
        _T.TENSOR_QUANT8_ASYMM_SIGNED: _T.TENSOR_QUANT16_SYMM,
    }
)


def _partial_shapes(call: Call) -> Sequence[PartialShape]:
    call.shape("scores")
    return (None,), (None, 4), (None,)


def _anchor_count(call: Call) -> int:
    return image_size(call, "channels", "scores")


def _deltas_shape(call: Call) -> str | None:
    for dimension, factor in (("batch", 1), ("height", 1), ("width", 1), ("channels", 4)):
        actual, expected = (
            image_size(call, dimension, "deltas"),
            image_size(call, dimension, "scores") * factor,
        )
        if actual != expected:
            return f"deltas has {dimension} {actual}, but must have {expected}"
    return None


def _anchors_shape(call: Call) -> str | None:
    shape, expected = call.shape("anchors"), (_anchor_count(call), 4)
    return None if shape == expected else f"anchors has shape {shape}, but must have {expected}"


def _anchors_everywhere(call: Call, anchors: F64Array) -> F64Array:
    """Return each anchor at each position: [height * width * anchors, 4]."""
    rows = np.arange(image_size(call, "height", "scores")) * call.scalar("height_stride")
    columns = np.arange(image_size(call, "width", "scores")) * call.scalar("width_stride")
    y, x = np.meshgrid(rows, columns, indexing="ij")
    shift = np.stack([x, y, x, y], axis=-1)[:, :, None]
    everywhere: F64Array = (shift + anchors).reshape(-1, 4)
    return everywhere


def _compile(call: Call) -> Kernel:
    nchw = is_nchw(call)
    call.shape("scores")
    pre_nms_max, post_nms_max = call.scalar("pre_nms_max"), call.scalar("post_nms_max")
    iou_threshold, min_size = call.scalar("iou_threshold"), call.scalar("min_size")
    views = [call.view(name) for name in ("scores", "deltas", "anchors", "image_info")]
    call.scalar("height_stride"), call.scalar("width_stride")

    def chosen(scores: F64Array, boxes: F64Array) -> Array:
        """Return the indexes of an image's proposals, best first."""
        order = best_first(scores)
        if pre_nms_max > 0:
            order = order[:pre_nms_max]
        sizes = boxes[order, 2:] - boxes[order, :2]
        order = order[(sizes >= min_size).all(axis=1)]
        return hard_nms(
            columns_of(boxes),
            order,
            iou_threshold,
            post_nms_max if post_nms_max > 0 else len(order),
        )

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array, ...]:
        arrays = inputs[:4]
        assert all(array is not None for array in arrays)
        stored = nhwc(arrays[0], nchw)  # type: ignore[arg-type]
        stored_scores = stored.reshape(len(stored), -1)
        scores = real(stored_scores, views[0])
        deltas = real(nhwc(arrays[1], nchw), views[1]).reshape(*scores.shape, 4)  # type: ignore[arg-type]
        anchors = _anchors_everywhere(call, real_boxes(arrays[2], views[2]))  # type: ignore[arg-type]
        edges = real(arrays[3], views[3])[:, None]  # type: ignore[arg-type]
        boxes = clip_boxes(apply_deltas(anchors, deltas), edges[..., 0], edges[..., 1])
        best = [chosen(*image) for image in zip(scores, boxes, strict=True)]
        batch = np.repeat(np.arange(len(best)), [len(indexes) for indexes in best])
        index = np.concatenate(best)
        return (
            stored_scores[batch, index],
            store(boxes[batch, index], call.output(1)),
            batch.astype(np.int32),
        )

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.GENERATE_PROPOSALS,
        properties=Properties(SELECTED_ROWS, Sampling("detection.proposals"), Cost.HIGHEST),
        since=Version.V1_2,
        primary="scores",
        types=TYPES,
        forms=(
            Form(
                "default",
                (
                    tensor("scores", ranks=ranks(4), doc="[images, height, width, anchors]"),
                    tensor("deltas", ranks=ranks(4), doc="[images, height, width, anchors * 4]"),
                    tensor("anchors", _ANCHOR_TYPES, ranks=ranks(2), doc="[anchors, 4]"),
                    tensor("image_info", BOX_TYPES, ranks=ranks(2), doc="[images, 2]"),
                    scalar("height_stride", FLOAT_SCALAR, doc="image height / map height"),
                    scalar("width_stride", FLOAT_SCALAR, doc="image width / map width"),
                    scalar("pre_nms_max", _T.INT32, doc="maximum before NMS; 0: no limit"),
                    scalar("post_nms_max", _T.INT32, doc="maximum per image; 0: no limit"),
                    scalar("iou_threshold", FLOAT_SCALAR, doc="overlap that drops the worse box"),
                    scalar("min_size", FLOAT_SCALAR, doc="minimum width and height"),
                    scalar("layout", _T.BOOL, doc="true: scores and deltas are NCHW"),
                ),
                (11,),
            ),
        ),
        outputs=(
            tensor("out_scores", ranks=ranks(1)),
            tensor("out_rois", BOX_TYPES, ranks=ranks(2)),
            tensor("out_batch", only(_T.TENSOR_INT32), ranks=ranks(1)),
        ),
        shapes=data_dependent_shapes,
        partial_shapes=_partial_shapes,
        compile=_compile,
        conditions=(
            Condition(
                "deltas_shape",
                _deltas_shape,
                "deltas has the shape of scores with four times as many channels",
            ),
            Condition(
                "anchors_shape",
                _anchors_shape,
                "anchors has shape [num_anchors, 4], where scores has num_anchors channels",
            ),
            sizes_are(
                "image_info",
                (("scores", 0), 2),
                "image_info has shape [batches, 2], with one row for each image of scores",
            ),
            grid_quantization("anchors"),
            grid_quantization("image_info"),
            same_quantization("scores"),
            output_grid_quantization(1),
            valid_boxes("anchors"),
        ),
        doc="the best boxes, after NMS, of all anchors at all positions transformed by deltas",
    ),
)
