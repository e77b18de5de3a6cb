"""Driver-managed buffers of native libraries: what the library or the adapter accepts and refuses.

The expected statuses are those of the contract's tables of memory domains.
"""

from __future__ import annotations

import gc
import threading
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
    MemoryKind,
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
from tests.validation.builders import L, T, constant, one_operation

S, NO = ErrorStatus, MeasureTiming.NO
VALUES = np.array([-1.5, 0.25, 2.75, -4], "<f4")
ROLE = (BufferRole(0, 0, 1.0),)
SECOND_ROLE = (BufferRole(1, 0, 1.0),)
TOKEN = RequestArgument(location=DataLocation(0, 0, 0))
BYTES = RequestArgument(location=DataLocation(1, 0, 16))


def floor_model(output: tuple[int, ...] = (2, 2), dimensions: tuple[int, ...] = (2, 2)) -> Model:
    return one_operation(
        OperationType.FLOOR,
        (Operand(T.TENSOR_FLOAT32, dimensions, lifetime=L.SUBGRAPH_INPUT),),
        (Operand(T.TENSOR_FLOAT32, output, lifetime=L.SUBGRAPH_OUTPUT),),
    )


def relu_model(type_: int, scale: float = 0.5, zero_point: int = 0) -> Model:
    operand = Operand(type_, (2, 2), scale=scale, zero_point=zero_point, lifetime=L.SUBGRAPH_INPUT)
    output = Operand(type_, (2, 2), scale=scale, zero_point=zero_point, lifetime=L.SUBGRAPH_OUTPUT)
    return one_operation(OperationType.RELU, (operand,), (output,))


