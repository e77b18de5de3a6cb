"""RESIZE_NEAREST_NEIGHBOR against hand-written rows and PyTorch."""

from __future__ import annotations

import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.op_runner import given, out, run

F32, F16, Q8, Q8S = (
    T.TENSOR_FLOAT32,
    T.TENSOR_FLOAT16,
    T.TENSOR_QUANT8_ASYMM,
    T.TENSOR_QUANT8_ASYMM_SIGNED,
)
OP = Op.RESIZE_NEAREST_NEIGHBOR


def flags(*values: bool) -> list[OperandView]:
    return [given(T.BOOL, value) for value in values]


@pytest.mark.parametrize("type_", [F32, F16, Q8, Q8S])
@pytest.mark.parametrize(
    ("new", "modes", "expected"),
    [
        (5, (False,), [0, 0, 1, 1, 2]),
        (2, (False,), [0, 1]),
        (5, (False, True), [0, 1, 1, 2, 2]),
        (1, (False, True), [0]),
        (1, (False, False, True), [1]),
        (2, (False, False, True), [0, 2]),
    ],
)
def test_a_row_of_three(type_: T, new: int, modes: tuple[bool, ...], expected: list[int]) -> None:
    scale = 0.5 if type_ in (Q8, Q8S) else 0.0
    image = given(type_, range(3), shape=(1, 1, 3, 1), scale=scale)
    inputs = [image, given(T.INT32, new), given(T.INT32, 1), *flags(*modes)]
    got = run(OP, inputs, [out(type_, scale=scale)])[0]
    assert got.shape == (1, 1, new, 1)
    assert got.ravel().tolist() == expected
