"""MEAN against exact arithmetic in plain Python."""

from __future__ import annotations

import warnings
from fractions import Fraction

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, Unknown
from tests.operations.op_runner import (
    broken,
    code_of,
    given,
    make_call,
    out,
    output_shapes,
    run,
    undecided,
    unknown,
)

SHAPE = (2, 3, 2, 4)
AXES = [[0], [-1], [1, 2], [0, -1], [0, 1, 2, 3], [2, -2, 2], [], [-4, 3, 1]]


def inputs_of(x: OperandView, axes: list[int], keep: int) -> list[OperandView]:
    return [x, given(T.TENSOR_INT32, axes), given(T.INT32, keep)]


def groups(values: np.ndarray, axes: list[int]) -> dict[tuple[int, ...], list]:
    """Return the elements of each result, by the index with 0 for the reduced dimensions."""
    reduced = {axis % values.ndim for axis in axes}
    found: dict[tuple[int, ...], list] = {}
    for index in np.ndindex(values.shape):
        key = tuple(0 if i in reduced else n for i, n in enumerate(index))
        found.setdefault(key, []).append(values[index].item())
    return found


def shape_of(shape: tuple[int, ...], axes: list[int], keep: bool) -> tuple[int, ...]:
    reduced = {axis % len(shape) for axis in axes}
    if keep:
        return tuple(1 if i in reduced else n for i, n in enumerate(shape))
    return tuple(n for i, n in enumerate(shape) if i not in reduced) or (1,)


@pytest.mark.parametrize("keep", [0, 1, 7, -1])
@pytest.mark.parametrize("axes", AXES)
@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
def test_floats(type_: T, axes: list[int], keep: int) -> None:
    x = given(type_, np.random.default_rng(6).normal(0, 10, SHAPE))
    got = run(Op.MEAN, inputs_of(x, axes, keep), [out(type_)])[0]
    assert got.shape == shape_of(SHAPE, axes, keep > 0)
    exact = [float(sum(map(Fraction, g)) / len(g)) for g in groups(x.value, axes).values()]
    np.testing.assert_array_max_ulp(got.ravel(), np.array(exact).astype(got.dtype), 1)


@pytest.mark.parametrize("axes", AXES)
@pytest.mark.parametrize(
    ("type_", "low", "zero_point"),
    [
        (T.TENSOR_QUANT8_ASYMM, 0, 0),
        (T.TENSOR_QUANT8_ASYMM, 0, 128),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, -128, 5),
    ],
)
def test_quantized(type_: T, low: int, zero_point: int, axes: list[int]) -> None:
    codes = np.random.default_rng(7).integers(low, low + 256, SHAPE)
    x = given(type_, codes, scale=0.3, zero_point=zero_point)
    target = out(type_, scale=0.3, zero_point=zero_point)
    step = Fraction(x.scale)
    expected = [
        code_of(Fraction(sum(g) - len(g) * zero_point, len(g)) * step, target)
        for g in groups(codes, axes).values()
    ]
    assert run(Op.MEAN, inputs_of(x, axes, 0), [target])[0].ravel().tolist() == expected


def test_hand_computed() -> None:
    x = given(T.TENSOR_FLOAT32, [[1, 2, 6], [4, 5, 0]])
    for axes, keep, wanted in [
        ([0], 0, [2.5, 3.5, 3.0]),
        ([1], 1, [[3.0], [3.0]]),
        ([-1, 1, 0], 0, [3.0]),
        ([0, 1], 1, [[3.0]]),
        ([], 0, [[1, 2, 6], [4, 5, 0]]),
    ]:
        assert run(Op.MEAN, inputs_of(x, axes, keep), [out(T.TENSOR_FLOAT32)])[0].tolist() == wanted
    # Means 10.5 and 9.5 of codes: half a code above and below real zero, rounded away from it.
    y = given(T.TENSOR_QUANT8_ASYMM, [[10, 11], [9, 10]], scale=2.0, zero_point=10)
    target = out(T.TENSOR_QUANT8_ASYMM, scale=2.0, zero_point=10)
    assert run(Op.MEAN, inputs_of(y, [1], 0), [target])[0].tolist() == [11, 9]


def test_the_sum_may_exceed_the_type() -> None:
    x = given(T.TENSOR_FLOAT32, [3e38, 3e38])
    assert run(Op.MEAN, inputs_of(x, [0], 0), [out(T.TENSOR_FLOAT32)])[0] == np.float32(3e38)
    half = given(T.TENSOR_FLOAT16, np.full(5000, 1.5))
    assert run(Op.MEAN, inputs_of(half, [0], 0), [out(T.TENSOR_FLOAT16)])[0].tolist() == [1.5]


def test_special_values_and_zero_sizes_raise_no_warning() -> None:
    inf, nan = float("inf"), float("nan")
    x = given(T.TENSOR_FLOAT32, [[inf, -inf], [inf, 1.0], [nan, 1.0]])
    empty = given(T.TENSOR_FLOAT32, np.ones((0, 2)))
    codes = given(T.TENSOR_QUANT8_ASYMM, np.ones((0, 2)), scale=1.0, zero_point=9)
    target = out(T.TENSOR_QUANT8_ASYMM, scale=1.0, zero_point=9)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        got = run(Op.MEAN, inputs_of(x, [1], 0), [out(T.TENSOR_FLOAT32)])[0]
        np.testing.assert_array_equal(got, [nan, inf, nan])
        got = run(Op.MEAN, inputs_of(empty, [0], 0), [out(T.TENSOR_FLOAT32)])[0]
        np.testing.assert_array_equal(got, [nan, nan])
        got = run(Op.MEAN, inputs_of(empty, [1], 0), [out(T.TENSOR_FLOAT32)])[0]
        assert got.shape == (0,)
        assert run(Op.MEAN, inputs_of(codes, [0], 0), [target])[0].tolist() == [9, 9]


def test_conditions() -> None:
    x, target = given(T.TENSOR_FLOAT32, [[1, 2]]), [out(T.TENSOR_FLOAT32)]
    assert broken(Op.MEAN, inputs_of(x, [-2, 1], 0), target) == []
    for keep in (0, 1):
        for axes in ([2], [0, -3]):
            assert broken(Op.MEAN, inputs_of(x, axes, keep), target) == ["axes_in_range"]
    y = given(T.TENSOR_QUANT8_ASYMM, [1], scale=1.0, zero_point=1)
    for scale, zero_point in [(2.0, 1), (1.0, 0)]:
        wrong = [out(T.TENSOR_QUANT8_ASYMM, scale=scale, zero_point=zero_point)]
        assert broken(Op.MEAN, inputs_of(y, [0], 0), wrong) == ["output_quantization"]


def test_undecided_conditions() -> None:
    x, target = given(T.TENSOR_FLOAT32, [[1, 2]]), [out(T.TENSOR_FLOAT32)]
    axes, keep = given(T.TENSOR_INT32, [0]), given(T.INT32, 0)
    for inputs in (
        [unknown(T.TENSOR_FLOAT32), axes, keep],
        [x, unknown(T.TENSOR_INT32, (1,)), keep],
        [x, axes, unknown(T.INT32)],
    ):
        expected = [] if inputs[2] is not keep else ["axes_in_range"]
        assert undecided(Op.MEAN, inputs, target) == expected
        call = make_call(Op.MEAN, inputs, target)
        with pytest.raises(Unknown):
            call.definition.compile(call)
        with pytest.raises(Unknown):
            output_shapes(Op.MEAN, inputs, target)
