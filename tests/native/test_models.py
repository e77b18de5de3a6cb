"""Models and requests on their way into a library: what is refused, and by whom."""

from __future__ import annotations

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
    FenceStatus,
    MeasureTiming,
    Model,
    Operation,
    OperationType,
    PreparedModel,
    Priority,
    Request,
    RequestArgument,
    SharedMemory,
    Timing,
    Version,
)
from conformance.harness.callbacks import ExecutionRecord, PreparedModelRecord
from conformance.validation import STRUCTURAL, validate_model
from tests.native.conftest import Libraries
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
    record = PreparedModelRecord()
    options = {"deadline": None, "token": bytes(32), **more}
    launch = device.prepare_model(
        model, preference, priority, options["deadline"], (), (), options["token"], record
    )
    told = record.wait(1)
    assert told is not None
    status, prepared = told.arguments
    # A launch is not late: only the callback is told of a deadline.
    assert launch == (S.NONE if status == S.MISSED_DEADLINE_PERSISTENT else status)
    assert (prepared is None) == (status != S.NONE)
    return status, prepared


def prepared(device: NativeDevice, model: Model, **more: Any) -> PreparedModel:
    status, made = prepare(device, model, **more)
    assert status == S.NONE
    assert made is not None
    return made


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
"""``filled_request`` on ``add_relu``: RELU of the input + [1, 2, 3, 4]."""


@pytest.mark.parametrize(("rule", "model", "version"), test_model_rules.CASES)
def test_no_broken_model_gets_through(
    device: NativeDevice, rule: str, model: Any, version: Version
) -> None:
    if not validate_model(model, device.version):
        pytest.skip(f"breaks its rule only before {device.version}")
    status, flags = device.get_supported_operations(model)
    record = PreparedModelRecord()
    device.prepare_model(model, 1, 1, None, (), (), bytes(32), record)
    told = record.wait(1)
    assert told is not None
    if status == S.NONE:
        assert rule not in INEXPRESSIBLE
        assert not all(flags), "an invalid model is supported"
        assert told.arguments == (S.GENERAL_FAILURE, None)
    else:
        assert (status, list(flags)) == (S.INVALID_ARGUMENT, [])
        assert told.arguments == (S.INVALID_ARGUMENT, None)


def test_inexpressible_rules_are_rules() -> None:
    assert set(STRUCTURAL) >= INEXPRESSIBLE


REQUESTS = [
    case
    for case in test_request_rules.CASES
    if not case.values[3] and not case.values[0].startswith("request.input_unspecified")
]


@pytest.mark.parametrize(("rule", "request_", "model", "options"), REQUESTS)
def test_no_broken_request_gets_through(
    device: NativeDevice, rule: str, request_: Any, model: Model, options: Any
) -> None:
    status, made = prepare(device, model)
    if made is None:
        pytest.skip(f"the example declines this model ({status.name})")
    answer = made.execute_synchronously(request_, MeasureTiming.NO, None, None)
    assert answer == (S.INVALID_ARGUMENT, (), Timing())


def test_open_outputs_are_refused_when_fenced(device: NativeDevice) -> None:
    made = prepared(device, with_operand(add_relu(), 4, dimensions=(1, 2, 2, 0)))
    request = filled_request()
    answer = made.execute_fenced(request, (), MeasureTiming.NO, None, None, None)
    assert answer == (S.INVALID_ARGUMENT, None, None)
    stated = replace(request, outputs=(argument(16, dimensions=(1, 2, 2, 1)),))
    status, fence, info = made.execute_fenced(stated, (), MeasureTiming.YES, None, None, None)
    assert status == S.NONE
    assert fence is not None
    assert fence.wait(10_000) is FenceStatus.SIGNALED
    assert info is not None
    assert info.get_execution_info()[0] == S.NONE
    assert add_relu_output(stated) == EXPECTED


def test_computes_in_the_requests_memory(device: NativeDevice) -> None:
    made = prepared(device, add_relu())
    request = filled_request()
    status, shapes, timing = made.execute_synchronously(request, MeasureTiming.NO, None, None)
    assert (status, timing) == (S.NONE, Timing())
    assert [(shape.dimensions, shape.is_sufficient) for shape in shapes] == [((1, 2, 2, 1), True)]
    assert add_relu_output(request) == EXPECTED


