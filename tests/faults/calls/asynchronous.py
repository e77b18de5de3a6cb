"""Faults in callbacks of executions and preparations, and in the handling of several clients."""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

from conformance.bursts import PreparedModelExecutor
from conformance.hal import ErrorStatus, OutputShape, Timing
from tests.faults.drivers import (
    FAILED,
    FAILURE,
    INVALID,
    MISSED_DEADLINE,
    NO_TIME,
    NONE,
    SMALL,
    FaultyPreparedModel,
    StoringCallback,
    answered,
    device,
    launch_status,
    model,
    prepared,
)
from tests.faults.row import table

SILENT = prepared(execute=lambda me, right, *more: right(*more[:-1], StoringCallback()))


def ended(right: Any, arguments: Any) -> tuple[ErrorStatus, StoringCallback]:
    """Launch an execution; return its launch status and what its callback was notified of."""
    stored = StoringCallback()
    launch = right(*arguments[:-1], stored)
    stored.notified.wait(5)
    return launch, stored


def twice(*statuses: ErrorStatus, delay: float = 0.0) -> type:
    """Return a driver that notifies callbacks twice of some statuses, or of all."""

    def execute(me: Any, right: Any, *arguments: Any) -> Any:
        launch, stored = ended(right, arguments)
        arguments[-1].notify(*stored.arguments)
        if delay:
            threading.Timer(delay, arguments[-1].notify, stored.arguments).start()
        elif not statuses or stored.arguments[0] in statuses:
            arguments[-1].notify(*stored.arguments)
        return launch

    return prepared(execute=execute)


def refusal(*notification: Any, before: bool = False) -> type:
    """Return a driver that notifies callbacks of refused executions in another way, or not.

    The request is executed synchronously to find out. With ``before``, the notification comes in
    addition to the correct one.
    """

    def execute(me: Any, right: Any, *arguments: Any) -> Any:
        if me.right.execute_synchronously(*arguments[:-1])[0] != INVALID:
            return right(*arguments)
        if notification:
            arguments[-1].notify(*notification)
        return right(*arguments) if before else INVALID

    return prepared(execute=execute)


def hasty(me: Any, right: Any, *arguments: Any) -> Any:
    arguments[-1].notify(*answered(NONE))
    return right(*arguments[:-1], StoringCallback())


def later(until: Callable[[Any, Any], Callable[[], bool]]) -> Callable[..., Any]:
    """Return an ``execute`` that notifies after 20 ms, if ``until(model, callback)()`` is true."""

    def execute(me: Any, right: Any, *arguments: Any) -> Any:
        stored, is_wanted = StoringCallback(), until(me, arguments[-1])
        launch = right(*arguments[:-1], stored)

        def notify() -> None:
            stored.notified.wait(5)
            time.sleep(0.02)
            if is_wanted():
                arguments[-1].notify(*stored.arguments)

        threading.Thread(target=notify).start()
        return launch

    return execute


WAITING: list[Any] = []


def replaces_waiting(me: Any, callback: Any) -> Callable[[], bool]:
    WAITING[:] = [callback]
    return lambda: WAITING[0] is callback


def while_held(me: Any, callback: Any) -> Callable[[], bool]:
    held = weakref.ref(me)
    return lambda: held() is not None


def late_twice(me: Any, right: Any, prepared_model: Any, *arguments: Any) -> Any:
    deadline = arguments[2]
    if deadline is not None and deadline < time.monotonic_ns():
        arguments[-1].notify(MISSED_DEADLINE, None)
    return right(prepared_model, *arguments)


def prepared_twice(me: Any, right: Any, *arguments: Any) -> Any:
    stored = StoringCallback()
    launch = right(*arguments[:-1], stored)
    for _ in range(2):
        arguments[-1].notify(*stored.arguments)
    return launch


