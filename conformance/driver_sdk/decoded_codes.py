"""Replaces the codes in decoded model structures by members of the enumerations."""

from __future__ import annotations

from typing import Final

from conformance.hal import OperandLifeTime, OperandType, OperationType, Subgraph

_OPERAND_TYPES: Final = {int(member): member for member in OperandType}
_OPERATION_TYPES: Final = {int(member): member for member in OperationType}
_LIFETIMES: Final = {int(member): member for member in OperandLifeTime}
_set = object.__setattr__


def restore_enums(subgraph: Subgraph) -> None:
    """Replace known codes of a decoded subgraph by enumeration members, in place.

    Unknown codes stay integers, as in a model that was read from a file.
    """
    for operand in subgraph.operands:
        _set(operand, "type", _OPERAND_TYPES.get(operand.type, operand.type))
        _set(operand, "lifetime", _LIFETIMES.get(operand.lifetime, operand.lifetime))
    for operation in subgraph.operations:
        _set(operation, "type", _OPERATION_TYPES.get(operation.type, operation.type))
