"""Renders a case as HTML: the panel of a failing case in the report, and of ``explain --html``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from conformance.failures.show.case_content import CaseContent
from conformance.failures.show.text_view import content_lines
from conformance.text import terminal_text


def panel_lines(
    content: CaseContent, output: int | None = None, element: Sequence[int] | None = None
) -> Iterator[str]:
    """Yield the panel of a case as HTML."""
    yield '<div class="panel">'
    lines = map(terminal_text, content_lines(content, output, element))
    yield f"<pre>{escape(chr(10).join(lines))}</pre>"
    if content.command:
        yield command_html(content.command)
    yield "</div>"


def command_html(command: str) -> str:
    """Return a command with a button that copies it; the page's script shows the button."""
    return (
        f'<div class="command"><pre>{escape(command)}</pre>'
        '<button type="button" class="copy" hidden>copy</button></div>'
    )
