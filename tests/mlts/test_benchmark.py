"""The benchmark of several drivers: outcomes, reports, the command, and measured capabilities."""

import itertools
import json
import math
import time
from dataclasses import replace
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("jinja2")

from conformance.cli.main import main
from conformance.hal import (
    CAPABILITIES_FORMS,
    CapabilitiesV1_0,
    ErrorStatus,
    OperandPerformance,
    OperandType,
    OperationType,
    PerformanceInfo,
    Version,
)
from conformance.models import latency
from conformance.models.accuracy.built_in_tasks import acoustic_tasks, digits_tasks
from conformance.models.benchmark.capabilities import (
    FLOAT32,
    Workload,
    compare_declared,
    measure_workload,
)
from conformance.models.benchmark.measure_models import BenchmarkReport, as_json
from conformance.models.benchmark.run import (
    BenchmarkOptions,
    Outcome,
    run_benchmark,
)
from conformance.models.inference import ExecutionMode, modes_of
from conformance.models.latency import MeasurementLimits
from conformance.reference import ReferenceDevice
from tests.golden import normalized
from tests.sample_drivers.forwarding import ForwardingDevice, ForwardingPreparedModel
from tests.sample_drivers.values.fault_injection import FaultyKernelDevice

pytestmark = pytest.mark.skipif(find_spec("sklearn") is None, reason="no scikit-learn is installed")

SHORT = BenchmarkOptions(limits=MeasurementLimits(0.0, 0.5, 12, blocks=4))
LONGER = BenchmarkOptions(limits=MeasurementLimits(0.0, 2.0, 24, blocks=8))
"""Enough blocks that one disturbed block does not mislead a comparison."""


@pytest.fixture(scope="module")
def digits():
    return {task.name: task for task in digits_tasks()}


@pytest.fixture(scope="module")
def speech():
    return {task.name: task for task in acoustic_tasks()}


class SlowModel(ForwardingPreparedModel):
    def execute_synchronously(self, *arguments):
        time.sleep(0.02)
        return self.right.execute_synchronously(*arguments)


class SlowDevice(ForwardingDevice):
    prepared = SlowModel


class FailingBurst(ForwardingPreparedModel):
    def configure_execution_burst(self, *arguments):
        return ErrorStatus.GENERAL_FAILURE, None


class FailingBurstDevice(ForwardingDevice):
    prepared = FailingBurst


class RaisingDevice(ReferenceDevice):
    def prepare_model(self, *arguments):
        raise OSError("no firmware")


class DecliningDevice(ReferenceDevice):
    def get_supported_operations(self, model):
        return ErrorStatus.NONE, [False] * len(model.main.operations)


def kernel_changed(operation, change):
    """Return the reference driver with ``change`` applied to the results of an operation."""

    def kernel(call):
        right = call.definition.compile(call)
        return lambda inputs: [change(output) for output in right(inputs)]

    return FaultyKernelDevice(operation, kernel)


def test_each_driver_gets_its_outcome_and_no_driver_disturbs_another(digits):
    drivers = {
        "base": ReferenceDevice(),
        "slow": SlowDevice(),
        "burstless": FailingBurstDevice(),
        "raising": RaisingDevice(),
        "declining": DecliningDevice(),
    }
    task = digits["digits_int8"]
    task = replace(task, data=replace(task.data, sequences=task.data.sequences[:60]))
    results = {result.driver: result for result in run_benchmark(task, drivers, "base", LONGER)}
    outcomes = {name: result.outcome for name, result in results.items()}
    assert outcomes == {
        "base": Outcome.PASSED,
        "slow": Outcome.PASSED,
        "burstless": Outcome.FAILED,
        "raising": Outcome.FAILED,
        "declining": Outcome.DECLINED,
    }
    assert set(results["base"].latency) == set(modes_of(Version.V1_3))
    assert results["base"].latency[ExecutionMode.BURST].statistics.count >= 5
    assert set(results["burstless"].latency) == {ExecutionMode.SYNCHRONOUS, ExecutionMode.FENCED}
    slower = results["slow"].latency[ExecutionMode.SYNCHRONOUS].comparison
    assert slower.different
    assert slower.ratio > 2
    assert results["slow"].compilation.without_cache.count >= 1


