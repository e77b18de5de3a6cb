"""Shapes beyond the sizes of a profile: a long axis, many channels, or an image of large sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from generators.random_source import RandomSource

_LONG_SIZES: Final = (17, 33, 65, 257, 300, 1025)
"""Sizes next to those at which vectorised and tiled loops change, and above them."""
CHANNEL_COUNTS: Final = (9, 15)
"""The smallest and the largest number of channels: more than one vector, and not a whole number."""
_SIDES: Final = (17, 20)
_SMALL_SIZES: Final = (1, 1, 2, 3)
_IMAGE_RANK: Final = 4


def large_dims(
    random: RandomSource, rank: int, sizes: Sequence[int], max_elements: int
) -> tuple[int, ...]:
    """Return a shape with a long axis, with 9 to 15 channels, or with both image sides above 16.

    The other sizes are small, or drawn from ``sizes`` besides channels. A size that would exceed
    ``max_elements`` is 1.
    """
    form = 2 if rank == _IMAGE_RANK and random.chance(6) else random.below(2)
    if form == 0:
        wanted = {random.below(rank): random.choice(_LONG_SIZES)}
    elif form == 1:
        axis = 1 if rank == _IMAGE_RANK and random.chance(6) else rank - 1
        wanted = {axis: random.between(*CHANNEL_COUNTS)}
    else:
        first = random.between(1, 2)
        wanted = {axis: random.between(*_SIDES) for axis in (first, first + 1)}
    others = sizes if form == 1 else _SMALL_SIZES
    shape = [1] * rank
    elements_left = max_elements
    # The large sizes are fitted first, so that the limit reduces the others.
    for axis in (*wanted, *(axis for axis in range(rank) if axis not in wanted)):
        size = wanted[axis] if axis in wanted else random.choice(others)
        if size <= elements_left:
            shape[axis] = size
            elements_left //= size
    return tuple(shape)
