"""How a call into the driver's process can end other than with an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class ProcessError(Exception):
    """The driver's process came to an end that is the driver's fault.

    One error is made for each end of a process and raised wherever that end is met. ``details`` are
    plain data: stage, call, trace, the end of what was printed. ``told`` is set by whoever turns
    the error into a verdict, so that an end is told once, and never not at all.
    """

    def __init__(self, reason: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details: Mapping[str, Any] = {} if details is None else details
        self.told = False


class CrashError(ProcessError):
    """The process died."""


class HangError(ProcessError):
    """A call did not return within its stage's limit; the process was killed."""


class ProtocolError(ProcessError):
    """The process sent what is no message, or closed its connection; it was killed."""


class UnavailableError(ProcessError):
    """The process cannot be started again: it dies at every start, or the restarts are used up."""


class CrossingError(Exception):
    """A value of ours cannot be carried over the process border; the driver was not called."""


class RemoteError(Exception):
    """What driver code raised in its process; ``lines`` are the traceback as printed there.

    The type of an instance has the name of the original exception's type.
    """

    lines: Sequence[str] = ()


def remote_error(name: str, message: str, lines: Sequence[str]) -> RemoteError:
    """An exception that looks like the one raised in the driver's process."""
    kind = type(name, (RemoteError,), {"__module__": "builtins"})
    error: RemoteError = kind(message)
    error.lines = tuple(lines)
    return error
