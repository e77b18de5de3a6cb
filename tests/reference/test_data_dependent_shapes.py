"""Tests of output shapes that depend on values, and of dimensions of size 0 inside a model."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np
import pytest

from conformance import hal
from conformance.reference import create_device

F32, I32 = hal.OperandType.TENSOR_FLOAT32, hal.OperandType.TENSOR_INT32
IN, OUT = hal.OperandLifeTime.SUBGRAPH_INPUT, hal.OperandLifeTime.SUBGRAPH_OUTPUT
TEMP, COPY = hal.OperandLifeTime.TEMPORARY_VARIABLE, hal.OperandLifeTime.CONSTANT_COPY
BOXES = np.array([[0, 0, 0, 0, 0.5, 1, 2.5, 3], [0, 0, 0, 0, 4, 4, 6, 6]], np.float32)


def model(
    kept: tuple[int, ...] = (0, 4), result: tuple[int, ...] = (0, 4), second: int = 18
) -> hal.Model:
    """Return BOX_WITH_NMS_LIMIT, followed by ``second`` (MUL or FLOOR) on the selected boxes.

    MUL multiplies the boxes by themselves. ``kept`` and ``result`` are the stated dimensions of the
    selected boxes and of the model output.
    """
    real, whole = hal.OperandType.FLOAT32, hal.OperandType.INT32
    scalars = [(real, 0.5), (whole, -1), (whole, 0), (real, 0.5), (real, 1.0), (real, 0.25)]
    scalars.append((whole, 0))
    values = b"".join(
        struct.pack("<f" if type_ is hal.OperandType.FLOAT32 else "<i", value)
        for type_, value in scalars
    )
    floor = second == hal.OperationType.FLOOR
    operands = (
        hal.Operand(F32, (2, 2), 1, lifetime=IN),
        hal.Operand(F32, (2, 8), 1, lifetime=IN),
        hal.Operand(I32, (2,), 1, lifetime=IN),
        *(
            hal.Operand(
                type_, (), 0 if floor and i == 6 else 1, lifetime=COPY,
                location=hal.DataLocation(0, 4 * i, 4),
            )
            for i, (type_, _) in enumerate(scalars)
        ),
        hal.Operand(F32, (0,), lifetime=OUT),
        hal.Operand(F32, kept, 1 if floor else 2, lifetime=TEMP),
        hal.Operand(I32, (0,), lifetime=OUT),
        hal.Operand(I32, (), lifetime=OUT),
        hal.Operand(F32, result, lifetime=OUT),
    )  # fmt: skip
    operations = (
        hal.Operation(hal.OperationType.BOX_WITH_NMS_LIMIT, tuple(range(9)), (10, 11, 12, 13)),
        hal.Operation(second, (11,) if floor else (11, 11, 9), (14,)),
    )
    return hal.Model(
        hal.Subgraph(operands, operations, (0, 1, 2), (10, 12, 13, 14)), operand_values=values
    )


class _Prepared(hal.PreparedModelCallback):
    prepared = None

    def notify(self, status, prepared_model):
        self.status, self.prepared = status, prepared_model


def request(
    inputs: Sequence[np.ndarray], lengths: Sequence[int]
) -> tuple[hal.Request, hal.SharedMemory]:
    """Return a request with the given inputs and output lengths in bytes, and its output pool."""
    arguments, data = [], b""
    for array in inputs:
        arguments.append(hal.RequestArgument(location=hal.DataLocation(0, len(data), array.nbytes)))
        data += array.tobytes()
    outputs, offset = [], 0
    for length in lengths:
        outputs.append(hal.RequestArgument(location=hal.DataLocation(1, offset, length)))
        offset += (length + 3) // 4 * 4
    pool = hal.SharedMemory(max(1, offset))
    pools = (hal.SharedMemory(max(1, len(data)), initial=data), pool)
    return hal.Request(tuple(arguments), tuple(outputs), pools), pool


def execute(what: hal.Model, scores: list[float]):
    """Run the model and return the status, the output shapes and the last output."""
    callback = _Prepared()
    create_device().prepare_model(what, 1, 1, None, (), (), bytes(32), callback)
    assert callback.status is hal.ErrorStatus.NONE
    rows = np.array([[0, score] for score in scores], np.float32)
    asked, pool = request([rows, BOXES, np.zeros(2, np.int32)], [8, 8, 8, 32])
    status, shapes, _ = callback.prepared.execute_synchronously(asked, 0, None, None)
    return status, shapes, np.frombuffer(bytes(pool.view()), np.float32)[6:14]


@pytest.mark.parametrize("kept", [(0, 4), (), (0, 0), (1, 4)])
def test_computed_shapes_are_reported(kept: tuple[int, ...]) -> None:
    status, shapes, squares = execute(model(kept), [0.25, 0.75])
    assert status is hal.ErrorStatus.NONE
    assert shapes == tuple(hal.OutputShape(dims, True) for dims in ((1,), (1,), (1,), (1, 4)))
    assert squares[:4].tolist() == [16, 16, 36, 36]


def test_shapes_depend_on_the_values_of_each_request() -> None:
    for scores, count in (([0.5, 0.75], 2), ([0.25, 0.75], 1), ([0.25, 0.25], 0)):
        status, shapes, _ = execute(model(), scores)
        assert status is hal.ErrorStatus.NONE
        assert [shape.dimensions for shape in shapes] == [(count,)] * 3 + [(count, 4)]


@pytest.mark.parametrize("what", [model((2, 4)), model((0, 4), (2, 4))])
def test_results_that_contradict_stated_dimensions_are_refused(what: hal.Model) -> None:
    assert execute(what, [0.5, 0.75])[0] is hal.ErrorStatus.NONE
    assert execute(what, [0.25, 0.75])[0] is hal.ErrorStatus.INVALID_ARGUMENT


def test_a_zero_size_is_refused_by_operations_that_do_not_support_it() -> None:
    what = model(second=hal.OperationType.FLOOR)
    status, _, floors = execute(what, [0.5, 0.25])
    assert status is hal.ErrorStatus.NONE
    assert floors[:4].tolist() == [0, 1, 2, 3]
    assert execute(what, [0.25, 0.25])[0] is hal.ErrorStatus.INVALID_ARGUMENT


@pytest.mark.parametrize("kept", [(0, 5), (4,), (2, 3)])
def test_a_model_with_contradictory_dimensions_is_refused(kept: tuple[int, ...]) -> None:
    callback = _Prepared()
    create_device().prepare_model(model(kept, ()), 1, 1, None, (), (), bytes(32), callback)
    assert callback.status is hal.ErrorStatus.INVALID_ARGUMENT
