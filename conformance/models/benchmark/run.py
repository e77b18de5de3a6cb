"""Accuracy, latency and compilation time of several drivers on several models."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fnmatch import fnmatchcase
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
from conformance.models.latency.measurement import (
    CompilationTimes,
    MeasurementLimits,
    ProcessMemory,
    measure_compilation,
    measure_in_turns,
    measure_memory,
)
from conformance.models.latency.statistics import (
    MIN_ROUNDS,
    LatencyComparison,
    LatencyStatistics,
    compare_latency,
    latency_statistics,
)
from conformance.operations.definition.operands import Array
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


# ------------------------------------------------------------------ latency of one mode

DRIVER_ERRORS: Final = (InferenceError, DriverCallError)
"""Errors of a driver in a preparation or an execution."""

_MAX_OVERRUN: Final = 4.0
"""Preparations and slow executions may prolong a measurement to this multiple of its time."""

_PREPARATION_SHARE: Final = 10
"""A driver is prepared again in each block if a preparation takes at most this part of the time."""

_TIMED_EXECUTIONS: Final = 30
_TIMED_SHARE: Final = 0.2


@dataclass(frozen=True, slots=True)
class ReportedTiming:
    """Median seconds of executions with MeasureTiming.YES.

    ``on_device`` and ``in_driver`` are the times that the driver reports, ``None`` if it reports
    none. ``call`` is the duration of the same executions as the client sees it. ``note`` states a
    contradiction between the three, or is empty.
    """

    count: int
    call: float
    on_device: float | None
    in_driver: float | None
    note: str = ""


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
class _Times:
    """The durations of one driver: by block, and of first executions."""

    blocks: list[Array] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    timing: ReportedTiming | None = None


class _CandidateError(Exception):
    """An execution of one driver failed."""

    def __init__(self, name: str, error: Exception) -> None:
        super().__init__(str(error))
        self.name = name


class ModeMeasurement:
    """Measures one mode of several drivers on one model.

    The rounds are divided into blocks. Each block prepares the model again on every driver, because
    the addresses of the buffers alone can make a session some percent faster than another one. A
    driver with slow preparation uses its first session in all blocks.

    ``errors`` has the error of each driver that failed; the other drivers are still measured.
    """

    def __init__(
        self, task: AccuracyTask, mode: ExecutionMode, limits: MeasurementLimits, timeout: float
    ) -> None:
        self.errors: dict[str, str] = {}
        self._task = task
        self._mode = mode
        self._limits = limits
        self._timeout = timeout
        self._times: dict[str, _Times] = {}
        self._random = random.Random()

    def run(self, devices: Mapping[str, Device], baseline: str) -> dict[str, ModeLatency]:
        """Return the latency of each driver that did not fail."""
        self._times = {name: _Times() for name in devices}
        budget = (self._limits.seconds + self._limits.warm_up) * len(devices) * _MAX_OVERRUN
        end = time.perf_counter() + budget
        with ExitStack() as open_until_end:
            slow_sessions: dict[str, InferenceSession] = {}
            for block in range(max(self._limits.blocks, 1)):
                running = {name: devices[name] for name in devices if name not in self.errors}
                last = block == self._limits.blocks - 1 or time.perf_counter() > end
                if not running:
                    break
                self._measure_block(running, slow_sessions, open_until_end, last=last)
                if last:
                    break
        return {name: self._latency(name, baseline) for name in devices if name not in self.errors}

    def _measure_block(
        self,
        devices: Mapping[str, Device],
        slow_sessions: dict[str, InferenceSession],
        open_until_end: ExitStack,
        *,
        last: bool,
    ) -> None:
        """Add the durations of one block; a driver that fails is removed from it."""
        names = list(devices)
        # The order in which sessions are opened and warmed up affects their memory and caches. If
        # it were fixed, equal drivers could differ.
        self._random.shuffle(names)
        with ExitStack() as opened:
            sessions = dict(slow_sessions)
            for name in names:
                if name in slow_sessions:
                    continue
                try:
                    session, seconds = self._open(name, devices[name])
                except DRIVER_ERRORS as error:
                    self._fail(name, error)
                    continue
                slow = seconds > self._limits.seconds / _PREPARATION_SHARE
                sessions[name] = (open_until_end if slow else opened).enter_context(session)
                if slow:
                    slow_sessions[name] = session
            sessions = {name: sessions[name] for name in names if name in sessions}
            self._measure_sessions(sessions, slow_sessions)
            if last:
                for name, session in sessions.items():
                    self._measure_timing(name, session, devices[name].version)

    def _open(self, name: str, device: Device) -> tuple[InferenceSession, float]:
        """Return a new session after its first execution, and the seconds of the preparation."""
        start = time.perf_counter()
        prepared = prepare(device, self._task.model, self._timeout)
        seconds = time.perf_counter() - start
        session = InferenceSession(
            prepared, self._task.model, self._task.states, mode=self._mode, timeout=self._timeout
        )
        try:
            session.load(self._task.data.sequences[0].inputs[0])
            start = time.perf_counter()
            measured = session.execute()
            elapsed = time.perf_counter() - start
            self._times[name].first.append(elapsed if measured is None else measured)
        except BaseException:
            session.close()
            raise
        return session, seconds

    def _measure_sessions(
        self,
        sessions: dict[str, InferenceSession],
        slow_sessions: dict[str, InferenceSession],
    ) -> None:
        """Measure the rounds of a block, and again without a driver that fails."""
        while sessions:
            candidates = {name: _candidate(name, session) for name, session in sessions.items()}
            try:
                times = measure_in_turns(candidates, self._limits.of_block())
            except _CandidateError as error:
                self._fail(error.name, error)
                sessions.pop(error.name)
                slow_sessions.pop(error.name, None)
                continue
            for name, seconds in times.items():
                self._times[name].blocks.append(seconds)
            return

    def _measure_timing(self, name: str, session: InferenceSession, version: Version) -> None:
        """Execute some times with a measurement by the driver."""
        limits = MeasurementLimits(
            0.0, self._limits.seconds * _TIMED_SHARE, min(self._limits.rounds, _TIMED_EXECUTIONS)
        )
        unit = 1e-9 if version >= Version.AIDL_V1 else 1e-6
        reported: list[tuple[int, int]] = []

        def execute() -> float | None:
            seconds = session.execute()
            reported.append((session.timing.time_on_device, session.timing.time_in_driver))
            return seconds

        session.measure = MeasureTiming.YES
        try:
            calls = measure_in_turns({name: execute}, limits)[name]
        except DRIVER_ERRORS as error:
            self._fail(name, error)
            return
        self._times[name].timing = _reported_timing(calls, reported, unit)

    def _fail(self, name: str, error: Exception) -> None:
        self.errors[name] = f"{self._mode}: {error}"

    def _latency(self, name: str, baseline: str) -> ModeLatency:
        times = self._times[name]
        seconds, sizes = _joined(times.blocks)
        comparison = None
        baseline_times = self._times.get(baseline)
        comparable = name != baseline and baseline not in self.errors
        if baseline_times is not None and comparable and len(seconds) >= MIN_ROUNDS:
            comparison = compare_latency(seconds, _joined(baseline_times.blocks)[0], sizes)
        return ModeLatency(
            latency_statistics(seconds, sizes),
            comparison,
            latency_statistics(np.array(times.first)),
            times.timing,
        )


def _candidate(name: str, session: InferenceSession) -> Callable[[], float | None]:
    def execute() -> float | None:
        try:
            return session.execute()
        except DRIVER_ERRORS as error:
            raise _CandidateError(name, error) from error

    return execute


def _joined(blocks: list[Array]) -> tuple[Array, list[int]]:
    return np.concatenate(blocks), [len(block) for block in blocks]


def _reported_timing(calls: Array, reported: list[tuple[int, int]], unit: float) -> ReportedTiming:
    """Return the medians of measured executions; ``reported`` also has those of the warm-up."""
    medians: list[float | None] = []
    for kind in range(2):
        values = [times[kind] for times in reported if times[kind] != NO_TIMING]
        medians.append(float(np.median(values)) * unit if values else None)
    on_device, in_driver = medians
    call, note = float(np.median(calls)), ""
    if on_device is not None and in_driver is not None and on_device > in_driver:
        note = "the time on the device exceeds the time in the driver"
    longest = max((value for value in medians if value is not None), default=0.0)
    # The driver rounds to its unit, and both clocks have a resolution.
    if longest > 1.1 * call + 2 * unit:
        note = "the driver reports a longer time than the call took"
    return ReportedTiming(len(calls), call, on_device, in_driver, note)
