"""Drivers in a supervised child process, so that a crash or hang does not end the run."""

from conformance.drivers.foreign_objects import RemoteError
from conformance.drivers.own_process.limits import (
    CrashError,
    HangError,
    ProcessError,
    ProcessLimits,
    ProtocolError,
    UnavailableError,
    UnsendableValueError,
)
