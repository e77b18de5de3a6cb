"""Renders a case as HTML: the panel of a failing case in the report, and of ``show --html``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from conformance.drawing import build_picture, to_svg
from conformance.failures.show.case_content import CaseContent, known_findings
from conformance.failures.show.output_errors import OutputErrors, heat_map, histogram_chart, legend
from conformance.failures.show.parameters import (
    OperationView,
    constant_texts,
    describe_operand,
    format_number,
    known_values,
    operation_views,
    short_values,
)
from conformance.failures.show.read_region import ReadRegion, producer_of, read_regions
from conformance.failures.show.text_view import (
    as_rows,
    errors_of,
    region_text,
    short_number,
    window_around,
    window_text,
)

Array = npt.NDArray[Any]

_MAX_OPERATIONS: Final = 6
_MAX_ROWS: Final = 16
_MAX_COLUMNS: Final = 8
_MAX_GRAPH_OPERATIONS: Final = 60
_NAMESPACE: Final = ' xmlns="http://www.w3.org/2000/svg"'


def panel_lines(
    content: CaseContent,
    identifier: str,
    output: int | None = None,
    element: Sequence[int] | None = None,
) -> Iterator[str]:
    """Yield the panel of a case as HTML; ``identifier`` makes the ids in it unique in the page."""
    yield '<div class="panel">'
    for finding in known_findings(content):
        yield (
            f"<p><b>Known finding:</b> {_text(finding.engine)} fails the same case: "
            f"<code>{_text(finding.place)}</code>. {_text(finding.cause)}</p>"
        )
    number = content.shown_output if output is None else output
    yield from _operations(content, number)
    if number is not None:
        yield from _output(content, number, element, identifier)
    yield from _graph(content, identifier)
    if content.command:
        yield command_html(content.command)
    yield "</div>"


def command_html(command: str) -> str:
    """Return a command with a button that copies it; the page's script shows the button."""
    return (
        f'<div class="command"><pre>{escape(command)}</pre>'
        '<button type="button" class="copy" hidden>copy</button></div>'
    )


def _text(text: object, limit: int = 600) -> str:
    line = " ".join(str(text).split())
    return escape(line if len(line) <= limit else line[: limit - 1] + "…")


def _operations(content: CaseContent, number: int | None) -> Iterator[str]:
    views = operation_views(content)
    if len(views) > _MAX_OPERATIONS:
        producer = None if number is None else producer_of(content, number)
        yield f"<p>{len(views)} operations; the table shows the one that writes the output.</p>"
        views = [] if producer is None else [views[producer.number]]
    values = known_values(content)
    for view in views:
        yield from _operation(view, values)


def _operation(view: OperationView, values: dict[int, Array]) -> Iterator[str]:
    yield f"<h3>{_text(view.name)} <small>operation {view.number}</small></h3>"
    yield '<div class="wide"><table class="roles"><tbody>'
    for role in view.tensors:
        value = values.get(role.index)
        shown = f"<br><code>{_text(short_values(value))}</code>" if value is not None else ""
        yield f"<tr><th>{_text(role.name)}</th><td>{_text(role.text)}{shown}</td></tr>"
    for role in view.parameters:
        yield f"<tr><th>{_text(role.name)}</th><td><b>{_text(role.text)}</b></td></tr>"
    for role in view.outputs:
        yield f"<tr><th>{_text(role.name)}</th><td>{_text(role.text)}</td></tr>"
    yield "</tbody></table></div>"


def _output(
    content: CaseContent, number: int, element: Sequence[int] | None, identifier: str
) -> Iterator[str]:
    index = content.example.model.main.output_indexes[number]
    yield f"<h3>Output {number} <small>{_text(describe_operand(content, index))}</small></h3>"
    errors = errors_of(content, number)
    if errors is None:
        yield '<p class="note">The actual output is not available with the expected shape.</p>'
        if element is None:
            return
        place = tuple(element)
    else:
        place = errors.worst if element is None else tuple(element)
        yield from _charts(errors, place, identifier)
        yield from _comparison(errors, place)
    yield from _regions(content, number, place)


