"""Latency of one execution mode of several drivers, which are measured alternately."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from conformance.hal import NO_TIMING, Device, MeasureTiming, Version
from conformance.harness.calls.driver_calls import DriverCallError
from conformance.models.accuracy.evaluators import AccuracyTask
from conformance.models.inference import ExecutionMode, InferenceError, InferenceSession, prepare
from conformance.models.latency.measurement import MeasurementLimits, measure_in_turns
from conformance.models.latency.statistics import (
    MIN_ROUNDS,
    LatencyComparison,
    LatencyStatistics,
    compare_latency,
    latency_statistics,
)
from conformance.operations.definition.definition import Array

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
