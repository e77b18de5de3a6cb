"""Bursts of drivers that do not implement them: the support package provides the implementation."""

from __future__ import annotations

import importlib.util
import struct

import numpy as np
import pytest

from conformance.bursts import BurstController
from conformance.driver_sdk import BaseDevice, ProgramModel, SimpleDriver
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
from conformance.harness.calls.driver_calls import NO_TOKEN
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback

NONE = ErrorStatus.NONE


class Floor(SimpleDriver):
    """The driver of the README."""

    name = "floor"

    def supports(self, operation):
        return operation.type == OperationType.FLOOR

    def run(self, operation, inputs):
        return np.floor(inputs[0])


def floor_model():
    """Return a model with one FLOOR of four float32 elements."""
    tensor, lifetime = OperandType.TENSOR_FLOAT32, OperandLifeTime
    operands = (
        Operand(tensor, (4,), 1, lifetime=lifetime.SUBGRAPH_INPUT),
        Operand(tensor, (4,), 0, lifetime=lifetime.SUBGRAPH_OUTPUT),
    )
    return Model(Subgraph(operands, (Operation(OperationType.FLOOR, (0,), (1,)),), (0,), (1,)))


def prepare(device, model):
    """Prepare the model on the device and return the prepared model."""
    record = RecordingPreparedModelCallback()
    assert device.prepare_model(model, 1, 1, None, (), (), NO_TOKEN, record) == NONE
    return record.wait(60).arguments[1]


@pytest.mark.parametrize("driver", ["readme", "reference", "litert"])
def test_a_driver_inherits_bursts(driver):
    """The driver of the README, the reference driver and the LiteRT bridge support bursts."""
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


def test_a_burst_calls_an_overridden_execute_synchronously():
    class Refusing(ProgramModel):
        def execute_synchronously(self, request, measure, deadline, loop_timeout_duration):
            return ErrorStatus.DEVICE_UNAVAILABLE, (), Timing()

    class Device(BaseDevice):
        def supported_operations(self, model):
            return [True]

        def compile(self, model):
            return list

        def build_prepared_model(self, model):
            return Refusing(model, list, self.version)

    with BurstController(prepare(Device(), floor_model()), timeout=20) as burst:
        assert burst.execute(Request((), (), ()), 0).status == ErrorStatus.DEVICE_UNAVAILABLE
