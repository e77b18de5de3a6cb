"""The ways in which a HAL version executes a request, with deadlines and loop timeouts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from conformance import hal
from conformance.checks.check_context import CheckContext
from conformance.hal import MeasureTiming, PreparedModel, Request, Version
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
    context: CheckContext,
    limits: ExecutionLimits = _NO_LIMITS,
    *,
    timeout: float | None = None,
    names: Collection[str] | None = None,
) -> dict[str, Execute]:
    """Return the functions that execute along each mode of the HAL version, by its name.

    A burst request has no field for a deadline and a loop timeout, so bursts are included only
    without these. With a deadline from HAL 1.3 on there is also ``fenced with duration``, which
    passes the time as the duration after the last fence. The modes ``synchronous reusable`` and
    ``fenced reusable`` (AIDL_V4) use one reusable execution as long as prepared model and request
    are the same; ``synchronous with config`` and ``fenced with config`` pass a configuration.
    ``timeout`` is the limit in seconds for callbacks and fences, by default ``--limit callback=N``.
    ``names`` are the names of the modes to return, in the order of the result; by default all.
    """
    limit = context.options.callback_timeout if timeout is None else timeout
    measure, loop = limits.measure, limits.loop_timeout
    config = hal.ExecutionConfig(measure, loop)
    duration = int((limits.seconds or 0) * 1e9)
    v1_0, v1_2, v1_3, v4 = Version.V1_0, Version.V1_2, Version.V1_3, Version.AIDL_V4
    newest, unlimited = max(Version), limits.seconds is None and loop is None
    sync, fenced = driver_calls.execute_synchronously, fenced_execution.launch_fenced
    reusable = _reusable_modes(limits, limit, config)

    def finish(launch: fenced_execution.FencedLaunch) -> driver_calls.ExecutionOutcome:
        return fenced_execution.outcome_of_launch(launch, limit)[0]

    rows: tuple[tuple[str, Version, Version, bool, Execute], ...] = (
        ("synchronous", v1_2, newest, True,
         lambda p, r: sync(p, r, measure, loop, limits.deadline)),
        ("asynchronous", v1_0, v1_3, True,
         lambda p, r: driver_calls.execute_asynchronously(
             p, r, measure, limit, RecordingExecutionCallback(), loop, limits.deadline)),
        ("fenced", v1_3, newest, True,
         lambda p, r: finish(
             fenced(p, r, measure, deadline=limits.deadline, loop_timeout=loop))),
        ("fenced with duration", v1_3, newest, limits.seconds is not None,
         lambda p, r: finish(fenced(p, r, measure, loop_timeout=loop, duration=duration))),
        ("burst", v1_2, newest, unlimited,
         lambda p, r: burst_execution.execute_through_burst(p, r, measure, limit)),
        ("synchronous with config", v4, newest, True,
         lambda p, r: configured_calls.execute_synchronously(p, r, config, limits.deadline)),
        ("fenced with config", v4, newest, True,
         lambda p, r: finish(
             configured_calls.launch_fenced(p, r, config, deadline=limits.deadline))),
        ("synchronous reusable", v4, newest, True, reusable[0]),
        ("fenced reusable", v4, newest, True, reusable[1]),
    )  # fmt: skip
    modes = {
        name: execute
        for name, since, until, exists, execute in rows
        if exists and since <= context.version <= until
    }
    return modes if names is None else {name: modes[name] for name in names if name in modes}


def _reusable_modes(
    limits: ExecutionLimits, timeout: float, config: hal.ExecutionConfig
) -> tuple[Execute, Execute]:
    """Return the modes that execute through a reusable execution: synchronous and fenced."""
    kept, kept_fenced = reusable_execution.KeptExecution(), reusable_execution.KeptExecution()

    def synchronous(prepared: PreparedModel, request: Request) -> driver_calls.ExecutionOutcome:
        status, execution = kept.create(prepared, request, config)
        if execution is None:
            return driver_calls.ExecutionOutcome(status, (), hal.Timing())
        return reusable_execution.execute_synchronously(execution, limits.deadline)

    def fenced(prepared: PreparedModel, request: Request) -> driver_calls.ExecutionOutcome:
        status, execution = kept_fenced.create(prepared, request, config)
        if execution is None:
            return driver_calls.ExecutionOutcome(status, (), hal.Timing())
        launch = reusable_execution.launch_fenced(execution, deadline=limits.deadline)
        return fenced_execution.outcome_of_launch(launch, timeout)[0]

    return synchronous, fenced


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
