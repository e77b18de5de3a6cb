"""DEPTH_TO_SPACE and SPACE_TO_DEPTH against the index formula."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.op_runner import given, out, run

F32 = T.TENSOR_FLOAT32
TYPES = [F32, T.TENSOR_FLOAT16, T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED]


def _block(value: int) -> OperandView:
    return given(T.INT32, value)


def _nhwc(index: tuple[int, ...], nchw: bool) -> tuple[int, ...]:
    """Return the index of an NHWC pixel in the layout."""
    n, h, w, c = index
    return (n, c, h, w) if nchw else index


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("nchw", [None, False, True])
@pytest.mark.parametrize(
    ("shape", "block"), [((1, 1, 1, 4), 2), ((2, 2, 3, 8), 2), ((1, 2, 1, 9), 3), ((2, 1, 2, 3), 1)]
)
def test_both_directions(
    type_: T, nchw: bool | None, shape: tuple[int, int, int, int], block: int
) -> None:
    n, h, w, depth = shape
    channels = depth // (block * block)
    deep_shape = _nhwc(shape, bool(nchw))
    wide_shape = _nhwc((n, h * block, w * block, channels), bool(nchw))
    scale = 0.5 if "QUANT" in type_.name else 0.0
    deep = given(type_, range(int(np.prod(shape))), shape=deep_shape, scale=scale)
    assert deep.value is not None
    expected = np.empty(wide_shape, deep.value.dtype)
    for b, y, x, c in np.ndindex(n, h * block, w * block, channels):
        in_block = (y % block) * block + x % block
        origin = (b, y // block, x // block, in_block * channels + c)
        expected[_nhwc((b, y, x, c), bool(nchw))] = deep.value[_nhwc(origin, bool(nchw))]
    layout = [] if nchw is None else [given(T.BOOL, nchw)]
    target = [out(type_, scale=scale)]
    got = run(Op.DEPTH_TO_SPACE, [deep, _block(block), *layout], target)[0]
    assert np.array_equal(got, expected)
    wide = given(type_, expected, scale=scale)
    back = run(Op.SPACE_TO_DEPTH, [wide, _block(block), *layout], target)[0]
    assert np.array_equal(back, deep.value)
