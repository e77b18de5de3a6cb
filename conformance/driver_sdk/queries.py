"""Queries about operands and operations that every driver needs, and text forms of them.

Any number is accepted as a code: an undefined type is neither tensor nor scalar and has no size.
"""

from __future__ import annotations

from conformance.hal import (
    INFO,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    byte_size,
    is_tensor,
    name_of,
)
from conformance.validation.operands import extension_prefix

__all__ = [
    "data_size",
    "has_unspecified_dimensions",
    "is_extension_operand",
    "is_extension_operation",
    "is_scalar",
    "is_tensor",
    "model_text",
    "operand_text",
    "operation_text",
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


def operand_text(operand: Operand) -> str:
    """Return a text such as ``TENSOR_QUANT8_ASYMM [1, 2] (0.5, 128) CONSTANT_COPY``."""
    parts = [name_of(OperandType, operand.type)]
    if operand.dimensions or is_tensor(operand.type):
        shown = ", ".join(str(size) if size else "?" for size in operand.dimensions)
        parts.append(f"[{shown}]" if operand.dimensions else "[rank unknown]")
    if operand.scale or operand.zero_point:
        parts.append(f"({operand.scale:.9g}, {operand.zero_point})")
    parts.append(name_of(OperandLifeTime, operand.lifetime))
    return " ".join(parts)


def operation_text(operation: Operation) -> str:
    """Return a text such as ``ADD(0, 1, 2) -> 3``."""
    inputs = ", ".join(str(index) for index in operation.inputs)
    outputs = ", ".join(str(index) for index in operation.outputs)
    return f"{name_of(OperationType, operation.type)}({inputs}) -> {outputs}"


def model_text(model: Model) -> str:
    """Return a model as text: for each subgraph, its inputs, outputs, operands and operations."""
    lines = []
    names = ["main", *(f"subgraph {number}" for number in range(len(model.referenced)))]
    for name, subgraph in zip(names, (model.main, *model.referenced), strict=True):
        lines.append(f"{name}: {list(subgraph.input_indexes)} -> {list(subgraph.output_indexes)}")
        lines += [f"  {i}: {operand_text(operand)}" for i, operand in enumerate(subgraph.operands)]
        lines += [f"  {operation_text(operation)}" for operation in subgraph.operations]
    return "\n".join(lines)
