"""Hostile texts, and the check of what a command prints."""

from __future__ import annotations

import re
from random import Random

HOSTILE_NAMES = (
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "<!--",
    "]]>",
    "\x1b[2J\x1b]0;title\x07",
    "\r::error::injected",
    "\n::error file=a.py::injected",
    "::set-output name=a::b",
    "\n##[error]injected",
    "\ud800\udfff",
    "\udc80\udcff",
    "\x00\x01\x08\x7f\x85\x9b31m",
    "\u202e\u2066evil",
    "\u2028\u2029",
    "=cmd|' /C calc'!A0",
    "| a | b |\n|---|---|",
    "`x` ](http://example.org) <b>",
    "%s%n{0}{x}$HOME`id`$(id)",
    "../../../../tmp/x",
    "/" * 300,
    "a" * 70_000,
    "",
    ".",
    "-rf",
    "[*]{?}",
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_COMMAND_LINE = re.compile(r"^\s*(::[a-z-]+[ :]|##\[)", re.MULTILINE)


def hostile_name(random: Random, plain: str = "x") -> str:
    """Return a text in which a name that is dangerous to print may take the place of ``plain``."""
    text = random.choice(HOSTILE_NAMES)
    return random.choice((text, plain + text, text + plain)) if random.random() < 0.6 else plain


_STATUSES = (0, 1, 2, 3, 65, 66)
"""Documented exit statuses; ``show`` and ``debug`` return 65 and 66 for an unusable case."""


def violation(arguments: tuple[object, ...], status: int, text: str) -> str:
    """Return what is wrong with the exit status or the output of a command; empty if nothing is."""
    shown = tuple(str(argument)[:60] for argument in arguments)
    if "Traceback" in text or status not in _STATUSES:
        return f"{shown}: exit status {status}: {text[-1500:]}"
    if "--html" in text:
        return ""
    if found := _CONTROL.search(text.replace("\n", "")):
        return f"{shown}: the output has {found[0]!r}: {text[:500]!r}"
    if found := _COMMAND_LINE.search(text):
        return f"{shown}: the output has the line {found[0]!r}: {text[:500]!r}"
    return ""
