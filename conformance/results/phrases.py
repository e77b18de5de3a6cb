"""Text for reports and messages: counts with a noun, and shortened lists."""

from __future__ import annotations

from collections.abc import Sequence


def format_count(number: int, what: str, plural: str = "") -> str:
    """Return a number with its noun: ``1 case``, ``2,000 cases``."""
    return f"{number:,} {what if number == 1 else plural or what + 's'}"


def list_first(texts: Sequence[str], most: int, separator: str = ", ") -> str:
    """Return the first ``most`` texts and the number of the others: ``a, b and 3 more``."""
    listed = separator.join(texts[:most])
    return f"{listed} and {len(texts) - most} more" if len(texts) > most else listed
