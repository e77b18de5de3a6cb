"""STRIDED_SLICE against a loop that follows the contract's text: start, step, stop."""

from __future__ import annotations

import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.op_runner import broken, given, out, run

OP = Op.STRIDED_SLICE
F32, I32 = T.TENSOR_FLOAT32, T.TENSOR_INT32
Slices = list[tuple[int, int, int]]


def _inputs(
    source: OperandView, slices: Slices, masks: tuple[int, int, int] = (0, 0, 0)
) -> list[OperandView]:
    parts = [given(I32, [s[i] for s in slices]) for i in range(3)]
    return [source, *parts, *(given(T.INT32, mask) for mask in masks)]


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
