"""AVERAGE_POOL_2D, MAX_POOL_2D and L2_POOL_2D against plain loops and torch.

Their conditions are tested, too.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType
from conformance.operations import OperandView, find_definition
from tests.operations.op_runner import broken, given, out, run
from tests.operations.window_formulas import (
    CODES,
    REAL,
    Window,
    check,
    half_away,
    operand,
    transposed,
)

T = OperandType
AVERAGE, L2, MAX = (
    OperationType.AVERAGE_POOL_2D,
    OperationType.L2_POOL_2D,
    OperationType.MAX_POOL_2D,
)
U8, I8 = T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED
FLOATS = (T.TENSOR_FLOAT32, T.TENSOR_FLOAT16)
CASES = [(op, t) for op in (AVERAGE, MAX) for t in (*FLOATS, U8, I8)] + [(L2, t) for t in FLOATS]
WINDOWS = (
    Window((1, 1)),
    Window((1, 1), strides=(2, 3)),
    Window((3, 2), pads=(1, 1, 1, 0)),
    Window((3, 3), strides=(2, 1), pads=(2, 0, 0, 2)),
    Window((2, 2), strides=(3, 4), pads=(0, 1, 0, 1)),
    Window((3, 3), strides=(1, 1), pads="SAME"),
    Window((2, 3), strides=(2, 2), pads="SAME"),
    Window((6, 5), pads="VALID"),
    Window((5, 4), strides=(5, 5), pads=(4, 4, 3, 3)),
    Window((4, 3), strides=(4, 3), pads=(3, 3, 2, 2)),
)
by_name = {"ids": lambda value: getattr(value, "name", str(value))}


def pooled(op: OperationType, values: list, view: OperandView, activation: int):
    """Return the result of one window from its stored values."""
    codes = view.type in CODES
    numbers = [Fraction(v.item()) for v in values]
    low, high = REAL[activation]
    if codes:
        zero = view.zero_point
        mean = zero + half_away(sum(numbers) / len(numbers) - zero)
        result = max(numbers) if op == MAX else Fraction(mean)
        ends = list(CODES[view.type])
        if low is not None:
            ends[0] = max(ends[0], view.zero_point + half_away(low / Fraction(view.scale)))
        if high is not None:
            ends[1] = min(ends[1], view.zero_point + half_away(high / Fraction(view.scale)))
        return int(min(max(result, ends[0]), ends[1]))
    if op == MAX:
        result = float(max(numbers))
    elif op == AVERAGE:
        result = float(sum(numbers) / len(numbers))
    else:
        result = math.sqrt(float(sum(n * n for n in numbers) / len(numbers)))
    result = result if low is None else max(result, low)
    return result if high is None else min(result, high)


def loops(op: OperationType, source: OperandView, window: Window, activation: int = 0):
    x = source.value
    result = np.empty((len(x), *window.outputs(x.shape), x.shape[3]), object)
    for n in range(len(x)):
        for oy, ox, vertical, horizontal in window.places(x.shape):
            for c in range(x.shape[3]):
                seen = [x[n, row, column, c] for _, row in vertical for _, column in horizontal]
                result[n, oy, ox, c] = pooled(op, seen, source, activation)
    return result


def like(source: OperandView) -> OperandView:
    return out(source.type, scale=source.scale, zero_point=source.zero_point)


@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize(("op", "type_"), CASES, **by_name)
def test_every_type_and_window(op: OperationType, type_: OperandType, window: Window) -> None:
    source = operand(type_, (2, 6, 7, 3), 1)
    (result,) = run(op, [source, *window.scalars(*window.size)], [like(source)])
    check(result, loops(op, source, window), type_)


@pytest.mark.parametrize(("op", "type_"), CASES, **by_name)
@pytest.mark.parametrize("window", [WINDOWS[3], WINDOWS[6]], ids=str)
def test_nchw(op: OperationType, type_: OperandType, window: Window) -> None:
    source = operand(type_, (2, 6, 7, 3), 1)
    scalars = window.scalars(*window.size, nchw=True)
    (result,) = run(op, [transposed(source), *scalars], [like(source)])
    check(result, loops(op, source, window).transpose(0, 3, 1, 2), type_)


@pytest.mark.parametrize("activation", [1, 2, 3])
@pytest.mark.parametrize(("op", "type_"), CASES, **by_name)
def test_activation(op: OperationType, type_: OperandType, activation: int) -> None:
    source = operand(type_, (1, 6, 7, 3), 1, scale=0.15)
    if type_ in FLOATS:
        source = given(type_, source.value * 4)
    window = WINDOWS[2]
    scalars = window.scalars(*window.size, activation=activation)
    (result,) = run(op, [source, *scalars], [like(source)])
    check(result, loops(op, source, window, activation), type_)


@pytest.mark.parametrize(("op", "type_"), CASES, **by_name)
@pytest.mark.parametrize("nchw", [False, True])
def test_zero_batch(op: OperationType, type_: OperandType, nchw: bool) -> None:
    source = operand(type_, (0, 3, 6, 7) if nchw else (0, 6, 7, 3), 1)
    window = WINDOWS[6]
    (result,) = run(op, [source, *window.scalars(*window.size, nchw=nchw)], [like(source)])
    assert result.shape == ((0, 3, 3, 4) if nchw else (0, 3, 4, 3))


@pytest.mark.parametrize(
    ("type_", "values", "mean"),
    [
        (U8, [1, 2], 1),
        (U8, [9, 10], 9),
        (U8, [10, 11], 11),
        (U8, [254, 255], 255),
        (I8, [1, 2], 1),
        (I8, [10, 11], 11),
        (I8, [-1, -2], -2),
        (I8, [-2, -3], -3),
        (I8, [-128, -127], -128),
        (I8, [-1, 0], -1),
        (I8, [0, 0, 1], 0),
    ],
)
def test_means_of_codes_round_ties_away_from_the_zero_point(
    type_: OperandType, values: list, mean: int
) -> None:
    source = given(type_, values, shape=(1, 1, len(values), 1), scale=0.5, zero_point=10)
    window = Window((len(values), 1), pads="VALID")
    (result,) = run(AVERAGE, [source, *window.scalars(*window.size)], [like(source)])
    assert result.item() == mean


def test_a_large_window_sums_without_overflow() -> None:
    source = given(U8, np.full((1, 300, 400, 1), 255), scale=0.5)
    window = Window((400, 300), pads="VALID")
    (result,) = run(AVERAGE, [source, *window.scalars(*window.size)], [like(source)])
    assert result.item() == 255


def test_float16_means_do_not_overflow() -> None:
    source = given(T.TENSOR_FLOAT16, [60000.0] * 4, shape=(1, 2, 2, 1))
    window = Window((2, 2), pads="VALID")
    for op in (AVERAGE, L2):
        (result,) = run(op, [source, *window.scalars(*window.size)], [like(source)])
        assert result.item() == 60000.0


def test_padding_is_excluded_from_the_maximum() -> None:
    for type_, value in ((U8, 0), (I8, -128), (T.TENSOR_FLOAT32, -np.inf)):
        source = given(type_, [value], shape=(1, 1, 1, 1), scale=0.5 if type_ in CODES else 0.0)
        window = Window((3, 3), pads=(1, 1, 1, 1))
        (result,) = run(MAX, [source, *window.scalars(*window.size)], [like(source)])
        assert result.item() == value


def test_agrees_with_torch() -> None:
    torch = pytest.importorskip("torch")
    image = np.random.default_rng(3).normal(size=(2, 21, 18, 5)).astype(np.float32)
    window = Window((3, 5), strides=(2, 3), pads=(1, 1, 2, 2))
    inputs = [given(T.TENSOR_FLOAT32, image), *window.scalars(*window.size)]
    view = torch.from_numpy(image.transpose(0, 3, 1, 2).astype(np.float64))
    for op, expected in (
        (MAX, torch.nn.functional.max_pool2d(view, (5, 3), (3, 2), (2, 1))),
        (
            AVERAGE,
            torch.nn.functional.avg_pool2d(view, (5, 3), (3, 2), (2, 1), count_include_pad=False),
        ),
    ):
        (result,) = run(op, inputs, [out(T.TENSOR_FLOAT32)])
        np.testing.assert_allclose(
            result.transpose(0, 3, 1, 2), expected.numpy(), rtol=2e-7, atol=1e-7
        )


def breaking() -> dict[str, list[OperandView]]:
    source = operand(U8, (2, 6, 7, 3), 1)

    def call(*numbers: int, image: OperandView = source) -> list[OperandView]:
        return [image, *(given(T.INT32, n) for n in numbers)]

    return {
        "filter_width_range": call(1, 1, 1, 0, 2, 0),
        "filter_height_range": call(1, 1, 1, 2, 0, 0),
        "padding_left_range": call(-1, 0, 0, 0, 1, 1, 2, 2, 0),
        "padding_right_range": call(0, -1, 0, 0, 1, 1, 2, 2, 0),
        "padding_top_range": call(0, 0, -1, 0, 1, 1, 2, 2, 0),
        "padding_bottom_range": call(0, 0, 0, -1, 1, 1, 2, 2, 0),
        "stride_width_range": call(2, 0, 1, 2, 2, 0),
        "stride_height_range": call(2, 1, -1, 2, 2, 0),
        "padding_scheme_code": call(4, 1, 1, 2, 2, 0),
        "image_sizes": call(1, 1, 1, 2, 2, 0, image=operand(U8, (1, 6, 7, 0), 1)),
        "filter_exceeds_padding": call(0, 0, 2, 0, 1, 1, 2, 2, 0),
        "window_fits": call(2, 1, 1, 8, 2, 0),
        "activation_code": call(1, 1, 1, 2, 2, 5),
    }


@pytest.mark.parametrize("name", breaking())
@pytest.mark.parametrize("op", [AVERAGE, MAX], **by_name)
def test_each_condition_has_a_message(op: OperationType, name: str) -> None:
    inputs = breaking()[name]
    assert name in broken(op, inputs, [like(inputs[0])])


@pytest.mark.parametrize("op", [AVERAGE, MAX], **by_name)
def test_output_quantization_equals_the_inputs(op: OperationType) -> None:
    source = operand(U8, (1, 6, 7, 3), 1)
    inputs = [source, *WINDOWS[0].scalars(1, 1)]
    for target in (
        out(U8, scale=0.5, zero_point=source.zero_point),
        out(U8, scale=source.scale, zero_point=0),
    ):
        assert broken(op, inputs, [target]) == ["output_quantization"]


def test_every_condition_is_broken_by_one_call() -> None:
    for op in (AVERAGE, MAX):
        names = {condition.name for condition in find_definition(op).conditions}
        assert names == {*breaking(), "output_quantization"}
    assert {condition.name for condition in find_definition(L2).conditions} == {*breaking()}


def test_l2_pool_has_no_quantized_form() -> None:
    assert set(find_definition(L2).types) == set(FLOATS)
