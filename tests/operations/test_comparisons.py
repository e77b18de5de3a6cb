"""EQUAL, NOT_EQUAL, GREATER, GREATER_EQUAL, LESS, LESS_EQUAL against Python's operators."""

from __future__ import annotations

import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from tests.operations.op_runner import given, out, run

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")

TARGET = [out(T.TENSOR_BOOL8)]


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
