"""Checks of the limits of long executions: loop timeouts, deadlines and durations.

The contract distinguishes two kinds of limits. An execution whose loop exceeds its timeout *must*
be aborted, so a driver that does not abort it fails. An execution that misses its deadline, or the
duration after its fences, *may* be aborted, so a driver that continues gets a quality warning.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import wait
from functools import partial
from typing import Final, NamedTuple

from conformance.checks.check_context import CheckContext, skip_if_lacking_resources, start_thread
from conformance.checks.execution_modes import Execute, ExecutionLimits, execution_modes
from conformance.checks.registration import check, quality_warning
from conformance.checks.sample_models import addition_model, loop_model
from conformance.checks.sample_requests import (
    AdditionRequest,
    LoopRequest,
    execution_problem,
    superfluous_result,
)
from conformance.hal import PreparedModel, Request, Version
from conformance.harness.calls import driver_calls
from conformance.harness.execution.outcome_checks import MISSED_DEADLINE_STATUSES, format_permitted
from conformance.harness.supervision.wait_policy import measure_driver_time
from conformance.verdicts import Finding, VerdictKind

_LOOP: Final = "IPreparedModel.execute_1_3, loopTimeoutDuration; types.hal LoopTimeoutDurationNs"
_DEADLINE: Final = (
    "IPreparedModel.execute_1_3, deadline; IPreparedModel.executeFenced, timeoutDurationAfterFence"
)
_MAXIMUM: Final = 15_000_000_000
"""LoopTimeoutDurationNs::MAXIMUM."""

_LATEST_SECONDS: Final = 20.0
"""A loop that runs for so long has exceeded its timeout, also on a busy machine."""
_SHORTEST_SECONDS: Final = 1.0
"""A loop that is aborted earlier has not had the default time."""

_AT_ONCE_SECONDS: Final = 1.0
"""The time after which a driver has not aborted at a deadline."""

_NEXT: Final = "a loop without an iteration on the same prepared model"
_ATTEMPTS: Final = 3
"""Number of executions of which a busy machine may delay all but one."""


class _TimedExecution(NamedTuple):
    """One of several simultaneous executions; without outcome and finding it has not ended."""

    outcome: driver_calls.ExecutionOutcome | None = None
    finding: Finding | None = None
    seconds: float = 0.0


def _run_endless_loops(
    context: CheckContext, limits: ExecutionLimits
) -> Iterator[tuple[str, _TimedExecution, str]]:
    """Execute an endless loop along all modes at the same time; yield the name and the result.

    The last value describes what is wrong with a following execution of each prepared model, whose
    loop ends at once; it is empty if nothing is wrong or the endless loop has not ended.
    """
    modes = execution_modes(context, limits, timeout=_LATEST_SECONDS)
    modes.pop("burst", None)
    context.require_concurrent_calls(len(modes))

    def run(execute: Execute, prepared: PreparedModel, request: Request) -> _TimedExecution:
        start, outcome, finding = time.monotonic(), None, None
        try:
            outcome = execute(prepared, request)
        except driver_calls.DriverCallError as error:
            finding = error.finding
        return _TimedExecution(outcome, finding, time.monotonic() - start)

    prepared = {name: context.prepare(loop_model()) for name in modes}
    futures = {
        name: start_thread(
            partial(run, execute, prepared[name], LoopRequest(context).request), "nn-execute"
        )
        for name, execute in modes.items()
    }
    with measure_driver_time():
        wait(futures.values(), _LATEST_SECONDS)
    for name, future in futures.items():
        result, following = future.result() if future.done() else _TimedExecution(), ""
        if result.outcome is not None:
            following = execution_problem(context, prepared[name], LoopRequest(context, -1, -1))
        yield name, result, following


def _aborted_problem(name: str, result: _TimedExecution, limit: str) -> Finding | str:
    """Return what is wrong with the end of an endless loop; empty if it was aborted correctly."""
    if result.finding is not None and result.finding.kind is not VerdictKind.HANG:
        return result.finding
    what = f"{name}: the execution of an endless loop with {limit}"
    if result.outcome is None:
        return (
            f"{what} did not end within {_LATEST_SECONDS:g} s; it must be aborted with a "
            "missed-deadline status"
        )
    status, problem = result.outcome.status, superfluous_result(result.outcome)
    skip_if_lacking_resources(status, "the execution of an endless loop")
    if status not in MISSED_DEADLINE_STATUSES:
        problem = f"{status.name}; {format_permitted(MISSED_DEADLINE_STATUSES)}"
    return f"{what} ended with {problem}" if problem else ""


@check(_LOOP, since=Version.V1_3)
def default_loop_timeout(context: CheckContext) -> Iterator[Finding | str]:
    """An execution of an endless WHILE loop without loopTimeoutDuration is aborted after 2 s
    (LoopTimeoutDurationNs::DEFAULT) with MISSED_DEADLINE_TRANSIENT or MISSED_DEADLINE_PERSISTENT,
    on every execution path; the prepared model still executes afterwards.

    An abort long before this time is a quality warning: a loop may run for 2 s.
    """
    for name, result, following in _run_endless_loops(context, ExecutionLimits()):
        if following:
            yield f"{name}: after the default loop timeout of 2 s, {_NEXT}: {following}"
        problem = _aborted_problem(name, result, "the default loop timeout of 2 s")
        if problem:
            yield problem
        elif result.seconds < _SHORTEST_SECONDS:
            yield quality_warning(
                f"{name}: an endless loop without loopTimeoutDuration was aborted after "
                f"{result.seconds:.3g} s; the default of 2 s was expected"
            )


@check(_DEADLINE, since=Version.V1_3)
def deadline_in_loop(context: CheckContext) -> Iterator[Finding | str]:
    """An endless WHILE loop with a loopTimeoutDuration of 1.5 s and a deadline, or a duration after
    the fences, of 100 ms ends with MISSED_DEADLINE_TRANSIENT or MISSED_DEADLINE_PERSISTENT, on
    every execution path.

    The contract permits an abort at the deadline, but does not require it: an end that comes only
    with the loop timeout in each of three executions is a quality warning.
    """
    limits = ExecutionLimits(seconds=0.1, loop_timeout=1_500_000_000)
    fastest: dict[str, float] = {}
    for _ in range(_ATTEMPTS):
        failed = False
        for name, result, following in _run_endless_loops(context, limits):
            if following:
                yield f"{name}: after a deadline in 100 ms, {_NEXT}: {following}"
            limit = "a loop timeout of 1.5 s and a deadline in 100 ms"
            problem = _aborted_problem(name, result, limit)
            if problem:
                yield problem
            failed = failed or bool(following or problem)
            fastest[name] = min(result.seconds, fastest.get(name, result.seconds))
        if failed or max(fastest.values(), default=0.0) <= _AT_ONCE_SECONDS:
            return
    for name, seconds in fastest.items():
        if seconds > _AT_ONCE_SECONDS:
            what = "duration of 100 ms" if "after a fence" in name else "deadline in 100 ms"
            yield quality_warning(
                f"{name}: an endless loop with a {what} was aborted only after {seconds:.3g} s; "
                "an abort at the deadline was expected"
            )


@check(_LOOP, since=Version.V1_3)
def loop_timeout_without_loop(context: CheckContext) -> None:
    """An execution of a model without loops ignores loopTimeoutDuration: with 1 ns and with the
    maximum of 15 s it ends with NONE and the expected values, on every execution path.
    """
    prepared = context.prepare(addition_model(1024))
    for duration in (1, _MAXIMUM):
        limits, addition = ExecutionLimits(loop_timeout=duration), AdditionRequest(context, 3, 1024)
        addition.run_along_modes(prepared, f"loopTimeoutDuration of {duration} ns", limits=limits)
    with context.case("execution without loopTimeoutDuration, after ones with it"):
        AdditionRequest(context, 4, 1024).run(prepared)


@check(_LOOP, since=Version.V1_3)
def maximum_loop_timeout(context: CheckContext) -> None:
    """An execution of a WHILE loop that ends by itself answers NONE and the expected value, with a
    loopTimeoutDuration of 15 s (LoopTimeoutDurationNs::MAXIMUM), with one whose low 32 bits are 0,
    and without one, on every execution path.
    """
    prepared = context.prepare(loop_model(20))
    for duration in (_MAXIMUM, 3 << 32, None):
        limits = ExecutionLimits(loop_timeout=duration)
        stated = "no loopTimeoutDuration" if duration is None else "a loopTimeoutDuration"
        what = f"a loop of 17 iterations with {stated}"
        LoopRequest(context, 3, 20).run_along_modes(prepared, what, limits=limits)
