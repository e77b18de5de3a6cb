"""Checks of fenced execution: sync fences, deadlines and IFencedExecutionCallback."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import numpy as np

from conformance.checks.check_context import (
    CheckContext,
    SkipCheck,
    skip_if_lacking_resources,
)
from conformance.checks.fenced_launches import (
    LaunchThread,
    PendingExecution,
    completion_problem,
    early_start_evidence,
    pending_fences,
)
from conformance.checks.registration import check, quality_warning
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import (
    AdditionRequest,
    execution_problem,
    wrong_status,
)
from conformance.drivers.own_process import IsolatedDevice
from conformance.hal import (
    DataLocation,
    ErrorStatus,
    FenceStatus,
    MeasureTiming,
    OperandType,
    Request,
    RequestArgument,
    SyncFence,
    Version,
)
from conformance.harness.calls import fenced_execution
from conformance.harness.execution.outcome_checks import MISSED_DEADLINE_STATUSES, format_permitted
from conformance.oracle.accuracy import describe_difference
from conformance.verdicts import Finding, VerdictKind

_SECTION = "IPreparedModel.executeFenced; Drivers: Fenced execution"
_INFO_SECTION = "IFencedExecutionCallback.getExecutionInfo"
_NO = MeasureTiming.NO
_PENDING_SECONDS = 0.2
"""Seconds for which a fence stays pending to observe that the execution does not start."""
_AT_ONCE = 2.0
"""Seconds within which a driver must have noticed the error of a fence, also on a busy machine."""
_AFTER_DEADLINE = 10.0
"""Seconds after which a driver that aborts executions at their deadline must have aborted."""


@check(_SECTION, since=Version.V1_3)
def no_dependencies(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::executeFenced without wait fences executes at once and ends with NONE; the
    outputs have the expected values when the execution has ended.
    """
    prepared = context.prepare(addition_model(4096))
    for seed in range(10):
        addition = AdditionRequest(context, seed, 4096)
        end = fenced_execution.finish_fenced(
            fenced_execution.launch_fenced(prepared, addition.request, _NO),
            context.options.callback_timeout,
        )
        if problem := completion_problem(end, addition):
            yield problem
            return


