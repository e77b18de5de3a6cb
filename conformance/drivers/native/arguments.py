"""Conversion of a call's arguments, and the errors for arguments that cannot be converted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from conformance.driver_sdk import DriverError
from conformance.drivers.native.interface import FULL_NAMES, LibraryFunctions, ffi
from conformance.hal import ErrorStatus, Operand

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
