"""Every operation of 1.2 on two broadcast tensors: legal shapes and combined elements."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import Unknown, find_definition
from conformance.operations.kernels.numerics import broadcast_shape
from tests.operations.op_runner import broken, given, out, output_shapes, run, undecided, unknown

TYPES = {
    Op.POW: (T.TENSOR_FLOAT32, T.TENSOR_FLOAT32),
    Op.MAXIMUM: (T.TENSOR_INT32, T.TENSOR_INT32),
    Op.MINIMUM: (T.TENSOR_INT32, T.TENSOR_INT32),
    Op.PRELU: (T.TENSOR_FLOAT32, T.TENSOR_FLOAT32),
    Op.EQUAL: (T.TENSOR_INT32, T.TENSOR_BOOL8),
    Op.NOT_EQUAL: (T.TENSOR_INT32, T.TENSOR_BOOL8),
    Op.GREATER: (T.TENSOR_INT32, T.TENSOR_BOOL8),
    Op.GREATER_EQUAL: (T.TENSOR_INT32, T.TENSOR_BOOL8),
    Op.LESS: (T.TENSOR_INT32, T.TENSOR_BOOL8),
    Op.LESS_EQUAL: (T.TENSOR_INT32, T.TENSOR_BOOL8),
    Op.LOGICAL_AND: (T.TENSOR_BOOL8, T.TENSOR_BOOL8),
    Op.LOGICAL_OR: (T.TENSOR_BOOL8, T.TENSOR_BOOL8),
}


@pytest.mark.parametrize("op", TYPES)
@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        ((3,), (3,), (3,)),
        ((2, 3), (3,), (2, 3)),
        ((1,), (2, 1, 2, 1, 2), (2, 1, 2, 1, 2)),
        ((4, 1, 2), (5, 4, 3, 1), (5, 4, 3, 2)),
        ((2, 1, 3, 1, 2), (1, 4, 1, 2, 1), (2, 4, 3, 2, 2)),
    ],
)
def test_shapes(op: Op, first: tuple, second: tuple, result: tuple) -> None:
    type_, result_type = TYPES[op]
    ones = given(type_, np.ones(first)), given(type_, np.ones(second))
    assert run(op, ones, [out(result_type)])[0].shape == result
    assert run(op, ones[::-1], [out(result_type)])[0].shape == result
    names = [spec.name for spec in find_definition(op).forms[0].inputs]
    assert len(names) == 2


@pytest.mark.parametrize("op", TYPES)
def test_each_pair_of_elements_is_combined(op: Op) -> None:
    type_, result_type = TYPES[op]
    first = given(type_, np.arange(6) % 4, shape=(3, 1, 2))
    second = given(type_, np.arange(12) % 3, shape=(2, 3, 2, 1))
    whole = run(op, [first, second], [out(result_type)])[0]
    for i, j, k, n in np.ndindex(2, 3, 2, 2):
        pair = [given(type_, [first.value[j, 0, n]]), given(type_, [second.value[i, j, k, 0]])]
        assert whole[i, j, k, n] == run(op, pair, [out(result_type)])[0][0]


@pytest.mark.parametrize("op", TYPES)
def test_incompatible_shapes(op: Op) -> None:
    type_, result_type = TYPES[op]
    for first, second in [((2,), (3,)), ((2, 3), (2, 1, 2)), ((4, 1, 2), (3, 3, 2)), ((0,), (2,))]:
        pair = [given(type_, np.ones(first)), given(type_, np.ones(second))]
        assert broken(op, pair, [out(result_type)]) == ["compatible_shapes"]


@pytest.mark.parametrize("op", TYPES)
def test_unknown_sizes(op: Op) -> None:
    type_, result_type = TYPES[op]
    target = [out(result_type)]

    def pair(first: tuple | None, second: tuple | None) -> list:
        return [unknown(type_, first), unknown(type_, second)]

    assert undecided(op, pair(None, (2,)), target) == ["compatible_shapes"]
    assert undecided(op, pair((None, 2), (3, 2)), target) == ["compatible_shapes"]
    assert undecided(op, pair((3, 2), (None, 2)), target) == ["compatible_shapes"]
    assert undecided(op, pair((None, 2), (1, 2)), target) == []
    assert broken(op, pair((None, 2), (1, 2)), target) == []
    # the known sizes decide, whatever the unknown size will be
    assert broken(op, pair((None, 2), (5, 3)), target) == ["compatible_shapes"]
    with pytest.raises(Unknown):
        output_shapes(op, pair((None, 2), (1, 2)), target)
    assert output_shapes(op, pair((4, 1), (1, 2)), target) == [(4, 2)]


def test_the_common_shape_is_that_of_numpy() -> None:
    shapes = [shape for rank in range(4) for shape in product((0, 1, 2, 3), repeat=rank)]
    for first, second in product(shapes, shapes):
        try:
            expected = np.broadcast_shapes(first, second)
        except ValueError:
            expected = None
        assert broadcast_shape(first, second) == expected, (first, second)
