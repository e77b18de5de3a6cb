"""CAST between every legal pair of types, against Python's own conversions."""

from __future__ import annotations

import math

import numpy as np
import pytest

from conformance.hal import INFO, Version
from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import find_definition
from tests.operations.op_runner import given, out, run

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")

CONVERTIBLE = (T.TENSOR_FLOAT32, T.TENSOR_FLOAT16, T.TENSOR_INT32, T.TENSOR_QUANT8_ASYMM)
IDENTITY = (
    T.TENSOR_BOOL8,
    T.TENSOR_QUANT16_ASYMM,
    T.TENSOR_QUANT16_SYMM,
    T.TENSOR_QUANT8_ASYMM_SIGNED,
    T.TENSOR_QUANT8_SYMM,
)


@pytest.mark.parametrize("target", CONVERTIBLE)
@pytest.mark.parametrize("source", CONVERTIBLE)
def test_subnormal_numbers_are_preserved(source: T, target: T) -> None:
    x = given(source, [[0, 1, 2], [100, 254, 255]], scale=0.3, zero_point=7)
    got = run(Op.CAST, [x], [out(target, scale=4.0, zero_point=99)])[0]
    assert got.tolist() == [[0, 1, 2], [100, 254, 255]]


@pytest.mark.parametrize("source", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
@pytest.mark.parametrize("target", [T.TENSOR_INT32, T.TENSOR_QUANT8_ASYMM])
def test_fractions_are_truncated(source: T, target: T) -> None:
    x = given(source, [0.5, 0.99, 1.5, 2.5, 254.9, -0.99, -1.5, -2.9])
    low, high = INFO[target].code_range
    wanted = [min(max(int(v), low), high) for v in x.value.tolist()]
    assert run(Op.CAST, [x], [out(target, scale=1.0)])[0].tolist() == wanted


def test_integers_are_clamped() -> None:
    for source in (T.TENSOR_FLOAT32, T.TENSOR_FLOAT16, T.TENSOR_INT32):
        x = given(source, [-1, -30000, 256, 30000])
        got = run(Op.CAST, [x], [out(T.TENSOR_QUANT8_ASYMM, scale=1.0)])[0]
        assert got.tolist() == [0, 0, 255, 255]
    x = given(T.TENSOR_FLOAT32, [3e9, -3e9, math.inf, -math.inf, math.nan, 2147483520.0])
    least, most = -(2**31), 2**31 - 1
    got = run(Op.CAST, [x], [out(T.TENSOR_INT32)])[0]
    assert got.tolist() == [most, least, most, least, 0, 2147483520]
    assert run(Op.CAST, [x], [out(T.TENSOR_QUANT8_ASYMM, scale=1.0)])[0].tolist() == [
        255, 0, 255, 0, 0, 255,
    ]  # fmt: skip


def test_floats_are_rounded_or_overflow() -> None:
    x = given(T.TENSOR_FLOAT32, [0.1, 2049.0, 2051.0, 65519.0, 65520.0, -1e10, 1e-10, math.nan])
    got = run(Op.CAST, [x], [out(T.TENSOR_FLOAT16)])[0]
    wanted = [float(np.float16(0.1)), 2048.0, 2052.0, 65504.0, math.inf, -math.inf, 0.0, math.nan]
    np.testing.assert_array_equal(got, wanted)
    x = given(T.TENSOR_INT32, [2**24 + 1, 2**24 + 3, -(2**31), 2**31 - 1, 70000])
    got = run(Op.CAST, [x], [out(T.TENSOR_FLOAT32)])[0]
    assert got.tolist() == [2.0**24, 2.0**24 + 4, -(2.0**31), 2.0**31, 70000.0]
    got = run(Op.CAST, [x], [out(T.TENSOR_FLOAT16)])[0]
    assert got.tolist() == [math.inf, math.inf, -math.inf, math.inf, math.inf]


@pytest.mark.parametrize("type_", IDENTITY)
def test_copies(type_: T) -> None:
    low, high = (0, 1) if type_ == T.TENSOR_BOOL8 else INFO[type_].code_range
    x = given(type_, [low, 0, 1, high], scale=0.5)
    got = run(Op.CAST, [x], [out(type_, scale=0.25)])[0]
    assert got.tolist() == [low, 0, 1, high]


def test_legal_pairs() -> None:
    found = find_definition(Op.CAST)
    legal = found.outputs[0].types.legal
    for type_ in CONVERTIBLE:
        assert {t for t, _ in legal(type_)} == set(CONVERTIBLE)
        assert found.types[type_] == Version.V1_2
    for type_ in IDENTITY:
        assert [t for t, _ in legal(type_)] == [type_]
        assert found.types[type_] == Version.V1_3
    assert set(found.types) == {*CONVERTIBLE, *IDENTITY}
