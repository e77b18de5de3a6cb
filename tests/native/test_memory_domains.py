"""Driver-managed buffers of native libraries: what the library or the adapter accepts and refuses.

The expected statuses are those of the contract's tables of memory domains.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence

import numpy as np
import pytest

from conformance.drivers.native import NativeDevice, open_library
from conformance.hal import (
    Buffer,
    BufferDesc,
    BufferRole,
    BufferToken,
    DataLocation,
    ErrorStatus,
    MeasureTiming,
    Memory,
    Model,
    Operand,
    OperationType,
    PreparedModel,
    Request,
    RequestArgument,
    SharedMemory,
    Timing,
)
from tests.native import test_models
from tests.native.conftest import Build, Libraries
from tests.validation.builders import L, T, one_operation

S, NO = ErrorStatus, MeasureTiming.NO
VALUES = np.array([-1.5, 0.25, 2.75, -4], "<f4")
ROLE = (BufferRole(0, 0, 1.0),)
TOKEN = RequestArgument(location=DataLocation(0, 0, 0))
BYTES = RequestArgument(location=DataLocation(1, 0, 16))


def floor_model(output: tuple[int, ...] = (2, 2), dimensions: tuple[int, ...] = (2, 2)) -> Model:
    return one_operation(
        OperationType.FLOOR,
        (Operand(T.TENSOR_FLOAT32, dimensions, lifetime=L.SUBGRAPH_INPUT),),
        (Operand(T.TENSOR_FLOAT32, output, lifetime=L.SUBGRAPH_OUTPUT),),
    )


def prepared(device: NativeDevice, model: Model) -> PreparedModel:
    prepared_model: PreparedModel = test_models.prepared(device, model)
    return prepared_model


def memory_of(values: np.ndarray) -> SharedMemory:
    return SharedMemory(initial=values.tobytes())


def bytes_of(memory: Memory) -> bytes:
    with memory.view() as view:
        return bytes(view)


def allocate(
    device: NativeDevice,
    models: Sequence[PreparedModel],
    inputs: Sequence[BufferRole] = (),
    outputs: Sequence[BufferRole] = (),
    dimensions: tuple[int, ...] = (),
) -> tuple[Buffer, int]:
    status, buffer, token = device.allocate(BufferDesc(dimensions), models, inputs, outputs)
    assert (status, token > 0) == (S.NONE, True)
    assert buffer is not None
    return buffer, token


def run(
    model: PreparedModel,
    inputs: Sequence[RequestArgument],
    outputs: Sequence[RequestArgument],
    *pools: Memory | int,
) -> ErrorStatus:
    """Run synchronously; an integer is the token of a buffer."""
    request = Request(
        tuple(inputs),
        tuple(outputs),
        tuple(BufferToken(pool) if isinstance(pool, int) else pool for pool in pools),
    )
    status, shapes, timing = model.execute_synchronously(request, NO, None, None)
    assert timing == Timing()
    assert status in (S.NONE, S.OUTPUT_INSUFFICIENT_SIZE) or not shapes
    return status


@pytest.fixture
def model(device: NativeDevice) -> PreparedModel:
    return prepared(device, floor_model())


def test_content_passes_through_two_executions(device: NativeDevice, model: PreparedModel) -> None:
    source, source_token = allocate(device, [model], ROLE)
    target, target_token = allocate(device, [model], ROLE, ROLE)
    assert source_token != target_token
    assert source.copy_from(memory_of(VALUES), ()) == S.NONE
    other = RequestArgument(location=DataLocation(1, 0, 0))
    assert run(model, [TOKEN], [other], source_token, target_token) == S.NONE
    result = memory_of(np.zeros(4, "<f4"))
    assert target.copy_to(result) == S.NONE
    assert bytes_of(result) == np.floor(VALUES).tobytes()
    plain = SharedMemory(16)
    assert run(model, [TOKEN], [BYTES], target_token, plain) == S.NONE
    assert bytes_of(plain) == np.floor(VALUES).tobytes()


@pytest.mark.parametrize("stated", [(), (0, 2), (0, 0)])
def test_buffer_of_unknown_shape_takes_that_of_the_copy(
    device: NativeDevice, stated: tuple[int, ...]
) -> None:
    model = prepared(device, floor_model(stated))
    buffer, token = allocate(device, [model], (), ROLE)
    exact = memory_of(VALUES)
    for memory, dimensions in (
        (SharedMemory(8), (2, 2)),
        (SharedMemory(32), (2, 2)),
        (exact, ()),
        (exact, (0, 2)),
        (exact, (3, 2)),
    ):
        assert buffer.copy_from(memory, dimensions) == S.INVALID_ARGUMENT
    if stated:
        assert buffer.copy_from(exact, (1, 2, 2)) == S.INVALID_ARGUMENT
    assert buffer.copy_from(exact, (2, 2)) == S.NONE
    result = SharedMemory(16)
    assert buffer.copy_to(result) == S.NONE
    assert bytes_of(result) == VALUES.tobytes()
    assert buffer.copy_from(memory_of(np.arange(8, dtype="<f4")), (4, 2)) == S.NONE
    assert buffer.copy_to(result) == S.INVALID_ARGUMENT
    # An output takes the buffer's place again, with another shape.
    second = RequestArgument(location=DataLocation(1, 0, 0))
    first = RequestArgument(location=DataLocation(0, 0, 16))
    assert run(model, [first], [second], exact, token) == S.NONE
    assert buffer.copy_to(result) == S.NONE
    assert bytes_of(result) == np.floor(VALUES).tobytes()


def test_shape_of_descriptor_and_result_conflict_when_executed(device: NativeDevice) -> None:
    model = prepared(device, floor_model((0, 2)))
    buffer, token = allocate(device, [model], (), ROLE, (3, 2))
    second = RequestArgument(location=DataLocation(1, 0, 0))
    first = RequestArgument(location=DataLocation(0, 0, 16))
    exact = memory_of(VALUES)
    assert run(model, [first], [second], exact, token) == S.GENERAL_FAILURE
    stated = RequestArgument(location=DataLocation(1, 0, 0), dimensions=(2, 2))
    assert run(model, [first], [stated], exact, token) == S.INVALID_ARGUMENT
    assert buffer.copy_to(SharedMemory(24)) == S.GENERAL_FAILURE


def test_tokens_of_dropped_buffers_are_unknown(device: NativeDevice, model: PreparedModel) -> None:
    memory = memory_of(VALUES)
    buffer, token = allocate(device, [model], ROLE)
    assert buffer.copy_from(memory, ()) == S.NONE
    assert run(model, [TOKEN], [BYTES], token, memory) == S.NONE
    del buffer
    gc.collect()
    assert run(model, [TOKEN], [BYTES], token, memory) == S.INVALID_ARGUMENT
    assert allocate(device, [model], ROLE)[1] != token


def test_role_of_a_freed_compilation_is_no_role_of_the_next(device: NativeDevice) -> None:
    """The allocator may give a new compilation the address of a freed one."""
    memory = memory_of(VALUES)
    for _ in range(20):
        model = prepared(device, floor_model())
        buffer, token = allocate(device, [model], ROLE)
        assert buffer.copy_from(memory, ()) == S.NONE
        del model
        gc.collect()
        model = prepared(device, floor_model())
        assert run(model, [TOKEN], [BYTES], token, memory) == S.INVALID_ARGUMENT


def test_library_without_descriptors_has_no_buffers(libraries: Libraries, build: Build) -> None:
    library = build(
        f"""
        #include <dlfcn.h>
        #include "nnapi.h"
        NnApiSLDriverImpl *ANeuralNetworks_getSLDriverImpl(void) {{
            static NnApiSLDriverImplFL5 copy;
            void *handle = dlopen("{libraries.example_sl}", RTLD_NOW | RTLD_LOCAL);
            NnApiSLDriverImpl *(*get)(void) = (NnApiSLDriverImpl * (*)(void))
                dlsym(handle, "ANeuralNetworks_getSLDriverImpl");
            copy = *(NnApiSLDriverImplFL5 *)get();
            copy.ANeuralNetworksMemoryDesc_create = 0;
            return &copy.base;
        }}
        """
    )
    device = open_library(library)
    model = prepared(device, floor_model())
    assert device.allocate(BufferDesc(), [model], ROLE, ()) == (S.GENERAL_FAILURE, None, 0)
