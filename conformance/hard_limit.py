"""Time limits for code in this process, which end the process if the code cannot be stopped."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final

from conformance.parent_process import record_end

EXIT_STUCK: Final = 10
"""Exit status of a process that was ended because code in it hung."""

LAST_RESORT_SECONDS: Final = 5.0
"""Seconds after a limit at which a process ends whose monitoring thread cannot run.

Code that holds Python's global interpreter lock blocks every other thread. A timer outside Python
then writes the stack traces and ends the process with exit status 1.
"""


class Terminal:
    """The standard error of the terminal, for messages before the process ends.

    ``timer`` is false if another component uses the timer of ``faulthandler``, of which a process
    has only one.
    """

    def __init__(self) -> None:
        self.descriptor = 2
        self.timer = True

    def keep(self) -> None:
        """Keep a copy of the current standard error, so that it works after a redirection."""
        if self.descriptor == 2:
            with suppress(OSError):
                self.descriptor = os.dup(2)

    def write(self, text: str) -> None:
        """Write ``text``; ignore errors such as a closed pipe."""
        with suppress(OSError):
            os.write(self.descriptor, text.encode("utf-8", "backslashreplace"))


TERMINAL: Final = Terminal()


def set_last_resort(seconds: float) -> None:
    """End the process after ``seconds``, even if no Python thread can run by then."""
    if TERMINAL.timer:
        with suppress(ValueError, OverflowError, RuntimeError, OSError):
            faulthandler.dump_traceback_later(seconds, exit=True, file=TERMINAL.descriptor)


def cancel_last_resort() -> None:
    """Cancel the timer of ``set_last_resort``."""
    if TERMINAL.timer:
        faulthandler.cancel_dump_traceback_later()


_REPEAT_INTERVAL: Final = 0.005
"""Seconds between repeated interruptions, for code that catches and ignores the first one."""

_UNINTERRUPTED: Final = frozenset((__file__, contextlib.__file__))
_GRACE: Final = 5.0
"""Seconds for code that does not react to interruptions."""


class TimeLimitExceeded(BaseException):
    """A block exceeded its time limit.

    This is not an ``Exception``, so that ``except Exception`` in the block does not catch it.
    """


@contextmanager
def enforce_time_limit(seconds: float, text: str, status: int = EXIT_STUCK) -> Iterator[None]:
    """Raise ``TimeLimitExceeded`` in the ``with`` block when it runs longer than ``seconds``.

    In the main thread, an interval timer interrupts the block between two Python instructions. If
    an alarm was already set, for example by a test timeout, it is set again afterwards with the
    remaining time.

    A block that still runs 5 s later cannot be interrupted (it waits in C code, it switched the
    alarm off, or it runs in another thread): the process writes ``text`` and ends with ``status``.
    """
    done = threading.Event()

    def watch() -> None:
        if not done.wait(seconds + _GRACE):
            cancel_last_resort()
            try:
                TERMINAL.write(text)
            finally:
                record_end(status)
                os._exit(status)

    # Without memory, the start of a thread may not return: the timer must run before.
    set_last_resort(seconds + _GRACE + LAST_RESORT_SECONDS)
    with suppress(RuntimeError, MemoryError):
        threading.Thread(target=watch, name="nn-hard-limit", daemon=True).start()
    try:
        if threading.current_thread() is threading.main_thread():
            with _interval_timer(seconds):
                yield
        else:
            yield
    finally:
        done.set()
        cancel_last_resort()


@contextmanager
def _interval_timer(seconds: float) -> Iterator[None]:
    def interrupt(_signal: int, frame: FrameType | None) -> None:
        # An exception on the way out of the block would leave the timer armed until the process
        # ends, so code of this module and of ``contextlib`` is never interrupted.
        if frame is None or frame.f_code.co_filename not in _UNINTERRUPTED:
            raise TimeLimitExceeded

    started = time.monotonic()
    earlier_handler = signal.signal(signal.SIGALRM, interrupt)
    earlier_delay, earlier_interval = signal.setitimer(
        signal.ITIMER_REAL, seconds, _REPEAT_INTERVAL
    )
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, earlier_handler)
        if earlier_delay:
            remaining = earlier_delay - (time.monotonic() - started)
            signal.setitimer(signal.ITIMER_REAL, max(remaining, 1e-6), earlier_interval)
