"""Fenced executions of the library; converts fences to the library's events and back."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Final

from conformance import hal
from conformance.drivers.native.codes import (
    FENCED_TIMES,
    PLAIN_TIMES,
    STATUS,
    BrokenInterfaceError,
    InexpressibleError,
    ResultCode,
    check,
    result,
)
from conformance.drivers.native.interface import FULL_NAMES, LibraryFunctions, ffi

ReadTiming = Callable[..., hal.Timing]
"""Function that reads durations of a finished execution, given their codes."""

StartThread = Callable[[Callable[[], None]], None]
"""Function that runs a job on another thread."""

_NEEDED: Final = (
    "Event_createFromSyncFenceFd",
    "Event_free",
    "Event_getSyncFenceFd",
    "Event_wait",
    "Execution_startComputeWithDependencies",
)

_NOT_FINISHED: Final = hal.ErrorStatus.GENERAL_FAILURE, hal.Timing(), hal.Timing()
"""The execution information before the execution has ended."""


def has_fences(functions: LibraryFunctions) -> bool:
    """Return whether the library has its own fenced executions."""
    return all(getattr(functions, name) is not None for name in _NEEDED)


def launch(
    functions: LibraryFunctions,
    execution: Any,
    wait_for: Sequence[hal.Fence],
    duration: int | None,
    times: ReadTiming,
    stack: ExitStack,
    start: StartThread,
) -> tuple[hal.Fence, hal.FencedExecutionCallback]:
    """Start an execution whose arguments are set; return its fence and its information callback.

    On success, the resources in ``stack`` are freed after the execution has ended and the callback
    is no longer referenced. Raises ``InexpressibleError`` for an object that is not a fence and
    ``CallFailedError`` for an execution that the library refuses.
    """
    events = [_event(functions, fence, stack) for fence in wait_for]
    array = ffi.new("ANeuralNetworksEvent *[]", events) if events else ffi.NULL
    new_event = ffi.new("ANeuralNetworksEvent **")
    name = "Execution_startComputeWithDependencies"
    limit = 0 if duration is None else max(duration, 1)  # 0 means no limit
    dependencies = ffi.cast("const ANeuralNetworksEvent *const *", array)
    code = functions.Execution_startComputeWithDependencies(
        execution, dependencies, len(events), limit, new_event
    )
    check(name, code)
    event = new_event[0]
    if event == ffi.NULL:
        raise BrokenInterfaceError(f"{FULL_NAMES[name]} returned no event")
    stack.callback(functions.Event_free, event)
    running = _LaunchedExecution(functions, event, times, stack.pop_all())
    internal_fence = _fence(functions, event)
    if internal_fence is not None:
        client_fence = _fence(functions, event)
        return internal_fence if client_fence is None else client_fence, _LaunchedExecutionInfo(
            running, internal_fence, start
        )
    # The event has no descriptor: a thread waits for it and signals a fence of this adapter.
    forwarding_fence = hal.SyncFence()
    start(
        lambda: (
            forwarding_fence.signal()
            if running.wait() is hal.ErrorStatus.NONE
            else forwarding_fence.fail()
        )
    )
    return forwarding_fence, _LaunchedExecutionInfo(running, forwarding_fence, start)


def _event(functions: LibraryFunctions, fence: object, stack: ExitStack) -> Any:
    try:
        descriptor = fence.fileno()  # type: ignore[attr-defined]
    except (AttributeError, OSError, ValueError) as error:
        raise InexpressibleError("request.fence", f"a fence has no descriptor: {error}") from error
    new_event = ffi.new("ANeuralNetworksEvent **")
    code = functions.Event_createFromSyncFenceFd(descriptor, new_event)
    check("Event_createFromSyncFenceFd", code)
    stack.callback(functions.Event_free, new_event[0])
    return new_event[0]


def _fence(functions: LibraryFunctions, event: Any) -> hal.PolledFence | None:
    """Return a new descriptor of an event, or ``None`` if the event has none."""
    descriptor = ffi.new("int *", -1)
    name = "Event_getSyncFenceFd"
    code = result(name, functions.Event_getSyncFenceFd(event, descriptor))
    if code is ResultCode.BAD_DATA:
        return None
    check(name, code)
    return hal.PolledFence(descriptor[0])


@dataclass(eq=False, repr=False)
class _LaunchedExecution:
    """A started execution: its result, and the resources that it needs until it ends."""

    _functions: LibraryFunctions
    _event: Any
    _times: ReadTiming
    _stack: ExitStack
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _status: hal.ErrorStatus | None = field(default=None, init=False)

    def wait(self) -> hal.ErrorStatus:
        """Wait for the end and return the execution's status."""
        with self._lock:
            if self._status is None:
                code = self._functions.Event_wait(self._event)
                self._status = STATUS[result("Event_wait", code)]
            return self._status

    def execution_info(self) -> tuple[hal.ErrorStatus, hal.Timing, hal.Timing]:
        """Wait for the end and return the execution's status and times."""
        status = self.wait()
        if status is not hal.ErrorStatus.NONE:
            return status, hal.Timing(), hal.Timing()
        return status, self._times(*PLAIN_TIMES), self._times(*FENCED_TIMES)

    def release(self, start: StartThread) -> None:
        """Free the resources once the execution has ended, for which another thread waits."""
        if self._status is None:
            start(self._release)
        else:
            self._stack.close()

    def _release(self) -> None:
        try:
            self.wait()
        finally:
            self._stack.close()


class _LaunchedExecutionInfo(hal.FencedExecutionCallback):
    """Information about an execution of the library; its calls never wait for the execution."""

    def __init__(
        self, running: _LaunchedExecution, fence: hal.PolledFence, start: StartThread
    ) -> None:
        self._running = running
        self._fence = fence
        # No finalization at interpreter exit: the driver may still be executing then.
        weakref.finalize(self, running.release, start).atexit = False

    def get_execution_info(self) -> tuple[hal.ErrorStatus, hal.Timing, hal.Timing]:
        """Return GENERAL_FAILURE without times until the fence has signaled."""
        if self._fence.wait(0) is hal.FenceStatus.ACTIVE:
            return _NOT_FINISHED
        return self._running.execution_info()


class FinishedExecutionInfo(hal.FencedExecutionCallback):
    """Information about an execution that had ended before its launch returned."""

    def __init__(self, timing: hal.Timing) -> None:
        self._timing = timing

    def get_execution_info(self) -> tuple[hal.ErrorStatus, hal.Timing, hal.Timing]:
        return hal.ErrorStatus.NONE, self._timing, self._timing
