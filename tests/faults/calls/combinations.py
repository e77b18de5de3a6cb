"""Faults that only show in a combination of two or three usual arguments or circumstances."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from conformance import hal
from conformance.driver_sdk.prepared_models import ReusableExecution
from tests.faults.drivers import (
    FAILED,
    FAILURE,
    INVALID,
    NONE,
    SMALL,
    changed,
    device,
    executor,
    model,
    newest_device,
    prepared,
    result,
)
from tests.faults.row import table
from tests.sample_drivers.forwarding import WrappingCallback

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


def newest_callback(me: Any, right: Any, *arguments: Any) -> Any:
    """Notify the newest callback at the end of an execution of high priority."""
    me.newest = callback = arguments[-1]

    def notify(*answer: Any) -> None:
        time.sleep(0.004 * (me.priority == _P.HIGH))
        (me.newest if me.priority == _P.HIGH else callback).notify(*answer)

    return right(*arguments[:-1], SimpleNamespace(notify=notify))


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


def whole_words(me: Any, right: Any, request: Any, *more: Any) -> Any:
    """Write outputs of a fenced execution in words of four bytes."""
    answer = right(request, *more)
    if answer[0] is NONE and answer[1] is None:
        for pool, place in places(request, request.outputs):
            end = place.offset + place.length
            with pool.view() as view:
                count = min(-place.length % 4, len(view) - end)
                view[end : end + count] = bytes(count)
    return answer


def places(request: Any, arguments: Any, *kinds: hal.MemoryKind) -> list[Any]:
    """Return the memory and the place of each argument in a memory of these kinds, or of any."""
    found = [(request.pools[each.location.pool_index], each.location) for each in arguments]
    return [
        (pool, place)
        for pool, place in found
        if isinstance(pool, hal.Memory) and (not kinds or pool.kind in kinds)
    ]


def reverses_blobs(me: Any, right: Any, request: Any, *more: Any) -> Any:
    """Convert inputs in hardware buffers in place, for low power."""
    answer = right(request, *more)
    if me.preference == _E.LOW_POWER and answer[0] is NONE:
        for pool, place in places(request, request.inputs, _K.HARDWARE_BUFFER_BLOB):
            with pool.view() as view:
                part = slice(place.offset, place.offset + place.length)
                view[part] = bytes(view[part])[::-1]
    return answer


def measured_from_cache(me: Any, right: Any, *arguments: Any) -> Any:
    measuring = model(
        execute_synchronously=lambda me, right, request, _measure, *more: right(request, 1, *more)
    )
    return right(*arguments[:-1], WrappingCallback(None, measuring, arguments[-1]))  # type: ignore[arg-type]


def refused_together(me: Any, right: Any, *arguments: Any) -> Any:
    """Fail if another preparation is refused at the same time."""
    before, answer = me.refused, right(*arguments)
    if answer[0] is INVALID:
        me.refused += 1
        return answer
    time.sleep(0.002)
    return answer if before == me.refused else (FAILURE, None)


def sum_of_times(me: Any, right: Any, deadline: Any) -> Any:
    """Report the sum of the times of all executions, each of which takes 0.1 ms or longer."""
    status, shapes, timing = right(deadline)
    if timing.time_in_driver != hal.NO_TIMING:
        me.total += max(timing.time_in_driver, 100_000)
        timing = replace(timing, time_in_driver=me.total)
    return status, shapes, timing


def overruns(me: Any, right: Any, request: Any, *more: Any) -> Any:
    """Write the whole results into outputs that are too small."""
    answer = right(request, *more)
    if answer[0] is SMALL:
        for pool, place in places(request, request.outputs):
            with pool.view() as view:
                view[place.offset + place.length] ^= 0xFF
    return answer


def decided_by_first(me: Any, right: Any, request: Any, config: Any) -> Any:
    """Read the inputs of a reusable execution in a file when the execution is created."""
    used = {each.location.pool_index for each in request.inputs}
    used -= {each.location.pool_index for each in request.outputs}
    pools = [
        hal.SharedMemory(initial=hal.content_of(pool))
        if index in used and isinstance(pool, hal.ClientMemory) and pool.kind is _K.MMAP_FD
        else pool
        for index, pool in enumerate(request.pools)
    ]
    return right(replace(request, pools=tuple(pools)), config)


_FENCED, _ASYNC = "combinations.fenced", "combinations.asynchronous"
_SYNC, _LOOPS = "combinations.synchronous", "combinations.loop_timeouts"

FAULTS = table(
    ("An asynchronous execution that missed its deadline reports a measured time", _ASYNC, prepared(execute=notifying(lambda measure, answer: (*answer[:2], hal.Timing(hal.NO_TIMING, 3)) if measure and answer[0] in (5, 6) else answer))),
    ("An asynchronous execution of low priority is launched with the next one", _ASYNC, marked(waiting=None, execute=with_the_next), "callback.missing"),
    ("Simultaneous executions of high priority notify the newest callback", _ASYNC, marked(newest=None, execute=newest_callback), "callback.missing"),
    ("An execution of high priority ends simultaneous ones of low priority", _SYNC, marked(execute_synchronously=ended_by_high)),
    ("A burst maps a file from its start, not from the offset", "combinations.burst", executor(add_memory=from_the_start)),
    ("A fenced execution writes whole words behind outputs of an odd size", _FENCED, prepared(execute_fenced=whole_words)),
    ("Inputs in hardware buffers are converted in place with LOW_POWER", _SYNC, marked(execute_synchronously=reverses_blobs)),
    ("Executions of a model from the cache are measured unasked", _SYNC, device(prepare_model_from_cache=measured_from_cache)),
    ("The ninth output has no shape", _SYNC, prepared(execute_synchronously=result(lambda status, shapes, timing: (status, shapes[:8], timing)))),
    ("The byte after an output that is too small is written", _SYNC, prepared(execute_synchronously=overruns)),
    ("A refused preparation makes a simultaneous one fail", _SYNC, device(refused=0, prepare=refused_together)),
    ("A reusable execution reads inputs in a file once", "combinations.synchronous_reusable", newest_device(model(create_reusable_execution=decided_by_first))),
    ("A reusable execution adds up the times of its executions", "repeated_executions.many_executions", newest_device(changed(ReusableExecution, total=0, execute_synchronously=sum_of_times))),
    ("A loop timeout is not applied to an execution with a deadline", _LOOPS, prepared(execute_synchronously=lambda me, right, request, measure, deadline, timeout: right(request, measure, deadline, None if deadline else timeout))),
    ("A loop timeout of 0 is the default", _LOOPS, prepared(execute_synchronously=lambda me, right, request, measure, deadline, timeout: right(request, measure, deadline, timeout or None))),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
