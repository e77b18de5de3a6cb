"""Formulas of operations that slide a window over an image, in plain loops and exact arithmetic.

Images are flat lists in NHWC order, passed with their dimensions. Filters are [out, height, width,
in] for CONV_2D and [1, height, width, out] for DEPTHWISE_CONV_2D. Source: the operation comments of
``types.hal``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

SAME = 1
VALID = 2

Padding = int | tuple[int, int, int, int]
"""A scheme (SAME or VALID), or explicit (left, right, top, bottom)."""
Pair = tuple[int, int]
"""(width, height), in the order in which the operations take such arguments."""
Dims = tuple[int, ...]
Values = Sequence[int | float | Fraction]


@dataclass(frozen=True)
class SlidingAxis:
    """The geometry of a window along one axis of the image."""

    size: int
    window: int
    stride: int
    dilation: int
    head: int
    tail: int

    @property
    def position_count(self) -> int:
        """The number of window positions."""
        reach = (self.window - 1) * self.dilation + 1
        return (self.size + self.head + self.tail - reach) // self.stride + 1

    def taps(self, position: int) -> Iterator[Pair]:
        """Return (tap, index in the image) for the taps that are inside the image."""
        for tap in range(self.window):
            index = position * self.stride - self.head + tap * self.dilation
            if 0 <= index < self.size:
                yield tap, index


def axis(
    size: int, window: int, stride: int, dilation: int, padding: int | tuple[int, int]
) -> SlidingAxis:
    """Return the axis with its padding resolved. SAME gives ceil(size / stride) positions."""
    if isinstance(padding, tuple):
        return SlidingAxis(size, window, stride, dilation, *padding)
    if padding == VALID:
        return SlidingAxis(size, window, stride, dilation, 0, 0)
    positions = -(-size // stride)
    needed = max(0, (positions - 1) * stride + (window - 1) * dilation + 1 - size)
    return SlidingAxis(size, window, stride, dilation, needed // 2, needed - needed // 2)


def axes(image: Dims, window: Pair, padding: Padding, stride: Pair, dilation: Pair) -> list[SlidingAxis]:
    """Return the height axis and the width axis."""
    horizontal: int | tuple[int, int]
    vertical: int | tuple[int, int]
    if isinstance(padding, tuple):
        horizontal, vertical = padding[:2], padding[2:]
    else:
        horizontal = vertical = padding
    return [
        axis(image[1], window[1], stride[1], dilation[1], vertical),
        axis(image[2], window[0], stride[0], dilation[0], horizontal),
    ]


def flat_index(dims: Dims, *index: int) -> int:
    """Return the index of an element in a row-major list."""
    place = 0
    for size, i in zip(dims, index, strict=True):
        place = place * size + i
    return place


def conv2d(
    x: Values,
    image: Dims,
    weights: Values,
    kernel: Dims,
    bias: Values,
    padding: Padding,
    stride: Pair,
    dilation: Pair = (1, 1),
) -> tuple[Dims, list[Fraction]]:
    """Return y[n, i, j, o] = bias[o] + sum over the window and input channels of x * weights."""
    rows, columns = axes(image, (kernel[2], kernel[1]), padding, stride, dilation)
    dims = (image[0], rows.position_count, columns.position_count, kernel[0])
    out = []
    for n, i, j, o in product(*map(range, dims)):
        total = Fraction(bias[o])
        for fy, y in rows.taps(i):
            for fx, c in columns.taps(j):
                for k in range(image[3]):
                    pixel = x[flat_index(image, n, y, c, k)]
                    total += Fraction(pixel) * Fraction(weights[flat_index(kernel, o, fy, fx, k)])
        out.append(total)
    return dims, out


def depthwise_conv2d(
    x: Values,
    image: Dims,
    weights: Values,
    kernel: Dims,
    bias: Values,
    padding: Padding,
    stride: Pair,
    dilation: Pair = (1, 1),
) -> tuple[Dims, list[Fraction]]:
    """Return the sums of ``conv2d`` in which output channel o reads only one input channel.

    The input channel is o // multiplier.
    """
    rows, columns = axes(image, (kernel[2], kernel[1]), padding, stride, dilation)
    dims = (image[0], rows.position_count, columns.position_count, kernel[3])
    multiplier = kernel[3] // image[3]
    out = []
    for n, i, j, o in product(*map(range, dims)):
        total = Fraction(bias[o])
        for fy, y in rows.taps(i):
            for fx, c in columns.taps(j):
                pixel = x[flat_index(image, n, y, c, o // multiplier)]
                total += Fraction(pixel) * Fraction(weights[flat_index(kernel, 0, fy, fx, o)])
        out.append(total)
    return dims, out


def pool2d(
    x: Values,
    image: Dims,
    window: Pair,
    padding: Padding,
    stride: Pair,
    reduce: Callable[[list[Fraction]], Fraction],
) -> tuple[Dims, list[Fraction]]:
    """Return ``reduce`` of the elements of each window that are inside the image."""
    rows, columns = axes(image, window, padding, stride, (1, 1))
    dims = (image[0], rows.position_count, columns.position_count, image[3])
    out = []
    for n, i, j, k in product(*map(range, dims)):
        seen = [
            Fraction(x[flat_index(image, n, y, c, k)]) for _, y in rows.taps(i) for _, c in columns.taps(j)
        ]
        out.append(reduce(seen))
    return dims, out


def require_activation_spread(name: str, values: Values) -> None:
    """Raise ``ValueError`` unless results lie on both sides of the bounds of every activation."""
    if not (min(values) < -1 and max(values) > 6 and any(1 < v < 6 for v in values)):
        raise ValueError(f"{name}: the results do not exceed the bounds of all activations")


def clamp(values: Sequence[Fraction], activation: int) -> list[Fraction]:
    """Return the value after the fused activation: 0 none, 1 RELU, 2 RELU1, 3 RELU6."""
    bounds: dict[int, tuple[int | None, int | None]] = {
        0: (None, None), 1: (0, None), 2: (-1, 1), 3: (0, 6),
    }  # fmt: skip
    low, high = bounds[activation]
    out = []
    for value in values:
        if low is not None:
            value = max(Fraction(low), value)
        if high is not None:
            value = min(Fraction(high), value)
        out.append(value)
    return out
