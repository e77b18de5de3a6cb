"""FILL: shape from one input, value and type from the other."""

from __future__ import annotations

import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import Unknown, find_definition
from tests.operations.op_runner import broken, given, out, output_shapes, run, undecided, unknown

TYPES = {
    T.FLOAT32: T.TENSOR_FLOAT32,
    T.FLOAT16: T.TENSOR_FLOAT16,
    T.INT32: T.TENSOR_INT32,
}


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("shape", [(1,), (5,), (2, 3), (1, 2, 3, 2, 1, 2)])
def test_every_element_has_the_value(type_: T, shape: tuple) -> None:
    got = run(Op.FILL, [given(T.TENSOR_INT32, shape), given(type_, -7)], [out(TYPES[type_])])[0]
    assert got.shape == shape
    assert set(got.ravel().tolist()) == {-7}


def test_values_are_copied_exactly() -> None:
    dims = given(T.TENSOR_INT32, [2])
    got = run(Op.FILL, [dims, given(T.INT32, 2**31 - 1)], [out(T.TENSOR_INT32)])[0]
    assert got.tolist() == [2**31 - 1] * 2
    value = given(T.FLOAT32, 0.1)
    got = run(Op.FILL, [dims, value], [out(T.TENSOR_FLOAT32)])[0]
    assert got.tolist() == [value.value.item()] * 2


def test_a_size_of_zero_gives_an_empty_result() -> None:
    inputs = [given(T.TENSOR_INT32, [2, 0]), given(T.INT32, 1)]
    assert run(Op.FILL, inputs, [out(T.TENSOR_INT32)])[0].shape == (2, 0)


def test_conditions() -> None:
    value, target = given(T.INT32, 1), [out(T.TENSOR_INT32)]
    assert broken(Op.FILL, [given(T.TENSOR_INT32, [2, 3]), value], target) == []
    assert broken(Op.FILL, [given(T.TENSOR_INT32, [2, -3]), value], target) == ["dims_range"]
    open_ = [unknown(T.TENSOR_INT32, (2,)), value]
    assert undecided(Op.FILL, open_, target) == ["dims_range"]
    with pytest.raises(Unknown):
        output_shapes(Op.FILL, open_, target)


def test_output_type_follows_the_value() -> None:
    legal = find_definition(Op.FILL).outputs[0].types.legal
    assert {type_: [t for t, _ in legal(type_)] for type_ in TYPES} == {
        type_: [tensor] for type_, tensor in TYPES.items()
    }
