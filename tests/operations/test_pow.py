"""POW against the math module, C's special cases and torch."""

from __future__ import annotations

import math

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from tests.operations.op_runner import given, out, run

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")

FLOATS = (T.TENSOR_FLOAT32, T.TENSOR_FLOAT16)
INF, NAN = math.inf, math.nan


def power(type_: T, base: list[float], exponent: list[float]) -> np.ndarray:
    return run(Op.POW, [given(type_, base), given(type_, exponent)], [out(type_)])[0]


@pytest.mark.parametrize("type_", FLOATS)
def test_formula(type_: T) -> None:
    base, exponent = [2.0, 0.3, 9.0, 1.5, 7.0, 0.5, -3.0, -2.0], [3.0, 1.7, 0.5, -2.5, 0, -4, 3, -2]
    got = power(type_, base, exponent)
    left, right = given(type_, base).value.tolist(), given(type_, exponent).value.tolist()
    wanted = [math.pow(a, b) for a, b in zip(left, right, strict=True)]
    assert got.tolist() == np.array(wanted, got.dtype).tolist()


@pytest.mark.parametrize("type_", FLOATS)
@pytest.mark.parametrize(
    ("base", "exponent", "expected"),
    [
        (0.0, 0.0, 1.0),
        (NAN, 0.0, 1.0),
        (1.0, NAN, 1.0),
        (-1.0, INF, 1.0),
        (0.0, -1.0, INF),
        (-0.0, -3.0, -INF),
        (-8.0, 1.0 / 3.0, NAN),
        (INF, -1.0, 0.0),
        (-INF, 3.0, -INF),
        (100.0, 100.0, INF),
        (0.01, 100.0, 0.0),
    ],
)
def test_special_cases(type_: T, base: float, exponent: float, expected: float) -> None:
    np.testing.assert_array_equal(power(type_, [base], [exponent])[0], expected)


def test_against_torch() -> None:
    torch = pytest.importorskip("torch")
    rng = np.random.default_rng(8)
    base = given(T.TENSOR_FLOAT32, rng.uniform(0.1, 5, (4, 1, 30)))
    exponent = given(T.TENSOR_FLOAT32, rng.uniform(-3, 3, (5, 1)))
    got = run(Op.POW, [base, exponent], [out(T.TENSOR_FLOAT32)])[0]
    other = torch.pow(torch.tensor(base.value), torch.tensor(exponent.value)).numpy()
    assert got.shape == other.shape == (4, 5, 30)
    np.testing.assert_allclose(got, other, rtol=1e-6)
