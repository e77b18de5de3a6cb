"""Matrix products for convolutions and fully connected layers, row block by row block.

Floats multiply in double precision. Codes multiply in float32 where every partial sum is an
integer below 2**24 (each then is exact, in whatever order BLAS adds), in double precision
otherwise. Blocks are small enough to stay in the core's cache from widening to the final rounding.
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
from conformance.operations.call import OperandView
from conformance.operations.definition import Array
from conformance.operations.numerics import REAL_BOUNDS, F64Array, code_bounds

BLOCK: Final = 1 << 15
"""Elements of a block of products."""

_KEPT: Final = 1 << 20
"""Constant weights with at most this many elements stay widened; larger ones widen per tile."""

_TILE: Final = 1 << 17
"""Elements of a tile of weights that is widened while the kernel runs."""

_LEAST_ROWS: Final = 64
"""Rows of a block however deep the product: fewer would read the weights too often."""

_VECTOR: Final = 1 << 11
"""Elements that a repeated per-channel vector should have, so that numpy's inner loop is long."""


def spans(total: int, most: int) -> Iterator[tuple[int, int]]:
    """[0, total) cut into the fewest pieces of at most ``most``, as even as they go."""
    pieces = max(1, -(-total // most))
    step = -(-total // pieces)
    for start in range(0, total, max(1, step)):
        yield start, min(total, start + step)


class _Scratch(threading.local):
    """Work memory of one thread, by purpose: a prepared model may run in several threads."""

    def __init__(self) -> None:
        self.buffers: dict[str, NDArray[np.uint8]] = {}

    def take(self, purpose: str, shape: Sequence[int], dtype: DTypeLike) -> Array:
        """An array with undefined contents, valid until the purpose is asked for again."""
        size = math.prod(shape) * np.dtype(dtype).itemsize
        buffer = self.buffers.get(purpose)
        if buffer is None or buffer.size < size:
            buffer = np.empty(size, np.uint8)
            self.buffers[purpose] = buffer
        return buffer[:size].view(dtype).reshape(shape)


scratch: Final = _Scratch()
"""Work memory of the running thread."""


class PerChannel:
    """Combines the rows of a block with one value for each channel, in place."""

    __slots__ = ("_long", "_once", "_repeats")

    def __init__(self, values: Array) -> None:
        self._once = values
        self._repeats = max(1, _VECTOR // max(1, values.size))
        self._long = np.tile(values, self._repeats)

    def apply(self, ufunc: np.ufunc, block: Array) -> None:
        """``block = ufunc(block, values)`` for a contiguous [rows, channels] block."""
        rows = block.shape[0]
        whole = rows - rows % self._repeats
        if whole:
            flat = block[:whole].reshape(-1, self._long.size)
            ufunc(flat, self._long, out=flat)
        if whole < rows:
            ufunc(block[whole:], self._once, out=block[whole:])


class FloatFinish:
    """Adds the bias, rounds once to the output's type, applies the activation."""

    __slots__ = ("_bias", "_bounds")

    def __init__(self, bias: Array, activation: int) -> None:
        wide = bias.astype(np.float64)
        self._bias = PerChannel(wide) if wide.any() else None
        self._bounds = None if activation == FusedActivation.NONE else REAL_BOUNDS[activation]

    def __call__(self, block: Array, out: Array) -> None:
        """Turn a block of double sums into output values; the block is spent."""
        if self._bias is not None:
            self._bias.apply(np.add, block)
        with np.errstate(over="ignore"):
            np.copyto(out, block, casting="same_kind")
        if self._bounds is not None:
            # The bounds are representable, so clamping after rounding gives the same values.
            np.clip(out, *self._bounds, out=out)


class QuantFinish:
    """From exact integer sums to codes: bias, multiplier, rounding, zero point, clamping.

    The result is the exact real one rounded half away from zero. A double product is off by at
    most a few units in its last place, so the multiplier is taken those few units too large: a
    tie then always falls on its far side, and nothing else crosses a tie unless it is closer than
    ``2**-50`` of itself. Where the bits of sum and multiplier cannot rule that out, sums that
    come close are decided in rational arithmetic.
    """

    __slots__ = ("_bias", "_bounds", "_enlarged", "_multiplier", "_ratios", "_zero_point")

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
        self._bounds = float(low - view.zero_point), float(high - view.zero_point)
        self._bias = PerChannel(np.array(bias, np.float64)) if any(bias) else None
        self._enlarged = np.array([float(ratio) for ratio in ratios]) * (1 + 2.0**-51)
        different = set(ratios)
        self._multiplier = PerChannel(self._enlarged) if len(different) > 1 else None
        # |sum * p/q - tie| is a multiple of 1/2q, so at least 1/(2 * sum * p) of the product.
        apart = all(largest * ratio.numerator <= 1 << 48 for ratio in different)
        self._ratios = () if apart else ratios

    def __call__(self, block: Array, out: Array) -> None:
        """Turn a block of exact sums (float32 or double) into codes; the block is spent."""
        wide = block
        if wide.dtype != np.float64:
            wide = scratch.take("wide", block.shape, np.float64)
            np.copyto(wide, block)
        if self._bias is not None:
            self._bias.apply(np.add, wide)
        if self._multiplier is None:
            np.multiply(wide, self._enlarged[0], out=wide)
        else:
            self._multiplier.apply(np.multiply, wide)
        np.clip(wide, *self._bounds, out=wide)
        nearest = scratch.take("nearest", block.shape, np.float64)
        np.rint(wide, out=nearest)
        if self._ratios:
            self._decide_close_calls(wide, nearest)
        if self._zero_point:
            np.add(nearest, self._zero_point, out=nearest)
        np.copyto(out, nearest, casting="unsafe")

    def _decide_close_calls(self, wide: F64Array, nearest: F64Array) -> None:
        np.subtract(wide, nearest, out=wide)
        close = 0.5 - 2.0**-40
        if wide.max(initial=0.0) < close and wide.min(initial=0.0) > -close:
            return
        for row, channel in np.argwhere(np.abs(wide) >= close).tolist():
            product = float(nearest[row, channel]) + float(wide[row, channel])
            total = round(product / float(self._enlarged[channel]))
            exact = total * self._ratios[channel]
            nearest[row, channel] = math.copysign(math.floor(abs(exact) + Fraction(1, 2)), exact)


Finish = FloatFinish | QuantFinish


class Weights:
    """A [units, depth] matrix of weights, widened in tiles of whole units.

    Small constant tiles are kept widened; others widen each time, into the thread's work memory.
    """

    __slots__ = ("_dtype", "_kept", "_matrix", "_zero_point", "depth", "tiles", "units")

    def __init__(self, matrix: Array, zero_point: int, dtype: DTypeLike, *, keep: bool) -> None:
        self.units, self.depth = matrix.shape
        self._matrix = matrix
        self._zero_point = zero_point
        self._dtype = np.dtype(dtype)
        if matrix.size <= _KEPT:
            self.tiles = [slice(0, self.units)]
        else:
            step = max(1, _TILE // self.depth)
            starts = range(0, self.units, step)
            self.tiles = [slice(start, min(self.units, start + step)) for start in starts]
            keep = False
        self._kept = [self._widened(tile, np.empty) for tile in self.tiles] if keep else []

    def tile(self, index: int) -> Array:
        """The transposed [depth, units] operand of the product with tile ``index``."""
        if self._kept:
            return self._kept[index].T
        return self._widened(self.tiles[index], self._from_scratch).T

    def _from_scratch(self, shape: Sequence[int], dtype: DTypeLike) -> Array:
        return scratch.take("weights", shape, dtype)

    def _widened(self, tile: slice, empty: Callable[[Sequence[int], DTypeLike], Array]) -> Array:
        source = self._matrix[tile]
        out = empty(source.shape, self._dtype)
        np.copyto(out, source, casting="safe")
        if self._zero_point:
            np.subtract(out, self._zero_point, out=out)
        return out


Fill = Callable[[Array, int, int], None]
"""``fill(rows, start, stop)`` writes the widened lines [start, stop) of the left operand."""


class Product:
    """Rows times transposed weights, finished to output values."""

    __slots__ = ("_dtype", "_finishes", "_weights")

    def __init__(
        self, weights: Weights, dtype: DTypeLike, finish: Callable[[slice], Finish]
    ) -> None:
        self._weights = weights
        self._dtype = np.dtype(dtype)
        self._finishes = [finish(tile) for tile in weights.tiles]

    def run(self, fill: Fill, lines: int, width: int, out: Array) -> None:
        """Compute ``out`` ([lines * width, units]) from lines of ``width`` rows each."""
        weights = self._weights
        depth = weights.depth
        for index, tile in enumerate(weights.tiles):
            right = weights.tile(index)
            units = right.shape[1]
            rows_at_once = max(_LEAST_ROWS, BLOCK // max(1, depth, units))
            for start, stop in spans(lines, max(1, rows_at_once // max(1, width))):
                rows = (stop - start) * width
                left = scratch.take("left", (rows, depth), self._dtype)
                fill(left, start, stop)
                block = scratch.take("product", (rows, units), self._dtype)
                with np.errstate(invalid="ignore"):  # infinities may meet zeros
                    np.matmul(left, right, out=block)
                self._finishes[index](block, out[start * width : stop * width, tile])
