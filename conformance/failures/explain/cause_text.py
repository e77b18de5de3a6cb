"""Causes as lines of text for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from conformance.failures.explain.explanation import Cause
from conformance.printable import terminal_text
from conformance.results.phrases import format_count, list_first

_WIDTH: Final = 100
_MAX_TITLE: Final = 200
_MAX_EXPLANATION_LINES: Final = 4
_MAX_REASON_LINES: Final = 2


def cause_lines(number: int, cause: Cause, *, whole: bool = False) -> Iterator[str]:
    """Yield the paragraph of a cause: count, explanation, smallest case, and command.

    Long texts are shortened unless ``whole`` is set.
    """
    if cause.consequence:
        checks = ", ".join(cause.cases) if whole else list_first(cause.cases, 2)
        count = format_count(len(cause.cases), "check")
        yield f"Also wrong values in {count} of the suite, probably for these causes: {checks}"
        return
    title = f"{number}. {cause.title} ({format_count(len(cause.cases), 'failing case')})"
    yield title if whole else _shorten(title, _MAX_TITLE)
    if cause.explanation is not None:
        yield from _wrap(f"{cause.explanation.text}.", _MAX_EXPLANATION_LINES, whole=whole)
    what = "smallest case" if cause.single else "a case (it has several operations)"
    case = f"{what}: {cause.cases[0]}: {cause.reason}"
    yield from _wrap(case, _MAX_REASON_LINES, whole=whole)
    yield f"   {cause.command}"


def summary_lines(causes: Sequence[Cause], most: int, *, whole: bool = False) -> list[str]:
    """Return the paragraphs of the first causes, at most ``most`` lines, and the number left out.

    One cause is always shown.
    """
    lines: list[str] = []
    for number, cause in enumerate(causes, 1):
        paragraph = [terminal_text(line) for line in cause_lines(number, cause, whole=whole)]
        if lines and not whole and len(lines) + len(paragraph) > most - 1:
            left = causes[number - 1 :]
            names = ", ".join(dict.fromkeys(other.operation or other.symptom for other in left))
            count = format_count(len(left), "more cause")
            lines.append(_shorten(f"{count} (see -v or the files): {names}", _WIDTH))
            break
        lines += paragraph
    return lines


def _wrap(text: str, most: int, *, whole: bool) -> list[str]:
    lines = textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
    if len(lines) > most and not whole:
        lines = [*lines[: most - 1], _shorten(" ".join(lines[most - 1 :]), _WIDTH)]
    return [f"   {line}" for line in lines]


def _shorten(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
