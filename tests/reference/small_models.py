"""Small models and requests for the tests of the reference device."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import (
    DataLocation,
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

F32 = OperandType.TENSOR_FLOAT32
I32 = OperandType.TENSOR_INT32
IN, OUT, TEMP = (
    OperandLifeTime.SUBGRAPH_INPUT,
    OperandLifeTime.SUBGRAPH_OUTPUT,
    OperandLifeTime.TEMPORARY_VARIABLE,
)


def floor_model(dims: tuple[int, ...] = (2, 3), out: tuple[int, ...] | None = None) -> Model:
    """Return a model that computes the FLOOR of its input."""
    operands = (
        Operand(F32, dims, 1, lifetime=IN),
        Operand(F32, dims if out is None else out, lifetime=OUT),
    )
    return Model(Subgraph(operands, (Operation(OperationType.FLOOR, (0,), (1,)),), (0,), (1,)))


def reshape_model(out: tuple[int, ...]) -> Model:
    """Return RESHAPE, then FLOOR; the target shape is a model input, known only in a request."""
    operands = (
        Operand(F32, (2, 3), 1, lifetime=IN),
        Operand(I32, (2,), 1, lifetime=IN),
        Operand(F32, (), 1, lifetime=TEMP),
        Operand(F32, out, lifetime=OUT),
    )
    operations = (
        Operation(OperationType.RESHAPE, (0, 1), (2,)),
        Operation(OperationType.FLOOR, (2,), (3,)),
    )
    return Model(Subgraph(operands, operations, (0, 1), (3,)))


def request(
    inputs: Sequence[np.ndarray | None], lengths: Sequence[int]
) -> tuple[Request, SharedMemory]:
    """Return a request with the given inputs and output lengths in bytes, and its output pool."""
    arguments, data = [], b""
    for array in inputs:
        if array is None:
            arguments.append(RequestArgument(has_no_value=True))
            continue
        arguments.append(RequestArgument(location=DataLocation(0, len(data), array.nbytes)))
        data += array.tobytes()
    outputs, offset = [], 0
    for length in lengths:
        outputs.append(RequestArgument(location=DataLocation(1, offset, length)))
        offset += (length + 3) // 4 * 4
    pool = SharedMemory(max(1, offset))
    pools = (SharedMemory(max(1, len(data)), initial=data), pool)
    return Request(tuple(arguments), tuple(outputs), pools), pool
