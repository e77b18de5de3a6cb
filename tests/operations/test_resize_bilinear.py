"""RESIZE_BILINEAR against exact fractions, pixel by pixel, and against torch."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, Unknown
from tests.operations.op_runner import (
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
