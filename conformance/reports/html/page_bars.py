"""Bars of the HTML report, and the options of a run as readable text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from conformance.results.event_stream import RunHeader
from conformance.results.run_statistics import column_of

_WIDTH: Final = 96
_HEIGHT: Final = 10
_CLASSES: Final = {"passed": "good", "failed": "bad", "declined": "calm"}


def share_bar(parts: Sequence[tuple[str, int]], total: int) -> str:
    """Return a bar as SVG; ``parts`` are classes with numbers, and ``total`` is the full length.

    A part that is not 0 is at least two pixels wide. The numbers are in the text beside the bar, so
    the bar is hidden from screen readers.
    """
    x, shapes = 0, []
    for name, number in parts:
        width = max(2, round(_WIDTH * number / max(total, 1))) if number else 0
        width = min(width, _WIDTH - x)
        if width > 0:
            shapes.append(
                f'<rect class="{name}" x="{x}" width="{width}" height="{_HEIGHT}"></rect>'
            )
            x += width
    return (
        f'<svg class="share" width="{_WIDTH}" height="{_HEIGHT}" aria-hidden="true">'
        f"{''.join(shapes)}</svg>"
    )


def kind_bar(kinds: Mapping[Any, int], total: int) -> str:
    """Return the shares of failed, passed, declined and other cases as a bar."""
    counts = dict.fromkeys(("bad", "good", "calm", "rest"), 0)
    for kind, number in kinds.items():
        counts[_CLASSES.get(column_of(kind), "rest")] += number
    return share_bar(list(counts.items()), total)


def option_texts(header: RunHeader | None) -> Iterator[tuple[str, str]]:
    """Yield the name and the value of each option of a run; options without a value are omitted."""
    for name, value in (header.options if header is not None else {}).items():
        words = name.replace("_", " ")
        if isinstance(value, bool):
            if value:
                yield words, "yes"
        elif isinstance(value, Mapping):
            yield from ((words, f"{key}={inner}") for key, inner in value.items())
        elif isinstance(value, list | tuple):
            if value:
                yield words, ", ".join(map(str, value))
        elif value not in ("", None):
            yield words, str(value)
