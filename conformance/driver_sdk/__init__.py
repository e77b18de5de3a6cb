"""Helpers for drivers written in Python: base classes, and request memory as NumPy arrays."""

from conformance.driver_sdk.base import BaseDevice
from conformance.driver_sdk.binding import (
    DriverError,
    argument_bytes,
    constant_copies,
    constant_copy,
    input_arrays,
    proper_booleans,
    write_outputs,
)
from conformance.driver_sdk.program_model import Program, ProgramModel
from conformance.driver_sdk.simple import BoundOperation, SimpleDriver

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
