"""Limits the running time of a spec file, and restores the process state after it."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import numpy as np

from conformance.hard_limit import EXIT_STUCK, process_ends_after

_REPEAT_INTERVAL = 0.005
"""Seconds between repeated interruptions, for code that catches and ignores the first one."""

_UNINTERRUPTED = frozenset((__file__, contextlib.__file__))
_GRACE = 5.0
"""Seconds for code that does not react to interruptions."""

_RUN_LOCK = threading.RLock()
"""Held while a spec file runs."""


class TimeLimitExceeded(BaseException):
    """A spec file exceeded its time limit.

    This is not an ``Exception``, so that ``except Exception`` in a spec file does not catch it.
    """


@contextmanager
def enforce_time_limit(
    seconds: float, subject: str = "a block with a time limit"
) -> Iterator[None]:
    """Raise ``TimeLimitExceeded`` in the ``with`` block when it runs longer than ``seconds``.

    In the main thread, an interval timer interrupts the block between two Python instructions. If
    an alarm was already set, for example by a test timeout, it is set again afterwards with the
    remaining time.

    A block that still runs 5 s later cannot be interrupted (it waits in C code, it switched the
    alarm off, or it runs in another thread): the process ends with exit status 10 and a message
    that names ``subject``.
    """

    def last_words() -> str:
        return (
            f"\n{subject} did not end within {seconds:g} s and cannot be interrupted; "
            "the run ends here\n"
        )

    with process_ends_after(seconds + _GRACE, EXIT_STUCK, last_words):
        if threading.current_thread() is threading.main_thread():
            with _interval_timer(seconds):
                yield
        else:
            yield


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


@contextmanager
def restore_process_state() -> Iterator[None]:
    """Restore the process-wide state that a spec file may change by accident.

    This state consists of Python's and numpy's random generators, numpy's error settings, warning
    filters, the import path, the working directory and the standard output. Because it belongs to
    the whole process, only one file runs at a time.
    """
    with _RUN_LOCK, warnings.catch_warnings(), np.errstate():
        generator, legacy = random.getstate(), np.random.get_state()  # noqa: NPY002 - specs use it
        path, output, directory = list(sys.path), sys.stdout, os.open(".", os.O_PATH)
        warnings.simplefilter("ignore")
        sys.stdout = sys.stderr  # a spec's prints must not mix with a report
        try:
            yield
        finally:
            sys.stdout = output
            random.setstate(generator)
            np.random.set_state(legacy)  # noqa: NPY002
            sys.path[:] = path
            os.fchdir(directory)
            os.close(directory)
