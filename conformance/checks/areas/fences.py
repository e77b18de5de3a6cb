"""Checks of fenced execution: sync fences, deadlines and IFencedExecutionCallback."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import numpy as np

from conformance import hal
from conformance.checks.check_context import (
    CheckContext,
    Violation,
    described,
    expect,
    not_applicable,
    require,
    skip_if_lacking_resources,
)
from conformance.checks.fenced_launches import (
    PendingExecution,
    launch_on_thread,
    pending_fences,
)
from conformance.checks.registration import check, quality_warning
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import AdditionRequest, SampleRequest
from conformance.harness.calls import fenced_execution
from conformance.harness.execution.outcome_checks import MISSED_DEADLINE_STATUSES
from conformance.verdicts import Finding

_SECTION = "IPreparedModel.executeFenced; Drivers: Fenced execution"
_INFO_SECTION = "IFencedExecutionCallback.getExecutionInfo"
_INVALID = hal.ErrorStatus.INVALID_ARGUMENT
_WHILE_PENDING = "while the wait fence was pending"
_AT_ONCE = 2.0
"""Seconds within which a driver must have noticed the error of a fence, also on a busy machine."""
_AFTER_DEADLINE = 10.0
"""Seconds after which a driver that aborts executions at their deadline must have aborted."""


@check(_SECTION, since=hal.Version.V1_3)
def no_dependencies(context: CheckContext) -> None:
    """IPreparedModel::executeFenced without wait fences executes at once and ends with NONE; the
    outputs have the expected values when the execution has ended.
    """
    prepared = context.prepare(addition_model(4096))
    for seed in range(10):
        addition = AdditionRequest(context, seed, 4096)
        launch_on_thread(context, prepared, addition.request, []).complete(addition)


@check(_SECTION, since=hal.Version.V1_3)
def chained_executions(context: CheckContext) -> None:
    """An executeFenced that waits for the fence of an earlier executeFenced reads the outputs that
    the earlier one has written.
    """
    prepared = context.prepare(addition_model())
    (wait_fence,) = pending_fences(context)
    first = AdditionRequest(context, 3)
    # The second request adds the output of the first to itself, in the same memory. The error of
    # the first sum is doubled, too: the result has that of three operations.
    doubled = (2 * np.frombuffer(first.expected(), "<f4")).tobytes()
    second = SampleRequest(
        context,
        [first.expected()] * 2,
        [doubled],
        pools=(first.memory, AdditionRequest(context, 5).memory),
        places={0: first.places[2], 1: first.places[2], 2: hal.DataLocation(1, 64, 16)},
        steps=3,
    )
    launch = launch_on_thread(context, prepared, first.request, [wait_fence]).wait_for_launch()
    if launch is None or launch.fence is None:
        wait_fence.signal()
        return  # the driver waits within the call, so it returns no fence to wait for
    chain = launch_on_thread(context, prepared, second.request, [launch.fence])
    chain.wait_for_launch()
    wait_fence.signal()
    with described("the second execution, which doubles the output of the first"):
        chain.complete(second)


@check(_SECTION + "; INVALID_ARGUMENT includes fences in error states", since=hal.Version.V1_3)
def failed_dependency(context: CheckContext) -> None:
    """IPreparedModel::executeFenced with a wait fence that is already in the error state answers
    INVALID_ARGUMENT and does not execute, whatever the state of the other fences is.
    """
    prepared = context.prepare(addition_model())
    for others in ("", "signalled", "pending"):
        addition = AdditionRequest(context)
        wait_fences = [hal.SyncFence.failed()]
        if others == "signalled":
            wait_fences.insert(0, hal.SyncFence.signaled())
        elif others == "pending":
            wait_fences[:0] = pending_fences(context)
        launching = launch_on_thread(context, prepared, addition.request, wait_fences)
        launch = launching.wait_for_launch(min(context.options.callback_timeout, _AT_ONCE))
        for wait_fence in wait_fences:
            wait_fence.fail()
        status = launching.finish().status
        skip_if_lacking_resources(status, "execute_fenced")
        beside = f" and another one was {others}" if others else ""
        with context.case(f"a wait fence was in the error state{beside}"):
            if launch is None:
                raise Violation("execute_fenced did not return at once")
            expect(launch.status, f"execute_fenced, which ended with {status.name},", _INVALID)
        if not addition.outputs_untouched:
            context.report(
                f"execute_fenced wrote the outputs although a wait fence was in the error state"
                f"{beside}; unchanged outputs were expected"
            )


@check(
    _SECTION + "; the driver must immediately set the syncFence to error", since=hal.Version.V1_3
)
def dependency_fails_beside_pending(context: CheckContext) -> None:
    """The fence that IPreparedModel::executeFenced returned enters the error state at once when one
    of the wait fences does, while another wait fence is still pending; getExecutionInfo then
    answers an error, and the execution does not end with NONE.
    """
    prepared = context.prepare(addition_model())
    limit = min(context.options.callback_timeout, _AT_ONCE)
    for failing in (0, 1, 2):
        launching = PendingExecution(context, prepared, failing, count=3)
        launch = launching.wait_for_launch()
        launching.wait_fences[failing].fail()
        event = f"wait fence {failing} of 3 entered the error state"
        if launch is not None and launch.fence is not None and launch.callback is not None:
            state = fenced_execution.wait_for_fence(launch.fence, limit)
            if state is not hal.FenceStatus.ERROR:
                context.report(
                    f"the fence that execute_fenced returned was {state.name} {limit:g} s after "
                    f"{event}, while the others were pending; ERROR was expected"
                )
            elif fenced_execution.get_execution_info(launch.callback)[0] == hal.ErrorStatus.NONE:
                context.report(
                    f"get_execution_info returned NONE although {event}; an error was expected"
                )
        launching.signal()
        if launching.finish().status == hal.ErrorStatus.NONE:
            context.report(
                f"the fenced execution ended with NONE although {event}; an error was expected"
            )
        if not launching.addition.outputs_untouched:
            context.report(
                f"execute_fenced wrote the outputs although {event}; unchanged outputs were "
                "expected"
            )


@check(_SECTION, since=hal.Version.V1_3)
def deadline_without_signal(context: CheckContext) -> Iterator[Finding]:
    """IPreparedModel::executeFenced whose deadline passes while a wait fence is pending ends with
    MISSED_DEADLINE_TRANSIENT or MISSED_DEADLINE_PERSISTENT, or continues to wait for the fence.

    The contract allows a driver to abort an execution at its deadline, but does not require it:
    waiting beyond the deadline is a quality warning.
    """
    prepared = context.prepare(addition_model())
    deadline = time.monotonic_ns() + 100_000_000
    launching = PendingExecution(context, prepared, deadline=deadline)
    aborted = launching.ended_within(min(context.options.callback_timeout, _AFTER_DEADLINE))
    if not launching.addition.outputs_untouched:
        context.report(f"execute_fenced wrote the outputs {_WHILE_PENDING}")
    if not aborted:
        launching.signal()
    end = launching.finish()
    if aborted or end.status != hal.ErrorStatus.NONE:
        what = "the fenced execution, whose deadline had passed,"
        expect(end.status, what, *MISSED_DEADLINE_STATUSES)
        return
    with context.case("the wait fence was signalled after the deadline"):
        launching.complete(launching.addition)
    yield quality_warning(
        "the fenced execution waited for a fence beyond its deadline; an end with a "
        "missed-deadline error was expected"
    )


@check(_SECTION, since=hal.Version.V1_3)
def duration_after_signal(context: CheckContext) -> None:
    """The duration argument of IPreparedModel::executeFenced starts when the last wait fence is
    signalled, not at the launch: waiting for longer than the duration does not miss a deadline.
    """
    prepared = context.prepare(addition_model())
    seen = []
    for attempt in range(5):  # a busy machine may occasionally miss the short duration
        seconds = 0.1 * 2**attempt
        launching = PendingExecution(context, prepared, attempt, duration=int(seconds * 1e9))
        launching.wait_for_launch(1.5 * seconds)
        time.sleep(1.5 * seconds)
        launching.signal()
        status = launching.finish().status
        if status == hal.ErrorStatus.NONE:
            require(launching.addition.first_difference())
            return
        skip_if_lacking_resources(status, "the fenced execution")
        seen.append(status.name)
    raise Violation(
        "fenced executions with a duration of 100 ms to 1.6 s, whose wait fence was signalled "
        f"after three times the duration, ended with {', '.join(sorted(set(seen)))} in all 5 "
        "attempts; NONE was expected"
    )


@check(_INFO_SECTION, since=hal.Version.V1_3)
def info_before_completion(context: CheckContext) -> None:
    """IFencedExecutionCallback::getExecutionInfo answers GENERAL_FAILURE and no timing (UINT64_MAX)
    before the execution has ended.
    """
    launching = PendingExecution(context, context.prepare(addition_model()))
    launch = launching.wait_for_launch()
    if launch is not None and launch.callback is not None:
        status, *timings = fenced_execution.get_execution_info(launch.callback)
        if status != hal.ErrorStatus.GENERAL_FAILURE or any(
            timing != type(timing)() for timing in timings
        ):
            context.report(
                f"get_execution_info returned {status.name} and {timings} before the execution had "
                "ended; GENERAL_FAILURE and no timing (UINT64_MAX) were expected"
            )
    launching.signal()
    launching.finish()


@check(_INFO_SECTION, since=hal.Version.V1_3)
def info_after_completion(context: CheckContext) -> None:
    """IFencedExecutionCallback::getExecutionInfo answers NONE after the execution has ended, and
    the same timings on every call.
    """
    launching = PendingExecution(context, context.prepare(addition_model()))
    launching.wait_for_launch()
    launching.signal()
    launching.finish()
    launch = launching.wait_for_launch(0)
    if launch is None or launch.callback is None:
        return
    first, again = (fenced_execution.get_execution_info(launch.callback) for _ in range(2))
    if first[0] != hal.ErrorStatus.NONE or again != first:
        raise Violation(
            f"get_execution_info returned {first}, and {again} when called again, after the "
            "execution had ended; NONE and the same answer were expected"
        )


@check(_SECTION, since=hal.Version.V1_3, until=hal.Version.V1_3)
def null_fence(context: CheckContext) -> None:
    """IPreparedModel::executeFenced answers INVALID_ARGUMENT if a handle in waitFor is null."""
    if context.driver.process is not None:
        not_applicable(
            "a null handle cannot be sent to an isolated driver; run the suite with --in-process"
        )
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    end = launch_on_thread(context, prepared, addition.request, [None]).finish()
    expect(end.status, "execute_fenced with a null handle in wait_for", _INVALID)


@check(_SECTION, since=hal.Version.V1_3)
def client_fences_unchanged(context: CheckContext) -> None:
    """IPreparedModel::executeFenced does not close the descriptors in waitFor and does not change
    the state of these fences.
    """
    launching = PendingExecution(context, context.prepare(addition_model()), count=2)
    launching.wait_for_launch()
    launching.signal()
    launching.finish()
    for number, wait_fence in enumerate(launching.wait_fences):
        try:
            os.fstat(wait_fence.fileno())
        except OSError:
            state = "closed"
        else:
            state = wait_fence.status.name
        if state != hal.FenceStatus.SIGNALED.name:
            context.report(
                f"wait fence {number} is {state} after the execution; SIGNALED was expected"
            )
