"""AXIS_ALIGNED_BBOX_TRANSFORM: move and resize boxes by deltas, and clip them to the image.

Deltas are relative to the old size: centre + (dx, dy) * size, size * exp(dw, dh). Quantized
operands are dequantized, computed in double precision and rounded once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.families.boxes import (
    apply_deltas,
    batch_in_range,
    clip_boxes,
    grid_quantization,
    output_grid_quantization,
    real_boxes,
    sizes_are,
    valid_boxes,
)
from conformance.operations.kernels.numerics import real, store
from conformance.operations.model.call import Call
from conformance.operations.model.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    TypeRule,
    ZeroSize,
    by_primary,
    only,
    ranks,
    tensor,
)
from conformance.operations.model.named_sizes import size
from conformance.operations.model.properties import SPECIAL, Cost, Properties, Sampling

_T: Final = OperandType
_DELTA_TYPES: Final[TypeRule] = by_primary(
    {
        _T.TENSOR_FLOAT32: _T.TENSOR_FLOAT32,
        _T.TENSOR_FLOAT16: _T.TENSOR_FLOAT16,
        _T.TENSOR_QUANT16_ASYMM: (
            _T.TENSOR_QUANT8_ASYMM,
            (_T.TENSOR_QUANT8_ASYMM_SIGNED, Version.V1_3),
        ),
    }
)


def _columns(call: Call) -> str | None:
    columns = size(call, "deltas", 1)
    if columns and columns % 4 == 0:
        return None
    return f"deltas has {columns} columns, but must have 4 for each class"


def _images(call: Call) -> str | None:
    return None if size(call, "image_info", 0) else "image_info has no row, needs one per image"


def _shapes(call: Call) -> tuple[Shape]:
    return (call.shape("deltas"),)


def _compile(call: Call) -> Kernel:
    (shape,) = _shapes(call)
    rois_view, deltas_view = call.view("rois"), call.view("deltas")
    info_view, output = call.view("image_info"), call.output()

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        rois, deltas, batch_index, image_info = inputs
        assert rois is not None
        assert deltas is not None
        assert batch_index is not None
        assert image_info is not None
        edges = real(image_info, info_view)[batch_index][:, None]
        moved = apply_deltas(
            real_boxes(rois, rois_view)[:, None],
            real(deltas, deltas_view).reshape(shape[0], shape[1] // 4, 4),
        )
        return (store(clip_boxes(moved, edges[..., 0], edges[..., 1]), output).reshape(shape),)

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.AXIS_ALIGNED_BBOX_TRANSFORM,
        properties=Properties(
            SPECIAL, Sampling("detection.bbox_transform", zero_size_input=False), Cost.HIGHEST
        ),
        since=Version.V1_2,
        primary="rois",
        types={
            _T.TENSOR_FLOAT32: Version.V1_2,
            _T.TENSOR_FLOAT16: Version.V1_2,
            _T.TENSOR_QUANT16_ASYMM: Version.V1_2,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("rois", ranks=ranks(2), doc="[boxes, 4]: x1, y1, x2, y2"),
                    tensor("deltas", _DELTA_TYPES, ranks=ranks(2), doc="[boxes, classes * 4]"),
                    tensor("batch_index", only(_T.TENSOR_INT32), ranks=ranks(1)),
                    tensor("image_info", ranks=ranks(2), doc="[images, 2]: height, width"),
                ),
                (4,),
            ),
        ),
        outputs=(tensor("output", ranks=ranks(2)),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            sizes_are("rois", (None, 4), "rois has shape [num_rois, 4]"),
            sizes_are(
                "deltas",
                (("rois", 0), None),
                "deltas has one row for each box: shape [num_rois, num_classes * 4]",
            ),
            Condition(
                "deltas_columns",
                _columns,
                "deltas has four columns for each class: shape [num_rois, num_classes * 4]",
            ),
            sizes_are("batch_index", (("rois", 0),), "batch_index has shape [num_rois]"),
            sizes_are("image_info", (None, 2), "image_info has shape [batches, 2]"),
            Condition(
                "image_count",
                _images,
                "image_info has at least one row; only the number of boxes may be 0",
            ),
            grid_quantization("rois"),
            grid_quantization("image_info"),
            output_grid_quantization(0),
            valid_boxes("rois"),
            batch_in_range("batch_index", ("image_info", 0)),
        ),
        zero_size=ZeroSize(Version.V1_2, "number of boxes"),
        doc="output = corners of (centre + delta * size, size * exp(delta)), clipped to the image",
    ),
)
