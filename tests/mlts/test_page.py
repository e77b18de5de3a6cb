"""The page of models and drivers."""

import re

import pytest

pytest.importorskip("scipy")
pytest.importorskip("jinja2")

import numpy as np

from conformance.models.accuracy.evaluators import Evaluation
from conformance.models.benchmark.report import BenchmarkReport, Change
from conformance.models.benchmark.run import (
    BenchmarkResult,
    ModeLatency,
    Outcome,
    ReportedTiming,
)
from conformance.models.inference import ExecutionMode
from conformance.models.latency.measurement import (
    CompilationStatistics,
    MemoryGrowth,
    ProcessMemory,
)
from conformance.models.latency.statistics import compare_latency, latency_statistics
from conformance.models.page import render_page
from tests.golden import page_text

LONG = "/opt/vendor/accelerators/drivers/very_long_folder/driver.py:" + "Accelerator" * 9
DRIVERS = ("reference", "fast & <i>odd</i>", "declining", LONG)
MODELS = [f"mobilenet_v{number}_1.0_224_with_a_long_name_quant" for number in range(4)]


def latency(random, factor):
    seconds = random.lognormal(-6, 0.2, 60) * factor
    other = random.lognormal(-6, 0.2, 60)
    return ModeLatency(
        latency_statistics(seconds),
        compare_latency(seconds, other),
        latency_statistics(seconds[:5] * 3),
        ReportedTiming(5, 0.003, 0.001, None, "the time on the device is odd"),
    )


def result(random, model, driver, factor):
    if driver == "declining":
        reason = "the driver does not support 4 of 4 operations: CONV_2D"
        return BenchmarkResult(model, driver, Outcome.DECLINED, [reason], "digits")
    if driver == LONG:
        return BenchmarkResult(model, driver, Outcome.FAILED, ["no firmware"], "digits")
    evaluation = Evaluation({"top_1": 0.98}, (), np.zeros(3))
    statistics = latency_statistics(random.lognormal(-4, 0.1, 30))
    memory = ProcessMemory("suite", MemoryGrowth(1 << 20, None), MemoryGrowth(-4096, 0), 1 << 28)
    modes = {
        mode: latency(random, factor) for mode in (ExecutionMode.SYNCHRONOUS, ExecutionMode.FENCED)
    }
    compilation = CompilationStatistics(statistics, None, None, 0)
    return BenchmarkResult(
        model, driver, Outcome.PASSED, [], "digits", evaluation, None, modes, compilation, (memory,)
    )


@pytest.fixture(scope="module")
def report():
    random = np.random.default_rng(1)
    results = [
        result(random, model, driver, 1 + number)
        for model in MODELS
        for number, driver in enumerate(DRIVERS)
    ]
    return BenchmarkReport("2026-01-01T00:00:00+00:00", DRIVERS, "reference", tuple(results))


@pytest.fixture(scope="module")
def page(report):
    change = Change(1.5, True)
    changes = {("reference", MODELS[0], "sync"): change}
    return render_page(report, changes).decode()


def test_the_page_shows_every_kind_of_result(page, snapshot):
    assert "<i>odd</i>" not in page
    text = re.sub(r"-?\d+(\.\d+)? (µs|ms|s|%)", r"<n> \2", page_text(page))
    assert "\n".join(dict.fromkeys(text.splitlines())) == snapshot
