"""HARD_SWISH against exact rational arithmetic, and torch."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import find_definition
from tests.operations.op_runner import code_of, given, out, reals_of, run

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")


def exact(x: Fraction) -> Fraction:
    return x * max(Fraction(0), min(Fraction(6), x + 3)) / 6


@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
def test_floats(type_: T) -> None:
    x = given(type_, [-100.0, -3.0, -2.9, -1.5, -0.1, 0.0, 0.3, 1.7, 2.9, 3.0, 3.1, 1000.0])
    got = run(Op.HARD_SWISH, [x], [out(type_)])[0]
    for value, result in zip(x.value.tolist(), got.tolist(), strict=True):
        half_step = Fraction(float(np.spacing(got.dtype.type(abs(result))))) / 2
        assert abs(exact(Fraction(value)) - Fraction(result)) <= half_step * Fraction(1001, 1000)


def test_hand_computed() -> None:
    x = given(T.TENSOR_FLOAT32, [-4.0, -3.0, -1.5, 0.0, 1.0, 3.0, 4.0])
    got = run(Op.HARD_SWISH, [x], [out(T.TENSOR_FLOAT32)])[0]
    assert got.tolist() == [0.0, 0.0, -0.375, 0.0, float(np.float32(2 / 3)), 3.0, 4.0]


@pytest.mark.parametrize(
    ("type_", "scale", "zero_point", "out_scale", "out_zero_point"),
    [
        (T.TENSOR_QUANT8_ASYMM, 0.0625, 128, 0.0625, 128),
        (T.TENSOR_QUANT8_ASYMM, 0.05, 100, 0.03, 20),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, 0.1, 0, 0.07, -120),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, 0.01, -128, 0.01, -128),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, 4.0, 3, 0.5, 0),
    ],
)
def test_all_codes(
    type_: T, scale: float, zero_point: int, out_scale: float, out_zero_point: int
) -> None:
    low = 0 if type_ == T.TENSOR_QUANT8_ASYMM else -128
    x = given(type_, range(low, low + 256), scale=scale, zero_point=zero_point)
    target = out(type_, scale=out_scale, zero_point=out_zero_point)
    wanted = [code_of(exact(real), target) for real in reals_of(x)]
    assert run(Op.HARD_SWISH, [x], [target])[0].tolist() == wanted


@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_QUANT8_ASYMM])
def test_zero_size(type_: T) -> None:
    x = given(type_, np.ones((2, 0)), scale=1.0)
    assert run(Op.HARD_SWISH, [x], [out(type_, scale=1.0)])[0].shape == (2, 0)
    assert find_definition(Op.HARD_SWISH).zero_size.since == Version.V1_3


def test_against_torch() -> None:
    torch = pytest.importorskip("torch")
    x = given(T.TENSOR_FLOAT32, np.random.default_rng(14).normal(scale=3, size=(2, 3, 4, 5, 2)))
    other = torch.nn.functional.hardswish(torch.tensor(x.value)).numpy()
    got = run(Op.HARD_SWISH, [x], [out(T.TENSOR_FLOAT32)])[0]
    np.testing.assert_allclose(got, other, rtol=1e-6, atol=1e-7)
