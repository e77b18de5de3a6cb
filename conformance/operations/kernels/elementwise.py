"""Building blocks of element-wise kernels: tables over 8-bit codes, quantizing, dequantizing.

Values that depend only on the call, such as bounds, scales and tables, are computed once, when the
kernel is built.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from conformance.hal import FusedActivation
from conformance.operations.kernels.fast_paths import lookup
from conformance.operations.kernels.numerics import F64Array, code_bounds, real, round_half_away
from conformance.operations.model.call import OperandView
from conformance.operations.model.definition import Array, Kernel

Index = tuple[NDArray[np.intp], ...]
"""Indexes of selected elements, one array for each dimension."""

_MAX_CLEAR_FRACTION: Final = 0.4999
"""Up to 256 steps, a float32 value with errors of some units in the last place that is within this
distance of a whole number certainly rounds to it."""


def unary(function: Callable[[Array], Array]) -> Kernel:
    """Return a kernel that applies a function to the first input."""

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        values = inputs[0]
        assert values is not None
        return (function(values),)

    return kernel


def quantizer(
    view: OperandView, activation: int = FusedActivation.NONE
) -> Callable[[F64Array], Array]:
    """Return a faster ``numerics.store`` for one quantized operand, for values without NaN.

    The returned function clamps before it rounds, to avoid overflow. The bounds are whole numbers,
    so the result is the same.
    """
    assert view.info is not None
    first, last = code_bounds(view, activation)
    scale, zero_point, dtype = view.scale, float(view.zero_point), view.info.dtype
    low, high = first - zero_point, last - zero_point

    def codes(values: F64Array) -> Array:
        with np.errstate(over="ignore"):
            steps = values / scale
        steps.clip(low, high, out=steps)
        rounded = round_half_away(steps)
        rounded += zero_point
        return rounded.astype(dtype)

    return codes


def nearest_codes(
    view: OperandView,
) -> Callable[[Array, Callable[[Index], Array]], Array]:
    """Return a function that rounds float32 numbers of steps to clamped codes of an 8-bit operand.

    The steps may have an error of some units in the last place. For elements near the middle
    between two codes, and for NaN, the function calls ``exactly`` with their indexes to get the
    codes. The array of steps is overwritten.
    """
    assert view.info is not None
    dtype, zero_point = view.info.dtype, np.float32(view.zero_point)
    low, high = (bound - view.zero_point for bound in view.info.code_range)

    def codes(steps: Array, exactly: Callable[[Index], Array]) -> Array:
        steps.clip(low, high, out=steps)
        nearest = np.rint(steps)
        steps -= nearest
        clear = np.absolute(steps, out=steps) <= _MAX_CLEAR_FRACTION
        nearest += zero_point
        found: Array = nearest.astype(dtype)
        if not clear.all():
            doubtful = np.unravel_index(np.flatnonzero(~clear), clear.shape)
            found[doubtful] = exactly(doubtful)
        return found

    return codes


def dequantizer(view: OperandView) -> Callable[[Array], F64Array]:
    """Return a function that converts codes of a quantized operand to real values.

    The operand has one scale, so it is not per-channel quantized.
    """
    scale, zero_point = view.scale, float(view.zero_point)
    return lambda codes: (codes - zero_point) * scale


def by_table(view: OperandView, function: Callable[[F64Array], Array]) -> Kernel:
    """Return a kernel that applies ``function`` to the real values of an 8-bit operand.

    The results for all 256 codes are computed once and looked up in a table.
    """
    assert view.info is not None
    codes = np.arange(256, dtype=np.uint8).view(view.info.dtype)
    table = function(real(codes, view))
    return unary(lambda values: lookup(table, values))
