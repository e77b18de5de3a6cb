"""Reusable executions of drivers that derive from the base classes, and of those without them.

The expected sums are computed by hand.
"""

from __future__ import annotations

import numpy as np
import pytest

from conformance.drivers.own_process import ProcessLimits
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.hal import (
    DataLocation,
    Device,
    ErrorStatus,
    ExecutionConfig,
    Priority,
    Request,
    RequestArgument,
    SharedMemory,
    Version,
)
from conformance.harness.calls import driver_calls, reusable_execution
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


def test_an_execution_outlives_the_last_reference_to_its_prepared_model(device):
    addition = Sum()
    prepared = prepare(device)
    _, execution = create(prepared, addition.request)
    del prepared
    addition.fill(0, 0, 0, 0, 1, 2, 3, 4)
    assert reusable_execution.execute_synchronously(execution).status is NONE
    assert addition.result() == [1, 2, 3, 4]


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
