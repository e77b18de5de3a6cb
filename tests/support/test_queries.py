"""Queries and text forms; the expected answers follow from the contract's type definitions."""

import pytest

from conformance.driver_sdk.queries import (
    data_size,
    has_unspecified_dimensions,
    is_extension_operand,
    is_extension_operation,
    is_scalar,
    is_tensor,
)
from conformance.hal import Operand, OperandType, OperationType


@pytest.mark.parametrize(
    ("code", "tensor", "scalar", "extension"),
    [
        (OperandType.FLOAT32, False, True, False),
        (OperandType.BOOL, False, True, False),
        (OperandType.TENSOR_BOOL8, True, False, False),
        (OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL, True, False, False),
        (OperandType.SUBGRAPH, False, False, False),
        (9999, False, False, False),
        (-1, False, False, False),
        (0x0001_0000, False, False, True),
        (0x7FFF_0003, False, False, True),
    ],
)
def test_type_classification(code, tensor, scalar, extension):
    assert (is_tensor(code), is_scalar(code), is_extension_operand(code)) == (
        tensor,
        scalar,
        extension,
    )


def test_operation_classification():
    assert not is_extension_operation(OperationType.ADD)
    assert is_extension_operation(0x0002_0001)


@pytest.mark.parametrize(
    ("type_", "dimensions", "size", "unspecified"),
    [
        (OperandType.TENSOR_FLOAT32, (2, 3), 24, False),
        (OperandType.TENSOR_FLOAT16, (2, 0), 0, True),
        (OperandType.TENSOR_INT32, (), 0, True),
        (OperandType.INT32, (), 4, False),
        (OperandType.FLOAT16, (), 2, False),
        (9999, (4,), 0, False),
    ],
)
def test_data_size_and_unspecified_dimensions(type_, dimensions, size, unspecified):
    operand = Operand(type_, dimensions)
    assert (data_size(operand), has_unspecified_dimensions(operand)) == (size, unspecified)
