"""Helpers for drivers written in Python: base classes, and request memory as NumPy arrays."""

from conformance.support.base import BaseDevice
from conformance.support.binding import (
    DriverError,
    argument_bytes,
    constant_copies,
    constant_copy,
    input_arrays,
    proper_booleans,
    write_outputs,
)
from conformance.support.program_model import Program, ProgramModel
from conformance.support.simple import BoundOperation, SimpleDriver

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
