"""How long the loops of an execution may take (1.3)."""

from __future__ import annotations

from typing import Final

DEFAULT_LOOP_TIMEOUT: Final = 2_000_000_000
MAXIMUM_LOOP_TIMEOUT: Final = 15_000_000_000
"""Nanoseconds a WHILE may take: when the request says nothing, and at most."""


def loop_timeout(asked: int | None) -> int:
    """Nanoseconds that a request gives each loop; ``asked`` is what it says itself."""
    return DEFAULT_LOOP_TIMEOUT if asked is None else min(asked, MAXIMUM_LOOP_TIMEOUT)
