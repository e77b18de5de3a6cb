"""CONV_2D against plain loops and torch, and its conditions."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType, Version
from conformance.operations import OperandView, Unknown, find_definition
from conformance.operations import create_call as make
from tests.operations.op_runner import broken, given, out, output_shapes, per_channel, run, unknown
from tests.operations.window_formulas import (
    Window,
    assert_equal_in_threads,
    bias_reals,
    channel_filter,
    check,
    operand,
    reals,
    stored,
    transposed,
)

T = OperandType
OP = OperationType.CONV_2D
U8, I8 = T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED
TYPES = (T.TENSOR_FLOAT32, T.TENSOR_FLOAT16, U8, I8)
WINDOWS = (
    Window((1, 1)),
    Window((1, 1), strides=(2, 3)),
    Window((3, 2), pads=(1, 1, 1, 0)),
    Window((3, 3), strides=(2, 1), pads=(2, 0, 0, 2)),
    Window((2, 2), strides=(3, 4), pads=(0, 1, 0, 1)),
    Window((3, 3), pads="SAME"),
    Window((2, 3), strides=(2, 2), pads="SAME"),
    Window((1, 2), strides=(3, 3), pads="VALID"),
    Window((2, 2), pads=(1, 1, 2, 0), dilation=(2, 3)),
    Window((3, 2), strides=(2, 1), pads="SAME", dilation=(2, 2)),
    Window((2, 2), strides=(2, 2), pads="VALID", dilation=(3, 1)),
)


def loops(
    source: OperandView,
    filter_: OperandView,
    bias: OperandView,
    window: Window,
    target: OperandView,
    activation: int = 0,
) -> np.ndarray:
    x, w, b = reals(source), reals(filter_), bias_reals(bias, source, filter_)
    result = np.empty((len(x), *window.outputs(x.shape), len(w)), object)
    for n in range(len(x)):
        for oy, ox, vertical, horizontal in window.places(x.shape):
            for unit in range(len(w)):
                total = b[unit] + sum(
                    x[n, row, column, c] * w[unit, ky, kx, c]
                    for ky, row in vertical
                    for kx, column in horizontal
                    for c in range(x.shape[3])
                )
                result[n, oy, ox, unit] = stored(total, target, activation)
    return result


def case(type_: OperandType, window: Window, *, channels: bool = False, units: int = 4):
    source = operand(type_, (2, 6, 7, 3), 1)
    shape = (units, window.size[1], window.size[0], 3)
    quantized = type_ in (U8, I8)
    filter_ = channel_filter(shape, 0, 2) if channels else operand(type_, shape, 2, scale=0.125)
    bias_scale = 0.0 if channels else 0.25 * 0.125
    bias = operand(T.TENSOR_INT32 if quantized else type_, (units,), 3, scale=bias_scale)
    point = {U8: 100, I8: -20}.get(type_, 0)
    target = out(type_, scale=4.0 if quantized else 0.0, zero_point=point)
    return source, filter_, bias, target


@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize("type_", TYPES, ids=lambda t: t.name)
def test_every_type_and_window(type_: OperandType, window: Window) -> None:
    source, filter_, bias, target = case(type_, window)
    (result,) = run(OP, [source, filter_, bias, *window.scalars()], [target])
    check(result, loops(source, filter_, bias, window, target), type_)


@pytest.mark.parametrize("type_", [U8, I8], ids=lambda t: t.name)
@pytest.mark.parametrize("window", [WINDOWS[0], WINDOWS[5]], ids=str)
def test_per_channel(type_: OperandType, window: Window) -> None:
    source, filter_, bias, target = case(type_, window, channels=True)
    (result,) = run(OP, [source, filter_, bias, *window.scalars()], [target])
    check(result, loops(source, filter_, bias, window, target), type_)


@pytest.mark.parametrize("type_", TYPES, ids=lambda t: t.name)
@pytest.mark.parametrize("window", [WINDOWS[0], WINDOWS[3], WINDOWS[9]], ids=str)
def test_nchw(type_: OperandType, window: Window) -> None:
    source, filter_, bias, target = case(type_, window)
    inputs = [transposed(source), filter_, bias, *window.scalars(nchw=True)]
    (result,) = run(OP, inputs, [target])
    expected = loops(source, filter_, bias, window, target)
    check(result, expected.transpose(0, 3, 1, 2), type_)


@pytest.mark.parametrize("activation", [1, 2, 3])
@pytest.mark.parametrize("type_", TYPES, ids=lambda t: t.name)
def test_activation(type_: OperandType, activation: int) -> None:
    source, filter_, bias, target = case(type_, WINDOWS[2])
    if type_ in (U8, I8):
        target = out(type_, scale=0.0625, zero_point=target.zero_point)
    scalars = WINDOWS[2].scalars(activation=activation)
    (result,) = run(OP, [source, filter_, bias, *scalars], [target])
    check(result, loops(source, filter_, bias, WINDOWS[2], target, activation), type_)


def test_ties_are_rounded_away_from_zero() -> None:
    """0.5 * 0.5 / 0.5: every odd sum is a tie."""
    source = given(I8, [-3, -1, 1, 3, 5], shape=(1, 1, 5, 1), scale=0.5)
    filter_ = given(I8, [1], shape=(1, 1, 1, 1), scale=0.5)
    bias = given(T.TENSOR_INT32, [0], scale=0.25)
    inputs = [source, filter_, bias, *Window().scalars()]
    (result,) = run(OP, inputs, [out(I8, scale=0.5, zero_point=7)])
    np.testing.assert_array_equal(result.ravel(), np.array([-2, -1, 1, 2, 3]) + 7)


def test_saturates() -> None:
    source, filter_, bias, _ = case(I8, WINDOWS[0])
    target = out(I8, scale=2.0**-6, zero_point=5)
    (result,) = run(OP, [source, filter_, bias, *WINDOWS[0].scalars()], [target])
    check(result, loops(source, filter_, bias, WINDOWS[0], target), I8)
    assert {-128, 127} <= set(result.ravel().tolist())


def test_an_infinite_float_remains_infinite() -> None:
    source = given(T.TENSOR_FLOAT16, [60000.0, -60000.0], shape=(1, 1, 2, 1))
    filter_ = given(T.TENSOR_FLOAT16, [2.0], shape=(1, 1, 1, 1))
    inputs = [source, filter_, given(T.TENSOR_FLOAT16, [0.0]), *Window().scalars()]
    (result,) = run(OP, inputs, [out(T.TENSOR_FLOAT16)])
    np.testing.assert_array_equal(result.ravel(), [np.inf, -np.inf])


def test_float_sums_cancel_in_double_precision() -> None:
    source = given(T.TENSOR_FLOAT32, [1e8, 1.0, -1e8, 2.0**-20], shape=(1, 1, 1, 4))
    filter_ = given(T.TENSOR_FLOAT32, [1.0] * 4, shape=(1, 1, 1, 4))
    inputs = [source, filter_, given(T.TENSOR_FLOAT32, [0.0]), *Window().scalars()]
    (result,) = run(OP, inputs, [out(T.TENSOR_FLOAT32)])
    assert result.item() == 1.0 + 2.0**-20


@pytest.mark.parametrize("window", [WINDOWS[0], WINDOWS[5]], ids=str)
@pytest.mark.parametrize("nchw", [False, True])
def test_zero_batch(window: Window, nchw: bool) -> None:
    source, filter_, bias, target = case(U8, window)
    source = given(U8, [], shape=(0, 3, 6, 7) if nchw else (0, 6, 7, 3), scale=0.25)
    (result,) = run(OP, [source, filter_, bias, *window.scalars(nchw=nchw)], [target])
    assert result.size == 0
    assert result.shape[0] == 0


def test_agrees_with_torch() -> None:
    torch = pytest.importorskip("torch")
    random = np.random.default_rng(5)
    image = random.normal(size=(2, 17, 19, 8)).astype(np.float32)
    weights = random.normal(size=(12, 3, 5, 8)).astype(np.float32)
    bias = random.normal(size=12).astype(np.float32)
    window = Window((5, 3), strides=(2, 3), pads=(2, 2, 1, 1), dilation=(1, 2))
    inputs = [given(T.TENSOR_FLOAT32, v) for v in (image, weights, bias)]
    (result,) = run(OP, [*inputs, *window.scalars()], [out(T.TENSOR_FLOAT32)])
    expected = torch.nn.functional.conv2d(
        torch.from_numpy(image.transpose(0, 3, 1, 2).astype(np.float64)),
        torch.from_numpy(weights.transpose(0, 3, 1, 2).astype(np.float64)),
        torch.from_numpy(bias.astype(np.float64)),
        stride=(3, 2),
        padding=(1, 2),
        dilation=(2, 1),
    )
    np.testing.assert_allclose(result.transpose(0, 3, 1, 2), expected.numpy(), rtol=2e-7, atol=1e-6)


def test_forms_are_distinguished_by_types() -> None:
    """Ten inputs are explicit without layout, or implicit with layout and dilation."""
    source, filter_, bias, target = case(T.TENSOR_FLOAT32, WINDOWS[0])
    found = find_definition(OP)
    tail = [given(T.INT32, n) for n in (0, 0, 0, 0, 1, 1, 0)]
    assert make(found, [source, filter_, bias, *tail], [target]).form.name == "explicit"
    tail = [given(T.INT32, n) for n in (1, 1, 1, 0)]
    tail += [given(T.BOOL, False), given(T.INT32, 1), given(T.INT32, 1)]
    assert make(found, [source, filter_, bias, *tail], [target]).form.name == "implicit"
    for lone in (tail[:-1], tail[:2]):
        with pytest.raises(ValueError, match="no form"):
            make(found, [source, filter_, bias, *lone], [target])


def test_padding_scheme_none_is_no_padding() -> None:
    source, filter_, bias, target = case(T.TENSOR_FLOAT32, WINDOWS[5])
    tail = [given(T.INT32, n) for n in (0, 1, 1, 0)]
    (result,) = run(OP, [source, filter_, bias, *tail], [target])
    assert result.shape == (2, 4, 5, 4)


def test_shape_needs_sizes() -> None:
    _source, filter_, bias, target = case(T.TENSOR_FLOAT32, WINDOWS[5])
    partial = unknown(T.TENSOR_FLOAT32, (2, None, 7, 3))
    with pytest.raises(Unknown):
        output_shapes(OP, [partial, filter_, bias, *WINDOWS[5].scalars()], [target])


def breaking() -> dict[str, tuple[list[OperandView], OperandView]]:
    """Return one call for each condition that breaks exactly this condition."""
    source, filter_, bias, target = case(U8, Window((3, 3)))

    def scalars(*numbers: int) -> list[OperandView]:
        return [given(T.INT32, n) for n in numbers]

    good = scalars(1, 1, 1, 0)
    dilated = [*good, given(T.BOOL, False)]
    one = [source, filter_, bias]
    wide = given(U8, np.zeros((4, 3, 3, 5)), scale=0.125)
    long = operand(T.TENSOR_INT32, (5,), 1, scale=0.03125)
    signed = channel_filter((4, 3, 3, 3), 0, 1)
    flat = given(T.TENSOR_INT32, [0] * 4)
    wrong_dim = given(signed.type, signed.value, extra_params=per_channel([1.0] * 3, 3))
    few = given(signed.type, signed.value, extra_params=per_channel([1.0] * 3, 0))
    empty = given(U8, [], shape=(4, 0, 3, 3), scale=0.125)
    return {
        "filter_sizes": ([source, empty, bias, *good], target),
        "padding_left_range": ([*one, *scalars(-1, 0, 0, 0, 1, 1, 0)], target),
        "padding_right_range": ([*one, *scalars(0, -1, 0, 0, 1, 1, 0)], target),
        "padding_top_range": ([*one, *scalars(0, 0, -1, 0, 1, 1, 0)], target),
        "padding_bottom_range": ([*one, *scalars(0, 0, 0, -1, 1, 1, 0)], target),
        "stride_width_range": ([*one, *scalars(2, 0, 1, 0)], target),
        "stride_height_range": ([*one, *scalars(2, 1, 0, 0)], target),
        "dilation_width_range": ([*one, *dilated, *scalars(0, 1)], target),
        "dilation_height_range": ([*one, *dilated, *scalars(1, 0)], target),
        "padding_scheme_code": ([*one, *scalars(3, 1, 1, 0)], target),
        "image_sizes": (
            [given(U8, [], shape=(1, 0, 7, 3), scale=0.25), filter_, bias, *good],
            target,
        ),
        "filter_exceeds_padding": ([*one, *scalars(0, 3, 0, 0, 1, 1, 0)], target),
        "filter_depth": ([source, wide, bias, *good], target),
        "bias_length": ([source, filter_, long, *good], target),
        "channel_dimension": ([source, wrong_dim, flat, *good], target),
        "channel_dimension ": ([source, few, flat, *good], target),
        "bias_quantization": (
            [source, filter_, given(T.TENSOR_INT32, [0] * 4, scale=0.04), *good],
            target,
        ),
        "bias_quantization ": (
            [source, filter_, given(T.TENSOR_INT32, [0] * 4, scale=0.03125, zero_point=1), *good],
            target,
        ),
        "bias_quantization  ": (
            [source, signed, given(T.TENSOR_INT32, [0] * 4, scale=0.03125), *good],
            target,
        ),
        "activation_code": ([*one, *scalars(1, 1, 1, 4)], target),
    }


@pytest.mark.parametrize("name", breaking())
def test_each_condition_has_a_message(name: str) -> None:
    inputs, target = breaking()[name]
    assert name.strip() in broken(OP, inputs, [target])


def test_every_condition_is_broken_by_one_call() -> None:
    names = {condition.name for condition in find_definition(OP).conditions}
    elsewhere = {"window_fits", "output_scale_exceeds_product"}
    assert names == {name.strip() for name in breaking()} | elsewhere


def test_a_window_larger_than_the_image_is_refused() -> None:
    source, filter_, bias, target = case(U8, Window((8, 3)))
    inputs = [source, filter_, bias, *Window(pads="VALID").scalars()]
    assert broken(OP, inputs, [target]) == ["window_fits"]


def test_output_scale_was_restricted_before_1_2() -> None:
    source, filter_, bias, _ = case(U8, WINDOWS[0])
    inputs = [source, filter_, bias, *WINDOWS[0].scalars()]
    for scale, names in ((0.03125, ["output_scale_exceeds_product"]), (0.0625, [])):
        assert broken(OP, inputs, [out(U8, scale=scale)], Version.V1_1) == names
        assert broken(OP, inputs, [out(U8, scale=scale)], Version.V1_2) == []


def test_bias_scale_may_differ_by_rounding() -> None:
    source, filter_, _, target = case(U8, WINDOWS[0])
    scale = float(np.nextafter(np.float32(0.03125), np.float32(1)))
    bias = given(T.TENSOR_INT32, [0] * 4, scale=scale)
    assert broken(OP, [source, filter_, bias, *WINDOWS[0].scalars()], [target]) == []


def test_one_kernel_in_several_threads() -> None:
    source, filter_, bias, target = case(I8, WINDOWS[5])
    found = find_definition(OP)
    tail = WINDOWS[5].scalars()
    kernel = found.compile(make(found, [source, filter_, bias, *tail], [target]))
    rest = [filter_.value, bias.value, *(view.value for view in tail)]
    assert_equal_in_threads(kernel, (2, 6, 7, 3), rest)
