"""Writes the stack traces of the threads of the driver's process, for the report on a hang."""

from __future__ import annotations

import os
import sys
import threading
from types import FrameType
from typing import Final

from conformance.drivers.crash_stacks.current_calls import is_watching

TRACE_END: Final = "End of the stack traces"
"""The line after a complete trace."""

_MAX_FRAMES: Final = 100


def write_thread_traces(descriptor: int) -> None:
    """Write the stack traces of all threads but the calling one, in the form of ``faulthandler``.

    The main thread is called the current thread. No thread can change its frames while this one
    reads them, because this one holds the interpreter's global lock. ``faulthandler`` reads them
    in a signal handler without the lock, so another running thread can crash the process.
    """
    main = threading.main_thread().ident
    frames = sys._current_frames()  # noqa: SLF001 - documented
    lines: list[str] = []
    for thread, frame in sorted(frames.items(), key=lambda one: one[0] != main):
        if thread != threading.get_ident() and not is_watching(thread):
            name = "Current thread" if thread == main else "Thread"
            lines += [f"{name} 0x{thread:016x} (most recent call first):", *_frame_lines(frame), ""]
    text = "\n".join([*lines, TRACE_END, ""])
    os.write(descriptor, text.encode("utf-8", "backslashreplace"))


def _frame_lines(frame: FrameType | None) -> list[str]:
    lines: list[str] = []
    while frame is not None and len(lines) < _MAX_FRAMES:
        code = frame.f_code
        lines.append(f'  File "{code.co_filename}", line {frame.f_lineno} in {code.co_name}')
        frame = frame.f_back
    return lines
