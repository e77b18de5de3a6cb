"""Limits the running time of a spec file, and restores the process state after it."""

from __future__ import annotations

import contextlib
import ctypes
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


_RUN_LOCK = threading.RLock()
"""Held while a spec file runs."""


class TimeLimitExceeded(BaseException):
    """A spec file exceeded its time limit.

    This is not an ``Exception``, so that ``except Exception`` in a spec file does not catch it.
    """


_UNINTERRUPTED = frozenset((__file__, contextlib.__file__))
_GRACE = 5.0
"""Seconds for code that does not react to interruptions."""


@contextmanager
def enforce_time_limit(
    seconds: float, subject: str = "a block with a time limit"
) -> Iterator[None]:
    """Raise ``TimeLimitExceeded`` in the ``with`` block when it runs longer than ``seconds``.

    In the main thread, an interval timer interrupts the block; in other threads, a watching thread
    does. Both can interrupt only between two Python instructions, so a call into C code completes
    first. If an alarm was already set, for example by a test timeout, it is set again afterwards
    with the remaining time.

    A block that still runs 5 s later cannot be interrupted (it waits in C code, or it switched the
    alarm off): the process ends with exit status 10 and a message that names ``subject``.
    """

    def last_words() -> str:
        return (
            f"\n{subject} did not end within {seconds:g} s and cannot be interrupted; "
            "the run ends here\n"
        )

    with process_ends_after(seconds + _GRACE, EXIT_STUCK, last_words), interrupted_after(seconds):
        yield


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Do the same as ``enforce_time_limit``, but never end the process.

    This is for code of the suite itself.
    """
    if threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer"):
        bound = _interval_timer(seconds)
    else:
        bound = _watching_thread(seconds)
    with bound:
        yield


@contextmanager
def _interval_timer(seconds: float) -> Iterator[None]:
    armed = True

    def interrupt(_signal: int, frame: FrameType | None) -> None:
        # An exception on the way out of the block would leave the timer armed until the process
        # ends, so code of this module and of ``contextlib`` is never interrupted.
        if armed and (frame is None or frame.f_code.co_filename not in _UNINTERRUPTED):
            raise TimeLimitExceeded

    def report_unraisable(unraisable: sys.UnraisableHookArgs) -> None:
        # An interruption in a destructor cannot leave it. The next one interrupts the block.
        if unraisable.exc_type is not TimeLimitExceeded:
            earlier_hook(unraisable)

    started = time.monotonic()
    earlier_hook, sys.unraisablehook = sys.unraisablehook, report_unraisable
    earlier_handler = signal.signal(signal.SIGALRM, interrupt)
    earlier_delay, earlier_interval = signal.setitimer(
        signal.ITIMER_REAL, seconds, _REPEAT_INTERVAL
    )
    try:
        try:
            yield
        finally:
            armed = False  # an interruption can prevent this assignment, so it is repeated below
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, earlier_handler)
        sys.unraisablehook = earlier_hook
        if earlier_delay:
            remaining = earlier_delay - (time.monotonic() - started)
            signal.setitimer(signal.ITIMER_REAL, max(remaining, 1e-6), earlier_interval)


@contextmanager
def _watching_thread(seconds: float) -> Iterator[None]:
    thread_id = ctypes.c_ulong(threading.get_ident())
    raise_in_thread = ctypes.pythonapi.PyThreadState_SetAsyncExc
    finished = threading.Event()
    lock = threading.Lock()

    def watch() -> None:
        delay = seconds
        while not finished.wait(delay):
            with lock:
                if not finished.is_set():
                    raise_in_thread(thread_id, ctypes.py_object(TimeLimitExceeded))
            delay = _REPEAT_INTERVAL

    def stop() -> None:
        with lock:
            finished.set()
            raise_in_thread(thread_id, None)

    threading.Thread(target=watch, name="spec time bound", daemon=True).start()
    try:
        try:
            yield
        finally:
            stop()  # an interruption can prevent this call, so it is repeated below
    finally:
        stop()


@contextmanager
def restore_process_state() -> Iterator[None]:
    """Restore the process-wide state that a spec file may change.

    This state consists of Python's and numpy's random generators, numpy's error and print settings,
    warning filters, the import path, the recursion limit, the working directory and the standard
    streams. Because it belongs to the whole process, only one file runs at a time.
    """
    with _RUN_LOCK:
        yield from _restore_process_state()


def _restore_process_state() -> Iterator[None]:
    generator, legacy = random.getstate(), np.random.get_state()  # noqa: NPY002 - specs use it
    errors, printing = np.geterr(), np.get_printoptions()
    path, recursion = list(sys.path), sys.getrecursionlimit()
    streams = sys.stdin, sys.stdout, sys.stderr
    directory = os.open(".", os.O_PATH)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            sys.stdout = sys.stderr  # a spec's prints must not mix with a report
            yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
        random.setstate(generator)
        np.random.set_state(legacy)  # noqa: NPY002
        np.seterr(**errors)
        np.set_printoptions(**printing)
        sys.path[:] = path
        sys.setrecursionlimit(recursion)
        os.fchdir(directory)
        os.close(directory)
