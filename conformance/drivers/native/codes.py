"""Codes of the C interface and their equivalents in the HAL."""

from __future__ import annotations

import time
from bisect import bisect_right
from enum import IntEnum
from typing import Final

from conformance.driver_sdk import DriverError
from conformance.drivers.native.interface import FULL_NAMES
from conformance.hal import ErrorStatus, Priority, Version


class ResultCode(IntEnum):
    """Result code of a function of the C interface."""

    NO_ERROR = 0
    OUT_OF_MEMORY = 1
    INCOMPLETE = 2
    UNEXPECTED_NULL = 3
    BAD_DATA = 4
    OP_FAILED = 5
    BAD_STATE = 6
    UNMAPPABLE = 7
    OUTPUT_INSUFFICIENT_SIZE = 8
    UNAVAILABLE_DEVICE = 9
    MISSED_DEADLINE_TRANSIENT = 10
    MISSED_DEADLINE_PERSISTENT = 11
    RESOURCE_EXHAUSTED_TRANSIENT = 12
    RESOURCE_EXHAUSTED_PERSISTENT = 13
    DEAD_OBJECT = 14


STATUS: Final = {
    ResultCode.NO_ERROR: ErrorStatus.NONE,
    ResultCode.OUT_OF_MEMORY: ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT,
    ResultCode.INCOMPLETE: ErrorStatus.GENERAL_FAILURE,
    ResultCode.UNEXPECTED_NULL: ErrorStatus.INVALID_ARGUMENT,
    ResultCode.BAD_DATA: ErrorStatus.INVALID_ARGUMENT,
    ResultCode.OP_FAILED: ErrorStatus.GENERAL_FAILURE,
    ResultCode.BAD_STATE: ErrorStatus.GENERAL_FAILURE,
    ResultCode.UNMAPPABLE: ErrorStatus.GENERAL_FAILURE,
    ResultCode.OUTPUT_INSUFFICIENT_SIZE: ErrorStatus.OUTPUT_INSUFFICIENT_SIZE,
    ResultCode.UNAVAILABLE_DEVICE: ErrorStatus.DEVICE_UNAVAILABLE,
    ResultCode.MISSED_DEADLINE_TRANSIENT: ErrorStatus.MISSED_DEADLINE_TRANSIENT,
    ResultCode.MISSED_DEADLINE_PERSISTENT: ErrorStatus.MISSED_DEADLINE_PERSISTENT,
    ResultCode.RESOURCE_EXHAUSTED_TRANSIENT: ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT,
    ResultCode.RESOURCE_EXHAUSTED_PERSISTENT: ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT,
    ResultCode.DEAD_OBJECT: ErrorStatus.DEVICE_UNAVAILABLE,
}
"""The HAL status for each result code."""

PRIORITY: Final = {Priority.LOW: 90, Priority.MEDIUM: 100, Priority.HIGH: 110}
NO_PRIORITY: Final = -1
"""Value for a priority that the HAL does not define; the C interface does not define it either."""

PLAIN_TIMES: Final = (0, 1)
"""Duration codes of an execution: on the hardware, in the driver."""

FENCED_TIMES: Final = (2, 3)
"""Duration codes counted from the time when all fences to wait for had signaled."""

REFERENCE_DEVICE: Final = "nnapi-reference"
"""Name of the runtime's own CPU device, which is not a driver."""

_LEVELS: Final = (27, 28, 29, 30, 31, 1_000_006, 1_000_007, 1_000_008)
"""The feature level of each HAL version, in the order of ``Version``."""


class CallFailedError(DriverError):
    """A function of the library returned an error code."""

    def __init__(self, function: str, code: ResultCode) -> None:
        super().__init__(STATUS[code], f"{FULL_NAMES[function]} returned {code.name}")
        self.code = code


class BrokenInterfaceError(Exception):
    """The library did something that the interface does not define."""


def check(function: str, code: int) -> None:
    """Raise ``CallFailedError`` unless ``code`` is NO_ERROR."""
    if code:
        raise CallFailedError(function, result(function, code))


def result(function: str, code: int) -> ResultCode:
    """Convert a returned code; raise ``BrokenInterfaceError`` for an undefined code."""
    try:
        return ResultCode(code)
    except ValueError:
        raise BrokenInterfaceError(
            f"{FULL_NAMES[function]} returned {code}, which is not a result code"
        ) from None


def version_of(level: int) -> Version | None:
    """Return the HAL version of a feature level, or of the nearest defined level below it.

    Return ``None`` for a level below the first one.
    """
    number = bisect_right(_LEVELS, level)
    return Version(number) if number else None


def remaining_time(deadline: int) -> int:
    """Return the nanoseconds until a deadline; raise ``DriverError`` if it has passed."""
    remaining_ns = deadline - time.monotonic_ns()
    if remaining_ns <= 0:
        raise DriverError(ErrorStatus.MISSED_DEADLINE_PERSISTENT, "the deadline has passed")
    return remaining_ns
