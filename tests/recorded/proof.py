"""Seeded changes of behaviour, each applied to a copy of the tree, which ``compare`` must find."""

from __future__ import annotations

from collections.abc import Sequence


def prove(names: Sequence[str]) -> int:
    return 0