def refused_with_model(me: Any, right: Any, refused: Any, *arguments: Any) -> Any:
    stored = StoringCallback()
    launch = right(refused, *arguments[:-1], stored)
    status, made = stored.arguments
    arguments[-1].notify(status, made or FaultyPreparedModel(None, refused))
    return launch


# ------------------------------------------------------------------------------ several clients


def keeps_last(me: Any, right: Any, *arguments: Any) -> None:
    right(*arguments)
    type(me).last = me.right


def one_request(me: Any, right: Any, request: Any, *more: Any) -> Any:
    type(me).request = request
    time.sleep(0.002)
    return right(type(me).request, *more)


def one_launch(me: Any, right: Any, *arguments: Any) -> Any:
    type(me).latest = right, arguments

    def run() -> None:
        waiting, type(me).latest = type(me).latest, None
        if waiting is not None:
            waiting[0](*waiting[1])

    threading.Timer(0.02, run).start()
    return NONE


COMPILING: list[int] = []


def compiling(me: Any, right: Any, *arguments: Any) -> Any:
    COMPILING.append(1)
    time.sleep(0.1)
    try:
        return right(*arguments)
    finally:
        COMPILING.pop()


def breaks_earlier() -> type:
    """Return a driver that breaks all prepared models when one of them is released."""

    def start(me: Any, right: Any, *arguments: Any) -> None:
        right(*arguments)
        me.seen = type(me).ends

    def end(me: Any, _: Any) -> None:
        type(me).ends += 1

    def execute(me: Any, right: Any, *arguments: Any) -> Any:
        return right(*arguments) if type(me).ends == me.seen else FAILED

    return prepared(ends=0, __init__=start, __del__=end, execute_synchronously=execute)


MEMORIES: dict[int, Any] = {}


def one_cache(me: Any, right: Any) -> Any:
    executor = PreparedModelExecutor(me)
    executor._memories = MEMORIES
    return executor


LOCK = threading.Lock()


def waits_locked(me: Any, right: Any, request: Any, wait_for: Any, *more: Any) -> Any:
    with LOCK:
        for fence in wait_for:
            fence.wait(5000)
        return right(request, (), *more)


def executes_locked(me: Any, right: Any, *arguments: Any) -> Any:
    with LOCK:
        return right(*arguments)


# Tests open the following drivers by name, in a separate process. This process serves its first
# client on the main thread and each further client on another thread.


def is_further_client() -> bool:
    return threading.current_thread() is not threading.main_thread()


Forgetful = prepared(
    last=None,
    __init__=keeps_last,
    execute_synchronously=lambda me, right, *more: type(me).last.execute_synchronously(*more),
)
"""A driver that executes the model prepared last for every request."""
Frail = prepared(__del__=lambda me, _: os.abort() if is_further_client() else None)
"""A driver whose process aborts when it releases a prepared model of a further client."""
Blocking = prepared(
    execute_synchronously=lambda me, right, *more: (
        time.sleep(1000) if is_further_client() else right(*more)
    )
)
"""A driver that never answers the executions of a second client."""

_PREPARED_ONCE = "asynchronous.single_preparation_notification"

