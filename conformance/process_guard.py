"""A parent process that notices when the process of a run ends before the run does.

A driver or a spec file in the process of the run can end it with exit status 0, for example by
``os._exit(0)``. The shell would take this for success. ``guard`` therefore continues the run in a
child process. The original process waits, passes signals on, and ends with the status of the child
only if the run recorded its end; with status 0 only if the record of the run (``run_record``) has a
verdict on every selected case. It also ends the processes that the run left running.

Where a child process would disturb the caller (a debugger, a program that calls pytest), ``guard``
replaces ``os._exit`` and forbids ``os.exec*`` in this process instead.
"""

from __future__ import annotations

import ctypes
import math
import os
import posix
import resource
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from conformance.child_processes import ProcessEnd, child_processes, process_name
from conformance.hard_limit import EXIT_STUCK
from conformance.parent_death import die_with_parent
from conformance.run_progress import PROGRESS, RunState
from conformance.run_record import CaseLedger, RecordPipe, RunRecord, local_record

EXIT_ENDED: Final = 11
"""Exit status of a run whose process ended before the run did."""

_PR_SET_CHILD_SUBREAPER: Final = 36
_FORWARDED: Final = frozenset(
    {
        signal.SIGINT,
        signal.SIGTERM,
        signal.SIGHUP,
        signal.SIGQUIT,
        signal.SIGUSR1,
        signal.SIGUSR2,
    }
)
_COMMANDS: Final = {
    "_pytest.config": ("console_main", "_console_main"),
    "conformance.cli.subcommands.run": ("run_command",),
    "nn_conformance": ("run_again_as_command",),
}
"""The functions that run pytest as a command, by module."""
_AWAITED: Final = _FORWARDED | {signal.SIGCHLD}
_POLL_SECONDS: Final = 3.0
_STOPPED_SECONDS: Final = 3.0
"""Seconds after which a child is continued that was stopped by SIGSTOP and has no time limit."""
_SLOW_STOPS: Final = 3
_SHORT_STOP_SECONDS: Final = 0.05
"""The same after ``_SLOW_STOPS`` such stops: a driver may stop the child at each call."""
_GRACE_SECONDS: Final = 2.0
"""Seconds that processes have to end after SIGTERM, before SIGKILL is sent."""


Report = Callable[[RunState, ProcessEnd], None]
"""Called after the end of a process whose run did not end; writes messages and verdicts."""

_guard_process = 0
"""Process id of the waiting parent; 0 if there is none."""


@dataclass(frozen=True, slots=True)
class GuardedRun:
    """The run in the block of ``guard``: the record of its cases, and the function that ends it.

    ``end`` gets the exit status of the run and returns the status with which the process must end.
    """

    record: RunRecord
    end: Callable[[int], int]


@contextmanager
def guard(report: Report, *, in_child: bool) -> Iterator[GuardedRun]:
    """Run the block so that an end of the process within it gives a failing exit status.

    With ``in_child`` the block and everything after it runs in a child process, if that is
    possible; the original process never returns from this function. ``report`` is called, in the
    process that is left, if the process ends within the block. The block calls ``end`` of the
    ``GuardedRun`` as its last action.
    """
    PROGRESS.begin()
    if in_child and _can_fork():
        record = _continue_in_child(report)
        with _end_recorded(record):
            yield GuardedRun(record, _end_in_child(record))
    else:
        ledger = CaseLedger()
        record = local_record(ledger)
        with _exits_reported(report), _end_recorded(record):
            yield GuardedRun(record, _end_alone(record, ledger))


def _end_in_child(record: RunRecord) -> Callable[[int], int]:
    def end(status: int) -> int:
        record.end(status)
        _continue_parent()
        return status  # the parent compares it with the record

    return end


def _end_alone(record: RunRecord, ledger: CaseLedger) -> Callable[[int], int]:
    def end(status: int) -> int:
        record.end(status)
        return status or _checked_status(ledger)

    return end


def _continue_parent() -> None:
    """Continue the parent, which the driver may have stopped by a signal."""
    if _guard_process and os.getppid() == _guard_process:
        with suppress(OSError):
            os.kill(_guard_process, signal.SIGCONT)


@contextmanager
def _end_recorded(record: RunRecord) -> Iterator[None]:
    """Record the end of the block if it ends with an exception.

    ``SystemExit`` with status 0 is an early end too: a run ends by returning its status.
    """
    try:
        yield
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else int(bool(leaving.code))
        if status == 0:
            _write_error("SystemExit with status 0 was raised before the run had ended")
            status = EXIT_ENDED
        record.end(status)
        raise SystemExit(status if status == EXIT_ENDED else leaving.code) from leaving
    except BaseException:
        record.end(1)
        raise


def _checked_status(ledger: CaseLedger) -> int:
    """Return the exit status of a run that ended with 0: another one if its record is incomplete.

    A message then states why.
    """
    if not (problem := ledger.problem()):
        return 0
    _write_error(
        f"the run ended with exit status 0, but {problem}; the exit status is {EXIT_ENDED}. A "
        "plugin, the driver or a spec file may have changed the result: with --isolate the driver "
        "cannot do this"
    )
    return EXIT_ENDED


