"""Faults that only show in a combination of two or three usual arguments or circumstances."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from conformance import hal
from tests.faults.drivers import (
    FAILED,
    NONE,
    device,
    executor,
    model,
    prepared,
    result,
)
from tests.faults.row import table

_P, _E, _K = hal.Priority, hal.ExecutionPreference, hal.MemoryKind
HIGH_EXECUTIONS: list[int] = []


def marks(me: Any, right: Any, asked: Any, preference: int, priority: int, *more: Any) -> Any:
    """Prepare, and give the prepared model its preference and its priority."""

    def notify(status: Any, made: Any) -> None:
        if made is not None:
            made.preference, made.priority = preference, priority
        more[-1].notify(status, made)

    return right(asked, preference, priority, *more[:-1], SimpleNamespace(notify=notify))


def marked(**members: Any) -> type:
    """Return a driver whose prepared models know ``preference`` and ``priority``."""
    return device(prepare_model=marks, prepared=model(preference=1, priority=1, **members))


def notifying(change: Callable[..., Any]) -> Callable[..., Any]:
    """Return an ``execute`` that notifies its callback of ``change(measure, result)``."""

    def execute(me: Any, right: Any, request: Any, measure: int, *more: Any) -> Any:
        def notify(*answer: Any) -> None:
            more[-1].notify(*change(measure, answer))

        return right(request, measure, *more[:-1], SimpleNamespace(notify=notify))

    return execute


def with_the_next(me: Any, right: Any, *arguments: Any) -> Any:
    """Launch an execution of low priority when the next one is launched."""
    if me.priority != _P.LOW:
        return right(*arguments)
    waiting, me.waiting = me.waiting, arguments
    return NONE if waiting is None else right(*waiting)


def ended_by_high(me: Any, right: Any, *arguments: Any) -> Any:
    """End an execution of low priority during which one of high priority began."""
    HIGH_EXECUTIONS.extend([1] * (me.priority == _P.HIGH))
    before, answer = len(HIGH_EXECUTIONS), right(*arguments)
    time.sleep(0.004 * (me.priority == _P.LOW))
    return answer if me.priority != _P.LOW or before == len(HIGH_EXECUTIONS) else FAILED


def from_the_start(me: Any, right: Any, slot: int, memory: Any) -> Any:
    """Map the first bytes of a file instead of those at its offset."""
    if memory.kind is _K.MMAP_FD and memory.offset:
        memory = hal.SharedMemory(initial=os.pread(memory.fileno(), memory.size, 0))
    return right(slot, memory)


def places(request: Any, arguments: Any, *kinds: hal.MemoryKind) -> list[Any]:
    """Return the memory and the place of each argument in a memory of these kinds, or of any."""
    found = [(request.pools[each.location.pool_index], each.location) for each in arguments]
    return [
        (pool, place)
        for pool, place in found
        if isinstance(pool, hal.Memory) and (not kinds or pool.kind in kinds)
    ]


_FENCED, _ASYNC = "combinations.fenced", "combinations.asynchronous"
_SYNC, _LOOPS = "combinations.synchronous", "combinations.loop_timeouts"

FAULTS = table(
    ("An asynchronous execution that missed its deadline reports a measured time", _ASYNC, prepared(execute=notifying(lambda measure, answer: (*answer[:2], hal.Timing(hal.NO_TIMING, 3)) if measure and answer[0] in (5, 6) else answer))),
    ("An asynchronous execution of low priority is launched with the next one", _ASYNC, marked(waiting=None, execute=with_the_next), "callback.missing"),
    ("An execution of high priority ends simultaneous ones of low priority", _SYNC, marked(execute_synchronously=ended_by_high)),
    ("A burst maps a file from its start, not from the offset", "combinations.burst", executor(add_memory=from_the_start)),
    ("The ninth output has no shape", _SYNC, prepared(execute_synchronously=result(lambda status, shapes, timing: (status, shapes[:8], timing)))),
    ("A loop timeout is not applied to an execution with a deadline", _LOOPS, prepared(execute_synchronously=lambda me, right, request, measure, deadline, timeout: right(request, measure, deadline, None if deadline else timeout))),
    ("A loop timeout of 0 is the default", _LOOPS, prepared(execute_synchronously=lambda me, right, request, measure, deadline, timeout: right(request, measure, deadline, timeout or None))),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
