"""Executes a request on a prepared model by the mode and the variant of a path.

Two executions run at the same time in one variant. If a driver shares state between executions,
their results are wrong.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeVar

from conformance.drivers.own_process.connection import RemotePreparedModel
from conformance.hal import (
    Memory,
    PreparedModel,
    Request,
    SharedMemory,
)
from conformance.harness.calls import driver_calls
from conformance.harness.calls.modes import MODES, ExecutionCall
from conformance.harness.calls.recording_callbacks import CallbackCount, RecordingExecutionCallback
from conformance.harness.planning.execution_path import (
    ExecutionMode,
    ExecutionPath,
    ExecutionVariant,
    execution_deadline,
    fenced_limits,
)
from conformance.harness.supervision.wait_policy import wait_with_policy
from conformance.verdicts import VerdictKind

_Result = TypeVar("_Result")


def execute_concurrently(
    request: Request, execute: Callable[[Request], _Result], timeout: float
) -> _Result:
    """Return the result of ``execute`` while a second execution runs with copies of the pools.

    The outcome of the second execution is ignored. Its end is awaited for at most ``timeout``
    seconds.
    """
    copies = [_copy_pool(pool) if isinstance(pool, Memory) else pool for pool in request.pools]
    second_request = replace(request, pools=tuple(copies))
    barrier = threading.Barrier(2)

    def execute_second() -> None:
        with suppress(Exception):
            barrier.wait(timeout)
            execute(second_request)

    thread = threading.Thread(target=execute_second, daemon=True)
    thread.start()
    with suppress(threading.BrokenBarrierError):
        barrier.wait(timeout)
    try:
        return execute(request)
    finally:
        wait_with_policy(
            "the second of two concurrent executions", timeout, lambda s: _ended(thread, s)
        )
        if not thread.is_alive():
            for copy in copies:
                if isinstance(copy, SharedMemory):
                    with suppress(BufferError):  # The driver still has a view of the memory.
                        copy.close()


def _ended(thread: threading.Thread, seconds: float) -> bool | None:
    """Return True if the thread ends within ``seconds``, ``None`` otherwise."""
    thread.join(seconds)
    return None if thread.is_alive() else True


def _copy_pool(pool: Memory) -> SharedMemory:
    with pool.view() as view:
        return SharedMemory(initial=bytes(view))


def execute_request(
    path: ExecutionPath, call: ExecutionCall, callbacks: list[CallbackCount]
) -> driver_calls.ExecutionOutcome:
    """Execute a request along a path; raise ``DriverCallError`` for an answer that is invalid.

    The path gives ``call`` its deadlines; ``callbacks`` receives each callback that is passed to
    the driver.
    """

    def execute(request: Request) -> driver_calls.ExecutionOutcome:
        record = None
        if path.mode is ExecutionMode.ASYNC:
            record = RecordingExecutionCallback()
            callbacks.append(CallbackCount(record, "execute", str(path)))
        if path.mode in _FENCED:
            deadline, duration = fenced_limits(path.quality)
        else:
            deadline, duration = execution_deadline(path.quality), None
        return MODES[path.mode].run(
            replace(call, request=request, deadline=deadline, duration=duration, record=record)
        )

    if path.variant is not ExecutionVariant.CONCURRENT:
        return execute(call.request)
    if not _answers_concurrent_calls(call.prepared):
        reason = "the driver's process cannot answer two calls at the same time"
        driver_calls.raise_failure("path.applicable", reason, VerdictKind.NOT_APPLICABLE)
    return execute_concurrently(call.request, execute, call.timeout)


_FENCED: Final = frozenset({ExecutionMode.FENCED, ExecutionMode.FENCED_REUSABLE})


def _answers_concurrent_calls(prepared: PreparedModel) -> bool:
    """Return whether the driver receives two calls of different threads at the same time."""
    if not isinstance(prepared, RemotePreparedModel):
        return True
    return driver_calls.call_driver("opening a connection", prepared.device.open_connections, 2)
