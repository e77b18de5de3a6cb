"""TRANSPOSE_CONV_2D against plain loops and torch, and its conditions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType, Version
from conformance.operations import OperandView, Unknown, find_definition
from tests.operations.box_samples import changed, edited
from tests.operations.op_runner import broken, given, out, output_shapes, run, undecided, unknown
from tests.operations.window_formulas import (
    bias_reals,
    channel_filter,
    check,
    operand,
    reals,
    stored,
    transposed,
)

T = OperandType
OP = OperationType.TRANSPOSE_CONV_2D
F32, U8, I8 = T.TENSOR_FLOAT32, T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED
TYPES = (F32, T.TENSOR_FLOAT16, U8, I8)
SAME, VALID = 1, 2
IMAGE = (2, 3, 4, 2)
UNITS = 3
Size = tuple[int, int]

EXPLICIT: list[tuple[Size, Size, tuple[int, int, int, int]]] = [
    ((1, 1), (1, 1), (0, 0, 0, 0)),
    ((3, 2), (1, 1), (1, 0, 1, 1)),
    ((3, 3), (2, 2), (1, 1, 0, 2)),
    ((2, 3), (3, 2), (1, 0, 2, 0)),
    ((1, 2), (3, 3), (0, 0, 0, 0)),
    ((3, 2), (2, 1), (0, -2, 0, -1)),
]
"""Filter, stride (width, height each), padding left, right, top, bottom."""

IMPLICIT: list[tuple[Size, Size, int, Size]] = [
    ((3, 3), (1, 1), SAME, (4, 3)),
    ((3, 2), (2, 2), SAME, (8, 5)),
    ((3, 2), (2, 2), SAME, (7, 6)),
    ((1, 1), (2, 3), SAME, (8, 9)),
    ((5, 4), (2, 2), SAME, (8, 6)),
    ((3, 2), (2, 2), VALID, (9, 6)),
    ((2, 2), (3, 1), 0, (11, 4)),
]
"""Filter, stride, scheme, output size (width, height each)."""


def heads(filter_: Size, stride: Size, scheme: int, size: Size) -> Size:
    """Return the columns and rows that a scheme removes before the output.

    For SAME it is half of the padding that an ordinary convolution would have.
    """
    if scheme != SAME:
        return 0, 0
    total = [(-(-o // s) - 1) * s + f - o for f, s, o in zip(filter_, stride, size, strict=True)]
    return max(0, total[0]) // 2, max(0, total[1]) // 2


def loops(
    views: tuple[OperandView, OperandView, OperandView, OperandView],
    stride: Size,
    head: Size,
    size: Size,
    activation: int = 0,
) -> np.ndarray:
    source, filter_, bias, target = views
    x, w, b = reals(source), reals(filter_), bias_reals(bias, source, filter_)
    (batch, rows, columns, _), units = x.shape, len(w)
    sums = np.zeros((batch, size[1], size[0], units), object)
    sums[...] = Fraction(0)
    for n, y, x_, unit in np.ndindex(batch, rows, columns, units):
        for ky, kx in np.ndindex(*w.shape[1:3]):
            row, column = y * stride[1] + ky - head[1], x_ * stride[0] + kx - head[0]
            if 0 <= row < size[1] and 0 <= column < size[0]:
                sums[n, row, column, unit] += x[n, y, x_] @ w[unit, ky, kx]
    result = np.empty(sums.shape, object)
    for index in np.ndindex(sums.shape):
        result[index] = stored(sums[index] + b[index[3]], target, activation)
    return result


def operands(
    type_: OperandType, filter_size: Size, *, channels: bool = False
) -> tuple[OperandView, OperandView, OperandView, OperandView]:
    shape = (UNITS, filter_size[1], filter_size[0], IMAGE[3])
    quantized = type_ in (U8, I8)
    filter_ = channel_filter(shape, 0, 2) if channels else operand(type_, shape, 2, scale=0.125)
    bias_scale = 0.0 if channels else 0.25 * 0.125
    bias = operand(T.TENSOR_INT32 if quantized else type_, (UNITS,), 3, scale=bias_scale)
    point = {U8: 100, I8: -20}.get(type_, 0)
    target = out(type_, scale=4.0 if quantized else 0.0, zero_point=point)
    return operand(type_, IMAGE, 1), filter_, bias, target


def explicit(
    views: Any, pads: Any, stride: Size, activation: int = 0, nchw: bool = False
) -> list[OperandView]:
    numbers = [given(T.INT32, n) for n in (*pads, *stride, activation)]
    return [transposed(views[0]) if nchw else views[0], *views[1:3], *numbers, given(T.BOOL, nchw)]


def implicit(
    views: Any, size: Size, scheme: int, stride: Size, nchw: bool = False
) -> list[OperandView]:
    shape = [IMAGE[0], UNITS, size[1], size[0]] if nchw else [IMAGE[0], size[1], size[0], UNITS]
    numbers = [given(T.INT32, n) for n in (scheme, *stride, 0)]
    image = transposed(views[0]) if nchw else views[0]
    wanted = given(T.TENSOR_INT32, shape)
    return [image, *views[1:3], wanted, *numbers, given(T.BOOL, nchw)]


@pytest.mark.parametrize(("filter_size", "stride", "pads"), EXPLICIT)
@pytest.mark.parametrize("type_", TYPES, ids=lambda t: t.name)
def test_explicit(type_: OperandType, filter_size: Size, stride: Size, pads: Any) -> None:
    views = operands(type_, filter_size)
    size = (
        (IMAGE[2] - 1) * stride[0] + filter_size[0] - pads[0] - pads[1],
        (IMAGE[1] - 1) * stride[1] + filter_size[1] - pads[2] - pads[3],
    )
    expected = loops(views, stride, (pads[0], pads[2]), size)
    check(run(OP, explicit(views, pads, stride), [views[3]])[0], expected, type_)
    nchw = run(OP, explicit(views, pads, stride, nchw=True), [views[3]])[0]
    check(nchw, expected.transpose(0, 3, 1, 2), type_)


@pytest.mark.parametrize(("filter_size", "stride", "scheme", "size"), IMPLICIT)
@pytest.mark.parametrize("type_", TYPES, ids=lambda t: t.name)
def test_implicit(
    type_: OperandType, filter_size: Size, stride: Size, scheme: int, size: Size
) -> None:
    views = operands(type_, filter_size)
    expected = loops(views, stride, heads(filter_size, stride, scheme, size), size)
    check(run(OP, implicit(views, size, scheme, stride), [views[3]])[0], expected, type_)
    nchw = run(OP, implicit(views, size, scheme, stride, nchw=True), [views[3]])[0]
    check(nchw, expected.transpose(0, 3, 1, 2), type_)


@pytest.mark.parametrize("type_", [U8, I8], ids=lambda t: t.name)
def test_per_channel(type_: OperandType) -> None:
    views = operands(type_, (3, 3), channels=True)
    result = run(OP, explicit(views, (1, 0, 0, 1), (2, 2)), [views[3]])[0]
    check(result, loops(views, (2, 2), (1, 0), (8, 6)), type_)


@pytest.mark.parametrize("activation", [1, 2, 3])
@pytest.mark.parametrize("type_", TYPES, ids=lambda t: t.name)
def test_activation(type_: OperandType, activation: int) -> None:
    *inputs, target = operands(type_, (2, 2))
    if type_ in (U8, I8):
        target = out(type_, scale=0.0625, zero_point=target.zero_point)
    views = (*inputs, target)
    result = run(OP, explicit(views, (0, 0, 0, 0), (1, 1), activation), [target])[0]
    check(result, loops(views, (1, 1), (0, 0), (5, 4), activation), type_)  # type: ignore[arg-type]


def test_outputs_outside_all_filters_are_the_bias() -> None:
    source = given(F32, [1.0, 2.0], shape=(1, 1, 2, 1))
    views = (source, given(F32, [3.0], shape=(1, 1, 1, 1)), given(F32, [0.5]))
    got = run(OP, explicit(views, (0, -1, 0, -1), (3, 1)), [out(F32)])[0]
    assert got[0, :, :, 0].tolist() == [[3.5, 0.5, 0.5, 6.5, 0.5], [0.5] * 5]


def test_an_infinity_affects_only_its_filter() -> None:
    source = given(F32, [np.inf, 1.0], shape=(1, 1, 2, 1))
    views = (source, given(F32, [1.0, 1.0], shape=(1, 1, 2, 1)), given(F32, [0.0]))
    got = run(OP, explicit(views, (0, 0, 0, 0), (2, 1)), [out(F32)])[0]
    assert got.ravel().tolist() == [np.inf, np.inf, 1.0, 1.0]


def test_large_sums_are_exact() -> None:
    """Sums above 2**24, which the bias brings back into range: float32 sums would be inexact."""
    source = given(U8, np.full((1, 1, 1, 600), 255), scale=1.0)
    filter_ = given(U8, np.full((1, 1, 1, 600), 255), scale=1.0)
    bias = given(T.TENSOR_INT32, [-255 * 255 * 600 + 77], scale=1.0)
    inputs = explicit((source, filter_, bias), (0, 0, 0, 0), (1, 1))
    assert run(OP, inputs, [out(U8, scale=1.0)])[0].item() == 77


@pytest.mark.parametrize("type_", TYPES, ids=lambda t: t.name)
def test_no_batch(type_: OperandType) -> None:
    views = operands(type_, (3, 2))
    empty = edited([views[0]], 0, lambda v: v[:0])
    result = run(OP, explicit((*empty, *views[1:]), (0, 0, 0, 0), (2, 2)), [views[3]])[0]
    assert result.shape == (0, 6, 9, UNITS)


def test_torch_agrees() -> None:
    torch = pytest.importorskip("torch")
    source, filter_ = operand(F32, (2, 5, 6, 8), 7), operand(F32, (10, 3, 4, 8), 8)
    bias = operand(F32, (10,), 9)
    image, weights, offset = (
        torch.tensor(view.value.astype(np.float64))  # type: ignore[union-attr]
        for view in (source, filter_, bias)
    )
    wanted = torch.nn.functional.conv_transpose2d(
        image.permute(0, 3, 1, 2), weights.permute(3, 0, 1, 2), offset, stride=(2, 3),
        padding=(1, 2), output_padding=(0, 1),
    )  # fmt: skip
    inputs = explicit((source, filter_, bias), (2, 1, 1, 1), (3, 2))
    result = run(OP, inputs, [out(F32)])[0]
    np.testing.assert_allclose(result, wanted.permute(0, 2, 3, 1).numpy(), rtol=1e-6, atol=1e-6)


def test_conditions() -> None:
    views = operands(U8, (3, 2))
    good, target = explicit(views, (1, 0, 1, 0), (2, 2)), [views[3]]
    assert broken(OP, good, target) == []

    def names(position: int, value: Any, of: list[OperandView] = good) -> list[str]:
        return broken(OP, edited(of, position, lambda v: np.asarray(value, v.dtype)), target)

    assert names(0, np.zeros((2, 0, 4, 2)))[0] == "image_sizes"
    assert names(1, np.zeros((3, 2, 3, 0)))[0] == "filter_sizes"
    assert names(1, np.zeros((3, 2, 3, 1))) == ["filter_depth"]
    assert names(2, np.zeros(2)) == ["bias_length"]
    assert names(3, -1) == ["padding_left_range"]
    assert names(5, -1) == ["padding_top_range"]
    assert names(4, -1) == names(6, -1) == []
    assert names(4, 8) == names(6, 5) == ["output_size"]
    assert names(7, 0) == ["stride_width_range"]
    assert names(8, -1) == ["stride_height_range"]
    assert names(9, 4) == ["activation_code"]
    assert broken(OP, changed(good, 2, scale=0.5), target) == ["bias_quantization"]
    wrong_dim = channel_filter((3, 2, 3, 2), 3, 2)
    channel = operands(U8, (3, 2), channels=True)
    inputs = explicit((views[0], wrong_dim, channel[2]), (1, 0, 1, 0), (2, 2))
    assert broken(OP, inputs, target) == ["channel_dimension"]


def test_conditions_of_the_output_shape() -> None:
    views = operands(F32, (3, 2))
    target = [views[3]]

    def names(shape: list[int], scheme: int = SAME) -> list[str]:
        inputs = implicit(views, (8, 5), scheme, (2, 2))
        inputs[3] = given(T.TENSOR_INT32, shape)
        return broken(OP, inputs, target)

    for width in (7, 8):
        for height in (5, 6):
            assert names([2, height, width, 3]) == []
    for wrong in ([2, 4, 8, 3], [2, 7, 8, 3], [2, 5, 6, 3], [2, 5, 9, 3]):
        assert names(wrong) == ["output_shape_reached"]
    assert names([1, 5, 8, 3]) == names([2, 5, 8, 4]) == ["output_shape_reached"]
    assert names([2, 6, 9, 3], VALID) == names([2, 6, 9, 3], 0) == []
    assert names([2, 5, 9, 3], VALID) == names([2, 7, 9, 3], 0) == ["output_shape_reached"]
    assert names([2, 6, 9, 3], 3)[0] == "padding_scheme_code"
    inputs = implicit(views, (8, 5), SAME, (2, 2))
    inputs[3] = unknown(T.TENSOR_INT32, (3,))
    assert broken(OP, inputs, target) == ["output_shape_length"]


def test_output_shape_as_a_model_input() -> None:
    views = operands(F32, (3, 2))
    inputs = implicit(views, (8, 5), SAME, (2, 2))
    assert output_shapes(OP, inputs, [views[3]]) == [(2, 5, 8, 3)]
    inputs[3] = unknown(T.TENSOR_INT32, (4,))
    with pytest.raises(Unknown):
        output_shapes(OP, inputs, [views[3]])
    assert "output_shape_reached" in undecided(OP, inputs, [views[3]])


def test_signature() -> None:
    found = find_definition(OP)
    assert found is not None
    assert [form.counts for form in found.forms] == [(11,), (9,)]
    assert found.types[F32] is found.types[U8] is Version.V1_2
    assert found.types[I8] is Version.V1_3
    assert found.zero_size is not None
