"""Suggestions for a name that the user mistyped: similar names among the known ones."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Final

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
