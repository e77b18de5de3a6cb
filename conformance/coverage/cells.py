"""The cells of the coverage table, derived from the definitions of the operations.

A cell is one way to use an operation that the contract permits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from conformance.coverage.facets import facets
from conformance.hal import CONTROL_FLOW, INFO, OperandType, OperationType, Version
from conformance.operations import OperationDefinition, definitions
from conformance.validation.signature import operation_since

ANY_TYPE: Final = "*"
"""The type of a cell that applies to all operand types."""

NO_OPERATION: Final = "-"
"""The operation of a cell that concerns only an operand type."""

LIFTED_RESTRICTION: Final = "lifted restriction"
"""The facet of a restriction that a later version removed; its value is the condition's name."""

CARRIED_TYPES: Final = (
    OperandType.TENSOR_FLOAT32,
    OperandType.TENSOR_FLOAT16,
    OperandType.TENSOR_INT32,
    OperandType.TENSOR_BOOL8,
    OperandType.TENSOR_QUANT8_ASYMM,
    OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
)
"""Types for which an example must pass a value through IF and WHILE.

The contract permits every type; this selection keeps the number of cells small.
"""

_CONTROL_FLOW_FACETS: Final = {
    OperationType.IF: (
        ("branch", ("then", "else")),
        ("condition source", ("constant", "run time")),
        ("inputs", ("none", "some")),
        ("outputs", ("one", "several")),
        ("enclosing operation", ("main", "IF", "WHILE")),
        ("unknown sizes", ("yes",)),
    ),
    OperationType.WHILE: (
        ("loop operands", ("results", "state", "loop invariant")),
        ("outputs", ("one", "several")),
        ("enclosing operation", ("main", "IF", "WHILE")),
        ("endless loop", ("yes",)),
    ),
}


@dataclass(frozen=True, slots=True, order=True)
class CoverageCell:
    """One permitted use of an operation that at least one example should exercise.

    ``version`` is the first HAL version that permits the use; an example fills the cell only if
    drivers of that version can run it.
    """

    operation: str
    type: str
    version: Version
    facet: str
    value: str

    def __str__(self) -> str:
        return f"{self.operation}/{self.type}/{self.version}/{self.facet}={self.value}"

    @property
    def key(self) -> tuple[str, str, str, str]:
        """The cell without its version, for comparison with the observations of an example."""
        return self.operation, self.type, self.facet, self.value


@cache
def legal_cells() -> tuple[CoverageCell, ...]:
    """Return all cells, ordered by operation code."""
    cells = [cell for type_ in OperationType for cell in operation_cells(type_)]
    return (*cells, *_operand_type_cells())


@cache
def operation_cells(type_: OperationType) -> tuple[CoverageCell, ...]:
    """Return the cells of one operation.

    An operation code without a definition gets one cell, which no example can fill.
    """
    since = operation_since(type_)
    assert since is not None
    if (definition := definitions().get(type_)) is not None:
        return tuple(_definition_cells(definition))
    if type_ in CONTROL_FLOW:
        return tuple(_control_flow_cells(type_, since))
    return (CoverageCell(type_.name, ANY_TYPE, since, "form", "default"),)


def _definition_cells(definition: OperationDefinition) -> Iterator[CoverageCell]:
    operation_facets = facets(definition)
    for primary, since in definition.types.items():
        for facet in operation_facets:
            for value, version in facet.legal_values(primary):
                first = max(definition.since, since, version)
                yield CoverageCell(definition.name, primary.name, first, facet.name, value)
    for condition in definition.conditions:
        if condition.until is not None:
            first = max(definition.since, condition.until)
            yield CoverageCell(definition.name, ANY_TYPE, first, LIFTED_RESTRICTION, condition.name)


def _control_flow_cells(type_: OperationType, since: Version) -> Iterator[CoverageCell]:
    for carried in CARRIED_TYPES:
        yield CoverageCell(type_.name, carried.name, since, "carried type", "yes")
    for facet, values in _CONTROL_FLOW_FACETS[type_]:
        for value in values:
            yield CoverageCell(type_.name, ANY_TYPE, since, facet, value)


def _operand_type_cells() -> Iterator[CoverageCell]:
    for type_ in OperandType:
        yield CoverageCell(NO_OPERATION, type_.name, _type_since(type_), "operand type", "used")


def _type_since(type_: OperandType) -> Version:
    if type_ in INFO:
        return INFO[type_].since
    return Version.V1_3 if type_ == OperandType.SUBGRAPH else Version.V1_0
