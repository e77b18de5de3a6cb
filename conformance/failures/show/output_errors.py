"""Errors of an output in units of the tolerance, as a grid of cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from conformance.oracle.accuracy import Tolerance, elements_within

Ratios = npt.NDArray[np.float64]
_Array = npt.NDArray[Any]

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
    return OutputErrors(expected, actual, ratios, ~within)


@dataclass(frozen=True, slots=True)
class ErrorGrid:
    """The errors as a grid of cells: the largest error of the elements that a cell covers.

    ``row_axes`` and ``column_axes`` are the axes of the output along the grid's sides. One cell
    covers up to ``cell`` elements. ``wrong`` marks cells with a wrong element.
    """

    ratios: Ratios
    wrong: npt.NDArray[np.bool_]
    row_axes: tuple[int, ...]
    column_axes: tuple[int, ...]
    cell: int

    def describe_axes(self) -> str:
        """Return which axes are along the sides, and how many elements a cell covers."""
        rows = f"rows: {_axes(self.row_axes)}" if self.row_axes else "one row"
        columns = f"columns: {_axes(self.column_axes)}" if self.column_axes else "one column"
        cell = f"; a cell shows the largest error of up to {self.cell} elements"
        return f"{rows}; {columns}{cell if self.cell > 1 else ''}"


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
        row_step * column_step,
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
