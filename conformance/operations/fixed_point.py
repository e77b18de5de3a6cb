"""16-bit fixed point numbers inside quantized cells: codes as integral doubles, saturating.

``FRACTION`` is the code of 1.0 in the format for values within [-1, 1); gate sums have 12 bits
behind the point and so lie within [-8, 8).

The published results of the quantized cells are those of a 16-bit evaluation of both functions and
differ from the exact ones by several codes of the cell state, so it is followed here: exp(-x) as a
polynomial on a quarter and a product of powers for the rest, 1 / (1 + e) by Newton's method, every
product rounded to 16 bits.
"""

from __future__ import annotations

from math import exp
from typing import Final

import numpy as np
from numpy.typing import NDArray

from conformance.operations.numerics import F64Array, round_half_away

Codes = NDArray[np.int64]

FRACTION: Final = 32768.0
GATE_SUM: Final = 2.0**-12
GATE_INTEGER_BITS: Final = 3

_ONE: Final = 32767
_TWO_BITS: Final = 1 << 13
"""1.0 with two bits before the point."""
_START: Final = round(48 / 17 * _TWO_BITS)
_SLOPE: Final = round(-32 / 17 * _TWO_BITS)
_POWERS: Final = {e: round(exp(-(2.0**e)) * FRACTION) for e in range(-2, 5)}
_EXP_EIGHTH: Final = round(exp(-1 / 8) * FRACTION)
_THIRD: Final = round(FRACTION / 3)


def saturated(values: F64Array) -> F64Array:
    """The nearest code, a tie away from zero, held in 16 bits."""
    result: F64Array = np.clip(round_half_away(values), -32768.0, 32767.0)
    return result


def _halved(values: Codes, bits: int) -> Codes:
    """Divided by a power of two, a tie away from zero."""
    half = 1 << (bits - 1)
    result: Codes = np.where(values >= 0, (values + half) >> bits, -((half - values) >> bits))
    return result


def _times(a: Codes | int, b: Codes | int) -> Codes:
    """Product of two fractions, a tie upwards."""
    result: Codes = np.asarray((np.asarray(a) * b + (1 << 14)) >> 15)
    return result


def _exp_negative(codes: Codes, integer_bits: int) -> Codes:
    """The exponential of codes that are not positive, as a fraction."""
    fraction_bits = 15 - integer_bits
    quarter = 1 << (fraction_bits - 2)
    rest = (codes & (quarter - 1)) - quarter
    x = (rest << integer_bits) + (1 << 12)
    x2 = _times(x, x)
    x3, x4 = _times(x2, x), _times(x2, x2)
    series = _halved(_times(_halved(x4, 2) + x3, _THIRD) + x2, 1)
    result = np.minimum(_EXP_EIGHTH + _times(_EXP_EIGHTH, x + series), _ONE)
    remainder = rest - codes
    for exponent, power in _POWERS.items():
        if exponent < integer_bits:
            bit = 1 << (fraction_bits + exponent)
            result = np.where(remainder & bit, _times(result, power), result)
    return np.where(codes == 0, _ONE, result)


def _twice_inverse(e: Codes) -> Codes:
    """2 / (1 + e) with two bits before the point, for fractions that are not negative."""
    half = (e + _ONE + 1) >> 1
    x = _START + _times(half, _SLOPE)
    for _ in range(3):
        x = x + np.clip(_times(x, _TWO_BITS - _times(half, x)) * 4, -32768, 32767)
    return x


def sigmoid_code(codes: F64Array) -> F64Array:
    """The logistic function of gate sums, as a fraction."""
    whole = codes.astype(np.int64)
    above = np.minimum(_twice_inverse(_exp_negative(-np.abs(whole), GATE_INTEGER_BITS)) * 2, _ONE)
    result = np.where(whole < 0, _ONE - above, above)
    return np.where(whole == 0, 1 << 14, result).astype(np.float64)


def tanh_code(codes: F64Array, integer_bits: int = GATE_INTEGER_BITS) -> F64Array:
    """The hyperbolic tangent of codes with ``integer_bits`` before the point, as a fraction."""
    whole = codes.astype(np.int64)
    inverse = _twice_inverse(_exp_negative(-np.abs(whole), integer_bits + 1)) - _TWO_BITS
    result: F64Array = (np.sign(whole) * np.minimum(inverse * 4, _ONE)).astype(np.float64)
    return result


def next_cell_state(
    forget: F64Array, state: F64Array, admit: F64Array, offered: F64Array, scale: float
) -> F64Array:
    """Codes of forget x state + admit x offered; both products are rounded, the sum saturates."""
    kept = round_half_away(forget * state / FRACTION)
    added = round_half_away(admit * offered / (FRACTION * FRACTION * scale))
    return saturated(kept + added)
