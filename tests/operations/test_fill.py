"""FILL: shape from one input, value and type from the other."""

from __future__ import annotations

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from tests.operations.op_runner import given, out, run


def test_a_size_of_zero_gives_an_empty_result() -> None:
    inputs = [given(T.TENSOR_INT32, [2, 0]), given(T.INT32, 1)]
    assert run(Op.FILL, inputs, [out(T.TENSOR_INT32)])[0].shape == (2, 0)
