"""Reusable executions of drivers that derive from the base classes, and of those without them.

The expected sums are computed by hand.
"""

from __future__ import annotations

import numpy as np
import pytest

from conformance.drivers.own_process import IsolatedDevice, ProcessLimits
from conformance.hal import (
    BufferToken,
    DataLocation,
    Device,
    ErrorStatus,
    ExecutionConfig,
    MeasureTiming,
    Priority,
    Request,
    RequestArgument,
    SharedMemory,
    SyncFence,
    TokenValuePair,
    Version,
)
from conformance.harness.calls import driver_calls, fenced_execution, reusable_execution
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind
from tests.isolation.helpers import DRIVERS
from tests.sample_drivers.adder_driver import Adder, add_example

NONE, INVALID = ErrorStatus.NONE, ErrorStatus.INVALID_ARGUMENT
SIZE = 16


class Sum:
    """A request that adds two vectors of four numbers; the client sees its memory."""

    def __init__(self) -> None:
        self.inputs, self.output = SharedMemory(2 * SIZE), SharedMemory(SIZE)
        arguments = tuple(
            RequestArgument(location=DataLocation(0, offset, SIZE)) for offset in (0, SIZE)
        )
        result = RequestArgument(location=DataLocation(1, 0, SIZE))
        self.request = Request(arguments, (result,), (self.inputs, self.output))

    def fill(self, *numbers: float) -> None:
        """Set both inputs; overwrite the output."""
        with self.inputs.view() as view, self.output.view() as result:
            view[:] = np.asarray(numbers, "<f4").tobytes()
            result[:] = b"\x7f" * SIZE

    def result(self) -> list[float]:
        with self.output.view() as view:
            return np.frombuffer(bytes(view), "<f4").tolist()


@pytest.fixture(params=["reference", "isolated"])
def device(request):
    if request.param == "reference":
        yield ReferenceDevice(Version.AIDL_V4)
        return
    opened = IsolatedDevice(f"{DRIVERS / 'reusable_drivers.py'}:Newest", ProcessLimits())
    yield opened
    opened.close()


def prepare(device: Device):
    record = RecordingPreparedModelCallback()
    model = add_example(dims=(4,)).model
    outcome = driver_calls.prepare_model(device, model, 1, 5, record, Priority.MEDIUM)
    assert outcome.status is NONE
    return outcome.model


def create(prepared, request, **config):
    return reusable_execution.create_reusable_execution(
        prepared, request, ExecutionConfig(**config)
    )


def test_an_execution_uses_the_content_that_its_memory_has_now(device):
    addition = Sum()
    status, execution = create(prepare(device), addition.request)
    assert status is NONE
    for scale in (1, 10, -3):
        addition.fill(*(scale * number for number in (1, 2, 3, 4, 5, 6, 7, 8)))
        assert reusable_execution.execute_synchronously(execution).status is NONE
        assert addition.result() == [6 * scale, 8 * scale, 10 * scale, 12 * scale]
    gate = SyncFence()
    launch = reusable_execution.launch_fenced(execution, wait_for=[gate])
    addition.fill(1, 1, 1, 1, 0, 0, 0, 1)
    gate.signal()
    end = fenced_execution.finish_fenced(launch, 5)
    assert (end.status, addition.result()) == (NONE, [1, 1, 1, 2])


def test_the_configuration_applies_to_every_execution(device):
    addition = Sum()
    addition.fill(*range(8))
    prepared = prepare(device)
    hints = (TokenValuePair(5 << 16 | 2, b"any"), TokenValuePair(6 << 16, b""))
    _, timed = create(
        prepared,
        addition.request,
        measure=MeasureTiming.YES,
        execution_hints=hints,
        extension_name_to_prefix={"com.vendor.unknown": 5},
    )
    _, plain = create(prepared, addition.request)
    no_time = (1 << 64) - 1
    for _ in range(2):
        timing = reusable_execution.execute_synchronously(timed).timing
        assert timing.time_on_device <= timing.time_in_driver < no_time
        timing = reusable_execution.execute_synchronously(plain).timing
        assert timing.time_on_device == timing.time_in_driver == no_time


def test_an_execution_outlives_the_last_reference_to_its_prepared_model(device):
    addition = Sum()
    prepared = prepare(device)
    _, execution = create(prepared, addition.request)
    del prepared
    addition.fill(0, 0, 0, 0, 1, 2, 3, 4)
    assert reusable_execution.execute_synchronously(execution).status is NONE
    assert addition.result() == [1, 2, 3, 4]


def test_a_missed_deadline_ends_one_execution_only(device):
    addition = Sum()
    addition.fill(*range(8))
    _, execution = create(prepare(device), addition.request)
    missed = ErrorStatus.MISSED_DEADLINE_PERSISTENT
    assert reusable_execution.execute_synchronously(execution, 1).status is missed
    assert reusable_execution.launch_fenced(execution, deadline=1).status is missed
    assert reusable_execution.execute_synchronously(execution).status is NONE
    assert addition.result() == [4, 6, 8, 10]


def test_invalid_arguments_are_refused_at_creation(device):
    addition = Sum()
    request = addition.request
    prepared = prepare(device)
    fewer = Request(request.inputs[:1], request.outputs, request.pools)
    unknown = Request(request.inputs, request.outputs, (request.pools[0], BufferToken(77)))
    for invalid in (fewer, unknown):
        assert create(prepared, invalid) == (INVALID, None)
    assert create(prepared, request, measure=7) == (INVALID, None)


@pytest.mark.parametrize("isolated", [False, True])
def test_a_driver_without_the_call_fails(isolated):
    class Newest(Adder):
        version = Version.AIDL_V4

    device = Newest()
    if isolated:
        device = IsolatedDevice(f"{DRIVERS / 'reusable_drivers.py'}:Lacking", ProcessLimits())
    prepared = prepare(device)
    with pytest.raises(driver_calls.DriverCallError) as raised:
        create(prepared, Sum().request)
    finding = raised.value.finding
    assert (finding.kind, finding.rule) == (VerdictKind.INVALID_ANSWER, "answer.exception")
    assert finding.reason == (
        "create_reusable_execution raised NotImplementedError: the prepared model has no "
        "create_reusable_execution, which AIDL_V4 requires"
    )
    del prepared
    if isolated:
        device.close()