def test_asynchronous_execution_notifies_once(device: NativeDevice) -> None:
    made = prepared(device, add_relu())
    request = filled_request()
    record = ExecutionRecord()
    assert made.execute(request, MeasureTiming.YES, None, None, record) == S.NONE
    told = record.wait(10)
    assert told is not None
    status, _, timing = told.arguments
    assert status == S.NONE
    assert timing.time_on_device <= timing.time_in_driver < 10_000_000
    assert add_relu_output(request) == EXPECTED
    assert record.settle(lambda count: None) == 1


def test_executions_under_way_do_not_wait_for_each_other(
    libraries: Libraries, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = prepared(open_library(libraries.faulty), add_relu())
    monkeypatch.setenv("NN_FAULT", "slow:ADD")
    records = [ExecutionRecord() for _ in range(4)]
    start = time.monotonic()
    for record in records:
        assert made.execute(filled_request(), MeasureTiming.NO, None, None, record) == S.NONE
    launched = time.monotonic() - start
    told = [record.wait(10) for record in records]
    took = time.monotonic() - start
    assert [one.arguments[0] for one in told if one is not None] == [S.NONE] * 4
    assert launched < took < 1.2  # what they need at least one after the other
    monkeypatch.delenv("NN_FAULT")
    for _ in range(50):
        record = ExecutionRecord()
        assert made.execute(filled_request(), MeasureTiming.NO, None, None, record) == S.NONE
        assert record.wait(10) is not None
    names = [thread.name for thread in threading.enumerate()]
    assert names.count("nn-native-execution") < 20  # and not one for each execution


def test_an_open_output_gets_its_shape_and_a_small_one_is_said(device: NativeDevice) -> None:
    made = prepared(device, with_operand(add_relu(), 4, dimensions=()))
    request = filled_request()
    status, shapes, _ = made.execute_synchronously(request, MeasureTiming.NO, None, None)
    assert (status, shapes[0].dimensions) == (S.NONE, (1, 2, 2, 1))
    assert add_relu_output(request) == EXPECTED
    small = replace(filled_request(), outputs=(argument(16, 12),))
    status, shapes, _ = made.execute_synchronously(small, MeasureTiming.YES, None, None)
    assert status == S.OUTPUT_INSUFFICIENT_SIZE
    assert [(shape.dimensions, shape.is_sufficient) for shape in shapes] == [((1, 2, 2, 1), False)]
    assert add_relu_output(small) == [0.0] * 4


def long_constant(length: int) -> tuple[Model, SharedMemory]:
    """``add_relu`` over ``length`` elements with its constant in a pool."""
    values = np.arange(length, dtype="<f4") / length
    pool = SharedMemory(initial=bytes(64) + values.tobytes())
    model = add_relu()
    for index in (0, 1, 3, 4):
        model = with_operand(model, index, dimensions=(length,))
    place = DataLocation(0, 64, 4 * length)
    model = with_operand(model, 1, lifetime=L.CONSTANT_REFERENCE, location=place)
    return replace(model, pools=(pool,)), pool


@pytest.mark.parametrize("length", [1, 32, 33, 5000])
def test_constants_in_a_pool_and_by_copy_on_either_side_of_the_copied_size(
    device: NativeDevice, length: int
) -> None:
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
        made = prepared(device, model)
        del model
        memory = SharedMemory(2 * size)
        request = Request((argument(0, size),), (argument(size, size),), (memory,))
        assert made.execute_synchronously(request, 0, None, None)[0] == S.NONE
        with memory.view() as view:
            assert bytes(view[size:]) == data


@pytest.mark.parametrize(
    ("preference", "priority", "wanted"),
    [
        (0, Priority.LOW, S.NONE),
        (2, Priority.HIGH, S.NONE),
        (3, Priority.MEDIUM, S.INVALID_ARGUMENT),
        (-1, Priority.MEDIUM, S.INVALID_ARGUMENT),
        (1, 3, S.INVALID_ARGUMENT),
        (1, 90, S.INVALID_ARGUMENT),
    ],
)
def test_preference_and_priority_are_the_drivers_to_judge(
    device: NativeDevice, preference: int, priority: int, wanted: ErrorStatus
) -> None:
    assert prepare(device, add_relu(), preference, priority)[0] == wanted


def test_a_token_of_the_wrong_size_cannot_be_said(device: NativeDevice) -> None:
    assert prepare(device, add_relu(), token=bytes(31))[0] == S.INVALID_ARGUMENT


def test_deadlines(device: NativeDevice) -> None:
    past, future = time.monotonic_ns() - 1, time.monotonic_ns() + 60 * 10**9
    assert prepare(device, add_relu(), deadline=past)[0] == S.MISSED_DEADLINE_PERSISTENT
    made = prepared(device, add_relu(), deadline=future)
    request = filled_request()
    missed = made.execute_synchronously(request, MeasureTiming.YES, past, None)
    assert missed == (S.MISSED_DEADLINE_PERSISTENT, (), Timing())
    assert made.execute_synchronously(request, MeasureTiming.NO, future, 10**9)[0] == S.NONE


def test_subgraphs_reach_the_library(device: NativeDevice) -> None:
    status, flags = device.get_supported_operations(if_model())
    assert (status, list(flags)) == (S.NONE, [False])
    model = if_model()
    branch = with_main(Model(model.referenced[1]), operations=(Operation(19, (0,), (7,)),)).main
    broken = replace(model, referenced=(model.referenced[0], branch))
    assert device.get_supported_operations(broken)[0] == S.INVALID_ARGUMENT


def test_what_the_library_does_not_know_is_declined(device: NativeDevice) -> None:
    model = one_operation(
        0x1_0001,
        (floats(L.SUBGRAPH_INPUT),),
        (floats(L.SUBGRAPH_OUTPUT),),
        extension_name_to_prefix={"com.example.ext": 1},
    )
    assert device.get_supported_operations(model) == (S.NONE, [False])
    assert prepare(device, model)[0] == S.GENERAL_FAILURE


def test_the_float_device_declines_codes(libraries: Libraries) -> None:
    from conformance.drivers import open_driver  # noqa: PLC0415 - the public way in

    device = open_driver(f"{libraries.example}#example-float")
    tensor = replace(floats(L.SUBGRAPH_INPUT), type=T.TENSOR_QUANT8_ASYMM, scale=0.5)
    model = one_operation(
        OperationType.RELU, (tensor,), (replace(tensor, lifetime=L.SUBGRAPH_OUTPUT),)
    )
    assert device.get_supported_operations(model) == (S.NONE, [False])
    assert device.get_supported_operations(add_relu()) == (S.NONE, [True, True])


def test_nothing_is_left_behind(device: NativeDevice) -> None:
    """Mappings and descriptors after many models, refusals and executions are those before."""
    from pathlib import Path  # noqa: PLC0415

    model, _ = long_constant(5000)
    refused = with_operand(model, 1, dimensions=(4999,))
    memory = SharedMemory(40_000)
    request = Request((argument(0, 20_000),), (argument(20_000, 20_000),), (memory,))
    bad = Request((argument(0, 20_000),), (RequestArgument(has_no_value=True),), (memory,))

    def round_() -> None:
        made = prepared(device, model)
        assert made.execute_synchronously(request, 0, None, None)[0] == S.NONE
        assert made.execute_synchronously(bad, 0, None, None)[0] != S.NONE
        assert device.get_supported_operations(refused)[0] == S.INVALID_ARGUMENT

    def mappings() -> int:
        maps = Path("/proc/self/maps").read_text(encoding="utf-8")
        return maps.count("memfd:nn-conformance")

    def resident() -> int:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])

    for _ in range(20):
        round_()
    before = mappings(), len(list(Path("/proc/self/fd").iterdir()))
    pages = resident()
    for _ in range(300):
        round_()
    assert (mappings(), len(list(Path("/proc/self/fd").iterdir()))) == before
    assert resident() - pages < 300  # one leaked copy of the data in each round would be 1500
