"""Text for readers: printable text, similar names, counts with a noun, and shortened lists."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

_COMMAND: Final = re.compile(r"^(\s*)::|##(?=\w*\[)", re.MULTILINE)
_MAX_DEPTH: Final = 50
_CONTROL: Final = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+"
)
"""Characters that a terminal interprets, that end lines, or that change the direction of text."""


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


_SEPARATORS: Final = re.compile(r"[\s_./:-]+")
_MOST: Final = 3
_MOST_PREFIXES: Final = 5_000
"""The number of names up to which their beginnings are compared too."""
_PREFIX_SIMILARITY: Final = 0.8


def similar_names(text: str, known: Iterable[str], most: int = _MOST) -> list[str]:
    """Return at most ``most`` known names that are similar to ``text``, the best one first.

    Names that differ only in case and separators come first: CONV2D is similar to CONV_2D.
    """
    by_folded: dict[str, str] = {}
    for name in known:
        by_folded.setdefault(name.casefold(), name)
    folded = text.casefold()
    same = [key for key in by_folded if is_same_name(key, folded)]
    near = same or difflib.get_close_matches(folded, by_folded, n=most)
    if not near and len(by_folded) <= _MOST_PREFIXES:
        # The user may have typed only the beginning of a long name.
        prefixes: dict[str, str] = {}
        for key in by_folded:
            prefixes.setdefault(key[: len(folded) + 1], key)
        found = difflib.get_close_matches(folded, prefixes, n=most, cutoff=_PREFIX_SIMILARITY)
        near = [prefixes[prefix] for prefix in found]
    return [by_folded[key] for key in near[:most]]


def is_same_name(one: str, other: str) -> bool:
    """Return whether two names differ at most in case and separators; false for empty names."""
    first, second = (_SEPARATORS.sub("", name.casefold()) for name in (one, other))
    return bool(first) and first == second


def did_you_mean(text: str, known: Iterable[str], most: int = _MOST) -> str:
    """Return the end of a sentence that suggests similar names; empty if there are none.

    For example ``; did you mean CONV_2D or CONV_3D?``.
    """
    return suggest(similar_names(text, known, most))


def suggest(names: Iterable[str]) -> str:
    """Return the end of a sentence that suggests these names; empty if there are none."""
    listed = " or ".join(names)
    return f"; did you mean {listed}?" if listed else ""


def format_count(number: int, what: str, plural: str = "") -> str:
    """Return a number with its noun: ``1 case``, ``2,000 cases``."""
    return f"{number:,} {what if number == 1 else plural or what + 's'}"


def list_first(texts: Sequence[str], most: int, separator: str = ", ") -> str:
    """Return the first ``most`` texts and the number of the others: ``a, b and 3 more``."""
    listed = separator.join(texts[:most])
    return f"{listed} and {len(texts) - most} more" if len(texts) > most else listed


def one_line(text: str, limit: int = 400) -> str:
    """Return the text on one line, without control characters, cut to ``limit`` characters."""
    flat = _CONTROL.sub(" ", text).strip()
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"
