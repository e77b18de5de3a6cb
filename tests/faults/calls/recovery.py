"""Faults in the state of a driver after failed calls, and beside many objects."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Any

from conformance.hal import DeviceStatus, ErrorStatus, Memory, SyncFence
from tests.faults.domain_devices import allocation, requests
from tests.faults.drivers import (
    DONE,
    FAILURE,
    INVALID,
    MISSED_DEADLINE,
    NONE,
    SMALL,
    Info,
    StoringCallback,
    device,
    info,
    model,
    prepared,
)
from tests.faults.row import table


def forgiving(accepted: Callable[[Any], Any]) -> Callable[..., Any]:
    """Return an execution that returns ``accepted(arguments)`` for a refused request's repetition."""

    def execute(me: Any, right: Any, request: Any, *more: Any) -> Any:
        stored = StoringCallback()
        is_asynchronous = hasattr(more[-1], "notify")
        answer = right(request, *more[:-1], stored) if is_asynchronous else right(request, *more)
        refused = INVALID in (answer, answer[0] if isinstance(answer, tuple) else answer)
        if refused and request == me.__dict__.get("refused"):
            return accepted(more)
        me.refused = request if refused else None
        if is_asynchronous:
            stored.notified.wait(5)
            more[-1].notify(*stored.arguments)
        return answer

    return execute


def wipe(request: Any) -> None:
    """Overwrite the first input of a request in shared memory."""
    pool = request.pools[0]
    if request.inputs and isinstance(pool, Memory):
        where = request.inputs[0].location
        with pool.view() as view:
            view[where.offset : where.offset + where.length] = bytes(where.length)


def wiping(*statuses: ErrorStatus) -> type:
    """Return a driver that overwrites the inputs of executions with these statuses."""

    def execute(me: Any, right: Any, request: Any, *more: Any) -> Any:
        answer = right(request, *more)
        if answer[0] in statuses:
            wipe(request)
        return answer

    return prepared(execute_synchronously=execute)


def wiping_on_failed_fence(me: Any, right: Any, request: Any, *more: Any) -> Any:
    status, pending, callback = right(request, *more)
    if pending is None:
        return status, pending, callback
    fence = SyncFence()

    def watch() -> None:
        if pending.wait(5000).name == "SIGNALED":
            fence.signal()
            return
        wipe(request)
        fence.fail()

    threading.Thread(target=watch, daemon=True).start()
    return status, fence, callback


def invalidates_inputs(me: Any, right: Any) -> None:
    right()
    for _, _, found in me._uses(me._request.inputs):
        found.invalidate()


def status_after(status: DeviceStatus, *failures: ErrorStatus) -> type:
    """Return a driver with this device status from such a failure to the next execution."""
    failed: list[ErrorStatus] = []

    def execute(me: Any, right: Any, *more: Any) -> Any:
        answer = right(*more)
        failed[:] = [answer[0]] if answer[0] in failures else []
        return answer

    return device(
        get_status=lambda me, right: status if failed else right(),
        prepared=model(execute_synchronously=execute),
    )


def repeated_as(first: ErrorStatus, then: ErrorStatus) -> type:
    """Return a driver whose second failure in a row with a status has another one."""

    def execute(me: Any, right: Any, *more: Any) -> Any:
        answer = right(*more)
        again, me.again = me.__dict__.get("again", False), answer[0] == first
        return (then, *DONE[1:]) if again and me.again else answer

    return prepared(execute_synchronously=execute)


def breaks(call: str, *failures: ErrorStatus, answer: Any) -> type:
    """Return a driver of which a call fails once after a synchronous execution has failed."""

    def execute(me: Any, right: Any, *more: Any) -> Any:
        given = right(*more)
        if given[0] in failures:
            type(me).broken = True
        return given

    def next_call(me: Any, right: Any, *more: Any) -> Any:
        if not me.broken:
            return right(*more)
        type(me).broken = False
        return answer(more)

    return prepared(broken=False, execute_synchronously=execute, **{call: next_call})


def token_of_last_buffer(me: Any, right: Any, *more: Any) -> Any:
    """After a refused allocation, return the token of the buffer before it."""
    status, found, token = right(*more)
    if found is None:
        me.is_refused = True
        return status, found, token
    if me.__dict__.pop("is_refused", False) and me.__dict__.get("last"):
        token = me.last
    me.last = token
    return status, found, token


