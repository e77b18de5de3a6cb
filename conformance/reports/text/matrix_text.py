"""The matrix of a run as Markdown and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from conformance.coverage import ANY_TYPE
from conformance.hal import OperandType
from conformance.results.run_matrix import CHECKS, CellCount, MatrixCell, RunMatrix
from conformance.text import format_count, one_line

LEGEND: Final = (
    "12: 12 cases passed; 3F/12: 3 of 12 cases failed; D12: all 12 declined; x: the contract "
    "permits it, and no case executed it; -: not permitted"
)
"""Meaning of the entries of the table."""

_STATES: Final = ("failed", "passed", "declined", "never executed")
_MAX_FACETS: Final = 6


def short_type(name: str) -> str:
    """Return the name of a type as the head of a column; a scalar type is named as such."""
    if name == ANY_TYPE:
        return "any"
    if name in OperandType.__members__ and not name.startswith("TENSOR_"):
        return f"scalar {name}"
    return name.removeprefix("TENSOR_").replace("QUANT", "Q")


def format_cell(cell: MatrixCell | None) -> str:
    """Return the entry of the table for a cell; ``LEGEND`` states the meanings."""
    if cell is None:
        return "-"
    count = cell.count
    if count.failed:
        return f"{count.failed}F/{count.executed}"
    if count.passed:
        return str(count.passed)
    return f"D{count.declined}" if count.declined else "x"


def format_states(matrix: RunMatrix) -> str:
    """Return the number of combinations of operation and type in each state."""
    states = matrix.states()
    counts = ", ".join(f"{states[state]:,} {state}" for state in _STATES)
    return f"{format_count(len(matrix.cells), 'combination')} of operation and type: {counts}"


def markdown_lines(matrix: RunMatrix, entries: int) -> Iterator[str]:
    """Yield the operations that failed or were declined with some type, as a Markdown table.

    Operations with failures come first; at most ``entries`` rows and facets are listed. Types that
    were never executed are only counted.
    """
    yield f"{format_states(matrix)}."
    states: dict[str, set[str]] = {}
    for (name, type_), cell in matrix.cells.items():
        if type_ != CHECKS:
            states.setdefault(name, set()).add(cell.count.state)
    operations = sorted(
        (name for name, found in states.items() if found & {"failed", "declined"}),
        key=lambda name: "failed" not in states[name],
    )
    if passed := [name for name, found in states.items() if found == {"passed"}]:
        yield f"\nPassed with every type: {', '.join(_code(name) for name in passed)}."
    if not operations:
        return
    shown = operations[:entries]
    types = [one for one in matrix.types if any((name, one) in matrix.cells for name in shown)]
    yield f"\n<details><summary>{format_count(len(operations), 'operation')}</summary>\n"
    yield "| operation | " + " | ".join(map(short_type, types)) + " |"
    yield "|---|" + "---:|" * len(types)
    for name in shown:
        row = (format_cell(matrix.cells.get((name, type_))) for type_ in types)
        yield f"| {_code(name)} | " + " | ".join(row) + " |"
    if len(operations) > len(shown):
        more = format_count(len(operations) - len(shown), "more operation")
        yield f"\n**{more} not shown here**"
    yield f"\n{LEGEND}.\n\n</details>"
    failing = [
        f"- {_code(f'{operation}/{type_}')}: {', '.join(map(_code, facets))}"
        for (operation, type_), cell in sorted(matrix.cells.items())
        if (facets := _only_failing(cell))
    ]
    if failing:
        yield "\nFacets that fail in every case, although other cases of the same type pass:\n"
        yield from failing[:entries]


def _only_failing(cell: MatrixCell) -> list[str]:
    """Return the facets that always fail, if the cell has cases that pass."""
    if not (cell.count.failed and cell.count.passed):
        return []
    return [f"{facet}={value}" for facet, value in sorted(cell.failing)[:_MAX_FACETS]]


def _code(text: str) -> str:
    return "`" + one_line(text, 100).replace("`", "'").replace("|", "\\|") + "`"


def matrix_as_json(matrix: RunMatrix) -> dict[str, Any]:
    """Return all cells with their facets as plain data."""
    return {
        "cells": [
            {
                "operation": operation,
                "type": type_,
                "state": cell.count.state,
                **_numbers(cell.count),
                "facets": [
                    {"facet": facet, "value": value, "state": count.state, **_numbers(count)}
                    for (facet, value), count in sorted(cell.facets.items())
                ],
            }
            for (operation, type_), cell in sorted(matrix.cells.items())
        ]
    }


def _numbers(count: CellCount) -> dict[str, int]:
    return {
        "passed": count.passed,
        "failed": count.failed,
        "declined": count.declined,
        "not_run": count.not_run,
    }
