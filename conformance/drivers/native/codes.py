"""Codes of the C interface and their equivalents in the HAL, and the conversion of arguments."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Final

from conformance.driver_sdk import DriverError
from conformance.drivers.native.interface import FULL_NAMES, LibraryFunctions, ffi
from conformance.hal import ErrorStatus, Operand, Priority, Version


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


_UINT32: Final = 1 << 32
_INT32: Final = 1 << 31


class InexpressibleError(DriverError):
    """The C interface cannot express a model or request; ``rule`` names the broken rule."""

    def __init__(self, rule: str, what: str) -> None:
        super().__init__(ErrorStatus.INVALID_ARGUMENT, f"{rule}: {what}")
        self.rule = rule


class MissingFunctionError(DriverError):
    """The library lacks a function that the model needs."""

    def __init__(self, reason: str) -> None:
        super().__init__(ErrorStatus.GENERAL_FAILURE, reason)


def unsigned(value: object, rule: str, what: str) -> int:
    """Return ``value``.

    Raise ``InexpressibleError`` if it does not fit an unsigned 32-bit field.
    """
    if not isinstance(value, int) or not 0 <= value < _UINT32:
        raise InexpressibleError(rule, f"{what} is {value!r}")
    return value


def signed(value: object, what: str) -> int:
    """Return ``value`` as a signed number.

    Raise ``InexpressibleError`` if it does not fit a field of 32 bits.
    """
    if not isinstance(value, int) or not -_INT32 <= value < _UINT32:
        raise InexpressibleError("model.field", f"{what} is {value!r}")
    return value - _UINT32 if value >= _INT32 else value


def require_function(functions: LibraryFunctions, name: str, why: str) -> Any:
    """Return an optional function of the library, or raise ``MissingFunctionError``."""
    function = getattr(functions, name)
    if function is None:
        raise MissingFunctionError(
            f"the library has no {FULL_NAMES[name]}, which is needed for {why}"
        )
    return function


def operand_type(operand: Operand, code: int, dimensions: Sequence[int], rule: str) -> list[Any]:
    """Return an ``ANeuralNetworksOperandType`` and the array that it points to.

    Both must be kept alive while the structure is in use.
    """
    sizes = ffi.new("uint32_t[]", [unsigned(size, rule, "a dimension") for size in dimensions])
    if not isinstance(operand.scale, int | float):
        raise InexpressibleError(
            "model.field", f"a scale is {operand.scale!r}; a number was expected"
        )
    native_type = ffi.new(
        "ANeuralNetworksOperandType *",
        (
            code,
            len(dimensions),
            sizes if dimensions else ffi.NULL,
            operand.scale,
            signed(operand.zero_point, "a zero point"),
        ),
    )
    return [native_type, sizes]