def unprepared_after(call: str, is_failure: Callable[[Any], bool]) -> type:
    """Return a driver whose next preparation fails after a call of the device has failed."""

    def failing(me: Any, right: Any, *more: Any) -> Any:
        answer = right(*more)
        me.failed = me.__dict__.get("failed", False) or is_failure(answer)
        return answer

    def prepare(me: Any, right: Any, *more: Any) -> Any:
        if me.__dict__.pop("failed", False):
            more[-1].notify(FAILURE, None)
            return FAILURE
        return right(*more)

    return device(prepare_model=prepare, **{call: failing})


class Waiting:
    """The fences of the fenced executions that wait, and the prepared models that exist."""

    fences: list[Any]
    models: Any

    def __init__(self) -> None:
        self.fences, self.models = [], weakref.WeakSet()

    def launched(self, me: Any, right: Any, *more: Any) -> Any:
        self.models.add(me)
        answer = right(*more)
        if answer[1] is not None:
            self.fences.append(answer[1])
        return answer

    def created(self, me: Any, right: Any, *more: Any) -> None:
        right(*more)
        self.models.add(me)

    def __bool__(self) -> bool:
        return any(fence.wait(0).name == "ACTIVE" for fence in self.fences)


def while_waiting(**changes: Any) -> type:
    """Return a driver with other answers of the device while a fenced execution waits."""
    waiting = Waiting()
    calls = {
        name: lambda me, right, *more, answer=answer: answer if waiting else right(*more)
        for name, answer in changes.items()
    }
    return device(prepared=model(execute_fenced=waiting.launched), **calls)


_REPEATED, _DEVICE, _DURING = (
    "recovery.repeated_failures",
    "recovery.refused_device_calls",
    "recovery.queries_during_use",
)
_DOMAIN = "recovery.inputs_of_failed_execution"

FAULTS = table(
    ("A request that executeSynchronously refused is executed when it is repeated", _REPEATED, prepared(execute_synchronously=forgiving(lambda _: DONE))),
    ("A request that executeFenced refused is executed when it is repeated", _REPEATED, prepared(execute_fenced=forgiving(lambda _: (NONE, None, Info(info()))))),
    ("The inputs are overwritten if an output buffer is too small", _REPEATED, wiping(SMALL)),
    ("The inputs are overwritten if a request is refused or its deadline missed", _REPEATED, wiping(INVALID, MISSED_DEADLINE)),
    ("The inputs are overwritten if a wait fence enters the error state", "recovery.failed_fences", prepared(execute_fenced=wiping_on_failed_fence)),
    ("A failed execution also invalidates the buffers of its inputs", _DOMAIN, requests(invalidate_outputs=invalidates_inputs)),
    ("A buffer after a refused allocation has the token of the last one", "recovery.refused_buffer_calls", allocation(token_of_last_buffer)),
    ("The device is OFFLINE after an execution with a too small output buffer", _REPEATED, status_after(DeviceStatus.OFFLINE, SMALL)),
    ("The device remains BUSY after an execution has missed its deadline", _REPEATED, status_after(DeviceStatus.BUSY, MISSED_DEADLINE)),
    ("A too small output buffer is a GENERAL_FAILURE when the request is repeated", _REPEATED, repeated_as(SMALL, FAILURE)),
    ("A loop that exceeds its timeout again is a GENERAL_FAILURE", _REPEATED, repeated_as(MISSED_DEADLINE, FAILURE)),
    ("The next executeFenced fails after executeSynchronously has missed a deadline", _REPEATED, breaks("execute_fenced", MISSED_DEADLINE, answer=lambda _: (FAILURE, None, None))),
    ("The next executeFenced fails after a GENERAL_FAILURE of executeSynchronously", _DOMAIN, breaks("execute_fenced", FAILURE, answer=lambda _: (FAILURE, None, None))),
    ("The next preparation fails after a refused allocation", _DEVICE, unprepared_after("allocate", lambda answer: answer[0] != NONE), "prepare.status"),
    ("The next preparation fails after a failed retrieval from the cache", _DEVICE, unprepared_after("prepare_model_from_cache", lambda answer: answer != NONE), "prepare.status"),
    ("The next preparation fails after a refused query of support", _DEVICE, unprepared_after("get_supported_operations", lambda answer: answer[0] != NONE), "prepare.status"),
    ("The device is OFFLINE while a fenced execution waits", _DURING, while_waiting(get_status=DeviceStatus.OFFLINE)),
    ("Queries of support fail while a fenced execution waits", _DURING, while_waiting(get_supported_operations=(FAILURE, ()))),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
