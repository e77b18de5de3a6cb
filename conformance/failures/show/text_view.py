"""Renders a case as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from conformance.coverage.cells import code_label
from conformance.failures.failure_dump import shaped_array
from conformance.failures.show.case_content import CaseContent, known_findings
from conformance.hal import (
    INFO,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    name_of,
)
from conformance.operations import find_definition
from conformance.oracle.accuracy import Tolerance, elements_within, tolerances
from conformance.validation.constants import constant_view

Array = npt.NDArray[Any]
Ratios = npt.NDArray[np.float64]

_MAX_ROWS: Final = 40
_MAX_COLUMNS: Final = 64


@dataclass(frozen=True, slots=True)
class OutputErrors:
    """The errors of one output.

    ``ratios`` has the output's shape. Errors without a permitted size, such as that of an exact
    output, are infinite; an element of which only one value is NaN is NaN.
    """

    expected: Array
    actual: Array
    ratios: Ratios
    wrong: npt.NDArray[np.bool_]

    @property
    def worst(self) -> tuple[int, ...]:
        """The index of the wrong element with the largest error; of any if none is wrong."""
        ranked = np.where(np.isnan(self.ratios), np.inf, self.ratios)
        ranked = np.where(self.wrong, ranked, -1.0) if self.wrong.any() else ranked
        return tuple(int(n) for n in np.unravel_index(int(np.argmax(ranked)), ranked.shape))


def compute_errors(expected: Array, actual: Array, tolerance: Tolerance) -> OutputErrors | None:
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


_MAX_WINDOW: Final = 8
_MAX_FAILURES: Final = 4
_MAX_OPERATIONS: Final = 12
_MAX_VALUES: Final = 12


def text_lines(
    content: CaseContent, output: int | None = None, element: Sequence[int] | None = None
) -> Iterator[str]:
    """Yield the lines on a case; ``output`` and ``element`` replace the failing ones."""
    yield content.case_id + (f" on {content.driver}" if content.driver else "")
    if content.cause:
        yield f"cause: {content.cause}"
    paths: dict[tuple[str, str, str], list[str]] = {}
    for failure in content.failures:
        key = str(failure.kind), failure.rule, failure.reason
        paths.setdefault(key, []).append(failure.path)
    for (kind, rule, reason), along in islice(paths.items(), _MAX_FAILURES):
        where = f" along {', '.join(along)}" if any(along) else ""
        yield f"{kind}{where} ({rule}): {reason}"
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
    operations = list(enumerate(content.example.model.main.operations))
    shown = operations
    if len(operations) > _MAX_OPERATIONS:
        number = content.shown_output
        index = -1 if number is None else content.example.model.main.output_indexes[number]
        shown = [entry for entry in operations if index in entry[1].outputs]
        yield f"{len(operations)} operations; this one writes the output below"
    values = _known_values(content)
    for number, operation in shown:
        yield f"operation {number}: {name_of(OperationType, operation.type)}"
        yield from _operand_lines(content, operation, values)


def _operand_lines(
    content: CaseContent, operation: Operation, values: dict[int, Array]
) -> Iterator[str]:
    """Yield the operands of an operation by their roles: tensors, parameters in one line, outputs.

    Operands that do not exist are lines, too.
    """
    operands = content.example.model.main.operands
    parameters = []
    for role, index in zip(_input_names(content, operation), operation.inputs, strict=True):
        if not 0 <= index < len(operands):
            yield f"  {role}: operand {index}, which does not exist"
            continue
        value, info = values.get(index), INFO.get(operands[index].type)
        if operands[index].lifetime == OperandLifeTime.NO_VALUE:
            yield f"  {role}: omitted"
        elif info is not None and not info.tensor and value is not None and value.size == 1:
            parameters.append(f"{role} {_parameter_text(role, value.reshape(()).item())}")
        else:
            text = f" = {_short_values(value)}" if value is not None and value.size else ""
            yield f"  {role}: {_describe_operand(content, index)}{text}"
    if parameters:
        yield f"  {', '.join(parameters)}"
    definition = find_definition(operation.type)
    specs = () if definition is None else definition.output_specs(len(operation.outputs))
    for place, index in enumerate(operation.outputs):
        if 0 <= index < len(operands):
            role = specs[place].name if place < len(specs) else f"output {place}"
            yield f"  {role}: {_describe_operand(content, index)}"


def _input_names(content: CaseContent, operation: Operation) -> list[str]:
    """Return the name of each input in the operation's definition; repeated ones get a number.

    An invalid call has the names of the first form that is as long.
    """
    definition, count = find_definition(operation.type), len(operation.inputs)
    operands = content.example.model.main.operands
    types = [operands[i].type if 0 <= i < len(operands) else -1 for i in operation.inputs]
    form = None
    if definition is not None:
        same_count = (form for form in definition.forms if form.takes_count(count))
        form = definition.form_of(types) or next(same_count, None)
    if form is None:
        return [f"input {place}" for place in range(count)]
    specs = [form.spec_at(place, count) for place in range(count)]
    return [
        f"{spec.name} {place - form.positions[spec.name]}" if spec.repeated else spec.name
        for place, spec in enumerate(specs)
    ]


def _parameter_text(name: str, value: Any) -> str:
    """Return a parameter's value, by its name in the contract if it is a code."""
    if name == "layout":
        return "NCHW" if value else "NHWC"
    return _number_text(value) if isinstance(value, float) else code_label(name, value)


