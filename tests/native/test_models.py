"""Models and requests passed to a library: what the adapter or the library refuses."""

from __future__ import annotations

import mmap
import os
import threading
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from conformance.drivers.native import NativeDevice, open_library
from conformance.drivers.native.models import INEXPRESSIBLE
from conformance.hal import (
    DataLocation,
    ErrorStatus,
    MeasureTiming,
    Memory,
    MemoryKind,
    Model,
    Operation,
    OperationType,
    PreparedModel,
    Request,
    RequestArgument,
    SharedMemory,
    Timing,
    Version,
)
from conformance.harness.calls.recording_callbacks import (
    RecordingExecutionCallback,
    RecordingPreparedModelCallback,
)
from conformance.processes import private_memory, release_free_memory
from conformance.validation import GENERAL_RULES, validate_model
from tests.native.conftest import Libraries
from tests.plugin.conftest import UserFolder
from tests.validation import test_model_rules, test_request_rules
from tests.validation.builders import (
    L,
    T,
    add_relu,
    add_relu_request,
    argument,
    floats,
    if_model,
    one_operation,
    with_main,
    with_operand,
)

S = ErrorStatus


def prepare(
    device: NativeDevice, model: Model, preference: int = 1, priority: int = 1, **more: Any
) -> tuple[ErrorStatus, PreparedModel | None]:
    record = RecordingPreparedModelCallback()
    options = {"deadline": None, "token": bytes(32), **more}
    launch = device.prepare_model(
        model, preference, priority, options["deadline"], (), (), options["token"], record
    )
    notification = record.wait(60)
    assert notification is not None
    status, prepared = notification.arguments
    # A launch never misses a deadline: only the callback receives that status.
    assert launch == (S.NONE if status == S.MISSED_DEADLINE_PERSISTENT else status)
    assert (prepared is None) == (status != S.NONE)
    return status, prepared


def prepared(device: NativeDevice, model: Model, **more: Any) -> PreparedModel:
    status, prepared_model = prepare(device, model, **more)
    assert status == S.NONE
    assert prepared_model is not None
    return prepared_model


def add_relu_output(request: Request) -> list[float]:
    memory = request.pools[0]
    assert isinstance(memory, SharedMemory)
    with memory.view() as view:
        return list(np.frombuffer(bytes(view[16:32]), "<f4"))


def filled_request() -> Request:
    request = add_relu_request()
    memory = request.pools[0]
    assert isinstance(memory, SharedMemory)
    with memory.view() as view:
        view[:16] = np.array([-5, 0.5, -0.25, 100], "<f4").tobytes()
    return request


EXPECTED = [0.0, 2.5, 2.75, 104.0]
"""The result of ``filled_request`` on ``add_relu``: RELU of the input + [1, 2, 3, 4]."""


@pytest.mark.parametrize(("rule", "model", "version"), test_model_rules.CASES)
def test_invalid_model_is_refused(
    device: NativeDevice, rule: str, model: Any, version: Version
) -> None:
    if not validate_model(model, device.version):
        pytest.skip(f"breaks its rule only before {device.version}")
    status, flags = device.get_supported_operations(model)
    record = RecordingPreparedModelCallback()
    device.prepare_model(model, 1, 1, None, (), (), bytes(32), record)
    notification = record.wait(60)
    assert notification is not None
    if rule == "model.pool_handle":
        # The C interface has no image that holds constants, and refuses to create one.
        assert (status, list(flags)) == (S.GENERAL_FAILURE, [])
        assert notification.arguments == (S.GENERAL_FAILURE, None)
    elif status == S.NONE:
        assert rule not in INEXPRESSIBLE
        assert not all(flags), "an invalid model is supported"
        assert notification.arguments == (S.GENERAL_FAILURE, None)
    else:
        assert (status, list(flags)) == (S.INVALID_ARGUMENT, [])
        assert notification.arguments == (S.INVALID_ARGUMENT, None)


def test_inexpressible_rules_are_rules() -> None:
    assert set(GENERAL_RULES) >= INEXPRESSIBLE


REQUESTS = [
    case
    for case in test_request_rules.CASES
    if not case.values[3]
    and not case.values[0].startswith("request.input_unspecified")
    and not any(
        isinstance(pool, Memory) and pool.kind is MemoryKind.HARDWARE_BUFFER
        for pool in getattr(case.values[1], "pools", None) or ()
    )
]
"""Requests that the C interface can express: it has no images with several layers or a format."""


@pytest.mark.parametrize(("rule", "request_", "model", "options"), REQUESTS)
def test_invalid_request_is_refused(
    device: NativeDevice, rule: str, request_: Any, model: Model, options: Any
) -> None:
    status, prepared_model = prepare(device, model)
    if prepared_model is None:
        pytest.skip(f"the example declines this model ({status.name})")
    answer = prepared_model.execute_synchronously(request_, MeasureTiming.NO, None, None)
    assert answer == (S.INVALID_ARGUMENT, (), Timing())


