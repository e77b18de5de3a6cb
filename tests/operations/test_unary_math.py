"""ABS, NEG, EXP, LOG, SQRT, RSQRT, SIN against the math module and exact bounds."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import OperandView, find_definition
from tests.operations.op_runner import code_of, given, out, reals_of, run

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")

FORMULA = {
    Op.ABS: abs,
    Op.NEG: lambda x: -x,
    Op.EXP: math.exp,
    Op.LOG: math.log,
    Op.SQRT: math.sqrt,
    Op.RSQRT: lambda x: 1 / math.sqrt(x),
    Op.SIN: math.sin,
}
POSITIVE = (Op.LOG, Op.SQRT, Op.RSQRT)
FLOATS = (T.TENSOR_FLOAT32, T.TENSOR_FLOAT16)
INF, NAN = math.inf, math.nan


@pytest.mark.parametrize("type_", FLOATS)
@pytest.mark.parametrize("op", FORMULA)
def test_formula(op: Op, type_: T) -> None:
    values = [0.001, 0.3, 0.5, 1.0, 1.7, 2.0, 3.1416, 9.7, 0.25, 6.5, 7.0, 10.0]
    if op not in POSITIVE:
        values = [v * (-1) ** i for i, v in enumerate(values)]
    x = given(type_, values, shape=(1, 3, 1, 2, 2))
    got = run(op, [x], [out(type_)])[0]
    assert got.shape == (1, 3, 1, 2, 2)
    wanted = [FORMULA[op](v) for v in x.value.ravel().tolist()]
    # all except SIN are computed in double precision
    units = 1 if op is Op.SIN and type_ is T.TENSOR_FLOAT32 else 0
    np.testing.assert_array_max_ulp(got.ravel(), np.array(wanted, got.dtype), units)


@pytest.mark.parametrize("type_", FLOATS)
def test_square_roots_are_correctly_rounded(type_: T) -> None:
    x = given(type_, [0.1 + 0.37 * i for i in range(200)])
    for op in (Op.SQRT, Op.RSQRT):
        got = run(op, [x], [out(type_)])[0]
        for value, root in zip(x.value.tolist(), got.tolist(), strict=True):
            target = Fraction(value) if op == Op.SQRT else 1 / Fraction(value)
            half_step = Fraction(float(np.spacing(got.dtype.type(root)))) / 2
            assert (Fraction(root) - half_step) ** 2 <= target <= (Fraction(root) + half_step) ** 2


@pytest.mark.parametrize("type_", FLOATS)
@pytest.mark.parametrize(
    ("op", "values", "expected"),
    [
        (Op.ABS, [-INF, -0.0, -2.5], [INF, 0.0, 2.5]),
        (Op.NEG, [-INF, -0.0, 2.5], [INF, 0.0, -2.5]),
        (Op.EXP, [-INF, INF, 0.0, 800.0, -800.0], [0.0, INF, 1.0, INF, 0.0]),
        (Op.LOG, [0.0, 1.0, INF, -1.0], [-INF, 0.0, INF, NAN]),
        (Op.SQRT, [0.0, INF, -1.0], [0.0, INF, NAN]),
        (Op.RSQRT, [0.0, INF, 4.0, -1.0], [INF, 0.0, 0.5, NAN]),
        (Op.SIN, [0.0, INF, NAN], [0.0, NAN, NAN]),
    ],
)
def test_special_values(op: Op, type_: T, values: list[float], expected: list[float]) -> None:
    got = run(op, [given(type_, values)], [out(type_)])[0]
    np.testing.assert_array_equal(got, np.array(expected, got.dtype))
    assert not np.signbit(got[1]) or op not in (Op.ABS, Op.NEG)


@pytest.mark.parametrize("op", [Op.ABS, Op.NEG])
def test_int32(op: Op) -> None:
    values = [0, 5, -5, 2**31 - 1, -(2**31) + 1]
    got = run(op, [given(T.TENSOR_INT32, values)], [out(T.TENSOR_INT32)])[0]
    assert got.tolist() == [FORMULA[op](v) for v in values]
    least = given(T.TENSOR_INT32, [-(2**31)])
    assert run(op, [least], [out(T.TENSOR_INT32)])[0].tolist() == [-(2**31)]


def all_codes(type_: T, scale: float, zero_point: int) -> OperandView:
    low = 0 if type_ == T.TENSOR_QUANT8_ASYMM else -128
    return given(type_, range(low, low + 256), scale=scale, zero_point=zero_point)


@pytest.mark.parametrize(
    ("type_", "scale", "zero_point", "out_scale", "out_zero_point"),
    [
        (T.TENSOR_QUANT8_ASYMM, 0.25, 0, 0.01, 20),
        (T.TENSOR_QUANT8_ASYMM, 0.003, 0, 0.1, 0),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, 0.7, -128, 0.008, -100),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, 12.0, -128, 0.001, -128),
    ],
)
def test_quantized_rsqrt(
    type_: T, scale: float, zero_point: int, out_scale: float, out_zero_point: int
) -> None:
    x, target = (
        all_codes(type_, scale, zero_point),
        out(type_, scale=out_scale, zero_point=out_zero_point),
    )
    got = run(Op.RSQRT, [x], [target])[0].tolist()
    reals = reals_of(x)
    assert reals[0] == 0
    assert got[0] == target.info.code_range[1]
    assert got[1:] == [code_of(1 / math.sqrt(real), target) for real in reals[1:]]


def test_quantized_rsqrt_of_negative_values_is_the_zero_point() -> None:
    x = given(T.TENSOR_QUANT8_ASYMM, [0, 99, 100, 101], scale=1.0, zero_point=100)
    target = out(T.TENSOR_QUANT8_ASYMM, scale=0.5, zero_point=7)
    assert run(Op.RSQRT, [x], [target])[0].tolist() == [7, 7, 255, 9]


def test_versions_of_types() -> None:
    assert find_definition(Op.ABS).types[T.TENSOR_INT32] == Version.V1_3
    assert find_definition(Op.NEG).types[T.TENSOR_INT32] == Version.V1_2
    rsqrt = find_definition(Op.RSQRT).types
    assert rsqrt[T.TENSOR_QUANT8_ASYMM] == Version.AIDL_V3
    assert rsqrt[T.TENSOR_QUANT8_ASYMM_SIGNED] == Version.AIDL_V3
    for op in (Op.EXP, Op.LOG, Op.SQRT, Op.SIN):
        assert dict(find_definition(op).types) == dict.fromkeys(FLOATS, Version.V1_2)


@pytest.mark.parametrize("op", FORMULA)
def test_against_torch(op: Op) -> None:
    torch = pytest.importorskip("torch")
    x = given(T.TENSOR_FLOAT32, np.random.default_rng(5).uniform(0.01, 9, 500))
    got = run(op, [x], [out(T.TENSOR_FLOAT32)])[0]
    other = getattr(torch, op.name.lower())(torch.tensor(x.value)).numpy()
    np.testing.assert_allclose(got, other, rtol=1e-6, atol=1e-7)