def _write_error(text: str) -> None:
    with suppress(OSError):
        os.write(2, f"\nERROR: {text}\n".encode("utf-8", "backslashreplace"))


def started_as_command() -> bool:
    """Return whether the process was started to run pytest, so that it ends after pytest.

    The caller of the innermost ``pytest.main`` decides: a test, which a command runs, may itself
    call ``pytest.main``, and its process must go on afterwards.
    """
    in_main = False
    for frame, _ in traceback.walk_stack(None):
        module, function = frame.f_globals.get("__name__", ""), frame.f_code.co_name
        if function in _COMMANDS.get(module, ()):
            return True
        is_main = module == "_pytest.config" and function in {"main", "_main"}
        if in_main and not is_main:
            return False
        in_main = in_main or is_main
    return False


def keep_running_processes() -> None:
    """Do not end, at the end of the run, the processes that are left running at this moment."""
    if _guard_process:
        PROGRESS.keep(child_processes(_guard_process))


def left_running() -> list[int]:
    """Return the ids of processes of this run that have no parent in the run any more."""
    if not _guard_process:
        return []
    kept = {os.getpid(), *PROGRESS.kept()}
    return [process for process in child_processes(_guard_process) if process not in kept]


# ------------------------------------------------------------------------------ with a parent


def _can_fork() -> bool:
    """Return whether this process can continue in a child process without harm.

    Other Python threads would be lost in the child, and a debugger would stay with the parent.
    """
    if sys.platform != "linux" or threading.current_thread() is not threading.main_thread():
        return False
    tracer = sys.gettrace()
    traced = tracer is not None and not type(tracer).__module__.startswith("coverage")
    debugged = traced or not {"pydevd", "debugpy"}.isdisjoint(sys.modules)
    return threading.active_count() == 1 and not debugged and not _is_traced()


