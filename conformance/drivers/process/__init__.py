"""Drivers in a supervised child process, so that a crash or hang does not end the run."""

from conformance.drivers.foreign_objects import RemoteError
from conformance.drivers.process.device import IsolatedDevice
from conformance.drivers.process.errors import (
    CrashError,
    HangError,
    ProcessError,
    ProtocolError,
    UnavailableError,
    UnsendableValueError,
)
from conformance.drivers.process.limits import STAGES, ProcessLimits
from conformance.drivers.process.run_marker import RunMarker

__all__ = [
    "STAGES",
    "CrashError",
    "HangError",
    "IsolatedDevice",
    "ProcessError",
    "ProcessLimits",
    "ProtocolError",
    "RemoteError",
    "RunMarker",
    "UnavailableError",
    "UnsendableValueError",
]
