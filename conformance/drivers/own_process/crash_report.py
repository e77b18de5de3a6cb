"""Reports on a driver process that crashed or hung: a one-line reason and details as plain data."""

from __future__ import annotations

import re
import signal
import threading
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import conformance
from conformance.drivers.crash_stacks.report import take_native_stack
from conformance.drivers.own_process.child import DriverProcess
from conformance.drivers.own_process.connection import Connection
from conformance.drivers.own_process.limits import (
    CrashError,
    HangError,
    ProcessError,
    ProtocolError,
)

_MAX_LINES: Final = 40
_MAX_LINE_LENGTH: Final = 500
FRAME: Final = re.compile(r'\s*File "([^"]*)", line (\d+) in (.*)')
_HINTS: Final = {
    "SIGXCPU": "; it used more processor time than its limit permits (RLIMIT_CPU, --limit cpu)",
    "SIGKILL": "; the kernel sends SIGKILL when memory runs out",
}


def crash_error(child: DriverProcess) -> ProcessError:
    """Return the error for a process that exited or violated the protocol; kill what still runs.

    Its reason states whether a call was running, whether a callback was not yet notified, or
    whether the driver was idle.
    """
    child.kill()
    lines = child.read_trace()
    native = take_native_stack(lines)
    trace = _current_thread_first(lines)
    heads = filter(None, map(_THREAD.match, trace))
    thread = next((int(head[2], 16) for head in heads if head[1] == "Current thread"), None)
    calls = [one for one in child.connections if one.in_call]
    running = [one for one in calls if thread is not None and one.thread == thread] or calls
    last = child.last_called
    details = _failure_details(child, running[0] if running else last, trace)
    if running:
        when = f"during {_joined([call.call_name for call in running])}"
    elif child.has_pending_callback():
        when = f"after {last.call_name} had returned and before its callback was notified"
    else:
        when = f"after {last.call_name} had returned, while no call was running"
    if child.violation:
        reason = f"the driver's process violated the protocol {when}: {child.violation}"
        return ProtocolError(reason, details)
    status = child.status()
    if status < 0:
        name = signal.Signals(-status).name if -status in _SIGNALS else f"signal {-status}"
        details["signal"] = name
        reason = f"the driver's process died of {name} {when}{_HINTS.get(name, '')}"
    else:
        details["status"] = status
        reason = f"the driver's process ended with exit status {status} {when}"
    if native is not None and native.function:
        reason += f", in {native.function}"
        stack = [line[:_MAX_LINE_LENGTH] for line in native.lines]
        found = {"fault": native.cause, "nnapi_call": native.call, "native_stack": stack}
        details = {**{name: value for name, value in found.items() if value}, **details}
        if own := without_suite_frames(details.pop("trace", ())):
            details["trace"] = own
    return CrashError(reason, details)


_SUITE: Final = str(Path(conformance.__file__).parent)
_STANDARD_LIBRARY: Final = str(Path(threading.__file__).parent)


def without_suite_frames(trace: Sequence[str]) -> list[str]:
    """Return the blocks of a Python trace that have frames of the driver, without other frames.

    The frames of this package and of Python's own modules say nothing about a native crash.
    """
    kept: list[str] = []
    head: list[str] = []
    for line in trace:
        match = FRAME.match(line)
        if match is None:
            head = [line]
        elif not match[1].startswith((_SUITE, _STANDARD_LIBRARY, "<frozen ")):
            kept += [*head, line]
            head = []
    return kept


_SIGNALS: Final = {int(number) for number in signal.Signals}


def hang_error(child: DriverProcess, connection: Connection, limit: float) -> HangError:
    """Return the error for a call that exceeded its ``limit`` in seconds, and kill the process.

    The stack trace is requested before, because only a running process can write it.
    """
    trace = present_trace(child, connection.thread)
    details = _failure_details(child, connection, trace)
    details["limit"] = limit
    frame = innermost_frame(trace)
    position = f"; at this time it was in {frame}" if frame else ""
    name = connection.call_name
    reason = f"{name} did not return within {limit:g} s (stage {connection.stage}){position}"
    running = [one for one in child.connections if one.in_call and one is not connection]
    others = [one.call_name for one in running]
    if others:
        reason += f"; other calls were running: {_joined(others)}"
        details["running"] = [name, *others]
    child.kill()
    return HangError(reason, details)


def _joined(calls: Sequence[str]) -> str:
    """Return the names of simultaneous calls, each with its count if it occurs several times."""
    counts = Counter(calls)
    return ", ".join(
        f"{name} ({count} calls)" if count > 1 else name for name, count in counts.items()
    )


_THREAD: Final = re.compile(r"^(Current thread|Thread) 0x([0-9a-f]+)")


def present_trace(child: DriverProcess, thread: int | None = None) -> list[str]:
    """Return where all threads of the process are now, ``thread`` first (default: the main one).

    The traces of the threads follow each other from the newest thread to the main one.
    """
    trace = child.new_trace()
    heads = [(n, match) for n, line in enumerate(trace) if (match := _THREAD.match(line))]
    if thread is None and heads:
        thread = int(heads[-1][1][2], 16)
    for number, match in heads:
        name = "Current thread" if int(match[2], 16) == thread else "Thread"
        trace[number] = f"{name}{trace[number][match.end(1) :]}"
    return _current_thread_first(trace)


def _current_thread_first(trace: Sequence[str]) -> list[str]:
    """Return the trace with the block of the current thread before those of the other threads.

    Only the first lines of a trace are kept, so the most useful block has to be the first.
    """
    blocks = _thread_blocks(trace)
    blocks.sort(key=lambda block: bool(block) and block[0].startswith("Thread "))
    return [line for block in blocks for line in block]


def _thread_blocks(trace: Sequence[str]) -> list[list[str]]:
    blocks: list[list[str]] = [[]]
    for line in trace:
        if line.startswith(("Current thread", "Thread ")):
            blocks.append([])
        if line and not line.startswith("Extension modules:"):
            blocks[-1].append(line)
    return blocks


def innermost_frame(trace: Sequence[str]) -> str:
    """Return the innermost frame of the current thread as ``function (file:line)``; or empty."""
    for block in _thread_blocks(trace):
        if block[:1] and block[0].startswith("Current"):
            for match in filter(None, map(FRAME.match, block)):
                return f"{match[3]} ({Path(match[1]).name}:{match[2]})"
    return ""


def _failure_details(
    child: DriverProcess, call: Connection, trace: Sequence[str]
) -> dict[str, Any]:
    output = child.take_output().splitlines()
    details: dict[str, Any] = {"stage": call.stage, "call": call.call_name}
    if child.device.path:
        details["path"] = child.device.path
    for name, lines in (("trace", trace[:_MAX_LINES]), ("printed", output[-_MAX_LINES:])):
        if lines:
            details[name] = [line[:_MAX_LINE_LENGTH] for line in lines]
    details["restarts"] = child.device.restarts
    return details


def start_failure(text: str, error: ProcessError) -> str:
    """Return the text about a driver that could not be started, with traces and output."""
    reason = (
        f"the driver did not start within {error.details['limit']:g} s (--limit start=SECONDS)"
        if isinstance(error, HangError)
        else error.reason
    )
    lines = [f"--driver {text}: {reason}"]
    # The trace starts with the thread that crashed; the end of the output is the latest.
    parts = (("native_stack", slice(12)), ("trace", slice(12)), ("printed", slice(-12, None)))
    for detail, part in parts:
        lines += [f"  {line}" for line in error.details.get(detail, ())[part]]
    return "\n".join(lines)
