"""QUANTIZE against exact rational arithmetic."""

from __future__ import annotations

import math

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import find_definition
from tests.operations.op_runner import code_of, given, out, run

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")

FLOATS = (T.TENSOR_FLOAT32, T.TENSOR_FLOAT16)
QUANT8 = (T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED)


@pytest.mark.parametrize("target_type", QUANT8)
@pytest.mark.parametrize("type_", FLOATS)
@pytest.mark.parametrize(("scale", "zero_point"), [(0.5, 0), (0.3, 100), (1e-3, 127), (40.0, 3)])
def test_formula(type_: T, target_type: T, scale: float, zero_point: int) -> None:
    rng = np.random.default_rng(6)
    x = given(type_, rng.normal(scale=100 * scale, size=300))
    target = out(target_type, scale=scale, zero_point=zero_point)
    wanted = [code_of(value, target) for value in x.value.tolist()]
    assert run(Op.QUANTIZE, [x], [target])[0].tolist() == wanted


@pytest.mark.parametrize("type_", FLOATS)
def test_ties_are_rounded_away_from_zero(type_: T) -> None:
    x = given(type_, [0.25, 0.75, -0.25, -0.75, 1.25, -1.25, 0.0])
    target = out(T.TENSOR_QUANT8_ASYMM_SIGNED, scale=0.5, zero_point=10)
    assert run(Op.QUANTIZE, [x], [target])[0].tolist() == [11, 12, 9, 8, 13, 7, 10]


@pytest.mark.parametrize("type_", FLOATS)
def test_saturation_and_special_values(type_: T) -> None:
    x = given(type_, [[1e4, -1e4, math.inf, -math.inf, math.nan, -0.0]])
    target = out(T.TENSOR_QUANT8_ASYMM, scale=0.5, zero_point=7)
    assert run(Op.QUANTIZE, [x], [target])[0].tolist() == [[255, 0, 255, 0, 7, 7]]
    tiny = out(T.TENSOR_QUANT8_ASYMM_SIGNED, scale=1e-38, zero_point=-5)
    assert run(Op.QUANTIZE, [x], [tiny])[0].tolist() == [[127, -128, 127, -128, -5, -5]]


@pytest.mark.parametrize("type_", FLOATS)
def test_zero_size(type_: T) -> None:
    got = run(Op.QUANTIZE, [given(type_, np.ones((2, 0, 3)))], [out(QUANT8[0], scale=1.0)])[0]
    assert got.shape == (2, 0, 3)
    assert find_definition(Op.QUANTIZE).zero_size.since == Version.V1_2
