"""HEATMAP_MAX_KEYPOINT against exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, Unknown, find_definition
from specs.scripts import _boxes
from tests.operations.box_samples import (
    F16,
    F32,
    Q8,
    Q16,
    QUANTIZED,
    TYPES,
    boxes_of,
    changed,
    edited,
    exact,
    flag,
    random_boxes,
    tensor_of,
)
from tests.operations.op_runner import broken, code_of, out, output_shapes, run, unknown

OP = Op.HEATMAP_MAX_KEYPOINT


def call(primary: T, maps: Any, boxes: Any, nchw: bool = False) -> list[OperandView]:
    values = np.asarray(maps)
    if nchw:
        values = values.transpose(0, 3, 1, 2)
    return [tensor_of(primary, values), boxes_of(primary, boxes), flag(nchw)]


def outputs(primary: T) -> list[OperandView]:
    if primary in QUANTIZED:
        return [out(primary, scale=1 / 100, zero_point=3), out(Q16, scale=0.125)]
    return [out(primary), out(primary)]


@pytest.mark.parametrize("nchw", [False, True])
@pytest.mark.parametrize("size", [2, 3, 7])
@pytest.mark.parametrize("primary", TYPES, ids=lambda t: t.name)
def test_formula(primary: T, size: int, nchw: bool) -> None:
    choose = np.random.default_rng(size)
    # few levels, so that there are ties; smooth and rough maps
    maps = choose.integers(-20, 20, (5, size, size, 6)) / 16
    y, x = np.mgrid[:size, :size]
    maps[..., 0] = 1 - ((y - 0.8) ** 2 + (x - 0.4) ** 2 + 0.5 * x * y) / 16
    boxes = random_boxes(choose, 5, 30, 20)
    inputs = call(primary, maps, boxes, nchw)
    scores, points = run(OP, inputs, outputs(primary))
    assert (scores.shape, points.shape) == ((5, 6), (5, 6, 2))
    values, corners = np.array(exact(inputs[0]), object), exact(inputs[1])
    if nchw:
        values = values.transpose(0, 2, 3, 1)
    flat = Fraction(1, 1000 if primary == F16 else 100000)
    for box, keypoint in np.ndindex(5, 6):
        wanted = _boxes.keypoint(values[box, :, :, keypoint].tolist(), corners[box], flat)
        got = [scores[box, keypoint], *points[box, keypoint]]
        if primary in QUANTIZED:
            views = [outputs(primary)[k] for k in (0, 1, 1)]
            assert got == [code_of(v, view) for v, view in zip(wanted, views, strict=True)]
        else:
            ulp = 2.0**-11 if primary == F16 else 2.0**-24
            np.testing.assert_allclose(got, [float(v) for v in wanted], rtol=1.01 * ulp, atol=1e-9)


def test_values_computed_by_hand() -> None:
    # a paraboloid is its own Taylor polynomial: the peak of 5 - (x - 1.25)^2 - 2 (y - 0.75)^2
    y, x = np.mgrid[:3, :3]
    grid = 5 - (x - 1.25) ** 2 - 2 * (y - 0.75) ** 2
    inputs = call(F32, grid.reshape(1, 3, 3, 1), [[10, 20, 13, 26]])
    scores, points = run(OP, inputs, [out(F32), out(F32)])
    assert scores.item() == 5
    np.testing.assert_allclose(points.ravel(), [10 + 1.75, 20 + 1.25 * 2], rtol=1e-6)


def test_a_flat_map_points_at_its_first_cell() -> None:
    inputs = call(F32, np.full((1, 4, 4, 1), 2.0), [[0, 0, 8, 16]])
    scores, points = run(OP, inputs, [out(F32), out(F32)])
    assert scores.item() == 2
    assert points.ravel().tolist() == [1, 2]


def test_a_distant_peak_is_moved_closer() -> None:
    # slopes 0.2, second derivatives -1, mixed 0.95: the polynomial's peak is 4 cells away on both
    # axes
    grid = np.array([[0.9, 0.3, -1], [0.3, 1, 0.7], [-1, 0.7, 0.9]])
    score, points = run(OP, call(F32, grid.reshape(1, 3, 3, 1), [[0, 0, 3, 3]]), [out(F32)] * 2)
    np.testing.assert_allclose(points.ravel(), [3, 3], rtol=1e-6)
    np.testing.assert_allclose(score.item(), 1 + 2 * 0.3 + (-4.5 + 4.275) / 2, rtol=1e-6)


@pytest.mark.parametrize(("primary", "place"), [(F32, 1.75), (F16, 1.5)])
def test_limit_of_flatness(primary: T, place: float) -> None:
    # second derivatives -1/32 and mixed 0: the determinant is just below 1e-3
    step = 1 / 128
    grid = np.array(
        [[0.5, 1 - 2 * step, 0.5], [1 - 3 * step, 1, 1 - step], [0.5, 1 - 2 * step, 0.5]]
    )
    inputs = call(primary, grid.reshape(1, 3, 3, 1), [[0, 0, 3, 3]])
    points = run(OP, inputs, [out(primary), out(primary)])[1].ravel()
    assert points.tolist() == [place, 1.5]


@pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")
def test_infinities_raise_no_warning() -> None:
    grid = np.zeros((1, 3, 3, 1))
    grid[0, 1, 1] = np.inf
    scores, _ = run(OP, call(F32, grid, [[0, 0, 3, 3]]), [out(F32), out(F32)])
    assert not np.isfinite(scores).all()


def test_conditions() -> None:
    good = call(Q8, np.zeros((2, 3, 3, 4)), [[0, 0, 3, 3]] * 2)
    targets = outputs(Q8)
    assert broken(OP, good, targets) == []

    def names(position: int, value: Any) -> list[str]:
        return broken(OP, edited(good, position, lambda v: np.asarray(value, v.dtype)), targets)

    assert names(0, np.zeros((2, 3, 4, 4))) == ["heatmap_square"]
    assert names(0, np.zeros((2, 1, 1, 4))) == ["heatmap_square"]
    assert names(1, [[0, 0, 3, 3]]) == ["boxes_shape"]
    assert broken(OP, [good[0], unknown(Q16, (2, 3), scale=0.125), good[2]], targets) == [
        "boxes_shape"
    ]
    for box in ([2, 0, 1, 1], [0, 2, 1, 1]):
        assert names(1, [[0, 0, 1, 1], box]) == ["boxes_corners"]
    for change in ({"scale": 0.25}, {"zero_point": 2}):
        assert broken(OP, changed(good, 1, **change), targets) == ["boxes_quantization"]
    for wrong in (out(Q16, scale=0.5), out(Q16, scale=0.125, zero_point=1)):
        assert broken(OP, good, [targets[0], wrong]) == ["output_box_quantization"]


def test_shapes() -> None:
    found = find_definition(OP)
    assert found is not None
    assert found.zero_size is None
    inputs = [unknown(F32, (None, 4, 4, 5)), unknown(F32), flag(False)]
    with pytest.raises(Unknown):
        output_shapes(OP, inputs, [out(F32), out(F32)])
    inputs[0] = unknown(F32, (3, 5, 4, 4))
    inputs[2] = flag(True)
    assert output_shapes(OP, inputs, [out(F32), out(F32)]) == [(3, 5), (3, 5, 2)]
