"""RESHAPE: the same elements in row-major order."""

from __future__ import annotations

import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import Unknown, find_definition
from tests.operations.op_runner import broken, given, out, output_shapes, run, undecided, unknown

OP = Op.RESHAPE
F32 = T.TENSOR_FLOAT32
TYPES = [
    F32,
    T.TENSOR_FLOAT16,
    T.TENSOR_QUANT8_ASYMM,
    T.TENSOR_QUANT8_ASYMM_SIGNED,
    T.TENSOR_INT32,
]


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize(
    ("wanted", "shape"),
    [
        ([12], (12,)),
        ([-1], (12,)),
        ([3, -1], (3, 4)),
        ([-1, 12], (1, 12)),
        ([1, 2, 3, 2], (1, 2, 3, 2)),
        ([2, 1, 1, 1, 6], (2, 1, 1, 1, 6)),
    ],
)
def test_keeps_order(type_: T, wanted: list[int], shape: tuple[int, ...]) -> None:
    scale, zero_point = (0.5, 3) if "QUANT" in type_.name else (0.0, 0)
    source = given(type_, range(12), shape=(2, 3, 2), scale=scale, zero_point=zero_point)
    target = out(type_, scale=scale, zero_point=zero_point)
    got = run(OP, [source, given(T.TENSOR_INT32, wanted)], [target])[0]
    assert got.shape == shape
    assert got.ravel().tolist() == list(range(12))


def test_int32_since_aidl_v2() -> None:
    found = find_definition(OP)
    assert found is not None
    assert found.types[T.TENSOR_INT32] == Version.AIDL_V2


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ([5], ["element_count"]),
        ([-1, 4], ["element_count"]),
        ([0, -1], ["element_count"]),
        ([-1, -1], ["shape_values"]),
        ([-2, -3], ["shape_values"]),
        ([2, 3], []),
    ],
)
def test_shape_conditions(wanted: list[int], names: list[str]) -> None:
    inputs = [given(F32, range(6)), given(T.TENSOR_INT32, wanted)]
    assert [n for n in broken(OP, inputs, [out(F32)]) if n in names] == names
    assert bool(broken(OP, inputs, [out(F32)])) == bool(names)


def test_output_quantization() -> None:
    inputs = [given(T.TENSOR_QUANT8_ASYMM, [1], scale=0.5), given(T.TENSOR_INT32, [1, 1])]
    other = out(T.TENSOR_QUANT8_ASYMM, scale=0.5, zero_point=1)
    assert broken(OP, inputs, [other]) == ["output_quantization"]


def test_undecided_conditions_of_unknown_operands() -> None:
    source, target = unknown(F32, (None, 3)), [out(F32)]
    stretch, fixed = given(T.TENSOR_INT32, [-1]), given(T.TENSOR_INT32, [2, 3])
    assert output_shapes(OP, [source, fixed], target) == [(2, 3)]
    assert undecided(OP, [source, fixed], target) == ["element_count"]
    open_shape = unknown(T.TENSOR_INT32, (2,))
    assert undecided(OP, [given(F32, [1]), open_shape], target) == ["shape_values", "element_count"]
    for inputs in ([source, stretch], [given(F32, [1]), open_shape]):
        with pytest.raises(Unknown):
            output_shapes(OP, inputs, target)
