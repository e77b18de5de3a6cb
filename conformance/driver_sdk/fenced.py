"""Fenced execution on top of a plain execution function.

If there is nothing to wait for, the execution runs at once and no fence is returned. Otherwise a
new thread waits for the fences, runs the execution and signals the fence that was returned; the
thread ends with the execution.
"""

from __future__ import annotations

import logging
import select
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from conformance import hal
from conformance.driver_sdk.vlog import VlogTag, vlog

log = logging.getLogger(__name__)

Run = Callable[[int | None], tuple[hal.ErrorStatus, tuple[hal.OutputShape, ...], hal.Timing]]
"""Function that executes with a deadline (monotonic clock, nanoseconds).

Every failure must become a status, never an exception.
"""

LONGEST_WAIT: Final = 300_000_000_000
"""Time in nanoseconds after which unsignaled fences count as failed, whatever the deadline."""

LaunchResult = tuple[hal.ErrorStatus, hal.Fence | None, hal.FencedExecutionCallback | None]
"""The answer of ``PreparedModel.execute_fenced``."""


def execute_fenced(
    run: Run, wait_for: Sequence[hal.Fence], deadline: int | None, duration: int | None, unit: int
) -> LaunchResult:
    """Launch ``run`` once all fences have signaled and return the answer of the fenced execution.

    ``unit`` is the number of nanoseconds per unit of a ``Timing``. A missing fence or a fence in
    error gives INVALID_ARGUMENT, a deadline in the past MISSED_DEADLINE_PERSISTENT.
    """
    launched = time.monotonic_ns()
    try:
        states = [hal.FenceStatus.ERROR if fence is None else fence.wait(0) for fence in wait_for]
    except Exception:
        log.exception("the status of a fence cannot be queried")
        return hal.ErrorStatus.INVALID_ARGUMENT, None, None
    if hal.FenceStatus.ERROR in states:
        vlog(VlogTag.EXECUTION, "request refused: a fence to wait for is missing or in error")
        return hal.ErrorStatus.INVALID_ARGUMENT, None, None
    if deadline is not None and launched > deadline:
        return hal.ErrorStatus.MISSED_DEADLINE_PERSISTENT, None, None
    execution = _FencedExecution(run, launched, deadline, duration, unit)
    pending = [
        pending_fence
        for pending_fence, state in zip(wait_for, states, strict=True)
        if state is hal.FenceStatus.ACTIVE
    ]
    if pending:
        fence = hal.SyncFence()
        name = "nn-fenced"
        threading.Thread(
            target=execution.finish, args=(pending, fence), name=name, daemon=True
        ).start()
        return hal.ErrorStatus.NONE, fence, execution
    status = execution.run_now()
    return (status, None, None) if status is not hal.ErrorStatus.NONE else (status, None, execution)


def _wait_for_all(fences: Sequence[hal.Fence], limit: int) -> hal.FenceStatus:
    """Wait until all fences have signaled, or one is in error, or ``limit`` has passed.

    ``limit`` is a time of the monotonic clock in nanoseconds. The result is SIGNALED, ERROR or
    ACTIVE. An error ends the wait at once, also while other fences are pending.
    """
    pending = {fence.fileno(): fence for fence in fences}
    poll = select.poll()
    for descriptor in pending:
        poll.register(descriptor, select.POLLIN)
    while pending:
        remaining_ns = limit - time.monotonic_ns()
        ready = poll.poll(max(0, -(-remaining_ns // 1_000_000)))
        if not ready:
            return hal.FenceStatus.ACTIVE
        for descriptor, events in ready:
            if events & select.POLLNVAL or pending[descriptor].wait(0) is hal.FenceStatus.ERROR:
                return hal.FenceStatus.ERROR
            if pending[descriptor].wait(0) is hal.FenceStatus.SIGNALED:
                poll.unregister(descriptor)
                del pending[descriptor]
    return hal.FenceStatus.SIGNALED


class _FencedExecution(hal.FencedExecutionCallback):
    """A fenced execution and the information about it."""

    def __init__(
        self, run: Run, launched: int, deadline: int | None, duration: int | None, unit: int
    ) -> None:
        self._run: Run | None = run
        self._launched = launched
        self._deadline = deadline
        self._duration = duration
        self._unit = unit
        self._info = hal.ErrorStatus.GENERAL_FAILURE, hal.Timing(), hal.Timing()

    def get_execution_info(self) -> tuple[hal.ErrorStatus, hal.Timing, hal.Timing]:
        """Return GENERAL_FAILURE without times until the execution has ended."""
        return self._info

    def finish(self, wait_for: Sequence[hal.Fence], fence: hal.SyncFence) -> None:
        """Wait for the fences, run, and signal ``fence`` or set it to error."""
        status = self._wait(wait_for)
        if status is hal.ErrorStatus.NONE:
            status = self.run_now()
        else:
            self._info = status, hal.Timing(), hal.Timing()
        self._run = None
        if status is hal.ErrorStatus.NONE:
            fence.signal()
        else:
            fence.fail()

    def _wait(self, wait_for: Sequence[hal.Fence]) -> hal.ErrorStatus:
        limit = self._launched + LONGEST_WAIT
        if self._deadline is not None:
            limit = min(limit, self._deadline)
        try:
            state = _wait_for_all(wait_for, limit)
            if state is hal.FenceStatus.ACTIVE:
                is_deadline = limit == self._deadline
                missed = hal.ErrorStatus.MISSED_DEADLINE_TRANSIENT
                return missed if is_deadline else hal.ErrorStatus.GENERAL_FAILURE
            if state is hal.FenceStatus.ERROR:
                return hal.ErrorStatus.GENERAL_FAILURE
        except Exception:
            log.exception("waiting for a fence failed")
            return hal.ErrorStatus.GENERAL_FAILURE
        return hal.ErrorStatus.NONE

    def run_now(self) -> hal.ErrorStatus:
        """Run now, after all fences have signaled."""
        assert self._run is not None
        started = time.monotonic_ns()
        deadline = self._deadline
        if self._duration is not None:
            limit = started + self._duration
            deadline = limit if deadline is None else min(deadline, limit)
        status, _, since_fence = self._run(deadline)
        since_launch = since_fence
        if since_fence.time_in_driver != hal.NO_TIMING:
            waiting_time = (started - self._launched) // self._unit
            total = since_fence.time_in_driver + waiting_time
            since_launch = hal.Timing(since_fence.time_on_device, total)
        self._info = status, since_launch, since_fence
        return status
