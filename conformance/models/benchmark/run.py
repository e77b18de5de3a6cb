"""Accuracy, latency and compilation time of several drivers on several models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fnmatch import fnmatchcase

from conformance.hal import Device
from conformance.models.accuracy.comparison import Comparison, compare_accuracy
from conformance.models.accuracy.evaluators import AccuracyTask, Evaluation, evaluate
from conformance.models.benchmark.mode_latency import DRIVER_ERRORS, ModeLatency, ModeMeasurement
from conformance.models.inference import ExecutionMode, ModelDeclinedError, modes_of, prepare
from conformance.models.latency.measurement import (
    CompilationTimes,
    MeasurementLimits,
    measure_compilation,
)
from conformance.models.latency.memory import ProcessMemory, measure_memory
from conformance.models.latency.statistics import LatencyStatistics, latency_statistics
from conformance.text import did_you_mean
from conformance.tracing import TraceLayer, TracePhase, span


class Outcome(StrEnum):
    """The result of a driver on a model."""

    PASSED = "passed"
    FAILED = "failed"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class CompilationStatistics:
    """Statistics of ``CompilationTimes``."""

    without_cache: LatencyStatistics
    saving: LatencyStatistics | None
    from_cache: LatencyStatistics | None
    cache_bytes: int


@dataclass(frozen=True, slots=True)
class BenchmarkResult:
    """The result of one driver on one model.

    Attributes:
        model: name of the model.
        driver: name of the driver as on the command line.
        outcome: PASSED if all bounds are met.
        reasons: why the outcome is not PASSED.
        data: name of the data set.
        evaluation: the metrics, if the data set was evaluated.
        comparison: the comparison of the accuracy with that of the baseline driver.
        latency: the latency by mode.
        compilation: the compilation times, if they were measured.
        memory: the memory of each process that takes part, if it was measured.

    """

    model: str
    driver: str
    outcome: Outcome
    reasons: tuple[str, ...] = ()
    data: str = ""
    evaluation: Evaluation | None = None
    comparison: Comparison | None = None
    latency: dict[ExecutionMode, ModeLatency] = field(default_factory=dict)
    compilation: CompilationStatistics | None = None
    memory: tuple[ProcessMemory, ...] = ()


@dataclass(frozen=True, slots=True)
class BenchmarkOptions:
    """The measurements of a benchmark run.

    Attributes:
        accuracy: whether the data set is evaluated.
        latency: whether executions and compilations are measured.
        limits: how long each latency is measured.
        timeout: limit for a notification of the driver, in seconds.

    """

    accuracy: bool = True
    latency: bool = True
    limits: MeasurementLimits = field(default_factory=MeasurementLimits)
    timeout: float = 60.0


def run_benchmark(
    task: AccuracyTask,
    drivers: Mapping[str, Device],
    baseline: str,
    options: BenchmarkOptions,
    before: Callable[[str], None] = lambda _: None,
) -> Iterator[BenchmarkResult]:
    """Yield the result of each driver on a model; the driver ``baseline`` is one of them.

    ``before`` is called with a description of each step. A driver that fails does not affect the
    results of the others.
    """
    results = {
        name: BenchmarkResult(task.name, name, Outcome.PASSED, data=task.data.name)
        for name in drivers
    }
    for name, device in drivers.items():
        step = f"{task.name}: {name}"
        before(step)
        with span(TraceLayer.APPLICATION, TracePhase.OVERALL, step):
            if options.latency:
                results[name] = _measure_memory(results[name], task, device, options)
            results[name] = _first_result(results[name], task, device, options)
    if options.accuracy:
        _compare_all(results, baseline)
    if options.latency:
        running = {name: drivers[name] for name in drivers if _executes(results[name])}
        for mode in ExecutionMode:
            step = f"{task.name}: latency, {mode}"
            before(step)
            with span(TraceLayer.APPLICATION, TracePhase.OVERALL, step):
                _measure_mode(task, mode, running, results, baseline, options)
        for name, device in running.items():
            if _executes(results[name]):
                step = f"{task.name}: compilation by {name}"
                before(step)
                with span(TraceLayer.APPLICATION, TracePhase.OVERALL, step):
                    results[name] = _with_compilation(results[name], task, device, options)
    yield from results.values()


def _executes(result: BenchmarkResult) -> bool:
    """Return whether the driver has run the model without an error."""
    return result.outcome is Outcome.PASSED or result.evaluation is not None


def _failed(result: BenchmarkResult, *reasons: str) -> BenchmarkResult:
    return replace(result, outcome=Outcome.FAILED, reasons=(*result.reasons, *reasons))


def _first_result(
    result: BenchmarkResult, task: AccuracyTask, device: Device, options: BenchmarkOptions
) -> BenchmarkResult:
    """Return the result with the evaluation, or after one inference without evaluation."""
    try:
        if not options.accuracy:
            prepare(device, task.model, options.timeout)
            return result
        evaluation = evaluate(task, device, options.timeout)
    except ModelDeclinedError as error:
        return replace(result, outcome=Outcome.DECLINED, reasons=(str(error),))
    except DRIVER_ERRORS as error:
        return _failed(result, str(error))
    evaluated = replace(result, evaluation=evaluation)
    return (
        _failed(evaluated, *evaluation.validation_errors)
        if evaluation.validation_errors
        else evaluated
    )


def _compare_all(results: dict[str, BenchmarkResult], baseline: str) -> None:
    """Compare the accuracy of each driver with that of the baseline driver."""
    expected = results[baseline].evaluation
    if expected is None:
        return
    for name, result in results.items():
        if name == baseline or result.evaluation is None:
            continue
        comparison = compare_accuracy(result.evaluation, expected)
        compared = replace(result, comparison=comparison)
        if comparison.worse:
            compared = _failed(
                compared,
                f"less accurate than {baseline}: the mean loss is {comparison.difference:.4g} "
                f"larger ({comparison.test}, p = {comparison.probability:.2g}; "
                f"accepted: {comparison.margin:.4g})",
            )
        results[name] = compared


def _measure_mode(
    task: AccuracyTask,
    mode: ExecutionMode,
    running: Mapping[str, Device],
    results: dict[str, BenchmarkResult],
    baseline: str,
    options: BenchmarkOptions,
) -> None:
    """Add the latency of one mode to the results of all drivers that have the mode."""
    devices = {
        name: device
        for name, device in running.items()
        if mode in modes_of(device.version) and _executes(results[name])
    }
    measurement = ModeMeasurement(task, mode, options.limits, options.timeout)
    for name, latency in measurement.run(devices, baseline).items():
        results[name] = replace(results[name], latency={**results[name].latency, mode: latency})
    for name, error in measurement.errors.items():
        results[name] = _failed(results[name], error)


def _measure_memory(
    result: BenchmarkResult, task: AccuracyTask, device: Device, options: BenchmarkOptions
) -> BenchmarkResult:
    """Return the result with the memory of a preparation and of the executions after it."""
    try:
        memory = measure_memory(task, device, options.timeout)
    except (ModelDeclinedError, *DRIVER_ERRORS):
        return result  # the following steps meet the same error and report it
    return replace(result, memory=memory)


def _with_compilation(
    result: BenchmarkResult, task: AccuracyTask, device: Device, options: BenchmarkOptions
) -> BenchmarkResult:
    limits = replace(options.limits, rounds=min(options.limits.rounds, 100))
    try:
        times = measure_compilation(device, task.model, limits, options.timeout)
    except DRIVER_ERRORS as error:
        return _failed(result, f"compilation: {error}")
    return replace(result, compilation=_compilation_statistics(times))


def _compilation_statistics(times: CompilationTimes) -> CompilationStatistics:
    return CompilationStatistics(
        latency_statistics(times.without_cache),
        None if times.saving is None else latency_statistics(times.saving),
        None if times.from_cache is None else latency_statistics(times.from_cache),
        times.cache_bytes,
    )


def selected_models(tasks: Sequence[AccuracyTask], patterns: Sequence[str]) -> list[AccuracyTask]:
    """Return the tasks whose names match one of the patterns; all tasks without patterns.

    Raise ``ValueError`` for a pattern that matches no task.
    """
    if not patterns:
        return list(tasks)
    chosen: dict[str, AccuracyTask] = {}
    for pattern in patterns:
        matching = {task.name: task for task in tasks if fnmatchcase(task.name, pattern)}
        if not matching:
            names = [task.name for task in tasks]
            near = did_you_mean(pattern, names)
            raise ValueError(f"no model matches {pattern!r}; there are: {', '.join(names)}{near}")
        chosen |= matching
    return [task for task in tasks if task.name in chosen]
