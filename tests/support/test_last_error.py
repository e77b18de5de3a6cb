"""The text about the last failed call belongs to the last call; the expected texts are by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.driver_sdk import DriverError
from conformance.hal import ErrorStatus, ExecutionPreference, Model, Priority, Version
from conformance.hal.configuration import CacheArguments
from conformance.operations import Call, Kernel
from conformance.reference import ReferenceDevice
from tests.sample_drivers.adder_driver import add_example


class RefusesTwo(ReferenceDevice):
    """Fails to compile the first two models."""

    failures = 2

    def compile_call(self, call: Call) -> Kernel:
        if self.failures:
            self.failures -= 1
            raise DriverError(ErrorStatus.GENERAL_FAILURE, "the kernel is missing")
        return super().compile_call(call)


def prepare(device: ReferenceDevice, model: Model, deadline: int | None = None) -> ErrorStatus:
    preference, priority = ExecutionPreference.FAST_SINGLE_ANSWER, Priority.MEDIUM
    return device.prepare(model, preference, priority, deadline, CacheArguments())[0]


def invalid_model() -> Model:
    model = add_example().model
    operation = replace(model.main.operations[0], inputs=(0, 1))
    return replace(model, main=replace(model.main, operations=(operation,)))


def test_a_later_call_removes_the_text():
    device = RefusesTwo(Version.V1_3)
    model = add_example().model
    assert prepare(device, model) == ErrorStatus.GENERAL_FAILURE
    assert "the kernel is missing" in device.get_last_error()
    assert prepare(device, model) == ErrorStatus.GENERAL_FAILURE
    assert prepare(device, model) == ErrorStatus.NONE
    assert device.get_last_error() == ""
    assert prepare(device, invalid_model()) == ErrorStatus.INVALID_ARGUMENT
    assert prepare(device, model, deadline=0) == ErrorStatus.MISSED_DEADLINE_PERSISTENT
    assert device.get_last_error() == ""


@pytest.mark.parametrize("queries", [1, 2])
def test_a_refusal_that_is_known_has_its_text_again(queries: int):
    device = ReferenceDevice(Version.V1_3)
    model = invalid_model()
    for _ in range(queries):
        assert device.get_supported_operations(model)[0] == ErrorStatus.INVALID_ARGUMENT
        first = device.get_last_error()
        assert first.startswith("model refused: ")
    assert prepare(device, model) == ErrorStatus.INVALID_ARGUMENT
    assert device.get_last_error() == first
