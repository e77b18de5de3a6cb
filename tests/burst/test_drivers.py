"""Bursts that drivers get for nothing: from ``SimpleDriver``, the bridge, the reference driver."""

from __future__ import annotations

import importlib.util
import struct

import numpy as np
import pytest

from conformance.drivers import open_driver
from conformance.hal import (
    DataLocation,
    ErrorStatus,
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
    Timing,
)
from conformance.harness.callbacks import PreparedModelRecord
from conformance.harness.calls import NO_TOKEN
from conformance.reference import ReferenceDevice
from conformance.support import BaseDevice, ProgramModel, SimpleDriver
from conformance.support.burst import BurstController
from tests.burst.helpers import Sums
from tests.harness.fakes import add_example

NONE = ErrorStatus.NONE


class Floor(SimpleDriver):
    """The driver of the README."""

    name = "floor"

    def supports(self, operation):
        return operation.type == OperationType.FLOOR

    def run(self, operation, inputs):
        return np.floor(inputs[0])


def floor_model():
    tensor, lifetime = OperandType.TENSOR_FLOAT32, OperandLifeTime
    operands = (
        Operand(tensor, (4,), 1, lifetime=lifetime.SUBGRAPH_INPUT),
        Operand(tensor, (4,), 0, lifetime=lifetime.SUBGRAPH_OUTPUT),
    )
    return Model(Subgraph(operands, (Operation(OperationType.FLOOR, (0,), (1,)),), (0,), (1,)))


def prepare(device, model):
    record = PreparedModelRecord()
    assert device.prepare_model(model, 1, 1, None, (), (), NO_TOKEN, record) == NONE
    return record.wait(20).arguments[1]


@pytest.mark.parametrize("driver", ["readme", "reference", "litert"])
def test_a_driver_has_bursts_for_nothing(driver):
    if driver == "litert" and importlib.util.find_spec("ai_edge_litert") is None:
        pytest.skip("needs ai-edge-litert")
    device = Floor() if driver == "readme" else open_driver(driver)
    source = SharedMemory(initial=struct.pack("<4f", 1.5, -1.5, 2, -0.25))
    target = SharedMemory(16)
    request = Request(
        (RequestArgument(False, DataLocation(0, 0, 16)),),
        (RequestArgument(False, DataLocation(1, 0, 16)),),
        (source, target),
    )
    with BurstController(prepare(device, floor_model()), timeout=20) as burst:
        for measure in (0, 1, 1):
            result = burst.execute(request, measure)
            assert (result.status, result.problem) == (NONE, None)
            assert (result.timing == Timing()) is (measure == 0)
        with target.view() as view:
            assert struct.unpack("<4f", view) == (1, -2, 2, -1)


def test_each_request_is_judged_as_it_is():
    """A right request, a wrong one, the right one again: no answer of one is another's."""
    sums = Sums()
    right = sums.request((1, 2), (3, 4))
    wrong = Request(right.inputs, (RequestArgument(False, DataLocation(1, 4, 8)),), right.pools)
    model = prepare(ReferenceDevice(), add_example(dims=(2,)).model)
    with BurstController(model, timeout=20) as burst:
        statuses = [burst.execute(one, 0).status for one in (right, right, wrong, wrong, right)]
    invalid = ErrorStatus.INVALID_ARGUMENT
    assert statuses == [NONE, NONE, invalid, invalid, NONE]


def test_a_memory_that_takes_a_slot_over_is_judged():
    """The slot's number is the same, the memory behind it is too small."""
    sums = Sums()
    right = sums.request((1, 2), (3, 4))
    short = Request(right.inputs, right.outputs, (sums.input, SharedMemory(4)))
    model = prepare(ReferenceDevice(), add_example(dims=(2,)).model)
    with BurstController(model, timeout=20) as burst:
        assert burst.execute(right, 0).status == NONE
        packet = burst.packet_of(right, 0)
        burst.free(sums.output)
        assert burst.packet_of(short, 0) == packet
        assert burst.exchange(packet).status == ErrorStatus.INVALID_ARGUMENT


def test_an_execution_of_ones_own_is_what_a_burst_runs():
    class Refusing(ProgramModel):
        def execute_synchronously(self, request, measure, deadline, loop_timeout_duration):
            return ErrorStatus.DEVICE_UNAVAILABLE, (), Timing()

    class Device(BaseDevice):
        def supported_operations(self, model):
            return [True]

        def compile(self, model):
            return list

        def ready(self, model):
            return Refusing(model, list, self.version)

    with BurstController(prepare(Device(), floor_model()), timeout=20) as burst:
        assert burst.execute(Request((), (), ()), 0).status == ErrorStatus.DEVICE_UNAVAILABLE
