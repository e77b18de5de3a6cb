"""FLOOR against ``math.floor``."""

from __future__ import annotations

import math

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import Unknown, find_definition
from tests.operations.op_runner import given, out, output_shapes, run, unknown

FLOATS = [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16]


@pytest.mark.parametrize("type_", FLOATS)
def test_values(type_: T) -> None:
    values = [-2.0, -1.5, -0.1, -0.0, 0.0, 0.999, 1.0, 2.7, 1000.5, -60000.0]
    x = given(type_, values, shape=(1, 5, 2))
    got = run(Op.FLOOR, [x], [out(type_)])[0]
    assert got.shape == (1, 5, 2)
    assert got.ravel().tolist() == [math.floor(v) for v in x.value.ravel().tolist()]


@pytest.mark.parametrize("type_", FLOATS)
def test_special_values(type_: T) -> None:
    special = [float("inf"), -float("inf"), float("nan")]
    got = run(Op.FLOOR, [given(type_, special)], [out(type_)])[0]
    np.testing.assert_array_equal(got, special)


def test_shapes() -> None:
    assert run(Op.FLOOR, [given(FLOATS[0], np.ones((0, 2)))], [out(FLOATS[0])])[0].shape == (0, 2)
    with pytest.raises(Unknown):
        output_shapes(Op.FLOOR, [unknown(FLOATS[0], (None,))], [out(FLOATS[0])])
    assert find_definition(Op.FLOOR).zero_size is None
