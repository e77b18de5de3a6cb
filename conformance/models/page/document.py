"""The frame and the texts of an HTML page: one file with plots as SVG, without scripts."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from conformance.text import to_printable

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


_STYLE: Final = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1360px; padding: 1rem; color: #1c2330; background: #f6f7f9;
  font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.5rem; margin: .5rem 0; }
h2 { font-size: 1.2rem; margin: 1rem 0 .3rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.1rem 0 .3rem; overflow-wrap: anywhere; }
p { overflow-wrap: anywhere; }
section, .card { background: #fff; border: 1px solid #dde1e7; border-radius: 8px;
  padding: .2rem 1rem 1rem; margin: 1rem 0; }
.cards { display: grid; gap: .8rem; grid-template-columns: repeat(auto-fill, minmax(250px, 1fr)); }
.card { margin: 0; padding: .7rem 1rem; overflow-wrap: anywhere; }
.card b { display: block; } .card p { margin: .15rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: separate; border-spacing: 0; min-width: 60%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #e6e9ee;
  white-space: nowrap; vertical-align: top; font-weight: normal; }
th { color: #566; font-size: .88em; border-bottom: 2px solid #ccd2da; vertical-align: bottom; }
tr > :first-child { position: sticky; left: 0; background: #fff; }
.name { white-space: normal; overflow-wrap: anywhere; min-width: 9rem; max-width: 20rem; }
td.reason { white-space: normal; min-width: 18rem; max-width: 46rem; overflow-wrap: anywhere; }
.metric { display: inline-block; white-space: normal; max-width: 11rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.passed { color: #0b6e3b; } .failed { color: #b3261e; } .declined { color: #6b7280; }
b.passed, b.failed, b.declined, td.failed { font-weight: 600; }
small { color: #566; }
img { max-width: 100%; height: auto; display: block; }
.plots { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; }
figure { margin: 0; flex: 1 1 300px; max-width: 430px; } figcaption { color: #566; }
.wide { min-width: 620px; max-width: 1000px; }
.legend span { display: inline-block; margin-right: 1.2rem; overflow-wrap: anywhere; }
.legend i { display: inline-block; width: 1.4rem; border-top: 3px solid; margin: 0 .4rem .25rem 0; }
.legend i.dashed { border-top-style: dashed; }
.note { color: #566; font-size: .9em; margin: .3rem 0; }
@media (max-width: 600px) { body { padding: .5rem; } section { padding: .2rem .6rem .8rem; }
  .name { min-width: 6.5rem; max-width: 9rem; } td.reason { min-width: 14rem; } }
""" + "\n".join(f".k{number} {{ color: {color}; }}" for number, color in enumerate(COLORS))


def document(title: str, content: Iterable[str]) -> bytes:
    """Return a page with a title and the lines of its body, encoded as UTF-8."""
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    policy = (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        f"style-src 'sha256-{digest}'"
    )
    lines = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{text(title)}</title>",
        f"<style>{_STYLE}</style></head><body>",
        f"<h1>{text(title)}</h1>",
        *content,
        "</body></html>",
    ]
    return "\n".join(lines).encode("utf-8", "replace")
