"""Faults of fenced executions, bursts and driver-managed buffers.

The rows have the form of those in ``contract_faults``. A replacement gets the original method, a
dictionary that lasts as long as the device or the prepared model, and the arguments of the call.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from conformance.bursts import BurstExecutor
from conformance.hal import ErrorStatus, FenceStatus, Memory, SyncFence, Timing

S: Final = ErrorStatus
Replacement = Callable[..., Any]


def _wait_only(choose: Callable[[Sequence[Any]], Sequence[Any]]) -> Replacement:
    """Return a replacement of ``execute_fenced`` that waits for some of the fences."""
    return lambda original, _state, request, wait, *more: original(request, choose(wait), *more)


def _any_signalled(wait: Sequence[Any]) -> Sequence[Any]:
    done = any(fence is not None and fence.wait(0) is FenceStatus.SIGNALED for fence in wait)
    return () if done else wait


def _without_failed(wait: Sequence[Any]) -> Sequence[Any]:
    return [f for f in wait if f is None or f.wait(0) is not FenceStatus.ERROR]


def _early_execution(original: Any, _state: Any, request: Any, *more: Any) -> Any:
    original(request, (), *more[1:])
    return original(request, *more)


def _fence_at_once(original: Any, _state: Any, *arguments: Any) -> Any:
    status, fence, callback = original(*arguments)
    return status, (None if fence is None else SyncFence.signaled()), callback


class _Done:
    """The callback of a fenced execution that never admits an error or a pending execution."""

    def __init__(self, callback: Any) -> None:
        self._callback = callback

    def get_execution_info(self) -> Any:
        """Return the callback's answer with the status NONE."""
        return S.NONE, *self._callback.get_execution_info()[1:]


def _always_done(original: Any, _state: Any, *arguments: Any) -> Any:
    status, fence, callback = original(*arguments)
    return status, fence, (None if callback is None else _Done(callback))


def _duration_from_launch(original: Any, _state: Any, *arguments: Any) -> Any:
    request, wait, measure, deadline, loop, duration = arguments
    if duration is not None:
        limit = time.monotonic_ns() + duration
        deadline = limit if deadline is None else min(deadline, limit)
    return original(request, wait, measure, deadline, loop, None)


class _Executor(BurstExecutor):
    """A burst executor that passes all calls on to another one."""

    def __init__(self, inner: BurstExecutor) -> None:
        self.inner = inner

    def has_memory(self, slot: int) -> bool:
        """Return whether a slot is known."""
        return self.inner.has_memory(slot)

    def add_memory(self, slot: int, memory: Memory) -> None:
        """Add a slot."""
        self.inner.add_memory(slot, memory)

    def remove_memory(self, slot: int) -> None:
        """Remove a slot."""
        self.inner.remove_memory(slot)

    def execute(self, request: Any) -> Any:
        """Execute a request."""
        return self.inner.execute(request)


class _KeptSlots(_Executor):
    """Ignores that memories are freed."""

    def remove_memory(self, slot: int) -> None:
        """Keep the memory."""


class _FourSlots(_Executor):
    """Distinguishes only four slots."""

    def has_memory(self, slot: int) -> bool:
        """Return whether a slot with the same last two bits is known."""
        return self.inner.has_memory(slot % 4)

    def add_memory(self, slot: int, memory: Memory) -> None:
        """Add the slot under its last two bits."""
        self.inner.add_memory(slot % 4, memory)

    def execute(self, request: Any) -> Any:
        """Execute with the slots' last two bits."""
        return self.inner.execute(request._replace(slots=tuple(s % 4 for s in request.slots)))


class _SortedSlots(_Executor):
    """Takes the memories in the order of their slots, not of the request's pools."""

    def execute(self, request: Any) -> Any:
        """Execute with sorted slots."""
        return self.inner.execute(request._replace(slots=tuple(sorted(request.slots))))


class _NoDimensions(_Executor):
    """Ignores the dimensions that a burst request states."""

    def execute(self, request: Any) -> Any:
        """Execute without dimensions."""
        inputs = tuple(replace(argument, dimensions=()) for argument in request.inputs)
        return self.inner.execute(request._replace(inputs=inputs))


