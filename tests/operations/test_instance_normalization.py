"""INSTANCE_NORMALIZATION against its formula in plain Python, and torch."""

from __future__ import annotations

import math

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.op_runner import given, out, run

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")

FLOATS = (T.TENSOR_FLOAT32, T.TENSOR_FLOAT16)
SCALAR = {T.TENSOR_FLOAT32: T.FLOAT32, T.TENSOR_FLOAT16: T.FLOAT16}


def normalized(
    x: OperandView, gamma: float, beta: float, epsilon: float, nchw: bool = False
) -> np.ndarray:
    scalars = [given(SCALAR[x.type], value) for value in (gamma, beta, epsilon)]
    return run(Op.INSTANCE_NORMALIZATION, [x, *scalars, given(T.BOOL, nchw)], [out(x.type)])[0]


@pytest.mark.parametrize("type_", FLOATS)
@pytest.mark.parametrize(("gamma", "beta"), [(1.0, 0.0), (2.0, 10.0), (-0.5, -3.0), (0.0, 7.0)])
def test_formula(type_: T, gamma: float, beta: float) -> None:
    x = given(type_, np.random.default_rng(15).integers(-9, 9, (2, 3, 2, 4)))
    epsilon = 0.5
    got = normalized(x, gamma, beta, epsilon)
    for b in range(2):
        for c in range(4):
            plane = x.value[b, :, :, c].ravel().tolist()
            mean = math.fsum(plane) / 6
            variance = math.fsum((v - mean) ** 2 for v in plane) / 6
            wanted = [(v - mean) * gamma / math.sqrt(variance + epsilon) + beta for v in plane]
            np.testing.assert_allclose(
                got[b, :, :, c].ravel(),
                np.array(wanted, got.dtype),
                rtol=1e-6 if type_ == T.TENSOR_FLOAT32 else 1e-3,
                atol=1e-7,
            )


def test_hand_computed() -> None:
    # plane 0: 1, 3 (mean 2, deviation 1); plane 1: 5, 5 (deviation 0)
    x = given(T.TENSOR_FLOAT32, [1, 5, 3, 5], shape=(1, 1, 2, 2))
    got = normalized(x, 2.0, 10.0, 0.0 + 3.0)
    assert got.ravel().tolist() == [9.0, 10.0, 11.0, 10.0]


@pytest.mark.parametrize("type_", FLOATS)
def test_layouts_agree(type_: T) -> None:
    x = given(type_, np.random.default_rng(16).normal(size=(2, 3, 4, 5)))
    moved = given(type_, x.value.transpose(0, 3, 1, 2))
    got = normalized(x, 1.5, 0.25, 1e-3)
    assert np.array_equal(normalized(moved, 1.5, 0.25, 1e-3, True), got.transpose(0, 3, 1, 2))


def test_far_from_zero() -> None:
    x = given(T.TENSOR_FLOAT32, [8388608.0, 8388610.0], shape=(1, 2, 1, 1))
    assert normalized(x, 1.0, 0.0, 0.0).ravel().tolist() == [-1.0, 1.0]


def test_constant_plane_without_epsilon_raises_no_warning() -> None:
    x = given(T.TENSOR_FLOAT32, [4.0, 4.0], shape=(1, 2, 1, 1))
    assert np.isnan(normalized(x, 1.0, 0.0, 0.0)).all()


def test_against_torch() -> None:
    torch = pytest.importorskip("torch")
    x = given(T.TENSOR_FLOAT32, np.random.default_rng(17).normal(size=(3, 4, 5, 6)))
    weight, bias = torch.full((4,), 1.5), torch.full((4,), 0.25)
    other = torch.nn.functional.instance_norm(
        torch.tensor(x.value), weight=weight, bias=bias, eps=1e-3
    ).numpy()
    got = normalized(x, 1.5, 0.25, 1e-3, True)
    np.testing.assert_allclose(got, other, rtol=1e-4, atol=1e-5)
