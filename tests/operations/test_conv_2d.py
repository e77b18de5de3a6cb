"""CONV_2D: its conditions, infinite numbers, and threads that share a kernel."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType, Version
from conformance.operations import OperandView, find_definition
from conformance.operations import create_call as make
from tests.operations.op_runner import broken, given, out, per_channel, run
from tests.operations.window_formulas import (
    Window,
    assert_equal_in_threads,
    channel_filter,
    operand,
)

T = OperandType
OP = OperationType.CONV_2D
U8, I8 = T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED
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


def test_an_infinite_float_remains_infinite() -> None:
    source = given(T.TENSOR_FLOAT16, [60000.0, -60000.0], shape=(1, 1, 2, 1))
    filter_ = given(T.TENSOR_FLOAT16, [2.0], shape=(1, 1, 1, 1))
    inputs = [source, filter_, given(T.TENSOR_FLOAT16, [0.0]), *Window().scalars()]
    (result,) = run(OP, inputs, [out(T.TENSOR_FLOAT16)])
    np.testing.assert_array_equal(result.ravel(), [np.inf, -np.inf])


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


def test_output_scale_was_restricted_before_1_2() -> None:
    source, filter_, bias, _ = case(U8, WINDOWS[0])
    inputs = [source, filter_, bias, *WINDOWS[0].scalars()]
    for scale, names in ((0.03125, ["output_scale_exceeds_product"]), (0.0625, [])):
        assert broken(OP, inputs, [out(U8, scale=scale)], Version.V1_1) == names
        assert broken(OP, inputs, [out(U8, scale=scale)], Version.V1_2) == []


def test_one_kernel_in_several_threads() -> None:
    source, filter_, bias, target = case(I8, WINDOWS[5])
    found = find_definition(OP)
    tail = WINDOWS[5].scalars()
    kernel = found.compile(make(found, [source, filter_, bias, *tail], [target]))
    rest = [filter_.value, bias.value, *(view.value for view in tail)]
    assert_equal_in_threads(kernel, (2, 6, 7, 3), rest)
