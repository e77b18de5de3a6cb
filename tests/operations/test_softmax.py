"""SOFTMAX against its formula in plain Python."""

from __future__ import annotations

import itertools
import math
import warnings

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
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

PARAMETERS = {T.TENSOR_QUANT8_ASYMM: (1 / 256, 0), T.TENSOR_QUANT8_ASYMM_SIGNED: (1 / 256, -128)}


def target_of(type_: T) -> OperandView:
    scale, zero_point = PARAMETERS.get(type_, (0.0, 0))
    return out(type_, scale=scale, zero_point=zero_point)


def inputs_of(x: OperandView, beta: float, axis: int | None) -> list[OperandView]:
    beta_type = T.FLOAT16 if x.type == T.TENSOR_FLOAT16 else T.FLOAT32
    inputs = [x, given(beta_type, beta)]
    return inputs if axis is None else [*inputs, given(T.INT32, axis)]


def softmax(values: list[float], beta: float) -> list[float]:
    powers = [math.exp((v - max(values)) * beta) for v in values]
    return [p / math.fsum(powers) for p in powers]


def by_formula(values: np.ndarray, beta: float, axis: int) -> np.ndarray:
    expected = np.empty(values.shape)
    axis %= values.ndim
    others = [range(n) for i, n in enumerate(values.shape) if i != axis]
    for index in itertools.product(*others):
        where = (*index[:axis], slice(None), *index[axis:])
        expected[where] = softmax(values[where].tolist(), beta)
    return expected


AXES = [((5,), None), ((2, 3), None), ((2, 3, 4), 1), ((2, 3, 4), -3), ((2, 3, 2, 4), None)]
AXES += [((2, 3, 2, 4), axis) for axis in range(-4, 4)]


@pytest.mark.parametrize(("shape", "axis"), AXES)
@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
def test_floats(type_: T, shape: tuple[int, ...], axis: int | None) -> None:
    values = np.random.default_rng(1).normal(0, 4, shape)
    x = given(type_, values)
    inputs = inputs_of(x, 0.75, axis)
    got = run(Op.SOFTMAX, inputs, [out(type_)])[0]
    expected = by_formula(x.value.astype(float), 0.75, -1 if axis is None else axis)
    np.testing.assert_array_max_ulp(got, expected.astype(got.dtype), 1)


@pytest.mark.parametrize(("shape", "axis"), AXES)
@pytest.mark.parametrize("type_", PARAMETERS)
def test_quantized(type_: T, shape: tuple[int, ...], axis: int | None) -> None:
    low = 0 if type_ == T.TENSOR_QUANT8_ASYMM else -128
    codes = np.random.default_rng(2).integers(low, low + 256, shape)
    x = given(type_, codes, scale=0.02, zero_point=low + 7)
    target = target_of(type_)
    real = (codes - x.zero_point) * x.scale
    expected = by_formula(real, 1.5, -1 if axis is None else axis)
    wanted = [code_of(v, target) for v in expected.ravel().tolist()]
    assert run(Op.SOFTMAX, inputs_of(x, 1.5, axis), [target])[0].ravel().tolist() == wanted


def test_hand_computed() -> None:
    x = given(T.TENSOR_FLOAT32, [[1, 1, 1, 1], [1000, 1000, -1000, -1000]])
    got = run(Op.SOFTMAX, inputs_of(x, 1.0, None), [out(T.TENSOR_FLOAT32)])[0]
    assert got.tolist() == [[0.25] * 4, [0.5, 0.5, 0.0, 0.0]]
    # The full range of signed codes, and a single element: 1 exceeds the largest code.
    y = given(T.TENSOR_QUANT8_ASYMM_SIGNED, [[-128, 127], [127, 127]], scale=1.0)
    target = target_of(T.TENSOR_QUANT8_ASYMM_SIGNED)
    got = run(Op.SOFTMAX, inputs_of(y, 1.0, None), [target])[0]
    assert got.tolist() == [[-128, 127], [0, 0]]


