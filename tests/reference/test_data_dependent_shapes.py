"""Tests of output shapes that depend on values, and of dimensions of size 0 inside a model."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np
import pytest

from conformance.hal import (
    DataLocation,
    ErrorStatus,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    OutputShape,
    PreparedModelCallback,
    Request,
    RequestArgument,
    SharedMemory,
    Subgraph,
)
from conformance.reference import create_device

F32, I32 = OperandType.TENSOR_FLOAT32, OperandType.TENSOR_INT32
IN, OUT = OperandLifeTime.SUBGRAPH_INPUT, OperandLifeTime.SUBGRAPH_OUTPUT
TEMP, COPY = OperandLifeTime.TEMPORARY_VARIABLE, OperandLifeTime.CONSTANT_COPY
BOXES = np.array([[0, 0, 0, 0, 0.5, 1, 2.5, 3], [0, 0, 0, 0, 4, 4, 6, 6]], np.float32)


def model(
    kept: tuple[int, ...] = (0, 4), result: tuple[int, ...] = (0, 4), second: int = 18
) -> Model:
    """Return BOX_WITH_NMS_LIMIT, followed by ``second`` (MUL or FLOOR) on the selected boxes.

    MUL multiplies the boxes by themselves. ``kept`` and ``result`` are the stated dimensions of the
    selected boxes and of the model output.
    """
    scalars = [(OperandType.FLOAT32, 0.5), (OperandType.INT32, -1), (OperandType.INT32, 0),
               (OperandType.FLOAT32, 0.5), (OperandType.FLOAT32, 1.0), (OperandType.FLOAT32, 0.25),
               (OperandType.INT32, 0)]  # fmt: skip
    values = b"".join(
        struct.pack("<f" if type_ is OperandType.FLOAT32 else "<i", value)
        for type_, value in scalars
    )
    floor = second == OperationType.FLOOR
    operands = (
        Operand(F32, (2, 2), 1, lifetime=IN),
        Operand(F32, (2, 8), 1, lifetime=IN),
        Operand(I32, (2,), 1, lifetime=IN),
        *(
            Operand(
                type_, (), 0 if floor and i == 6 else 1, lifetime=COPY,
                location=DataLocation(0, 4 * i, 4),
            )
            for i, (type_, _) in enumerate(scalars)
        ),
        Operand(F32, (0,), lifetime=OUT),
        Operand(F32, kept, 1 if floor else 2, lifetime=TEMP),
        Operand(I32, (0,), lifetime=OUT),
        Operand(I32, (), lifetime=OUT),
        Operand(F32, result, lifetime=OUT),
    )  # fmt: skip
    operations = (
        Operation(OperationType.BOX_WITH_NMS_LIMIT, tuple(range(9)), (10, 11, 12, 13)),
        Operation(second, (11,) if floor else (11, 11, 9), (14,)),
    )
    return Model(Subgraph(operands, operations, (0, 1, 2), (10, 12, 13, 14)), operand_values=values)


class _Prepared(PreparedModelCallback):
    prepared = None

    def notify(self, status, prepared_model):
        self.status, self.prepared = status, prepared_model


def request(inputs: Sequence[np.ndarray], lengths: Sequence[int]) -> tuple[Request, SharedMemory]:
    """Return a request with the given inputs and output lengths in bytes, and its output pool."""
    arguments, data = [], b""
    for array in inputs:
        arguments.append(RequestArgument(location=DataLocation(0, len(data), array.nbytes)))
        data += array.tobytes()
    outputs, offset = [], 0
    for length in lengths:
        outputs.append(RequestArgument(location=DataLocation(1, offset, length)))
        offset += (length + 3) // 4 * 4
    pool = SharedMemory(max(1, offset))
    pools = (SharedMemory(max(1, len(data)), initial=data), pool)
    return Request(tuple(arguments), tuple(outputs), pools), pool


def execute(what: Model, scores: list[float]):
    """Run the model and return the status, the output shapes and the last output."""
    callback = _Prepared()
    create_device().prepare_model(what, 1, 1, None, (), (), bytes(32), callback)
    assert callback.status is ErrorStatus.NONE
    rows = np.array([[0, score] for score in scores], np.float32)
    asked, pool = request([rows, BOXES, np.zeros(2, np.int32)], [8, 8, 8, 32])
    status, shapes, _ = callback.prepared.execute_synchronously(asked, 0, None, None)
    return status, shapes, np.frombuffer(bytes(pool.view()), np.float32)[6:14]


@pytest.mark.parametrize("kept", [(0, 4), (), (0, 0), (1, 4)])
def test_computed_shapes_are_reported(kept: tuple[int, ...]) -> None:
    status, shapes, squares = execute(model(kept), [0.25, 0.75])
    assert status is ErrorStatus.NONE
    assert shapes == tuple(OutputShape(dims, True) for dims in ((1,), (1,), (1,), (1, 4)))
    assert squares[:4].tolist() == [16, 16, 36, 36]


def test_shapes_depend_on_the_values_of_each_request() -> None:
    for scores, count in (([0.5, 0.75], 2), ([0.25, 0.75], 1), ([0.25, 0.25], 0)):
        status, shapes, _ = execute(model(), scores)
        assert status is ErrorStatus.NONE
        assert [shape.dimensions for shape in shapes] == [(count,)] * 3 + [(count, 4)]


@pytest.mark.parametrize("what", [model((2, 4)), model((0, 4), (2, 4))])
def test_results_that_contradict_stated_dimensions_are_refused(what: Model) -> None:
    assert execute(what, [0.5, 0.75])[0] is ErrorStatus.NONE
    assert execute(what, [0.25, 0.75])[0] is ErrorStatus.INVALID_ARGUMENT


def test_a_zero_size_is_refused_by_operations_that_do_not_support_it() -> None:
    what = model(second=OperationType.FLOOR)
    status, _, floors = execute(what, [0.5, 0.25])
    assert status is ErrorStatus.NONE
    assert floors[:4].tolist() == [0, 1, 2, 3]
    assert execute(what, [0.25, 0.25])[0] is ErrorStatus.INVALID_ARGUMENT


@pytest.mark.parametrize("kept", [(0, 5), (4,), (2, 3)])
def test_a_model_with_contradictory_dimensions_is_refused(kept: tuple[int, ...]) -> None:
    callback = _Prepared()
    create_device().prepare_model(model(kept, ()), 1, 1, None, (), (), bytes(32), callback)
    assert callback.status is ErrorStatus.INVALID_ARGUMENT
