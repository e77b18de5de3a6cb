"""Exceptions for calls to the driver process that end without a valid answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class ProcessError(Exception):
    """The driver process ended, or had to be killed, through a fault of the driver.

    Each end of a process has exactly one error object, which is raised wherever the end is noticed.
    ``details`` is plain data: stage, call, trace and the last lines of output. The code that turns
    the error into a verdict sets ``reported``, so that each end is reported exactly once.
    """

    def __init__(self, reason: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details: Mapping[str, Any] = {} if details is None else details
        self.reported = False


class CrashError(ProcessError):
    """The process was ended by a signal or exited by itself."""


class HangError(ProcessError):
    """A call did not return within the limit of its stage; the process was killed."""


class ProtocolError(ProcessError):
    """The process sent an invalid message or closed its connection; it was killed."""


class UnavailableError(ProcessError):
    """The process cannot be restarted: every start fails, or the restart limit is reached."""


class UnsendableValueError(Exception):
    """The driver was not called, because an argument could not be sent to its process."""
