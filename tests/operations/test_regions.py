"""The conditions of ROI_ALIGN and ROI_POOLING."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.box_samples import (
    F32,
    boxes_of,
    changed,
    edited,
    flag,
    floats,
    indexes,
    ints,
    random_boxes,
    tensor_of,
)
from tests.operations.op_runner import broken, out, unknown

ALIGN, POOL = Op.ROI_ALIGN, Op.ROI_POOLING


def call(
    op: Op,
    maps: OperandView,
    rois: Any,
    images: Any,
    size: tuple[int, int],
    strides: tuple[float, float] = (1.0, 1.0),
    samples: tuple[int, int] = (2, 2),
    nchw: bool = False,
) -> list[OperandView]:
    """Run the operation; pairs are (height, width)."""
    if nchw:
        value = np.ascontiguousarray(maps.value.transpose(0, 3, 1, 2))  # type: ignore[union-attr]
        (maps,) = changed([maps], 0, value=value)
    middle = ints(*samples) if op is ALIGN else []
    rest = [*ints(*size), *floats(maps.type, *strides), *middle, flag(nchw)]
    return [maps, boxes_of(maps.type, rois), indexes(images), *rest]


def sample_maps(primary: T, seed: int = 5) -> OperandView:
    choose = np.random.default_rng(seed)
    return tensor_of(primary, choose.integers(-60, 150, (3, 6, 9, 2)) / 128)


IMAGES = [2, 2, 0, 1, 1, 1, 1]


def sample_rois(width: float, height: float) -> Any:
    rois = random_boxes(np.random.default_rng(6), len(IMAGES), width, height)
    rois[0] = [0, 0, width, height]
    rois[1] = [width, height, width, height]
    rois[2] = [0.25, 0.5, 0.5, 0.625]
    return rois


@pytest.mark.parametrize("op", [ALIGN, POOL])
def test_conditions(op: Op) -> None:
    good = call(op, sample_maps(F32), sample_rois(9, 6), IMAGES, (2, 3))
    target = [out(F32)]
    assert broken(op, good, target) == []

    def names(position: int, value: Any) -> list[str]:
        wrong = edited(good, position, lambda v: np.asarray(value, v.dtype))
        return broken(op, wrong, target)

    rois, images = good[1].value, good[2].value
    assert rois is not None
    assert images is not None
    assert names(0, np.zeros((3, 6, 9, 0))) == ["input_sizes"]
    assert names(1, rois[:5]) == ["batch_index_shape"]
    assert names(2, images[:5]) == ["batch_index_shape"]
    assert names(3, 0) == ["out_height_range"]
    assert names(4, -1) == ["out_width_range"]
    assert names(5, 0.0) == ["height_stride_range"]
    assert names(6, -1.0) == ["width_stride_range"]
    for wrong in (-1, 3):
        assert names(2, [*images[:-1], wrong]) == ["batch_index_range"]
    for roi in ([0, 0, 9.125, 1], [0, 0, 1, 6.125], [-0.125, 0, 1, 1], [0, -1, 1, 1]):
        assert names(1, [roi, *rois[1:]]) == ["rois_inside"]
    for roi in ([2, 0, 1, 1], [0, 2, 1, 1]):
        assert names(1, [roi, *rois[1:]]) == ["rois_corners"]
    wide = [good[0], unknown(F32, (7, 5)), *good[2:]]
    assert broken(op, wide, target) == ["rois_shape"]
    if op is ALIGN:
        assert names(7, -1) == ["height_samples_range"]
        assert names(8, -1) == ["width_samples_range"]
