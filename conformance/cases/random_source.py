"""A random source that returns the same numbers for the same seed on every machine.

Another version of numpy may compute other numbers from the same seed, but the raw words of PCG64
never change. All numbers are therefore computed from these words with integer arithmetic.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain
from struct import Struct
from typing import Final, TypeVar

import numpy as np

_T = TypeVar("_T")
_WORDS_PER_BLOCK: Final = 64
_HALF_WORD_BITS: Final = 32
_UNPACK_HALVES: Final = Struct(f"<{2 * _WORDS_PER_BLOCK}I").unpack


def _half_word_blocks(entropy: int) -> Iterator[Iterator[int]]:
    """Yield blocks of raw 64-bit words, split into 32-bit halves and in reverse order."""
    raw = np.random.PCG64(entropy)
    while True:
        yield reversed(_UNPACK_HALVES(np.asarray(raw.random_raw(_WORDS_PER_BLOCK), "<u8").data))


class RandomSource:
    """A stream of random numbers that the integer ``entropy`` (at least 0) determines."""

    __slots__ = ("_words",)

    def __init__(self, entropy: int) -> None:
        self._words = chain.from_iterable(_half_word_blocks(entropy))

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit - 1``."""
        return next(self._words) * limit >> _HALF_WORD_BITS

    def between(self, low: int, high: int) -> int:
        """Return a number from ``low`` to ``high``, both inclusive."""
        return low + (next(self._words) * (high - low + 1) >> _HALF_WORD_BITS)

    def chance(self, part: int, whole: int = 16) -> bool:
        """Return true with probability ``part / whole``."""
        return next(self._words) * whole >> _HALF_WORD_BITS < part

    def choice(self, choices: Sequence[_T]) -> _T:
        """Return one of ``choices``, all equally likely."""
        return choices[next(self._words) * len(choices) >> _HALF_WORD_BITS]

    def weighted_index(self, cumulative: Sequence[int]) -> int:
        """Return an index with probabilities given by the cumulative weights."""
        return bisect_right(cumulative, next(self._words) * cumulative[-1] >> _HALF_WORD_BITS)

    def shuffled(self, items: Sequence[_T]) -> list[_T]:
        """Return the items in random order."""
        out = list(items)
        for last in range(len(out) - 1, 0, -1):
            other = self.below(last + 1)
            out[last], out[other] = out[other], out[last]
        return out
