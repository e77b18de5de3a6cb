"""Queries about operands and operations that every driver needs.

Any number is accepted as a code: an undefined type is neither tensor nor scalar and has no size.
"""

from __future__ import annotations

from conformance.hal import INFO, Operand, byte_size, is_tensor
from conformance.validation.operands import extension_prefix

__all__ = [
    "data_size",
    "has_unspecified_dimensions",
    "is_extension_operand",
    "is_extension_operation",
    "is_scalar",
    "is_tensor",
]


def is_scalar(code: int) -> bool:
    """Return whether a code is a scalar type of the contract with a known size."""
    info = INFO.get(code)
    return info is not None and not info.tensor


def is_extension_operand(code: int) -> bool:
    """Return whether a code is a type of a vendor extension, whose prefix is in the high bits."""
    return extension_prefix(code) is not None


def is_extension_operation(code: int) -> bool:
    """Return whether a code is an operation of a vendor extension."""
    return extension_prefix(code) is not None


def has_unspecified_dimensions(operand: Operand) -> bool:
    """Return whether an operand is a tensor with an unknown rank or an unknown dimension."""
    return is_tensor(operand.type) and (not operand.dimensions or 0 in operand.dimensions)


def data_size(operand: Operand) -> int:
    """Return the byte size of the operand's data, or 0 if it is not known."""
    return byte_size(operand.type, operand.dimensions) or 0
