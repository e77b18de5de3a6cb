"""Latency of one mode: sessions, first executions, reported times and failures."""

import time

import pytest

from conformance.hal import Timing, Version
from conformance.models.accuracy.built_in_tasks import acoustic_tasks
from conformance.models.benchmark.run import BenchmarkOptions, measure_mode
from conformance.models.inference import ExecutionMode
from conformance.models.latency import MeasurementLimits
from conformance.reference import ReferenceDevice
from tests.sample_drivers.forwarding import ForwardingDevice, ForwardingPreparedModel

LIMITS = MeasurementLimits(0.0, 5.0, 40, blocks=8)


@pytest.fixture(scope="module")
def task():
    return next(iter(acoustic_tasks()))


def device_with(execute, version=Version.V1_3):
    """Return a driver whose synchronous executions call ``execute(model, arguments)``."""

    class Model(ForwardingPreparedModel):
        executions = 0

        def execute_synchronously(self, *arguments):
            self.executions += 1
            return execute(self, arguments)

    class Driver(ForwardingDevice):
        prepared = Model
        preparations = 0

        def prepare_model(self, *arguments):
            type(self).preparations += 1
            return super().prepare_model(*arguments)

    return Driver(version)


def forward(model, arguments):
    return model.right.execute_synchronously(*arguments)


def measured(task, devices, limits=LIMITS):
    options = BenchmarkOptions(limits=limits)
    return measure_mode(task, ExecutionMode.SYNCHRONOUS, devices, "base", options)


def test_each_block_has_a_new_session_and_a_first_execution(task):
    def slow_first(model, arguments):
        if model.executions == 1:
            time.sleep(0.02)
        return forward(model, arguments)

    slow, base = device_with(slow_first), ReferenceDevice()
    latencies, errors = measured(task, {"slow": slow, "base": base})
    assert errors == {}
    assert slow.preparations == 8
    found = latencies["slow"]
    assert found.first_execution.count == 8
    assert found.first_execution.minimum >= 0.02
    assert found.statistics.count == 40
    # Relations, since an execution takes longer on a busy machine.
    assert found.statistics.median < found.first_execution.median
    assert latencies["base"].first_execution.median < found.first_execution.median


@pytest.mark.parametrize(
    ("version", "on_device", "in_driver"),
    [(Version.V1_3, 1e-6, 2e-6), (Version.AIDL_V2, 1e-9, 2e-9)],
)
def test_the_reported_times_have_the_unit_of_the_interface(task, version, on_device, in_driver):
    def timed(model, arguments):
        status, shapes, _ = forward(model, arguments)
        return status, shapes, Timing(1, 2) if arguments[1] else Timing()

    latencies, _ = measured(task, {"x": device_with(timed, version), "base": ReferenceDevice()})
    timing = latencies["x"].timing
    assert timing.on_device == pytest.approx(on_device)
    assert timing.in_driver == pytest.approx(in_driver)
    assert timing.call > in_driver


def test_a_driver_that_reports_no_times_has_none(task):
    def untimed(model, arguments):
        status, shapes, _ = forward(model, arguments)
        return status, shapes, Timing()

    latencies, _ = measured(task, {"x": device_with(untimed), "base": ReferenceDevice()})
    timing = latencies["x"].timing
    assert timing.on_device is None
    assert timing.in_driver is None


def test_a_driver_that_fails_during_the_measurement_does_not_end_it(task):
    count = [0]

    def fails_later(model, arguments):
        count[0] += 1
        if count[0] > 20:
            raise OSError("the accelerator was removed")
        return forward(model, arguments)

    latencies, errors = measured(task, {"base": ReferenceDevice(), "x": device_with(fails_later)})
    assert list(latencies) == ["base"]
    assert latencies["base"].statistics.count == 40
    assert "the accelerator was removed" in errors["x"]