def _known_values(content: CaseContent) -> dict[int, Array]:
    model = content.example.model
    values: dict[int, Array] = {}
    for index, operand in enumerate(model.main.operands):
        with suppress(ValueError, IndexError, OSError):
            constant = constant_view(model, operand)
            if constant is not None:
                values[index] = constant
    for index, data in zip(model.main.input_indexes, content.example.inputs, strict=False):
        if data is not None and 0 <= index < len(model.main.operands):
            operand = model.main.operands[index]
            values[index] = shaped_array(data, operand.type, operand.dimensions)
    return values


def _number_text(value: Any) -> str:
    """Return a number in at most nine significant digits; truth values as words."""
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    return f"{float(value):.9g}" if isinstance(value, float | np.floating) else str(value)


def _describe_operand(content: CaseContent, index: int) -> str:
    names, operand = content.example.operand_names, content.example.model.main.operands[index]
    name = names[index] if index < len(names) and names[index] else f"operand {index}"
    info = INFO.get(operand.type)
    dims = f" [{', '.join(map(str, operand.dimensions))}]" if info is None or info.tensor else ""
    scale = ""
    if operand.scale or operand.zero_point:
        scale = f", scale {operand.scale:.9g}, zero point {operand.zero_point}"
    constant = (OperandLifeTime.CONSTANT_COPY, OperandLifeTime.CONSTANT_REFERENCE)
    lifetime = ", constant" if operand.lifetime in constant else ""
    return f"{name}: {name_of(OperandType, operand.type)}{dims}{scale}{lifetime}"


def _short_values(values: Array) -> str:
    shown = [_number_text(value) for value in values.ravel()[:_MAX_VALUES].tolist()]
    if values.size == 1:
        return shown[0]
    more = f", ... {values.size} values" if values.size > _MAX_VALUES else ""
    return f"[{', '.join(shown)}{more}]"


def _output_lines(
    content: CaseContent, number: int, element: Sequence[int] | None
) -> Iterator[str]:
    expected = content.expected(number)
    index = content.example.model.main.output_indexes[number]
    yield f"output {number}: {_describe_operand(content, index)}"
    actual = content.actual.get(number)
    errors = None
    if actual is not None:
        errors = compute_errors(expected, actual, tolerances(content.example.model)[number])
    if errors is None:
        if actual is not None:
            yield f"  actual shape {list(actual.shape)}, expected {list(expected.shape)}"
        if expected.size:
            yield f"  expected {_short_values(expected)}"
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
        f"  worst element{at}: expected {_number_text(errors.expected[place].item())}, got"
        f" {_number_text(errors.actual[place].item())}, error {_ratio(errors.ratios[place])}"
    )
    shown = _window_text(errors.expected.shape, window)
    left = _matrix(errors.expected[window], errors.wrong[window])
    right = _matrix(errors.actual[window], errors.wrong[window])
    width = max(len(f"expected {shown}"), *(len(line) for line in left))
    yield f"  {f'expected {shown}'.ljust(width)}   actual (* wrong)"
    for one, other in zip(left, right, strict=True):
        yield f"  {one.replace('*', ' ').ljust(width)}   {other}"


def _ratio(ratio: float) -> str:
    if np.isnan(ratio):
        return "NaN"
    return f"{ratio:.3g} times the tolerance" if np.isfinite(ratio) else "not permitted at all"


def _matrix(values: Array, wrong: Array) -> list[str]:
    """Return the rows of a tensor, with its last axis as columns; wrong elements have a ``*``."""
    columns = values.shape[-1] if values.ndim else 1
    texts = [
        (f"{value:.6g}" if isinstance(value, float) else _number_text(value)) + " *"[mark]
        for value, mark in zip(values.ravel().tolist(), wrong.ravel().tolist(), strict=True)
    ]
    width = max(map(len, texts)) + 1
    rows = (texts[start : start + columns] for start in range(0, len(texts), columns))
    return ["".join(text.rjust(width) for text in row) for row in rows]


_LEVELS: Final = (
    (".", "exact"),
    (":", "permitted"),
    ("o", "to 10 times"),
    ("x", "to 1000 times"),
    ("#", "larger"),
)
"""The marks of a map of errors, and the errors that they mean in units of the permitted error."""


def _heat_lines(errors: OutputErrors) -> Iterator[str]:
    """Yield a map of the errors of limited size; a mark is the largest error of its elements."""
    shape = errors.ratios.shape
    rank = len(shape)
    split = rank // 2 if rank != 3 else 2
    rows, columns = (int(np.prod(part)) for part in (shape[:split], shape[split:]))
    row_step, column_step = -(-rows // _MAX_ROWS), -(-columns // _MAX_COLUMNS)
    if rows * columns < 2:
        return
    levels = np.select(
        [~errors.wrong & (errors.ratios == 0), ~errors.wrong, errors.ratios <= 10],
        [0, 1, 2],
        np.where(errors.ratios <= 1000, 3, 4),
    ).reshape(rows, columns)
    levels = np.maximum.reduceat(levels, np.arange(0, rows, row_step), axis=0)
    levels = np.maximum.reduceat(levels, np.arange(0, columns, column_step), axis=1)
    legend = ", ".join(f"{mark} {text}" for mark, text in _LEVELS)
    axes = f"{_axes('row', range(split))}; {_axes('column', range(split, rank))}"
    if (cell := row_step * column_step) > 1:
        axes += f"; a cell shows the largest error of up to {cell} elements"
    yield f"  errors in units of the tolerance ({legend}); {axes}"
    for row in levels:
        yield "    " + "".join(_LEVELS[level][0] for level in row)


def _axes(side: str, axes: Sequence[int]) -> str:
    """Return which axes of the output are along one side of the map."""
    if not axes:
        return f"one {side}"
    return (
        f"{side}s: axis {axes[0]}"
        if len(axes) == 1
        else f"{side}s: axes {', '.join(map(str, axes))}"
    )
