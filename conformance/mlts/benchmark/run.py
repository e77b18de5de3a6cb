"""Accuracy, latency and compilation time of several drivers on several models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Final

from conformance.hal import Device
from conformance.harness.calls.driver_calls import DriverCallError
from conformance.mlts.accuracy.comparison import Comparison, compare_accuracy
from conformance.mlts.accuracy.evaluation import AccuracyTask, evaluate
from conformance.mlts.accuracy.evaluators import Evaluation
from conformance.mlts.inference import (
    ExecutionMode,
    InferenceError,
    InferenceSession,
    ModelDeclinedError,
    modes_of,
    prepare,
)
from conformance.mlts.latency.compilation import CompilationTimes, measure_compilation
from conformance.mlts.latency.measurement import MeasurementLimits, measure_in_turns
from conformance.mlts.latency.statistics import (
    MIN_ROUNDS,
    LatencyComparison,
    LatencyStatistics,
    compare_latency,
    latency_statistics,
)
from conformance.operations.model.definition import Array

_DRIVER_ERRORS: Final = (InferenceError, DriverCallError)


class Outcome(StrEnum):
    """The result of a driver on a model."""

    PASSED = "passed"
    FAILED = "failed"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class ModeLatency:
    """The latency of one mode; ``comparison`` is with the baseline driver in the same mode."""

    statistics: LatencyStatistics
    comparison: LatencyComparison | None = None


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


@dataclass(frozen=True, slots=True)
class BenchmarkOptions:
    """What is measured.

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

    ``before`` is called with a description of each step. Whatever a driver does, the results of the
    others are complete.
    """
    results = {
        name: BenchmarkResult(task.name, name, Outcome.PASSED, data=task.data.name)
        for name in drivers
    }
    for name, device in drivers.items():
        before(f"{task.name}: {name}")
        results[name] = _first_result(results[name], task, device, options)
    if options.accuracy:
        _compare_all(results, baseline)
    if options.latency:
        running = {name: drivers[name] for name in drivers if _executes(results[name])}
        for mode in ExecutionMode:
            before(f"{task.name}: latency, {mode}")
            _measure_mode(task, mode, running, results, baseline, options)
        for name, device in running.items():
            if _executes(results[name]):
                before(f"{task.name}: compilation by {name}")
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
    except _DRIVER_ERRORS as error:
        return _failed(result, str(error))
    found = replace(result, evaluation=evaluation)
    return _failed(found, *evaluation.validation_errors) if evaluation.validation_errors else found


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


class _CandidateError(Exception):
    """An execution of one candidate failed."""

    def __init__(self, name: str, error: Exception) -> None:
        super().__init__(str(error))
        self.name = name


def _measure_mode(
    task: AccuracyTask,
    mode: ExecutionMode,
    running: Mapping[str, Device],
    results: dict[str, BenchmarkResult],
    baseline: str,
    options: BenchmarkOptions,
) -> None:
    """Measure one mode of all drivers in turns, and again without a driver that fails."""
    with ExitStack() as opened:
        sessions: dict[str, InferenceSession] = {}
        for name, device in running.items():
            if mode not in modes_of(device.version) or not _executes(results[name]):
                continue
            try:
                prepared = prepare(device, task.model, options.timeout)
                session = InferenceSession(
                    prepared, task.model, task.states, mode=mode, timeout=options.timeout
                )
                sessions[name] = opened.enter_context(session)
                session.load(task.data.sequences[0].inputs[0])
            except _DRIVER_ERRORS as error:
                results[name] = _failed(results[name], f"{mode}: {error}")
        while sessions:
            try:
                times = _times(sessions, options.limits)
            except _CandidateError as error:
                results[error.name] = _failed(results[error.name], f"{mode}: {error}")
                del sessions[error.name]
                continue
            for name in sessions:
                latency = _mode_latency(times, name, baseline)
                results[name] = replace(
                    results[name], latency={**results[name].latency, mode: latency}
                )
            return


def _times(sessions: Mapping[str, InferenceSession], limits: MeasurementLimits) -> dict[str, Array]:
    def candidate(name: str, session: InferenceSession) -> Callable[[], None]:
        def execute() -> None:
            try:
                session.execute()
            except _DRIVER_ERRORS as error:
                raise _CandidateError(name, error) from error

        return execute

    return measure_in_turns(
        {name: candidate(name, session) for name, session in sessions.items()}, limits
    )


def _mode_latency(times: dict[str, Array], name: str, baseline: str) -> ModeLatency:
    comparison = None
    if name != baseline and baseline in times and len(times[name]) >= MIN_ROUNDS:
        comparison = compare_latency(times[name], times[baseline])
    return ModeLatency(latency_statistics(times[name]), comparison)


def _with_compilation(
    result: BenchmarkResult, task: AccuracyTask, device: Device, options: BenchmarkOptions
) -> BenchmarkResult:
    limits = replace(options.limits, rounds=min(options.limits.rounds, 100))
    try:
        times = measure_compilation(device, task.model, limits, options.timeout)
    except _DRIVER_ERRORS as error:
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
            names = ", ".join(task.name for task in tasks)
            raise ValueError(f"no model matches {pattern!r}; there are: {names}")
        chosen |= matching
    return [task for task in tasks if task.name in chosen]
