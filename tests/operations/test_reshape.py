"""RESHAPE: the same elements in row-major order."""

from __future__ import annotations

import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from tests.operations.op_runner import broken, given, out

OP = Op.RESHAPE
F32 = T.TENSOR_FLOAT32


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
