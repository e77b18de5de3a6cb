"""BOX_WITH_NMS_LIMIT against the contract's text in plain Python."""

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
    F32,
    Q8,
    Q8S,
    QUANTIZED,
    TYPES,
    box_type,
    boxes_of,
    changed,
    edited,
    exact,
    floats,
    indexes,
    ints,
    like,
    random_boxes,
    tensor_of,
)
from tests.operations.op_runner import broken, code_of, make_call, out, output_shapes, run, unknown

OP = Op.BOX_WITH_NMS_LIMIT


def call(
    primary: T,
    scores: Any,
    boxes: Any,
    images: Any,
    *,
    least: float = 0.3,
    most: int = -1,
    kernel: int = 0,
    overlap: float = 0.4,
    sigma: float = 0.5,
    dropped: float = 0.1,
) -> list[OperandView]:
    return [
        tensor_of(primary, scores),
        boxes_of(primary, boxes),
        indexes(images),
        *floats(primary, least),
        *ints(most, kernel),
        *floats(primary, overlap, sigma, dropped),
    ]


def outputs(inputs: list[OperandView]) -> list[OperandView]:
    scale = inputs[1].scale
    int32 = T.TENSOR_INT32
    return [like(inputs[0]), out(inputs[1].type, scale=scale), out(int32), out(int32)]


def results(inputs: list[OperandView]) -> list[np.ndarray]:
    return run(OP, inputs, outputs(inputs))


def sample(primary: T, **settings: Any) -> list[OperandView]:
    choose = np.random.default_rng(11)
    images = [3] * 9 + [0] * 8 + [1]
    boxes = random_boxes(choose, 18 * 4, 30, 20).reshape(18, 16)
    # all scores differ, so that the order is unambiguous
    scores = choose.permutation(18 * 4).reshape(18, 4) / 128 + 1 / 8
    return call(primary, scores, boxes, images, **settings)


@pytest.mark.parametrize("most", [-1, 0, 4, 100])
@pytest.mark.parametrize("kernel", [0, 1, 2])
@pytest.mark.parametrize("primary", TYPES, ids=lambda t: t.name)
def test_text(primary: T, kernel: int, most: int) -> None:
    inputs = sample(primary, kernel=kernel, most=most)
    thresholds = [Fraction(view.value.item()) for view in inputs[3:]]  # type: ignore[union-attr]
    boxes = [[row[i : i + 4] for i in range(0, 16, 4)] for row in exact(inputs[1])]
    kept = _boxes.box_with_nms_limit(
        exact(inputs[0]), boxes, inputs[2].value.tolist(), thresholds[0], most, kernel,  # type: ignore[union-attr]
        *thresholds[3:],
    )  # fmt: skip
    scores, rois, classes, images = results(inputs)
    assert classes.tolist() == [box.class_ for box in kept]
    assert images.tolist() == [box.image for box in kept]
    target = outputs(inputs)
    if primary in QUANTIZED:
        assert scores.tolist() == [code_of(box.score, target[0]) for box in kept]
        assert rois.tolist() == [[c * 8 for c in box.box] for box in kept]
    else:
        wanted = np.array([float(box.score) for box in kept])
        np.testing.assert_array_equal(scores, wanted.astype(scores.dtype))
        assert rois.reshape(-1, 4).tolist() == [list(box.box) for box in kept]
    if most:
        assert set(images.tolist()) == {3, 0, 1}


CORNERS = [[0, 0, 4, 4], [0, 0, 4, 2], [8, 8, 9, 9], [0, 0, 4, 4]]
"""Overlaps with the first: 1/2, 0, 1."""


def one_class(scores: list[float], **settings: Any) -> list[OperandView]:
    rows = [[0.0, score] for score in scores]
    return call(F32, rows, [[0, 0, 0, 0, *box] for box in CORNERS], [0] * 4, **settings)


@pytest.mark.parametrize(
    ("kernel", "wanted"),
    [
        (0, [0.75, 0.5]),
        (1, [0.75, 0.5, 0.3125]),
        (2, [0.75, 0.625 * np.exp(-0.5), 0.5, 0.6875 * np.exp(-2.5)]),
    ],
)
def test_kernels_by_hand(kernel: int, wanted: list[float]) -> None:
    inputs = one_class(
        [0.75, 0.625, 0.5, 0.6875], kernel=kernel, overlap=0.5, sigma=0.5, dropped=0.01
    )
    got = sorted(results(inputs)[0], reverse=True)
    assert got == sorted(np.float32(wanted), reverse=True)


def test_equal_scores_keep_their_order_and_the_threshold_is_inclusive() -> None:
    scores, rois, _, _ = results(one_class([0.5, 0.5, 0.5, 0.5], least=0.5, overlap=0.5))
    assert scores.tolist() == [0.5, 0.5]
    assert rois.tolist() == [[0, 0, 4, 4], [8, 8, 9, 9]]


