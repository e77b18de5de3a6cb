"""MAXIMUM and MINIMUM against plain Python, exactly."""

from __future__ import annotations

import math

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from tests.operations.op_runner import code_of, given, out, reals_of, run

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")

CHOOSE = {Op.MAXIMUM: max, Op.MINIMUM: min}
INF = math.inf


@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16, T.TENSOR_INT32])
@pytest.mark.parametrize("op", CHOOSE)
def test_plain_types(op: Op, type_: T) -> None:
    first = given(type_, [1, -1, 5, -7, 0, 100])
    second = given(type_, [2, -2, 5, 7, -1, -100])
    got = run(op, [first, second], [out(type_)])[0]
    pairs = zip(first.value.tolist(), second.value.tolist(), strict=True)
    assert got.tolist() == [CHOOSE[op](a, b) for a, b in pairs]


@pytest.mark.parametrize("op", CHOOSE)
def test_extremes(op: Op) -> None:
    least, most = -(2**31), 2**31 - 1
    first, second = given(T.TENSOR_INT32, [least, most]), given(T.TENSOR_INT32, [most, least])
    got = run(op, [first, second], [out(T.TENSOR_INT32)])[0]
    assert got.tolist() == [CHOOSE[op](least, most)] * 2
    first, second = given(T.TENSOR_FLOAT32, [-INF, INF]), given(T.TENSOR_FLOAT32, [3.0, 3.0])
    got = run(op, [first, second], [out(T.TENSOR_FLOAT32)])[0]
    assert got.tolist() == [CHOOSE[op](-INF, 3.0), CHOOSE[op](INF, 3.0)]


@pytest.mark.parametrize(
    ("type_", "first", "second", "result"),
    [
        (T.TENSOR_QUANT8_ASYMM, (0.5, 128), (0.5, 128), (0.5, 128)),
        (T.TENSOR_QUANT8_ASYMM, (0.3, 100), (0.7, 20), (0.4, 90)),
        (T.TENSOR_QUANT8_ASYMM, (0.3, 0), (3.0, 255), (0.01, 128)),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, (0.11, -128), (0.05, 127), (0.09, 3)),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, (1.0, 0), (1.0, 0), (2.0, -1)),
    ],
)
@pytest.mark.parametrize("op", CHOOSE)
def test_quantized(op: Op, type_: T, first: tuple, second: tuple, result: tuple) -> None:
    rng = np.random.default_rng(3)
    low = 0 if type_ == T.TENSOR_QUANT8_ASYMM else -128
    a, b = (
        given(type_, rng.integers(low, low + 256, 400), scale=scale, zero_point=zero_point)
        for scale, zero_point in (first, second)
    )
    target = out(type_, scale=result[0], zero_point=result[1])
    wanted = [
        code_of(CHOOSE[op](x, y), target) for x, y in zip(reals_of(a), reals_of(b), strict=True)
    ]
    assert run(op, [a, b], [target])[0].tolist() == wanted


def test_hand_computed() -> None:
    # 1.5 and 2.0, -1.0 and -3.0, 0 and 0; scale 0.25, zero point 100
    first = given(T.TENSOR_QUANT8_ASYMM, [13, 8, 10], scale=0.5, zero_point=10)
    second = given(T.TENSOR_QUANT8_ASYMM, [22, 17, 20], scale=1.0, zero_point=20)
    target = out(T.TENSOR_QUANT8_ASYMM, scale=0.25, zero_point=100)
    assert run(Op.MAXIMUM, [first, second], [target])[0].tolist() == [108, 96, 100]
    assert run(Op.MINIMUM, [first, second], [target])[0].tolist() == [106, 88, 100]
