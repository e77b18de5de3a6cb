"""A parent process that notices when the process of a run ends before the run does.

A driver or a spec file in the process of the run can end it with exit status 0, for example by
``os._exit(0)``. The shell would take this for success. ``guard`` therefore continues the run in a
child process. The original process waits, passes signals on, and ends with the status of the child
only if the run recorded its end in ``PROGRESS``. It also ends the processes that the run left
running.

Where a child process would disturb the caller (a debugger, a program that calls pytest), ``guard``
replaces ``os._exit`` and forbids ``os.exec*`` in this process instead.
"""

from __future__ import annotations

import ctypes
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

from conformance.hard_limit import EXIT_STUCK
from conformance.run_progress import PROGRESS, RunState

EXIT_ENDED: Final = 11
"""Exit status of a run whose process ended before the run did."""

_PR_SET_PDEATHSIG: Final = 1
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
    "conformance.cli.run": ("run_command",),
}
"""The functions that run pytest as a command, by module."""
_AWAITED: Final = _FORWARDED | {signal.SIGCHLD}
_SIGNAL_NAMES: Final = {int(number): number.name for number in signal.Signals}
_POLL_SECONDS: Final = 5.0
_GRACE_SECONDS: Final = 2.0
"""Seconds that processes have to end after SIGTERM, before SIGKILL is sent."""


@dataclass(frozen=True, slots=True)
class ProcessEnd:
    """How a process ended: by a signal, or by itself with an exit status.

    ``limit`` is set if the process ended itself because of a time limit that only a timer outside
    Python could enforce.
    """

    status: int
    signal: int = 0
    limit: bool = False

    @property
    def text(self) -> str:
        """The end of a sentence about the process."""
        if self.limit:
            return "did not react any more and was ended"
        if self.signal:
            name = _SIGNAL_NAMES.get(self.signal, f"signal {self.signal}")
            return f"died of {name}"
        return f"ended with exit status {self.status}"

    @property
    def hint(self) -> str:
        """A clause on a frequent cause; empty if there is none."""
        killed = self.signal == signal.SIGKILL
        return "; the kernel sends SIGKILL when memory runs out" if killed else ""


Report = Callable[[RunState, ProcessEnd], None]
"""Called after the end of a process whose run did not end; writes messages and verdicts."""

_guard_process = 0
"""Process id of the waiting parent; 0 if there is none."""


@contextmanager
def guard(report: Report, *, in_child: bool) -> Iterator[None]:
    """Run the block so that an end of the process within it gives a failing exit status.

    With ``in_child`` the block and everything after it runs in a child process, if that is
    possible; the original process never returns from this function. ``report`` is called, in the
    process that is left, if the process ends within the block. The block records its exit status
    with ``PROGRESS.end``.
    """
    PROGRESS.begin()
    if in_child and _can_fork():
        _continue_in_child(report)
        with _end_recorded():
            yield
    else:
        with _exits_reported(report), _end_recorded():
            yield


@contextmanager
def _end_recorded() -> Iterator[None]:
    """Record the end of the block if it ends with an exception."""
    try:
        yield
    except SystemExit as leaving:
        PROGRESS.end(leaving.code if isinstance(leaving.code, int) else int(bool(leaving.code)))
        raise
    except BaseException:
        PROGRESS.end(1)
        raise


def started_as_command() -> bool:
    """Return whether the process was started to run pytest, so that it ends after pytest.

    The stack is searched because ``pytest.main``, called from a program, runs the same hooks.
    """
    return any(
        frame.f_code.co_name in _COMMANDS.get(frame.f_globals.get("__name__", ""), ())
        for frame, _ in traceback.walk_stack(None)
    )


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


def child_processes(process: int) -> list[int]:
    """Return the ids of the running children of a process; zombies are omitted."""
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return []
    return [child for child in map(int, text.split()) if process_name(child)]


def process_name(process: int) -> str:
    """Return the command name of a process; empty if it has ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(errors="replace")
    except OSError:
        return ""
    name, _, rest = text.partition("(")[2].rpartition(")")
    return "" if rest.split()[0] in "ZX" else name


def die_with_parent(parent: int) -> None:
    """Make the kernel kill this process when the thread that started it ends.

    ``parent`` is the id of the process that started it. If that process has ended already, this
    process ends at once.
    """
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(EXIT_ENDED)


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


def _continue_in_child(report: Report) -> None:
    """Return in a new child process; in this process, wait for its end and end likewise."""
    global _guard_process
    prctl = ctypes.CDLL(None).prctl
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    parent = os.getpid()
    earlier_children = child_processes(parent)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, _AWAITED)
    # A later change of the handler could discard a pending signal.
    handler = signal.signal(signal.SIGCHLD, lambda *_: None)
    child = os.fork()
    if child == 0:
        die_with_parent(parent)
        signal.signal(signal.SIGCHLD, handler or signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        _guard_process = parent
        _replace_exit(_recorded_exit(os._exit))
        return
    try:
        prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        PROGRESS.keep(earlier_children)
        end = _await(child)
        _end_leftovers()
        status = _final_status(end, report)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        status = EXIT_ENDED
    os._exit(status)


def _await(child: int) -> ProcessEnd:
    """Wait for the end of the child; pass on signals, and reap other processes that end."""
    overdue = 0
    while True:
        sent = signal.sigtimedwait(_AWAITED, _POLL_SECONDS)
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
            if code == os.CLD_STOPPED:
                if process == child and status == signal.SIGSTOP:
                    os.kill(os.getpid(), signal.SIGSTOP)  # the shell sees the job stop
                    os.kill(child, signal.SIGCONT)
            elif process == child:
                return _process_end(code, status)


def _ended_by_force(child: int) -> ProcessEnd:
    """Kill the child, whose time limit has passed; the status of a run that has ended is kept."""
    state = PROGRESS.read()
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(child, 0)
    if state.ended:
        return ProcessEnd(state.status & 0xFF or int(state.status != 0))
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


def _final_status(end: ProcessEnd, report: Report) -> int:
    """Return the exit status of this process; if the child died of a signal, die of it too."""
    state = PROGRESS.read()
    if not state.ended:
        report(state, end)
    if end.signal:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError, ValueError):
            signal.signal(end.signal, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _AWAITED)
        os.kill(os.getpid(), end.signal)
        return end.status
    if not state.ended:
        return EXIT_STUCK if end.limit else EXIT_ENDED
    return end.status or state.status & 0xFF or int(state.status != 0)


# --------------------------------------------------------------------------- without a parent


@contextmanager
def _exits_reported(report: Report) -> Iterator[None]:
    """Within the block, replace ``os._exit`` in this process, and forbid ``os.exec*``."""
    owner = os.getpid()
    original = os._exit

    def exit_reported(status: int) -> Any:
        if os.getpid() == owner and not PROGRESS.read().ended:
            try:
                report(PROGRESS.read(), ProcessEnd(int(status)))
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
            caller = sys._getframe(1)  # noqa: SLF001
            PROGRESS.record_exit_call(f"{caller.f_code.co_filename}:{caller.f_lineno}")
        return function(status)

    return _exit


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
