"""Fenced executions of a library's own: events on both sides, fences as descriptors."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, Final

from conformance.drivers.native.codes import (
    FENCED_TIMES,
    PLAIN_TIMES,
    STATUS,
    BrokenInterfaceError,
    ResultCode,
    check,
    result,
)
from conformance.drivers.native.interface import FULL, Interface, ffi
from conformance.drivers.native.models import InexpressibleError
from conformance.hal import (
    ErrorStatus,
    Fence,
    FencedExecutionCallback,
    FenceStatus,
    PolledFence,
    SyncFence,
    Timing,
)

Times = Callable[..., Timing]
"""Asks a library for two durations of an execution that has ended, by their codes."""

Start = Callable[[Callable[[], None]], None]
"""Does a job on another thread."""

_NEEDED: Final = (
    "Event_createFromSyncFenceFd",
    "Event_free",
    "Event_getSyncFenceFd",
    "Event_wait",
    "Execution_startComputeWithDependencies",
)

_RUNNING: Final = ErrorStatus.GENERAL_FAILURE, Timing(), Timing()


def has_fences(functions: Interface) -> bool:
    """Whether a library has fenced executions of its own."""
    return all(getattr(functions, name) is not None for name in _NEEDED)


def launch(
    functions: Interface,
    execution: Any,
    wait_for: Sequence[Fence],
    duration: int | None,
    times: Times,
    stack: ExitStack,
    start: Start,
) -> tuple[Fence, FencedExecutionCallback]:
    """Start an execution that has its arguments; its fence, and what tells of its end.

    On success what ``stack`` has is given back when the execution has ended and nobody asks any
    more. ``InexpressibleError`` for what is no fence, ``CallFailedError`` for what the library
    refuses.
    """
    events = [_event(functions, fence, stack) for fence in wait_for]
    array = ffi.new("ANeuralNetworksEvent *[]", events) if events else ffi.NULL
    made = ffi.new("ANeuralNetworksEvent **")
    name = "Execution_startComputeWithDependencies"
    limit = 0 if duration is None else max(duration, 1)  # 0 is none at all
    dependencies = ffi.cast("const ANeuralNetworksEvent *const *", array)
    code = functions.Execution_startComputeWithDependencies(
        execution, dependencies, len(events), limit, made
    )
    check(name, code)
    event = made[0]
    if event == ffi.NULL:
        raise BrokenInterfaceError(f"{FULL[name]} gave no event")
    stack.callback(functions.Event_free, event)
    running = _Running(functions, event, times, stack.pop_all())
    own = _fence(functions, event)
    if own is not None:
        handed_out = _fence(functions, event)
        return own if handed_out is None else handed_out, _Launched(running, own, start)
    # An event without a descriptor: whoever waits for it signals a fence of ours.
    bridge = SyncFence()
    start(lambda: bridge.signal() if running.wait() is ErrorStatus.NONE else bridge.fail())
    return bridge, _Launched(running, bridge, start)


def _event(functions: Interface, fence: object, stack: ExitStack) -> Any:
    """A fence as an event of the library's, freed with ``stack``."""
    try:
        descriptor = fence.fileno()  # type: ignore[attr-defined]
    except (AttributeError, OSError, ValueError) as error:
        raise InexpressibleError("request.fence", f"a fence has no descriptor: {error}") from error
    made = ffi.new("ANeuralNetworksEvent **")
    code = functions.Event_createFromSyncFenceFd(descriptor, made)
    check("Event_createFromSyncFenceFd", code)
    stack.callback(functions.Event_free, made[0])
    return made[0]


def _fence(functions: Interface, event: Any) -> PolledFence | None:
    """A descriptor of an event, ours to close; ``None`` where the event has none."""
    descriptor = ffi.new("int *", -1)
    name = "Event_getSyncFenceFd"
    code = result(name, functions.Event_getSyncFenceFd(event, descriptor))
    if code is ResultCode.BAD_DATA:
        return None
    check(name, code)
    return PolledFence(descriptor[0])


class _Running:
    """An execution that was started: how it ends, and what it needs until then."""

    def __init__(self, functions: Interface, event: Any, times: Times, stack: ExitStack) -> None:
        self._functions = functions
        self._event = event
        self._times = times
        self._stack = stack
        self._lock = threading.Lock()
        self._status: ErrorStatus | None = None

    @property
    def over(self) -> bool:
        """True once somebody has waited for the end."""
        return self._status is not None

    def wait(self) -> ErrorStatus:
        """Wait for the end."""
        with self._lock:
            if self._status is None:
                code = self._functions.Event_wait(self._event)
                self._status = STATUS[result("Event_wait", code)]
            return self._status

    def information(self) -> tuple[ErrorStatus, Timing, Timing]:
        """What an execution that has ended tells."""
        status = self.wait()
        if status is not ErrorStatus.NONE:
            return status, Timing(), Timing()
        return status, self._times(*PLAIN_TIMES), self._times(*FENCED_TIMES)

    def release(self) -> None:
        """Give all back, once the execution has ended."""
        try:
            self.wait()
        finally:
            self._stack.close()


def _release(running: _Running, start: Start) -> None:
    if running.over:
        running.release()
    else:
        start(running.release)


class _Launched(FencedExecutionCallback):
    """Tells of an execution of the library's, without ever waiting for one that goes on."""

    def __init__(self, running: _Running, fence: PolledFence, start: Start) -> None:
        self._running = running
        self._fence = fence
        # Not at the interpreter's end: the driver may still be at work then.
        weakref.finalize(self, _release, running, start).atexit = False

    def get_execution_info(self) -> tuple[ErrorStatus, Timing, Timing]:
        """Before the fence has signalled: GENERAL_FAILURE without times."""
        if self._fence.wait(0) is FenceStatus.ACTIVE:
            return _RUNNING
        return self._running.information()


class FinishedExecution(FencedExecutionCallback):
    """Tells of an execution that had ended before its launch returned."""

    def __init__(self, timing: Timing) -> None:
        self._timing = timing

    def get_execution_info(self) -> tuple[ErrorStatus, Timing, Timing]:
        return ErrorStatus.NONE, self._timing, self._timing
