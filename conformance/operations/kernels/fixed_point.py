"""Fixed-point arithmetic of the quantized LSTM operations: rescaling, sigmoid and tanh.

Values are doubles that hold multiples of a power of two exactly; ``round_half_up_to_bits`` rounds
one to a fixed-point format. Sigmoid and tanh are deliberately not the correctly rounded exact
functions: the published examples of QUANTIZED_LSTM allow an error of one code, but differ by up to
6 codes from results with exact functions, because a cell state with 15 fraction bits makes small
differences visible. The evaluation below reproduces them. Every product has 15 fraction bits unless
stated otherwise:

- a product is rounded to nearest with ties upwards; where bits are dropped without a product, ties
  are rounded away from zero (``round_half_away_to_bits``);
- exp(-x) splits x into a multiple of 1/4 and a remainder: a polynomial of degree 4 around 1/8 for
  the remainder, times the exponentials of the multiple's binary digits, lowest digit first;
- 2 / (1 + exp(-x)) is computed with three Newton steps in 13 fraction bits, which start from the
  line (48 - 32 d) / 17, d = (1 + exp(-x)) / 2, and correct by multiples of 2^-11;
- sigmoid and tanh follow from that quotient, so they have 14 and 13 fraction bits, and saturate at
  1 - 2^-15.

Compared with the exact functions, the error of sigmoid is below 7 x 2^-15 and that of tanh below 13
x 2^-15.
"""

from __future__ import annotations

from math import exp, frexp
from typing import Final

import numpy as np

from conformance.operations.kernels.numerics import F64Array, round_half_away

ALMOST_ONE: Final = 1.0 - 2.0**-15
"""The largest 16-bit fixed-point number without integer bits; it represents 1 in that format."""


def round_half_up_to_bits(values: F64Array, bits: int) -> F64Array:
    """Return the nearest multiples of 2^-bits, ties upwards."""
    result: F64Array = np.floor(values * 2.0**bits + 0.5) * 2.0**-bits
    return result


def round_half_away_to_bits(values: F64Array, bits: int) -> F64Array:
    """Return the nearest multiples of 2^-bits, ties away from zero.

    Used where bits are dropped without a product.
    """
    return round_half_away(values * 2.0**bits) * 2.0**-bits


def saturate(codes: F64Array, bits: int = 16) -> F64Array:
    """Return the codes clamped to a signed type of this width."""
    limit = 2.0 ** (bits - 1)
    result: F64Array = np.clip(codes, -limit, limit - 1.0)
    return result


def rescale(codes: F64Array, factor: float) -> F64Array:
    """Return whole numbers times a positive factor, rounded twice if the factor is below 1/2.

    The factor is m x 2^-s with 1/2 <= m < 1. The product with m is rounded to a whole number first,
    ties upwards; dividing it by 2^s then rounds ties away from zero.
    """
    mantissa, exponent = frexp(factor)
    product = round_half_up_to_bits(codes * (mantissa * 2.0 ** max(exponent, 0)), 0)
    return round_half_away_to_bits(product * 2.0 ** min(exponent, 0), 0)


def _constant(value: float) -> float:
    return float(round_half_up_to_bits(np.float64(value), 15))  # type: ignore[arg-type]


_THIRD: Final = _constant(1 / 3)
_MIDDLE: Final = _constant(exp(-1 / 8))
_DIGITS: Final = tuple(_constant(exp(-(2.0**power))) for power in range(-2, 4))
_FURTHEST: Final = 16.0
"""For larger arguments the exponential is 0 in this format."""


def _decay(x: F64Array) -> F64Array:
    """Return exp(-x) of non-negative numbers."""
    quarters = np.maximum(np.ceil(np.minimum(x, _FURTHEST) * 4.0) - 1.0, 0.0)
    h = 0.125 - (x - quarters / 4.0)
    square = round_half_up_to_bits(h * h, 15)
    high = round_half_up_to_bits(
        round_half_up_to_bits(square * square, 15) / 4.0, 15
    ) + round_half_up_to_bits(square * h, 15)
    series = h + round_half_up_to_bits(
        (square + round_half_up_to_bits(high * _THIRD, 15)) / 2.0, 15
    )
    result = _MIDDLE + round_half_up_to_bits(_MIDDLE * series, 15)
    digits = quarters.astype(np.int64)
    for place, factor in enumerate(_DIGITS):
        result = np.where(digits >> place & 1, round_half_up_to_bits(result * factor, 15), result)
    result[x == 0.0] = ALMOST_ONE
    result[x > _FURTHEST] = 0.0
    return result


def _two_over_one_plus(decay: F64Array) -> F64Array:
    """Return 2 / (1 + decay) of numbers from 0 to 1."""
    half = round_half_up_to_bits((decay + ALMOST_ONE) / 2.0, 15)
    guess = _in_13_bits(48 / 17) + round_half_up_to_bits(half * _in_13_bits(-32 / 17), 13)
    for _ in range(3):
        guess = guess + round_half_up_to_bits(
            guess * (1.0 - round_half_up_to_bits(half * guess, 13)), 11
        )
    return guess


def _in_13_bits(value: float) -> float:
    return float(round_half_up_to_bits(np.float64(value), 13))  # type: ignore[arg-type]


def sigmoid(x: F64Array) -> F64Array:
    """Return 1 / (1 + exp(-x)) in 15 fraction bits."""
    positive = np.minimum(_two_over_one_plus(_decay(np.abs(x))) / 2.0, ALMOST_ONE)
    result: F64Array = np.where(x > 0.0, positive, ALMOST_ONE - positive)
    result[x == 0.0] = 0.5
    return result


def tanh(x: F64Array) -> F64Array:
    """Return 2 / (1 + exp(-2x)) - 1 in 15 fraction bits."""
    positive = np.minimum(_two_over_one_plus(_decay(2.0 * np.abs(x))) - 1.0, ALMOST_ONE)
    result: F64Array = np.sign(x) * positive
    return result
