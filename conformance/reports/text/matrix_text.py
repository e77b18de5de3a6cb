"""The matrix of a run as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from conformance.coverage import ANY_TYPE
from conformance.hal import OperandType
from conformance.reports.text.formatting import one_line
from conformance.results.run_matrix import CHECKS, CellCount, MatrixCell, RunMatrix
from conformance.text import format_count

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


def matrix_lines(matrix: RunMatrix, operations: Sequence[str]) -> Iterator[str]:
    """Yield the table of operations and types as text; one row for each of ``operations``."""
    types = [
        type_ for type_ in matrix.types if any((name, type_) in matrix.cells for name in operations)
    ]
    rows = [["operation", *map(short_type, types)]]
    rows += [
        [one_line(name, 60), *(format_cell(matrix.cells.get((name, t))) for t in types)]
        for name in operations
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *rest = (
            text.rjust(width) if number else text.ljust(width)
            for number, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join((first, *rest)).rstrip()


def facet_lines(matrix: RunMatrix, operations: Sequence[str]) -> Iterator[str]:
    """Yield the facets of each operation with their numbers of cases, as text."""
    for (operation, type_), cell in sorted(matrix.cells.items()):
        if operation not in operations:
            continue
        yield ""
        yield f"{one_line(operation, 60)}/{type_}: {format_count_of(cell.count)}"
        for (facet, value), count in sorted(cell.facets.items()):
            yield f"    {one_line(f'{facet}={value}', 100)}: {format_count_of(count)}"


def format_count_of(count: CellCount) -> str:
    """Return the numbers of a cell in words: ``3 failed, 9 passed``."""
    numbers = (
        (count.failed, "failed"),
        (count.passed, "passed"),
        (count.declined, "declined"),
        (count.not_run, "not run"),
    )
    return ", ".join(f"{number:,} {word}" for number, word in numbers if number) or "never executed"


def markdown_lines(matrix: RunMatrix) -> Iterator[str]:
    """Yield the rows of operations in which not every type passed, as a Markdown table.

    The other operations are listed in one line.
    """
    operations = [
        name
        for name in matrix.operations
        if any(
            of == name and type_ != CHECKS and cell.count.state != "passed"
            for (of, type_), cell in matrix.cells.items()
        )
    ]
    yield f"{format_states(matrix)}."
    yield ""
    if passed := [name for name in matrix.operations if name not in operations]:
        yield f"Passed with every type: {', '.join(_code(name) for name in passed)}."
        yield ""
    if not operations:
        return
    types = [
        type_ for type_ in matrix.types if any((name, type_) in matrix.cells for name in operations)
    ]
    yield "| operation | " + " | ".join(map(short_type, types)) + " |"
    yield "|---|" + "---:|" * len(types)
    for name in operations:
        entries = (format_cell(matrix.cells.get((name, type_))) for type_ in types)
        yield f"| {_code(name)} | " + " | ".join(entries) + " |"
    yield ""
    yield f"{LEGEND}."
    failing = [
        f"- {_code(f'{operation}/{type_}')}: {', '.join(map(_code, shown))}"
        for (operation, type_), cell in sorted(matrix.cells.items())
        if (shown := _only_failing(cell))
    ]
    if failing:
        yield ""
        yield "Facets that fail in every case, although other cases of the same type pass:"
        yield ""
        yield from failing


def summary_lines(matrix: RunMatrix, entries: int) -> Iterator[str]:
    """Yield a short Markdown list: the failing combinations, at most ``entries`` of them."""
    yield f"{format_states(matrix)}."
    failing = [item for item in sorted(matrix.cells.items()) if item[1].count.failed]
    if failing:
        yield ""
    for (operation, type_), cell in failing[:entries]:
        always = ", ".join(map(_code, _only_failing(cell)))
        line = f"- {_code(f'{operation}/{type_}')}: {cell.count.failed:,} of"
        line += f" {format_count(cell.count.executed, 'case')} failed"
        yield line + (f"; every case with {always}" if always else "")
    if len(failing) > entries:
        yield f"- and {format_count(len(failing) - entries, 'more combination')}"


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
