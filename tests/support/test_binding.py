"""Conversion between request memory and arrays; memory stays mapped while an array uses it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from conformance.driver_sdk import input_arrays, write_outputs
from conformance.hal import (
    DataLocation,
    ErrorStatus,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    Request,
    RequestArgument,
    SharedMemory,
    Subgraph,
)
from conformance.validation import constant_view

_T, _L = OperandType, OperandLifeTime
_COUNT = 3000


def _subgraph(type_: OperandType = _T.TENSOR_FLOAT32) -> Subgraph:
    """Return a subgraph with RELU of one tensor."""
    lifetimes = (_L.SUBGRAPH_INPUT, _L.SUBGRAPH_OUTPUT)
    operands = tuple(
        Operand(type_, (_COUNT,), 1 - number, lifetime=lifetime)
        for number, lifetime in enumerate(lifetimes)
    )
    return Subgraph(operands, (Operation(OperationType.RELU, (0,), (1,)),), (0,), (1,))


def _request(*offsets: int) -> tuple[Request, SharedMemory]:
    data = np.arange(8192, dtype="<f4").tobytes()
    memory = SharedMemory(initial=data)
    first, second = (
        RequestArgument(location=DataLocation(0, offset, 4 * _COUNT)) for offset in offsets
    )
    return Request((first,), (second,), (memory,)), memory


def test_input_array_keeps_memory_mapped() -> None:
    request, memory = _request(8, 0)
    (array,) = input_arrays(request, _subgraph())
    assert array is not None
    with pytest.raises(BufferError):
        memory.close()
    assert array[0] == 2.0
    assert array[-1] == _COUNT + 1
    assert not array.flags.writeable
    del array
    memory.close()


@pytest.mark.parametrize("offset", [-4, 8192 * 4 - 4, 1 << 40])
def test_input_outside_of_memory_raises(offset: int) -> None:
    request, _ = _request(offset, 0)
    with pytest.raises(ValueError, match=r"reshape|buffer"):
        input_arrays(request, _subgraph())


@pytest.mark.parametrize("count", [1, 7, _COUNT])
def test_outputs_are_written_only_at_their_location(count: int) -> None:
    request, memory = _request(0, 16)
    source, target = _subgraph().operands
    operands = source, replace(target, dimensions=(count,))
    subgraph = Subgraph(operands, (Operation(OperationType.RELU, (0,), (1,)),), (0,), (1,))
    result = -np.arange(1, count + 1, dtype="<f4")
    status, shapes = write_outputs(request, subgraph, [result[::1]])
    assert status is ErrorStatus.NONE
    assert [shape.dimensions for shape in shapes] == [(count,)]
    stored = np.frombuffer(bytes(memory.view()), "<f4")
    assert stored[4 : 4 + count].tolist() == result.tolist()
    assert stored[:4].tolist() == [0, 1, 2, 3]
    assert stored[4 + count] == 4 + count
    memory.close()


@pytest.mark.parametrize("type_", [_T.TENSOR_FLOAT32, _T.TENSOR_BOOL8])
def test_constant_array_keeps_pool_mapped(type_: OperandType) -> None:
    memory = SharedMemory(initial=bytes(16) + b"\1\0\0\1" * 4)
    size = 16 if type_ is _T.TENSOR_BOOL8 else 4
    operand = Operand(
        type_, (size,), 0, lifetime=_L.CONSTANT_REFERENCE, location=DataLocation(0, 16, 16)
    )
    model = Model(Subgraph((operand,), (), (), ()), pools=(memory,))
    array = constant_view(model, operand)
    assert array is not None
    with pytest.raises(BufferError):
        memory.close()
    assert array.tobytes() == b"\1\0\0\1" * 4
    assert not array.flags.writeable
    del array
    memory.close()


@pytest.mark.parametrize(
    ("operand", "expected"),
    [
        (Operand(_T.TENSOR_BOOL8, (4,), location=DataLocation(0, 0, 4)), [0, 1, 1, 1]),
        (Operand(_T.BOOL, location=DataLocation(0, 2, 1)), [1]),
        (Operand(_T.BOOL, location=DataLocation(0, 0, 1)), [0]),
    ],
)
def test_bool_constants_are_normalized_to_0_and_1(operand: Operand, expected: list[int]) -> None:
    data = bytes([0, 1, 2, 255])
    memory = SharedMemory(initial=data)
    for lifetime in (_L.CONSTANT_COPY, _L.CONSTANT_REFERENCE):
        constant = replace(operand, lifetime=lifetime)
        model = Model(Subgraph((constant,), (), (), ()), (), data, (memory,))
        array = constant_view(model, constant)
        assert isinstance(array, np.ndarray)
        assert array.shape == operand.dimensions
        assert array.tobytes() == bytes(expected)
        assert not array.flags.writeable
