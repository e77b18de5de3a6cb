"""Array functions that several operations share: widening, rounding, storing, padding, activations.

A quantized result is the exact real result of the dequantized inputs, divided by the output's
scale, rounded to nearest with ties away from zero, and clamped. Floating point is computed in
double precision and rounded once to the operand's type (ties to even, as IEEE 754 conversions do).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import copysign, inf, trunc
from typing import Final

import numpy as np
from numpy.typing import NDArray

from conformance.hal import FusedActivation, OperandType, SymmPerChannelQuantParams
from conformance.operations.definition.definition import Call, OperandView, is_quantized
from conformance.operations.definition.operands import Array

F64Array = NDArray[np.float64]

without_fp_warnings: Final = np.errstate(all="ignore")
"""Decorator of functions that have no floating-point warnings: infinities and NaN are legal."""

REAL_BOUNDS: Final[dict[int, tuple[float, float]]] = {
    FusedActivation.NONE: (-np.inf, np.inf),
    FusedActivation.RELU: (0.0, np.inf),
    FusedActivation.RELU1: (-1.0, 1.0),
    FusedActivation.RELU6: (0.0, 6.0),
}
"""The real interval to which each fused activation clamps."""


def activated_range(code: int, low: float, high: float) -> tuple[float, float]:
    """Return the range of values from ``low`` to ``high`` after the fused activation ``code``."""
    least, most = REAL_BOUNDS[code]
    return max(low, least), min(max(high, least), most)


_BELOW_HALF: Final = float(np.nextafter(0.5, 0.0))


def round_half_away(values: F64Array) -> F64Array:
    """Return the nearest integers, ties away from zero; exact for every double.

    Adding 0.5 and truncating would round 0.49999999999999994 up to 1, because that sum is rounded
    to 1.0. Adding the largest double below 0.5 does not, and a tie plus that number still rounds up
    to the next integer.
    """
    rounded: F64Array = np.asarray(np.copysign(_BELOW_HALF, values))
    rounded += values
    np.trunc(rounded, out=rounded)
    return rounded


def to_float32(values: Array) -> Array:
    """Return float16 values as float32; other types are returned unchanged.

    numpy computes much faster with float32 than with float16.
    """
    return values.astype(np.float32) if values.dtype == np.float16 else values


def real(values: Array, view: OperandView) -> F64Array:
    """Return the real numbers that stored values represent: dequantized, or widened to double."""
    if not is_quantized(view):
        return values.astype(np.float64)
    params = view.extra_params
    if isinstance(params, SymmPerChannelQuantParams):
        shape = [1] * values.ndim
        shape[params.channel_dim] = len(params.scales)
        return values.astype(np.float64) * np.array(params.scales, np.float64).reshape(shape)
    return (values.astype(np.float64) - view.zero_point) * view.scale


def code_bounds(view: OperandView, activation: int = FusedActivation.NONE) -> tuple[int, int]:
    """Return the smallest and largest code after a fused activation.

    A bound of the activation becomes the code zero point + round(bound / scale).
    """
    assert view.info is not None
    low, high = view.info.code_range
    if activation != FusedActivation.NONE:
        real_low, real_high = REAL_BOUNDS[activation]
        low = max(low, view.zero_point + _whole(real_low / view.scale))
        if real_high < inf:
            high = min(high, view.zero_point + _whole(real_high / view.scale))
    return low, high


def _whole(value: float) -> int:
    """Return ``round_half_away`` of one finite number."""
    return trunc(value + copysign(_BELOW_HALF, value))


def store(values: F64Array, view: OperandView, activation: int = FusedActivation.NONE) -> Array:
    """Return real values after a fused activation, rounded to the operand's type.

    Floats beyond the type's range become infinities. A NaN stays NaN in floating-point types and
    becomes the zero point, which represents 0, in quantized types.
    """
    assert view.info is not None
    dtype = view.info.dtype
    if is_quantized(view):
        low, high = code_bounds(view, activation)
        codes = round_half_away(values / view.scale) + view.zero_point
        return np.clip(np.nan_to_num(codes, nan=view.zero_point), low, high).astype(dtype)
    if activation != FusedActivation.NONE:
        low_real, high_real = REAL_BOUNDS[activation]
        values = np.clip(values, low_real, high_real)
    with np.errstate(over="ignore"):
        return values.astype(dtype, copy=False)


def padded(source: Array, paddings: Sequence[Sequence[int]], value: float) -> Array:
    """Return ``source`` with ``(before, after)`` elements of ``value`` added in each dimension.

    ``numpy.pad`` takes six times as long for small arrays.
    """
    if not any(before or after for before, after in paddings):
        return source
    shape = [b + size + a for size, (b, a) in zip(source.shape, paddings, strict=True)]
    result = np.full(shape, value, source.dtype)
    inner = tuple(slice(b, b + n) for n, (b, _) in zip(source.shape, paddings, strict=True))
    result[inner] = source
    return result


def broadcast_shape(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the common shape by numpy's rule, including sizes of 0; ``None`` if there is none."""
    if first == second:
        return first
    longer, shorter = (first, second) if len(first) >= len(second) else (second, first)
    sizes = list(longer)
    for axis, size in enumerate(shorter, len(longer) - len(shorter)):
        if sizes[axis] == 1:
            sizes[axis] = size
        elif size not in (1, sizes[axis]):
            return None
    return tuple(sizes)


def primary_is_int(call: Call) -> bool:
    """Return whether the operation's primary type is TENSOR_INT32."""
    return call.primary.type == OperandType.TENSOR_INT32
