"""Runs one mode in a separate process with a time limit, and ends all processes of the mode."""

from __future__ import annotations

import faulthandler
import os
import resource
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from conformance.models.stress import tally
from conformance.models.stress.report import Casualty, GrowthSample, ModeResult, Outcome
from conformance.processes import die_with_parent

_START_SECONDS: Final = 30.0
"""Limit for the first message of the process."""

_SLACK_SECONDS: Final = 3.0
"""Seconds that are added to each limit: the process checks its own limits first."""

_OUTPUT_BYTES: Final = 4096
_OUTPUT_LINES: Final = 16

ModeBody = Callable[[tally.EventSender], None]
"""Runs a mode; its last message is ``Finished``."""


@dataclass(slots=True)
class ModeEnd:
    """The end of a mode: its result, and whether it was not run for lack of models."""

    result: ModeResult
    lacks_models: bool = False


@dataclass(slots=True)
class _Progress:
    """The reports of the process of a mode so far."""

    phase: str = "the start of the mode"
    limit: float = _START_SECONDS
    drivers: list[int] = field(default_factory=list)
    growth: list[GrowthSample] = field(default_factory=list)
    finished: tally.Finished | None = None


def run_mode_process(mode: str, body: ModeBody, casualty: Casualty) -> ModeEnd:
    """Run a mode in a forked process and return its result, in bounded time.

    If the process dies or does not react, ``casualty`` states who is affected: the client alone, or
    also the driver if it runs in the same process. All processes of the mode have ended afterwards.
    """
    started = time.monotonic()
    parent = os.getpid()
    reading, writing = os.pipe2(os.O_CLOEXEC)
    output = os.memfd_create("nn-stress-output", os.MFD_CLOEXEC)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    pid = os.fork()
    if pid == 0:
        _run_child(body, parent, writing, output, reading)
    os.close(writing)
    try:
        status, progress = _supervise(pid, reading)
        lines = _last_lines(output)
    finally:
        os.close(reading)
        os.close(output)
    seconds = time.monotonic() - started
    growth = tuple(progress.growth)
    if progress.finished is not None:
        result = replace(progress.finished.result, seconds=seconds, growth=growth)
        return ModeEnd(result, progress.finished.lacks_models)
    return ModeEnd(_unfinished(mode, status, progress, casualty, seconds, lines))


def _unfinished(
    mode: str,
    status: int | None,
    progress: _Progress,
    casualty: Casualty,
    seconds: float,
    lines: tuple[str, ...],
) -> ModeResult:
    """Return the result of a process that died (``status``) or exceeded a limit (``None``)."""
    subject = "the client" if casualty is Casualty.CLIENT else "the process of client and driver"
    if status is None:
        outcome = Outcome.HANG
        reason = f"{progress.phase} did not end within {progress.limit:g} s; {subject} was ended"
    else:
        outcome = Outcome.CRASH
        reason = f"{subject} {_end_text(status)} during {progress.phase}"
    return ModeResult(
        mode,
        outcome,
        (reason,),
        casualty,
        seconds,
        growth=tuple(progress.growth),
        details=lines,
    )


def _end_text(status: int) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with suppress(ValueError):
            return f"died of {signal.Signals(number).name}"
        return f"died of signal {number}"
    return f"exited with status {os.WEXITSTATUS(status)}"


# --------------------------------------------------------------------------- the parent


def _supervise(pid: int, reading: int) -> tuple[int | None, _Progress]:
    """Wait for the end of the process within its limits; end everything that it started.

    Return its wait status, or ``None`` if it had to be ended.
    """
    progress, ended, process = _Progress(), False, -1
    try:
        process = os.pidfd_open(pid)
        ended = _read_events(process, reading, progress)
    finally:
        if process >= 0:
            os.close(process)
        status = _end_processes(pid, progress.drivers, ended)
    return (status if ended else None), progress


def _read_events(process: int, reading: int, progress: _Progress) -> bool:
    """Record the events of a process; return whether it ended within its limits."""
    reader = tally.EventReader(reading)
    poll = select.poll()
    poll.register(process, select.POLLIN)
    poll.register(reading, select.POLLIN)
    deadline = time.monotonic() + progress.limit + _SLACK_SECONDS
    while (remaining := deadline - time.monotonic()) > 0:
        ready = {descriptor for descriptor, _ in poll.poll(min(remaining, 1.0) * 1000)}
        received, closed = reader.read()
        for event in received:
            if isinstance(event, tally.PhaseStarted):
                progress.phase, progress.limit = event.name, event.limit
                deadline = time.monotonic() + event.limit + _SLACK_SECONDS
            elif isinstance(event, tally.DriverStarted):
                progress.drivers.append(event.pid)
            elif isinstance(event, tally.Sampled):
                progress.growth.append(event.sample)
            else:
                progress.finished = event
                deadline = time.monotonic() + _SLACK_SECONDS
        if process in ready:
            return True
        if closed and reading in ready:
            poll.unregister(reading)
    return False


def _end_processes(pid: int, drivers: list[int], ended: bool) -> int:
    """Kill the process groups of a mode and of its drivers; return the wait status of the mode.

    The process is stopped first, so that it cannot start another driver meanwhile. A process that
    ended by itself after its result has also ended its drivers; their ids may be reused.
    """
    normal = False
    if ended:
        ended_process = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        normal = (
            ended_process is not None
            and ended_process.si_code == os.CLD_EXITED
            and ended_process.si_status == 0
        )
    else:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
    for group in [] if normal else drivers:
        _kill_group(group)
    _kill_group(pid)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)  # it may not have its own group yet
    _, status = os.waitpid(pid, 0)
    return status


def _kill_group(group: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _last_lines(output: int) -> tuple[str, ...]:
    size = os.fstat(output).st_size
    start = max(0, size - _OUTPUT_BYTES)
    text = os.pread(output, size - start, start).decode("utf-8", "replace")
    return tuple(text.splitlines()[-_OUTPUT_LINES:])


# --------------------------------------------------------------------------- the child


def _run_child(body: ModeBody, parent: int, writing: int, output: int, reading: int) -> None:
    """Run the mode; never return. The status is 0 only if the result was sent."""
    status = 1
    try:
        os.setsid()
        die_with_parent(parent)
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        for descriptor in (1, 2):
            os.dup2(output, descriptor)
        faulthandler.enable(output)
        body(tally.EventSender(writing))
        status = 0
    except BaseException:
        os.write(output, traceback.format_exc().encode())
    finally:
        os._exit(status)
