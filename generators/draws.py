"""Draws of our own: the same seed gives the same numbers on every machine.

A generator's distributions may change from one numpy to the next, its raw words may not. All
draws are integer arithmetic on raw words of PCG64.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain
from struct import Struct
from typing import Final, TypeVar

import numpy as np

_T = TypeVar("_T")
_BLOCK: Final = 64
_BITS: Final = 32
_HALVES: Final = Struct(f"<{2 * _BLOCK}I").unpack


def _blocks(entropy: int) -> Iterator[Iterator[int]]:
    """Halves of the raw words, of each block the last first."""
    raw = np.random.PCG64(entropy)
    while True:
        yield reversed(_HALVES(np.asarray(raw.random_raw(_BLOCK), "<u8").data))


class Draws:
    """A stream of numbers from ``entropy`` (not negative)."""

    __slots__ = ("_words",)

    def __init__(self, entropy: int) -> None:
        self._words = chain.from_iterable(_blocks(entropy))

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit - 1``."""
        return next(self._words) * limit >> _BITS

    def between(self, low: int, high: int) -> int:
        """A number from ``low`` to ``high``, both possible."""
        return low + (next(self._words) * (high - low + 1) >> _BITS)

    def chance(self, part: int, whole: int = 16) -> bool:
        """True ``part`` times in ``whole``."""
        return next(self._words) * whole >> _BITS < part

    def pick(self, choices: Sequence[_T]) -> _T:
        """One of ``choices``, each equally often."""
        return choices[next(self._words) * len(choices) >> _BITS]

    def weighted(self, cumulative: Sequence[int]) -> int:
        """An index, as often as its part of the running totals ``cumulative``."""
        return bisect_right(cumulative, next(self._words) * cumulative[-1] >> _BITS)

    def shuffled(self, items: Sequence[_T]) -> list[_T]:
        """The items in another order."""
        out = list(items)
        for last in range(len(out) - 1, 0, -1):
            other = self.below(last + 1)
            out[last], out[other] = out[other], out[last]
        return out
