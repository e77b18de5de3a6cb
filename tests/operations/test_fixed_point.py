"""Fixed-point functions against exact functions and against steps computed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.operations.kernels.fixed_point import (
    ALMOST_ONE,
    rescale,
    round_half_away_to_bits,
    round_half_up_to_bits,
    saturate,
    sigmoid,
    tanh,
)

CODES = np.arange(-32768, 32768, dtype=np.float64)
STEP = 2.0**-15


def test_nearest() -> None:
    values = np.array([0.125, -0.125, 0.375, -0.375, 0.1, -0.1, 3.0])
    assert round_half_up_to_bits(values, 2).tolist() == [0.25, 0.0, 0.5, -0.25, 0.0, 0.0, 3.0]


def test_saturated() -> None:
    values = np.array([-40000.0, -129.0, 127.0, 40000.0])
    assert saturate(values).tolist() == [-32768.0, -129.0, 127.0, 32767.0]
    assert saturate(values, 8).tolist() == [-128.0, -128.0, 127.0, 127.0]


def test_rescaled() -> None:
    # 3/8 is 3/4 x 2^-1: 11 x 3/4 = 8.25 is 8 first, and 4 then; 14 x 3/4 = 10.5 is 11, and 5.5 is 6
    # where 14 x 3/8 = 5.25 rounded once would be 5; -10.5 is -10, and -5; -12 x 3/4 = -9 exactly,
    # and -4.5 is -5
    values = np.array([11.0, 14.0, -14.0, -12.0, 0.0])
    assert rescale(values, 0.375).tolist() == [4.0, 6.0, -5.0, -5.0, 0.0]
    assert rescale(values, 0.75).tolist() == [8.0, 11.0, -10.0, -9.0, 0.0]
    assert rescale(values, 2.5).tolist() == [28.0, 35.0, -35.0, -30.0, 0.0]


def test_shortened() -> None:
    values = np.array([0.125, -0.125, 0.375, -0.375, 0.1, -0.1, 3.0])
    assert round_half_away_to_bits(values, 2).tolist() == [0.25, -0.25, 0.5, -0.5, 0.0, 0.0, 3.0]


def test_sigmoid() -> None:
    x = CODES * 2.0**-12
    result = sigmoid(x)
    assert np.abs(result - 1 / (1 + np.exp(-x))).max() < 7 * STEP
    assert (result * 2**15 == np.trunc(result * 2**15)).all()
    assert result.min() >= 0.0
    assert result.max() <= ALMOST_ONE
    # sigmoid(x) + sigmoid(-x) is 1, except at 0
    assert (result[32769:] + result[32767:0:-1] == ALMOST_ONE).all()
    assert result[32768] == 0.5
    # 14 fraction bits above the middle
    assert (result[32768:] * 2**14 % 1 == 0).all()


@pytest.mark.parametrize("integer_bits", range(7))
def test_tanh(integer_bits: int) -> None:
    x = CODES * 2.0 ** (integer_bits - 15)
    result = tanh(x)
    assert np.abs(result - np.tanh(x)).max() < 13 * STEP
    assert (result[32769:] == -result[32767:0:-1]).all()
    assert result[32768] == 0.0
    # 13 fraction bits, or saturated
    fine = result * 2**13 % 1 != 0
    assert (np.abs(result[fine]) == ALMOST_ONE).all()
    if integer_bits > 3:
        assert result[-1] == ALMOST_ONE


def test_steps_by_hand() -> None:
    # exp(-1/4): h = -1/8, in units of 2^-15: square 512, cube -64, fourth power 8, a quarter of it
    # 2; a third of -62 is -20.67 -> -21; (512 - 21) / 2 = 245.5 -> 246; -4096 + 246 = -3850;
    # 28918 x (-3850) / 2^15 = -3397.6 -> -3398: 25520, where exact is 25519.7.
    # d = (25520 + 32767) / 2 = 29143.5 -> 29144; 23130 - 13714.6 -> 23130 - 13715 = 9415 of 2^13;
    # 1 - d x: 8192 - 8373.7 -> -182, x 9415 / 2^15 = -52.3 -> -52 of 2^11: 9207;
    # 8192 - 8188.7 -> 3, x 9207 / 2^15 = 0.84 -> 1: 9211; 8192 - 8192.2 -> 0. 9211 / 2^14 is it.
    assert sigmoid(np.array([0.25])).tolist() == [9211 / 2**14]
    assert tanh(np.array([0.125, -0.125])).tolist() == [1019 / 2**13, -1019 / 2**13]
