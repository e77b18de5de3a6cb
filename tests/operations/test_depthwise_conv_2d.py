"""DEPTHWISE_CONV_2D against plain loops and torch, and its conditions."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType, Version
from conformance.operations import OperandView, create_call, depthwise_conv_2d, find_definition
from conformance.operations.kernels import matmul
from tests.operations.op_runner import broken, given, out, per_channel, run
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
OP = OperationType.DEPTHWISE_CONV_2D
U8, I8 = T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED
TYPES = (T.TENSOR_FLOAT32, T.TENSOR_FLOAT16, U8, I8)
WINDOWS = (
    Window((1, 1)),
    Window((1, 1), strides=(2, 3)),
    Window((3, 2), pads=(1, 1, 1, 0)),
    Window((3, 3), strides=(2, 1), pads=(2, 0, 0, 2)),
    Window((2, 2), strides=(3, 4), pads=(0, 1, 0, 1)),
    Window((3, 3), pads="SAME"),
    Window((3, 3), strides=(2, 2), pads="SAME"),
    Window((1, 2), strides=(5, 3), pads="VALID"),
    Window((5, 4), strides=(3, 2), pads=(4, 4, 3, 3)),
    Window((2, 2), pads=(1, 1, 2, 0), dilation=(2, 3)),
    Window((3, 2), strides=(2, 1), pads="SAME", dilation=(2, 2)),
    Window((3, 2), strides=(2, 3), pads=(3, 4, 1, 0), dilation=(3, 1)),
    Window((2, 2), strides=(4, 2), pads="VALID", dilation=(2, 1)),
)


def loops(source, filter_, bias, window: Window, target, activation: int = 0) -> np.ndarray:
    x, w, b = reals(source), reals(filter_), bias_reals(bias, source, filter_)
    units = w.shape[3]
    multiplier = units // x.shape[3]
    result = np.empty((len(x), *window.outputs(x.shape), units), object)
    for n in range(len(x)):
        for oy, ox, vertical, horizontal in window.places(x.shape):
            for unit in range(units):
                total = b[unit] + sum(
                    x[n, row, column, unit // multiplier] * w[0, ky, kx, unit]
                    for ky, row in vertical
                    for kx, column in horizontal
                )
                result[n, oy, ox, unit] = stored(total, target, activation)
    return result


def case(type_: OperandType, window: Window, *, channels: bool = False, multiplier: int = 1):
    source = operand(type_, (2, 7, 8, 3), 1)
    units = 3 * multiplier
    shape = (1, window.size[1], window.size[0], units)
    quantized = type_ in (U8, I8)
    filter_ = channel_filter(shape, 3, 2) if channels else operand(type_, shape, 2, scale=0.125)
    bias_scale = 0.0 if channels else 0.25 * 0.125
    bias = operand(T.TENSOR_INT32 if quantized else type_, (units,), 3, scale=bias_scale)
    point = {U8: 100, I8: -20}.get(type_, 0)
    return source, filter_, bias, out(type_, scale=2.0 if quantized else 0.0, zero_point=point)


@pytest.mark.parametrize("multiplier", [1, 2])
@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize("type_", TYPES, ids=lambda t: t.name)
def test_every_type_and_window(type_: OperandType, window: Window, multiplier: int) -> None:
    source, filter_, bias, target = case(type_, window, multiplier=multiplier)
    (result,) = run(OP, [source, filter_, bias, *window.scalars(multiplier)], [target])
    check(result, loops(source, filter_, bias, window, target), type_)


@pytest.mark.parametrize("multiplier", [1, 3])
@pytest.mark.parametrize("type_", [U8, I8], ids=lambda t: t.name)
def test_per_channel(type_: OperandType, multiplier: int) -> None:
    window = WINDOWS[6]
    source, filter_, bias, target = case(type_, window, channels=True, multiplier=multiplier)
    (result,) = run(OP, [source, filter_, bias, *window.scalars(multiplier)], [target])
    check(result, loops(source, filter_, bias, window, target), type_)


@pytest.mark.parametrize("type_", TYPES, ids=lambda t: t.name)
@pytest.mark.parametrize("window", [WINDOWS[3], WINDOWS[11]], ids=str)
def test_nchw(type_: OperandType, window: Window) -> None:
    source, filter_, bias, target = case(type_, window, multiplier=2)
    inputs = [transposed(source), filter_, bias, *window.scalars(2, nchw=True)]
    (result,) = run(OP, inputs, [target])
    expected = loops(source, filter_, bias, window, target)
    check(result, expected.transpose(0, 3, 1, 2), type_)


@pytest.mark.parametrize("activation", [1, 2, 3])
@pytest.mark.parametrize("type_", TYPES, ids=lambda t: t.name)
def test_activation(type_: OperandType, activation: int) -> None:
    source, filter_, bias, target = case(type_, WINDOWS[2])
    if type_ in (U8, I8):
        target = out(type_, scale=0.0625, zero_point=target.zero_point)
    scalars = WINDOWS[2].scalars(1, activation=activation)
    (result,) = run(OP, [source, filter_, bias, *scalars], [target])
    check(result, loops(source, filter_, bias, WINDOWS[2], target, activation), type_)


@pytest.mark.parametrize("nchw", [False, True])
def test_zero_batch(nchw: bool) -> None:
    _, filter_, bias, target = case(U8, WINDOWS[6])
    source = given(U8, [], shape=(0, 3, 7, 8) if nchw else (0, 7, 8, 3), scale=0.25)
    (result,) = run(OP, [source, filter_, bias, *WINDOWS[6].scalars(1, nchw=nchw)], [target])
    assert result.shape == ((0, 3, 4, 4) if nchw else (0, 4, 4, 3))


def test_sums_beyond_float32_are_exact() -> None:
    """A window of 270 taps with extreme codes has sums above 2**24."""
    source = given(U8, np.full((1, 18, 15, 1), 255), scale=1.0)
    filter_ = given(U8, np.full((1, 18, 15, 1), 255), scale=1.0)
    bias = given(T.TENSOR_INT32, [7 - 270 * 255 * 255], scale=1.0)
    inputs = [source, filter_, bias, *Window((15, 18), pads="VALID").scalars(1)]
    (result,) = run(OP, inputs, [out(U8, scale=1.0)])
    assert result.tolist() == [[[[7]]]]


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_small_blocks_give_the_same_result(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    source, filter_, bias, target = case(I8, window, multiplier=2)
    inputs = [source, filter_, bias, *window.scalars(2)]
    (whole,) = run(OP, inputs, [target])
    monkeypatch.setattr(matmul, "BLOCK", 60)
    monkeypatch.setattr(depthwise_conv_2d, "_PRODUCTS_PER_BLOCK", 50)
    monkeypatch.setattr(depthwise_conv_2d, "_MAX_RUN", 12)
    (pieces,) = run(OP, inputs, [target])
    np.testing.assert_array_equal(pieces, whole)


@pytest.mark.parametrize("stride", [1, 2])
def test_agrees_with_torch(stride: int) -> None:
    torch = pytest.importorskip("torch")
    random = np.random.default_rng(5)
    image = random.normal(size=(2, 33, 41, 24)).astype(np.float32)
    weights = random.normal(size=(1, 3, 5, 48)).astype(np.float32)
    bias = random.normal(size=48).astype(np.float32)
    window = Window((5, 3), strides=(stride, stride), pads=(2, 2, 1, 1))
    inputs = [given(T.TENSOR_FLOAT32, v) for v in (image, weights, bias)]
    (result,) = run(OP, [*inputs, *window.scalars(2)], [out(T.TENSOR_FLOAT32)])
    expected = torch.nn.functional.conv2d(
        torch.from_numpy(image.transpose(0, 3, 1, 2).astype(np.float64)),
        torch.from_numpy(weights.transpose(3, 0, 1, 2).astype(np.float64)),
        torch.from_numpy(bias.astype(np.float64)),
        stride=stride,
        padding=(1, 2),
        groups=24,
    )
    np.testing.assert_allclose(result.transpose(0, 3, 1, 2), expected.numpy(), rtol=2e-7, atol=1e-6)


def breaking() -> dict[str, list[OperandView]]:
    """Return for each condition an input list that breaks it."""
    source, filter_, bias, _ = case(U8, Window((3, 3)))
    one = [source, filter_, bias]

    def scalars(*numbers: int) -> list[OperandView]:
        return [given(T.INT32, n) for n in numbers]

    good = scalars(1, 1, 1, 1, 0)
    dilated = [*good, given(T.BOOL, False)]
    signed = channel_filter((1, 3, 3, 3), 3, 1)
    flat = given(T.TENSOR_INT32, [0] * 3)
    wrong_dim = given(signed.type, signed.value, extra_params=per_channel([1.0], 0))
    pair = given(U8, np.zeros((2, 3, 3, 3)), scale=0.125)
    return {
        "filter_sizes": [source, given(U8, [], shape=(1, 0, 3, 3), scale=0.125), bias, *good],
        "padding_left_range": [*one, *scalars(-1, 0, 0, 0, 1, 1, 1, 0)],
        "padding_right_range": [*one, *scalars(0, -1, 0, 0, 1, 1, 1, 0)],
        "padding_top_range": [*one, *scalars(0, 0, -1, 0, 1, 1, 1, 0)],
        "padding_bottom_range": [*one, *scalars(0, 0, 0, -1, 1, 1, 1, 0)],
        "stride_width_range": [*one, *scalars(2, 0, 1, 1, 0)],
        "stride_height_range": [*one, *scalars(2, 1, 0, 1, 0)],
        "dilation_width_range": [*one, *dilated, *scalars(0, 1)],
        "dilation_height_range": [*one, *dilated, *scalars(1, 0)],
        "padding_scheme_code": [*one, *scalars(-1, 1, 1, 1, 0)],
        "image_sizes": [given(U8, [], shape=(1, 7, 0, 3), scale=0.25), filter_, bias, *good],
        "filter_exceeds_padding": [*one, *scalars(0, 0, 0, 3, 1, 1, 1, 0)],
        "window_fits": [operand(U8, (1, 2, 9, 3), 1), filter_, bias, *scalars(2, 1, 1, 1, 0)],
        "depth_multiplier_range": [*one, *scalars(1, 1, 1, 0, 0)],
        "filter_batch": [source, pair, bias, *good],
        "filter_depth": [*one, *scalars(1, 1, 1, 2, 0)],
        "bias_length": [source, filter_, operand(T.TENSOR_INT32, (4,), 1, scale=0.03125), *good],
        "channel_dimension": [source, wrong_dim, flat, *good],
        "bias_quantization": [source, signed, operand(T.TENSOR_INT32, (3,), 1, scale=0.5), *good],
        "activation_code": [*one, *scalars(1, 1, 1, 1, 7)],
    }


@pytest.mark.parametrize("name", breaking())
def test_each_condition_has_a_message(name: str) -> None:
    target = case(U8, Window((3, 3)))[3]
    assert name in broken(OP, breaking()[name], [target])


def test_every_condition_is_broken_by_one_call() -> None:
    names = {condition.name for condition in find_definition(OP).conditions}
    assert names == {*breaking(), "output_scale_exceeds_product"}


def test_a_legal_call_breaks_no_condition() -> None:
    source, filter_, bias, target = case(U8, Window((3, 3)))
    inputs = [source, filter_, bias, *Window((3, 3), pads="SAME").scalars(1)]
    assert broken(OP, inputs, [target]) == []


def test_output_scale_was_restricted_before_1_2() -> None:
    source, filter_, bias, _ = case(U8, WINDOWS[0])
    inputs = [source, filter_, bias, *WINDOWS[0].scalars(1)]
    target = out(U8, scale=0.03125)
    assert broken(OP, inputs, [target], Version.V1_1) == ["output_scale_exceeds_product"]
    assert broken(OP, inputs, [target], Version.V1_2) == []


def test_one_kernel_in_several_threads() -> None:
    source, filter_, bias, target = case(I8, WINDOWS[6])
    tail = WINDOWS[6].scalars(1)
    found = find_definition(OP)
    kernel = found.compile(create_call(found, [source, filter_, bias, *tail], [target]))
    rest = [filter_.value, bias.value, *(view.value for view in tail)]
    assert_equal_in_threads(kernel, (2, 7, 8, 3), rest)
