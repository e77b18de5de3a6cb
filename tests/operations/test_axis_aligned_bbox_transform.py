"""AXIS_ALIGNED_BBOX_TRANSFORM against its formula in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.box_samples import (
    Q8,
    Q16,
    boxes_of,
    changed,
    edited,
    indexes,
    random_boxes,
    tensor_of,
)
from tests.operations.op_runner import broken, out, unknown

OP = Op.AXIS_ALIGNED_BBOX_TRANSFORM


def call(deltas_type: T, rois: Any, deltas: Any, images: Any, sizes: Any) -> list[OperandView]:
    """Run the operation; ``deltas_type`` determines the type of the boxes."""
    return [
        boxes_of(deltas_type, rois),
        tensor_of(deltas_type, deltas, scale=1 / 64),
        indexes(images),
        boxes_of(deltas_type, sizes),
    ]


def target(inputs: list[OperandView]) -> OperandView:
    return out(inputs[0].type, scale=inputs[0].scale)


def sample(deltas_type: T) -> list[OperandView]:
    choose = np.random.default_rng(21)
    rois = random_boxes(choose, 7, 40, 30)
    deltas = choose.integers(-60, 60, (7, 12)) / 64
    return call(deltas_type, rois, deltas, [1, 1, 0, 0, 0, 2, 2], [[30, 40], [25, 44], [60, 60]])


def test_conditions() -> None:
    good = sample(Q8)
    result = [target(good)]
    assert broken(OP, good, result) == []

    def names(position: int, value: Any) -> list[str]:
        return broken(OP, edited(good, position, lambda v: np.asarray(value, v.dtype)), result)

    rois, images = good[0].value, good[2].value
    assert rois is not None
    assert images is not None
    assert broken(OP, [unknown(Q16, (7, 5), scale=0.125), *good[1:]], result) == ["rois_shape"]
    assert names(1, np.zeros((6, 12))) == ["deltas_shape"]
    for columns in (0, 10):
        assert names(1, np.zeros((7, columns))) == ["deltas_columns"]
    assert names(2, images[:6]) == ["batch_index_shape"]
    assert names(3, np.zeros((3, 3))) == ["image_info_shape"]
    assert "image_count" in names(3, np.zeros((0, 2)))
    for wrong in (-1, 3):
        assert names(2, [*images[:6], wrong]) == ["batch_index_range"]
    for roi in ([2, 0, 1, 1], [0, 2, 1, 1]):
        assert names(0, [roi, *rois[1:]]) == ["rois_corners"]
    for position, name in ((0, "rois"), (3, "image_info")):
        for change in ({"scale": 0.25}, {"zero_point": 2}):
            assert broken(OP, changed(good, position, **change), result) == [f"{name}_quantization"]
    for wrong_output in (out(Q16, scale=0.5), out(Q16, scale=0.125, zero_point=1)):
        assert broken(OP, good, [wrong_output]) == ["output_box_quantization"]
