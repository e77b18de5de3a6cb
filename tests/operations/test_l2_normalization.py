"""L2_NORMALIZATION against its formula in plain Python."""

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
    code_of,
    given,
    make_call,
    out,
    output_shapes,
    run,
    undecided,
    unknown,
)

OP = Op.L2_NORMALIZATION
PARAMETERS = {T.TENSOR_QUANT8_ASYMM: (1 / 128, 128), T.TENSOR_QUANT8_ASYMM_SIGNED: (1 / 128, 0)}
AXES = [((5,), None), ((2, 3), 0), ((2, 3, 4), -2), ((2, 3, 2, 4), None), ((2, 3, 2, 4), 1)]


def inputs_of(x: OperandView, axis: int | None) -> list[OperandView]:
    return [x] if axis is None else [x, given(T.INT32, axis)]


def by_formula(values: np.ndarray, axis: int | None) -> np.ndarray:
    lines = np.moveaxis(values.astype(float), -1 if axis is None else axis, -1)
    expected = np.empty(lines.shape)
    for index in np.ndindex(lines.shape[:-1]):
        line = lines[index].tolist()
        norm = math.sqrt(math.fsum(v * v for v in line)) or 1.0
        expected[index] = [v / norm for v in line]
    return np.moveaxis(expected, -1, -1 if axis is None else axis)


@pytest.mark.parametrize(("shape", "axis"), AXES)
@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
def test_floats(type_: T, shape: tuple[int, ...], axis: int | None) -> None:
    x = given(type_, np.random.default_rng(3).normal(0, 10, shape))
    got = run(OP, inputs_of(x, axis), [out(type_)])[0]
    expected = by_formula(x.value, axis).astype(got.dtype)
    np.testing.assert_array_max_ulp(got, expected, 1)


@pytest.mark.parametrize(("shape", "axis"), AXES)
@pytest.mark.parametrize("type_", PARAMETERS)
def test_quantized(type_: T, shape: tuple[int, ...], axis: int | None) -> None:
    low = 0 if type_ == T.TENSOR_QUANT8_ASYMM else -128
    codes = np.random.default_rng(4).integers(low, low + 256, shape)
    x = given(type_, codes, scale=0.37, zero_point=low + 100)
    scale, zero_point = PARAMETERS[type_]
    target = out(type_, scale=scale, zero_point=zero_point)
    expected = by_formula((codes - x.zero_point) * x.scale, axis)
    wanted = [code_of(v, target) for v in expected.ravel().tolist()]
    assert run(OP, inputs_of(x, axis), [target])[0].ravel().tolist() == wanted


def test_hand_computed() -> None:
    x = given(T.TENSOR_FLOAT32, [[3, -4], [0, 0], [0, 7], [3e38, 0]])
    got = run(OP, [x], [out(T.TENSOR_FLOAT32)])[0]
    np.testing.assert_array_equal(got, np.float32([[0.6, -0.8], [0, 0], [0, 1], [1, 0]]))
    # 0.6 and -0.8 are 76.8 and -102.4 units of 1/128; 1 exceeds the largest code; zero remains
    # zero.
    y = given(T.TENSOR_QUANT8_ASYMM, [[13, 6], [10, 10], [99, 10]], scale=0.1, zero_point=10)
    target = out(T.TENSOR_QUANT8_ASYMM, scale=1 / 128, zero_point=128)
    assert run(OP, [y], [target])[0].tolist() == [[205, 26], [128, 128], [255, 128]]


def test_special_values_raise_no_warning() -> None:
    inf, nan = float("inf"), float("nan")
    x = given(T.TENSOR_FLOAT32, [[inf, 1.0], [nan, 1.0]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        got = run(OP, [x], [out(T.TENSOR_FLOAT32)])[0]
    np.testing.assert_array_equal(got, [[nan, 0.0], [nan, nan]])


@pytest.mark.parametrize("shape", [(0, 3), (3, 0)])
def test_kernel_survives_zero_sizes(shape: tuple[int, ...]) -> None:
    x = given(T.TENSOR_FLOAT32, np.ones(shape))
    assert run(OP, [x], [out(T.TENSOR_FLOAT32)])[0].shape == shape


@pytest.mark.parametrize("type_", PARAMETERS)
def test_conditions(type_: T) -> None:
    x = given(type_, [[1, 2]], scale=0.5)
    scale, zero_point = PARAMETERS[type_]
    target = [out(type_, scale=scale, zero_point=zero_point)]
    assert broken(OP, inputs_of(x, -2), target) == []
    for axis in (2, -3):
        assert broken(OP, inputs_of(x, axis), target) == ["axis_in_range"]
    for wrong in [(1 / 256, zero_point), (scale, 1)]:
        bad = [out(type_, scale=wrong[0], zero_point=wrong[1])]
        assert broken(OP, [x], bad) == ["output_quantization"]


def test_unknowns_and_versions() -> None:
    x, target = unknown(T.TENSOR_FLOAT32), [out(T.TENSOR_FLOAT32)]
    assert undecided(OP, inputs_of(x, 0), target) == ["axis_in_range"]
    with pytest.raises(Unknown):
        output_shapes(OP, [x], target)
    call = make_call(OP, [x, unknown(T.INT32)], target)
    with pytest.raises(Unknown):
        call.definition.compile(call)
    assert call.spec(1).since == Version.V1_2
    assert call.spec(0).ranks[Version.V1_0] == {4}
    assert call.spec(0).ranks[Version.V1_2] == {1, 2, 3, 4}
    assert call.definition.zero_size is None


@pytest.mark.parametrize("axis", [-1, 0])
def test_squares_beyond_float32(axis: int) -> None:
    """3-4-5 and 5-12-13 triangles whose squares need double precision."""
    values = np.array([[3e31, -4e31], [5e-32, 12e-32], [0.3, 0.4]])
    wanted = np.array([[0.6, -0.8], [5 / 13, 12 / 13], [0.6, 0.8]])
    if axis == 0:
        values, wanted = values.T, wanted.T
    x = given(T.TENSOR_FLOAT32, values)
    got = run(OP, [x, given(T.INT32, axis)], [out(T.TENSOR_FLOAT32)])[0]
    np.testing.assert_allclose(got, wanted, rtol=2e-7)


@pytest.mark.parametrize("depth", [7, 300])
@pytest.mark.parametrize("type_", [T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED])
def test_codes_are_exact_for_any_number_of_elements(type_: T, depth: int) -> None:
    """Check each code n with integers.

    It is correct if (2n - 1)^2 S <= (256c)^2 < (2n + 1)^2 S, with S the sum of squares.
    """
    low = 0 if type_ == T.TENSOR_QUANT8_ASYMM else -128
    codes = np.random.default_rng(9).integers(low, low + 256, (40, depth))
    x = given(type_, codes, scale=0.3, zero_point=low + 77)
    target = out(type_, scale=1 / 128, zero_point=low + 128)
    got = run(OP, [x, given(T.INT32, -1)], [target])[0].astype(int) - (low + 128)
    for row, found in zip((codes - low - 77).tolist(), got.tolist(), strict=True):
        total = sum(c * c for c in row)
        for c, n in zip(row, found, strict=True):
            size, step = abs(c), abs(n)
            assert (n > 0) == (c > 0) or n == 0
            assert step == 127 or (256 * size) ** 2 < (2 * step + 1) ** 2 * total
            assert step == 0 or (2 * step - 1) ** 2 * total <= (256 * size) ** 2
