"""Renders a case as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from conformance.failures.show.case_content import CaseContent, known_findings
from conformance.failures.show.output_errors import (
    LEVELS,
    OutputErrors,
    compute_errors,
    error_grid,
    error_level,
)
from conformance.failures.show.parameters import (
    OperationView,
    describe_operand,
    format_number,
    known_values,
    operation_views,
    short_values,
)
from conformance.oracle.accuracy import tolerances

Array = npt.NDArray[Any]

_MARKS: Final = ".:ox#"
_MAX_WINDOW: Final = 8
_MAX_OPERATIONS: Final = 12


def text_lines(
    content: CaseContent, output: int | None = None, element: Sequence[int] | None = None
) -> Iterator[str]:
    """Yield the lines on a case; ``output`` and ``element`` replace the failing ones."""
    yield content.case_id + (f" on {content.driver}" if content.driver else "")
    for failure in content.failures[:4]:
        where = f" along {failure.path}" if failure.path else ""
        yield f"{failure.kind}{where} ({failure.rule}): {failure.reason}"
    yield from content_lines(content, output, element)
    if content.command:
        yield f"run again: {content.command}"


def content_lines(
    content: CaseContent, output: int | None = None, element: Sequence[int] | None = None
) -> Iterator[str]:
    """Yield the lines of ``text_lines`` on the model and its outputs."""
    for finding in known_findings(content):
        yield f"known finding: {finding}"
    yield from _operation_lines(content)
    number = content.shown_output if output is None else output
    if number is not None:
        yield from _output_lines(content, number, element)


def _operation_lines(content: CaseContent) -> Iterator[str]:
    views = operation_views(content)
    shown = views
    if len(views) > _MAX_OPERATIONS:
        number = content.shown_output
        index = -1 if number is None else content.example.model.main.output_indexes[number]
        shown = [view for view in views if index in [role.index for role in view.outputs]]
        yield f"{len(views)} operations; this one writes the output below"
    values = known_values(content)
    for view in shown:
        yield from _view_lines(view, values)


def _view_lines(view: OperationView, values: dict[int, Array]) -> Iterator[str]:
    yield f"operation {view.number}: {view.name}"
    for role in view.tensors:
        value = values.get(role.index)
        text = f" = {short_values(value)}" if value is not None and value.size else ""
        yield f"  {role.name}: {role.text}{text}"
    for role in view.parameters:
        yield f"  {role.name} {role.text}"
    for role in view.outputs:
        yield f"  {role.name}: {role.text}"


def _output_lines(
    content: CaseContent, number: int, element: Sequence[int] | None
) -> Iterator[str]:
    expected = content.expected(number)
    index = content.example.model.main.output_indexes[number]
    yield f"output {number}: {describe_operand(content, index)}"
    actual = content.actual.get(number)
    errors = None
    if actual is not None:
        errors = compute_errors(expected, actual, tolerances(content.example.model)[number])
    if errors is None:
        if actual is not None:
            yield f"  actual shape {list(actual.shape)}, expected {list(expected.shape)}"
        if expected.size:
            yield f"  expected {short_values(expected)}"
        yield from _recorded_lines(content)
    else:
        wrong = int(errors.wrong.sum())
        yield f"  {wrong} of {errors.wrong.size} elements are wrong"
        place = errors.worst if element is None else tuple(element)
        yield from _around_lines(errors, place)
        yield from _heat_lines(errors)


def _recorded_lines(content: CaseContent) -> Iterator[str]:
    """Yield the wrong elements that the verdict recorded, if the outputs were not kept."""
    for failure in content.failures:
        first = failure.details.get("first")
        if isinstance(first, list) and first:
            yield "  the outputs of the driver were not kept; the verdict recorded"
            for entry in first:
                yield (
                    f"    {entry.get('index')}: expected {entry.get('expected')}, got"
                    f" {entry.get('actual')}, allowed ±{entry.get('allowed')}"
                )
            return


def _window_around(shape: Sequence[int], place: Sequence[int]) -> tuple[slice, ...]:
    """Return a window of limited size around an element: the last two axes, one index of others."""
    windows = []
    for axis, (size, index) in enumerate(zip(shape, place, strict=True)):
        if axis < len(shape) - 2:
            windows.append(slice(index, index + 1))
            continue
        start = max(0, min(index - _MAX_WINDOW // 2, size - _MAX_WINDOW))
        windows.append(slice(start, min(size, start + _MAX_WINDOW)))
    return tuple(windows)


def _window_text(shape: Sequence[int], window: Sequence[slice]) -> str:
    """Return a window as ``[0, 2:6, :]``; an empty text if it is the whole tensor."""
    parts = []
    for size, part in zip(shape, window, strict=True):
        whole = (part.start, part.stop) == (0, size)
        single = part.stop - part.start == 1
        parts.append(":" if whole and size > 1 else str(part.start) if single
                     else f"{part.start}:{part.stop}")  # fmt: skip
    return f"[{', '.join(parts)}]" if parts else ""


def _around_lines(errors: OutputErrors, place: tuple[int, ...]) -> Iterator[str]:
    window = _window_around(errors.expected.shape, place)
    at = f" at {list(place)}" if place else ""
    yield (
        f"  worst element{at}: expected {format_number(errors.expected[place].item())}, got"
        f" {format_number(errors.actual[place].item())}, error {_ratio(errors.ratios[place])}"
    )
    shown = _window_text(errors.expected.shape, window)
    left = _matrix(errors.expected[window], errors.wrong[window])
    right = _matrix(errors.actual[window], errors.wrong[window])
    width = max(len(f"expected {shown}"), *(len(line) for line in left))
    yield f"  {f'expected {shown}'.ljust(width)}   actual (* wrong)"
    for one, other in zip(left, right, strict=True):
        yield f"  {one.replace('*', ' ').ljust(width)}   {other}"


def _ratio(ratio: float) -> str:
    """Return an error in units of the tolerance as text."""
    if np.isnan(ratio):
        return "NaN"
    return f"{ratio:.3g} times the tolerance" if np.isfinite(ratio) else "not permitted at all"


def _matrix(values: Array, wrong: Array | None = None) -> list[str]:
    """Return the rows of a tensor, with its last axis as columns; wrong elements have a ``*``."""
    columns = values.shape[-1] if values.ndim else 1
    flat = values.reshape(-1, columns) if values.size else values.reshape(0, 1)
    marks = np.zeros(flat.shape, bool) if wrong is None else wrong.reshape(flat.shape)
    texts = [
        [
            f"{_short_number(value)}{'*' if mark else ' '}"
            for value, mark in zip(row, line, strict=True)
        ]
        for row, line in zip(flat.tolist(), marks.tolist(), strict=True)
    ]
    width = max((len(text) for row in texts for text in row), default=0)
    return ["".join(text.rjust(width + 1) for text in row) for row in texts]


def _short_number(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else format_number(value)


def _heat_lines(errors: OutputErrors) -> Iterator[str]:
    grid = error_grid(errors)
    if grid.ratios.size < 2:
        return
    legend = ", ".join(f"{mark} {text}" for mark, text in zip(_MARKS, LEVELS, strict=True))
    yield f"  errors in units of the tolerance ({legend}); {grid.describe_axes()}"
    for row, wrong in zip(grid.ratios, grid.wrong, strict=True):
        marks = (_MARKS[error_level(r, is_wrong=bool(w))] for r, w in zip(row, wrong, strict=True))
        yield "    " + "".join(marks)
