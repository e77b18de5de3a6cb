"""Operations that extract regions of interest from feature maps: operands, regions, conditions.

Regions are given in pixels of the original image. Dividing by the stride, which is the ratio of
image size to feature map size, gives positions on the map. Where a position is rounded to an
integer, it is first rounded to the precision of the operand's type. Otherwise the rounding error of
the stride (0.7 has no exact float) could change the integer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from conformance.hal import OperandType
from conformance.operations.definition.conditions import at_least, positive, size
from conformance.operations.definition.definition import Call, Condition
from conformance.operations.definition.operands import (
    FLOAT_SCALAR,
    Array,
    OperandSpec,
    Shape,
    only,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.families.boxes import (
    BOX_TYPES,
    batch_in_range,
    grid_quantization,
    real_boxes,
    sizes_are,
    valid_boxes,
)
from conformance.operations.families.linear_layer import not_empty
from conformance.operations.families.window import image_shape, image_size
from conformance.operations.kernels.numerics import F64Array

REGION_OPERANDS: Final[tuple[OperandSpec, ...]] = (
    tensor("input", ranks=ranks(4), doc="[batch, height, width, channels] or NCHW"),
    tensor("rois", BOX_TYPES, ranks=ranks(2), doc="[regions, 4]: x1, y1, x2, y2 in the image"),
    tensor("batch_index", only(OperandType.TENSOR_INT32), ranks=ranks(1), doc="[regions]"),
    scalar("out_height", OperandType.INT32),
    scalar("out_width", OperandType.INT32),
    scalar("height_stride", FLOAT_SCALAR, doc="image height / map height"),
    scalar("width_stride", FLOAT_SCALAR, doc="image width / map width"),
)
"""The leading operands, which all region operations share."""


class Region(NamedTuple):
    """A region of interest on the feature map: the index of the map, and its corners."""

    batch: int
    top: float
    left: float
    bottom: float
    right: float


def position_error(call: Call) -> float:
    """Return the relative error that a driver's positions may have.

    The contract does not state the arithmetic: a driver may divide by the stride or multiply with
    its rounded reciprocal, in float32 or in the type of the map.
    """
    half = call.view("input").type == OperandType.TENSOR_FLOAT16
    return 2.0**-11 if half else 2.0**-22


def has_exact_strides(call: Call) -> bool:
    """Return whether both strides are powers of two, so that positions need no rounding."""
    strides = np.array([call.scalar("width_stride"), call.scalar("height_stride")], np.float64)
    return bool((np.frexp(strides)[0] == 0.5).all())


def _as_given(values: F64Array, call: Call) -> F64Array:
    """Return the values rounded to the precision of positions in this call."""
    half = call.view("input").type == OperandType.TENSOR_FLOAT16
    return values.astype(np.float16 if half else np.float32).astype(np.float64)


def _positions(call: Call, rois: Array) -> F64Array:
    """Return [regions, (x1, y1, x2, y2)] on the feature map."""
    strides = call.scalar("width_stride"), call.scalar("height_stride")
    out: F64Array = real_boxes(rois, call.view("rois")) / np.array([*strides, *strides])
    return out


def regions(
    call: Call,
    rois: Array,
    batch_index: Array,
    *,
    rounded: bool = False,
    errors: Sequence[float] = (0.0, 0.0, 0.0, 0.0),
) -> list[Region]:
    """Return the regions of a call on the feature map.

    With ``rounded``, their corners are rounded to integers, ties upwards. ``errors`` are relative
    errors of x1, y1, x2 and y2 before this rounding, except for ties that are exact.
    """
    positions = _positions(call, rois)
    if rounded:
        halves = positions + 0.5
        tied = has_exact_strides(call) & (halves == np.floor(halves))
        moved = np.where(tied, positions, positions * (1 + np.array(errors)))
        positions = np.floor(_as_given(moved, call) + 0.5)
    return [
        Region(batch, y1, x1, y2, x2)
        for batch, (x1, y1, x2, y2) in zip(batch_index.tolist(), positions.tolist(), strict=True)
    ]


def whole_above(value: float, call: Call) -> int:
    """Return the smallest integer that is not below a length on the map."""
    return int(np.ceil(_as_given(np.array([value]), call))[0])


def region_shapes(call: Call) -> tuple[Shape, ...]:
    """Return the output shape: one patch for each region."""
    height, width = call.scalar("out_height"), call.scalar("out_width")
    return (image_shape(call, size(call, "rois", 0), height, width, image_size(call, "channels")),)


def _inside(call: Call) -> str | None:
    rois = call.value("rois")
    if min(call.scalar("height_stride"), call.scalar("width_stride")) <= 0:
        return None  # conditions height_stride_range and width_stride_range report this
    positions = _as_given(_positions(call, rois), call)
    height, width = image_size(call, "height"), image_size(call, "width")
    outside = ~((positions >= 0) & (positions <= [width, height, width, height])).all(axis=1)
    if not outside.any():
        return None
    return (
        f"rois contains {rois[np.argmax(outside)].tolist()}, which exceeds the feature map of "
        f"{width} x {height} (after division by the strides)"
    )


def _positive_stride(name: str) -> Condition:
    source = f"{name}, the ratio of image size to feature map size, is greater than 0"
    return positive(name, f"{name}_range", source)


def region_conditions() -> Iterator[Condition]:
    """Yield the conditions on maps, regions, output size and strides."""
    yield not_empty("input")
    yield sizes_are("rois", (None, 4), "rois has shape [num_rois, 4]")
    yield sizes_are("batch_index", (("rois", 0),), "batch_index has shape [num_rois]")
    yield at_least("out_height", 1)
    yield at_least("out_width", 1)
    yield _positive_stride("height_stride")
    yield _positive_stride("width_stride")
    yield grid_quantization("rois")
    yield valid_boxes("rois")
    yield batch_in_range("batch_index", ("input", 0))
    yield Condition("rois_inside", _inside, "each region in rois is inside the image")
