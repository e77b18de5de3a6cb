"""A parent process that notices when the process of a run ends before the run does.

A driver or a spec file in the process of the run can end it with exit status 0, for example by
``os._exit(0)``, and the shell would take this for success. ``continue_in_child`` therefore
continues the run in a child process. The original process waits, and its exit status is 0 only if
the run recorded its end (``record_end``) and both this record and the child have status 0.
"""

from __future__ import annotations

import mmap
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from conformance.processes import die_with_parent

EXIT_ENDED: Final = 11
"""Exit status of a run whose process ended before the run did."""

EXIT_SECONDS: Final = 10.0
"""Seconds that the process has to exit after the end of the run."""

_FORWARDED: Final = frozenset(
    {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2}
)
_AWAITED: Final = _FORWARDED | {signal.SIGCHLD}
_POLL_SECONDS: Final = 1.0

_shared: mmap.mmap | None = None
"""Memory of both processes: whether the run has ended, its exit status, and its activity."""
_ENDED, _STATUS, _ACTIVITY = 0, 1, slice(2, mmap.PAGESIZE)


def record_activity(text: str) -> None:
    """Record what the run does now, such as ``running a.mod.py::add``, for a message."""
    if _shared is not None:
        size = mmap.PAGESIZE - _ACTIVITY.start
        _shared[_ACTIVITY] = text.encode("utf-8", "replace")[:size].ljust(size, b"\0")


def record_end(status: int) -> None:
    """Record that the run ended by itself, or by one of its time limits, with an exit status.

    A run that ends with an exception, except ``SystemExit`` with status 0, records any other status
    than 0; the exit status is then that of the child.
    """
    if _shared is not None:
        _shared[_STATUS] = status & 0xFF or int(status != 0)
        _shared[_ENDED] = 1


def continue_in_child() -> None:
    """Continue in a child process; the original process waits for its end and ends likewise.

    Do nothing in a process with several threads, which a child would lose, and under a debugger
    such as gdb, which would stay with the parent.
    """
    global _shared
    if (
        threading.active_count() > 1
        or "TracerPid:\t0\n" not in Path("/proc/self/status").read_text()
    ):
        return
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    parent = os.getpid()
    _shared = mmap.mmap(-1, mmap.PAGESIZE)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, _AWAITED)
    child = os.fork()
    if child:
        os._exit(_exit_status(_wait(child, _shared), _shared))
    die_with_parent(parent)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _wait(child: int, shared: mmap.mmap) -> int:
    """Return the exit status of the child, negative for a signal; pass signals on to it.

    A child that does not exit after the end of the run is killed and has status 0.
    """
    limit = float("inf")
    while True:
        received = signal.sigtimedwait(_AWAITED, _POLL_SECONDS)
        if received is not None and received.si_signo in _FORWARDED:
            # A key such as Ctrl-C sends its signal to the child too; only ``kill`` does not.
            if received.si_code <= 0:
                os.kill(child, received.si_signo)
            continue
        process, status = os.waitpid(child, os.WNOHANG)
        if process:
            return os.waitstatus_to_exitcode(status)
        if shared[_ENDED]:
            limit = min(limit, time.monotonic() + EXIT_SECONDS)
        if time.monotonic() >= limit:
            _write(
                f"WARNING: threads or exit handlers kept the process for {EXIT_SECONDS:g} s after "
                "the end of the run; it was killed"
            )
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return 0


def _exit_status(status: int, shared: mmap.mmap) -> int:
    """Return the exit status of this process for that of the child; report an early end."""
    failed = 128 - status if status < 0 else status
    if shared[_ENDED]:
        return failed or shared[_STATUS]
    activity = shared[_ACTIVITY].rstrip(b"\0").decode("utf-8", "replace")
    during = f" while {activity}" if activity else ""
    end = f"died of {signal.Signals(-status).name}" if status < 0 else f"ended (status {status})"
    text = f"ERROR: the process of the suite and the driver {end}{during}. The run is incomplete"
    if -status not in _FORWARDED:  # others than the driver send such signals
        text += "; with --isolate a run continues after a crash of the driver"
    _write(text)
    return failed if status < 0 else EXIT_ENDED


def _write(text: str) -> None:
    with suppress(OSError):
        os.write(2, f"\n{text}\n".encode("utf-8", "backslashreplace"))
