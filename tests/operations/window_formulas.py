"""The formulas of sliding windows in plain loops over exact fractions.

They are independent of the kernels.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from conformance.hal import OperandType, SymmPerChannelQuantParams
from conformance.operations import Kernel, OperandView
from tests.operations.op_runner import given, per_channel

T = OperandType
REAL = {0: (None, None), 1: (0, None), 2: (-1, 1), 3: (0, 6)}
CODES = {T.TENSOR_QUANT8_ASYMM: (0, 255), T.TENSOR_QUANT8_ASYMM_SIGNED: (-128, 127)}


@dataclass(frozen=True)
class Window:
    """A window.

    ``pads`` are left, right, top, bottom, or "SAME" / "VALID"; pairs are (width, height).
    """

    size: tuple[int, int] = (1, 1)
    strides: tuple[int, int] = (1, 1)
    pads: tuple[int, int, int, int] | str = (0, 0, 0, 0)
    dilation: tuple[int, int] = (1, 1)

    def along(self, axis: int, length: int) -> list[list[tuple[int, int]]]:
        """Return for each output the (tap, image index) pairs inside the image.

        Axis 0 is the width, axis 1 the height.
        """
        taps, stride, step = self.size[axis], self.strides[axis], self.dilation[axis]
        reach = (taps - 1) * step + 1
        if self.pads == "SAME":
            outputs = math.ceil(length / stride)
            head = max(0, (outputs - 1) * stride + reach - length) // 2
        else:
            pads = (0, 0, 0, 0) if self.pads == "VALID" else self.pads
            head, tail = pads[2 * axis : 2 * axis + 2]
            outputs = len(list(range(-head, length + tail - reach + 1, stride)))
        return [
            [
                (tap, o * stride - head + tap * step)
                for tap in range(taps)
                if 0 <= o * stride - head + tap * step < length
            ]
            for o in range(outputs)
        ]

    def places(self, shape: tuple[int, ...]) -> Iterator[tuple[int, int, list, list]]:
        """Yield (output row, output column, vertical pairs, horizontal pairs) of an NHWC image."""
        for oy, vertical in enumerate(self.along(1, shape[1])):
            for ox, horizontal in enumerate(self.along(0, shape[2])):
                yield oy, ox, vertical, horizontal

    def outputs(self, shape: tuple[int, ...]) -> tuple[int, int]:
        return len(self.along(1, shape[1])), len(self.along(0, shape[2]))

    def scalars(self, *middle: int, activation: int = 0, nchw: bool = False) -> list[OperandView]:
        """Return the operands after the tensors.

        Optional operands are left out if they and all later ones have their default values.
        """
        if isinstance(self.pads, str):
            numbers = [1 if self.pads == "SAME" else 2]
        else:
            numbers = list(self.pads)
        out = [given(T.INT32, n) for n in (*numbers, *self.strides, *middle, activation)]
        if nchw or self.dilation != (1, 1):
            out.append(given(T.BOOL, nchw))
        if self.dilation != (1, 1):
            out.extend(given(T.INT32, n) for n in self.dilation)
        return out


def half_away(value: Fraction) -> int:
    whole = math.floor(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole


def reals(view: OperandView) -> np.ndarray:
    """Return the exact real values as an array of fractions."""
    values = view.value
    flat = []
    for index in np.ndindex(values.shape):
        if isinstance(view.extra_params, SymmPerChannelQuantParams):
            scale = view.extra_params.scales[index[view.extra_params.channel_dim]]
            flat.append(int(values[index]) * Fraction(scale))
        elif view.type in CODES:
            flat.append((int(values[index]) - view.zero_point) * Fraction(view.scale))
        else:
            flat.append(Fraction(values[index].item()))
    out = np.empty(len(flat), object)
    out[:] = flat
    return out.reshape(values.shape)


def stored(value: Fraction, view: OperandView, activation: int) -> float | int:
    """Return the stored value of a real value after the activation, in the type of the view."""
    low, high = REAL[activation]
    value = value if low is None else max(value, Fraction(low))
    value = value if high is None else min(value, Fraction(high))
    if view.type not in CODES:
        return float(value)
    code = half_away(value / Fraction(view.scale)) + view.zero_point
    return min(max(code, CODES[view.type][0]), CODES[view.type][1])


def bias_reals(bias: OperandView, source: OperandView, filter_: OperandView) -> list[Fraction]:
    """Return the exact bias values; an integer bias has the scale of input times filter."""
    if bias.type != T.TENSOR_INT32:
        return [Fraction(value.item()) for value in bias.value]
    if isinstance(filter_.extra_params, SymmPerChannelQuantParams):
        scales = filter_.extra_params.scales
    else:
        scales = (filter_.scale,) * len(bias.value)
    return [
        int(value) * Fraction(source.scale) * Fraction(scale)
        for value, scale in zip(bias.value, scales, strict=True)
    ]


def operand(
    type_: OperandType,
    shape: tuple[int, ...],
    seed: int,
    *,
    scale: float = 0.25,
    zero_point: int | None = None,
) -> OperandView:
    """Return a tensor with seeded values: small floats, or codes over the whole range."""
    random = np.random.default_rng(seed)
    if type_ in CODES:
        low, high = CODES[type_]
        point = (low + high) // 2 + 3 if zero_point is None else zero_point
        codes = random.integers(low, high + 1, shape)
        return given(type_, codes, shape=shape, scale=scale, zero_point=point)
    if type_ == T.TENSOR_INT32:
        return given(type_, random.integers(-900, 900, shape), shape=shape, scale=scale)
    return given(type_, random.normal(0, 1, shape), shape=shape)


def channel_filter(shape: tuple[int, ...], dim: int, seed: int) -> OperandView:
    """Return a per-channel filter with seeded codes and scales."""
    random = np.random.default_rng(seed)
    scales = [2.0**-k * 0.75 for k in random.integers(2, 6, shape[dim])]
    return given(
        T.TENSOR_QUANT8_SYMM_PER_CHANNEL,
        random.integers(-127, 128, shape),
        shape=shape,
        extra_params=per_channel(scales, dim),
    )


def assert_equal_in_threads(
    kernel: Kernel, image_shape: tuple[int, ...], rest: Sequence[np.ndarray | None]
) -> None:
    """Assert that a kernel that several threads call has the results that it has in one thread.

    The images are signed 8-bit codes; ``rest`` are the other inputs.
    """
    random = np.random.default_rng(0)
    images = [random.integers(-128, 128, image_shape).astype(np.int8) for _ in range(4)]
    expected = [kernel([image, *rest])[0] for image in images]
    wrong: list[int] = []

    def work(number: int) -> None:
        wrong.extend(
            number
            for _ in range(50)
            if not np.array_equal(kernel([images[number], *rest])[0], expected[number])
        )

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
