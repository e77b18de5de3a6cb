"""Padding geometry against a search over all positions."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from conformance.operations.families.window import WindowAxis, padded, patches, same_padding
from tests.operations.window_formulas import Window

AXES = [
    (size, taps, stride, dilation, head, tail)
    for size, taps, stride, dilation in itertools.product(
        (1, 2, 5, 8), (1, 2, 3), (1, 2, 4), (1, 2, 3)
    )
    for head, tail in ((0, 0), (1, 0), (0, 2), (2, 1))
]


def expected(size: int, taps: int, stride: int, dilation: int, head: int, tail: int):
    window = Window((taps, 1), (stride, 1), (head, tail, 0, 0), (dilation, 1))
    return window.along(0, size)


def test_outputs_and_taps() -> None:
    for parameters in AXES:
        axis, found = WindowAxis(*parameters), expected(*parameters)
        if not found:
            assert axis.outputs < 1, parameters
            continue
        assert axis.outputs == len(found), parameters
        for tap in range(axis.filter):
            outputs, inputs = axis.tap(tap)
            pairs = list(
                zip(
                    range(*outputs.indices(axis.outputs)),
                    range(*inputs.indices(axis.size)),
                    strict=True,
                )
            )
            wanted = [(o, i) for o, seen in enumerate(found) for t, i in seen if t == tap]
            assert pairs == wanted, (parameters, tap)


def test_inside_and_counts() -> None:
    for parameters in AXES:
        axis, found = WindowAxis(*parameters), expected(*parameters)
        if axis.dilation > 1 or axis.head >= axis.filter or axis.tail >= axis.filter or not found:
            continue
        for output, seen in enumerate(found):
            indexes = list(range(axis.size))[axis.inside(output)]
            assert indexes == [index for _, index in seen], parameters
        assert axis.counts().tolist() == [len(seen) for seen in found], parameters


@pytest.mark.parametrize(
    ("size", "extent", "stride", "padding"),
    [
        (5, 3, 1, (1, 1)),
        (6, 3, 2, (0, 1)),
        (5, 3, 2, (1, 1)),
        (4, 1, 3, (0, 0)),
        (224, 3, 2, (0, 1)),
    ],
)
def test_same_padding(size: int, extent: int, stride: int, padding: tuple[int, int]) -> None:
    assert same_padding(size, extent, stride) == padding
    assert WindowAxis(size, extent, stride, 1, *padding).outputs == -(-size // stride)


def test_patches_are_views_of_the_padded_image() -> None:
    image = np.arange(2 * 4 * 5 * 3).reshape(2, 4, 5, 3)
    height, width = WindowAxis(4, 2, 2, 1, 1, 0), WindowAxis(5, 2, 1, 2, 0, 2)
    whole = padded(image, height, width, -1)
    windows = patches(whole, height, width)
    assert np.shares_memory(whole, windows)
    assert windows.shape == (2, height.outputs, width.outputs, 2, 2, 3)
    for oy, ox, ky, kx in np.ndindex(windows.shape[1:5]):
        row, column = oy * 2 - 1 + ky, ox + 2 * kx
        inside = row >= 0 and column < 5
        wanted = image[:, row, column] if inside else np.full((2, 3), -1)
        np.testing.assert_array_equal(windows[:, oy, ox, ky, kx], wanted)
    assert padded(image, WindowAxis(4, 2, 1, 1, 0, 0), WindowAxis(5, 1, 1, 1, 0, 0), 0) is image
