"""Drivers in a supervised child process, so that a crash or hang does not end the run."""

from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from conformance.drivers.own_process.device import ConnectedDevice, IsolatedDevice

__all__ = [
    "ConnectedDevice",
    "CrashError",
    "HangError",
    "IsolatedDevice",
    "ProcessError",
    "ProcessLimits",
    "ProtocolError",
    "RemoteError",
    "UnavailableError",
    "UnsendableValueError",
]


def __getattr__(name: str) -> Any:
    """Import the harness's side at its first use: the driver process does not need it."""
    if name not in {"ConnectedDevice", "IsolatedDevice"}:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from conformance.drivers.own_process import device  # noqa: PLC0415

    return getattr(device, name)
