"""Crash and hang reports for the driver process: a one-line reason and details as plain data.

``IsolatedDevice`` calls this module when the process crashes, violates the protocol or hangs.
"""

from __future__ import annotations

import re
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from conformance.drivers.process.errors import (
    CrashError,
    HangError,
    ProcessError,
    ProtocolError,
)

if TYPE_CHECKING:
    from conformance.drivers.process.connection import Connection
    from conformance.drivers.process.device import IsolatedDevice

_LINES: Final = 40
_WIDTH: Final = 500
_FRAME: Final = re.compile(r'\s*File "([^"]*)", line (\d+) in (.*)')
_HINTS: Final = {
    "SIGXCPU": "; it used more processor time than --cpu-limit allows",
    "SIGKILL": "; the system kills a process like this when memory runs out",
}


def describe_end(child: Connection, device: IsolatedDevice) -> ProcessError:
    """Return the error for a process that exited or violated the protocol; kill what still runs.

    The error is a ``ProtocolError`` if the connection recorded a violation, otherwise a
    ``CrashError`` with the signal or exit status. Its reason states whether a call was running,
    whether a callback was not yet notified, or whether the driver was idle.
    """
    child.kill()
    details = _details(child, device, ask=False)
    if device.inside:
        when = f"during {device.what}"
    elif device.notification_due():
        when = f"after {device.what} had returned and before its callback was notified"
    else:
        when = f"after {device.what} had returned, with no call under way"
    if child.violation:
        reason = f"the driver's process broke the connection {when}: {child.violation}"
        return ProtocolError(reason, details)
    status = child.status()
    if status < 0:
        name = signal.Signals(-status).name if -status in _SIGNALS else f"signal {-status}"
        details["signal"] = name
        reason = f"the driver's process died of {name} {when}{_HINTS.get(name, '')}"
    else:
        details["status"] = status
        reason = f"the driver's process ended with exit status {status} {when}"
    return CrashError(reason, details)


_SIGNALS: Final = {int(one) for one in signal.Signals}


def describe_hang(child: Connection, device: IsolatedDevice, limit: float) -> ProcessError:
    """Return the error for a call that exceeded its limit, and kill the process.

    ``limit`` is in seconds. The stack trace is requested before the process is killed, because only
    a running process can write it.
    """
    details = _details(child, device, ask=True)
    details["limit"] = limit
    place = innermost(details.get("trace", ()))
    stood = f"; it stood in {place}" if place else ""
    reason = f"{device.what} did not return within {limit:g} s (stage {device.stage}){stood}"
    child.kill()
    return HangError(reason, details)


def _current_first(trace: list[str]) -> list[str]:
    """Return the trace with the block of the current thread before those of the other threads.

    Only the first lines of a trace are kept, so the most useful block has to be the first.
    """
    blocks: list[list[str]] = [[]]
    for line in trace:
        if line.startswith(("Current thread", "Thread ")):
            blocks.append([])
        if line and not line.startswith("Extension modules:"):
            blocks[-1].append(line)
    blocks.sort(key=lambda block: not block[:1] or block[0].startswith("Thread "))
    return [line for block in blocks for line in block]


def innermost(trace: Any) -> str:
    """Return the innermost frame of the trace's current thread as ``function (file:line)``.

    The text is empty if the trace has no such frame.
    """
    current = False
    for line in trace:
        if line.startswith(("Current thread", "Thread ")):
            current = line.startswith("Current")
        found = _FRAME.match(line)
        if found and current:
            return f"{found[3]} ({Path(found[1]).name}:{found[2]})"
    return ""


def _details(child: Connection, device: IsolatedDevice, *, ask: bool) -> dict[str, Any]:
    """Return stage, call, execution path, trace, last output and number of restarts."""
    trace = child.trace(ask)
    output = child.take_output().splitlines()
    details: dict[str, Any] = {"stage": device.stage, "call": device.what}
    running = device.note.read()
    if running.path:
        details["path"] = running.path
    for name, lines in (("trace", _current_first(trace)[:_LINES]), ("printed", output[-_LINES:])):
        if lines:
            details[name] = [line[:_WIDTH] for line in lines]
    details["restarts"] = device.restarts
    return details
