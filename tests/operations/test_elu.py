"""ELU against its formula in plain Python, and torch."""

from __future__ import annotations

import math

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import find_definition
from tests.operations.op_runner import given, out, run

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")

FLOATS = (T.TENSOR_FLOAT32, T.TENSOR_FLOAT16)
SCALAR = {T.TENSOR_FLOAT32: T.FLOAT32, T.TENSOR_FLOAT16: T.FLOAT16}
INF = math.inf


def elu(type_: T, values: object, alpha: float) -> np.ndarray:
    return run(Op.ELU, [given(type_, values), given(SCALAR[type_], alpha)], [out(type_)])[0]


@pytest.mark.parametrize("type_", FLOATS)
@pytest.mark.parametrize("alpha", [1.0, 0.25, 3.0, 0.0, -0.5])
def test_formula(type_: T, alpha: float) -> None:
    values = [-20.0, -3.0, -0.75, -0.001, 0.0, 0.001, 0.5, 2.0, 9.0]
    exact = given(type_, values).value.tolist()
    wanted = [max(0.0, x) + min(0.0, alpha * math.expm1(x)) for x in exact]
    got = elu(type_, values, alpha)
    assert got.tolist() == np.array(wanted, got.dtype).tolist()


@pytest.mark.parametrize("type_", FLOATS)
def test_special_values(type_: T) -> None:
    values = [-INF, INF, -1e4, 1e4, math.nan]
    alpha = 2.0
    got = elu(type_, values, alpha)
    np.testing.assert_array_equal(got, np.array([-2, INF, -2, 1e4, math.nan], got.dtype))
    np.testing.assert_array_equal(
        elu(type_, values, 0.0), np.array([0, INF, 0, 1e4, math.nan], got.dtype)
    )


def test_zero_size() -> None:
    assert elu(T.TENSOR_FLOAT32, np.ones((0, 2)), 1.0).shape == (0, 2)
    assert find_definition(Op.ELU).zero_size.since == Version.V1_3


def test_against_torch() -> None:
    torch = pytest.importorskip("torch")
    x = np.random.default_rng(13).normal(scale=3, size=(2, 3, 4, 5)).astype(np.float32)
    other = torch.nn.functional.elu(torch.tensor(x), alpha=1.5).numpy()
    np.testing.assert_allclose(elu(T.TENSOR_FLOAT32, x, 1.5), other, rtol=1e-6, atol=1e-7)