class _SameAgain(_Executor):
    """Does not execute a request again whose packet is equal to the previous one."""

    last: Any = None
    answer: Any = None

    def execute(self, request: Any) -> Any:
        """Execute a new request only."""
        if request != self.last:
            self.last, self.answer = request, self.inner.execute(request)
        return self.answer


class _Limited(_Executor):
    """Answers GENERAL_FAILURE from the 100th request on."""

    count = 0

    def execute(self, request: Any) -> Any:
        """Execute one of the first requests."""
        self.count += 1
        return (
            self.inner.execute(request) if self.count < 100 else (S.GENERAL_FAILURE, (), Timing())
        )


class _EndsAfterError(_Executor):
    """Fails for ever after one failed request."""

    failed = False

    def execute(self, request: Any) -> Any:
        """Execute unless an earlier request failed."""
        if self.failed:
            return S.GENERAL_FAILURE, (), Timing()
        answer = self.inner.execute(request)
        self.failed = answer[0] != S.NONE
        return answer


class _Measuring(_Executor):
    """Reports times that were not requested."""

    def execute(self, request: Any) -> Any:
        """Execute and report times."""
        status, shapes, _ = self.inner.execute(request)
        return status, shapes, Timing(1, 2) if status == S.NONE else Timing()


class _TimesWithError(_Executor):
    """Reports times together with an error."""

    def execute(self, request: Any) -> Any:
        """Execute and report times of a failed request."""
        status, shapes, timing = self.inner.execute(request)
        return status, shapes, timing if status == S.NONE else Timing(1, 2)


class _NoShapes(_Executor):
    """Reports no output shapes."""

    def execute(self, request: Any) -> Any:
        """Execute without shapes."""
        status, _, timing = self.inner.execute(request)
        return status, (), timing


def _burst(kind: Callable[[BurstExecutor], BurstExecutor]) -> Replacement:
    return lambda original, _state: kind(original())


def _shared_executor(original: Any, state: dict[str, Any]) -> Any:
    """Return the same executor for all bursts of a prepared model."""
    return state.setdefault("executor", _Executor(original()))


def _buffers(patch: Callable[[Any, dict[str, Any]], None]) -> Replacement:
    """Return a replacement of ``allocate`` that changes the new buffer."""

    def allocate(original: Any, state: dict[str, Any], *arguments: Any) -> Any:
        status, buffer, token = original(*arguments)
        if buffer is not None:
            patch(buffer, state)
        return status, buffer, token

    return allocate


def _copies_nothing(buffer: Any, _state: Any) -> None:
    copy = buffer.copy_from

    def copy_from(src: Any, dimensions: Any) -> Any:
        before = buffer.content
        status = copy(src, dimensions)
        if before is not None and status == S.NONE:
            buffer.initialize(*before)
        return status

    buffer.copy_from = copy_from


def _keeps_content(buffer: Any, _state: Any) -> None:
    copy = buffer.copy_from

    def copy_from(src: Any, dimensions: Any) -> Any:
        before = buffer.content
        status = copy(src, dimensions)
        if status != S.NONE and before is not None:
            buffer.initialize(*before)
        return status

    buffer.copy_from = copy_from


def _keeps_results(buffer: Any, _state: Any) -> None:
    buffer.invalidate = lambda: None


def _uninitialized_zeros(buffer: Any, _state: Any) -> None:
    copy = buffer.copy_to

    def copy_to(dst: Any) -> Any:
        status = copy(dst)
        return S.NONE if status == S.GENERAL_FAILURE else status

    buffer.copy_to = copy_to


def _lacks_last_byte(buffer: Any, _state: Any) -> None:
    copy = buffer.copy_to

    def copy_to(dst: Any) -> Any:
        with dst.view() as view:
            last = bytes(view[-1:])
            status = copy(dst)
            if status == S.NONE:
                view[-1:] = last
        return status

    buffer.copy_to = copy_to


def _any_size(buffer: Any, _state: Any) -> None:
    copy = buffer.copy_from

    def copy_from(src: Any, dimensions: Any) -> Any:
        status = copy(src, dimensions)
        if status == S.INVALID_ARGUMENT and not dimensions:
            size = buffer.properties.byte_size or 0
            if src.size > size > 0:
                with src.view() as view:
                    buffer.initialize(bytes(view[:size]), buffer.properties.dimensions)
                return S.NONE
        return status

    buffer.copy_from = copy_from


