"""Draws errors as SVG: a heat map over the output and a histogram.

The drawings use classes instead of colours, because the page's content security policy forbids
inline styles, and so that they follow the light or dark scheme of the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from conformance.failures.show import output_errors

_CELL: Final = 14
_MAX_WIDTH: Final = 560
_ROW: Final = 18
_BAR: Final = 220
_LABEL: Final = 84
_MAX_TITLES: Final = 200


def heat_map(errors: output_errors.OutputErrors, identifier: str) -> str:
    """Return a heat map: one cell for each element or block, by the size of its error."""
    grid = output_errors.error_grid(errors)
    rows, columns = grid.ratios.shape
    cell = max(4, min(_CELL, _MAX_WIDTH // columns))
    width, height = columns * cell + 2, rows * cell + 2
    wrong = int(errors.wrong.sum())
    title = "Errors over the output, in units of the tolerance"
    worst = f"; the largest error is at {list(errors.worst)}" if wrong else ""
    description = (
        f"{wrong} of {errors.wrong.size} elements are wrong{worst}. {grid.describe_axes()}."
    )
    parts = [_head(identifier, width, height, title, description)]
    titles = 0
    for row in range(rows):
        for column in range(columns):
            ratio, is_wrong = float(grid.ratios[row, column]), bool(grid.wrong[row, column])
            place = f'x="{1 + column * cell}" y="{1 + row * cell}" width="{cell}" height="{cell}"'
            hint = ""
            if is_wrong and titles < _MAX_TITLES:
                titles += 1
                where = f"row {row * grid.row_step}, column {column * grid.column_step}"
                hint = f"<title>{where}: {ratio:.3g}</title>"
            level = output_errors.level(ratio, is_wrong=is_wrong)
            parts.append(f'<rect class="h{level}" {place}>{hint}</rect>')
    return "".join([*parts, "</svg>"])


def legend() -> str:
    """Return the legend of heat maps as HTML."""
    entries = "".join(
        f'<span class="key"><svg class="swatch" width="12" height="12" aria-hidden="true">'
        f'<rect class="h{n}" width="12" height="12"></rect></svg>{escape(text)}</span>'
        for n, text in enumerate(output_errors.LEVELS)
    )
    return f'<p class="legend">{entries}</p>'


def histogram_chart(errors: output_errors.OutputErrors, identifier: str) -> str:
    """Return a bar chart of the number of elements by the size of their error."""
    counts = output_errors.histogram(errors)
    bins = [
        (n, label, count)
        for n, (label, count) in enumerate(zip(output_errors.BIN_LABELS, counts, strict=True))
    ]
    width, height = _LABEL + _BAR + 70, len(bins) * _ROW + 2
    title = "Number of elements by error, in units of the tolerance"
    text = ", ".join(f"{label}: {count}" for _, label, count in bins if count)
    most = max(counts)
    return "".join(
        [
            _head(identifier, width, height, title, f"{text}."),
            *_bars(bins, most),
            "</svg>",
        ]
    )


def _bars(bins: list[tuple[int, str, int]], most: int) -> Iterator[str]:
    for row, (number, label, count) in enumerate(bins):
        y = row * _ROW
        name = "h1" if number < output_errors.PERMITTED_BINS else "h4"
        length = max(2, round(_BAR * count / most)) if count else 0
        yield f'<text x="{_LABEL - 8}" y="{y + 13}" text-anchor="end">{escape(label)}</text>'
        yield f'<rect class="{name}" x="{_LABEL}" y="{y + 3}" width="{length}" height="12"></rect>'
        yield f'<text x="{_LABEL + length + 6}" y="{y + 13}">{count:,}</text>'


def _head(identifier: str, width: int, height: int, title: str, description: str) -> str:
    return (
        f'<svg class="chart" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" '
        f'aria-labelledby="{identifier}-title" aria-describedby="{identifier}-text">'
        f'<title id="{identifier}-title">{escape(title)}</title>'
        f'<desc id="{identifier}-text">{escape(description)}</desc>'
    )
