"""GENERATE_PROPOSALS: the best boxes that anchors all over a feature map and their deltas give.

Every anchor stands at every position of the map, moved by the position times the stride. Boxes are
transformed by their deltas and cut off at the image's edges, then the best are taken, small ones
dropped, and those that overlap a better one. Of equal scores the earlier box (by row, column,
anchor) counts as the better one. Overlaps are those of the real coordinates; quantized boxes are
rounded once, at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.boxes import (
    BOX_TYPES,
    TYPES,
    best_first,
    clipped,
    columns_of,
    grid_quantization,
    hard_nms,
    output_grid_quantization,
    real_boxes,
    sizes_are,
    transformed,
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
    TypeRule,
    by_primary,
    only,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.numerics import F64Array, real, store
from conformance.operations.window import image_size, is_nchw, nhwc

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
    for what, factor in (("batch", 1), ("height", 1), ("width", 1), ("channels", 4)):
        have, wanted = image_size(call, what, "deltas"), image_size(call, what, "scores") * factor
        if have != wanted:
            return f"deltas have {what} {have}, must be {wanted}"
    return None


def _anchors_shape(call: Call) -> str | None:
    shape, wanted = call.shape("anchors"), (_anchor_count(call), 4)
    return None if shape == wanted else f"anchors have shape {shape}, must be {wanted}"


def _anchors_everywhere(call: Call, anchors: F64Array) -> F64Array:
    """[height * width * anchors, 4]: each anchor at each position."""
    rows = np.arange(image_size(call, "height", "scores")) * call.scalar("height_stride")
    columns = np.arange(image_size(call, "width", "scores")) * call.scalar("width_stride")
    y, x = np.meshgrid(rows, columns, indexing="ij")
    shift = np.stack([x, y, x, y], axis=-1)[:, :, None]
    everywhere: F64Array = (shift + anchors).reshape(-1, 4)
    return everywhere


def _compile(call: Call) -> Kernel:
    nchw = is_nchw(call)
    call.shape("scores")
    before, after = call.scalar("pre_nms_max"), call.scalar("post_nms_max")
    iou_threshold, least = call.scalar("iou_threshold"), call.scalar("min_size")
    views = [call.view(name) for name in ("scores", "deltas", "anchors", "image_info")]
    call.scalar("height_stride"), call.scalar("width_stride")

    def chosen(scores: F64Array, boxes: F64Array) -> Array:
        """Indexes of an image's proposals, best first."""
        order = best_first(scores)
        if before > 0:
            order = order[:before]
        sizes = boxes[order, 2:] - boxes[order, :2]
        order = order[(sizes >= least).all(axis=1)]
        return hard_nms(columns_of(boxes), order, iou_threshold, after if after > 0 else len(order))

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array, ...]:
        given = inputs[:4]
        assert all(array is not None for array in given)
        stored = nhwc(given[0], nchw)  # type: ignore[arg-type]
        stored_scores = stored.reshape(len(stored), -1)
        scores = real(stored_scores, views[0])
        deltas = real(nhwc(given[1], nchw), views[1]).reshape(*scores.shape, 4)  # type: ignore[arg-type]
        anchors = _anchors_everywhere(call, real_boxes(given[2], views[2]))  # type: ignore[arg-type]
        edges = real(given[3], views[3])[:, None]  # type: ignore[arg-type]
        boxes = clipped(transformed(anchors, deltas), edges[..., 0], edges[..., 1])
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
                    scalar("height_stride", FLOAT_SCALAR, doc="height of the image by the map's"),
                    scalar("width_stride", FLOAT_SCALAR, doc="width of the image by the map's"),
                    scalar("pre_nms_max", _T.INT32, doc="most boxes before suppression; 0: any"),
                    scalar("post_nms_max", _T.INT32, doc="most boxes of an image; 0: any"),
                    scalar("iou_threshold", FLOAT_SCALAR, doc="overlap that drops the worse box"),
                    scalar("min_size", FLOAT_SCALAR, doc="least width and height"),
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
        shapes=told_by_results,
        partial_shapes=_partial_shapes,
        compile=_compile,
        conditions=(
            Condition("deltas_shape", _deltas_shape, "deltas: four for each score"),
            Condition("anchors_shape", _anchors_shape, "anchors: [num_anchors, 4]"),
            sizes_are("image_info", (("scores", 0), 2), "image_info: [batches, 2]"),
            grid_quantization("anchors"),
            grid_quantization("image_info"),
            same_quantization("scores"),
            output_grid_quantization(1),
            valid_boxes("anchors"),
        ),
        doc="boxes of all anchors at all positions, transformed; best ones without overlaps",
    ),
)
