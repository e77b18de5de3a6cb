"""LOCAL_RESPONSE_NORMALIZATION against its formula in plain Python."""

from __future__ import annotations

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
    given,
    make_call,
    out,
    output_shapes,
    run,
    undecided,
    unknown,
)

OP = Op.LOCAL_RESPONSE_NORMALIZATION


def inputs_of(
    x: OperandView,
    radius: int = 1,
    bias: float = 1.0,
    alpha: float = 0.5,
    beta: float = 0.75,
    axis: int | None = None,
) -> list[OperandView]:
    width = T.FLOAT16 if x.type == T.TENSOR_FLOAT16 else T.FLOAT32
    scalars = [given(width, bias), given(width, alpha), given(width, beta)]
    inputs = [x, given(T.INT32, radius), *scalars]
    return inputs if axis is None else [*inputs, given(T.INT32, axis)]


def by_formula(
    values: np.ndarray, radius: int, bias: float, alpha: float, beta: float, axis: int
) -> np.ndarray:
    lines = np.moveaxis(values.astype(float), axis, -1)
    expected = np.empty(lines.shape)
    for index in np.ndindex(lines.shape[:-1]):
        line = lines[index].tolist()
        expected[index] = [
            v
            / (bias + alpha * math.fsum(w * w for w in line[max(0, d - radius) : d + radius + 1]))
            ** beta
            for d, v in enumerate(line)
        ]
    return np.moveaxis(expected, -1, axis)


@pytest.mark.parametrize("radius", [0, 1, 2, 3, 4, 5, 2**31 - 1])
@pytest.mark.parametrize(
    ("shape", "axis"),
    [((2, 1, 2, 5), None), ((5, 2), 0), ((5,), -1), ((2, 5, 3), 1), ((2, 5, 3, 1), -3)],
)
@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
def test_floats(type_: T, shape: tuple[int, ...], axis: int | None, radius: int) -> None:
    x = given(type_, np.random.default_rng(5).normal(0, 3, shape))
    got = run(OP, inputs_of(x, radius, 2.0, 0.25, 0.5, axis), [out(type_)])[0]
    expected = by_formula(x.value, radius, 2.0, 0.25, 0.5, -1 if axis is None else axis)
    np.testing.assert_array_max_ulp(got, expected.astype(got.dtype), 1)


def test_hand_computed() -> None:
    # Sums of squares 5, 14, 13; plus 2 and to the power of 1: 7, 16, 15.
    x = given(T.TENSOR_FLOAT32, [1, 2, 3], shape=(1, 1, 1, 3))
    got = run(OP, inputs_of(x, 1, 2.0, 1.0, 1.0), [out(T.TENSOR_FLOAT32)], Version.V1_0)[0]
    np.testing.assert_array_equal(got.ravel(), np.float32([1 / 7, 2 / 16, 3 / 15]))
    # A negative exponent multiplies; with alpha 0 only the bias remains.
    got = run(OP, inputs_of(x, 1, 2.0, 0.0, -2.0), [out(T.TENSOR_FLOAT32)])[0]
    assert got.ravel().tolist() == [4.0, 8.0, 12.0]


def test_small_values_next_to_large_ones_keep_their_precision() -> None:
    x = given(T.TENSOR_FLOAT32, [1e15, 0, 1e-3, 0])
    got = run(OP, inputs_of(x, 1, 1e-6, 1.0, 0.5), [out(T.TENSOR_FLOAT32)])[0]
    expected = by_formula(x.value, 1, float(np.float32(1e-6)), 1.0, 0.5, -1)
    np.testing.assert_array_max_ulp(got, expected.astype(np.float32), 1)


def test_special_values_raise_no_warning() -> None:
    inf, nan = float("inf"), float("nan")
    x = given(T.TENSOR_FLOAT32, [inf, 1.0, 1.0, nan, -1.0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        got = run(OP, inputs_of(x, 1), [out(T.TENSOR_FLOAT32)])[0]
        # A negative base has no fractional power; a base of 0 divides by zero.
        negative = run(OP, inputs_of(x, 0, -9.0), [out(T.TENSOR_FLOAT32)])[0]
        one = given(T.TENSOR_FLOAT32, [1.0])
        zero = run(OP, inputs_of(one, 0, -1.0, 1.0), [out(T.TENSOR_FLOAT32)])[0]
    np.testing.assert_array_equal(got, [nan, 0.0, nan, nan, nan])
    assert np.isnan(negative[1])
    assert zero.tolist() == [inf]


@pytest.mark.parametrize("shape", [(0, 3), (3, 0)])
def test_kernel_survives_zero_sizes(shape: tuple[int, ...]) -> None:
    x = given(T.TENSOR_FLOAT32, np.ones(shape))
    assert run(OP, inputs_of(x), [out(T.TENSOR_FLOAT32)])[0].shape == shape


@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
def test_conditions(type_: T) -> None:
    x, target = given(type_, [[1, 2]]), [out(type_)]
    assert broken(OP, inputs_of(x, 0, -0.5, axis=-2), target) == []
    assert broken(OP, inputs_of(x, -1), target) == ["radius_range"]
    assert broken(OP, inputs_of(x, bias=0.0), target) == ["bias_not_zero"]
    for axis in (2, -3):
        assert broken(OP, inputs_of(x, axis=axis), target) == ["axis_in_range"]


def test_unknowns_and_versions() -> None:
    x, target = unknown(T.TENSOR_FLOAT32), [out(T.TENSOR_FLOAT32)]
    assert undecided(OP, inputs_of(x, axis=0), target) == ["axis_in_range"]
    with pytest.raises(Unknown):
        output_shapes(OP, inputs_of(x), target)
    open_scalars = [x, unknown(T.INT32), *[unknown(T.FLOAT32)] * 3, unknown(T.INT32)]
    assert len(undecided(OP, open_scalars, target)) == 3
    call = make_call(OP, open_scalars, target)
    with pytest.raises(Unknown):
        call.definition.compile(call)
    assert call.spec(5).since == Version.V1_2
    assert call.spec(0).ranks[Version.V1_0] == {4}
    assert call.spec(0).ranks[Version.V1_2] == {1, 2, 3, 4}
    mixed = [given(T.TENSOR_FLOAT16, [1]), *inputs_of(given(T.TENSOR_FLOAT32, [1]))[1:]]
    with pytest.raises(ValueError, match="no form"):
        make_call(OP, mixed, [out(T.TENSOR_FLOAT16)])