def test_asynchronous_executions_run_concurrently(
    libraries: Libraries, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared_model = prepared(open_library(libraries.faulty), add_relu())
    monkeypatch.setenv("NN_FAULT", "slow:ADD")
    elapsed = []
    for _ in range(10):  # a busy machine may delay single executions
        records = [RecordingExecutionCallback() for _ in range(4)]
        start = time.monotonic()
        for record in records:
            assert (
                prepared_model.execute(filled_request(), MeasureTiming.NO, None, None, record)
                == S.NONE
            )
        notifications = [record.wait(60) for record in records]
        elapsed.append(time.monotonic() - start)
        assert [
            notification.arguments[0] for notification in notifications if notification is not None
        ] == [S.NONE] * 4
        if elapsed[-1] < 1.2:
            break
    assert min(elapsed) < 1.2  # one after the other they take at least 1.2 s
    monkeypatch.delenv("NN_FAULT")
    for _ in range(50):
        record = RecordingExecutionCallback()
        assert (
            prepared_model.execute(filled_request(), MeasureTiming.NO, None, None, record) == S.NONE
        )
        assert record.wait(60) is not None
    names = [thread.name for thread in threading.enumerate()]
    assert names.count("nn-native-execution") < 20  # not one thread per execution


def long_constant(length: int) -> tuple[Model, SharedMemory]:
    """Return ``add_relu`` for ``length`` elements, with its constant in a pool."""
    values = np.arange(length, dtype="<f4") / length
    pool = SharedMemory(initial=bytes(64) + values.tobytes())
    model = add_relu()
    for index in (0, 1, 3, 4):
        model = with_operand(model, index, dimensions=(length,))
    place = DataLocation(0, 64, 4 * length)
    model = with_operand(model, 1, lifetime=L.CONSTANT_REFERENCE, location=place)
    return replace(model, pools=(pool,)), pool


@pytest.mark.parametrize("length", [1, 32, 33, 5000])
def test_constants_by_reference_and_by_copy(device: NativeDevice, length: int) -> None:
    by_reference, pool = long_constant(length)
    with pool.view() as view:
        data = bytes(view[64:])
    by_copy = with_operand(
        replace(by_reference, operand_values=by_reference.operand_values + data, pools=()),
        1,
        lifetime=L.CONSTANT_COPY,
        location=DataLocation(0, len(by_reference.operand_values), len(data)),
    )
    size = 4 * length
    for model in (by_reference, by_copy):
        prepared_model = prepared(device, model)
        del model
        memory = SharedMemory(2 * size)
        request = Request((argument(0, size),), (argument(size, size),), (memory,))
        assert prepared_model.execute_synchronously(request, 0, None, None)[0] == S.NONE
        with memory.view() as view:
            assert bytes(view[size:]) == data


def test_subgraphs_reach_the_library(device: NativeDevice) -> None:
    status, flags = device.get_supported_operations(if_model())
    assert (status, list(flags)) == (S.NONE, [False])
    model = if_model()
    branch = with_main(Model(model.referenced[1]), operations=(Operation(19, (0,), (7,)),)).main
    broken = replace(model, referenced=(model.referenced[0], branch))
    assert device.get_supported_operations(broken)[0] == S.INVALID_ARGUMENT


def test_unknown_extension_is_declined(device: NativeDevice) -> None:
    model = one_operation(
        0x1_0001,
        (floats(L.SUBGRAPH_INPUT),),
        (floats(L.SUBGRAPH_OUTPUT),),
        extension_name_to_prefix={"com.example.ext": 1},
    )
    assert device.get_supported_operations(model) == (S.NONE, [False])
    assert prepare(device, model)[0] == S.GENERAL_FAILURE


@pytest.mark.parametrize(
    ("prefixes", "is_valid"),
    [
        ({"com.example.ext": 1}, True),
        ({"com.example.ext": 1, "com.example.other": 2}, True),
        ({"": 1}, False),
        ({"Upper.case": 1}, False),
        ({"com.example.ext": 0}, False),
        ({"com.example.ext": 1 << 16}, False),
        ({"com.example.ext": 1, "com.example.other": 1}, False),
        ({"com.example.ext": "1"}, False),
    ],
)
def test_unused_extensions(device: NativeDevice, prefixes: Any, is_valid: bool) -> None:
    """The C interface has no list of extensions: the adapter itself refuses an invalid one."""
    model = replace(add_relu(), extension_name_to_prefix=prefixes)
    expected = (S.NONE, [True, True]) if is_valid else (S.INVALID_ARGUMENT, ())
    assert device.get_supported_operations(model) == expected
    assert prepare(device, model)[0] == expected[0]


@pytest.mark.parametrize("has_function", [True, False])
def test_extension_data_of_a_standard_type(
    device: NativeDevice, has_function: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library refuses the data; the adapter does if the library lacks the function for it."""
    if not has_function:
        monkeypatch.setattr(device._functions, "Model_setOperandExtensionData", None)
    model = with_operand(add_relu(), 0, extra_params=b"\0")
    assert device.get_supported_operations(model) == (S.INVALID_ARGUMENT, ())
    assert prepare(device, model)[0] == S.INVALID_ARGUMENT


def test_location_of_a_subgraph_reference(device: NativeDevice) -> None:
    index = next(i for i, o in enumerate(if_model().main.operands) if o.lifetime == L.SUBGRAPH)
    for location in (DataLocation(1, 0, 0), DataLocation(0, 0, 4)):
        model = with_operand(if_model(), index, location=location)
        assert device.get_supported_operations(model) == (S.INVALID_ARGUMENT, ())


def unary(operation: OperationType, **output: Any) -> Model:
    """Return a model of one operation on one float tensor, with a changed output."""
    return one_operation(
        operation,
        (floats(L.SUBGRAPH_INPUT),),
        (replace(floats(L.SUBGRAPH_OUTPUT), **output),),
    )


WRONG_OUTPUT = {"type": T.TENSOR_BOOL8}


def test_invalid_operations_that_the_library_does_not_support(device: NativeDevice) -> None:
    """The library declines ABS, valid or not; the HAL requires INVALID_ARGUMENT if it is not."""
    valid, invalid = unary(OperationType.ABS), unary(OperationType.ABS, **WRONG_OUTPUT)
    assert device.get_supported_operations(valid) == (S.NONE, [False])
    assert prepare(device, valid)[0] == S.GENERAL_FAILURE
    assert device.get_supported_operations(invalid) == (S.INVALID_ARGUMENT, ())
    assert prepare(device, invalid)[0] == S.INVALID_ARGUMENT


@pytest.mark.slow
@pytest.mark.parametrize("options", ["libexample.so", "libexample_sl.so --isolate"])
def test_checks_of_invalid_models_pass(
    folder: UserFolder, libraries: Libraries, options: str
) -> None:
    """``.ci/run`` runs a part of all checks and cases, and ``tox -e native`` all of them."""
    checks = ("invalid_codes/*", "invalid_operands/TENSOR_QUANT8*", "invalid_models/MEAN")
    cases = " ".join(f"--case 'suite/{check}'" for check in checks)
    done = folder.command(f"pytest {cases} --dump=:0 --driver {libraries.folder}/{options}")
    assert done.code == 0, done.out
    assert done.count("passed") >= 5, done.out


def test_float_device_declines_quantized_types(libraries: Libraries) -> None:
    from conformance.drivers import open_driver  # noqa: PLC0415 - the public entry point

    device = open_driver(f"{libraries.example}#example-float")
    tensor = replace(floats(L.SUBGRAPH_INPUT), type=T.TENSOR_QUANT8_ASYMM, scale=0.5)
    model = one_operation(
        OperationType.RELU, (tensor,), (replace(tensor, lifetime=L.SUBGRAPH_OUTPUT),)
    )
    assert device.get_supported_operations(model) == (S.NONE, [False])
    assert device.get_supported_operations(add_relu()) == (S.NONE, [True, True])


def test_no_leaked_mappings_or_descriptors(device: NativeDevice) -> None:
    """Mappings and descriptors do not grow with models, refusals and executions."""
    from pathlib import Path  # noqa: PLC0415

    model, _ = long_constant(5000)
    refused = with_operand(model, 1, dimensions=(4999,))
    memory = SharedMemory(40_000)
    request = Request((argument(0, 20_000),), (argument(20_000, 20_000),), (memory,))
    invalid_request = Request(
        (argument(0, 20_000),), (RequestArgument(has_no_value=True),), (memory,)
    )

    def run_round() -> None:
        made = prepared(device, model)
        assert made.execute_synchronously(request, 0, None, None)[0] == S.NONE
        assert made.execute_synchronously(invalid_request, 0, None, None)[0] != S.NONE
        assert device.get_supported_operations(refused)[0] == S.INVALID_ARGUMENT

    def mappings() -> int:
        maps = Path("/proc/self/maps").read_text(encoding="utf-8")
        return maps.count("memfd:nn-conformance")

    def resident() -> int:
        release_free_memory()
        return private_memory(os.getpid()) // mmap.PAGESIZE

    for _ in range(20):
        run_round()
    before = mappings(), len(list(Path("/proc/self/fd").iterdir()))
    pages = resident()
    for _ in range(300):
        run_round()
    assert (mappings(), len(list(Path("/proc/self/fd").iterdir()))) == before
    assert resident() - pages < 300  # leaking one copy of the data per round would add 1500
