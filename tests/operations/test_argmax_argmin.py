"""ARGMAX and ARGMIN against Python's lists."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import find_definition
from tests.operations.op_runner import broken, given, out, output_shapes, run, undecided, unknown

TYPES = (
    T.TENSOR_FLOAT32,
    T.TENSOR_FLOAT16,
    T.TENSOR_INT32,
    T.TENSOR_QUANT8_ASYMM,
    T.TENSOR_QUANT8_ASYMM_SIGNED,
)
BEST = {Op.ARGMAX: max, Op.ARGMIN: min}
TARGET = [out(T.TENSOR_INT32)]


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("op", BEST)
@pytest.mark.parametrize("axis", [0, 1, 2, -1, -2, -3])
def test_first_of_equal_elements(op: Op, type_: T, axis: int) -> None:
    values = np.random.default_rng(2).integers(0, 4, (3, 4, 5))  # many ties
    scale = 0.5 if type_.name.startswith("TENSOR_QUANT8") else 0.0
    x = given(type_, values, scale=scale, zero_point=100 if scale else 0)
    got = run(op, [x, given(T.INT32, axis)], TARGET)[0]
    moved = np.moveaxis(values, axis, -1)
    assert got.shape == moved.shape[:-1]
    for index in np.ndindex(got.shape):
        row = moved[index].tolist()
        assert got[index] == row.index(BEST[op](row))


@pytest.mark.parametrize("op", BEST)
def test_one_dimension_gives_one_element(op: Op) -> None:
    x = given(T.TENSOR_INT32, [5, -(2**31), 2**31 - 1, 5])
    got = run(op, [x, given(T.INT32, -1)], TARGET)[0]
    assert got.shape == (1,)
    assert got[0] == {Op.ARGMAX: 2, Op.ARGMIN: 1}[op]


@pytest.mark.parametrize("op", BEST)
def test_signed_codes_keep_their_order(op: Op) -> None:
    x = given(T.TENSOR_QUANT8_ASYMM_SIGNED, [[-128, 127, -1, 0]], scale=0.1)
    got = run(op, [x, given(T.INT32, 1)], TARGET)[0]
    assert got.tolist() == [{Op.ARGMAX: 1, Op.ARGMIN: 0}[op]]


@pytest.mark.parametrize("op", BEST)
def test_many_dimensions(op: Op) -> None:
    x = given(T.TENSOR_FLOAT32, np.arange(48), shape=(1, 2, 3, 2, 1, 4))
    got = run(op, [x, given(T.INT32, 2)], TARGET)[0]
    assert got.shape == (1, 2, 2, 1, 4)
    assert set(got.ravel().tolist()) == {{Op.ARGMAX: 2, Op.ARGMIN: 0}[op]}


@pytest.mark.parametrize("op", BEST)
def test_conditions(op: Op) -> None:
    x = unknown(T.TENSOR_FLOAT32, (2, 3))
    for axis, names in [(0, []), (-2, []), (2, ["axis_in_range"]), (-3, ["axis_in_range"])]:
        assert broken(op, [x, given(T.INT32, axis)], TARGET) == names
    assert undecided(op, [x, unknown(T.INT32)], TARGET) == ["axis_in_range"]
    assert output_shapes(op, [x, given(T.INT32, -2)], TARGET) == [(3,)]
    assert find_definition(op).zero_size is None
    assert find_definition(op).types[T.TENSOR_QUANT8_ASYMM_SIGNED] == Version.V1_3


@pytest.mark.parametrize("op", BEST)
def test_against_torch(op: Op) -> None:
    torch = pytest.importorskip("torch")
    x = given(T.TENSOR_FLOAT32, np.random.default_rng(7).normal(size=(6, 7, 8)))
    for axis in range(3):
        other = getattr(torch, op.name.lower())(torch.tensor(x.value), dim=axis).numpy()
        got = run(op, [x, given(T.INT32, axis)], TARGET)[0]
        np.testing.assert_array_equal(got, other)
