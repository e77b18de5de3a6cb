"""PRELU against exact arithmetic in plain Python, and torch."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from tests.operations.op_runner import code_of, given, out, reals_of, run

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")


def exact(x: Fraction, alpha: Fraction) -> Fraction:
    return x if x >= 0 else alpha * x


@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
def test_floats_are_rounded_once(type_: T) -> None:
    x = given(type_, [-0.1, 2.7, -3.3, 0.0, -0.5, 7.0, -1 / 3])
    alpha = given(type_, [0.2, 1.1, -0.7, 5.0, 0.0, 2.0, 1 / 3])
    got = run(Op.PRELU, [x, alpha], [out(type_)])[0]
    for a, b, value in zip(x.value.tolist(), alpha.value.tolist(), got.tolist(), strict=True):
        half_step = Fraction(float(np.spacing(got.dtype.type(abs(value))))) / 2
        assert abs(exact(Fraction(a), Fraction(b)) - Fraction(value)) <= half_step


@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
def test_special_values(type_: T) -> None:
    inf, nan = math.inf, math.nan
    x = given(type_, [-inf, inf, nan, -60000.0, -0.0, -inf, 0.0])
    alpha = given(type_, [2.0, nan, 1.0, -6e4 if type_ == T.TENSOR_FLOAT16 else -3e38, 2.0, 0, inf])
    got = run(Op.PRELU, [x, alpha], [out(type_)])[0]
    np.testing.assert_array_equal(got, np.array([-inf, inf, nan, inf, 0.0, nan, 0.0], got.dtype))


@pytest.mark.parametrize(
    ("type_", "x", "alpha", "result"),
    [
        (T.TENSOR_QUANT8_ASYMM, (0.25, 128), (0.25, 50), (0.5, 120)),
        (T.TENSOR_QUANT8_ASYMM, (0.3, 100), (0.07, 200), (0.11, 7)),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, (1.0, 127), (2.0, 0), (0.9, 0)),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, (0.02, -128), (0.1, -128), (0.03, -128)),
    ],
)
def test_quantized(type_: T, x: tuple, alpha: tuple, result: tuple) -> None:
    rng = np.random.default_rng(11)
    low = 0 if type_ == T.TENSOR_QUANT8_ASYMM else -128
    values, slopes = (
        given(type_, rng.integers(low, low + 256, 500), scale=scale, zero_point=zero_point)
        for scale, zero_point in (x, alpha)
    )
    target = out(type_, scale=result[0], zero_point=result[1])
    wanted = [
        code_of(exact(a, b), target)
        for a, b in zip(reals_of(values), reals_of(slopes), strict=True)
    ]
    assert run(Op.PRELU, [values, slopes], [target])[0].tolist() == wanted


def test_hand_computed() -> None:
    # x: -2, -1, 0, 3; alpha 0.5 and -1.5; output scale 0.5, zero point 10
    x = given(T.TENSOR_QUANT8_ASYMM, [[1, 3, 5, 11]], scale=0.5, zero_point=5)
    alpha = given(T.TENSOR_QUANT8_ASYMM, [[4], [0]], scale=0.5, zero_point=3)
    target = out(T.TENSOR_QUANT8_ASYMM, scale=0.5, zero_point=10)
    got = run(Op.PRELU, [x, alpha], [target])[0]
    assert got.tolist() == [[8, 9, 10, 16], [16, 13, 10, 16]]


def test_against_torch() -> None:
    torch = pytest.importorskip("torch")
    rng = np.random.default_rng(12)
    x = given(T.TENSOR_FLOAT32, rng.normal(size=(2, 5, 7)))
    alpha = given(T.TENSOR_FLOAT32, rng.normal(size=5))
    got = run(
        Op.PRELU,
        [x, given(T.TENSOR_FLOAT32, alpha.value, shape=(5, 1))],
        [out(T.TENSOR_FLOAT32)],
    )[0]
    other = torch.nn.functional.prelu(torch.tensor(x.value), torch.tensor(alpha.value)).numpy()
    np.testing.assert_array_equal(got, other)
