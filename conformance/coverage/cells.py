"""The cells of the coverage table: what the contract allows, from the operations' definitions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from conformance.coverage.facets import facets
from conformance.hal import INFO, OperandType, OperationType, Version
from conformance.operations import OperationDefinition, definitions
from conformance.validation.signature import operation_since

ANY: Final = "*"
"""The type of a cell that does not depend on one."""

NO_OPERATION: Final = "-"
"""The operation of a cell about operand types alone."""

LIFTED: Final = "beyond"
"""Facet of a restriction that a later version lifted, by the condition's name."""

CONTROL_FLOW: Final = (OperationType.IF, OperationType.WHILE)
CARRIED: Final = (
    OperandType.TENSOR_FLOAT32,
    OperandType.TENSOR_FLOAT16,
    OperandType.TENSOR_INT32,
    OperandType.TENSOR_BOOL8,
    OperandType.TENSOR_QUANT8_ASYMM,
    OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
)
"""Types whose way through IF and WHILE is asked for; the contract allows every type."""

_CONTROL_FACETS: Final = {
    OperationType.IF: (
        ("branch", ("then", "else")),
        ("condition source", ("constant", "run time")),
        ("inputs", ("none", "some")),
        ("outputs", ("one", "several")),
        ("stands in", ("main", "IF", "WHILE")),
        ("open sizes", ("yes",)),
    ),
    OperationType.WHILE: (
        ("loop operands", ("results", "state", "unchanging")),
        ("outputs", ("one", "several")),
        ("stands in", ("main", "IF", "WHILE")),
        ("endless", ("yes",)),
    ),
}


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """One thing to exercise, from ``version`` on; drivers of that version must see an example."""

    operation: str
    type: str
    version: Version
    facet: str
    value: str

    def __str__(self) -> str:
        return f"{self.operation}/{self.type}/{self.version}/{self.facet}={self.value}"

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What an example must show to fill the cell."""
        return self.operation, self.type, self.facet, self.value


@cache
def legal_cells() -> tuple[Cell, ...]:
    """Every cell, by operation code; a code without definition has one cell that nothing fills."""
    out: list[Cell] = []
    for type_ in OperationType:
        since = operation_since(type_)
        assert since is not None
        found = definitions().get(type_)
        if found is not None:
            out += _defined(found)
        elif type_ in CONTROL_FLOW:
            out += _controlled(type_, since)
        else:
            out.append(Cell(type_.name, ANY, since, "form", "default"))
    out += _operand_types()
    return tuple(out)


def _defined(found: OperationDefinition) -> Iterator[Cell]:
    asked = facets(found)
    for primary, since in found.types.items():
        for facet in asked:
            for value, version in facet.values(primary):
                first = max(found.since, since, version)
                yield Cell(found.name, primary.name, first, facet.name, value)
    for condition in found.conditions:
        if condition.until is not None:
            first = max(found.since, condition.until)
            yield Cell(found.name, ANY, first, LIFTED, condition.name)


def _controlled(type_: OperationType, since: Version) -> Iterator[Cell]:
    for carried in CARRIED:
        yield Cell(type_.name, carried.name, since, "carries", "yes")
    for facet, values in _CONTROL_FACETS[type_]:
        for value in values:
            yield Cell(type_.name, ANY, since, facet, value)


def _operand_types() -> Iterator[Cell]:
    for type_ in OperandType:
        yield Cell(NO_OPERATION, type_.name, _type_since(type_), "operand type", "used")


def _type_since(type_: OperandType) -> Version:
    if type_ in INFO:
        return INFO[type_].since
    return Version.V1_3 if type_ == OperandType.SUBGRAPH else Version.V1_0
