"""ABS, NEG, EXP, LOG, SQRT, RSQRT, SIN against the math module and exact bounds."""

from __future__ import annotations

import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from tests.operations.op_runner import given, out, run

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")


def test_quantized_rsqrt_of_negative_values_is_the_zero_point() -> None:
    x = given(T.TENSOR_QUANT8_ASYMM, [0, 99, 100, 101], scale=1.0, zero_point=100)
    target = out(T.TENSOR_QUANT8_ASYMM, scale=0.5, zero_point=7)
    assert run(Op.RSQRT, [x], [target])[0].tolist() == [7, 7, 255, 9]
