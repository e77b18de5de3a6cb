"""Accuracy, latency and compilation time of several drivers on several models."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import partial
from typing import Final

import numpy as np

from conformance.hal import NO_TIMING, Device, MeasureTiming, Version
from conformance.harness.calls.driver_calls import DriverCallError
from conformance.models.accuracy.evaluators import (
    AccuracyTask,
    Comparison,
    Evaluation,
    compare_accuracy,
    evaluate,
)
from conformance.models.inference import (
    ExecutionMode,
    InferenceError,
    InferenceSession,
    ModelDeclinedError,
    modes_of,
    prepare,
)
from conformance.models.latency import (
    MIN_ROUNDS,
    CompilationStatistics,
    LatencyComparison,
    LatencyStatistics,
    MeasurementLimits,
    compare_latency,
    latency_statistics,
    measure_compilation,
    measure_in_turns,
)
from conformance.operations.definition.operands import Array
from conformance.text import did_you_mean
from conformance.tracing import TraceLayer, TracePhase, span

DRIVER_ERRORS: Final = (InferenceError, DriverCallError)
"""Errors of a driver in a preparation or an execution."""

_MAX_COMPILATIONS: Final = 100


class Outcome(StrEnum):
    """The result of a driver on a model."""

    PASSED = "passed"
    FAILED = "failed"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class ReportedTiming:
    """Median seconds of executions with MeasureTiming.YES.

    ``on_device`` and ``in_driver`` are the times that the driver reports, ``None`` if it reports
    none. ``call`` is the duration of the same executions as the client sees it.
    """

    count: int
    call: float
    on_device: float | None
    in_driver: float | None


@dataclass(frozen=True, slots=True)
class ModeLatency:
    """The latency of one mode of one driver.

    Attributes:
        statistics: of the executions after the warm-up.
        comparison: with the baseline driver in the same mode.
        first_execution: of the first execution after each preparation.
        timing: the times on the device and in the driver, if they were measured.

    """

    statistics: LatencyStatistics
    comparison: LatencyComparison | None = None
    first_execution: LatencyStatistics | None = None
    timing: ReportedTiming | None = None


@dataclass(slots=True)
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
    outcome: Outcome = Outcome.PASSED
    reasons: list[str] = field(default_factory=list)
    data: str = ""
    evaluation: Evaluation | None = None
    comparison: Comparison | None = None
    latency: dict[ExecutionMode, ModeLatency] = field(default_factory=dict)
    compilation: CompilationStatistics | None = None

    def fail(self, *reasons: str) -> None:
        """Record why the outcome is FAILED."""
        self.outcome = Outcome.FAILED
        self.reasons += reasons

    @property
    def executes(self) -> bool:
        """Whether the driver has run the model without an error."""
        return self.outcome is Outcome.PASSED or self.evaluation is not None


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
) -> Iterable[BenchmarkResult]:
    """Return the result of each driver on a model; the driver ``baseline`` is one of them.

    ``before`` is called with a description of each step. A driver that fails does not affect the
    results of the others.
    """

    @contextmanager
    def step(text: str) -> Iterator[None]:
        before(f"{task.name}: {text}")
        with span(TraceLayer.APPLICATION, TracePhase.OVERALL, f"{task.name}: {text}"):
            yield

    results = {name: BenchmarkResult(task.name, name, data=task.data.name) for name in drivers}
    for name, device in drivers.items():
        with step(name):
            _run_first(results[name], task, device, options)
    if options.accuracy:
        _compare_all(results, baseline)
    if not options.latency:
        return results.values()
    for mode in ExecutionMode:
        with step(f"latency, {mode}"):
            devices = {
                name: device
                for name, device in drivers.items()
                if mode in modes_of(device.version) and results[name].executes
            }
            latencies, errors = measure_mode(task, mode, devices, baseline, options)
            for name, latency in latencies.items():
                results[name].latency[mode] = latency
            for name, error in errors.items():
                results[name].fail(error)
    limits = replace(options.limits, rounds=min(options.limits.rounds, _MAX_COMPILATIONS))
    for name, device in drivers.items():
        if results[name].executes:
            with step(f"compilation by {name}"):
                try:
                    results[name].compilation = measure_compilation(
                        device, task.model, limits, options.timeout
                    )
                except DRIVER_ERRORS as error:
                    results[name].fail(f"compilation: {error}")
    return results.values()


def _run_first(
    result: BenchmarkResult, task: AccuracyTask, device: Device, options: BenchmarkOptions
) -> None:
    """Evaluate the data set, or at least prepare the model."""
    try:
        if options.accuracy:
            result.evaluation = evaluate(task, device, options.timeout)
            if result.evaluation.validation_errors:
                result.fail(*result.evaluation.validation_errors)
        else:
            prepare(device, task.model, options.timeout)
    except ModelDeclinedError as error:
        result.outcome, result.reasons = Outcome.DECLINED, [str(error)]
    except DRIVER_ERRORS as error:
        result.fail(str(error))


def _compare_all(results: Mapping[str, BenchmarkResult], baseline: str) -> None:
    expected = results[baseline].evaluation
    if expected is None:
        return
    for name, result in results.items():
        if name == baseline or result.evaluation is None:
            continue
        result.comparison = comparison = compare_accuracy(result.evaluation, expected)
        if comparison.worse:
            result.fail(
                f"less accurate than {baseline}: the mean loss is {comparison.difference:.4g} "
                f"larger ({comparison.test}, p = {comparison.probability:.2g}; "
                f"accepted: {comparison.margin:.4g})",
            )


def selected_models(tasks: Sequence[AccuracyTask], patterns: Sequence[str]) -> list[AccuracyTask]:
    """Return the tasks whose names match one of the patterns; all tasks without patterns.

    Raise ``ValueError`` for a pattern that matches no task.
    """
    names = [task.name for task in tasks]
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in names):
            near = did_you_mean(pattern, names)
            raise ValueError(f"no model matches {pattern!r}; there are: {', '.join(names)}{near}")
    return [
        task
        for task in tasks
        if not patterns or any(fnmatchcase(task.name, pattern) for pattern in patterns)
    ]


# ------------------------------------------------------------------ latency of one mode

_MAX_OVERRUN: Final = 3.0
"""The preparations of all blocks may take this multiple of the time of the measurement."""

_TIMED_EXECUTIONS: Final = 30
_TIMED_SHARE: Final = 0.2


def measure_mode(
    task: AccuracyTask,
    mode: ExecutionMode,
    devices: Mapping[str, Device],
    baseline: str,
    options: BenchmarkOptions,
) -> tuple[dict[str, ModeLatency], dict[str, str]]:
    """Return the latency of each driver in one mode, or the error of a driver that failed.

    The rounds are divided into blocks. Each block prepares the model again on every driver, because
    the addresses of the buffers alone can make a session some percent faster than another one. If
    the preparations take long, there are fewer and longer blocks.
    """
    errors: dict[str, str] = {}
    times: dict[str, list[Array]] = {name: [] for name in devices}
    first: dict[str, list[float]] = {name: [] for name in devices}
    timing: dict[str, ReportedTiming] = {}

    def open_sessions(opened: ExitStack) -> tuple[dict[str, InferenceSession], float]:
        """Return sessions after their first executions, and the seconds of the preparations."""
        sessions, total = {}, 0.0
        # The order in which sessions are opened and warmed up affects their memory and caches. If
        # it were fixed, equal drivers could differ.
        for name in random.sample(list(devices), len(devices)):
            if name in errors:
                continue
            try:
                start = time.perf_counter()
                prepared = prepare(devices[name], task.model, options.timeout)
                total += time.perf_counter() - start
                session = InferenceSession(
                    prepared, task.model, task.states, mode=mode, timeout=options.timeout
                )
                opened.enter_context(session)
                session.load(task.data.sequences[0].inputs[0])
                start = time.perf_counter()
                measured = session.execute()
                elapsed = time.perf_counter() - start
                first[name].append(elapsed if measured is None else measured)
                sessions[name] = session
            except DRIVER_ERRORS as error:
                errors[name] = f"{mode}: {error}"
        return sessions, total

    def guarded(name: str, execute: Callable[[], float | None]) -> Callable[[], float | None]:
        """Return a call that records the error of a driver, and then does nothing any more."""

        def call() -> float | None:
            try:
                return 0.0 if name in errors else execute()
            except DRIVER_ERRORS as error:
                errors[name] = f"{mode}: {error}"
                return 0.0

        return call

    limits = options.limits
    blocks, number = limits.blocks, 0
    while number < blocks and devices.keys() - errors.keys():
        with ExitStack() as opened:
            sessions, seconds = open_sessions(opened)
            if not number:
                budget = (limits.seconds + limits.warm_up) * len(devices)
                blocks = max(1, min(blocks, int(budget * _MAX_OVERRUN / max(seconds, 1e-9))))
            calls = {name: guarded(name, session.execute) for name, session in sessions.items()}
            measured = measure_in_turns(calls, replace(limits, blocks=blocks).of_block())
            for name, durations in measured.items():
                times[name].append(durations)
            number += 1
            if number == blocks:
                for name, session in sessions.items():
                    run = partial(guarded, name)
                    timing[name] = _measure_timing(run, session, devices[name].version, limits)

    def latency(name: str) -> ModeLatency:
        seconds, sizes = np.concatenate(times[name]), list(map(len, times[name]))
        comparison = None
        comparable = baseline in devices.keys() - errors.keys() - {name}
        if comparable and len(seconds) >= MIN_ROUNDS:
            comparison = compare_latency(seconds, np.concatenate(times[baseline]), sizes)
        return ModeLatency(
            latency_statistics(seconds, sizes),
            comparison,
            latency_statistics(np.array(first[name])),
            timing.get(name),
        )

    return {name: latency(name) for name in devices if name not in errors}, errors


def _measure_timing(
    guarded: Callable[[Callable[[], float | None]], Callable[[], float | None]],
    session: InferenceSession,
    version: Version,
    limits: MeasurementLimits,
) -> ReportedTiming:
    """Execute some times with a measurement by the driver, and return the medians."""
    unit = 1e-9 if version >= Version.AIDL_V1 else 1e-6
    reported: list[tuple[int, int]] = []

    def execute() -> float | None:
        seconds = session.execute()
        reported.append((session.timing.time_on_device, session.timing.time_in_driver))
        return seconds

    session.measure = MeasureTiming.YES
    seconds, rounds = limits.seconds * _TIMED_SHARE, min(limits.rounds, _TIMED_EXECUTIONS)
    short = MeasurementLimits(0.0, seconds, rounds)
    calls = measure_in_turns({"timed": guarded(execute)}, short)["timed"]
    medians: list[float | None] = []
    for kind in range(2):
        values = [times[kind] for times in reported if times[kind] != NO_TIMING]
        medians.append(float(np.median(values)) * unit if values else None)
    return ReportedTiming(len(calls), float(np.median(calls)), *medians)
