"""The reference driver maps large constants itself: they outlive the client's memory."""

from __future__ import annotations

import struct
from contextlib import suppress

import numpy as np
import pytest

from conformance import hal
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.reference import ReferenceDevice
from conformance.validation import constant_mapping, lasting_constant
from conformance.validation.constants import MAX_COPIED_CONSTANT

ROWS, COLUMNS = 1000, 64
SIZE = 4 * ROWS * COLUMNS
OFFSET = 5000
TABLE = np.arange(ROWS * COLUMNS, dtype="<f4").tobytes()


def filled(memory: hal.Memory) -> hal.Memory:
    view = memory.client_view() if hasattr(memory, "client_view") else memory.view()
    with view:
        view[OFFSET : OFFSET + SIZE] = TABLE
    return memory


def model_with(memory: hal.Memory, size: int = SIZE) -> hal.Model:
    indexes = hal.Operand(
        hal.OperandType.TENSOR_INT32, (2,), 1, lifetime=hal.OperandLifeTime.SUBGRAPH_INPUT
    )
    place = hal.DataLocation(0, OFFSET, size)
    table = hal.Operand(
        hal.OperandType.TENSOR_FLOAT32,
        (size // 4 // COLUMNS, COLUMNS),
        1,
        lifetime=hal.OperandLifeTime.CONSTANT_REFERENCE,
        location=place,
    )
    result = hal.Operand(
        hal.OperandType.TENSOR_FLOAT32,
        (2, COLUMNS),
        0,
        lifetime=hal.OperandLifeTime.SUBGRAPH_OUTPUT,
    )
    operation = hal.Operation(hal.OperationType.EMBEDDING_LOOKUP, (0, 1), (2,))
    return hal.Model(
        hal.Subgraph((indexes, table, result), (operation,), (0,), (2,)), pools=(memory,)
    )


def prepared(memory: hal.Memory) -> hal.PreparedModel:
    record = RecordingPreparedModelCallback()
    end = driver_calls.prepare_model(ReferenceDevice(), model_with(memory), 1, 5, record)
    assert end.model is not None
    return end.model


def looked_up(model: hal.PreparedModel) -> tuple[hal.ErrorStatus, list[float]]:
    pool = hal.SharedMemory(8 + 8 * COLUMNS, initial=struct.pack("<2i", 3, ROWS - 1))
    arguments = [
        hal.RequestArgument(location=hal.DataLocation(0, *at)) for at in ((0, 8), (8, 8 * COLUMNS))
    ]
    request = hal.Request((arguments[0],), (arguments[1],), (pool,))
    outcome = driver_calls.execute_synchronously(model, request, hal.MeasureTiming.NO)
    with pool.view() as view:
        return outcome.status, np.frombuffer(view[8:], "<f4")[::COLUMNS].tolist()


@pytest.mark.parametrize(
    "make",
    [
        hal.SharedMemory,
        hal.mmap_fd_memory,
        lambda size: hal.mmap_fd_memory(size, offset=3 * 4096),
        hal.hardware_buffer_blob,
    ],
    ids=["ashmem", "mmap_fd", "offset", "blob"],
)
def test_a_large_constant_outlives_the_memory_of_the_client(make):
    memory = filled(make(OFFSET + SIZE))
    assert SIZE > MAX_COPIED_CONSTANT
    model = model_with(memory)
    array = lasting_constant(model, model.main.operands[1])
    assert array is not None
    assert constant_mapping(array) is not None
    assert not array.flags.writeable
    ready = prepared(memory)
    with suppress(BufferError):
        memory.close()
    assert array.tobytes() == TABLE
    expected = [3.0 * COLUMNS, (ROWS - 1.0) * COLUMNS]
    assert looked_up(ready) == (hal.ErrorStatus.NONE, expected)


def test_a_small_constant_is_copied():
    memory = filled(hal.SharedMemory(OFFSET + SIZE))
    model = model_with(memory, 1024)
    array = lasting_constant(model, model.main.operands[1])
    assert array is not None
    assert constant_mapping(array) is None
    memory.close()  # raises BufferError if there is a view


def test_a_file_that_was_truncated_after_preparation_fails_the_execution():
    memory = hal.mmap_fd_memory(OFFSET + SIZE, can_shrink=True)
    filled(memory)
    ready = prepared(memory)
    assert looked_up(ready)[0] == hal.ErrorStatus.NONE
    memory.truncate(OFFSET + SIZE - 1)
    assert looked_up(ready)[0] == hal.ErrorStatus.GENERAL_FAILURE
    memory.truncate(OFFSET + SIZE)
    assert looked_up(ready)[0] == hal.ErrorStatus.NONE
