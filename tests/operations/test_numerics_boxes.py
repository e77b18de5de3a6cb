"""Box operations against plain formulas in exact fractions and double precision.

As in ``test_numerics_oracle``: apart from rounding to the output's type, the error of a result is
at most a tenth of the public tolerance. The formulas are those of the scripts that generate the
specs.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType
from conformance.operations import OperandView
from specs.scripts import _boxes
from tests.operations.op_runner import given, out, run
from tests.operations.test_numerics_oracle import F16, F32, worst_ratio

Op, T = OperationType, OperandType
BOTH = pytest.mark.parametrize("type_", [F32, F16], ids=["float32", "float16"])


def real(type_: OperandType, value: float) -> OperandView:
    return given(T.FLOAT16 if type_ == F16 else T.FLOAT32, value)


def whole(value: int) -> OperandView:
    return given(T.INT32, value)


def nested(view: OperandView) -> Any:
    """Return the operand's values as nested lists of exact fractions."""
    assert view.value is not None
    flat = [Fraction(float(value)) for value in view.value.reshape(-1)]
    return np.array(flat, object).reshape(view.value.shape).tolist()


def close(found: Any, exact: Sequence[Any], type_: OperandType) -> None:
    wide = np.array([np.longdouble(float(value)) for value in exact]).reshape(found.shape)
    ratio = worst_ratio(found, wide, type_)
    assert ratio <= 0.1, f"{ratio:.3g} of the tolerance"


def corners(random: np.random.Generator, count: int, side: float) -> Any:
    """Return boxes in units of 1/8, at least 1 wide and high."""
    low = np.round(random.uniform(0, side / 2, (count, 2)) * 8) / 8
    size = np.round(random.uniform(1, side / 2, (count, 2)) * 8) / 8
    return np.concatenate([low, low + size], 1)


@BOTH
def test_transformed_boxes(type_: OperandType) -> None:
    random = np.random.default_rng(31)
    rois = given(type_, corners(random, 5, 60))
    deltas = given(type_, random.normal(0, 0.7, (5, 8)))
    owners = given(T.TENSOR_INT32, [0, 0, 1, 1, 1])
    sizes = given(type_, [[64, 48], [512, 640]])
    operands = [rois, deltas, owners, sizes]
    (found,) = run(Op.AXIS_ALIGNED_BBOX_TRANSFORM, operands, [out(type_)])
    images = nested(sizes)
    exact: list[Any] = []
    for box, row, owner in zip(nested(rois), nested(deltas), (0, 0, 1, 1, 1), strict=True):
        for first in (0, 4):
            exact += _boxes.transform(box, row[first : first + 4], *images[owner])
    close(found, exact, type_)


@BOTH
def test_aligned_regions(type_: OperandType) -> None:
    random = np.random.default_rng(32)
    image = given(type_, random.normal(0, 3, (2, 6, 7, 2)))
    rois = given(type_, corners(random, 4, 24))
    owners = [0, 1, 1, 0]
    operands = [
        image, rois, given(T.TENSOR_INT32, owners), whole(2), whole(3), real(type_, 4.0),
        real(type_, 4.0), whole(0), whole(2), given(T.BOOL, False),
    ]  # fmt: skip
    (found,) = run(Op.ROI_ALIGN, operands, [out(type_)])
    exact = _boxes.roi_align(
        nested(image), nested(rois), owners, (2, 3), (Fraction(4), Fraction(4)), (0, 2)
    )
    close(found, exact, type_)


@BOTH
def test_keypoints(type_: OperandType) -> None:
    random = np.random.default_rng(33)
    maps = given(type_, random.uniform(0, 8, (3, 5, 5, 2)))
    boxes = given(type_, corners(random, 3, 40))
    scores, points = run(
        Op.HEATMAP_MAX_KEYPOINT, [maps, boxes, given(T.BOOL, False)], [out(type_), out(type_)]
    )
    exact_scores: list[Any] = []
    exact_points: list[Any] = []
    for number, box in enumerate(nested(boxes)):
        for keypoint in range(2):
            grid = [[pixel[keypoint] for pixel in row] for row in nested(maps)[number]]
            score, x, y = _boxes.keypoint(grid, box, Fraction(1, 10**5))
            exact_scores.append(score)
            exact_points += [x, y]
    close(scores, exact_scores, type_)
    close(points, exact_points, type_)


