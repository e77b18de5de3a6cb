"""Tables of 8-bit codes, and rounding of ties away from zero."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.operations.kernels.elementwise import as_booleans, make_recoder, real_by_code
from conformance.operations.kernels.numerics import round_half_away
from tests.operations.op_runner import code_of, out, unknown

TYPES = (T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED)


@pytest.mark.parametrize("type_", TYPES)
def test_reals_are_exact(type_: T) -> None:
    view = unknown(type_, (1,), scale=0.1, zero_point=5)
    table = real_by_code(view)
    for code in range(view.info.code_range[0], view.info.code_range[1] + 1):
        assert Fraction(table[code % 256]) == (code - 5) * Fraction(view.scale)


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize(("scale", "zero_point"), [(0.1, 5), (0.05, 5), (0.2, 6), (10.0, 0)])
def test_recoder(type_: T, scale: float, zero_point: int) -> None:
    source = unknown(type_, (256,), scale=0.1, zero_point=5)
    target = out(type_, scale=scale, zero_point=zero_point)
    low, high = source.info.code_range
    codes = np.arange(low, high + 1).astype(source.info.dtype)
    wanted = [code_of((code - 5) * Fraction(source.scale), target) for code in range(low, high + 1)]
    got = make_recoder(source, target)(codes)
    assert got.dtype == codes.dtype
    assert got.tolist() == wanted


def test_truth() -> None:
    stored = np.array([0, 1, 2, 255], np.uint8).view(np.bool_)
    assert as_booleans(stored).view(np.uint8).tolist() == [0, 1, 1, 1]


def test_round_half_away_is_exact() -> None:
    whole = [0, 1, 2, 3, 7, 127, 128, 255, 2**20, 2**31, 2**51, 2**52 - 1, 2**52, 2**52 + 1, 2**53]
    values = []
    for number in whole:
        for value in (float(number), number + 0.5):
            values += [value, math.nextafter(value, math.inf), math.nextafter(value, -math.inf)]
    values += [-value for value in values]
    wanted = [
        math.copysign(math.floor(abs(Fraction(value)) + Fraction(1, 2)), value) for value in values
    ]
    assert round_half_away(np.array(values)).tolist() == wanted
    assert round_half_away(np.array([math.inf, -math.inf])).tolist() == [math.inf, -math.inf]
    assert float(round_half_away(np.float64(-2.5))) == -3.0
