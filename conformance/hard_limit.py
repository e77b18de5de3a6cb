"""A hard time limit, which ends this process when code in it hangs and cannot be stopped."""

from __future__ import annotations

import faulthandler
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
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


def end_process_after(seconds: float, status: int, text: Callable[[], str]) -> Callable[[], None]:
    """End the process after ``seconds`` with exit status ``status``.

    Return a function that cancels this. ``text`` returns the message for the standard error; it is
    called on another thread.
    """
    done = threading.Event()

    def watch() -> None:
        if not done.wait(seconds):
            cancel_last_resort()
            try:
                TERMINAL.write(text())
            finally:
                record_end(status)
                os._exit(status)

    def cancel() -> None:
        done.set()
        cancel_last_resort()

    # Without memory, the start of a thread may not return: the timer must run before.
    set_last_resort(seconds + LAST_RESORT_SECONDS)
    with suppress(RuntimeError, MemoryError):
        threading.Thread(target=watch, name="nn-hard-limit", daemon=True).start()
    return cancel


@contextmanager
def process_ends_after(seconds: float, status: int, text: Callable[[], str]) -> Iterator[None]:
    """Limit the time of a ``with`` block by ``end_process_after``, cancelled at the block's end."""
    cancel = end_process_after(seconds, status, text)
    try:
        yield
    finally:
        cancel()
