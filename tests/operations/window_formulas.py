"""Operands of convolutions, and a check that threads may share a kernel."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from conformance.hal import OperandType
from conformance.operations import Kernel, OperandView
from tests.operations.op_runner import given, per_channel

T = OperandType
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
