"""Faults in calls that overlap and end differently, and in calls within callbacks."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from conformance import hal
from conformance.driver_sdk.prepared_models import ReusableExecution
from tests.faults.drivers import (
    FAILURE,
    INVALID,
    MISSED_DEADLINE,
    NO_TIME,
    NONE,
    SMALL,
    StoringCallback,
    device,
    info,
    model,
    newest_device,
    prepared,
)
from tests.faults.row import table


def last_answer(part: int) -> type:
    """Return a driver that answers a part of the result of the execution that ended last."""

    def execute(me: Any, right: Any, *more: Any) -> Any:
        own = me.last = right(*more)
        time.sleep(0.02)
        return (*own[:part], me.last[part], *own[part + 1 :])

    return prepared(execute_synchronously=execute)


def last_argument(call: str, part: int) -> type:
    """Return a driver that executes with an argument of the latest call that has one."""

    def execute(me: Any, right: Any, *more: Any) -> Any:
        me.argument = more[part] if more[part] is not None else me.__dict__.get("argument")
        time.sleep(0.02)
        return right(*more[:part], me.argument, *more[part + 1 :])

    return prepared(**{call: execute})


def common_failure(*failures: hal.ErrorStatus) -> type:
    """Return a driver of which such a failure also ends all executions in progress."""

    def execute(me: Any, right: Any, *more: Any) -> Any:
        own: list[hal.ErrorStatus] = []
        running = me.__dict__.setdefault("running", [])
        running.append(own)
        answer = right(*more)
        if answer[0] in failures:
            for other in list(running):
                other.append(answer[0])
        time.sleep(0.02)
        running[:] = [each for each in running if each is not own]
        return (own[0], (), NO_TIME) if own and answer[0] == NONE else answer

    return prepared(execute_synchronously=execute)


def on_copy(me: Any, right: Any, request: Any, *more: Any) -> Any:
    """Execute on a copy of the first pool, and write the whole copy back."""
    pool = request.pools[0]
    if not isinstance(pool, hal.Memory) or pool.kind not in me.kinds:
        return right(request, *more)
    with pool.view() as view:
        copy = hal.SharedMemory(len(view), initial=bytes(view))
    answer = right(replace(request, pools=(copy, *request.pools[1:])), *more)
    time.sleep(0.002)
    with pool.view() as view, copy.view() as written:
        view[:] = written
    return answer


class Ended(hal.FencedExecutionCallback):
    """Reports GENERAL_FAILURE once ``has_ended`` returns true."""

    def __init__(self, callback: Any, has_ended: Callable[[], bool]) -> None:
        self.callback, self.has_ended = callback, has_ended

    def get_execution_info(self) -> Any:
        return info(FAILURE) if self.has_ended() else self.callback.get_execution_info()


def latest_limit(part: int) -> Callable[..., Any]:
    """Return an executeFenced whose pending executions all have the limit of the first limited one."""

    def execute(me: Any, right: Any, *more: Any) -> Any:
        me.limit = me.__dict__.get("limit") or more[part]
        return right(*more[:part], me.limit, *more[part + 1 :])

    return execute


class EndsWithRelease(ReusableExecution):
    """Pending executions fail when the client releases the reusable execution."""

    def execute_fenced(self, *arguments: Any) -> Any:
        status, fence, callback = super().execute_fenced(*arguments)
        if fence is not None:
            released = weakref.finalize(self, fence.fail)
            callback = Ended(callback, lambda: not released.alive)
        return status, fence, callback


def locked_device(**members: Any) -> type:
    """Return a driver that holds one lock in each of these calls, also while it calls back."""
    lock = threading.Lock()

    def call(me: Any, right: Any, *more: Any) -> Any:
        with lock:
            return right(*more)

    inner = model(**dict.fromkeys(members.pop("prepared", ()), call))
    return device(prepared=inner, **dict.fromkeys(members, call))


def notifying_locked(me: Any, right: Any, *more: Any) -> Any:
    """Notify the callback of an execution while holding the lock that queries need."""
    stored = StoringCallback()
    launch = right(*more[:-1], stored)

    def notify() -> None:
        stored.notified.wait(5)
        with LAUNCHES:
            more[-1].notify(*stored.arguments)

    threading.Thread(target=notify, daemon=True).start()
    return launch


LAUNCHES = threading.Lock()


def launching(me: Any, right: Any, *more: Any) -> Any:
    with LAUNCHES:
        return right(*more)


_ENDS, _SHAPES, _LOOPS, _WRITES, _FENCES, _RELEASED, _CALLS = (
    f"overlaps.{name}"
    for name in (
        "different_ends",
        "different_shapes",
        "different_loop_timeouts",
        "writes_of_the_client",
        "different_fences",
        "released_while_pending",
        "calls_within_callbacks",
    )
)

FAULTS = table(
    ("Simultaneous executions answer the status of the one that ended last", _ENDS, last_answer(0)),
    ("Simultaneous executions report the shapes of the one that ended last", _SHAPES, last_answer(1)),
    ("Simultaneous executions report the timing of the one that ended last", _ENDS, last_answer(2)),
    ("Simultaneous executions have the latest deadline of any call", _ENDS, last_argument("execute_synchronously", 2)),
    ("Simultaneous executions are measured if the latest call asks for it", _ENDS, last_argument("execute_synchronously", 1)),
    ("Simultaneous executions have the latest loop timeout of any call", _LOOPS, last_argument("execute_synchronously", 3)),
    ("A refused request ends all executions in progress", _ENDS, common_failure(INVALID)),
    ("A missed deadline ends all executions in progress", _ENDS, common_failure(MISSED_DEADLINE, hal.ErrorStatus.MISSED_DEADLINE_PERSISTENT)),
    ("A too small output buffer ends all executions in progress", _SHAPES, common_failure(SMALL)),
    ("executeSynchronously writes its pool back as a whole", _WRITES, prepared(kinds=[*hal.MemoryKind], execute_synchronously=on_copy)),
    ("executeSynchronously writes a file back as a whole", _WRITES, prepared(kinds=[hal.MemoryKind.MMAP_FD], execute_synchronously=on_copy)),
    ("The first deadline applies to all pending executions", _FENCES, prepared(execute_fenced=latest_limit(3))),
    ("A measured pending execution has all later ones measured", _FENCES, prepared(execute_fenced=latest_limit(2))),
    ("The first duration applies to all pending executions", _FENCES, prepared(execute_fenced=latest_limit(5))),
    ("Pending executions end with the release of the reusable execution", _RELEASED, newest_device(EndsWithRelease)),
    ("Callbacks of preparations are notified under the lock of queries", _CALLS, locked_device(prepare_model=1, get_supported_operations=1)),
    ("Callbacks of preparations are notified under the lock of executions", _CALLS, locked_device(prepare_model=1, prepared=("execute_synchronously",))),
    ("Callbacks of preparations are notified under the lock of allocations", _CALLS, locked_device(prepare_model=1, allocate=1)),
    ("Callbacks of executions are notified under the lock of launches", _CALLS, prepared(execute=lambda me, right, *more: notifying_locked(me, lambda *a: launching(me, right, *a), *more)), "callback.missing"),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
