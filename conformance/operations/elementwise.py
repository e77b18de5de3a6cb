"""Building blocks of element-by-element kernels: tables of 8-bit codes, storing codes.

What a kernel needs of the call (bounds, scales, tables) is computed once, when it is built.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from conformance.hal import FusedActivation
from conformance.operations.call import OperandView
from conformance.operations.definition import Array, Kernel
from conformance.operations.large import looked_up
from conformance.operations.numerics import F64Array, code_bounds, real, round_half_away

Index = tuple[NDArray[np.intp], ...]
"""Of some elements: their places in each dimension."""

_CLEAR: Final = 0.4999
"""A float32 number of steps that is this near to a whole one is so for certain, up to 256 steps."""


def unary(function: Callable[[Array], Array]) -> Kernel:
    """A kernel of the first input alone."""

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        values = inputs[0]
        assert values is not None
        return (function(values),)

    return kernel


def quantizer(
    view: OperandView, activation: int = FusedActivation.NONE
) -> Callable[[F64Array], Array]:
    """``numerics.store`` for a quantized operand and values without NaN, prepared for many uses.

    Values are clamped before they are rounded: the bounds are codes, so the result is the same.
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
    """From float32 numbers of steps, which are spent, to clamped codes of an 8-bit operand.

    The steps may be off by some units in the last place. Where one is near the middle of two codes,
    or NaN, ``exactly`` gives the codes of the elements at an index.
    """
    assert view.info is not None
    dtype, zero_point = view.info.dtype, np.float32(view.zero_point)
    low, high = (bound - view.zero_point for bound in view.info.code_range)

    def codes(steps: Array, exactly: Callable[[Index], Array]) -> Array:
        steps.clip(low, high, out=steps)
        nearest = np.rint(steps)
        steps -= nearest
        clear = np.absolute(steps, out=steps) <= _CLEAR
        nearest += zero_point
        found: Array = nearest.astype(dtype)
        if not clear.all():
            doubtful = np.unravel_index(np.flatnonzero(~clear), clear.shape)
            found[doubtful] = exactly(doubtful)
        return found

    return codes


def dequantizer(view: OperandView) -> Callable[[Array], F64Array]:
    """Codes of a quantized operand (one scale for all) to the real values they stand for."""
    scale, zero_point = view.scale, float(view.zero_point)
    return lambda codes: (codes - zero_point) * scale


def by_table(view: OperandView, function: Callable[[F64Array], Array]) -> Kernel:
    """A kernel that looks up what ``function`` makes of each real value of an 8-bit operand."""
    assert view.info is not None
    codes = np.arange(256, dtype=np.uint8).view(view.info.dtype)
    table = function(real(codes, view))
    return unary(lambda values: looked_up(table, values))
