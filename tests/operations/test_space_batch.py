"""BATCH_TO_SPACE_ND and SPACE_TO_BATCH_ND against the index formula."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.op_runner import broken, given, out, run

F32, Q8, I32 = T.TENSOR_FLOAT32, T.TENSOR_QUANT8_ASYMM, T.TENSOR_INT32
TYPES = [
    (F32, 0.0, 0),
    (T.TENSOR_FLOAT16, 0.0, 0),
    (Q8, 0.5, 9),
    (T.TENSOR_QUANT8_ASYMM_SIGNED, 2.0, -7),
]
B2S, S2B = Op.BATCH_TO_SPACE_ND, Op.SPACE_TO_BATCH_ND


def _in_layout(index: tuple[int, ...], nchw: bool | None) -> tuple[int, ...]:
    n, h, w, c = index
    return (n, c, h, w) if nchw else index


def _ints(values: object) -> OperandView:
    return given(I32, values)  # type: ignore[arg-type]


NO_PADS = [[0, 0], [0, 0]]


@pytest.mark.parametrize(("type_", "scale", "zero_point"), TYPES)
@pytest.mark.parametrize("nchw", [None, False, True])
@pytest.mark.parametrize(
    ("shape", "block", "paddings"),
    [
        ((1, 2, 2, 1), (2, 2), NO_PADS),
        ((2, 2, 3, 2), (1, 3), NO_PADS),
        ((2, 3, 2, 3), (2, 2), [[1, 0], [0, 2]]),
        ((1, 1, 5, 1), (3, 2), [[0, 2], [2, 1]]),
    ],
)
def test_both_directions(
    type_: T,
    scale: float,
    zero_point: int,
    nchw: bool | None,
    shape: tuple[int, int, int, int],
    block: tuple[int, int],
    paddings: list[list[int]],
) -> None:
    n, h, w, c = shape
    count = n * h * w * c
    layout = [] if nchw is None else [given(T.BOOL, nchw)]
    source = given(
        type_,
        range(1, count + 1),
        shape=_in_layout(shape, nchw),
        scale=scale,
        zero_point=zero_point,
    )
    assert source.value is not None
    (top, bottom), (left, right) = paddings
    tall, wide = h + top + bottom, w + left + right
    big = (n, tall, wide, c)
    small = (n * block[0] * block[1], tall // block[0], wide // block[1], c)
    whole = np.full(_in_layout(big, nchw), zero_point, source.value.dtype)
    pieces = np.empty(_in_layout(small, nchw), source.value.dtype)
    for b, y, x, ch in np.ndindex(*shape):
        whole[_in_layout((b, y + top, x + left, ch), nchw)] = source.value[
            _in_layout((b, y, x, ch), nchw)
        ]
    for b, y, x, ch in np.ndindex(*big):
        piece = (y % block[0]) * block[1] + x % block[1]
        target = (piece * n + b, y // block[0], x // block[1], ch)
        pieces[_in_layout(target, nchw)] = whole[_in_layout((b, y, x, ch), nchw)]
    output = [out(type_, scale=scale, zero_point=zero_point)]
    got = run(S2B, [source, _ints(block), _ints(paddings), *layout], output)[0]
    assert np.array_equal(got, pieces)
    batches = given(type_, pieces, scale=scale, zero_point=zero_point)
    back = run(B2S, [batches, _ints(block), *layout], output)[0]
    assert np.array_equal(back, whole)


@pytest.mark.parametrize("op", [B2S, S2B])
@pytest.mark.parametrize("nchw", [False, True])
def test_conditions(op: Op, nchw: bool) -> None:
    target = [out(F32)]
    layout = [given(T.BOOL, nchw)]
    pads = [_ints(NO_PADS)] if op is S2B else []
    source = given(F32, np.zeros(_in_layout((6, 4, 6, 1), nchw)))

    def verdict(block: list[int], more: list[OperandView] | None = None) -> list[str]:
        return broken(op, [source, _ints(block), *(more or pads), *layout], target)

    assert verdict([2, 3]) == []
    assert verdict([2]) == ["block_shape_shape"]
    assert verdict([2, 3, 1]) == ["block_shape_shape"]
    assert verdict([0, 1]) == ["block_shape_range"]
    if op is B2S:
        assert verdict([2, 2]) == ["batch_divides"]
    else:
        assert verdict([3, 3]) == ["image_divides"]
        assert verdict([2, 4]) == ["image_divides"]
        assert verdict([2, 3], [_ints([[0, 1], [0, 0]])]) == ["image_divides"]
        assert verdict([2, 3], [_ints([[0, 0], [-3, 0]])]) == ["paddings_range"]
        assert verdict([2, 3], [_ints([[0, 0]])]) == ["paddings_shape"]
    codes = given(Q8, np.zeros((1, 1, 1, 1)), scale=0.5)
    inputs = [codes, _ints([1, 1]), *pads]
    assert broken(op, inputs, [out(Q8, scale=0.25)]) == ["output_quantization"]