def _charts(errors: OutputErrors, place: tuple[int, ...], identifier: str) -> Iterator[str]:
    wrong = int(errors.wrong.sum())
    ratio = float(errors.ratios[place])
    size = f"{ratio:.3g} times the tolerance" if np.isfinite(ratio) else "not permitted"
    at = f" at <code>{_text(list(place))}</code>" if place else ""
    yield (
        f"<p>{wrong:,} of {errors.wrong.size:,} elements are wrong. Element{at}: expected "
        f"<b>{_text(format_number(errors.expected[place].item()))}</b>, got <b "
        f'class="wrong">{_text(format_number(errors.actual[place].item()))}</b>, error {size}.</p>'
    )
    yield '<div class="charts">'
    yield f"<figure>{heat_map(errors, f'{identifier}-heat')}{legend()}</figure>"
    yield f"<figure>{histogram_chart(errors, f'{identifier}-histogram')}</figure></div>"


def _comparison(errors: OutputErrors, place: tuple[int, ...]) -> Iterator[str]:
    window = window_around(errors.expected.shape, place)
    shown = window_text(errors.expected.shape, window)
    marked = errors.wrong[window]
    yield '<div class="beside">'
    for name, values in (("expected", errors.expected), ("actual", errors.actual)):
        yield f'<div class="wide"><table class="values"><caption>{name} {_text(shown)}</caption>'
        yield from _rows(values[window], marked)
        yield "</table></div>"
    yield "</div>"


def _regions(content: CaseContent, number: int, place: tuple[int, ...]) -> Iterator[str]:
    regions = read_regions(content, number, place)
    producer = producer_of(content, number)
    if not regions or producer is None:
        return
    view = operation_views(content)[producer.number]
    roles = {role.index: role.name for role in view.tensors}
    yield (
        f"<h3>Inputs that {_text(view.name)} reads for the element "
        f'<code>{_text(list(place))}</code></h3><div class="beside">'
    )
    for region in regions:
        role = roles.get(region.operand, f"input {region.position}")
        yield '<div class="wide"><table class="values">'
        yield f"<caption>{_text(role)} {_text(region_text(region))}</caption>"
        yield from _rows(*_limited(region))
        yield "</table></div>"
    yield "</div>"


def _limited(region: ReadRegion) -> tuple[Array, None]:
    values = region.values
    columns = values.shape[-1] if values.ndim else 1
    return values.reshape(-1, columns)[:_MAX_ROWS, :_MAX_COLUMNS], None


def _rows(values: Array, wrong: Array | None) -> Iterator[str]:
    flat, marks = as_rows(values, wrong)
    for row, line in zip(flat[:_MAX_ROWS].tolist(), marks[:_MAX_ROWS].tolist(), strict=True):
        cells = "".join(
            f'<td class="wrong">{_number(value)}</td>' if mark else f"<td>{_number(value)}</td>"
            for value, mark in zip(row, line, strict=True)
        )
        yield f"<tr>{cells}</tr>"


def _number(value: Any) -> str:
    return escape(short_number(value))


def _graph(content: CaseContent, identifier: str) -> Iterator[str]:
    """Yield the graph of the model with the values of its constants, folded."""
    example = content.example
    if len(example.model.main.operations) > _MAX_GRAPH_OPERATIONS:
        return
    number = content.shown_output
    wrong = frozenset() if number is None or not content.failures else frozenset({number})
    picture = build_picture(
        example.model,
        example.operand_names,
        example.subgraph_names,
        wrong,
        title=content.case_id,
        values=constant_texts(content),
    )
    svg = to_svg(picture).replace(_NAMESPACE, ' role="img"', 1)
    # An id may occur only once in a page.
    svg = re.sub(r'id="tip"', f'id="{identifier}-tip"', svg).replace("#tip)", f"#{identifier}-tip)")
    summary = "<summary>Graph with the values of constants</summary>"
    yield f'<details class="graph">{summary}{svg}</details>'