_F = ("fences", "fences_several", "combinations")
_B = ("bursts", "burst_memories", "burst_packets")
_D = (
    "memory_domains_copy",
    "memory_domains_execution",
    "memory_domains_shapes",
    "memory_domains_sharing",
)

ROWS: Final[tuple[tuple[str, tuple[str, ...], str, str, Replacement, str], ...]] = (
    # Fences
    ("only the first fence waited for", _F, "prepared", "execute_fenced", _wait_only(lambda w: w[:1]), "executeFenced: waitFor"),
    ("only the last fence waited for", _F, "prepared", "execute_fenced", _wait_only(lambda w: w[-1:]), "executeFenced: waitFor"),
    ("only sixteen fences waited for", _F, "prepared", "execute_fenced", _wait_only(lambda w: w[:16]), "executeFenced: waitFor"),
    ("one signalled fence is enough", _F, "prepared", "execute_fenced", _wait_only(_any_signalled), "executeFenced: waitFor"),
    ("failed fences ignored", _F, "prepared", "execute_fenced", _wait_only(_without_failed), "executeFenced: INVALID_ARGUMENT"),
    ("executed at the launch too", _F, "prepared", "execute_fenced", _early_execution, "executeFenced: waitFor"),
    ("fence signalled at the launch", _F, "prepared", "execute_fenced", _fence_at_once, "executeFenced: syncFence"),
    ("always reported as done", _F, "prepared", "execute_fenced", _always_done, "getExecutionInfo"),
    ("duration from the launch on", _F, "prepared", "execute_fenced", _duration_from_launch, "executeFenced: duration"),
    # Bursts
    ("freed memories kept", _B, "prepared", "burst_executor", _burst(_KeptSlots), "IBurstContext.freeMemory"),
    ("only four slots", _B, "prepared", "burst_executor", _burst(_FourSlots), "FmqRequestDatum: poolIdentifier"),
    ("memories in the order of slots", _B, "prepared", "burst_executor", _burst(_SortedSlots), "FmqRequestDatum: poolIdentifier"),
    ("dimensions ignored", _B, "prepared", "burst_executor", _burst(_NoDimensions), "FmqRequestDatum: inputOperandDimensionValue"),
    ("equal packets not executed again", _B, "prepared", "burst_executor", _burst(_SameAgain), "configureExecutionBurst"),
    ("fails from the 100th request on", _B, "prepared", "burst_executor", _burst(_Limited), "configureExecutionBurst"),
    ("fails for ever after an error", _B, "prepared", "burst_executor", _burst(_EndsAfterError), "configureExecutionBurst"),
    ("times although not measured", (*_B, "timing"), "prepared", "burst_executor", _burst(_Measuring), "FmqResultDatum: executionTiming"),
    ("times with an error", (*_B, "timing"), "prepared", "burst_executor", _burst(_TimesWithError), "FmqResultDatum: executionTiming"),
    ("no shapes", (*_B, "dynamic_outputs"), "prepared", "burst_executor", _burst(_NoShapes), "FmqResultDatum: operandInformation"),
    ("memories shared by all bursts", _B, "prepared", "burst_executor", _shared_executor, "configureExecutionBurst"),
    # Driver-managed buffers
    ("second copy ignored", _D, "device", "allocate", _buffers(_copies_nothing), "IBuffer.copyFrom"),
    ("content kept after a failed copy", _D, "device", "allocate", _buffers(_keeps_content), "IBuffer.copyFrom"),
    ("content kept after a failed execution", _D, "device", "allocate", _buffers(_keeps_results), "allocate: uninitialized"),
    ("uninitialized content copied", _D, "device", "allocate", _buffers(_uninitialized_zeros), "IBuffer.copyTo: GENERAL_FAILURE"),
    ("last byte not copied", _D, "device", "allocate", _buffers(_lacks_last_byte), "IBuffer.copyTo"),
    ("larger memories accepted", _D, "device", "allocate", _buffers(_any_size), "IBuffer.copyFrom: INVALID_ARGUMENT"),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
