"""GENERATE_PROPOSALS against the contract's text in plain Python."""

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
    Q16,
    QUANTIZED,
    TYPES,
    boxes_of,
    changed,
    edited,
    exact,
    flag,
    floats,
    ints,
    like,
    tensor_of,
)
from tests.operations.op_runner import (
    broken,
    code_of,
    given,
    make_call,
    out,
    output_shapes,
    run,
    unknown,
)

OP = Op.GENERATE_PROPOSALS
SYMM = T.TENSOR_QUANT16_SYMM


def call(
    primary: T,
    scores: Any,
    deltas: Any,
    anchors: Any,
    sizes: Any,
    *,
    strides: tuple[float, float] = (4.0, 8.0),
    before: int = 0,
    after: int = 0,
    overlap: float = 0.5,
    least: float = 1.0,
    nchw: bool = False,
) -> list[OperandView]:
    """Run the operation; ``strides`` are (height, width)."""
    if nchw:
        scores, deltas = (np.asarray(v).transpose(0, 3, 1, 2) for v in (scores, deltas))
    if primary in QUANTIZED:
        corners = given(SYMM, np.rint(np.asarray(anchors) * 8), scale=0.125)
    else:
        corners = given(primary, anchors)
    return [
        tensor_of(primary, scores),
        tensor_of(primary, deltas, scale=1 / 64),
        corners,
        boxes_of(primary, sizes),
        *floats(primary, *strides),
        *ints(before, after),
        *floats(primary, overlap, least),
        flag(nchw),
    ]


def outputs(inputs: list[OperandView]) -> list[OperandView]:
    boxes = out(inputs[3].type, scale=inputs[3].scale)
    return [like(inputs[0]), boxes, out(T.TENSOR_INT32)]


ANCHORS = [[-4, -3, 4, 3], [-6, -8, 2, 8], [0, 0, 5, 5]]
SIZES = [[20, 30], [17.5, 33]]


def sample(primary: T, **settings: Any) -> list[OperandView]:
    choose = np.random.default_rng(31)
    scores = np.stack([choose.permutation(36).reshape(3, 4, 3) / 64 for _ in SIZES])
    deltas = choose.integers(-40, 40, (2, 3, 4, 12)) / 64
    return call(primary, scores, deltas, ANCHORS, SIZES, **settings)


def last(values: Any, nchw: bool) -> Any:
    array = np.array(values, object)
    return (array.transpose(0, 2, 3, 1) if nchw else array).tolist()


@pytest.mark.parametrize("nchw", [False, True])
@pytest.mark.parametrize(
    "settings",
    [{}, {"before": 9}, {"after": 3}, {"before": 12, "after": 4, "overlap": 0.3}, {"least": 7.0}],
    ids=str,
)
@pytest.mark.parametrize("primary", TYPES, ids=lambda t: t.name)
def test_text(primary: T, settings: dict[str, Any], nchw: bool) -> None:
    inputs = sample(primary, nchw=nchw, **settings)
    numbers = [view.value.item() for view in inputs[4:10]]  # type: ignore[union-attr]
    wanted = _boxes.proposals(
        last(exact(inputs[0]), nchw), last(exact(inputs[1]), nchw), exact(inputs[2]),
        exact(inputs[3]), (Fraction(numbers[0]), Fraction(numbers[1])), *numbers[2:],
    )  # fmt: skip
    scores, boxes, images = run(OP, inputs, outputs(inputs))
    assert images.tolist() == [image for _, _, image in wanted]
    assert {0, 1} == set(images.tolist())
    targets = outputs(inputs)
    if primary in QUANTIZED:
        assert scores.tolist() == [code_of(score, targets[0]) for score, _, _ in wanted]
        codes = [[code_of(c, targets[1]) for c in box] for _, box, _ in wanted]
        assert boxes.tolist() == codes
    else:
        assert scores.tolist() == [float(score) for score, _, _ in wanted]
        corners = np.array([box for _, box, _ in wanted])
        np.testing.assert_array_equal(boxes, corners.astype(boxes.dtype))


