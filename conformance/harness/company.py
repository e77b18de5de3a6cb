"""Two executions at once on one prepared model: what they share shows as a wrong result."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from conformance.hal import Memory, Request, SharedMemory
from conformance.harness.wait_policy import waited

_Result = TypeVar("_Result")


def in_company(request: Request, execute: Callable[[Request], _Result], timeout: float) -> _Result:
    """What ``execute`` gives while the same request runs in buffers of its own beside it.

    The other execution's outcome is nobody's: it is waited for ``timeout`` seconds at most.
    """
    copies = [_copy(pool) if isinstance(pool, Memory) else pool for pool in request.pools]
    beside = replace(request, pools=tuple(copies))
    gate = threading.Barrier(2)

    def other() -> None:
        with suppress(Exception):
            gate.wait(timeout)
            execute(beside)

    thread = threading.Thread(target=other, daemon=True)
    thread.start()
    with suppress(threading.BrokenBarrierError):
        gate.wait(timeout)
    try:
        return execute(request)
    finally:
        waited("the second of two concurrent executions", timeout, lambda s: _ended(thread, s))
        if not thread.is_alive():
            for copy in copies:
                if isinstance(copy, SharedMemory):
                    with suppress(BufferError):  # the driver still looks at it: it goes with that
                        copy.close()


def _ended(thread: threading.Thread, seconds: float) -> bool | None:
    """True once the thread has ended, ``None`` when it goes on after ``seconds``."""
    thread.join(seconds)
    return None if thread.is_alive() else True


def _copy(pool: Memory) -> SharedMemory:
    with pool.view() as view:
        return SharedMemory(initial=bytes(view))
