"""The time limit for the loops of an execution (HAL 1.3)."""

from __future__ import annotations

from typing import Final

DEFAULT_LOOP_TIMEOUT: Final = 2_000_000_000
MAXIMUM_LOOP_TIMEOUT: Final = 15_000_000_000
"""Time limits of a WHILE in nanoseconds: the default, and the maximum that a request can set."""


def loop_timeout(requested: int | None) -> int:
    """Return the time limit in nanoseconds for each WHILE loop of an execution.

    ``requested`` is the request's limit; ``None`` selects the default. Values above the maximum are
    reduced to it.
    """
    return DEFAULT_LOOP_TIMEOUT if requested is None else min(requested, MAXIMUM_LOOP_TIMEOUT)
