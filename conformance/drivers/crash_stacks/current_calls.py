"""Records the NNAPI call that each thread is making, so that a crash can name it with arguments.

The adapter for native drivers calls the library through ``recorded``. When a thread crashes, the
handler of ``handler.c`` asks the thread that ``watch_crashes`` starts, which writes the call.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from conformance.drivers.crash_stacks.preload import trace_descriptor

CALL_LINE: Final = "nnapi-call\t"
"""The start of each line that describes the call of the thread that crashed."""

_MAX_LINES: Final = 60
_THREAD_BYTES: Final = 8

DescribeCall = Callable[[str, tuple[Any, ...]], list[str]]
"""Returns the lines that describe a call: the name of the function and its arguments."""

_running: Final[dict[int, tuple[str, tuple[Any, ...]]]] = {}
_watching_threads: Final[set[int]] = set()


def is_watching(thread: int) -> bool:
    """Return whether a thread only waits for crashes; it is omitted from stack traces."""
    return thread in _watching_threads


def recorded(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls ``function`` and records the call while it runs."""
    thread, running = threading.get_ident, _running

    def call(*arguments: Any) -> Any:
        here = thread()
        running[here] = (name, arguments)
        try:
            return function(*arguments)
        finally:
            running.pop(here, None)

    return call


def watch_crashes(describe: DescribeCall) -> None:
    """Start the thread that writes the call of a crashing thread to the trace of this process.

    This process must write crashes (``preload.trace_descriptor``).
    """
    ask = ctypes.CDLL(None).nn_stack_ask
    trace = trace_descriptor()
    questions, question = os.pipe2(os.O_CLOEXEC)
    told, tell = os.pipe2(os.O_CLOEXEC)
    threading.Thread(
        target=_answer, args=(questions, tell, trace, describe), name="nn-crash-calls", daemon=True
    ).start()
    ask(question, told)


def _answer(questions: int, tell: int, trace: int, describe: DescribeCall) -> None:
    _watching_threads.add(threading.get_ident())
    while packet := os.read(questions, _THREAD_BYTES):
        with suppress(Exception):  # whatever fails here, the crash itself is reported
            lines = _description(int.from_bytes(packet, "little"), describe)
            text = "".join(f"{CALL_LINE}{line}\n" for line in lines[:_MAX_LINES])
            os.write(trace, text.encode("utf-8", "backslashreplace"))
        os.write(tell, b".")


def _description(thread: int, describe: DescribeCall) -> list[str]:
    """Return the lines on the call of ``thread``; of all calls if it is a thread of the driver."""
    if thread in _running:
        return describe(*_running[thread])
    lines = [line for call in list(_running.values()) for line in describe(*call)]
    if not lines:
        return ["none: a thread of the driver crashed while no NNAPI call was running"]
    return ["of other threads (a thread of the driver crashed):", *lines]
