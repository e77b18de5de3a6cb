"""Quantization scales on a coarse grid, computed identically on every machine.

A scale is 1, 1.25, 1.5 or 1.75 times a power of two. It is therefore exact in float32, as is the
product of two scales, which a bias needs as its scale.
"""

from __future__ import annotations

from math import frexp, ldexp
from typing import Final

from conformance.hal import INFO, OperandType

_SMALLEST: Final = 2.0**-24
_STEPS_PER_OCTAVE: Final = 4
_CODES: Final = {type_: info.code_range for type_, info in INFO.items() if info.quantized}


def grid_scale(quarters: int, exponent: int) -> float:
    """Return ``(1 + quarters / 4) * 2 ** exponent``."""
    return ldexp(_STEPS_PER_OCTAVE + quarters, exponent - 2)


def scale_at_least(least: float) -> float:
    """Return the smallest scale of the grid that is at least ``least``."""
    mantissa, exponent = frexp(max(least, _SMALLEST))
    steps = mantissa * 2 * _STEPS_PER_OCTAVE
    whole = int(steps)
    return grid_scale(whole - _STEPS_PER_OCTAVE + (whole < steps), exponent - 1)


def scale_above(bound: float) -> float:
    """Return the smallest scale of the grid that is greater than ``bound``."""
    scale = scale_at_least(bound)
    return scale if scale > bound else scale_at_least(bound * (1 + 2.0**-20))


def fit_quantization(
    type_: OperandType, low: float, high: float, above: float = 0.0
) -> tuple[float, int]:
    """Return the scale and zero point of ``type_`` for values from ``low`` to ``high``.

    The scale is the smallest of the grid that covers the range and is greater than ``above``. Zero
    is always representable.
    """
    least, most = _CODES[type_]
    low, high = min(low, 0.0), max(high, 0.0)
    if INFO[type_].zero_points == (0, 0):
        scale = scale_at_least(max(-low, high) / most)
        return (scale_above(above) if scale <= above else scale), 0
    scale = scale_at_least((high - low) / (most - least))
    if scale <= above:
        scale = scale_above(above)
    return scale, min(max(round(least - low / scale), least), most)


def representable_range(type_: OperandType, scale: float, zero_point: int) -> tuple[float, float]:
    """Return the real values of the smallest and the largest code."""
    least, most = _CODES[type_]
    return (least - zero_point) * scale, (most - zero_point) * scale