FAULTS = table(
    ("The callback is never notified", "combinations.asynchronous", SILENT, "callback.missing"),
    ("The callback is notified twice", "combinations.asynchronous", twice(), "callback.once"),
    ("The driver notifies the callback a second time after a delay", "combinations.asynchronous", twice(delay=0.02), "callback.once"),
    ("The callback is notified twice if an output buffer is too small", "combinations.asynchronous", twice(SMALL), "callback.once"),
    ("The callback is notified twice if a loop exceeds its timeout", "combinations.loop_timeouts", twice(MISSED_DEADLINE), "callback.once"),
    ("The callback is notified twice if the deadline has passed", "combinations.asynchronous", twice(ErrorStatus.MISSED_DEADLINE_PERSISTENT), "callback.once"),
    ("The callback is notified twice of GENERAL_FAILURE", "memory_domains_execution.uninitialized_buffer", twice(FAILURE), "callback.once"),
    ("prepareModel notifies its callback twice if the deadline has passed", "asynchronous.single_notification_after_deadline", device(prepare_model=late_twice)),
    ("execute returns GENERAL_FAILURE although it reports NONE to the callback", "async-fast", prepared(execute=launch_status(lambda _: FAILURE)), "execute.launch"),
    ("The callback is never notified, on the asynchronous path", "async-fast", SILENT, "callback.missing"),
    ("The callback is notified twice, on the asynchronous path", "async-fast", twice(), "callback.once"),
    ("A refused execution does not notify its callback", "combinations.asynchronous", refusal(), "callback.missing"),
    ("A refused execution notifies its callback twice", "combinations.asynchronous", refusal(INVALID, (), NO_TIME, before=True), "callback.once"),
    ("execute returns NONE for an execution that is refused with INVALID_ARGUMENT", "combinations.asynchronous", prepared(execute=launch_status(lambda status: NONE if status == INVALID else status))),
    ("A refused execution reports GENERAL_FAILURE to its callback, but returns INVALID_ARGUMENT", "combinations.asynchronous", refusal(FAILURE, (), NO_TIME)),
    ("A refused execution reports output shapes", "combinations.asynchronous", refusal(INVALID, [OutputShape((4,), True)], NO_TIME)),
    ("A refused execution reports a timing", "combinations.asynchronous", refusal(INVALID, (), Timing(1, 2))),
    ("The callback is notified before the outputs are written", "asynchronous.outputs_before_notification", prepared(execute=hasty)),
    ("The driver stores a single callback: a launch replaces one that is not yet notified", "many_objects.asynchronous_executions", prepared(execute=later(replaces_waiting))),
    ("The executions in progress are forgotten when the client releases the prepared model", "asynchronous.released_while_executing", prepared(execute=later(while_held))),
    ("A preparation notifies its callback twice", _PREPARED_ONCE, device(prepare_model=prepared_twice)),
    ("A preparation never notifies its callback", _PREPARED_ONCE, device(prepare_model=lambda me, right, *more: right(*more[:-1], StoringCallback())), "callback.missing"),
    ("A refused preparation delivers a prepared model", "asynchronous.refused_preparation", device(prepare_model=refused_with_model)),
    ("prepareModel returns NONE for a refused preparation", "asynchronous.refused_preparation", device(prepare_model=launch_status(lambda status: NONE if status == INVALID else status))),
    # Several clients
    ("The version string depends on the client", "clients.stable_queries", device(get_version_string=lambda me, _: (NONE, f"version for thread {threading.get_ident()}"))),
    ("Every request executes the model that was prepared last, by any client", "clients.interleaved_requests", Forgetful),
    ("The driver stores one request; a simultaneous one overwrites it before it is executed", "clients.simultaneous_executions", prepared(request=None, execute_synchronously=one_request)),
    ("The driver stores one launched request; a new launch replaces one that has not started", "clients.interleaved_launches", prepared(latest=None, execute=one_launch)),
    ("Executions fail while any client prepares a model", "clients.preparation_during_execution", device(prepare_model=compiling, prepared=model(execute_synchronously=lambda me, right, *more: FAILED if COMPILING else right(*more)))),
    ("Equal models share one prepared model, which ends with the first release", "clients.same_model_prepared_twice", breaks_earlier()),
    ("The release of one client's prepared model breaks all others", "clients.release_by_other_client", breaks_earlier()),
    ("The end of a client breaks the prepared models of the others", "clients.client_death", breaks_earlier()),
    ("The bursts of all clients share one cache of memories", "clients.separate_burst_slots", prepared(executor=one_cache)),
    ("The driver blocks all executions while it waits for a fence", "clients.independent_fence_wait", prepared(execute_fenced=waits_locked, execute_synchronously=executes_locked)),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