def test_scores_below_the_second_threshold_are_dropped_once_others_are_selected() -> None:
    for kernel in (0, 1, 2):
        inputs = one_class([0.75, 0.0, 0.5, 0.0], kernel=kernel, dropped=0.625)
        assert results(inputs)[0].tolist() == [0.75]
        inputs = one_class([0.0, 0.0, 0.5, 0.0], kernel=kernel, dropped=0.625)
        assert results(inputs)[0].tolist() == [0.5]


def test_hard_kernel_keeps_suppressed_boxes_with_score_zero_if_the_threshold_permits() -> None:
    scores, rois, _, _ = results(one_class([0.75, 0.625, 0.5, 0.25], overlap=0.5, dropped=0.0))
    assert scores.tolist() == [0.75, 0.5, 0.0]
    assert rois[2].tolist() == [0, 0, 4, 2]


def test_boxes_without_area_overlap_nothing() -> None:
    inputs = call(F32, [[0, 0.5], [0, 0.75]], [[0, 0, 0, 0, 2, 2, 2, 2]] * 2, [0, 0])
    assert results(inputs)[0].tolist() == [0.75, 0.5]


def test_background_class_yields_no_boxes() -> None:
    inputs = call(F32, [[0.9, 0.1]], [[0, 0, 1, 1, 0, 0, 1, 1]], [0])
    assert [array.shape for array in results(inputs)] == [(0,), (0, 4), (0,), (0,)]


@pytest.mark.parametrize("primary", TYPES, ids=lambda t: t.name)
def test_no_boxes(primary: T) -> None:
    inputs = call(primary, np.zeros((0, 3)), np.zeros((0, 12)), [])
    assert [array.shape for array in results(inputs)] == [(0,), (0, 4), (0,), (0,)]


def test_conditions() -> None:
    good = sample(F32)
    assert broken(OP, good, outputs(good)) == []

    def first(value: np.ndarray) -> np.ndarray:
        return value[:1]

    def inverted(value: np.ndarray) -> np.ndarray:
        value[0, 4:8] = [2, 0, 1, 1]
        return value

    one = call(F32, [[0.5]], [[0, 0, 1, 1]], [0])
    assert broken(OP, one, outputs(one)) == ["class_count"]
    assert broken(OP, edited(good, 1, first), outputs(good)) == ["rois_shape"]
    assert broken(OP, edited(good, 1, lambda v: v[:, :12]), outputs(good)) == ["rois_columns"]
    assert broken(OP, edited(good, 2, first), outputs(good)) == ["batch_index_shape"]
    assert broken(OP, edited(good, 1, inverted), outputs(good)) == ["rois_corners"]
    nan = edited(good, 1, lambda v: np.full_like(v, np.nan))
    assert broken(OP, nan, outputs(good)) == ["rois_corners"]
    for code in (-1, 3):
        wrong = edited(good, 5, lambda v, code=code: np.array(code, v.dtype))  # type: ignore[misc]
        assert broken(OP, wrong, outputs(good)) == ["nms_kernel_code"]


@pytest.mark.parametrize("primary", QUANTIZED, ids=lambda t: t.name)
def test_quantization_conditions(primary: T) -> None:
    good = sample(primary)
    target = outputs(good)
    assert broken(OP, good, target) == []
    assert broken(OP, changed(good, 1, scale=0.25), target) == ["rois_quantization"]
    assert broken(OP, changed(good, 1, zero_point=1), target) == ["rois_quantization"]
    other = [out(primary, scale=0.5), *target[1:]]
    assert broken(OP, good, other) == ["output_quantization"]
    for wrong in (
        out(T.TENSOR_QUANT16_ASYMM, scale=0.25),
        out(T.TENSOR_QUANT16_ASYMM, scale=0.125, zero_point=1),
    ):
        found = broken(OP, good, [target[0], wrong, *target[2:]])
        assert found == ["output_box_quantization"]


def test_output_sizes_depend_on_the_results() -> None:
    inputs = sample(F32)
    with pytest.raises(Unknown):
        output_shapes(OP, inputs, outputs(inputs))
    found = find_definition(OP)
    assert found is not None
    known = found.known_shapes(make_call(OP, inputs, outputs(inputs)))
    assert list(known) == [(None,), (None, 4), (None,), (None,)]
    with pytest.raises(Unknown):
        found.known_shapes(make_call(OP, [unknown(F32), *inputs[1:]], outputs(inputs)))


def test_types() -> None:
    found = find_definition(OP)
    assert found is not None
    boxes = found.forms[0].inputs[1].types
    for primary in (Q8, Q8S, F32):
        assert [legal for legal, _ in boxes.legal(primary)] == [box_type(primary)]
