"""Helpers for drivers written in Python: base classes, and request memory as NumPy arrays."""

from conformance.driver_sdk.binding import (
    DriverError,
    argument_bytes,
    constant_copies,
    constant_copy,
    input_arrays,
    proper_booleans,
    write_outputs,
)
from conformance.driver_sdk.device import BaseDevice, BoundOperation, SimpleDriver
from conformance.driver_sdk.prepared_models import Program, ProgramModel

__all__ = [
    "BaseDevice",
    "BoundOperation",
    "DriverError",
    "Program",
    "ProgramModel",
    "SimpleDriver",
    "argument_bytes",
    "constant_copies",
    "constant_copy",
    "input_arrays",
    "proper_booleans",
    "write_outputs",
]
