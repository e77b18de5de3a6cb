"""TOPK_V2 against rows sorted in plain Python."""

from __future__ import annotations

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.op_runner import given, out, run

F32, I32, Q8 = T.TENSOR_FLOAT32, T.TENSOR_INT32, T.TENSOR_QUANT8_ASYMM


def top(x: OperandView, k: int) -> list[list[list[float]]]:
    scale = x.scale
    outputs = [out(x.type, scale=scale), out(I32)]
    return [array.tolist() for array in run(Op.TOPK_V2, [x, given(T.INT32, k)], outputs)]


def test_extremes_keep_their_order() -> None:
    inf = float("inf")
    assert top(given(F32, [-0.0, 0.0, -1.0, inf, -inf, 1e-45, -1e-45]), 7)[1] == [3, 5, 1, 0, 6, 2, 4]  # fmt: skip # noqa: E501
    large = [2**31 - 1, -(2**31), 0, -1, 2**31 - 2]
    assert top(given(I32, large), 5)[1] == [0, 4, 2, 3, 1]
