"""Questions about operands and operations that every driver asks, and their text forms.

Codes may be any number: an unknown one is neither tensor nor scalar and has no size.
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
    """True for the contract's scalar types with a value of a known size."""
    info = INFO.get(code)
    return info is not None and not info.tensor


def is_extension_operand(code: int) -> bool:
    """True for a type of a vendor extension: its prefix stands in the high bits."""
    return extension_prefix(code) is not None


def is_extension_operation(code: int) -> bool:
    """True for an operation of a vendor extension."""
    return extension_prefix(code) is not None


def has_unspecified_dimensions(operand: Operand) -> bool:
    """True for a tensor whose rank or some extent is not known; scalars have none to know."""
    return is_tensor(operand.type) and (not operand.dimensions or 0 in operand.dimensions)


def data_size(operand: Operand) -> int:
    """Bytes of the operand's data; 0 where type or dimensions leave it open."""
    return byte_size(operand.type, operand.dimensions) or 0


def operand_text(operand: Operand) -> str:
    """``TENSOR_QUANT8_ASYMM [1, 2] (0.5, 128) CONSTANT_COPY``."""
    parts = [name_of(OperandType, operand.type)]
    if operand.dimensions or is_tensor(operand.type):
        shown = ", ".join(str(size) if size else "?" for size in operand.dimensions)
        parts.append(f"[{shown}]" if operand.dimensions else "[rank unknown]")
    if operand.scale or operand.zero_point:
        parts.append(f"({operand.scale:.9g}, {operand.zero_point})")
    parts.append(name_of(OperandLifeTime, operand.lifetime))
    return " ".join(parts)


def operation_text(operation: Operation) -> str:
    """``ADD(0, 1, 2) -> 3``."""
    inputs = ", ".join(str(index) for index in operation.inputs)
    outputs = ", ".join(str(index) for index in operation.outputs)
    return f"{name_of(OperationType, operation.type)}({inputs}) -> {outputs}"


def model_text(model: Model) -> str:
    """A model line by line: for each subgraph its operands, operations, inputs and outputs."""
    lines = []
    names = ["main", *(f"subgraph {number}" for number in range(len(model.referenced)))]
    for name, subgraph in zip(names, (model.main, *model.referenced), strict=True):
        lines.append(f"{name}: {list(subgraph.input_indexes)} -> {list(subgraph.output_indexes)}")
        lines += [f"  {i}: {operand_text(one)}" for i, one in enumerate(subgraph.operands)]
        lines += [f"  {operation_text(one)}" for one in subgraph.operations]
    return "\n".join(lines)
