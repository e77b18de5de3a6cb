"""Print a table of measurements and their ratios."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RatioRow:
    """One comparison: our figure, the peer's figure in the same unit, and the goal as text."""

    what: str
    ours: float
    peer: float
    goal: str = ""


def print_ratios(title: str, rows: Sequence[RatioRow]) -> None:
    """Print a table with our figure, the peer's figure, their ratio and the goal."""
    width = max(len(row.what) for row in rows)
    print(title)
    print(f"{'':{width}} {'ours':>10} {'peer':>10} {'ratio':>8}  goal")
    for row in rows:
        ratio = row.ours / row.peer
        print(f"{row.what:{width}} {row.ours:10.1f} {row.peer:10.1f} {ratio:8.2f}  {row.goal}")
