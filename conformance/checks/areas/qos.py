"""Checks of quality of service: priorities, deadlines and loop timeouts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from conformance import hal
from conformance.checks.check_context import CheckContext, expect, require
from conformance.checks.execution_modes import ExecutionLimits, execution_modes
from conformance.checks.fenced_launches import PendingExecution, completion_problem, fenced_launches
from conformance.checks.registration import check, quality_warning
from conformance.checks.sample_models import addition_chain_model, addition_model
from conformance.checks.sample_requests import (
    AdditionRequest,
    execute_request,
)
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback
from conformance.harness.execution.outcome_checks import MISSED_DEADLINE_STATUSES
from conformance.verdicts import VTS_DEMAND, Finding, VerdictKind

_PREPARE = "IDevice.prepareModel_1_3, deadline; Drivers: Quality of service"
_EXECUTE = "IPreparedModel.execute_1_3, deadline; Drivers: Quality of service"
_LOOP = "IPreparedModel.execute_1_3, loopTimeoutDuration; types.hal LoopTimeoutDurationNs"
_FAR_DEADLINE: Final = 2**63 - 1
"""The latest time of the client's clock, in nanoseconds."""
_LARGEST: Final = 2**64 - 1
"""The largest time of HIDL; AIDL has signed numbers."""

_MILLISECOND: Final = 1_000_000
_FAR_LIMIT_SECONDS: Final = 0.3
"""Seconds by which a far limit may prolong the fastest of several executions."""

_REPETITIONS: Final = 5
"""Number of executions of which a busy machine may delay all but one."""


def _deadlines(version: hal.Version) -> Iterator[tuple[str, int, bool]]:
    """Yield name and monotonic time of each deadline, and whether a driver may miss it."""
    now = time.monotonic_ns()
    yield "now", now, True
    yield "in 100 ms", now + 100 * _MILLISECOND, True
    yield "in 60 s", now + 60_000 * _MILLISECOND, False
    yield "in an hour", now + 3_600_000 * _MILLISECOND, False
    yield "at the latest possible time", _FAR_DEADLINE, False
    if version <= hal.Version.V1_3:
        yield "of the largest number", _LARGEST, False


@check(_PREPARE, since=hal.Version.V1_3)
def preparation_deadline(context: CheckContext) -> Iterator[Finding | str]:
    """IDevice::prepareModel with a deadline answers NONE and notifies its callback of NONE with a
    prepared model, or, only if the deadline is near, of a missed deadline without one. The prepared
    model computes its own model, not one that was prepared earlier.
    """
    deadlines = list(_deadlines(context.version))
    longest = len(deadlines) + 2
    context.prepare(addition_chain_model(4, longest))  # the check ends if this is not supported
    for steps, (name, deadline, may_miss) in enumerate(deadlines, start=2):
        chain = addition_chain_model(4, steps)
        end, _ = context.try_to_prepare(chain, deadline=deadline)
        if may_miss and end.launch == end.status and end.launch in MISSED_DEADLINE_STATUSES:
            yield _missed_at_launch(f"deadline {name}: prepare_model", end.launch)
        elif end.launch != hal.ErrorStatus.NONE:
            yield f"deadline {name}: prepare_model returned {end.launch.name}; NONE was expected"
        if end.status not in _permitted(may_miss):
            yield f"deadline {name}: prepare_model notified its callback of {end.status.name}"
        if (end.model is None) == (end.status == hal.ErrorStatus.NONE):
            model = "no prepared model" if end.model is None else "a prepared model"
            yield (
                f"deadline {name}: prepare_model notified its callback of {end.status.name} and "
                f"{model}; a prepared model was expected with NONE, and only with NONE"
            )
        if end.model is not None:
            if may_miss:  # the deadline of the preparation is none of the executions
                time.sleep(max(0.0, (deadline - time.monotonic_ns()) / 1e9))
            with context.case(f"deadline {name}"):
                AdditionRequest(context, steps=steps).run(end.model)


def _missed_at_launch(call: str, status: hal.ErrorStatus) -> Finding:
    reason = (
        f"{call} itself answered {status.name}; VTS demands NONE from the launch and the missed "
        "deadline from the callback, although the HAL permits this answer"
    )
    return Finding(VerdictKind.FAILED, "", reason, VTS_DEMAND)


def _permitted(may_miss: bool) -> tuple[hal.ErrorStatus, ...]:
    return (
        (hal.ErrorStatus.NONE, *MISSED_DEADLINE_STATUSES) if may_miss else (hal.ErrorStatus.NONE,)
    )


