"""CONCATENATION against plain loops; requantization against exact fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.op_runner import (
    code_of,
    given,
    out,
    run,
)

OP = Op.CONCATENATION
F32, F16, Q8, Q8S = (
    T.TENSOR_FLOAT32,
    T.TENSOR_FLOAT16,
    T.TENSOR_QUANT8_ASYMM,
    T.TENSOR_QUANT8_ASYMM_SIGNED,
)


def _axis(value: int) -> OperandView:
    return given(T.INT32, value)


@pytest.mark.parametrize(
    ("type_", "low", "target"),
    [(Q8, 0, (0.5, 10)), (Q8, 0, (2.0, 128)), (Q8S, -128, (0.3, -4)), (Q8S, -128, (3.0, 100))],
)
def test_requantizes_each_input(type_: T, low: int, target: tuple[float, int]) -> None:
    codes = range(low, low + 256)
    result = out(type_, scale=target[0], zero_point=target[1])
    inputs = [
        given(type_, codes, scale=target[0], zero_point=target[1]),
        given(type_, codes, scale=1.0, zero_point=low + 100),
        given(type_, codes, scale=0.25, zero_point=low),
    ]
    got = run(OP, [*inputs, _axis(0)], [result])[0].tolist()
    assert got == [
        code_of((code - view.zero_point) * Fraction(view.scale), result)
        for view in inputs
        for code in codes
    ]
    assert got[:256] == list(codes)
