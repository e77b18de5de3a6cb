"""Errors of an output in units of the tolerance, and their charts as SVG.

The drawings use classes instead of colours, because the page's content security policy forbids
inline styles, and so that they follow the light or dark scheme of the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from conformance.oracle.accuracy import Tolerance, elements_within

Ratios = npt.NDArray[np.float64]
_Array = npt.NDArray[Any]

BINS: Final = (0.0, 0.5, 1.0, 2.0, 10.0, 100.0, 1000.0)
"""The upper ends of the histogram's bins; further bins hold larger errors and NaN."""

BIN_LABELS: Final = (
    *("0 (exact)", "to 0.5", "to 1", "to 2", "to 10", "to 100", "to 1000"),
    *("above 1000", "NaN"),
)
PERMITTED_BINS: Final = 3
"""The number of bins with permitted errors."""

_MAX_ROWS: Final = 40
_MAX_COLUMNS: Final = 64


@dataclass(frozen=True, slots=True)
class OutputErrors:
    """The errors of one output.

    ``ratios`` has the output's shape. Errors without a permitted size, such as that of an exact
    output, are infinite; an element of which only one value is NaN is NaN.
    """

    expected: _Array
    actual: _Array
    ratios: Ratios
    wrong: npt.NDArray[np.bool_]
    tolerance: Tolerance

    @property
    def worst(self) -> tuple[int, ...]:
        """The index of the wrong element with the largest error; of any if none is wrong."""
        ranked = np.where(np.isnan(self.ratios), np.inf, self.ratios)
        ranked = np.where(self.wrong, ranked, -1.0) if self.wrong.any() else ranked
        return tuple(int(n) for n in np.unravel_index(int(np.argmax(ranked)), ranked.shape))


def compute_errors(expected: _Array, actual: _Array, tolerance: Tolerance) -> OutputErrors | None:
    """Return the errors of an output; ``None`` if the shapes differ or it has no element."""
    if expected.shape != actual.shape or not expected.size or expected.dtype != actual.dtype:
        return None
    with np.errstate(all="ignore"):
        wide, got = expected.astype(np.float64), actual.astype(np.float64)
        difference = np.abs(got - wide)
        allowed = tolerance.atol + tolerance.rtol * np.abs(wide)
        ratios = np.where(difference == 0, 0.0, difference / allowed)
    ratios = np.where((got == wide) | (np.isnan(got) & np.isnan(wide)), 0.0, ratios)
    within = elements_within(expected.ravel(), actual.ravel(), tolerance).reshape(expected.shape)
    ratios = np.where(within & ~(ratios <= 1.0), 0.0, ratios)
    return OutputErrors(expected, actual, ratios, ~within, tolerance)


def histogram(errors: OutputErrors) -> list[int]:
    """Return the number of elements in each bin of ``BIN_LABELS``."""
    flat = errors.ratios.ravel()
    missing = np.isnan(flat)
    places = np.searchsorted(np.array(BINS), flat[~missing], side="left")
    counts = np.bincount(places, minlength=len(BINS) + 1)
    return [*(int(n) for n in counts), int(missing.sum())]


@dataclass(frozen=True, slots=True)
class ErrorGrid:
    """The errors as a grid of cells: the largest error of the elements that a cell covers.

    ``row_axes`` and ``column_axes`` are the axes of the output along the grid's sides. One cell
    covers ``row_step`` by ``column_step`` elements. ``wrong`` marks cells with a wrong element.
    """

    ratios: Ratios
    wrong: npt.NDArray[np.bool_]
    row_axes: tuple[int, ...]
    column_axes: tuple[int, ...]
    row_step: int
    column_step: int
    rows: int
    columns: int

    def describe_axes(self) -> str:
        """Return which axes are along the sides, and how many elements a cell covers."""
        rows = f"rows: {_axes(self.row_axes)}" if self.row_axes else "one row"
        columns = f"columns: {_axes(self.column_axes)}" if self.column_axes else "one column"
        cell = self.row_step * self.column_step
        cover = f"; a cell shows the largest error of up to {cell} elements" if cell > 1 else ""
        return f"{rows}; {columns}{cover}"


def _axes(axes: Sequence[int]) -> str:
    return ("axis " if len(axes) == 1 else "axes ") + ", ".join(map(str, axes))


def error_grid(errors: OutputErrors) -> ErrorGrid:
    """Return the errors as a grid of limited size."""
    shape = errors.ratios.shape
    rank = len(shape)
    split = rank // 2 if rank != 3 else 2
    rows = int(np.prod(shape[:split], dtype=np.int64))
    columns = int(np.prod(shape[split:], dtype=np.int64))
    row_step, column_step = -(-rows // _MAX_ROWS), -(-columns // _MAX_COLUMNS)
    ratios = np.where(np.isnan(errors.ratios), np.inf, errors.ratios).reshape(rows, columns)
    return ErrorGrid(
        _largest(ratios, row_step, column_step),
        _largest(errors.wrong.reshape(rows, columns), row_step, column_step).astype(bool),
        tuple(range(split)),
        tuple(range(split, rank)),
        row_step,
        column_step,
        rows,
        columns,
    )


def _largest(values: _Array, row_step: int, column_step: int) -> _Array:
    """Return the largest value of each block of ``row_step`` rows and ``column_step`` columns."""
    by_row = np.maximum.reduceat(values, np.arange(0, values.shape[0], row_step), axis=0)
    starts = np.arange(0, values.shape[1], column_step)
    largest: _Array = np.maximum.reduceat(by_row, starts, axis=1)
    return largest


LEVELS: Final = ("exact", "permitted", "to 10 times", "to 1000 times", "larger")
"""The levels of a cell, in units of the permitted error."""


def error_level(ratio: float, *, is_wrong: bool) -> int:
    """Return the number of the level of an error."""
    if not is_wrong:
        return 0 if ratio == 0 else 1
    return 2 if ratio <= 10 else 3 if ratio <= 1000 else 4


_CELL: Final = 14
_MAX_WIDTH: Final = 560
_ROW: Final = 18
_BAR: Final = 220
_LABEL: Final = 84
_MAX_TITLES: Final = 200


def heat_map(errors: OutputErrors, identifier: str) -> str:
    """Return a heat map: one cell for each element or block, by the size of its error."""
    grid = error_grid(errors)
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
            level = error_level(ratio, is_wrong=is_wrong)
            parts.append(f'<rect class="h{level}" {place}>{hint}</rect>')
    return "".join([*parts, "</svg>"])


def legend() -> str:
    """Return the legend of heat maps as HTML."""
    entries = "".join(
        f'<span class="key"><svg class="swatch" width="12" height="12" aria-hidden="true">'
        f'<rect class="h{n}" width="12" height="12"></rect></svg>{escape(text)}</span>'
        for n, text in enumerate(LEVELS)
    )
    return f'<p class="legend">{entries}</p>'


def histogram_chart(errors: OutputErrors, identifier: str) -> str:
    """Return a bar chart of the number of elements by the size of their error."""
    counts = histogram(errors)
    bins = [
        (n, label, count) for n, (label, count) in enumerate(zip(BIN_LABELS, counts, strict=True))
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
        name = "h1" if number < PERMITTED_BINS else "h4"
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