def test_all_values_far_below_zero() -> None:
    x = given(T.TENSOR_FLOAT32, [[-1000, -1000]])
    got = run(Op.SOFTMAX, inputs_of(x, 1.0, None), [out(T.TENSOR_FLOAT32)])[0]
    assert got.tolist() == [[0.5, 0.5]]
    y = given(T.TENSOR_QUANT8_ASYMM_SIGNED, [[-100] * 4], scale=20.0)
    got = run(Op.SOFTMAX, inputs_of(y, 1.0, None), [target_of(y.type)])[0]
    assert got.tolist() == [[-64] * 4]


def test_special_values_raise_no_warning() -> None:
    inf, nan = float("inf"), float("nan")
    x = given(T.TENSOR_FLOAT32, [[-inf, 0.0], [inf, 0.0], [-inf, -inf], [nan, 1.0]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        got = run(Op.SOFTMAX, inputs_of(x, 1.0, None), [out(T.TENSOR_FLOAT32)])[0]
    assert got[0].tolist() == [0.0, 1.0]
    assert np.isnan(got[1]).any()
    assert np.isnan(got[2:]).all()


@pytest.mark.parametrize("shape", [(0, 3), (3, 0)])
@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, *PARAMETERS])
def test_zero_size(type_: T, shape: tuple[int, ...]) -> None:
    x = given(type_, np.ones(shape), scale=0.1)
    assert run(Op.SOFTMAX, inputs_of(x, 1.0, None), [target_of(type_)])[0].shape == shape


@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16, *PARAMETERS])
def test_conditions(type_: T) -> None:
    x, target = given(type_, np.ones((2, 3)), scale=0.1), [target_of(type_)]
    assert broken(Op.SOFTMAX, inputs_of(x, 1e-3, -2), target) == []
    assert broken(Op.SOFTMAX, inputs_of(x, 0.0, None), target) == ["positive_beta"]
    assert broken(Op.SOFTMAX, inputs_of(x, -1.0, None), target) == ["positive_beta"]
    for axis in (2, -3):
        assert broken(Op.SOFTMAX, inputs_of(x, 1.0, axis), target) == ["axis_in_range"]
    if type_ in PARAMETERS:
        wrong = [out(type_, scale=1 / 128, zero_point=0)]
        assert broken(Op.SOFTMAX, inputs_of(x, 1.0, None), wrong) == ["output_quantization"]


def test_undecided_conditions() -> None:
    x, target = unknown(T.TENSOR_FLOAT32), [out(T.TENSOR_FLOAT32)]
    assert undecided(Op.SOFTMAX, inputs_of(x, 1.0, 1), target) == ["axis_in_range"]
    inputs = [given(T.TENSOR_FLOAT32, [[1]]), unknown(T.FLOAT32)]
    assert undecided(Op.SOFTMAX, inputs, target) == ["positive_beta"]
    call = make_call(Op.SOFTMAX, inputs, target)
    with pytest.raises(Unknown):
        call.definition.compile(call)
    with pytest.raises(Unknown):
        output_shapes(Op.SOFTMAX, inputs_of(x, 1.0, None), target)


def test_beta_follows_the_tensor() -> None:
    half = given(T.TENSOR_FLOAT16, [[1]])
    with pytest.raises(ValueError, match="no form"):
        make_call(Op.SOFTMAX, [half, given(T.FLOAT32, 1.0)], [out(T.TENSOR_FLOAT16)])


def test_versions() -> None:
    x = given(T.TENSOR_FLOAT32, [[1.0]])
    call = make_call(Op.SOFTMAX, inputs_of(x, 1.0, 0), [out(T.TENSOR_FLOAT32)])
    assert call.spec(2).since == Version.V1_2
    legal = call.spec(0).ranks
    assert legal[Version.V1_0] == {2, 4}
    assert legal[Version.V1_2] == {1, 2, 3, 4}
