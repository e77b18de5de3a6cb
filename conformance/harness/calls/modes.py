"""``MODES``: the ways to execute a request, one row each.

Paths, checks and sessions of networks execute through these rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from conformance import hal
from conformance.harness.calls import (
    burst_execution,
    driver_calls,
    fenced_execution,
    reusable_execution,
)
from conformance.harness.calls.driver_calls import ExecutionOutcome
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback


@dataclass(slots=True)
class ExecutionCall:
    """The arguments of one execution; deadline, duration and loop timeout are in nanoseconds.

    Attributes:
        timeout: limit in seconds for the answer of the driver.
        duration: the limit after the last fence of a fenced execution.
        record: the callback of an asynchronous execution; by default a new one.
        kept: the reusable execution that later executions share; by default a new one.
        wait_for: the fences for which a fenced execution waits.
        hints: the hints of a configuration.
        prefixes: the prefixes of the extensions whose hints are used.

    """

    prepared: hal.PreparedModel
    request: hal.Request
    timeout: float
    measure: hal.MeasureTiming = hal.MeasureTiming.NO
    deadline: int | None = None
    loop_timeout: int | None = None
    duration: int | None = None
    record: RecordingExecutionCallback | None = None
    kept: reusable_execution.KeptExecution | None = None
    wait_for: tuple[hal.Fence, ...] = ()
    hints: tuple[hal.TokenValuePair, ...] = ()
    prefixes: Mapping[str, int] = field(default_factory=dict)

    @property
    def config(self) -> hal.ExecutionConfig:
        """The measurement, the loop timeout and the hints as a configuration."""
        return hal.ExecutionConfig(self.measure, self.loop_timeout, self.hints, self.prefixes)

    @property
    def fenced(self) -> dict[str, Any]:
        """The arguments that all fenced executions have."""
        return {"wait_for": self.wait_for, "deadline": self.deadline, "duration": self.duration}


def _synchronous(call: ExecutionCall) -> ExecutionOutcome:
    arguments = call.request, call.measure, call.loop_timeout, call.deadline
    return driver_calls.execute_synchronously(call.prepared, *arguments)


def _asynchronous(call: ExecutionCall) -> ExecutionOutcome:
    record = call.record or RecordingExecutionCallback()
    arguments = call.measure, call.timeout, record, call.loop_timeout, call.deadline
    return driver_calls.execute_asynchronously(call.prepared, call.request, *arguments)


def _fenced(call: ExecutionCall) -> ExecutionOutcome:
    launch = fenced_execution.launch_fenced(
        call.prepared, call.request, call.measure, loop_timeout=call.loop_timeout, **call.fenced
    )
    return fenced_execution.finish_fenced(launch, call.timeout)


def _burst(call: ExecutionCall) -> ExecutionOutcome:
    arguments = call.request, call.measure, call.timeout
    return burst_execution.execute_through_burst(call.prepared, *arguments)


def _with_config(call: ExecutionCall) -> ExecutionOutcome:
    arguments = call.request, call.config, call.deadline
    return driver_calls.execute_with_config(call.prepared, *arguments)


def _fenced_with_config(call: ExecutionCall) -> ExecutionOutcome:
    launch = fenced_execution.launch_fenced_with_config(
        call.prepared, call.request, call.config, **call.fenced
    )
    return fenced_execution.finish_fenced(launch, call.timeout)


def _created(call: ExecutionCall) -> hal.Execution | ExecutionOutcome:
    """Return the reusable execution of a request, or the outcome that the driver refuses it."""
    kept = call.kept or reusable_execution.KeptExecution()
    status, execution = kept.create(call.prepared, call.request, call.config)
    return ExecutionOutcome(status, (), hal.Timing()) if execution is None else execution


def _reusable(call: ExecutionCall) -> ExecutionOutcome:
    created = _created(call)
    if not isinstance(created, hal.Execution):
        return created
    return reusable_execution.execute_synchronously(created, call.deadline)


def _reusable_fenced(call: ExecutionCall) -> ExecutionOutcome:
    created = _created(call)
    if not isinstance(created, hal.Execution):
        return created
    launch = reusable_execution.launch_fenced(created, **call.fenced)
    return fenced_execution.finish_fenced(launch, call.timeout)


_NEWEST: Final = max(hal.Version)


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to execute a request.

    Attributes:
        name: the word in paths.
        title: the name in reasons.
        since, until: the first and the last version that have the mode.
        run: makes the calls and returns the outcome; raises ``DriverCallError``.
        limited: whether the call has a deadline and a loop timeout.
        fenced: whether the call waits for fences and returns one.

    """

    name: str
    title: str
    since: hal.Version
    run: Callable[[ExecutionCall], ExecutionOutcome]
    until: hal.Version = _NEWEST
    limited: bool = True
    fenced: bool = False


MODES: Final = MappingProxyType(
    {
        mode.name: mode
        for mode in (
            Mode("sync", "synchronous", hal.Version.V1_2, _synchronous),
            Mode("async", "asynchronous", hal.Version.V1_0, _asynchronous, until=hal.Version.V1_3),
            Mode("fenced", "fenced", hal.Version.V1_3, _fenced, fenced=True),
            Mode("sync_config", "synchronous with config", hal.Version.AIDL_V4, _with_config),
            Mode(
                "fenced_config",
                "fenced with config",
                hal.Version.AIDL_V4,
                _fenced_with_config,
                fenced=True,
            ),
            Mode("sync_reusable", "synchronous reusable", hal.Version.AIDL_V4, _reusable),
            Mode(
                "fenced_reusable",
                "fenced reusable",
                hal.Version.AIDL_V4,
                _reusable_fenced,
                fenced=True,
            ),
            # The last one: a check along all modes ends where a driver has no bursts.
            Mode("burst", "burst", hal.Version.V1_2, _burst, limited=False),
        )
    }
)
"""Every way to execute a request, by its name."""