def test_values_computed_by_hand() -> None:
    scores = [[[[0.5]], [[0.75]], [[0.25]]]]
    # rows are 4 apart: [0, 0, 4, 4], [0, 4, 4, 8], [0, 8, 4, 10]
    inputs = call(F32, scores, np.zeros((1, 3, 1, 4)), [[0, 0, 4, 4]], [[10, 10]], least=2)
    got = run(OP, inputs, outputs(inputs))
    assert got[0].tolist() == [0.75, 0.5, 0.25]
    assert got[1].tolist() == [[0, 4, 4, 8], [0, 0, 4, 4], [0, 8, 4, 10]]
    inputs = call(F32, scores, np.zeros((1, 3, 1, 4)), [[0, 0, 4, 4]], [[10, 10]], least=2.125)
    assert run(OP, inputs, outputs(inputs))[0].tolist() == [0.75, 0.5]


def test_equal_scores_keep_their_order_and_limits_up_to_zero_mean_no_limit() -> None:
    for limit in (0, -1):
        scores = np.full((1, 2, 2, 1), 0.5)
        inputs = call(
            F32, scores, np.zeros((1, 2, 2, 4)), [[0, 0, 2, 2]], [[9, 9]],
            strides=(1.0, 3.0), before=limit, after=limit, overlap=0.3,
        )  # fmt: skip
        # boxes of neighbouring rows overlap by 1/3 and are suppressed; those of columns do not
        # overlap
        boxes = run(OP, inputs, outputs(inputs))[1]
        assert boxes.tolist() == [[0, 0, 2, 2], [3, 0, 5, 2]]


def test_all_boxes_too_small() -> None:
    inputs = sample(F32, least=100.0)
    assert [array.shape for array in run(OP, inputs, outputs(inputs))] == [(0,), (0, 4), (0,)]


def test_conditions() -> None:
    good = sample(F32)
    targets = outputs(good)
    assert broken(OP, good, targets) == []

    def names(position: int, value: Any) -> list[str]:
        return broken(OP, edited(good, position, lambda v: np.asarray(value, v.dtype)), targets)

    for shape in ((1, 3, 4, 12), (2, 2, 4, 12), (2, 3, 5, 12), (2, 3, 4, 8)):
        assert names(1, np.zeros(shape)) == ["deltas_shape"]
    assert names(2, ANCHORS[:2]) == ["anchors_shape"]
    assert names(2, [[3, 0, 2, 5], *ANCHORS[1:]]) == ["anchors_corners"]
    assert names(3, SIZES[:1]) == ["image_info_shape"]
    assert names(3, np.ones((2, 3))) == ["image_info_shape"]
    wide = [*good[:2], unknown(F32, (3, 5)), *good[3:]]
    assert broken(OP, wide, targets) == ["anchors_shape"]


@pytest.mark.parametrize("primary", QUANTIZED, ids=lambda t: t.name)
def test_quantization_conditions(primary: T) -> None:
    good = sample(primary)
    targets = outputs(good)
    assert broken(OP, good, targets) == []
    assert broken(OP, changed(good, 2, scale=0.25), targets) == ["anchors_quantization"]
    for change in ({"scale": 0.25}, {"zero_point": 2}):
        assert broken(OP, changed(good, 3, **change), targets) == ["image_info_quantization"]
    assert broken(OP, good, [out(primary, scale=0.5), *targets[1:]]) == ["output_quantization"]
    for wrong in (out(Q16, scale=0.5), out(Q16, scale=0.125, zero_point=1)):
        assert broken(OP, good, [targets[0], wrong, targets[2]]) == ["output_box_quantization"]


def test_output_sizes_depend_on_the_results() -> None:
    inputs = sample(Q8)
    with pytest.raises(Unknown):
        output_shapes(OP, inputs, outputs(inputs))
    found = find_definition(OP)
    assert found is not None
    known = found.known_shapes(make_call(OP, inputs, outputs(inputs)))
    assert list(known) == [(None,), (None, 4), (None,)]
    assert found.zero_size is None