@check(_SECTION, since=Version.V1_3)
def already_signalled(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::executeFenced with a wait fence that is already signalled executes at once,
    ends with NONE and computes the expected values.
    """
    prepared = context.prepare(addition_model())
    addition = AdditionRequest(context)
    end = LaunchThread(context, prepared, addition.request, [SyncFence.signaled()]).finish()
    if problem := completion_problem(end, addition):
        yield problem


@check(_SECTION, since=Version.V1_3)
def pending_fence(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::executeFenced does not write outputs or signal its fence before the wait
    fence is signalled; afterwards it ends with NONE and the expected values.
    """
    prepared = context.prepare(addition_model())
    launching = PendingExecution(context, prepared)
    launch = launching.wait_for_launch(_PENDING_SECONDS)
    time.sleep(_PENDING_SECONDS)
    if evidence := early_start_evidence(launching.addition, launch):
        yield f"{evidence} while the wait fence was pending"
    launching.signal()
    if problem := completion_problem(launching.finish(), launching.addition):
        yield problem


@check(_SECTION, since=Version.V1_3)
def all_pending_fences(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::executeFenced with several wait fences starts only when all are signalled, in
    any order.
    """
    prepared = context.prepare(addition_model())
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        launching = PendingExecution(context, prepared, order[0], count=3)
        addition, wait_fences = launching.addition, launching.wait_fences
        launch = launching.wait_for_launch(_PENDING_SECONDS)
        for number in order[:2]:
            wait_fences[number].signal()
        time.sleep(_PENDING_SECONDS)
        if evidence := early_start_evidence(addition, launch):
            yield f"{evidence} while wait fence {order[2]} of 3 was pending"
        wait_fences[order[2]].signal()
        if problem := completion_problem(launching.finish(), addition):
            yield problem


@check(_SECTION, since=Version.V1_3)
def outputs_before_signal(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::executeFenced writes all outputs to memory before it signals its fence."""
    prepared = context.prepare(addition_model(65536))
    for seed in range(6):
        launching = PendingExecution(context, prepared, seed, 65536)
        launching.wait_for_launch(0.01)
        launching.signal()
        end = launching.finish()
        if end.status == ErrorStatus.NONE and not launching.addition.outputs_correct:
            yield (
                "the fence that execute_fenced returned was signalled before the expected values "
                "were in the output buffers"
            )
            return


@check(_SECTION, since=Version.V1_3)
def chained_executions(context: CheckContext) -> Iterator[str]:
    """An executeFenced that waits for the fence of an earlier executeFenced reads the outputs that
    the earlier one has written.
    """
    prepared = context.prepare(addition_model())
    (wait_fence,) = pending_fences(context)
    first = AdditionRequest(context, 3)
    # The second request adds the output of the first to itself, in the same memory.
    output = first.request.outputs[0]
    second_output = RequestArgument(location=DataLocation(1, 64, 16))
    second = AdditionRequest(context, 5)
    request = Request((output, output), (second_output,), (first.memory, second.memory))
    launch = LaunchThread(context, prepared, first.request, [wait_fence]).wait_for_launch(
        _PENDING_SECONDS
    )
    if launch is None or launch.fence is None:
        wait_fence.signal()
        return  # the driver waits within the call, so it returns no fence to wait for
    chain = LaunchThread(context, prepared, request, [launch.fence])
    chain.wait_for_launch(_PENDING_SECONDS)
    wait_fence.signal()
    end = chain.finish()
    skip_if_lacking_resources(end.status, "the second fenced execution")
    if end.status != ErrorStatus.NONE:
        yield f"the second fenced execution ended with {end.status.name}; NONE was expected"
        return
    with second.memory.view() as view:
        actual = bytes(view[64:80])
    doubled = (2 * np.frombuffer(first.expected[0], "<f4")).tobytes()
    # The error of the first sum is doubled, too: the result has that of three operations.
    if wrong := describe_difference(doubled, actual, OperandType.TENSOR_FLOAT32, operations=3):
        yield (
            "the output of the second fenced execution is not twice the output of the first: "
            f"{wrong}"
        )


@check(_SECTION + "; INVALID_ARGUMENT includes fences in error states", since=Version.V1_3)
def failed_dependency(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::executeFenced with a wait fence that is already in the error state answers
    INVALID_ARGUMENT and does not execute, whatever the state of the other fences is.
    """
    prepared = context.prepare(addition_model())
    for others in ("", "signalled", "pending"):
        addition = AdditionRequest(context)
        wait_fences = [SyncFence.failed()]
        if others == "signalled":
            wait_fences.insert(0, SyncFence.signaled())
        elif others == "pending":
            wait_fences[:0] = pending_fences(context)
        beside = f" and another one was {others}" if others else ""
        launching = LaunchThread(context, prepared, addition.request, wait_fences)
        launch = launching.wait_for_launch(min(context.options.callback_timeout, _AT_ONCE))
        for wait_fence in wait_fences:
            wait_fence.fail()
        status = launching.finish().status
        state = f"although a wait fence was in the error state{beside}"
        skip_if_lacking_resources(status, "execute_fenced")
        if launch is None:
            yield f"execute_fenced did not return at once {state}; INVALID_ARGUMENT was expected"
        elif launch.status != ErrorStatus.INVALID_ARGUMENT:
            ended = f" and the execution ended with {status.name}" if launch.callback else ""
            yield (
                f"execute_fenced answered {launch.status.name}{ended} {state}; INVALID_ARGUMENT "
                "was expected"
            )
        if not addition.outputs_untouched:
            yield f"execute_fenced wrote the outputs {state}; unchanged outputs were expected"


@check(_SECTION + "; the driver must immediately set the syncFence to error", since=Version.V1_3)
def dependency_fails_beside_pending(context: CheckContext) -> Iterator[str]:
    """The fence that IPreparedModel::executeFenced returned enters the error state at once when one
    of the wait fences does, while another wait fence is still pending; getExecutionInfo then
    answers an error.
    """
    prepared = context.prepare(addition_model())
    for failing in (0, 1, 2):
        launching = PendingExecution(context, prepared, failing, count=3)
        launch = launching.wait_for_launch(_PENDING_SECONDS)
        launching.wait_fences[failing].fail()
        if launch is not None and launch.fence is not None and launch.callback is not None:
            limit = min(context.options.callback_timeout, _AT_ONCE)
            state = fenced_execution.wait_for_fence(launch.fence, limit)
            if state is not FenceStatus.ERROR:
                yield (
                    f"the fence that execute_fenced returned was {state.name} {limit:g} s after "
                    f"wait fence {failing} of 3 entered the error state, while the others were "
                    "pending; ERROR was expected"
                )
            elif (
                status := fenced_execution.get_execution_info(launch.callback)[0]
            ) == ErrorStatus.NONE:
                yield (
                    f"get_execution_info answered {status.name} although wait fence {failing} of 3 "
                    "entered the error state; an error was expected"
                )
        launching.signal()
        if launching.finish().status == ErrorStatus.NONE:
            yield (
                f"the fenced execution ended with NONE although wait fence {failing} of 3 entered "
                "the error state; an error was expected"
            )
        if not launching.addition.outputs_untouched:
            yield (
                f"execute_fenced wrote the outputs although wait fence {failing} of 3 entered the "
                "error state; unchanged outputs were expected"
            )


@check(_SECTION, since=Version.V1_3)
def dependency_fails_during_wait(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::executeFenced does not end with NONE if a wait fence enters the error state
    after the launch, and the prepared model still executes afterwards.
    """
    prepared = context.prepare(addition_model())
    launching = PendingExecution(context, prepared, count=2)
    launching.wait_for_launch(_PENDING_SECONDS)
    launching.wait_fences[0].fail()
    launching.wait_fences[1].signal()
    if launching.finish().status == ErrorStatus.NONE:
        yield (
            "the fenced execution ended with NONE although a wait fence entered the error state; "
            "an error was expected"
        )
    if problem := execution_problem(context, prepared, AdditionRequest(context, 2)):
        yield f"after a fenced execution that failed: {problem}"


@check(_SECTION, since=Version.V1_3)
def deadline_without_signal(context: CheckContext) -> Iterator[Finding | str]:
    """IPreparedModel::executeFenced whose deadline passes while a wait fence is pending ends with
    MISSED_DEADLINE_TRANSIENT or MISSED_DEADLINE_PERSISTENT, or continues to wait for the fence.

    The contract allows a driver to abort an execution at its deadline, but does not require it:
    waiting beyond the deadline is a quality warning.
    """
    prepared = context.prepare(addition_model())
    deadline = time.monotonic_ns() + 100_000_000
    launching = PendingExecution(context, prepared, deadline=deadline)
    addition = launching.addition
    aborted = launching.ended_within(min(context.options.callback_timeout, _AFTER_DEADLINE))
    if not addition.outputs_untouched:
        yield "execute_fenced wrote the outputs while the wait fence was pending"
    if not aborted:
        launching.signal()
    end = launching.finish()
    if aborted or end.status != ErrorStatus.NONE:
        if end.status not in MISSED_DEADLINE_STATUSES:
            skip_if_lacking_resources(end.status, "the fenced execution")
            yield (
                f"the fenced execution, whose deadline had passed, ended with {end.status.name}; "
                f"{format_permitted(MISSED_DEADLINE_STATUSES)}"
            )
        return
    if problem := completion_problem(end, addition):
        yield f"the wait fence was signalled after the deadline: {problem}"
    yield quality_warning(
        "the fenced execution waited for a fence beyond its deadline; an end with a "
        "missed-deadline error was expected"
    )


@check(_SECTION, since=Version.V1_3)
def past_deadline(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::executeFenced with a deadline in the past ends with MISSED_DEADLINE_TRANSIENT
    or MISSED_DEADLINE_PERSISTENT, or ends with NONE and the expected values.
    """
    prepared = context.prepare(addition_model())
    addition = AdditionRequest(context)
    deadline = time.monotonic_ns() - 1_000_000
    end = LaunchThread(context, prepared, addition.request, [], deadline=deadline).finish()
    if end.status == ErrorStatus.NONE:
        if not addition.outputs_correct:
            yield f"the fenced execution ended with NONE, but {addition.first_difference()}"
    elif end.status not in MISSED_DEADLINE_STATUSES:
        skip_if_lacking_resources(end.status, "the fenced execution")
        yield (
            f"the fenced execution, whose deadline had passed, ended with {end.status.name}; "
            f"{format_permitted(MISSED_DEADLINE_STATUSES)}"
        )


@check(_SECTION, since=Version.V1_3)
def duration_after_signal(context: CheckContext) -> Iterator[str]:
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
        end = launching.finish()
        if end.status == ErrorStatus.NONE:
            if difference := launching.addition.first_difference():
                yield f"the fenced execution ended with NONE, but {difference}"
            return
        skip_if_lacking_resources(end.status, "the fenced execution")
        seen.append(end.status.name)
    yield (
        "fenced executions with a duration of 100 ms to 1.6 s, whose wait fence was signalled "
        f"after three times the duration, ended with {', '.join(sorted(set(seen)))} in all 5 "
        "attempts; NONE was expected"
    )


@check(_INFO_SECTION, since=Version.V1_3)
def info_before_completion(context: CheckContext) -> Iterator[str]:
    """IFencedExecutionCallback::getExecutionInfo answers GENERAL_FAILURE and no timing (UINT64_MAX)
    before the execution has ended.
    """
    prepared = context.prepare(addition_model())
    launching = PendingExecution(context, prepared)
    launch = launching.wait_for_launch(_PENDING_SECONDS)
    if launch is not None and launch.callback is not None:
        status, *timings = fenced_execution.get_execution_info(launch.callback)
        if status != ErrorStatus.GENERAL_FAILURE:
            yield (
                f"get_execution_info answered {status.name} before the execution had ended; "
                "GENERAL_FAILURE was expected"
            )
        if any(timing != type(timing)() for timing in timings):
            yield (
                f"get_execution_info answered the timings {timings} before the execution had "
                "ended; no timing (UINT64_MAX) was expected"
            )
    launching.signal()
    launching.finish()


@check(_INFO_SECTION, since=Version.V1_3)
def info_after_completion(context: CheckContext) -> Iterator[str]:
    """IFencedExecutionCallback::getExecutionInfo answers NONE after the execution has ended, and
    the same timings on every call.
    """
    prepared = context.prepare(addition_model())
    launching = PendingExecution(context, prepared)
    launching.wait_for_launch(_PENDING_SECONDS)
    launching.signal()
    launching.finish()
    launch = launching.wait_for_launch(0)
    if launch is None or launch.callback is None:
        return
    first = fenced_execution.get_execution_info(launch.callback)
    if first[0] != ErrorStatus.NONE:
        yield (
            f"get_execution_info answered {first[0].name} after the execution had ended; NONE was "
            "expected"
        )
    again = fenced_execution.get_execution_info(launch.callback)
    if again != first:
        yield (
            f"get_execution_info answered {first}, but {again} when called again; the same answer "
            "was expected"
        )


@check(_SECTION, since=Version.V1_3, until=Version.V1_3)
def null_fence(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::executeFenced answers INVALID_ARGUMENT if a handle in waitFor is null."""
    if isinstance(context.device, IsolatedDevice):
        raise SkipCheck(
            VerdictKind.NOT_APPLICABLE,
            "a null handle cannot be sent to an isolated driver; run the suite without --isolate",
        )
    prepared = context.prepare(addition_model())
    addition = AdditionRequest(context)
    end = LaunchThread(context, prepared, addition.request, [None]).finish()
    skip_if_lacking_resources(end.status, "execute_fenced")
    what = "execute_fenced with a null handle in wait_for ended with"
    yield from wrong_status(what, end.status, ErrorStatus.INVALID_ARGUMENT)


@check(_SECTION, since=Version.V1_3)
def invalid_request(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::executeFenced of a request that lacks an input or output answers
    INVALID_ARGUMENT, without a sync fence and without a callback.
    """
    prepared = context.prepare(addition_model())
    addition = AdditionRequest(context)
    for what, request in (
        ("input", addition.without_last_arguments(inputs=1)),
        ("output", addition.without_last_arguments(outputs=1)),
    ):
        (wait_fence,) = pending_fences(context)
        launching = LaunchThread(context, prepared, request, [wait_fence])
        launch = launching.wait_for_launch(_PENDING_SECONDS)
        wait_fence.signal()
        status = (launch or fenced_execution.launch_fenced(prepared, request, _NO)).status
        skip_if_lacking_resources(status, "execute_fenced")
        answered = f"execute_fenced of a request without an {what} answered"
        yield from wrong_status(answered, status, ErrorStatus.INVALID_ARGUMENT)


@check(_SECTION, since=Version.V1_3)
def client_fences_unchanged(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::executeFenced does not close the descriptors in waitFor and does not change
    the state of these fences.
    """
    prepared = context.prepare(addition_model())
    launching = PendingExecution(context, prepared, count=2)
    launching.wait_for_launch(_PENDING_SECONDS)
    launching.signal()
    launching.finish()
    for number, wait_fence in enumerate(launching.wait_fences):
        try:
            os.fstat(wait_fence.fileno())
        except OSError:
            yield (
                f"the driver closed the descriptor of wait fence {number}; an open descriptor was "
                "expected"
            )
            continue
        if wait_fence.status is not FenceStatus.SIGNALED:
            yield (
                f"wait fence {number} is {wait_fence.status.name} after the execution; SIGNALED "
                "was expected"
            )
