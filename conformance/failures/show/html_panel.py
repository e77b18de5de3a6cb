"""Renders a case as HTML: the panel of a failing case in the report, and of ``explain --html``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from conformance.drawing import build_picture, to_svg
from conformance.failures.show.case_content import CaseContent
from conformance.failures.show.parameters import constant_texts
from conformance.failures.show.text_view import content_lines
from conformance.text import terminal_text

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
    lines = map(terminal_text, content_lines(content, output, element))
    yield f"<pre>{escape(chr(10).join(lines))}</pre>"
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
