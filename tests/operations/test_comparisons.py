"""EQUAL, NOT_EQUAL, GREATER, GREATER_EQUAL, LESS, LESS_EQUAL against Python's operators."""

from __future__ import annotations

import math
import operator

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from tests.operations.op_runner import given, out, reals_of, run

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")

COMPARE = {
    Op.EQUAL: operator.eq,
    Op.NOT_EQUAL: operator.ne,
    Op.GREATER: operator.gt,
    Op.GREATER_EQUAL: operator.ge,
    Op.LESS: operator.lt,
    Op.LESS_EQUAL: operator.le,
}
TARGET = [out(T.TENSOR_BOOL8)]


@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16, T.TENSOR_INT32])
@pytest.mark.parametrize("op", COMPARE)
def test_plain_types(op: Op, type_: T) -> None:
    values = [-30000, -1, 0, 1, 2, 30000]
    first, second = given(type_, values, shape=(6, 1)), given(type_, values)
    got = run(op, [first, second], TARGET)[0]
    assert got.tolist() == [[COMPARE[op](a, b) for b in values] for a in values]


@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
@pytest.mark.parametrize("op", COMPARE)
def test_special_floats(op: Op, type_: T) -> None:
    values = [-math.inf, -0.0, 0.0, math.inf, math.nan]
    got = run(op, [given(type_, values, shape=(5, 1)), given(type_, values)], TARGET)[0]
    assert got.tolist() == [[COMPARE[op](a, b) for b in values] for a in values]


@pytest.mark.parametrize("op", COMPARE)
def test_any_byte_but_zero_is_true(op: Op) -> None:
    stored = np.array([0, 1, 2, 255], np.uint8).view(np.bool_)
    values = [False, True, True, True]
    first, second = given(T.TENSOR_BOOL8, stored, shape=(4, 1)), given(T.TENSOR_BOOL8, stored)
    got = run(op, [first, second], TARGET)[0]
    assert got.tolist() == [[COMPARE[op](a, b) for b in values] for a in values]
    assert set(got.view(np.uint8).ravel().tolist()) <= {0, 1}


@pytest.mark.parametrize(
    ("type_", "first", "second"),
    [
        (T.TENSOR_QUANT8_ASYMM, (0.5, 128), (0.5, 128)),
        (T.TENSOR_QUANT8_ASYMM, (0.5, 128), (0.5, 7)),
        (T.TENSOR_QUANT8_ASYMM, (0.5, 128), (1.0, 60)),
        (T.TENSOR_QUANT8_ASYMM, (0.1, 0), (0.3, 255)),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, (0.25, -128), (2.0, -100)),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, (0.7, 5), (0.7, 5)),
    ],
)
@pytest.mark.parametrize("op", COMPARE)
def test_quantized_values_are_compared_exactly(
    op: Op, type_: T, first: tuple, second: tuple
) -> None:
    low = 0 if type_ == T.TENSOR_QUANT8_ASYMM else -128
    a, b = (
        given(type_, range(low, low + 256), scale=scale, zero_point=zero_point)
        for scale, zero_point in (first, second)
    )
    column = given(type_, a.value, shape=(256, 1), scale=first[0], zero_point=first[1])
    got = run(op, [column, b], TARGET)[0]
    left, right = reals_of(a), reals_of(b)
    assert got.tolist() == [[COMPARE[op](x, y) for y in right] for x in left]


def test_hand_computed() -> None:
    # 1.0, 2.0, 3.0 against 2.0
    first = given(T.TENSOR_QUANT8_ASYMM, [130, 132, 134], scale=0.5, zero_point=128)
    second = given(T.TENSOR_QUANT8_ASYMM, [2], scale=1.0, zero_point=0)
    expected = {
        Op.EQUAL: [False, True, False],
        Op.NOT_EQUAL: [True, False, True],
        Op.GREATER: [False, False, True],
        Op.GREATER_EQUAL: [False, True, True],
        Op.LESS: [True, False, False],
        Op.LESS_EQUAL: [True, True, False],
    }
    for op, wanted in expected.items():
        assert run(op, [first, second], TARGET)[0].tolist() == wanted