@check(_EXECUTE, since=hal.Version.V1_3, until=hal.Version.V1_3)
def asynchronous_execution_deadline(context: CheckContext) -> Iterator[Finding]:
    """IPreparedModel::execute with a deadline answers NONE and notifies its callback of NONE, or,
    only if the deadline is near, of a missed deadline.
    """
    prepared = context.prepare(addition_model())
    no, limit = hal.MeasureTiming.NO, context.options.callback_timeout
    for name, deadline, may_miss in _deadlines(context.version):
        addition = AdditionRequest(context, 2)
        outcome = driver_calls.execute_asynchronously(
            prepared, addition.request, no, limit, RecordingExecutionCallback(), deadline=deadline
        )
        launch = outcome.launch
        if may_miss and launch == outcome.status and launch in MISSED_DEADLINE_STATUSES:
            yield _missed_at_launch(f"deadline {name}: execute", launch)
            continue
        with context.case(f"deadline {name}"):
            if launch is not None:
                expect(launch, "execute")
            expect(outcome.status, "the execution", *_permitted(may_miss))
            if outcome.status == hal.ErrorStatus.NONE:
                require(addition.problem(outcome))


@check(_EXECUTE, since=hal.Version.V1_3)
def deadline_overrun(context: CheckContext) -> Iterator[Finding]:
    """An execution with a deadline ends at most 100 ms after it, or, if an execution without a
    deadline takes longer than 50 ms, at most twice this time after it. The fastest of several
    executions is compared.
    """
    prepared = context.prepare(addition_model())
    addition = AdditionRequest(context)
    durations: list[float] = []
    late: list[float] = []
    for _ in range(_REPETITIONS):
        start = time.monotonic()
        execute_request(context, prepared, addition.request)
        durations.append(time.monotonic() - start)
        start = time.monotonic()
        deadline = time.monotonic_ns() + 5 * _MILLISECOND
        execute_request(context, prepared, addition.request, deadline=deadline)
        late.append(time.monotonic() - start - 0.005)
        allowed = max(0.1, 2 * min(durations))
        if min(late) <= allowed:
            return
    yield quality_warning(
        f"{_REPETITIONS} executions with a deadline in 5 ms ended {min(late):.3g} s or more after "
        f"it; at most {allowed:.3g} s was expected"
    )


def _fenced_limits(context: CheckContext) -> Iterator[tuple[str, dict[str, int], bool]]:
    """Yield limits of fenced executions, each with a name and whether a driver may miss it."""
    latest = [_FAR_DEADLINE] + [_LARGEST] * (context.version <= hal.Version.V1_3)
    now = time.monotonic_ns()
    for far in latest:
        yield f"the duration {far} ns", {"duration": far}, False
        yield f"the deadline {far}", {"deadline": far}, False
        yield (
            f"the deadline {far} and as long a duration",
            {"deadline": far, "duration": far},
            False,
        )
    yield "the duration 1 ns", {"duration": 1}, True
    yield "the duration 0", {"duration": 0}, True
    yield "a deadline in 1 ms", {"deadline": now + _MILLISECOND}, True
    yield "a deadline in the past", {"deadline": now - _MILLISECOND}, True
    near = {"deadline": now + _MILLISECOND, "duration": latest[-1]}
    yield "a deadline in 1 ms and the longest duration", near, True


@check(f"{_EXECUTE}; IPreparedModel.executeFenced, deadline, duration", since=hal.Version.V1_3)
def extreme_fenced_limits(context: CheckContext) -> None:
    """A fenced execution that waits for a fence ends with NONE and the expected values with
    deadlines and durations near the largest number, and with these or a missed deadline if they
    are near or past, on every fenced execution path.
    """
    prepared = context.prepare(addition_model())
    for name, launch in fenced_launches(context).items():
        for what, limits, may_miss in _fenced_limits(context):
            pending = PendingExecution(context, prepared, 3, launch=launch, **limits)
            pending.wait_for_launch()
            pending.signal()
            with context.case(f"{name}, with {what}"):
                end = pending.finish()
                expect(end.status, "it", *_permitted(may_miss))
                if end.status == hal.ErrorStatus.NONE:
                    require(completion_problem(end, pending.addition))


@check(_EXECUTE, since=hal.Version.V1_3)
def far_limits(context: CheckContext) -> None:
    """An execution with a far deadline, duration or loop timeout ends when it is done: with limits
    of 2 s, and with the latest deadline, it takes less than 0.3 s longer than without, on every
    execution path. The fastest of several executions is compared.
    """
    prepared, unlimited = context.prepare(addition_model()), execution_modes(context)
    for seconds in (2.0, (_FAR_DEADLINE - time.monotonic_ns()) / 1e9 - 60):
        for limits in (ExecutionLimits(seconds=seconds), ExecutionLimits(loop_timeout=2 * 10**9)):
            for name, execute in execution_modes(context, limits).items():
                took: dict[bool, list[float]] = {False: [], True: []}
                for _ in range(_REPETITIONS):
                    for limited in (False, True):
                        run = execute if limited else unlimited.get(name, execute)
                        start = time.monotonic()
                        with context.case(f"{name}, with limits of {seconds:g} s"):
                            AdditionRequest(context, 2).run(prepared, run)
                        took[limited].append(time.monotonic() - start)
                    if min(took[True]) - min(took[False]) < _FAR_LIMIT_SECONDS:
                        break
                else:
                    context.report(
                        f"{name}: executions with limits of {seconds:g} s took at least "
                        f"{min(took[True]):.3g} s, and without {min(took[False]):.3g} s; less than "
                        f"{_FAR_LIMIT_SECONDS} s more was expected"
                    )
