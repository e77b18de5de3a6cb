"""GROUPED_CONV_2D against plain loops and torch, and its conditions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType, Version
from conformance.operations import OperandView, find_definition
from tests.operations.box_samples import changed, edited
from tests.operations.op_runner import broken, given, out, output_shapes, run, unknown
from tests.operations.window_formulas import (
    Window,
    bias_reals,
    channel_filter,
    check,
    operand,
    reals,
    stored,
    transposed,
)

T = OperandType
OP = OperationType.GROUPED_CONV_2D
U8, I8 = T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED
TYPES = (T.TENSOR_FLOAT32, T.TENSOR_FLOAT16, U8, I8)
WINDOWS = (
    Window((1, 1)),
    Window((3, 2), strides=(2, 1), pads=(1, 2, 1, 0)),
    Window((2, 3), strides=(2, 2), pads="SAME"),
    Window((2, 2), strides=(1, 3), pads="VALID"),
)
GROUPS = ((1, 6, 2), (2, 6, 4), (3, 6, 3), (6, 6, 12))
"""Groups, input channels, units."""


def operands(
    type_: OperandType, window: Window, groups: tuple[int, int, int], *, channels: bool = False
) -> tuple[OperandView, OperandView, OperandView, OperandView]:
    count, depth, units = groups
    source = operand(type_, (2, 5, 6, depth), 1)
    shape = (units, window.size[1], window.size[0], depth // count)
    quantized = type_ in (U8, I8)
    filter_ = channel_filter(shape, 0, 2) if channels else operand(type_, shape, 2, scale=0.125)
    bias_scale = 0.0 if channels else 0.25 * 0.125
    bias = operand(T.TENSOR_INT32 if quantized else type_, (units,), 3, scale=bias_scale)
    point = {U8: 100, I8: -20}.get(type_, 0)
    return source, filter_, bias, out(type_, scale=4.0 if quantized else 0.0, zero_point=point)


def scalars(window: Window, groups: int, activation: int = 0, nchw: bool = False) -> Any:
    listed = window.scalars(groups, activation=activation, nchw=True)
    return [*listed[:-1], given(T.BOOL, nchw)]


def loops(
    source: OperandView,
    filter_: OperandView,
    bias: OperandView,
    target: OperandView,
    window: Window,
    groups: int,
    activation: int = 0,
) -> np.ndarray:
    x, w, b = reals(source), reals(filter_), bias_reals(bias, source, filter_)
    units, depth = len(w), w.shape[3]
    result = np.empty((len(x), *window.outputs(x.shape), units), object)
    for n in range(len(x)):
        for oy, ox, vertical, horizontal in window.places(x.shape):
            for unit in range(units):
                first = unit * groups // units * depth
                total = b[unit] + sum(
                    x[n, row, column, first + c] * w[unit, ky, kx, c]
                    for ky, row in vertical
                    for kx, column in horizontal
                    for c in range(depth)
                )
                result[n, oy, ox, unit] = stored(total, target, activation)
    return result


@pytest.mark.parametrize("groups", GROUPS, ids=str)
@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize("type_", TYPES, ids=lambda t: t.name)
def test_every_type(type_: OperandType, window: Window, groups: tuple[int, int, int]) -> None:
    views = operands(type_, window, groups)
    expected = loops(*views, window, groups[0])
    result = run(OP, [*views[:3], *scalars(window, groups[0])], [views[3]])[0]
    check(result, expected, type_)
    nchw = [transposed(views[0]), *views[1:3], *scalars(window, groups[0], nchw=True)]
    check(run(OP, nchw, [views[3]])[0], expected.transpose(0, 3, 1, 2), type_)


@pytest.mark.parametrize("type_", [U8, I8], ids=lambda t: t.name)
def test_per_channel(type_: OperandType) -> None:
    views = operands(type_, WINDOWS[1], GROUPS[1], channels=True)
    result = run(OP, [*views[:3], *scalars(WINDOWS[1], 2)], [views[3]])[0]
    check(result, loops(*views, WINDOWS[1], 2), type_)


@pytest.mark.parametrize("activation", [1, 2, 3])
@pytest.mark.parametrize("type_", TYPES, ids=lambda t: t.name)
def test_activation(type_: OperandType, activation: int) -> None:
    *inputs, target = operands(type_, WINDOWS[2], GROUPS[2])
    if type_ in (U8, I8):
        target = out(type_, scale=0.0625, zero_point=target.zero_point)
    result = run(OP, [*inputs, *scalars(WINDOWS[2], 3, activation)], [target])[0]
    check(result, loops(*inputs, target, WINDOWS[2], 3, activation), type_)


@pytest.mark.parametrize("groups", [2, 8])
def test_torch_agrees(groups: int) -> None:
    torch = pytest.importorskip("torch")
    window = Window((3, 3), strides=(2, 1), pads=(1, 1, 2, 2))
    source = operand(T.TENSOR_FLOAT32, (2, 9, 10, 16), 7)
    filter_ = operand(T.TENSOR_FLOAT32, (24, 3, 3, 16 // groups), 8)
    bias = operand(T.TENSOR_FLOAT32, (24,), 9)
    image, weights, offset = (
        torch.tensor(view.value.astype(np.float64))  # type: ignore[union-attr]
        for view in (source, filter_, bias)
    )
    wanted = torch.nn.functional.conv2d(
        image.permute(0, 3, 1, 2), weights.permute(0, 3, 1, 2), offset,
        stride=(1, 2), padding=(2, 1), groups=groups,
    )  # fmt: skip
    result = run(OP, [source, filter_, bias, *scalars(window, groups)], [out(T.TENSOR_FLOAT32)])[0]
    np.testing.assert_allclose(result, wanted.permute(0, 2, 3, 1).numpy(), rtol=1e-6, atol=1e-6)


def test_conditions() -> None:
    source, filter_, bias, target = operands(U8, WINDOWS[1], GROUPS[1])
    good = [source, filter_, bias, *scalars(WINDOWS[1], 2)]
    assert broken(OP, good, [target]) == []

    def names(position: int, value: Any) -> list[str]:
        return broken(OP, edited(good, position, lambda v: np.asarray(value, v.dtype)), [target])

    assert names(9, 0) == ["num_groups_range", "filter_depth"]
    assert names(9, 3) == ["filter_depth", "group_units"]
    assert names(9, 1) == ["filter_depth"]
    assert names(1, np.zeros((3, 2, 3, 3))) == ["group_units", "bias_length"]
    assert names(1, np.zeros((4, 2, 3, 2))) == ["filter_depth"]
    assert names(1, np.zeros((4, 0, 3, 3)))[0] == "filter_sizes"
    assert names(2, np.zeros(3)) == ["bias_length"]
    assert names(3, -1) == ["padding_left_range"]
    assert names(3, 3) == ["filter_exceeds_padding"]
    assert names(7, 0) == ["stride_width_range"]
    assert names(10, 4) == ["activation_code"]
    assert broken(OP, changed(good, 2, scale=0.5), [target]) == ["bias_quantization"]
    implicit = [source, filter_, bias, *scalars(Window((3, 2), pads="SAME"), 2)]
    assert broken(OP, implicit, [target]) == []
    wrong = edited(implicit, 3, lambda v: np.asarray(3, v.dtype))
    assert broken(OP, wrong, [target]) == ["padding_scheme_code"]
    per_channel = operands(U8, WINDOWS[1], GROUPS[1], channels=True)
    turned = channel_filter((4, 2, 3, 3), 3, 2)
    inputs = [source, turned, per_channel[2], *scalars(WINDOWS[1], 2)]
    assert broken(OP, inputs, [target]) == ["channel_dimension"]


def test_signature() -> None:
    found = find_definition(OP)
    assert found is not None
    assert [form.counts for form in found.forms] == [(12,), (9,)]
    assert found.types[T.TENSOR_FLOAT32] is found.types[U8] is Version.V1_2
    assert found.types[I8] is Version.V1_3
    assert found.zero_size is None
    source = unknown(T.TENSOR_FLOAT32, (None, 5, 6, 6))
    filter_, bias = unknown(T.TENSOR_FLOAT32, (4, 2, 3, 3)), unknown(T.TENSOR_FLOAT32)
    inputs = [given(T.TENSOR_FLOAT32, np.zeros((2, 5, 6, 6))), filter_, bias]
    listed = scalars(WINDOWS[1], 2)
    assert output_shapes(OP, [*inputs, *listed], [out(T.TENSOR_FLOAT32)]) == [(2, 5, 4, 4)]
    assert broken(OP, [source, filter_, bias, *listed], [out(T.TENSOR_FLOAT32)]) == []
