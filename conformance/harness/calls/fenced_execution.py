"""Launches fenced executions and waits for their end within a time limit."""

import select
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from conformance import hal
from conformance.harness.calls import driver_calls
from conformance.harness.supervision.wait_policy import wait_with_policy
from conformance.verdicts import Finding, VerdictKind

_MAX_DESCRIPTORS = 1 << 31


@dataclass(frozen=True, slots=True)
class FencedLaunch:
    """The answer of ``execute_fenced``.

    If ``status`` is NONE, ``callback`` is set; otherwise ``fence`` and ``callback`` are both
    ``None``.
    """

    status: hal.ErrorStatus
    fence: hal.Fence | None
    callback: hal.FencedExecutionCallback | None


def launch_fenced(
    prepared: hal.PreparedModel,
    request: hal.Request,
    measure: int,
    *,
    wait_for: Sequence[hal.Fence | None] = (),
    deadline: int | None = None,
    loop_timeout: int | None = None,
    duration: int | None = None,
) -> FencedLaunch:
    """Call ``execute_fenced`` and return its checked answer; deadline and timeouts are in ns."""
    return checked_launch(
        "execute_fenced",
        prepared.execute_fenced,
        request,
        tuple(wait_for),
        measure,
        deadline,
        loop_timeout,
        duration,
    )


def launch_fenced_with_config(
    prepared: hal.PreparedModel,
    request: hal.Request,
    config: hal.ExecutionConfig,
    *,
    wait_for: Sequence[hal.Fence | None] = (),
    deadline: int | None = None,
    duration: int | None = None,
) -> FencedLaunch:
    """Call ``execute_fenced_with_config`` and return its checked answer."""
    launch = prepared.execute_fenced_with_config
    arguments = request, tuple(wait_for), config, deadline, duration
    return checked_launch("execute_fenced_with_config", launch, *arguments)


def checked_launch(what: str, launch: Callable[..., object], *arguments: object) -> FencedLaunch:
    """Call ``launch``, which is named ``what`` in findings, and return its checked answer."""
    status, fence, info = driver_calls.call_checked(what, launch, *arguments)
    if status != hal.ErrorStatus.NONE:
        if fence is not None or info is not None:
            kind = "a fence" if fence is not None else "a callback"
            driver_calls.raise_failure("fence.launch", f"{what} answered {status.name} with {kind}")
        return FencedLaunch(status, None, None)
    if info is None:
        driver_calls.raise_failure("fence.launch", f"{what} answered NONE without a callback")
    return FencedLaunch(status, fence, info)


def wait_for_fence(fence: hal.Fence, seconds: float) -> hal.FenceStatus:
    """Wait at most ``seconds`` for a driver's fence and return its state.

    The descriptor is polled first, so that a blocking ``wait`` of the driver cannot delay the call.
    """
    what = "the sync fence"
    descriptor: object = driver_calls.call_driver(f"fileno of {what}", fence.fileno)
    if type(descriptor) is not int or not 0 <= descriptor < _MAX_DESCRIPTORS:
        driver_calls.raise_invalid_answer(
            f"{what} has the descriptor {driver_calls.short_repr(descriptor)};"
            " an open file descriptor was expected"
        )
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    ready = poll.poll(int(seconds * 1000))
    if not ready:
        return hal.FenceStatus.ACTIVE
    if ready[0][1] & select.POLLNVAL:
        driver_calls.raise_invalid_answer(
            f"{what} has the descriptor {descriptor}, which is not open"
        )
    answer: object = driver_calls.call_driver(f"wait of {what}", fence.wait, 0)
    if driver_calls.is_integer(answer) and int(answer) in hal.FenceStatus.__members__.values():
        return hal.FenceStatus(answer)
    return driver_calls.raise_invalid_answer(
        f"wait of {what} answered {driver_calls.short_repr(answer)}; a FenceStatus was expected"
    )


def get_execution_info(
    info: hal.FencedExecutionCallback,
) -> tuple[hal.ErrorStatus, hal.Timing, hal.Timing]:
    """Return the status and the two timings (since launch, since the fences) of the callback."""
    status, launched, fenced = driver_calls.call_checked(
        "get_execution_info", info.get_execution_info
    )
    return status, launched, fenced


def finish_fenced(launched: FencedLaunch, timeout: float) -> driver_calls.ExecutionOutcome:
    """Wait for the end of an execution; if it takes longer than ``timeout`` s, raise a hang."""
    if launched.callback is None:
        return driver_calls.ExecutionOutcome(
            launched.status, (), hal.Timing(), since_fence=hal.Timing()
        )
    reached = None
    if launched.fence is not None:
        reached = _final_state(launched.fence, timeout)
    status, since_launch, since_fence = get_execution_info(launched.callback)
    if reached is not None and (reached is hal.FenceStatus.SIGNALED) != (
        status == hal.ErrorStatus.NONE
    ):
        driver_calls.raise_failure(
            "fence.status",
            f"the sync fence is in the state {reached.name}, but get_execution_info answered"
            f" {status.name}",
        )
    return driver_calls.ExecutionOutcome(status, (), since_launch, since_fence=since_fence)


def _final_state(fence: hal.Fence, timeout: float) -> hal.FenceStatus:
    def ask(seconds: float) -> hal.FenceStatus | None:
        reached = wait_for_fence(fence, seconds)
        return None if reached is hal.FenceStatus.ACTIVE else reached

    subject = "the sync fence of execute_fenced"
    reached, short = wait_with_policy(subject, timeout, ask)
    if reached is not None:
        return reached
    seconds, details = timeout, {}
    more = ""
    if short is not None:
        seconds, details, more = short.waited, short.details, f"; {short.reason}"
    reason = f"{subject} did not signal within {seconds:g} s{more}"
    raise driver_calls.DriverCallError(Finding(VerdictKind.HANG, "fence.signal", reason, details))
