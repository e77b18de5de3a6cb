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

_VECTOR: Final = 1 << 11
"""Target length of a repeated per-channel vector, which makes numpy's inner loop long."""

EXACT_IN_FLOAT32: Final = 1 << 24
"""Integers below this are exact in float32, in any order of addition."""

_MAX_SHORT_CHANNELS: Final = 1 << 14
"""Results below this fit 16 bits, so they are clamped as int16, which is cheaper."""

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


class PerChannelOperand:
    """A vector of one value per channel, to be combined in place with the rows of a block."""

    __slots__ = ("_long", "_once", "_repeats")

    def __init__(self, values: Array) -> None:
        self._once = values
        self._repeats = max(1, _VECTOR // max(1, values.size))
        self._long = np.tile(values, self._repeats)

    def apply(self, ufunc: np.ufunc, block: Array) -> None:
        """Compute ``block = ufunc(block, values)`` for a contiguous [rows, channels] block."""
        rows = block.shape[0]
        whole = rows - rows % self._repeats
        if whole:
            flat = block[:whole].reshape(-1, self._long.size)
            ufunc(flat, self._long, out=flat)
        if whole < rows:
            ufunc(block[whole:], self._once, out=block[whole:])


class FloatFinish:
    """Converts sums to floats: adds the bias, rounds once, applies the activation."""

    __slots__ = ("_bias", "_bounds")

    def __init__(self, bias: Array, activation: int) -> None:
        wide = bias.astype(np.float64)
        self._bias = PerChannelOperand(wide) if wide.any() else None
        self._bounds = None if activation == FusedActivation.NONE else REAL_BOUNDS[activation]

    def __call__(self, block: Array, out: Array) -> None:
        """Write output values of a block of double sums to ``out``; the block is overwritten.

        Overflow is legal, so callers disable numpy's warnings.
        """
        if self._bias is not None:
            self._bias.apply(np.add, block)
        np.copyto(out, block, casting="same_kind")
        if self._bounds is not None:
            # The bounds are representable, so clamping after rounding gives the same result.
            np.clip(out, *self._bounds, out=out)


class QuantFinish:
    """Converts exact integer sums to codes: bias, multiplier, rounding, zero point, clamping.

    The result is the exact real value rounded to nearest with ties away from zero. The error of a
    double product is at most a few units in its last place, so the multiplier is enlarged by those
    few units: a tie then always lands on its far side, and no other value crosses a tie unless its
    distance from the tie is below ``2**-50`` of itself. Whether a legal sum can come that close is
    decided in advance from the multiplier; if one can, close products are rounded in rational
    arithmetic.
    """

    __slots__ = (
        "_bias",
        "_bounds",
        "_enlarged",
        "_multiplier",
        "_narrow",
        "_ratios",
        "_short",
        "_zero_point",
    )

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
        reach = max((abs(value) for value in bias), default=0)
        # If no sum reaches 2**24, adding the bias in float32 is exact, too.
        self._narrow = max(largest, reach) < EXACT_IN_FLOAT32
        format_ = np.float32 if self._narrow else np.float64
        self._bias = PerChannelOperand(np.array(bias, format_)) if any(bias) else None
        self._enlarged = np.array([float(ratio) for ratio in ratios]) * (1 + 2.0**-51)
        different = set(ratios)
        self._multiplier = PerChannelOperand(self._enlarged) if len(different) > 1 else None
        self._short = largest * max(different, default=Fraction(0)) < _MAX_SHORT_CHANNELS
        self._ratios = () if all(_has_no_close_call(r, largest) for r in different) else ratios

    def __call__(self, block: Array, out: Array) -> None:
        """Write codes of a block of exact sums to ``out``.

        The block (float32 or double) is overwritten.
        """
        wide = block
        if self._narrow and self._bias is not None:
            self._bias.apply(np.add, block)
        if block.dtype != np.float64:
            wide = scratch.take("wide", block.shape, np.float64)
            np.copyto(wide, block)
        if not self._narrow and self._bias is not None:
            self._bias.apply(np.add, wide)
        if self._multiplier is None:
            np.multiply(wide, self._enlarged[0], out=wide)
        else:
            self._multiplier.apply(np.multiply, wide)
        if self._ratios or not self._short:
            np.clip(wide, *self._bounds, out=wide)
        if self._ratios:
            self._round_close_calls(wide)
        np.rint(wide, out=wide)
        codes = scratch.take("codes", block.shape, np.int16)
        np.copyto(codes, wide, casting="unsafe")
        if self._short:
            np.clip(codes, *self._bounds, out=codes)
        if self._zero_point:
            np.add(codes, self._zero_point, out=codes)
        np.copyto(out, codes, casting="unsafe")

    def _round_close_calls(self, wide: F64Array) -> None:
        distance = np.abs(wide - np.trunc(wide))
        close = np.abs(distance - 0.5) <= _CLOSE
        for row, channel in np.argwhere(close).tolist():
            total = round(float(wide[row, channel]) / float(self._enlarged[channel]))
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


class Weights:
    """A [units, depth] matrix of stored weights, converted in tiles of whole units.

    Converting a tile is cheap compared with its product, and needs no memory between calls.
    """

    __slots__ = ("_dtype", "_matrix", "_zero_point", "depth", "tiles")

    def __init__(self, matrix: Array, zero_point: int, dtype: DTypeLike) -> None:
        units, self.depth = matrix.shape
        self._matrix = matrix
        self._zero_point = zero_point
        self._dtype = np.dtype(dtype)
        step = max(1, _TILE // max(1, self.depth))
        self.tiles = [slice(a, min(units, a + step)) for a in range(0, units, step)]

    def tile(self, tile: slice) -> Array:
        """Return one tile as the transposed [depth, units] right operand of the product."""
        source = self._matrix[tile]
        out = scratch.take("weights", source.shape, self._dtype)
        np.copyto(out, source, casting="safe")
        if self._zero_point:
            np.subtract(out, self._zero_point, out=out)
        return out.T


Fill = Callable[[Array, int, int], None]
"""``fill(rows, start, stop)`` writes lines [start, stop) of the left operand to ``rows``."""


def filler(lines: Array) -> Fill:
    """Return the function that copies lines, each of which has any shape, to rows."""

    def fill(rows: Array, start: int, stop: int) -> None:
        source = lines[start:stop]
        np.copyto(rows.reshape(source.shape), source, casting="safe")

    return fill


class Product:
    """Rows times transposed weights, converted to output values."""

    __slots__ = ("_dtype", "_finishes", "_weights")

    def __init__(
        self, weights: Weights, dtype: DTypeLike, finish: Callable[[slice], Finish]
    ) -> None:
        self._weights = weights
        self._dtype = np.dtype(dtype)
        self._finishes = [finish(tile) for tile in weights.tiles]

    def run(self, fill: Fill, lines: int, width: int, out: Array) -> None:
        """Compute ``out`` ([lines * width, units]) from lines of ``width`` rows each.

        Infinities and NaN are legal results, so callers disable numpy's warnings.
        """
        weights = self._weights
        depth = weights.depth
        for tile, finish in zip(weights.tiles, self._finishes, strict=True):
            right = weights.tile(tile)
            units = right.shape[1]
            rows_at_once = max(_LEAST_ROWS, BLOCK // max(1, depth, units))
            for start, stop in even_ranges(lines, max(1, rows_at_once // max(1, width))):
                rows = (stop - start) * width
                left = scratch.take("left", (rows, depth), self._dtype)
                fill(left, start, stop)
                block = scratch.take("product", (rows, units), self._dtype)
                np.matmul(left, right, out=block)
                finish(block, out[start * width : stop * width, tile])
