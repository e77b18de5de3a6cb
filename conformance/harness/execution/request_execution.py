"""Executes a request on a prepared model by the mode and the variant of a path.

Two executions run at the same time in one variant. If a driver shares state between executions,
their results are wrong.

``EXECUTE_BY_MODE`` and ``EXECUTE_BY_VARIANT`` have one function for each mode and each variant.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Final, TypeVar

from conformance.drivers.own_process.connection import RemotePreparedModel
from conformance.hal import (
    ErrorStatus,
    Execution,
    ExecutionConfig,
    Memory,
    PreparedModel,
    Request,
    SharedMemory,
    Timing,
)
from conformance.harness.calls import (
    burst_execution,
    driver_calls,
    fenced_execution,
    reusable_execution,
)
from conformance.harness.calls.recording_callbacks import CallbackCount, RecordingExecutionCallback
from conformance.harness.planning.execution_path import (
    ExecutionMode,
    ExecutionPath,
    ExecutionVariant,
    execution_deadline,
    fenced_limits,
    loop_timeout,
)
from conformance.harness.supervision.wait_policy import wait_with_policy
from conformance.verdicts import Finding, VerdictKind

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


ExecutionResult = tuple[driver_calls.ExecutionOutcome, *tuple[Timing, ...]]
"""The outcome and, for a fenced execution, the second timing (from its fences on)."""


@dataclass(frozen=True, slots=True)
class ExecutionArguments:
    """Everything that an execution needs except its request.

    Attributes:
        timeout: limit in seconds for the answer of the driver.
        loop_timeout: limit in nanoseconds for loops; ``None`` leaves it to the driver.
        callbacks: receives each callback that is passed to the driver.
        kept: the reusable execution that all executions of the path share.

    """

    prepared: PreparedModel
    path: ExecutionPath
    timeout: float
    loop_timeout: int | None
    callbacks: list[CallbackCount]
    kept: reusable_execution.KeptExecution = field(default_factory=reusable_execution.KeptExecution)


def execute_request(arguments: ExecutionArguments, request: Request) -> ExecutionResult:
    """Execute a request along a path; raise ``DriverCallError`` for an answer that is invalid."""
    path = arguments.path
    execute = partial(EXECUTE_BY_MODE[path.mode], arguments)
    vary = EXECUTE_BY_VARIANT.get(path.variant)
    return execute(request) if vary is None else vary(arguments, request, execute)


def _loop_timeout(arguments: ExecutionArguments) -> int | None:
    return loop_timeout(arguments.path.quality, arguments.loop_timeout)


def _execute_synchronously(arguments: ExecutionArguments, request: Request) -> ExecutionResult:
    return (
        driver_calls.execute_synchronously(
            arguments.prepared,
            request,
            measure=arguments.path.measure,
            loop_timeout=_loop_timeout(arguments),
            deadline=execution_deadline(arguments.path.quality),
        ),
    )


def _execute_asynchronously(arguments: ExecutionArguments, request: Request) -> ExecutionResult:
    record = RecordingExecutionCallback()
    arguments.callbacks.append(CallbackCount(record, "execute", str(arguments.path)))
    return (
        driver_calls.execute_asynchronously(
            arguments.prepared,
            request,
            arguments.path.measure,
            arguments.timeout,
            record,
            _loop_timeout(arguments),
            execution_deadline(arguments.path.quality),
        ),
    )


def _execute_fenced(arguments: ExecutionArguments, request: Request) -> ExecutionResult:
    deadline, duration = fenced_limits(arguments.path.quality)
    return fenced_execution.execute_fenced(
        arguments.prepared,
        request,
        arguments.path.measure,
        arguments.timeout,
        _loop_timeout(arguments),
        deadline,
        duration,
    )


def _execute_through_burst(arguments: ExecutionArguments, request: Request) -> ExecutionResult:
    return (
        burst_execution.execute_through_burst(
            arguments.prepared, request, arguments.path.measure, arguments.timeout
        ),
    )


def _execute_reusable(arguments: ExecutionArguments, request: Request) -> ExecutionResult:
    answer = _create_reusable(arguments, request)
    if not isinstance(answer, Execution):
        return (answer,)
    deadline = execution_deadline(arguments.path.quality)
    return (reusable_execution.execute_synchronously(answer, deadline),)


def _execute_reusable_fenced(arguments: ExecutionArguments, request: Request) -> ExecutionResult:
    answer = _create_reusable(arguments, request)
    if not isinstance(answer, Execution):
        return answer, Timing()
    deadline, duration = fenced_limits(arguments.path.quality)
    launch = reusable_execution.launch_fenced(answer, deadline=deadline, duration=duration)
    return fenced_execution.outcome_of_launch(launch, arguments.timeout)


def _create_reusable(
    arguments: ExecutionArguments, request: Request
) -> Execution | driver_calls.ExecutionOutcome:
    """Return the reusable execution of a request, or the outcome that the driver refuses it."""
    config = ExecutionConfig(arguments.path.measure, _loop_timeout(arguments))
    status, execution = arguments.kept.create(arguments.prepared, request, config)
    if execution is not None:
        return execution
    return driver_calls.ExecutionOutcome(ErrorStatus(status), (), Timing())


EXECUTE_BY_MODE: Final[
    Mapping[ExecutionMode, Callable[[ExecutionArguments, Request], ExecutionResult]]
] = MappingProxyType(
    {
        ExecutionMode.SYNC: _execute_synchronously,
        ExecutionMode.ASYNC: _execute_asynchronously,
        ExecutionMode.FENCED: _execute_fenced,
        ExecutionMode.BURST: _execute_through_burst,
        ExecutionMode.SYNC_REUSABLE: _execute_reusable,
        ExecutionMode.FENCED_REUSABLE: _execute_reusable_fenced,
    }
)


def _execute_twice_at_the_same_time(
    arguments: ExecutionArguments, request: Request, execute: Callable[[Request], ExecutionResult]
) -> ExecutionResult:
    if not _answers_concurrent_calls(arguments.prepared):
        reason = "the driver's process cannot answer two calls at the same time"
        finding = Finding(VerdictKind.NOT_APPLICABLE, "path.applicable", reason)
        raise driver_calls.DriverCallError(finding)
    return execute_concurrently(request, execute, arguments.timeout)


def _answers_concurrent_calls(prepared: PreparedModel) -> bool:
    """Return whether the driver receives two calls of different threads at the same time."""
    if not isinstance(prepared, RemotePreparedModel):
        return True
    return driver_calls.call_driver("opening a connection", prepared.device.open_connections, 2)


EXECUTE_BY_VARIANT: Final[
    Mapping[
        ExecutionVariant,
        Callable[
            [ExecutionArguments, Request, Callable[[Request], ExecutionResult]], ExecutionResult
        ],
    ]
] = MappingProxyType({ExecutionVariant.CONCURRENT: _execute_twice_at_the_same_time})
"""The variants that call the driver in another way than once, with the request as it is."""
