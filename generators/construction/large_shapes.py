"""Shapes beyond the sizes of a profile: long axes, many rows or channels, images of large sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from generators.construction.random_source import RandomSource

_LONG_SIZES: Final = (17, 33, 65, 257, 300, 1025)
"""Sizes next to those at which vectorised and tiled loops change, and above them."""
CHANNEL_COUNTS: Final = (9, 17)
"""The range of numbers of channels: more than one vector, and usually not a whole number."""
_MORE_UNITS: Final = (17, 33)
"""Numbers of units besides that of the form: more than one tile of 8 or 16."""
_ROW_COUNTS: Final = (257, 257, 260, 289, 300)
_LONG_LAST_SIZES: Final = (65, 257, 300, 1025)
_SIDES: Final = (17, 20)
_SMALL_SIZES: Final = (1, 1, 2, 3)
_IMAGE_RANK: Final = 4
_MOST_ELEMENTS: Final = 10_000

ROWS: Final = "rows"
"""The last axis is 17, in more than 256 rows or in images with both sides above 16."""
LONG: Final = "long"
"""An axis, usually the last one, is 65 to 1025."""
LARGE_FORMS: Final = (ROWS, LONG, "9", "15", "16", "33")
"""Forms that all tensors of a graph can have. A number is the size of the last axis, or of the
channels of an image."""

_RANKS: Final = {ROWS: (2, 3), LONG: (1, 2)}
_USUAL_RANKS: Final = (2, 3, 4)


def large_dims(
    random: RandomSource, rank: int, sizes: Sequence[int], max_elements: int
) -> tuple[int, ...]:
    """Return a shape with a long axis, with 9 to 17 channels, or with both image sides above 16.

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
    return _fitted(random, rank, wanted, sizes if form == 1 else _SMALL_SIZES, max_elements)


def dims_of_form(
    random: RandomSource, form: str, rank: int, sizes: Sequence[int]
) -> tuple[int, ...]:
    """Return a shape of one of ``LARGE_FORMS``, with at most 10,000 elements."""
    last = rank - 1
    others: Sequence[int] = _SMALL_SIZES
    if form == LONG or (form == ROWS and rank == 1):
        axis = random.below(rank) if random.chance(4) else last
        wanted = {axis: random.choice(_LONG_LAST_SIZES)}
    elif form != ROWS:
        axis = 1 if rank == _IMAGE_RANK and random.chance(4) else last
        wanted, others = {axis: int(form)}, sizes
    elif rank == _IMAGE_RANK:
        wanted = {1: random.between(*_SIDES), 2: random.between(*_SIDES), 3: 17}
        others = (1,)
    else:
        axis = 0 if random.chance(10) else random.below(last)
        wanted = {last: 17, axis: random.choice(_ROW_COUNTS)}
        others = (1,)
    return _fitted(random, rank, wanted, others, _MOST_ELEMENTS)


def ranks_of_form(form: str) -> tuple[int, ...]:
    """Return the ranks that tensors of one of ``LARGE_FORMS`` should have if possible."""
    return _RANKS.get(form, _USUAL_RANKS)


def count_of_form(random: RandomSource, form: str) -> int:
    """Return a number of channels or units for a graph in which every tensor is large."""
    if form in (ROWS, LONG) or random.chance(8):
        return random.choice(_MORE_UNITS)
    return int(form)


def _fitted(
    random: RandomSource,
    rank: int,
    wanted: dict[int, int],
    others: Sequence[int],
    max_elements: int,
) -> tuple[int, ...]:
    """Return a shape with the ``wanted`` sizes by axis, and sizes from ``others`` elsewhere."""
    shape = [1] * rank
    elements_left = max_elements
    # The wanted sizes are fitted first, so that the limit reduces the others.
    for axis in (*wanted, *(axis for axis in range(rank) if axis not in wanted)):
        size = wanted[axis] if axis in wanted else random.choice(others)
        if size <= elements_left:
            shape[axis] = size
            elements_left //= size
    return tuple(shape)
