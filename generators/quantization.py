"""Scales on a coarse grid, fitted without anything that differs from machine to machine.

A scale is 1, 1.25, 1.5 or 1.75 times a power of two: exact as float32, and so is the product of
two of them, which the scale of a bias must be.
"""

from __future__ import annotations

from math import frexp, ldexp
from typing import Final

from conformance.hal import INFO, OperandType

_SMALLEST: Final = 2.0**-24
_QUARTERS: Final = 4
_CODES: Final = {type_: info.code_range for type_, info in INFO.items() if info.quantized}


def grid_scale(quarters: int, exponent: int) -> float:
    """``(1 + quarters / 4) * 2 ** exponent``."""
    return ldexp(_QUARTERS + quarters, exponent - 2)


def scale_from(least: float) -> float:
    """The smallest scale of the grid that is not below ``least``."""
    mantissa, exponent = frexp(max(least, _SMALLEST))
    steps = mantissa * 2 * _QUARTERS
    whole = int(steps)
    return grid_scale(whole - _QUARTERS + (whole < steps), exponent - 1)


def scale_above(bound: float) -> float:
    """The smallest scale of the grid above ``bound``."""
    scale = scale_from(bound)
    return scale if scale > bound else scale_from(bound * (1 + 2.0**-20))


def fitted(type_: OperandType, low: float, high: float, above: float = 0.0) -> tuple[float, int]:
    """Scale and zero point with which the codes of ``type_`` just cover ``low`` to ``high``.

    The scale exceeds ``above``. Zero is always among the values.
    """
    least, most = _CODES[type_]
    low, high = min(low, 0.0), max(high, 0.0)
    if INFO[type_].zero_points == (0, 0):
        scale = scale_from(max(-low, high) / most)
        return (scale_above(above) if scale <= above else scale), 0
    scale = scale_from((high - low) / (most - least))
    if scale <= above:
        scale = scale_above(above)
    return scale, min(max(round(least - low / scale), least), most)


def covered(type_: OperandType, scale: float, zero_point: int) -> tuple[float, float]:
    """The real values of the smallest and the largest code."""
    least, most = _CODES[type_]
    return (least - zero_point) * scale, (most - zero_point) * scale