@BOTH
def test_detections(type_: OperandType) -> None:
    random = np.random.default_rng(34)
    scores = given(type_, random.permutation(24).reshape(1, 6, 4) / 32 + 0.125)
    deltas = given(type_, random.normal(0, 2, (1, 6, 4)))
    anchors = given(type_, [[8.0 * i, 8.0 * i, 2, 3] for i in range(6)])
    operands = [
        scores, deltas, anchors, *(real(type_, v) for v in (10.0, 10.0, 5.0, 5.0)),
        given(T.BOOL, False), whole(6), whole(1), whole(1), real(type_, 0.0), real(type_, 0.5),
        given(T.BOOL, False),
    ]  # fmt: skip
    outputs = [out(type_), out(type_), out(T.TENSOR_INT32), out(T.TENSOR_INT32)]
    best, boxes, _, counts = run(Op.DETECTION_POSTPROCESSING, operands, outputs)
    assert counts.tolist() == [6]
    (exact,) = _boxes.detections(
        nested(scores), nested(deltas), nested(anchors), (10, 10, 5, 5), False, 6, 1, 1,
        Fraction(0), Fraction(1, 2), False,
    )  # fmt: skip
    close(best, [score for score, _, _ in exact], type_)
    close(boxes, [edge for _, box, _ in exact for edge in box], type_)


@BOTH
def test_proposals(type_: OperandType) -> None:
    random = np.random.default_rng(35)
    scores = given(type_, random.permutation(12).reshape(1, 2, 3, 2) / 16)
    deltas = given(type_, random.normal(0, 0.2, (1, 2, 3, 8)))
    anchors = given(type_, [[-4, -4, 4, 4], [-2, -6, 2, 6]])
    sizes = given(type_, [[200, 200]])
    operands = [
        scores, deltas, anchors, sizes, real(type_, 64.0), real(type_, 64.0), whole(-1), whole(-1),
        real(type_, 0.75), real(type_, 1.0), given(T.BOOL, False),
    ]  # fmt: skip
    outputs = [out(type_), out(type_), out(T.TENSOR_INT32)]
    best, boxes, _ = run(Op.GENERATE_PROPOSALS, operands, outputs)
    exact = _boxes.proposals(
        nested(scores), nested(deltas), nested(anchors), nested(sizes), (64, 64), -1, -1,
        Fraction(3, 4), Fraction(1),
    )  # fmt: skip
    assert len(exact) == len(best)
    close(best, [score for score, _, _ in exact], type_)
    close(boxes, [edge for _, box, _ in exact for edge in box], type_)


@BOTH
def test_gaussian_kernel_reduces_scores(type_: OperandType) -> None:
    random = np.random.default_rng(36)
    places = corners(random, 6, 20)
    scores = given(type_, np.stack([np.zeros(6), random.permutation(6) / 8 + 0.25], 1))
    rois = given(type_, np.concatenate([places, places], 1))
    operands = [
        scores, rois, given(T.TENSOR_INT32, [0] * 6), real(type_, 0.0), whole(-1),
        whole(_boxes.GAUSSIAN), real(type_, 0.0), real(type_, 0.5), real(type_, 0.0),
    ]  # fmt: skip
    outputs = [out(type_), out(type_), out(T.TENSOR_INT32), out(T.TENSOR_INT32)]
    best, boxes, _, _ = run(Op.BOX_WITH_NMS_LIMIT, operands, outputs)
    every = [[row[:4], row[4:]] for row in nested(rois)]
    exact = _boxes.box_with_nms_limit(
        nested(scores), every, [0] * 6, Fraction(0), -1, _boxes.GAUSSIAN, Fraction(0),
        Fraction(1, 2), Fraction(0),
    )  # fmt: skip
    assert len(exact) == len(best)
    close(best, [one.score for one in exact], type_)
    close(boxes, [edge for one in exact for edge in one.box], type_)
