"""LOG_SOFTMAX against its formula in plain Python, and torch."""

from __future__ import annotations

import math

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.op_runner import broken, given, out, run, undecided, unknown

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")

FLOATS = (T.TENSOR_FLOAT32, T.TENSOR_FLOAT16)


def scalar(type_: T, value: float) -> OperandView:
    return given(T.FLOAT32 if type_ == T.TENSOR_FLOAT32 else T.FLOAT16, value)


def log_softmax(type_: T, x: OperandView, beta: float, axis: int) -> np.ndarray:
    inputs = [x, scalar(type_, beta), given(T.INT32, axis)]
    return run(Op.LOG_SOFTMAX, inputs, [out(type_)])[0]


@pytest.mark.parametrize("type_", FLOATS)
@pytest.mark.parametrize("beta", [1.0, 0.25, 4.0])
def test_formula(type_: T, beta: float) -> None:
    x = given(type_, [[1.0, 2.5, -3.0, 0.1], [0.0, 0.0, 0.0, 7.0]])
    got = log_softmax(type_, x, beta, 1)
    for row, result in zip(x.value.tolist(), got.tolist(), strict=True):
        total = math.log(math.fsum(math.exp(v * beta) for v in row))
        wanted = np.array([v * beta - total for v in row], got.dtype)
        np.testing.assert_allclose(
            result, wanted, rtol=2e-7 if type_ == FLOATS[0] else 1e-3, atol=1e-14
        )


def test_equal_logits() -> None:
    x = given(T.TENSOR_FLOAT32, np.full((1, 2, 3, 1, 4), 5.0))
    for axis, size in enumerate((1, 2, 3, 1, 4)):
        for written in (axis, axis - 5):
            got = log_softmax(T.TENSOR_FLOAT32, x, 1.0, written)
            assert got.ravel().tolist() == [float(np.float32(-math.log(size)))] * 24


@pytest.mark.parametrize("type_", FLOATS)
def test_large_logits_do_not_overflow(type_: T) -> None:
    x = given(type_, [60000.0, 0.0, 59999.0 if type_ == T.TENSOR_FLOAT32 else 59968.0])
    got = log_softmax(type_, x, 1.0, 0)
    gap = 1.0 if type_ == T.TENSOR_FLOAT32 else 32.0
    total = math.log(1 + math.exp(-gap))
    np.testing.assert_allclose(got, [-total, -60000.0 - total, -gap - total], 1e-3, 1e-12)
    x = given(type_, [0.0, -math.inf])
    assert log_softmax(type_, x, 1.0, 0).tolist() == [0.0, -math.inf]


def test_conditions() -> None:
    x = unknown(T.TENSOR_FLOAT32, (2, 3))

    def names(beta: float, axis: int) -> list[str]:
        inputs = [x, scalar(T.TENSOR_FLOAT32, beta), given(T.INT32, axis)]
        return broken(Op.LOG_SOFTMAX, inputs, [out(T.TENSOR_FLOAT32)])

    assert names(0.5, 1) == names(0.5, -2) == []
    assert names(0.0, 0) == names(-1.0, 0) == ["positive_beta"]
    assert names(1.0, 2) == names(1.0, -3) == ["axis_in_range"]
    inputs = [x, unknown(T.FLOAT32), unknown(T.INT32)]
    assert undecided(Op.LOG_SOFTMAX, inputs, [out(T.TENSOR_FLOAT32)]) == [
        "positive_beta",
        "axis_in_range",
    ]


def test_against_torch() -> None:
    torch = pytest.importorskip("torch")
    x = given(T.TENSOR_FLOAT32, np.random.default_rng(9).normal(size=(3, 4, 5)))
    for axis in (-3, 1, 2):
        other = torch.log_softmax(torch.tensor(x.value) * 1.5, dim=axis).numpy()
        got = log_softmax(T.TENSOR_FLOAT32, x, 1.5, axis)
        np.testing.assert_allclose(got, other, rtol=1e-5, atol=1e-6)