@pytest.mark.parametrize(
    ("model", "operation", "change"),
    [
        ("digits_float32", OperationType.FULLY_CONNECTED, lambda out: out[..., ::-1].copy()),
        ("digits_uint8", OperationType.FULLY_CONNECTED, lambda out: out // 64 * 64),
        ("digits_float16", OperationType.SOFTMAX, lambda out: out * np.float16("nan")),
    ],
)
def test_inaccurate_drivers_fail(digits, model, operation, change):
    drivers = {"base": ReferenceDevice(), "faulty": kernel_changed(operation, change)}
    options = BenchmarkOptions(latency=False)
    results = list(run_benchmark(digits[model], drivers, "base", options))
    assert [result.outcome for result in results] == [Outcome.PASSED, Outcome.FAILED]


def test_a_driver_without_state_between_steps_is_inaccurate(speech):
    faulty = kernel_changed(OperationType.LSTM, lambda out: out * np.float32(0.9))
    drivers = {"base": ReferenceDevice(), "faulty": faulty}
    options = BenchmarkOptions(latency=False)
    for task in speech.values():
        base, wrong = run_benchmark(task, drivers, "base", options)
        assert base.outcome is Outcome.PASSED
        assert wrong.comparison.worse or wrong.outcome is Outcome.FAILED, task.name


@pytest.fixture(scope="module")
def report(digits):
    drivers = {"reference": ReferenceDevice(), "<b>$x$, slow": SlowDevice()}
    results = run_benchmark(digits["digits_int8"], drivers, "reference", SHORT)
    return BenchmarkReport("2026-01-01T00:00:00+00:00", tuple(drivers), "reference", tuple(results))


def test_json_has_every_result(report):
    document = json.loads(as_json(report))
    assert [result["driver"] for result in document["results"]] == list(report.drivers)
    assert document["results"][0]["evaluation"]["values"]["top_1"] > 0.97
    comparison = report.results[1].latency[ExecutionMode.SYNCHRONOUS].comparison
    assert document["results"][1]["latency"]["sync"]["comparison"]["ratio"] == comparison.ratio > 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "drivers",
    [
        ("reference", "litert"),
        pytest.param(
            ("reference", "litert", "litert-xnnpack", "onnxruntime"), marks=pytest.mark.slow
        ),
    ],
    ids=len,
)
def test_the_engines_and_the_reference_in_short_form(drivers, tmp_path, capsys):
    pytest.importorskip("ai_edge_litert")
    pytest.importorskip("onnxruntime")
    models = ["--built-in", "digits", "--built-in", "acoustic"]
    select = ["--select", "digits_int8", "--select", "tts_float"]
    figures = tmp_path / "figures.json"
    files = ["--json", str(figures)]
    limits = ["--seconds", "0.01", "--iterations", "20"]
    assert main(["measure", "models", *drivers, *models, *select, *files, *limits]) == 0
    out = capsys.readouterr().out
    assert f"{2 * len(drivers)} passed" in out
    results = json.loads(figures.read_text())["results"]
    assert len(results) == 2 * len(drivers)
    assert all(result["latency"] for result in results)


DRIVERS = """
from conformance.hal import ErrorStatus
from conformance.reference import ReferenceDevice

class Declining(ReferenceDevice):
    def get_supported_operations(self, model):
        return ErrorStatus.NONE, [False] * len(model.main.operations)

class Failing(ReferenceDevice):
    def prepare_model(self, *arguments):
        raise OSError("no firmware")
"""


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["FILE:Declining"], 5),
        (["FILE:Failing"], 1),
        (["nosuch"], 4),
        (["reference", "--against", "nosuch"], 4),
        (["reference", "--select", "none*"], 2),
        (["reference", "--models", "/nonexistent"], 2),
        (["reference", "--json", "/nonexistent/a.json"], 2),
        (["reference", "--seconds", "nan"], 2),
        (["reference", "--iterations", "0"], 2),
        (["reference", "--trace-file", "/nonexistent/t.json"], 2),
    ],
)
def test_exit_codes_of_the_command(tmp_path, capsys, arguments, status, snapshot):
    (tmp_path / "drivers.py").write_text(DRIVERS)
    filled = [a.replace("FILE", str(tmp_path / "drivers.py")) for a in arguments]
    more = [] if "--against" in filled else ["--against", "reference"]
    chosen = [] if "--select" in filled else ["--select", "digits_int8"]
    built_in = [] if "--models" in filled else ["--built-in", "digits"]
    latency = ["--seconds", "0.01"] if "--seconds" not in filled else []
    try:
        found = main(["measure", "models", *filled, *more, *chosen, *built_in, *latency])
    except SystemExit as end:
        found = end.code
    captured = capsys.readouterr()
    assert found == status, captured
    if status in (2, 4):
        assert normalized(captured.err.splitlines()[-1], tmp_path) == snapshot


def workload(task, data):
    return Workload(task.name, data, task.model, task.states)


def test_a_driver_that_takes_twice_the_time_has_the_ratio_2(speech, monkeypatch):
    clock = itertools.count(0.0, 1e-6)
    elapsed = [0.0]
    fake_time = SimpleNamespace(perf_counter=lambda: next(clock) + elapsed[0])
    monkeypatch.setattr(latency, "time", fake_time)

    class FourMilliseconds(ForwardingPreparedModel):
        seconds = 0.004

        def execute(self, *arguments):
            elapsed[0] += self.seconds
            return self.right.execute(*arguments)

    class EightMilliseconds(FourMilliseconds):
        seconds = 0.008

    class Cpu(ForwardingDevice):
        prepared = FourMilliseconds

        def __init__(self):
            super().__init__(Version.V1_1)

    class Slow(Cpu):
        prepared = EightMilliseconds

    limits = MeasurementLimits(0.0, 0.1, 9)
    result = measure_workload(workload(speech["tts_float"], FLOAT32), Slow(), Cpu(), limits)
    assert result.driver_seconds / result.cpu_seconds == pytest.approx(2.0, rel=0.01)
    assert result.cpu_seconds == pytest.approx(0.004, rel=0.01)


@pytest.mark.parametrize(
    ("declared", "verdict"),
    [
        (0.5, "agrees"),
        (0.26, "agrees"),
        (0.24, "declared too fast"),
        (1.1, "declared too slow"),
        (math.nan, "declared too fast"),
    ],
)
def test_declared_figures_are_compared_with_measured_ones(declared, verdict):
    form = CapabilitiesV1_0(PerformanceInfo(declared, 1.0), PerformanceInfo(1.0, 1.0))
    (found,) = compare_declared(form, {FLOAT32: 0.5})
    assert (found.name, found.verdict) == ("float32", verdict)
    table = (OperandPerformance(OperandType.TENSOR_FLOAT32, PerformanceInfo(declared, 1.0)),)
    unknown = OperandPerformance(OperandType.TENSOR_INT32, PerformanceInfo(9.0, 9.0))
    info = PerformanceInfo(1.0, 1.0)
    form = CAPABILITIES_FORMS[-1](info, info, (*table, unknown), info, info)
    (found,) = compare_declared(form, {FLOAT32: 0.5})
    assert (found.name, found.verdict) == ("TENSOR_FLOAT32", verdict)
