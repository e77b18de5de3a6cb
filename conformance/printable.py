"""Text without characters that a terminal, a file or another program would interpret."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

_COMMAND: Final = re.compile(r"^(\s*)::|##(?=\w*\[)", re.MULTILINE)
_MAX_DEPTH: Final = 50


def to_printable(text: str) -> str:
    """Return ``text`` on one line, with escapes for characters that cannot be printed."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def terminal_text(text: str) -> str:
    """Return text of a driver or a spec file in a form that is safe on a terminal.

    Control characters except line feeds and tabs are escaped. The commands ``::name::`` and
    ``##[name]``, which CI systems find in the output of a program, get a space.
    """
    if not text.isprintable():
        text = "\n".join(
            "\t".join(map(to_printable, line.split("\t"))) for line in text.split("\n")
        )
    return _COMMAND.sub(lambda match: f"{match[1]}: :" if match[1] is not None else "# #", text)


def encodable(value: Any, depth: int = 0) -> Any:
    """Return plain data with escapes for the characters that UTF-8 cannot express.

    Values that are nested deeper than 50 levels are replaced by a text.
    """
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if depth > _MAX_DEPTH:
        return "..."
    if isinstance(value, Mapping):
        return {encodable(k, depth + 1): encodable(v, depth + 1) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [encodable(item, depth + 1) for item in value]
    return value
