"""Drivers in a supervised child process, so that a crash or hang does not end the run."""

from conformance.drivers.process.device import IsolatedDevice
from conformance.drivers.process.errors import (
    CrashError,
    CrossingError,
    HangError,
    ProcessError,
    ProtocolError,
    RemoteError,
    UnavailableError,
)
from conformance.drivers.process.limits import STAGES, Limits
from conformance.drivers.process.note import RunningNote

__all__ = [
    "STAGES",
    "CrashError",
    "CrossingError",
    "HangError",
    "IsolatedDevice",
    "Limits",
    "ProcessError",
    "ProtocolError",
    "RemoteError",
    "RunningNote",
    "UnavailableError",
]
