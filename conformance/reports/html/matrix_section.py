"""The section of the HTML report with the matrix of operations and types.

Each entry of the table links to the facets of the operation with this type, which are in a
``details`` element below, and each count there links to the list of verdicts.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final
from urllib.parse import urlencode

from conformance.reports.text.formatting import one_line
from conformance.reports.text.matrix_text import LEGEND, format_cell, format_states, short_type
from conformance.results.run_matrix import CellCount, MatrixCell, RunMatrix

SECTION_ID: Final = "matrix"
_COLUMNS: Final = {"failed": "failed", "passed": "passed", "declined": "declined"}
"""Class of an entry by state; the style sheet colours these classes."""
_MAX_FACETS: Final = 400


def matrix_section(matrix: RunMatrix) -> Iterator[str]:
    """Yield the lines of the section."""
    yield f'<section id="{SECTION_ID}"><h2>Matrix of operations and types</h2>'
    if not matrix.cells:
        yield '<p class="none">The run has no operations.</p></section>'
        return
    yield f"<p>{escape(format_states(matrix))}.</p>"
    types = matrix.types
    yield '<div class="wide"><table class="sortable"><thead><tr><th>operation</th>'
    yield from (f'<th class="number">{escape(short_type(type_))}</th>' for type_ in types)
    yield "</tr></thead><tbody>"
    for operation in matrix.operations:
        cells = ((type_, matrix.cells.get((operation, type_))) for type_ in types)
        entries = (_entry(operation, type_, cell) for type_, cell in cells)
        yield f"<tr><th>{_text(operation)}</th>{''.join(entries)}</tr>"
    yield "</tbody></table></div>"
    yield f'<p class="note">{escape(LEGEND)}. An entry leads to its facets.</p>'
    yield "<details><summary>Facets of each operation and type</summary>"
    for operation in matrix.operations:
        for type_ in types:
            if (cell := matrix.cells.get((operation, type_))) is not None:
                yield from _facets(operation, type_, cell)
    yield "</details></section>"


def _text(text: str) -> str:
    return escape(one_line(text, 80))


def _anchor(operation: str, type_: str) -> str:
    return escape(f"{SECTION_ID}-{one_line(operation, 80)}-{type_}".replace(" ", "_"))


def _entry(operation: str, type_: str, cell: MatrixCell | None) -> str:
    """Return an entry of the table; it sorts by failed, then by executed cases."""
    if cell is None:
        return '<td class="number" data-value="-2">-</td>'
    value = cell.count.failed * 1e6 + cell.count.executed
    order = value if cell.count.executed else -1
    mark = f" some {_COLUMNS.get(cell.count.state, 'other')}"
    link = f'<a href="#{_anchor(operation, type_)}">{format_cell(cell)}</a>'
    return f'<td class="number{mark}" data-value="{order:g}">{link}</td>'


def _facets(operation: str, type_: str, cell: MatrixCell) -> Iterator[str]:
    """Yield the facets of one entry, the failing ones first.

    The anchor is inside the ``details`` elements, which browsers open when a link leads there.
    """
    title = f"{_text(operation)} {escape(short_type(type_))}"
    yield f"<details><summary>{title}: {_counts(operation, cell.count, links=False)}</summary>"
    yield f'<p id="{_anchor(operation, type_)}">{_counts(operation, cell.count)}</p><ul>'
    ordered = sorted(cell.facets.items(), key=lambda item: (-item[1].failed, item[0]))
    for (facet, value), count in ordered[:_MAX_FACETS]:
        yield f"<li>{_text(f'{facet}={value}')}: {_counts(operation, count, links=False)}"
    yield "</ul></details>"


def _counts(operation: str, count: CellCount, *, links: bool = True) -> str:
    """Return the numbers of a cell; with ``links`` each leads to the verdicts of the operation."""
    parts = []
    for number, kind in (
        (count.failed, "failed"),
        (count.passed, "passed"),
        (count.declined, "declined"),
        (count.not_run, ""),
    ):
        if not number:
            continue
        text = f"{number:,} {kind or 'not run'}"
        if links and kind:
            query = urlencode({"operation": operation, "kind": kind})
            text = f'<a href="#verdicts?{escape(query)}">{text}</a>'
        parts.append(text)
    return ", ".join(parts) or "never executed"
