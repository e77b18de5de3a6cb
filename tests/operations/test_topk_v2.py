"""TOPK_V2 against rows sorted in plain Python."""

from __future__ import annotations

import random

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.op_runner import broken, given, out, run

F32, I32, Q8 = T.TENSOR_FLOAT32, T.TENSOR_INT32, T.TENSOR_QUANT8_ASYMM
TYPES = [F32, T.TENSOR_FLOAT16, I32, Q8, T.TENSOR_QUANT8_ASYMM_SIGNED]


def top(x: OperandView, k: int) -> list[list[list[float]]]:
    scale = x.scale
    outputs = [out(x.type, scale=scale), out(I32)]
    return [array.tolist() for array in run(Op.TOPK_V2, [x, given(T.INT32, k)], outputs)]


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("k", [1, 3, 9, 10])
def test_rows_with_many_ties(type_: T, k: int) -> None:
    low = 0 if type_ == Q8 else -3
    values = [random.Random(row).choices(range(low, 4), k=10) for row in range(4)]
    scale = 0.5 if type_.name.startswith("TENSOR_QUANT8") else 0.0
    orders = [sorted(range(10), key=lambda i: (row[i], i), reverse=True)[:k] for row in values]
    best, where = top(given(type_, values, scale=scale), k)
    assert where == orders
    assert best == [[row[i] for i in order] for row, order in zip(values, orders, strict=True)]


def test_extremes_keep_their_order() -> None:
    inf = float("inf")
    assert top(given(F32, [-0.0, 0.0, -1.0, inf, -inf, 1e-45, -1e-45]), 7)[1] == [3, 5, 1, 0, 6, 2, 4]  # fmt: skip # noqa: E501
    large = [2**31 - 1, -(2**31), 0, -1, 2**31 - 2]
    assert top(given(I32, large), 5)[1] == [0, 4, 2, 3, 1]


def test_values_against_torch() -> None:
    torch = pytest.importorskip("torch")
    values = np.random.default_rng(1).normal(size=(3, 2, 50)).astype(np.float32)
    best, where = top(given(F32, values), 7)
    wanted = torch.topk(torch.tensor(values), 7)
    assert best == wanted.values.tolist()
    assert where == wanted.indices.tolist()


@pytest.mark.parametrize(("k", "names"), [(0, ["k_in_range"]), (4, ["k_in_range"]), (3, [])])
def test_conditions(k: int, names: list[str]) -> None:
    inputs = [given(F32, [[1, 2, 3]]), given(T.INT32, k)]
    assert broken(Op.TOPK_V2, inputs, [out(F32), out(I32)]) == names


def test_output_quantization_must_equal_the_input_quantization() -> None:
    inputs = [given(Q8, [[1, 2]], scale=0.5), given(T.INT32, 1)]
    outputs = [out(Q8, scale=0.25), out(I32)]
    assert broken(Op.TOPK_V2, inputs, outputs) == ["output_quantization"]
