"""Executes a request twice at the same time on one prepared model.

If a driver shares state between executions, their results are wrong.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from conformance.hal import Memory, Request, SharedMemory
from conformance.harness.supervision.wait_policy import wait_with_policy

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
