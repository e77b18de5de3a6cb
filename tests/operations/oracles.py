"""A second implementation of every arithmetic operation, generic in the number type.

Inputs are arrays of long doubles (64 bits of precision or more) or of exact fractions. Loops and
formulas follow the contract's text. Shapes are NHWC.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np

Numbers = Any
"""An array of long doubles, or of fractions (dtype object)."""


def clamped(low: float | None, high: float | None) -> Callable[[Numbers], Numbers]:
    def rule(x: Numbers) -> Numbers:
        out = x if low is None else np.where(x < low, low + 0 * x, x)
        return out if high is None else np.where(out > high, high + 0 * out, out)

    return rule


def sigmoid(x: Numbers) -> Numbers:
    return 1 / (1 + np.exp(-x))


def softmax(x: Numbers, beta: float) -> Numbers:
    powers = np.exp((x - x.max(-1, keepdims=True)) * beta)
    return powers / powers.sum(-1, keepdims=True)


def log_softmax(x: Numbers, beta: float) -> Numbers:
    scaled = (x - x.max(-1, keepdims=True)) * beta
    return scaled - np.log(np.exp(scaled).sum(-1, keepdims=True))


def l2_normalized(x: Numbers) -> Numbers:
    return x / np.sqrt((x * x).sum(-1, keepdims=True))


def local_response(x: Numbers, radius: int, bias: float, alpha: float, beta: float) -> Numbers:
    out = x.copy()
    depth = x.shape[-1]
    for d in range(depth):
        near = x[..., max(0, d - radius) : min(depth, d + radius + 1)]
        out[..., d] = x[..., d] / (bias + alpha * (near * near).sum(-1)) ** beta
    return out


def instance_normalized(x: Numbers, gamma: float, beta: float, epsilon: float) -> Numbers:
    mean = x.mean((1, 2), keepdims=True)
    variance = ((x - mean) ** 2).mean((1, 2), keepdims=True)
    return gamma * (x - mean) / np.sqrt(variance + epsilon) + beta


def windows(
    x: Numbers, size: tuple[int, int], stride: tuple[int, int], pad: tuple[int, int, int, int]
) -> dict[tuple[int, int], list[tuple[int, int, int, int]]]:
    """Return for each result its terms: (row, column in the filter, row, column in the image)."""
    top, bottom, left, right = pad
    height = (x.shape[1] + top + bottom - size[0]) // stride[0] + 1
    width = (x.shape[2] + left + right - size[1]) // stride[1] + 1
    found: dict[tuple[int, int], list[tuple[int, int, int, int]]] = {}
    for i, j in product(range(height), range(width)):
        cells = [
            (a, b, i * stride[0] + a - top, j * stride[1] + b - left)
            for a, b in product(range(size[0]), range(size[1]))
        ]
        inside = [c for c in cells if 0 <= c[2] < x.shape[1] and 0 <= c[3] < x.shape[2]]
        found[i, j] = inside
    return found


def _blank(x: Numbers, shape: Sequence[int]) -> Numbers:
    return np.zeros(tuple(shape), x.dtype) + 0 * x.reshape(-1)[0]


def convolution(
    x: Numbers,
    w: Numbers,
    b: Numbers,
    stride: tuple[int, int] = (1, 1),
    pad: tuple[int, int, int, int] = (0, 0, 0, 0),
    groups: int = 1,
) -> Numbers:
    """Return CONV_2D or GROUPED_CONV_2D; the filter is [out, height, width, in / groups]."""
    places = windows(x, w.shape[1:3], stride, pad)
    rows, columns = (1 + max(p[k] for p in places) for k in (0, 1))
    out = _blank(x, (x.shape[0], rows, columns, w.shape[0]))
    depth, units = w.shape[3], w.shape[0] // groups
    for (i, j), terms in places.items():
        for n, o in product(range(x.shape[0]), range(w.shape[0])):
            first = o // units * depth
            total = b[o]
            for a, c, row, column in terms:
                total = total + (x[n, row, column, first : first + depth] * w[o, a, c]).sum()
            out[n, i, j, o] = total
    return out


def depthwise(
    x: Numbers,
    w: Numbers,
    b: Numbers,
    stride: tuple[int, int] = (1, 1),
    pad: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> Numbers:
    """Return DEPTHWISE_CONV_2D; the filter is [1, height, width, in * multiplier]."""
    places = windows(x, w.shape[1:3], stride, pad)
    rows, columns = (1 + max(p[k] for p in places) for k in (0, 1))
    out = _blank(x, (x.shape[0], rows, columns, w.shape[3]))
    many = w.shape[3] // x.shape[3]
    for (i, j), terms in places.items():
        for n, o in product(range(x.shape[0]), range(w.shape[3])):
            total = b[o]
            for a, c, row, column in terms:
                total = total + x[n, row, column, o // many] * w[0, a, c, o]
            out[n, i, j, o] = total
    return out


def transposed_convolution(
    x: Numbers, w: Numbers, b: Numbers, stride: tuple[int, int] = (2, 2)
) -> Numbers:
    """Return TRANSPOSE_CONV_2D without padding; the filter is [out, height, width, in]."""
    n, height, width, _ = x.shape
    rows = (height - 1) * stride[0] + w.shape[1]
    columns = (width - 1) * stride[1] + w.shape[2]
    out = _blank(x, (n, rows, columns, w.shape[0])) + b
    for k, i, j, o in product(range(n), range(height), range(width), range(w.shape[0])):
        for a, c in product(range(w.shape[1]), range(w.shape[2])):
            term = (x[k, i, j] * w[o, a, c]).sum()
            out[k, i * stride[0] + a, j * stride[1] + c, o] += term
    return out


def pooled(
    x: Numbers,
    how: str,
    size: tuple[int, int],
    stride: tuple[int, int],
    pad: tuple[int, int, int, int],
) -> Numbers:
    """Return AVERAGE_POOL_2D, L2_POOL_2D or MAX_POOL_2D over the elements inside the image."""
    places = windows(x, size, stride, pad)
    rows, columns = (1 + max(p[k] for p in places) for k in (0, 1))
    out = _blank(x, (x.shape[0], rows, columns, x.shape[3]))
    for (i, j), terms in places.items():
        cells = np.stack([x[:, row, column] for _, _, row, column in terms])
        if how == "max":
            out[:, i, j] = cells.max(0)
        elif how == "average":
            out[:, i, j] = cells.sum(0) / len(cells)
        else:
            out[:, i, j] = np.sqrt((cells * cells).sum(0) / len(cells))
    return out


def resized(x: Numbers, height: int, width: int) -> Numbers:
    """Return RESIZE_BILINEAR without flags; sizes are multiples, so that positions are exact."""
    out = _blank(x, (x.shape[0], height, width, x.shape[3]))
    one = x.reshape(-1)[0] * 0 + 1
    for i, j in product(range(height), range(width)):
        y, across = one * i * x.shape[1] / height, one * j * x.shape[2] / width
        top, left = i * x.shape[1] // height, j * x.shape[2] // width
        below, right = min(top + 1, x.shape[1] - 1), min(left + 1, x.shape[2] - 1)
        down, side = y - top, across - left
        upper = x[:, top, left] * (1 - side) + x[:, top, right] * side
        lower = x[:, below, left] * (1 - side) + x[:, below, right] * side
        out[:, i, j] = upper * (1 - down) + lower * down
    return out


def dense(x: Numbers, w: Numbers, b: Numbers) -> Numbers:
    return (x[:, None, :] * w[None]).sum(-1) + b


def multiplied(a: Numbers, b: Numbers) -> Numbers:
    return (a[..., :, :, None] * b[..., None, :, :]).sum(-2)


def rnn(x: Numbers, w: Numbers, r: Numbers, b: Numbers, h: Numbers) -> Numbers:
    """Return one step of an RNN cell with RELU."""
    return clamped(0, None)(dense(x, w, b) + dense(h, r, 0 * b))


def lstm(x: Numbers, ws: Sequence[Numbers], h: Numbers, c: Numbers) -> tuple[Numbers, Numbers]:
    """Return one LSTM step from the weights and biases of input, forget, cell and output gate."""
    sums = [dense(x, ws[k], ws[8 + k]) + dense(h, ws[4 + k], 0 * ws[8 + k]) for k in range(4)]
    kept = sigmoid(sums[1]) * c + sigmoid(sums[0]) * np.tanh(sums[2])
    return sigmoid(sums[3]) * np.tanh(kept), kept


def svdf(x: Numbers, feature: Numbers, time: Numbers, b: Numbers, state: Numbers) -> Numbers:
    """Return the output of a rank 1 SVDF; the newest feature is the last element of each memory."""
    filters, memory = time.shape
    kept = state.reshape(len(x), filters, memory).copy()
    kept[:, :, -1] = (x[:, None, :] * feature[None]).sum(-1)
    return (kept * time[None]).sum(-1) + b
