"""STRIDED_SLICE against a loop that follows the contract's text: start, step, stop."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, Unknown
from tests.operations.op_runner import broken, given, out, output_shapes, run, undecided, unknown

OP = Op.STRIDED_SLICE
F32, I32 = T.TENSOR_FLOAT32, T.TENSOR_INT32
TYPES = [F32, T.TENSOR_FLOAT16, T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED]
Slices = list[tuple[int, int, int]]


def _inputs(
    source: OperandView, slices: Slices, masks: tuple[int, int, int] = (0, 0, 0)
) -> list[OperandView]:
    parts = [given(I32, [s[i] for s in slices]) for i in range(3)]
    return [source, *parts, *(given(T.INT32, mask) for mask in masks)]


def _walk(size: int, begin: int | None, end: int | None, stride: int) -> list[int]:
    """Return the indexes of one dimension; ``None`` is a masked bound."""
    if begin is None:
        at = 0 if stride > 0 else size - 1
    else:
        at = begin + size if begin < 0 else begin
        at = min(max(at, 0), size) if stride > 0 else min(max(at, -1), size - 1)
    if end is None:
        stop = size if stride > 0 else -1
    else:
        stop = end + size if end < 0 else end
        stop = min(max(stop, 0), size) if stride > 0 else min(max(stop, -1), size - 1)
    taken = []
    while at < stop if stride > 0 else at > stop:
        taken.append(at)
        at += stride
    return taken


def _check(source: OperandView, slices: Slices, masks: tuple[int, int, int] = (0, 0, 0)) -> None:
    no_begin, no_end, shrink = masks
    taken = [
        _walk(
            source.shape[i],
            None if no_begin & 1 << i else begin,
            None if no_end & 1 << i else end,
            stride,
        )
        for i, (begin, end, stride) in enumerate(slices)
    ]
    assert source.value is not None
    elements = [source.value[index] for index in product(*taken)]
    shape = [len(t) for i, t in enumerate(taken) if not shrink & 1 << i] or [1]
    target = out(source.type, scale=source.scale, zero_point=source.zero_point)
    got = run(OP, _inputs(source, slices, masks), [target])[0]
    assert got.shape == tuple(shape)
    assert got.ravel().tolist() == [e.item() for e in elements]


@pytest.mark.parametrize("stride", [1, 2, 3, -1, -2, 7, -7])
@pytest.mark.parametrize("masks", [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)])
def test_one_dimension(stride: int, masks: tuple[int, int, int]) -> None:
    source = given(F32, range(5))
    for begin, end in product(range(-7, 8), repeat=2):
        if _walk(5, None if masks[0] else begin, None if masks[1] else end, stride):
            _check(source, [(begin, end, stride)], masks)


@pytest.mark.parametrize("type_", TYPES)
def test_several_dimensions(type_: T) -> None:
    choose = random.Random(type_.name)
    scale, zero_point = (0.5, 3) if "QUANT" in type_.name else (0.0, 0)
    for _ in range(40):
        shape = [choose.randint(1, 4) for _ in range(choose.randint(1, 4))]
        slices, shrink = [], 0
        for axis, size in enumerate(shape):
            if choose.random() < 0.3:
                begin = choose.randrange(-size, size)
                slices.append((begin, size if begin == -1 else begin + 1, choose.randint(1, 2)))
                shrink |= 1 << axis
            else:
                slices.append(
                    (choose.randint(-5, 5), choose.randint(-5, 5), choose.choice([1, -1]))
                )
        values = [number % 128 for number in range(int(np.prod(shape)))]
        source = given(type_, values, shape=shape, scale=scale, zero_point=zero_point)
        _check(
            source, slices, (choose.randrange(16) & ~shrink, choose.randrange(16) & ~shrink, shrink)
        )


def test_removing_all_dimensions_gives_shape_1() -> None:
    source = given(F32, range(6), shape=(2, 3))
    inputs = _inputs(source, [(1, 2, 1), (-1, 3, 1)], (0, 0, 3))
    got = run(OP, inputs, [out(F32)])[0]
    assert got.shape == (1,)
    assert got.tolist() == [5.0]


@pytest.mark.parametrize(
    ("slices", "masks", "names"),
    [
        ([(0, 2, 1), (0, 3, 1)], (0, 0, 0), []),
        ([(0, 2, 0), (0, 3, 1)], (0, 0, 0), ["strides_not_zero"]),
        ([(0, 1, -1), (0, 3, 1)], (0, 0, 1), ["shrunk_stride", "shrunk_size"]),
        ([(1, 0, -1), (0, 3, 1)], (0, 0, 1), ["shrunk_stride"]),
        ([(0, 2, 1), (0, 3, 1)], (0, 0, 1), ["shrunk_size"]),
        ([(0, 2, 1), (0, 3, 1)], (0, 0, 2), ["shrunk_size"]),
        ([(0, 0, 1), (0, 3, 1)], (0, 0, 1), ["shrunk_size"]),
    ],
)
def test_conditions(slices: Slices, masks: tuple[int, int, int], names: list[str]) -> None:
    source = given(F32, range(6), shape=(2, 3))
    assert broken(OP, _inputs(source, slices, masks), [out(F32)]) == names


@pytest.mark.parametrize("operand", [1, 2, 3])
def test_lengths(operand: int) -> None:
    inputs = _inputs(given(F32, range(6), shape=(2, 3)), [(0, 2, 1), (0, 3, 1)])
    name = ("begin_length", "end_length", "strides_length")[operand - 1]
    for values in ([1], [1, 1, 1]):
        inputs[operand] = given(I32, values)
        assert broken(OP, inputs, [out(F32)]) == [name]


def test_output_quantization() -> None:
    source = given(T.TENSOR_QUANT8_ASYMM, [1, 2], scale=0.5)
    other = out(T.TENSOR_QUANT8_ASYMM, scale=0.25)
    assert broken(OP, _inputs(source, [(0, 1, 1)]), [other]) == ["output_quantization"]


def test_undecided_conditions_of_unknown_operands() -> None:
    target = [out(F32)]
    source = given(F32, [1, 2])
    inputs = _inputs(source, [(0, 1, 1)], (0, 0, 1))
    for place in (1, 2, 3):
        lesser = [*inputs]
        lesser[place] = unknown(I32, (1,))
        assert "shrunk_size" in undecided(OP, lesser, target)
        with pytest.raises(Unknown):
            output_shapes(OP, lesser, target)
    lesser[3] = unknown(I32)
    assert "strides_length" in undecided(OP, lesser, target)
    open_source = [unknown(F32, (None,)), *inputs[1:]]
    assert undecided(OP, open_source, target) == ["shrunk_size"]
    # only the removed dimension matters
    open_other = _inputs(unknown(F32, (2, None)), [(0, 2, 1), (0, 1, 1)], (0, 0, 1))
    assert broken(OP, open_other, target) == ["shrunk_size"]
    open_mask = [*inputs[:6], unknown(T.INT32)]
    assert undecided(OP, open_mask, target) == ["shrunk_stride", "shrunk_size"]