def _is_traced() -> bool:
    """Return whether a debugger such as gdb is attached to this process."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("TracerPid:"):
                return line.split()[1] != "0"
    return False


def _continue_in_child(report: Report) -> RunRecord:
    """Return in a new child process; in this process, wait for its end and end likewise.

    The result is the record that this process, as the parent, reads.
    """
    global _guard_process
    prctl = ctypes.CDLL(None).prctl
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    parent = os.getpid()
    earlier_children = child_processes(parent)
    pipe = RecordPipe()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, _AWAITED)
    # A later change of the handler could discard a pending signal.
    handler = signal.signal(signal.SIGCHLD, lambda *_: None)
    child = os.fork()
    if child == 0:
        die_with_parent(parent)
        signal.signal(signal.SIGCHLD, handler or signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        _guard_process = parent
        record_exit_calls()
        return pipe.record()
    try:
        prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        PROGRESS.keep(earlier_children)
        pipe.read()
        end = _await(child)
        _end_leftovers()
        status = _final_status(end, pipe.stop(), report)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        status = EXIT_ENDED
    os._exit(status)


def _await(child: int) -> ProcessEnd:
    """Wait for the end of the child; pass on signals, and reap other processes that end."""
    overdue, stopped, continued = 0, math.inf, 0
    while True:
        delay = _STOPPED_SECONDS if continued < _SLOW_STOPS else _SHORT_STOP_SECONDS
        pause = delay if stopped < math.inf else _POLL_SECONDS
        sent = signal.sigtimedwait(_AWAITED, pause)
        if stopped <= time.monotonic() - delay and PROGRESS.deadline() == math.inf:
            _continue_stopped(child, message=continued < _SLOW_STOPS)
            stopped, continued = math.inf, continued + 1
        if sent is None:
            overdue = overdue + 1 if PROGRESS.deadline() <= time.monotonic() else 0
            if overdue > 1:  # the timers in the child have failed
                return _ended_by_force(child)
        if sent is not None and sent.si_signo in _FORWARDED:
            # A key such as Ctrl-C sends its signal to the child too; only ``kill`` does not.
            if sent.si_code <= 0:
                os.kill(child, sent.si_signo)
            continue
        while (found := _next_change()) is not None:
            process, code, status = found
            if process != child:
                continue
            if code != os.CLD_STOPPED:
                return _process_end(code, status)
            # Ctrl-Z sends SIGTSTP, to this process too.
            stopped = time.monotonic() if status == signal.SIGSTOP else math.inf


def _continue_stopped(child: int, *, message: bool) -> None:
    """Continue the child, which another process has stopped: an isolated driver, for example.

    A driver in the process of the run has a time limit, which ends a process that it stops.
    """
    text = (
        f"the process of the run was stopped by SIGSTOP; it continues after {_STOPPED_SECONDS:g} s"
    )
    if message:
        with suppress(OSError):
            os.write(2, f"\nWARNING: {text}\n".encode())
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGCONT)


def _ended_by_force(child: int) -> ProcessEnd:
    """Kill the child, whose time limit has passed."""
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(child, 0)
    return ProcessEnd(EXIT_STUCK, limit=True)


def _next_change() -> tuple[int, int, int] | None:
    """Return process id, code and status of a child that ended or stopped; ``None`` if none did."""
    with suppress(ChildProcessError):
        options = os.WEXITED | os.WSTOPPED | os.WNOHANG
        found = os.waitid(os.P_ALL, 0, options)
        if found is not None:
            return found.si_pid, found.si_code, found.si_status
    return None


def _process_end(code: int, status: int) -> ProcessEnd:
    if code == os.CLD_EXITED:
        late = status == 1 and PROGRESS.deadline() <= time.monotonic()
        return ProcessEnd(status, limit=late and not PROGRESS.read().ended)
    return ProcessEnd(128 + status, status)


def _end_leftovers() -> None:
    """End all processes that the run left running; a message names them."""
    kept = set(PROGRESS.kept())
    left = _running_children(kept)
    if left:
        names = ", ".join(f"{process} ({process_name(process)})" for process in left)
        count = "1 process" if len(left) == 1 else f"{len(left)} processes"
        text = f"\nWARNING: the run left {count} running, now ended: {names}\n"
        os.write(2, text.encode("utf-8", "backslashreplace"))
    deadline = time.monotonic() + _GRACE_SECONDS
    number = signal.SIGTERM
    while left := _running_children(kept):
        for process in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, number)
        time.sleep(0.02)
        if time.monotonic() > deadline:
            if number == signal.SIGKILL:
                return
            number, deadline = signal.SIGKILL, deadline + _GRACE_SECONDS


def _running_children(kept: set[int]) -> list[int]:
    while (found := _next_change()) is not None:
        kept.discard(found[0])  # its id may be reused
    return [process for process in child_processes(os.getpid()) if process not in kept]


def _final_status(end: ProcessEnd, ledger: CaseLedger, report: Report) -> int:
    """Return the exit status of this process; if the child died of a signal, die of it too.

    A run has ended if its record states so, or if one of its time limits ended the process with the
    status that ``PROGRESS`` has. This status is never 0: any code can write to ``PROGRESS``.
    """
    state = PROGRESS.read()
    by_limit = state.ended and state.status == end.status != 0
    if ledger.status is None and not by_limit:
        report(state, end)
    if end.signal:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError, ValueError):
            signal.signal(end.signal, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _AWAITED)
        os.kill(os.getpid(), end.signal)
        return end.status
    if ledger.status is not None:
        if end.limit:  # only the exit of the interpreter took too long
            return ledger.status or _checked_status(ledger)
        return end.status or ledger.status or _checked_status(ledger)
    if by_limit:
        return end.status
    return EXIT_STUCK if end.limit else EXIT_ENDED


# --------------------------------------------------------------------------- without a parent


@contextmanager
def _exits_reported(report: Report) -> Iterator[None]:
    """Within the block, replace ``os._exit`` in this process, and forbid ``os.exec*``."""
    owner = os.getpid()
    original = os._exit

    def exit_reported(status: int) -> Any:
        if os.getpid() == owner:
            state = PROGRESS.read()
            if not state.ended or state.status != status or status == 0:
                try:
                    report(state, ProcessEnd(int(status)))
                finally:
                    original(EXIT_ENDED)
        original(status)

    _exec_forbidden.add(owner)
    _install_exec_hook()
    _replace_exit(_recorded_exit(exit_reported))
    try:
        yield
    finally:
        _replace_exit(original)
        _exec_forbidden.discard(owner)


def _recorded_exit(function: Callable[[int], Any]) -> Callable[[int], Any]:
    """Return a replacement of ``os._exit`` that records its caller and calls ``function``."""
    owner = os.getpid()

    def _exit(status: int) -> Any:
        if os.getpid() == owner:
            _continue_parent()
            caller = sys._getframe(0).f_back  # noqa: SLF001
            # Python itself calls the function if it is registered with atexit, for example.
            place = f"{caller.f_code.co_filename}:{caller.f_lineno}" if caller else "atexit"
            PROGRESS.record_exit_call(place)
        return function(status)

    return _exit


def record_exit_calls() -> None:
    """Record in ``PROGRESS``, in this process, which Python code calls ``os._exit``."""
    _replace_exit(_recorded_exit(os._exit))


def _replace_exit(function: Callable[[int], Any]) -> None:
    for module in (os, posix):
        setattr(module, _EXIT, function)


_EXIT: Final = "_exit"
_exec_forbidden: Final[set[int]] = set()
_hooked: Final[list[bool]] = []


def _install_exec_hook() -> None:
    if not _hooked:
        _hooked.append(True)
        sys.addaudithook(_forbid_exec)


def _forbid_exec(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "os.exec" and os.getpid() in _exec_forbidden:
        raise RuntimeError(f"os.exec would replace the process of the run by {arguments[0]!r}")
