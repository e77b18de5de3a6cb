"""AXIS_ALIGNED_BBOX_TRANSFORM: move and resize boxes by deltas, and clip them to the image.

Deltas are relative to the old size: centre + (dx, dy) * size, size * exp(dw, dh). Quantized
operands are dequantized, computed in double precision and rounded once.
"""

from __future__ import annotations

from typing import Final

from conformance.operations import toolkit as op
from conformance.operations.families import boxes as box_family

_T: Final = op.OperandType
_DELTA_TYPES: Final[op.TypeRule] = op.by_primary(
    {
        _T.TENSOR_FLOAT32: _T.TENSOR_FLOAT32,
        _T.TENSOR_FLOAT16: _T.TENSOR_FLOAT16,
        _T.TENSOR_QUANT16_ASYMM: (
            _T.TENSOR_QUANT8_ASYMM,
            (_T.TENSOR_QUANT8_ASYMM_SIGNED, op.Version.V1_3),
        ),
    }
)


@op.condition("deltas has four columns for each class: shape [num_rois, num_classes * 4]")
def _deltas_columns(call: op.Call) -> str | None:
    columns = op.size(call, "deltas", 1)
    if columns and columns % 4 == 0:
        return None
    return f"deltas has {columns} columns, but must have 4 for each class"


@op.condition("image_info has at least one row; only the number of boxes may be 0")
def _image_count(call: op.Call) -> str | None:
    return None if op.size(call, "image_info", 0) else "image_info has no row, needs one per image"


def _shapes(call: op.Call) -> tuple[op.Shape]:
    return (call.shape("deltas"),)


def _compile(call: op.Call) -> op.Kernel:
    (shape,) = _shapes(call)
    rois_view, deltas_view = call.view("rois"), call.view("deltas")
    info_view, output = call.view("image_info"), call.output()

    def transformed(
        rois: op.Array, deltas: op.Array, batch_index: op.Array, image_info: op.Array
    ) -> op.Array:
        edges = op.real(image_info, info_view)[batch_index][:, None]
        moved = box_family.apply_deltas(
            box_family.real_boxes(rois, rois_view)[:, None],
            op.real(deltas, deltas_view).reshape(shape[0], shape[1] // 4, 4),
        )
        return op.store(box_family.clip_boxes(moved, edges), output).reshape(shape)

    return op.from_inputs(transformed)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.AXIS_ALIGNED_BBOX_TRANSFORM,
    properties=op.properties(
        op.SPECIAL, "detection.bbox_transform", op.Cost.HIGHEST, zero_size_input=False
    ),
    primary="rois",
    types=op.types_since(op.Version.V1_2, *op.FLOATS, _T.TENSOR_QUANT16_ASYMM),
    forms=op.one_form(
        op.matrix("rois", doc="[boxes, 4]: x1, y1, x2, y2"),
        op.tensor("deltas", _DELTA_TYPES, ranks=op.ranks(2), doc="[boxes, classes * 4]"),
        op.tensor("batch_index", op.only(_T.TENSOR_INT32), ranks=op.ranks(1)),
        op.matrix("image_info", doc="[images, 2]: height, width"),
    ),
    outputs=(op.matrix("output"),),
    shapes=_shapes,
    compile=_compile,
    conditions=(
        box_family.sizes_are("rois", (None, 4), "rois has shape [num_rois, 4]"),
        box_family.sizes_are(
            "deltas",
            (("rois", 0), None),
            "deltas has one row for each box: shape [num_rois, num_classes * 4]",
        ),
        _deltas_columns,
        box_family.sizes_are("batch_index", (("rois", 0),), "batch_index has shape [num_rois]"),
        box_family.sizes_are("image_info", (None, 2), "image_info has shape [batches, 2]"),
        _image_count,
        box_family.grid_quantization("rois"),
        box_family.grid_quantization("image_info"),
        box_family.output_grid_quantization(0),
        box_family.valid_boxes("rois"),
        box_family.batch_in_range("batch_index", ("image_info", 0)),
    ),
    zero_size=op.ZeroSize(op.Version.V1_2, "number of boxes"),
    doc="output = corners of (centre + delta * size, size * exp(delta)), clipped to the image",
)
