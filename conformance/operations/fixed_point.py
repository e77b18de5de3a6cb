"""16-bit fixed point numbers inside quantized cells: codes as integral doubles, saturating.

``FRACTION`` is the code of 1.0 in the format for values within [-1, 1); gate sums have 12 bits
behind the point and so lie within [-8, 8).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from conformance.operations.cell_activation import logistic
from conformance.operations.numerics import F64Array, round_half_away

FRACTION: Final = 32768.0
GATE_SUM: Final = 2.0**-12


def saturated(values: F64Array) -> F64Array:
    """The nearest code, a tie away from zero, held in 16 bits."""
    result: F64Array = np.clip(round_half_away(values), -32768.0, 32767.0)
    return result


def sigmoid_code(reals: F64Array) -> F64Array:
    """The logistic function as a fraction."""
    return saturated(logistic(reals) * FRACTION)


def tanh_code(reals: F64Array) -> F64Array:
    """The hyperbolic tangent as a fraction."""
    return saturated(np.tanh(reals) * FRACTION)


def next_cell_state(
    forget: F64Array, state: F64Array, admit: F64Array, offered: F64Array, scale: float
) -> F64Array:
    """Codes of forget x state + admit x offered; both products are rounded, the sum saturates."""
    kept = round_half_away(forget * state / FRACTION)
    added = round_half_away(admit * offered / (FRACTION * FRACTION * scale))
    return saturated(kept + added)
