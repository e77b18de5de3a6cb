"""Drivers in a supervised child process, so that a crash or hang does not end the run."""

from typing import TYPE_CHECKING, Any

from conformance.drivers.foreign_objects import RemoteError
from conformance.drivers.own_process.limits import (
    STAGES,
    CrashError,
    HangError,
    ProcessError,
    ProcessLimits,
    ProtocolError,
    UnavailableError,
    UnsendableValueError,
)
from conformance.drivers.own_process.run_marker import RunMarker

if TYPE_CHECKING:
    from conformance.drivers.own_process.device import IsolatedDevice

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


def __getattr__(name: str) -> Any:
    """Import ``IsolatedDevice`` at its first use: the driver process does not need it."""
    if name != "IsolatedDevice":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from conformance.drivers.own_process.device import IsolatedDevice  # noqa: PLC0415

    globals()[name] = IsolatedDevice
    return IsolatedDevice