def add_model() -> Model:
    operand = Operand(T.TENSOR_FLOAT32, (2, 2), lifetime=L.SUBGRAPH_INPUT)
    return one_operation(
        OperationType.ADD,
        (operand, operand, constant(T.INT32, (), 0, 4)),
        (Operand(T.TENSOR_FLOAT32, (2, 2), lifetime=L.SUBGRAPH_OUTPUT),),
        bytes(4),
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


@pytest.mark.parametrize(
    ("models", "inputs", "outputs", "dimensions"),
    [
        pytest.param("", (), (), (), id="nothing"),
        pytest.param("f", (), (), (), id="no role"),
        pytest.param("n", ROLE, (), (), id="null input"),
        pytest.param("n", (), ROLE, (), id="null output"),
        pytest.param("o", ROLE, (), (), id="other device"),
        pytest.param("fo", ROLE, (), (), id="other device without a role"),
        pytest.param("f", SECOND_ROLE, (), (), id="model index, input"),
        pytest.param("f", (), SECOND_ROLE, (), id="model index, output"),
        pytest.param("f", (BufferRole(0, 1, 1.0),), (), (), id="input index"),
        pytest.param("f", (), (BufferRole(0, 1, 1.0),), (), id="output index"),
        *(
            pytest.param("f", (BufferRole(0, 0, frequency),), (), (), id=f"frequency {frequency}")
            for frequency in (10.0, 1.0001, 0.0, -0.5, float("nan"), float("inf"))
        ),
        pytest.param("f", ROLE * 2, (), (), id="input role twice"),
        pytest.param("f", (), ROLE * 2, (), id="output role twice"),
        pytest.param("ff", (*ROLE, *SECOND_ROLE), (), (), id="model listed twice"),
        *(
            pytest.param(f"{one}{two}", *roles, (), id=f"{one} and {two}, {what}")
            for one, two in ("fq", "qs", "qd", "qz", "f3", "fw")
            for what, *roles in (
                ("inputs", (*ROLE, *SECOND_ROLE), ()),
                ("both", ROLE, SECOND_ROLE),
                ("outputs", (), (*ROLE, *SECOND_ROLE)),
            )
        ),
        pytest.param("f", ROLE, (), (2, 2, 1), id="rank of the descriptor, input"),
        pytest.param("f", (), ROLE, (2, 2, 1), id="rank of the descriptor, output"),
        pytest.param("f", ROLE, (), (2, 4), id="size in the descriptor"),
        pytest.param("f", ROLE, (), (1, 1, 1, 1, 1, 4), id="rank that the example lacks"),
    ],
)
def test_allocation_is_refused(
    device: NativeDevice,
    libraries: Libraries,
    models: str,
    inputs: Sequence[BufferRole],
    outputs: Sequence[BufferRole],
    dimensions: tuple[int, ...],
) -> None:
    def model_of(letter: str) -> PreparedModel:
        quant8, signed8 = T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED
        if letter == "o":
            return prepared(open_library(libraries.example), floor_model())
        return prepared(
            device,
            {
                "f": floor_model(),
                "3": floor_model((1, 2, 2), (1, 2, 2)),
                "w": floor_model((2, 4), (2, 4)),
                "q": relu_model(quant8),
                "s": relu_model(signed8),
                "d": relu_model(quant8, scale=1.0),
                "z": relu_model(quant8, zero_point=10),
            }[letter],
        )

    one_of_each = {letter: model_of(letter) for letter in models if letter != "n"}
    prepared_models = [one_of_each.get(letter) for letter in models]
    answer = device.allocate(BufferDesc(dimensions), prepared_models, inputs, outputs)  # type: ignore[arg-type]
    assert answer == (S.INVALID_ARGUMENT, None, 0)


def test_copies_are_refused(device: NativeDevice, model: PreparedModel) -> None:
    buffer, _ = allocate(device, [model], ROLE, ROLE)
    exact, half, double = (SharedMemory(size) for size in (16, 8, 32))
    assert buffer.copy_to(exact) == S.GENERAL_FAILURE
    assert buffer.copy_from(half, ()) == buffer.copy_from(double, ()) == S.INVALID_ARGUMENT
    for dimensions in ((2, 2, 1), (4, 2), (0, 2)):
        assert buffer.copy_from(exact, dimensions) == S.INVALID_ARGUMENT
    assert buffer.copy_to(exact) == S.GENERAL_FAILURE
    assert buffer.copy_from(exact, (2, 2)) == S.NONE
    assert buffer.copy_to(half) == buffer.copy_to(double) == S.INVALID_ARGUMENT
    assert buffer.copy_to(exact) == S.NONE


@pytest.mark.parametrize("stated", [(2, 2), (), (0, 2)])
def test_failed_copy_leaves_no_content(device: NativeDevice, stated: tuple[int, ...]) -> None:
    model = prepared(device, floor_model(stated))
    buffer, token = allocate(device, [model], (), ROLE)
    exact, output = SharedMemory(16), RequestArgument(location=DataLocation(1, 0, 0))
    argument = RequestArgument(location=DataLocation(0, 0, 16))
    undecodable = SharedMemory(16, name=MemoryKind.HARDWARE_BUFFER_BLOB)
    for source, dimensions in (
        (exact, (4, 2)),
        (exact, (4, 2, 1)),
        (SharedMemory(8), (2, 2)),
        (SharedMemory(1), (2, 2)),
        (undecodable, (2, 2)),
    ):
        assert run(model, [argument], [output], memory_of(VALUES), token) == S.NONE
        assert buffer.copy_to(exact) == S.NONE
        assert buffer.copy_from(source, dimensions) in (S.INVALID_ARGUMENT, S.GENERAL_FAILURE)
        assert buffer.copy_to(exact) in (
            (S.GENERAL_FAILURE,) if stated == (2, 2) else (S.GENERAL_FAILURE, S.INVALID_ARGUMENT)
        )


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


def test_requests_are_refused(device: NativeDevice, model: PreparedModel) -> None:
    memory = memory_of(VALUES)
    buffer, token = allocate(device, [model], ROLE)
    output_buffer, output_token = allocate(device, [model], (), ROLE)
    assert buffer.copy_from(memory, ()) == output_buffer.copy_from(memory, ()) == S.NONE
    twin = prepared(device, floor_model())
    other = RequestArgument(location=DataLocation(1, 0, 0))
    for refused, what in (
        (run(model, [TOKEN], [BYTES], 0, memory), "token 0"),
        (run(model, [TOKEN], [BYTES], 100, memory), "unknown token"),
        (run(model, [BYTES], [TOKEN], 100, memory), "unknown token of an output"),
        (run(twin, [TOKEN], [BYTES], token, memory), "role of another model"),
        (run(model, [BYTES], [TOKEN], token, memory), "input role for an output"),
        (run(model, [TOKEN], [BYTES], output_token, memory), "output role for an input"),
        (run(model, [BYTES], [BYTES], token, memory, token), None),
        (run(model, [TOKEN], [other], token, token), "input and output"),
    ):
        assert refused == (S.INVALID_ARGUMENT if what else S.NONE), what
    part = RequestArgument(location=DataLocation(0, 0, 16))
    assert run(model, [part], [BYTES], token, memory) == S.INVALID_ARGUMENT
    assert run(model, [TOKEN], [BYTES], token, memory) == S.NONE


def test_one_buffer_in_several_roles(device: NativeDevice) -> None:
    model = prepared(device, add_model())
    memory = memory_of(VALUES)
    both = (BufferRole(0, 0, 1.0), BufferRole(0, 1, 0.5))
    buffer, token = allocate(device, [model], both, ROLE)
    assert buffer.copy_from(memory, ()) == S.NONE
    assert run(model, [TOKEN, TOKEN], [BYTES], token, memory) == S.NONE
    assert bytes_of(memory) == (VALUES + VALUES).tobytes()
    assert run(model, [TOKEN, BYTES], [TOKEN], token, memory) == S.INVALID_ARGUMENT
    # Roles of a second model, which may use the same buffer.
    second = prepared(device, floor_model())
    shared, shared_token = allocate(device, [model, second], SECOND_ROLE, ROLE)
    assert run(model, [BYTES, BYTES], [TOKEN], shared_token, memory) == S.NONE
    assert run(second, [TOKEN], [BYTES], shared_token, memory) == S.NONE
    assert bytes_of(memory) == np.floor(4 * VALUES).tobytes()
    del shared


def test_content_before_and_after_an_execution(device: NativeDevice, model: PreparedModel) -> None:
    memory = memory_of(VALUES)
    buffer, token = allocate(device, [model], ROLE, ROLE)
    assert run(model, [TOKEN], [BYTES], token, memory) == S.GENERAL_FAILURE
    assert run(model, [BYTES], [TOKEN], token, memory) == S.NONE
    assert run(model, [TOKEN], [BYTES], token, memory) == S.NONE
    # A failed execution leaves its outputs without content.
    empty, empty_token = allocate(device, [model], ROLE)
    other = RequestArgument(location=DataLocation(1, 0, 0))
    assert run(model, [other], [TOKEN], token, empty_token) == S.GENERAL_FAILURE
    assert buffer.copy_to(SharedMemory(16)) == S.GENERAL_FAILURE
    del empty


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


def test_concurrent_readers_succeed_and_writers_never_block(
    device: NativeDevice, model: PreparedModel
) -> None:
    buffer, token = allocate(device, [model], ROLE, ROLE)
    assert buffer.copy_from(memory_of(VALUES), ()) == S.NONE
    statuses: dict[str, list[ErrorStatus]] = {"read": [], "write": []}

    def read() -> None:
        memory = SharedMemory(16)
        for _ in range(100):
            statuses["read"].append(run(model, [TOKEN], [BYTES], token, memory))
            statuses["read"].append(buffer.copy_to(memory))

    def write() -> None:
        memory = memory_of(VALUES)
        for _ in range(100):
            statuses["write"].append(run(model, [BYTES], [TOKEN], token, memory))
            statuses["write"].append(buffer.copy_from(memory, ()))

    def run_threads(*targets) -> None:
        threads = [threading.Thread(target=target, daemon=True) for target in targets]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        assert not any(thread.is_alive() for thread in threads)

    run_threads(read, read, read)
    assert set(statuses["read"]) == {S.NONE}
    run_threads(read, write, write)
    assert set(statuses["read"] + statuses["write"]) <= {S.NONE, S.GENERAL_FAILURE}
    assert buffer.copy_from(memory_of(VALUES), ()) == S.NONE


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
