"""Ends this process when code in it cannot be stopped in any other way."""

from __future__ import annotations

import faulthandler
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

EXIT_STUCK: Final = 10
"""Exit status of a process that was ended because something in it did not end."""

LAST_RESORT: Final = 5.0
"""Seconds beyond a limit after which a process ends whose other threads do not run any more.

Code that keeps Python's global lock keeps every other thread from running. A timer outside Python
then ends the process with exit status 1 and writes where it stood.
"""


class Terminal:
    """Where last words go: the standard error as it was when the run began.

    ``timer`` is false where pytest uses the timer of ``faulthandler``.
    """

    def __init__(self) -> None:
        self.descriptor = 2
        self.timer = True

    def keep(self) -> None:
        """Keep the present standard error, whatever it is redirected to later."""
        if self.descriptor == 2:
            with suppress(OSError):
                self.descriptor = os.dup(2)

    def write(self, text: str) -> None:
        """Write to it; a closed pipe is no error."""
        with suppress(OSError):
            os.write(self.descriptor, text.encode("utf-8", "backslashreplace"))


TERMINAL: Final = Terminal()


def set_last_resort(seconds: float) -> None:
    """End the process in ``seconds`` even if no thread of Python runs then."""
    if TERMINAL.timer:
        with suppress(ValueError, OverflowError, RuntimeError, OSError):
            faulthandler.dump_traceback_later(seconds, exit=True, file=TERMINAL.descriptor)


def cancel_last_resort() -> None:
    """Take it back."""
    if TERMINAL.timer:
        faulthandler.cancel_dump_traceback_later()


def end_process_after(seconds: float, status: int, text: Callable[[], str]) -> Callable[[], None]:
    """End the process in ``seconds`` with ``status``; the result takes that back.

    ``text`` gives the message for the standard error; it is called on another thread.
    """
    done = threading.Event()

    def watch() -> None:
        if not done.wait(seconds):
            cancel_last_resort()
            try:
                TERMINAL.write(text())
            finally:
                os._exit(status)

    def cancel() -> None:
        done.set()
        cancel_last_resort()

    threading.Thread(target=watch, name="nn-hard-limit", daemon=True).start()
    set_last_resort(seconds + LAST_RESORT)
    return cancel


@contextmanager
def process_ends_after(seconds: float, status: int, text: Callable[[], str]) -> Iterator[None]:
    """``end_process_after``, taken back when the block ends."""
    cancel = end_process_after(seconds, status, text)
    try:
        yield
    finally:
        cancel()
