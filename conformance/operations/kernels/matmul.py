"""Blocked matrix products for convolutions and fully connected layers, with a final conversion.

Floats are multiplied in double precision. Codes are multiplied in float32 if every partial sum is
an integer below 2**24 (then each is exact, in whatever order BLAS adds), otherwise in double
precision. Blocks are small enough to stay in the core's cache from conversion to final rounding.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from conformance.hal import FusedActivation
from conformance.operations.definition.definition import OperandView
from conformance.operations.definition.operands import Array
from conformance.operations.kernels.numerics import REAL_BOUNDS, F64Array, code_bounds

BLOCK: Final = 1 << 16
"""Maximum number of elements of a block of products."""

_TILE: Final = 1 << 17
"""Maximum number of elements of a tile of weights."""

_LEAST_ROWS: Final = 64
"""Minimum rows of a block, for any depth: with fewer, the weights would be read too often."""

EXACT_IN_FLOAT32: Final = 1 << 24
"""Integers below this are exact in float32, in any order of addition."""

_SATURATED: Final = 512
"""An upper bound of the distance of an 8-bit code from its zero point."""

_CLOSE: Final = 2.0**-38
"""A bound well above the rounding error of a double product below 512."""


def even_ranges(total: int, maximum: int) -> Iterator[tuple[int, int]]:
    """Yield [0, total) as the fewest ranges of nearly equal length, at most ``maximum`` each."""
    pieces = max(1, -(-total // maximum))
    step = -(-total // pieces)
    for start in range(0, total, max(1, step)):
        yield start, min(total, start + step)


class _Scratch(threading.local):
    """Work memory of one thread, by purpose; a prepared model may run in several threads."""

    def __init__(self) -> None:
        self.buffers: dict[str, NDArray[np.uint8]] = {}

    def take(self, purpose: str, shape: Sequence[int], dtype: DTypeLike) -> Array:
        """Return an array with undefined contents.

        It is valid until the same thread requests an array for the same purpose again.
        """
        size = math.prod(shape) * np.dtype(dtype).itemsize
        buffer = self.buffers.get(purpose)
        if buffer is None or buffer.size < size:
            buffer = np.empty(size, np.uint8)
            self.buffers[purpose] = buffer
        return buffer[:size].view(dtype).reshape(shape)


scratch: Final = _Scratch()
"""The work memory of the running thread."""


class FloatFinish:
    """Converts sums to floats: adds the bias, rounds once, applies the activation."""

    __slots__ = ("_bias", "_bounds")

    def __init__(self, bias: Array, activation: int) -> None:
        self._bias = bias.astype(np.float64) if bias.any() else None
        self._bounds = None if activation == FusedActivation.NONE else REAL_BOUNDS[activation]

    def __call__(self, block: Array, out: Array) -> None:
        """Write output values of a block of double sums to ``out``; the block is overwritten.

        Overflow is legal, so callers disable numpy's warnings.
        """
        if self._bias is not None:
            block += self._bias
        np.copyto(out, block, casting="same_kind")
        if self._bounds is not None:
            # The bounds are representable, so clamping after rounding gives the same result.
            np.clip(out, *self._bounds, out=out)


class QuantFinish:
    """Converts exact integer sums to codes: bias, multiplier, clamping, rounding, zero point.

    The result is the exact real value rounded to nearest with ties away from zero. The error of a
    double product is at most a few units in its last place, so the multiplier is enlarged by those
    few units: a tie then always lands on its far side, and no other value crosses a tie unless its
    distance from the tie is below ``2**-50`` of itself. Whether a legal sum can come that close is
    decided in advance from the multiplier; if one can, close products are rounded in rational
    arithmetic.
    """

    __slots__ = ("_bias", "_bounds", "_multipliers", "_ratios", "_zero_point")

    def __init__(
        self,
        bias: Sequence[int],
        ratios: Sequence[Fraction],
        largest: int,
        view: OperandView,
        activation: int,
    ) -> None:
        low, high = code_bounds(view, activation)
        self._zero_point = view.zero_point
        self._bounds = low - view.zero_point, high - view.zero_point
        self._bias = np.array(bias, np.float64)
        self._multipliers = np.array([float(ratio) for ratio in ratios]) * (1 + 2.0**-51)
        self._ratios = () if all(_has_no_close_call(r, largest) for r in set(ratios)) else ratios

    def __call__(self, block: Array, out: Array) -> None:
        """Write codes of a block of exact sums (float32 or double) to ``out``."""
        wide = scratch.take("wide", block.shape, np.float64)
        np.add(block, self._bias, out=wide)
        wide *= self._multipliers
        np.clip(wide, *self._bounds, out=wide)
        if self._ratios:
            self._round_close_calls(wide)
        np.rint(wide, out=wide)
        wide += self._zero_point
        np.copyto(out, wide, casting="unsafe")

    def _round_close_calls(self, wide: F64Array) -> None:
        distance = np.abs(wide - np.trunc(wide))
        close = np.abs(distance - 0.5) <= _CLOSE
        for row, channel in np.argwhere(close).tolist():
            total = round(float(wide[row, channel]) / float(self._multipliers[channel]))
            exact = total * self._ratios[channel]
            wide[row, channel] = math.copysign(math.floor(abs(exact) + Fraction(1, 2)), exact)


def _has_no_close_call(ratio: Fraction, largest: int) -> bool:
    """Return whether each sum up to ``largest``, times ``ratio``, is a tie or clearly not a tie."""
    if largest * ratio.numerator <= 1 << 48:
        # sum * p/q - tie is a multiple of 1/2q, hence 0 or at least 1/(2 * sum * p) of the product.
        return True
    # A tie is an odd multiple of 1/2. For n up to ``reach``, no multiple n * 2 * ratio is nearer
    # to an integer than the last convergent of 2 * ratio with a denominator up to ``reach``.
    reach = min(largest, int(_SATURATED / ratio) + 1)
    denominator = ratio.denominator
    before, distance = denominator, 2 * ratio.numerator % denominator
    older, convergent = 0, 1
    while distance:
        term, after = divmod(before, distance)
        older, convergent = convergent, term * convergent + older
        if convergent > reach:
            return distance >= 2 * _CLOSE * denominator
        before, distance = distance, after
    return False


Finish = FloatFinish | QuantFinish


class Product:
    """Rows times a transposed [units, depth] matrix of stored weights, converted to output values.

    The weights are converted in tiles of whole units: converting a tile is cheap compared with its
    product, and needs no memory between calls. ``finish`` returns the conversion for some units.
    """

    __slots__ = ("_dtype", "_finishes", "_matrix", "_tiles", "_zero_point")

    def __init__(
        self,
        matrix: Array,
        zero_point: int,
        dtype: DTypeLike,
        finish: Callable[[slice], FloatFinish | QuantFinish],
    ) -> None:
        units, depth = matrix.shape
        self._matrix = matrix
        self._zero_point = zero_point
        self._dtype = np.dtype(dtype)
        step = max(1, _TILE // max(1, depth))
        self._tiles = [slice(a, min(units, a + step)) for a in range(0, units, step)]
        self._finishes = [finish(tile) for tile in self._tiles]

    def run(self, lines: Array, out: Array) -> None:
        """Compute ``out`` ([rows, units]) from lines of rows, each of which has any shape.

        Infinities and NaN are legal results, so callers disable numpy's warnings.
        """
        width, depth = lines.shape[1], self._matrix.shape[1]
        for tile, finish in zip(self._tiles, self._finishes, strict=True):
            source = self._matrix[tile]
            weights = scratch.take("weights", source.shape, self._dtype)
            np.subtract(source, self._zero_point, out=weights, dtype=self._dtype)
            rows_at_once = max(_LEAST_ROWS, BLOCK // max(1, depth, len(weights)))
            for start, stop in even_ranges(len(lines), max(1, rows_at_once // max(1, width))):
                part, rows = lines[start:stop], (stop - start) * width
                left = scratch.take("left", (rows, depth), self._dtype)
                np.copyto(left.reshape(part.shape), part, casting="safe")
                block = scratch.take("product", (rows, len(weights)), self._dtype)
                np.matmul(left, weights.T, out=block)
                finish(block, out[start * width : stop * width, tile])
