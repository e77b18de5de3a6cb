"""SELECT against plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import find_definition
from tests.operations.op_runner import (
    broken,
    code_of,
    given,
    out,
    reals_of,
    run,
    undecided,
    unknown,
)

MASK = [0, 1, 1, 0, 1, 0]


@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16, T.TENSOR_INT32])
def test_plain_types(type_: T) -> None:
    shape = (1, 2, 1, 3, 1)
    condition = given(T.TENSOR_BOOL8, MASK, shape=shape)
    first, second = given(type_, range(6), shape=shape), given(type_, range(10, 16), shape=shape)
    got = run(Op.SELECT, [condition, first, second], [out(type_)])[0]
    assert got.shape == shape
    assert got.ravel().tolist() == [10, 1, 2, 13, 4, 15]


def test_any_byte_but_zero_is_true() -> None:
    condition = given(T.TENSOR_BOOL8, np.array([0, 1, 2, 255], np.uint8).view(np.bool_))
    first, second = given(T.TENSOR_INT32, [1] * 4), given(T.TENSOR_INT32, [2] * 4)
    got = run(Op.SELECT, [condition, first, second], [out(T.TENSOR_INT32)])[0]
    assert got.tolist() == [2, 1, 1, 1]


@pytest.mark.parametrize(
    ("type_", "first", "second", "result"),
    [
        (T.TENSOR_QUANT8_ASYMM, (0.5, 128), (0.5, 128), (0.5, 128)),
        (T.TENSOR_QUANT8_ASYMM, (0.5, 128), (0.25, 9), (0.5, 128)),
        (T.TENSOR_QUANT8_ASYMM, (0.3, 100), (0.7, 20), (0.4, 90)),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, (0.11, -128), (0.05, 127), (0.09, 3)),
    ],
)
def test_quantized(type_: T, first: tuple, second: tuple, result: tuple) -> None:
    rng = np.random.default_rng(4)
    low = 0 if type_ == T.TENSOR_QUANT8_ASYMM else -128
    mask = rng.integers(0, 2, 300)
    a, b = (
        given(type_, rng.integers(low, low + 256, 300), scale=scale, zero_point=zero_point)
        for scale, zero_point in (first, second)
    )
    target = out(type_, scale=result[0], zero_point=result[1])
    got = run(Op.SELECT, [given(T.TENSOR_BOOL8, mask), a, b], [target])[0]
    triples = zip(mask.tolist(), reals_of(a), reals_of(b), strict=True)
    assert got.tolist() == [code_of(x if m else y, target) for m, x, y in triples]


def test_shapes_must_be_the_same() -> None:
    target = [out(T.TENSOR_FLOAT32)]

    def inputs(*shapes: tuple | None) -> list:
        types = (T.TENSOR_BOOL8, T.TENSOR_FLOAT32, T.TENSOR_FLOAT32)
        return [unknown(t, s) for t, s in zip(types, shapes, strict=True)]

    def judge(*shapes: tuple | None) -> tuple[list[str], list[str]]:
        return broken(Op.SELECT, inputs(*shapes), target), undecided(
            Op.SELECT, inputs(*shapes), target
        )

    wrong, right, open_ = (["same_shape"], []), ([], []), ([], ["same_shape"])
    assert judge((2, 3), (2, 3), (2, 3)) == right
    assert judge((2, 1), (2, 3), (2, 3)) == wrong
    assert judge((2, 3), (2, 3), (3,)) == wrong
    assert judge((6,), (2, 3), (2, 3)) == wrong
    assert judge((2,), (2, 3), (2, 3)) == wrong
    assert judge((2, 3), (2, 4), (2, 3)) == wrong
    assert judge((2, None), (2, 3), (2, 3)) == open_
    assert judge(None, (2, 3), (2, 3)) == open_
    assert judge(None, (2, 3), (2, 4)) == wrong
    assert judge((2, None), (3, None), (None, None)) == wrong


def test_signed_type_needs_1_3() -> None:
    assert find_definition(Op.SELECT).types[T.TENSOR_QUANT8_ASYMM_SIGNED] == Version.V1_3
