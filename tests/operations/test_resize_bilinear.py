"""RESIZE_BILINEAR against exact fractions, pixel by pixel, and against torch."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import OperandView, Unknown, find_definition
from tests.operations.op_runner import (
    broken,
    code_of,
    given,
    out,
    output_shapes,
    run,
    undecided,
    unknown,
)

OP = Op.RESIZE_BILINEAR
F32, F16 = T.TENSOR_FLOAT32, T.TENSOR_FLOAT16
Q8, Q8S = T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED
NHWC = tuple[int, int, int, int]


def _layout(index: tuple[int, ...], nchw: bool) -> tuple[int, ...]:
    n, h, w, c = index
    return (n, c, h, w) if nchw else index


def _int(value: int) -> OperandView:
    return given(T.INT32, value)


def _flag(value: bool) -> OperandView:
    return given(T.BOOL, value)


def _neighbours(i: int, old: int, new: int, align: bool, half: bool) -> tuple[int, int, Fraction]:
    scale = Fraction(old - 1, new - 1) if align and new > 1 else Fraction(old, new)
    place = (i + Fraction(1, 2)) * scale - Fraction(1, 2) if half else i * scale
    low = max(floor(place), 0)
    high = min(low + 1, old - 1)
    return low, high, max(place - low, Fraction(0))


def _exact(image: Any, index: NHWC, old: NHWC, new: NHWC, align: bool, half: bool) -> Fraction:
    n, y, x, c = index
    top, bottom, dy = _neighbours(y, old[1], new[1], align, half)
    left, right, dx = _neighbours(x, old[2], new[2], align, half)
    upper = image(n, top, left, c) * (1 - dx) + image(n, top, right, c) * dx
    lower = image(n, bottom, left, c) * (1 - dx) + image(n, bottom, right, c) * dx
    result: Fraction = upper * (1 - dy) + lower * dy
    return result


@pytest.mark.parametrize(
    ("type_", "scale", "zero_point"),
    [(F32, 0.0, 0), (F16, 0.0, 0), (Q8, 0.5, 100), (Q8, 0.3, 0), (Q8S, 0.7, -9)],
)
@pytest.mark.parametrize("mode", ["legacy", "align", "half"])
@pytest.mark.parametrize("nchw", [False, True])
@pytest.mark.parametrize(
    ("old", "new"),
    [((1, 2), (3, 3)), ((3, 4), (5, 2)), ((4, 3), (1, 1)), ((1, 1), (2, 3)), ((3, 2), (3, 8))],
)
def test_every_pixel(
    type_: T,
    scale: float,
    zero_point: int,
    mode: str,
    nchw: bool,
    old: tuple[int, int],
    new: tuple[int, int],
) -> None:
    before, after = (2, *old, 2), (2, *new, 2)
    choose = np.random.default_rng(7)
    low = -128 if type_ == Q8S else 0
    values = choose.integers(low, low + 256, _layout(before, nchw))
    source = given(type_, values, scale=scale, zero_point=zero_point)
    target = out(type_, scale=scale, zero_point=zero_point)
    align, half = mode == "align", mode == "half"
    inputs = [source, _int(new[1]), _int(new[0]), _flag(nchw), _flag(align), _flag(half)]
    got = run(OP, inputs, [target])[0]

    def image(*index: int) -> Fraction:
        code = int(values[_layout(index, nchw)])
        return (code - zero_point) * Fraction(source.scale) if scale else Fraction(code)

    assert got.shape == _layout(after, nchw)
    for index in np.ndindex(*after):
        exact = _exact(image, index, before, after, align, half)
        found = got[_layout(index, nchw)]
        assert found == (code_of(exact, target) if scale else got.dtype.type(float(exact)))


def test_ties_round_away_from_zero() -> None:
    # ties between neighbouring codes, above and below the zero point
    source = given(Q8, [10, 11, 12, 9, 8], shape=(1, 1, 5, 1), scale=0.3, zero_point=10)
    target = out(Q8, scale=0.3, zero_point=10)
    got = run(OP, [source, _int(10), _int(1)], [target])[0]
    assert got.ravel().tolist() == [10, 11, 11, 12, 12, 11, 9, 8, 8, 8]


@pytest.mark.parametrize("align", [False, True])
def test_torch_agrees(align: bool) -> None:
    torch = pytest.importorskip("torch")
    image = np.random.default_rng(3).normal(size=(2, 3, 5, 4)).astype(np.float32)
    inputs = [given(F32, image), _int(7), _int(9), _flag(True), _flag(align), _flag(not align)]
    expected = torch.nn.functional.interpolate(
        torch.from_numpy(image).double(), size=(9, 7), mode="bilinear", align_corners=align
    )
    got = run(OP, inputs, [out(F32)])[0]
    np.testing.assert_allclose(got, expected.numpy(), rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize(
    ("type_", "factor_type"), [(F32, T.FLOAT32), (F16, T.FLOAT16), (Q8, T.FLOAT32)]
)
@pytest.mark.parametrize(
    ("old", "factor", "new"), [(10, 0.75, 7), (4, 1.5, 6), (3, 1.9, 5), (5, 1.0, 5), (2, 0.5, 1)]
)
def test_by_scale(type_: T, factor_type: T, old: int, factor: float, new: int) -> None:
    scale = 0.5 if type_ == Q8 else 0.0
    image = np.arange(old * 2).reshape(1, old, 2, 1)
    source = given(type_, image, scale=scale)
    target = [out(type_, scale=scale)]
    by_scale = run(OP, [source, given(factor_type, 1.5), given(factor_type, factor)], target)[0]
    by_size = run(OP, [source, _int(3), _int(new)], target)[0]
    assert by_scale.shape == (1, new, 3, 1)
    assert np.array_equal(by_scale, by_size)


def test_scaled_size_is_a_float32() -> None:
    # float32(0.7) is below 0.7, but ten pixels become seven
    source = given(F32, np.zeros((1, 10, 1, 1)))
    inputs = [source, given(T.FLOAT32, 1.0), given(T.FLOAT32, 0.7)]
    assert output_shapes(OP, inputs, [out(F32)]) == [(1, 7, 1, 1)]


@pytest.mark.parametrize("type_", [F32, Q8])
def test_zero_batches(type_: T) -> None:
    source = given(type_, np.zeros((0, 2, 3, 1)), scale=float(type_ == Q8))
    target = [out(type_, scale=float(type_ == Q8))]
    assert run(OP, [source, _int(5), _int(4)], target)[0].shape == (0, 4, 5, 1)


def test_conditions() -> None:
    source, target = given(F32, np.zeros((1, 2, 3, 1))), [out(F32)]
    assert broken(OP, [source, _int(1), _int(1)], target) == []
    assert broken(OP, [source, _int(0), _int(1)], target) == ["width_is_positive"]
    assert broken(OP, [source, _int(1), _int(-1)], target) == ["height_is_positive"]
    for factor in (0.3, -1.0, float("nan"), float("inf")):
        inputs = [source, given(T.FLOAT32, factor), given(T.FLOAT32, 1.0)]
        assert broken(OP, inputs, target) == ["width_is_positive"]
    flags = [_flag(False), _flag(True), _flag(True)]
    assert broken(OP, [source, _int(1), _int(1), *flags], target) == ["one_mode"]
    for shape in ((1, 0, 3, 1), (1, 2, 0, 1), (1, 2, 3, 0)):
        empty = given(F32, np.zeros(shape))
        assert broken(OP, [empty, _int(1), _int(1)], target) == ["image_not_empty"]
    codes = given(Q8, np.zeros((1, 1, 1, 1)), scale=0.5)
    other = [out(Q8, scale=0.5, zero_point=1)]
    assert broken(OP, [codes, _int(1), _int(1)], other) == ["output_quantization"]


def test_scale_form_since_1_2() -> None:
    found = find_definition(OP)
    assert found is not None
    assert {form.name: form.since for form in found.forms} == {
        "by_size": Version.V1_0,
        "by_scale": Version.V1_2,
    }


def test_undecided_conditions_of_unknown_operands() -> None:
    target = [out(F32)]
    partial = unknown(F32, (None, 2, None, 1))
    factors = [given(T.FLOAT32, 1.0), given(T.FLOAT32, 1.0)]
    open_image = ["image_not_empty"]
    assert undecided(OP, [partial, _int(1), _int(1)], target) == open_image
    assert undecided(OP, [partial, *factors], target) == ["width_is_positive", *open_image]
    source = given(F32, np.zeros((1, 2, 3, 1)))
    width_open = [source, unknown(T.INT32), _int(1)]
    assert undecided(OP, width_open, target) == ["width_is_positive"]
    for inputs in ([partial, _int(1), _int(1)], width_open):
        with pytest.raises(Unknown):
            output_shapes(OP, inputs, target)
    batch_open = unknown(F32, (None, 2, 3, 1))
    assert undecided(OP, [batch_open, *factors], target) == []
