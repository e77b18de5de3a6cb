"""The ways in which a HAL version executes a request, with deadlines and loop timeouts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from conformance.checks.check_context import CheckContext
from conformance.hal import ExecutionConfig, MeasureTiming, PreparedModel, Request, Timing, Version
from conformance.harness.calls import (
    burst_execution,
    configured_calls,
    driver_calls,
    fenced_execution,
    reusable_execution,
)
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback
from conformance.harness.supervision.wait_policy import measure_driver_time
from conformance.verdicts import Finding

Execute = Callable[[PreparedModel, Request], driver_calls.ExecutionOutcome]
"""Function that executes a request on a prepared model and returns the outcome."""


@dataclass(frozen=True, slots=True)
class ExecutionLimits:
    """The arguments of an execution other than its request.

    Attributes:
        measure: the value of MeasureTiming.
        seconds: seconds from the call to the deadline; ``None``: no deadline.
        loop_timeout: loopTimeoutDuration in nanoseconds; ``None``: not specified.

    """

    measure: MeasureTiming = MeasureTiming.NO
    seconds: float | None = None
    loop_timeout: int | None = None

    @property
    def deadline(self) -> int | None:
        """Return the deadline, if the execution starts now, in nanoseconds."""
        if self.seconds is None:
            return None
        return time.monotonic_ns() + int(self.seconds * 1e9)


_NO_LIMITS: Final = ExecutionLimits()


def execution_modes(
    context: CheckContext, limits: ExecutionLimits = _NO_LIMITS, *, timeout: float | None = None
) -> dict[str, Execute]:
    """Return the functions that execute along each mode of the HAL version, by its name.

    A burst request has no field for a deadline and a loop timeout, so bursts are included only
    without these. With a deadline from HAL 1.3 on there is also ``fenced with duration``, which
    passes the time as the duration after the last fence. The modes ``synchronous reusable`` and
    ``fenced reusable`` (AIDL_V4) use one reusable execution as long as prepared model and request
    are the same; ``synchronous with config`` and ``fenced with config`` pass a configuration.
    ``timeout`` is the limit in seconds for callbacks and fences, by default ``--callback-timeout``.
    """
    limit = context.options.callback_timeout if timeout is None else timeout
    modes: dict[str, Execute] = {}
    if context.version >= Version.V1_2:
        modes["synchronous"] = partial(_synchronously, limits)
    if context.version <= Version.V1_3:
        modes["asynchronous"] = partial(_asynchronously, limits, limit)
    if context.version >= Version.V1_3:
        modes["fenced"] = partial(_fenced, limits, limit)
        if limits.seconds is not None:
            modes["fenced with duration"] = partial(_fenced_with_duration, limits, limit)
    if context.version >= Version.V1_2 and limits.seconds is None and limits.loop_timeout is None:
        modes["burst"] = partial(_through_burst, limits, limit)
    if context.version >= Version.AIDL_V4:
        modes["synchronous with config"] = partial(_configured, limits, None)
        modes["fenced with config"] = partial(_configured, limits, limit)
        modes["synchronous reusable"] = partial(
            _reusable, limits, reusable_execution.KeptExecution(), None
        )
        modes["fenced reusable"] = partial(
            _reusable, limits, reusable_execution.KeptExecution(), limit
        )
    return modes


def _synchronously(
    limits: ExecutionLimits, prepared: PreparedModel, request: Request
) -> driver_calls.ExecutionOutcome:
    return driver_calls.execute_synchronously(
        prepared, request, limits.measure, limits.loop_timeout, limits.deadline
    )


def _asynchronously(
    limits: ExecutionLimits, timeout: float, prepared: PreparedModel, request: Request
) -> driver_calls.ExecutionOutcome:
    record = RecordingExecutionCallback()
    return driver_calls.execute_asynchronously(
        prepared, request, limits.measure, timeout, record, limits.loop_timeout, limits.deadline
    )


def _fenced(
    limits: ExecutionLimits, timeout: float, prepared: PreparedModel, request: Request
) -> driver_calls.ExecutionOutcome:
    launch = fenced_execution.launch_fenced(
        prepared,
        request,
        limits.measure,
        deadline=limits.deadline,
        loop_timeout=limits.loop_timeout,
    )
    return _fenced_outcome(launch, timeout)


def _fenced_with_duration(
    limits: ExecutionLimits, timeout: float, prepared: PreparedModel, request: Request
) -> driver_calls.ExecutionOutcome:
    duration = int((limits.seconds or 0) * 1e9)
    launch = fenced_execution.launch_fenced(
        prepared, request, limits.measure, loop_timeout=limits.loop_timeout, duration=duration
    )
    return _fenced_outcome(launch, timeout)


def _fenced_outcome(
    launch: fenced_execution.FencedLaunch, timeout: float
) -> driver_calls.ExecutionOutcome:
    end = fenced_execution.finish_fenced(launch, timeout)
    return driver_calls.ExecutionOutcome(end.status, (), end.since_launch)


def _through_burst(
    limits: ExecutionLimits, timeout: float, prepared: PreparedModel, request: Request
) -> driver_calls.ExecutionOutcome:
    return burst_execution.execute_through_burst(prepared, request, limits.measure, timeout)


def _configured(
    limits: ExecutionLimits, fence_timeout: float | None, prepared: PreparedModel, request: Request
) -> driver_calls.ExecutionOutcome:
    """Execute with a configuration: fenced if there is a time limit for the fence."""
    config = ExecutionConfig(limits.measure, limits.loop_timeout)
    if fence_timeout is None:
        return configured_calls.execute_synchronously(prepared, request, config, limits.deadline)
    launch = configured_calls.launch_fenced(prepared, request, config, deadline=limits.deadline)
    return _fenced_outcome(launch, fence_timeout)


def _reusable(
    limits: ExecutionLimits,
    kept: reusable_execution.KeptExecution,
    fence_timeout: float | None,
    prepared: PreparedModel,
    request: Request,
) -> driver_calls.ExecutionOutcome:
    """Execute through a reusable execution: fenced if there is a time limit for the fence."""
    config = ExecutionConfig(limits.measure, limits.loop_timeout)
    status, execution = kept.create(prepared, request, config)
    if execution is None:
        return driver_calls.ExecutionOutcome(status, (), Timing())
    if fence_timeout is None:
        return reusable_execution.execute_synchronously(execution, limits.deadline)
    launch = reusable_execution.launch_fenced(execution, deadline=limits.deadline)
    return _fenced_outcome(launch, fence_timeout)


@dataclass(slots=True)
class TimedExecution:
    """One of several simultaneous executions; without outcome and finding it has not ended."""

    outcome: driver_calls.ExecutionOutcome | None = None
    finding: Finding | None = None
    seconds: float = 0.0
    errors: list[Exception] = field(default_factory=list)


def execute_at_the_same_time(
    context: CheckContext,
    executions: Mapping[str, Callable[[], driver_calls.ExecutionOutcome]],
    seconds: float,
) -> Iterator[tuple[str, TimedExecution]]:
    """Run executions on one thread each; yield the name and the result of each, in order.

    The executions that have not ended after ``seconds`` are yielded without an outcome. An
    exception that does not describe an error of the driver is raised: it is an error of the suite.
    """
    context.require_concurrent_calls(len(executions))
    results = {name: TimedExecution() for name in executions}

    def run(execute: Callable[[], driver_calls.ExecutionOutcome], result: TimedExecution) -> None:
        start = time.monotonic()
        try:
            result.outcome = execute()
        except driver_calls.DriverCallError as error:
            result.finding = error.finding
        except Exception as error:
            result.errors.append(error)
        result.seconds = time.monotonic() - start

    threads = [
        threading.Thread(target=run, args=(execute, results[name]), name="nn-execute", daemon=True)
        for name, execute in executions.items()
    ]
    end = time.monotonic() + seconds
    for thread in threads:
        thread.start()
    with measure_driver_time():
        for thread in threads:
            thread.join(max(0.0, end - time.monotonic()))
    for name, result in results.items():
        if result.errors:
            raise result.errors[0]
        yield name, result
