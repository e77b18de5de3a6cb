"""RANK of tensors of every type."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import CONTRACT_INFO
from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import find_definition
from tests.operations.op_runner import given, out, output_shapes, run, unknown

TENSORS = [t for t, info in CONTRACT_INFO.items() if info.tensor and t != T.TENSOR_OEM_BYTE]


def test_every_tensor_type_is_legal() -> None:
    assert set(find_definition(Op.RANK).types) == set(TENSORS)


@pytest.mark.parametrize("type_", TENSORS)
@pytest.mark.parametrize("shape", [(1,), (3,), (2, 3), (1, 1, 1), (2, 1, 2, 1), (1, 2, 1, 2, 1, 1)])
def test_number_of_dimensions(type_: T, shape: tuple) -> None:
    got = run(Op.RANK, [given(type_, np.ones(shape), scale=0.5)], [out(T.INT32)])[0]
    assert got.shape == ()
    assert got.dtype == np.int32
    assert got.item() == len(shape)


def test_output_is_a_scalar_before_anything_is_known() -> None:
    assert output_shapes(Op.RANK, [unknown(T.TENSOR_FLOAT32)], [out(T.INT32)]) == [()]
