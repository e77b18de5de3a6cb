"""The limits on a driver process, and exceptions for calls that end without a valid answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from conformance.hal.calls import STAGES


class ProcessError(Exception):
    """The driver process ended, or had to be killed, through a fault of the driver.

    Each end of a process has one error object, which is raised wherever the end is noticed. The
    code that turns it into a verdict sets ``reported``. ``details`` is plain data.
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


_MAX_SECONDS: Final = 30 * 24 * 3600.0
_MAX_BYTES: Final = 1 << 50
_SIZE: Final = re.compile(r"(\d{1,19})([kmg]?)(?:ib|b)?")
_UNITS: Final = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


@dataclass(frozen=True, slots=True)
class ProcessLimits:
    """Time limits in seconds per stage, and resource limits; ``None`` keeps the system's limit.

    Attributes:
        restarts: maximum number of restarts in a run.
        starts: maximum number of consecutive attempts to start the process again.
        memory: private writable memory of the process in bytes (RLIMIT_DATA).
        files: number of open descriptors (RLIMIT_NOFILE).
        cpu: processor time per case in seconds.

    """

    start: float = 60.0
    query: float = 10.0
    prepare: float = 60.0
    execute: float = 30.0
    free: float = 10.0
    restarts: int = 2000
    starts: int = 3
    memory: int | None = None
    files: int | None = None
    cpu: float | None = None

    def with_stages(self, texts: Iterable[str]) -> ProcessLimits:
        """Return these limits with ``STAGE=SECONDS`` texts applied, or raise ``ValueError``."""
        limits = self
        for text in texts:
            stage, equals, number = text.partition("=")
            if not equals or stage not in STAGES:
                stages = ", ".join(STAGES)
                raise ValueError(f"{text!r}: expected STAGE=SECONDS, STAGE one of {stages}")
            change: dict[str, Any] = {stage: parse_seconds(number)}
            limits = replace(limits, **change)
        return limits


def parse_seconds(text: str) -> float:
    """Parse a positive number of seconds, at most 30 days, or raise ``ValueError``."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds <= _MAX_SECONDS:
        raise ValueError(
            f"{text!r}: expected a positive number of seconds, at most {_MAX_SECONDS:g}"
        )
    return seconds


def parse_size(text: str) -> int:
    """Parse a size in bytes with an optional unit, such as ``512M``, ``2G`` or ``1048576``."""
    match = _SIZE.fullmatch(text.strip().lower())
    size = int(match[1]) * _UNITS[match[2]] if match else 0
    if 0 < size <= _MAX_BYTES:
        return size
    raise ValueError(f"{text!r}: expected a size such as 512M or 2G")
