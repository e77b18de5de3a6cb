"""AXIS_ALIGNED_BBOX_TRANSFORM against its formula in plain Python."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import OperandView, find_definition
from specs.scripts import _boxes
from tests.operations.box_samples import (
    F16,
    F32,
    Q8,
    Q8S,
    Q16,
    TYPES,
    boxes_of,
    changed,
    edited,
    exact,
    indexes,
    random_boxes,
    tensor_of,
)
from tests.operations.op_runner import broken, code_of, out, output_shapes, run, unknown

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


@pytest.mark.parametrize("deltas_type", TYPES, ids=lambda t: t.name)
def test_formula(deltas_type: T) -> None:
    inputs = sample(deltas_type)
    rois, deltas, sizes = (exact(inputs[i]) for i in (0, 1, 3))
    wanted = []
    for roi, row, image in zip(rois, deltas, [1, 1, 0, 0, 0, 2, 2], strict=True):
        for start in range(0, 12, 4):
            wanted += _boxes.transform(roi, row[start : start + 4], *sizes[image])
    got = run(OP, inputs, [target(inputs)])[0]
    assert got.shape == (7, 12)
    if got.dtype == np.uint16:
        assert got.ravel().tolist() == [code_of(value, target(inputs)) for value in wanted]
    else:
        ulp = 2.0**-11 if deltas_type == F16 else 2.0**-24
        np.testing.assert_allclose(got.ravel(), wanted, rtol=1.001 * ulp, atol=1e-9)


def test_values_computed_by_hand() -> None:
    double = math.log(2)
    deltas = [[0, 0, 0, 0, 0.5, -0.25, 0, 0, 0, 0, double, -double, 9, 9, 0, 0]]
    got = run(OP, call(F32, [[2, 4, 6, 12]], deltas, [0], [[10, 7]]), [out(F32)])[0]
    boxes = got.reshape(4, 4)
    np.testing.assert_allclose(boxes[0], [2, 4, 6, 10])
    np.testing.assert_allclose(boxes[1], [4, 2, 7, 10])
    np.testing.assert_allclose(boxes[2], [0, 6, 7, 10], atol=1e-5)
    np.testing.assert_allclose(boxes[3], [7, 10, 7, 10])


def test_an_infinite_box_is_clipped_to_the_image() -> None:
    got = run(OP, call(F32, [[2, 4, 6, 12]], [[0, 0, 1e4, 1e4]], [0], [[10, 7]]), [out(F32)])[0]
    assert got.tolist() == [[0, 0, 7, 10]]


@pytest.mark.parametrize("deltas_type", TYPES, ids=lambda t: t.name)
def test_no_boxes(deltas_type: T) -> None:
    inputs = call(deltas_type, np.zeros((0, 4)), np.zeros((0, 8)), [], [[10, 10]])
    assert run(OP, inputs, [target(inputs)])[0].shape == (0, 8)


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


def test_shape_and_types() -> None:
    inputs = [unknown(F32), unknown(F32, (5, 8)), unknown(T.TENSOR_INT32), unknown(F32)]
    assert output_shapes(OP, inputs, [out(F32)]) == [(5, 8)]
    found = find_definition(OP)
    assert found is not None
    legal = found.forms[0].inputs[1].types.legal(Q16)
    assert [type_ for type_, _ in legal] == [Q8, Q8S]
    assert legal[1][1] is Version.V1_3
