"""Launches of fenced executions on a separate thread, with wait fences of the client."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import wait
from functools import partial
from typing import Any, Final

from conformance.checks.check_context import CheckContext, Violation, require, start_thread
from conformance.checks.sample_requests import AdditionRequest, SampleRequest, ending_problem
from conformance.hal import (
    ErrorStatus,
    ExecutionConfig,
    Fence,
    FenceStatus,
    MeasureTiming,
    PreparedModel,
    Request,
    SyncFence,
    Version,
)
from conformance.harness.calls import driver_calls, fenced_execution, reusable_execution
from conformance.harness.supervision.wait_policy import measure_driver_time
from conformance.verdicts import Finding, VerdictKind

PENDING_SECONDS: Final = 0.2
"""Seconds for which a fence stays pending to observe that the execution does not start."""


class LaunchThread:
    """A call that launches a fenced execution, on a separate thread.

    A driver may wait for the fences within the call; on this thread the wait would block the check.
    """

    def __init__(
        self, context: CheckContext, launch: Callable[[], fenced_execution.FencedLaunch]
    ) -> None:
        self._limit = context.options.callback_timeout
        self._future = start_thread(launch, "nn-launch")

    def wait_for_launch(
        self, seconds: float = PENDING_SECONDS
    ) -> fenced_execution.FencedLaunch | None:
        """Return the answer of the call, or ``None`` if it does not return within ``seconds``."""
        with measure_driver_time():
            wait([self._future], seconds)
        return self._future.result() if self._future.done() else None

    def ended_within(self, seconds: float) -> bool:
        """Return whether the execution ends within ``seconds``."""
        until = time.monotonic() + seconds
        if (launch := self.wait_for_launch(seconds)) is None:
            return False
        if launch.fence is None:
            return True
        left = max(0.0, until - time.monotonic())
        return fenced_execution.wait_for_fence(launch.fence, left) is not FenceStatus.ACTIVE

    def finish(self) -> driver_calls.ExecutionOutcome:
        """Wait for the end of the execution and return its outcome."""
        if (launch := self.wait_for_launch(self._limit)) is None:
            reason = f"execute_fenced did not return within {self._limit:g} s"
            raise driver_calls.DriverCallError(Finding(VerdictKind.HANG, "fence.signal", reason))
        return fenced_execution.finish_fenced(launch, self._limit)

    def complete(self, request: SampleRequest) -> None:
        """Wait for the end; raise ``Violation`` unless it is NONE with the expected values."""
        require(completion_problem(self.finish(), request))


def launch_on_thread(
    context: CheckContext,
    prepared: PreparedModel,
    request: Request,
    wait_for: Sequence[Fence | None],
    **limits: Any,
) -> LaunchThread:
    """Call execute_fenced on a separate thread; ``limits`` are its deadline and its duration."""
    return LaunchThread(context, lambda: _launch(prepared, request, wait_for, **limits))


def pending_fences(context: CheckContext, count: int = 1) -> list[SyncFence]:
    """Return fences that are not signalled; the end of the check puts them into the error state."""
    fences = [SyncFence() for _ in range(count)]
    for fence in fences:
        context.add_cleanup(fence.fail)
    return fences


_DEFAULT: Final = ExecutionConfig()
Launch = Callable[..., fenced_execution.FencedLaunch]
"""Function that launches ``(prepared model, request, wait fences, **limits)``."""


def _launch(
    prepared: PreparedModel,
    request: Request,
    fences: Sequence[Fence | None],
    measure: int = MeasureTiming.NO,
    **limits: int,
) -> fenced_execution.FencedLaunch:
    return fenced_execution.launch_fenced(prepared, request, measure, wait_for=fences, **limits)


def fenced_launches(context: CheckContext, config: ExecutionConfig = _DEFAULT) -> dict[str, Launch]:
    """Return each fenced launch of the HAL version by the name of its execution path.

    ``config`` is the configuration of those that have one; the others take its ``measure``.
    """

    def launch_reusable(
        prepared: PreparedModel, request: Request, fences: Sequence[Fence], **limits: int
    ) -> fenced_execution.FencedLaunch:
        status, execution = reusable_execution.create_reusable_execution(prepared, request, config)
        if execution is None:
            return fenced_execution.FencedLaunch(status, None, None)
        return reusable_execution.launch_fenced(execution, wait_for=fences, **limits)

    def launch_configured(
        prepared: PreparedModel, request: Request, fences: Sequence[Fence], **limits: Any
    ) -> fenced_execution.FencedLaunch:
        launch = fenced_execution.launch_fenced_with_config
        return launch(prepared, request, config, wait_for=fences, **limits)

    launches: dict[str, Launch] = {"fenced": partial(_launch, measure=config.measure)}
    if context.version >= Version.AIDL_V4:
        launches |= {"fenced with config": launch_configured, "fenced reusable": launch_reusable}
    return launches


class PendingExecution(LaunchThread):
    """The launch of an addition whose wait fences are not signalled."""

    def __init__(
        self,
        context: CheckContext,
        prepared: PreparedModel,
        seed: int = 1,
        elements: int = 4,
        count: int = 1,
        launch: Launch | None = None,
        **limits: int,
    ) -> None:
        self.addition = AdditionRequest(context, seed, elements)
        self.wait_fences = pending_fences(context, count)
        request, fences = self.addition.request, self.wait_fences
        launch = launch or _launch
        super().__init__(context, lambda: launch(prepared, request, fences, **limits))

    def signal(self, *numbers: int) -> None:
        """Signal the wait fences with these numbers, by default all."""
        for number in numbers or range(len(self.wait_fences)):
            self.wait_fences[number].signal()

    def signal_and_complete(self) -> None:
        """Signal all wait fences, then raise ``Violation`` unless the execution succeeds."""
        self.signal()
        self.complete(self.addition)


def require_waiting(
    request: SampleRequest, launch: fenced_execution.FencedLaunch | None, when: str
) -> None:
    """Raise ``Violation`` if an execution has not waited for its fences; ``when`` names the time.

    ``launch`` is the answer of the call, or ``None`` if it has not returned.
    """
    if not request.outputs_untouched:
        raise Violation(f"execute_fenced wrote the outputs {when}")
    if launch is None or launch.status != ErrorStatus.NONE:
        return
    if launch.fence is None:
        raise Violation(
            f"execute_fenced returned NONE without a fence, as for an ended execution, {when}"
        )
    if fenced_execution.wait_for_fence(launch.fence, 0) is FenceStatus.SIGNALED:
        raise Violation(f"the fence that execute_fenced returned was signalled {when}")


def completion_problem(end: driver_calls.ExecutionOutcome, request: SampleRequest) -> str:
    """Return what is wrong with the end of a valid execution; empty if nothing is.

    ``SkipCheck`` ends the check if the device is unavailable or lacks resources.
    """
    return ending_problem(end.status, request, "the fenced execution", "ended with")
