"""DEPTH_TO_SPACE and SPACE_TO_DEPTH against the index formula."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, Unknown
from tests.operations.op_runner import broken, given, out, output_shapes, run, undecided, unknown

F32 = T.TENSOR_FLOAT32
TYPES = [F32, T.TENSOR_FLOAT16, T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED]
BOTH = [Op.DEPTH_TO_SPACE, Op.SPACE_TO_DEPTH]


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


@pytest.mark.parametrize("op", BOTH)
def test_conditions(op: Op) -> None:
    source, target = given(F32, np.zeros((1, 4, 6, 4))), [out(F32)]
    assert broken(op, [source, _block(2)], target) == []
    for block in (0, -2):
        assert broken(op, [source, _block(block)], target) == ["block_size_range"]
    codes = given(T.TENSOR_QUANT8_ASYMM, np.zeros((1, 2, 2, 4)), scale=0.5)
    other = out(T.TENSOR_QUANT8_ASYMM, scale=0.5, zero_point=1)
    assert broken(op, [codes, _block(2)], [other]) == ["output_quantization"]


@pytest.mark.parametrize(
    ("op", "nhwc", "block", "name"),
    [
        (Op.DEPTH_TO_SPACE, (1, 4, 4, 6), 2, "depth_divides"),
        (Op.SPACE_TO_DEPTH, (1, 3, 4, 4), 2, "image_divides"),
        (Op.SPACE_TO_DEPTH, (1, 4, 3, 4), 2, "image_divides"),
    ],
)
@pytest.mark.parametrize("nchw", [False, True])
def test_divisors(
    op: Op, nhwc: tuple[int, int, int, int], block: int, name: str, nchw: bool
) -> None:
    source = given(F32, np.zeros(_nhwc(nhwc, nchw)))
    inputs = [source, _block(block), given(T.BOOL, nchw)]
    assert broken(op, inputs, [out(F32)]) == [name]


@pytest.mark.parametrize("op", BOTH)
def test_undecided_conditions_of_unknown_operands(op: Op) -> None:
    name = "depth_divides" if op is Op.DEPTH_TO_SPACE else "image_divides"
    target = [out(F32)]
    batch_open = unknown(F32, (None, 2, 2, 4))
    assert undecided(op, [batch_open, _block(2)], target) == []
    assert undecided(op, [unknown(F32, (1, None, None, None)), _block(2)], target) == [name]
    source = given(F32, np.zeros((1, 2, 2, 4)))
    assert undecided(op, [source, unknown(T.INT32)], target) == ["block_size_range", name]
    assert undecided(op, [source, _block(2), unknown(T.BOOL)], target) == [name]
    for inputs in ([batch_open, _block(2)], [source, unknown(T.INT32)]):
        with pytest.raises(Unknown):
            output_shapes(op, inputs, target)
