"""Texts of the page: escaped values, times, sizes, and short forms of long names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from conformance.printable import to_printable

COLORS: Final = (
    *("#33658a", "#f26419", "#2a9d5c", "#8e5ea2", "#b5892a"),
    *("#c23b6b", "#1b9aaa", "#6b7280", "#7a4419", "#111827"),
)
"""The colours of the drivers, in the order of the report; they repeat with another line style."""

_HEADER_LENGTH: Final = 36
_UNITS: Final = (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10))


def text(value: object) -> str:
    """Return a value as HTML text, with escapes for characters that cannot be printed."""
    return escape(to_printable(str(value)))


def duration(seconds: float) -> str:
    """Return a duration with three digits and its unit."""
    if seconds >= 1:
        return f"{seconds:.3g} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"


def size(count: float) -> str:
    """Return a number of bytes with its unit."""
    for unit, factor in _UNITS:
        if abs(count) >= factor:
            return f"{count / factor:.3g} {unit}"
    return f"{count:.0f} B"


def shortened(name: str, length: int) -> str:
    """Return a name of at most ``length`` characters; the middle of a longer one is left out."""
    plain = to_printable(name)
    if len(plain) <= length:
        return plain
    head = (length - 1) // 3
    return f"{plain[:head]}…{plain[len(plain) - (length - 1 - head) :]}"


def driver_header(name: str) -> str:
    """Return the header cell of a driver's column: a shortened name; its title is the full name."""
    return f'<th class=name title="{text(name)}">{text(shortened(name, _HEADER_LENGTH))}'


def driver_cell(name: str) -> str:
    """Return the first cell of a driver's row, in the same form."""
    return f'<td class=name title="{text(name)}">{text(shortened(name, _HEADER_LENGTH))}'


def legend(drivers: Sequence[str]) -> Iterator[str]:
    """Yield the legend of the plots: the colour and the full name of each driver."""
    yield '<p class="legend">'
    for number, driver in enumerate(drivers):
        dashed = " dashed" if number >= len(COLORS) else ""
        mark = f'<i class="k{number % len(COLORS)}{dashed}"></i>'
        yield f"<span>{mark}{text(driver)}</span> "
    yield "</p>"
