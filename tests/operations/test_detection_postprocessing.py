"""DETECTION_POSTPROCESSING against the contract's text in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, Unknown
from specs.scripts import _boxes
from tests.operations.box_samples import F16, F32, edited, exact, flag, floats, ints
from tests.operations.op_runner import broken, given, out, output_shapes, run, unknown

OP = Op.DETECTION_POSTPROCESSING


def call(
    primary: T,
    scores: Any,
    deltas: Any,
    anchors: Any,
    *,
    scales: tuple[float, ...] = (8.0, 4.0, 2.0, 2.0),
    regular: bool = False,
    most: int = 5,
    classes: int = 1,
    per_class: int = 3,
    least: float = 0.25,
    overlap: float = 0.5,
    background: bool = False,
) -> list[OperandView]:
    return [
        given(primary, scores),
        given(primary, deltas),
        given(primary, anchors),
        *floats(primary, *scales),
        flag(regular),
        *ints(most, classes, per_class),
        *floats(primary, least, overlap),
        flag(background),
    ]


def outputs(primary: T) -> list[OperandView]:
    return [out(primary), out(primary), out(T.TENSOR_INT32), out(T.TENSOR_INT32)]


def sample(primary: T, **settings: Any) -> list[OperandView]:
    choose = np.random.default_rng(41)
    scores = choose.permutation(2 * 9 * 4).reshape(2, 9, 4) / 64 - 1 / 4
    deltas = choose.integers(-16, 16, (2, 9, 5)) / 8
    anchors = np.concatenate(
        [choose.integers(0, 20, (9, 2)) / 4, choose.integers(1, 20, (9, 2)) / 4], axis=1
    )
    return call(primary, scores, deltas, anchors, **settings)


@pytest.mark.parametrize("background", [False, True])
@pytest.mark.parametrize(
    "settings",
    [
        {"classes": 1}, {"classes": 2, "most": 3}, {"classes": 9}, {"least": 0.0, "most": 50},
        {"regular": True}, {"regular": True, "per_class": 1}, {"regular": True, "most": 2},
        {"regular": True, "most": 60, "per_class": 60, "overlap": 0.125, "least": 0.0},
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("primary", [F32, F16], ids=lambda t: t.name)
def test_text(primary: T, settings: dict[str, Any], background: bool) -> None:
    inputs = sample(primary, background=background, **settings)
    numbers = [view.value.item() for view in inputs[3:]]  # type: ignore[union-attr]
    wanted = _boxes.detections(*(exact(view) for view in inputs[:3]), numbers[:4], *numbers[4:])
    scores, boxes, labels, counts = run(OP, inputs, outputs(primary))
    places = numbers[5] * (1 if numbers[4] else numbers[6])
    assert scores.shape == labels.shape == (2, places)
    assert counts.tolist() == [len(found) for found in wanted]
    assert min(counts) > 0
    for image, found in enumerate(wanted):
        count = len(found)
        assert scores[image, :count].tolist() == [float(score) for score, _, _ in found]
        assert labels[image, :count].tolist() == [label for _, _, label in found]
        corners = np.array([box for _, box, _ in found])
        ulp = 2.0**-11 if primary == F16 else 2.0**-24
        np.testing.assert_allclose(boxes[image, :count], corners, rtol=1.001 * ulp, atol=1e-9)
        for rest in (scores, boxes, labels):
            assert not rest[image, count:].any()


def test_values_computed_by_hand() -> None:
    scores = [[[0, 0.5, 0.25], [0.9, 0.125, 0.75], [1, 0.0625, 0]]]
    anchors = [[1, 1, 2, 2], [1, 1.5, 2, 2], [9, 9, 2, 2]]
    deltas = np.zeros((1, 3, 4))
    # the first two overlap by 3/5
    inputs = call(F32, scores, deltas, anchors, overlap=0.5, least=0.0625, classes=2)
    got = run(OP, inputs, outputs(F32))
    assert got[0][0, :4].tolist() == [0.75, 0.125, 0.0625, 0]
    assert got[1][0, :4].tolist() == [[0, 0.5, 2, 2.5]] * 2 + [[8, 8, 10, 10]] * 2
    assert got[2][0, :4].tolist() == [1, 0, 0, 1]
    assert got[3].tolist() == [4]
    inputs = call(F32, scores, deltas, anchors, overlap=0.5, least=0.0625, regular=True)
    got = run(OP, inputs, outputs(F32))
    assert got[0].tolist() == [[0.75, 0.5, 0.0625, 0, 0]]
    assert got[2].tolist() == [[1, 0, 0, 0, 0]]
    assert got[3].tolist() == [3]


def test_deltas() -> None:
    anchors, scales = [[10, 20, 4, 8]], (10.0, 5.0, 2.0, 4.0)
    inputs = call(
        F32, [[[0, 1]]], [[[5, -10, 2 * np.log(2), -4 * np.log(2), 99]]], anchors, scales=scales
    )
    # centre 10 + 5/10 * 4 and 20 - 10/5 * 8, height doubled and width halved
    box = run(OP, inputs, outputs(F32))[1][0, 0]
    np.testing.assert_allclose(box, [12 - 4, 4 - 2, 12 + 4, 4 + 2], rtol=1e-6)


def test_no_detections() -> None:
    inputs = sample(F32, least=2.0)
    got = run(OP, inputs, outputs(F32))
    assert not any(array.any() for array in got)


def test_conditions() -> None:
    good, regular = sample(F32), sample(F32, regular=True)
    targets = outputs(F32)
    assert broken(OP, good, targets) == broken(OP, regular, targets) == []

    def names(position: int, value: Any, of: list[OperandView] = good) -> list[str]:
        return broken(OP, edited(of, position, lambda v: np.asarray(value, v.dtype)), targets)

    assert names(0, np.zeros((2, 9, 1))) == ["class_count"]
    assert names(1, np.zeros((1, 9, 5))) == ["deltas_shape"]
    assert names(1, np.zeros((2, 8, 5))) == ["deltas_shape"]
    assert names(1, np.zeros((2, 9, 3))) == ["box_encoding"]
    assert names(2, np.zeros((8, 4))) == ["anchors_shape"]
    assert names(2, np.zeros((9, 5))) == ["anchors_shape"]
    for position, name in enumerate(("scale_y", "scale_x", "scale_h", "scale_w"), 3):
        assert names(position, 0) == names(position, -1) == [f"{name}_range"]
    assert names(8, 0) == ["max_num_detections_range"]
    assert names(9, 0) == ["max_classes_per_detection_range"]
    assert names(10, 0) == [] == names(9, 0, regular)
    assert names(10, 0, regular) == ["max_detections_per_class_range"]
    assert names(11, -0.5) == ["score_threshold_range"]
    assert names(12, -0.5) == ["iou_threshold_range"]


def test_shapes() -> None:
    regular, fast = sample(F32, regular=True), sample(F32, classes=3)
    assert output_shapes(OP, regular, outputs(F32)) == [(2, 5), (2, 5, 4), (2, 5), (2,)]
    assert output_shapes(OP, fast, outputs(F32)) == [(2, 15), (2, 15, 4), (2, 15), (2,)]
    open_scalar = [*fast[:9], unknown(T.INT32), *fast[10:]]
    with pytest.raises(Unknown):
        output_shapes(OP, open_scalar, outputs(F32))
