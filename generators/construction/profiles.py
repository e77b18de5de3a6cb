"""Profiles: the number and sizes of a graph's operations, and how often each feature occurs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from types import MappingProxyType
from typing import Final

from conformance.cases.random_source import RandomSource
from conformance.hal import OperandType, OperationType, Version
from conformance.operations import definitions
from conformance.operations.definition.properties import DEFAULT_WEIGHT, Properties

CHANNEL_COUNTS: Final = (9, 17)
"""The range of numbers of channels: more than one vector, and usually not a whole number."""
_MORE_UNITS: Final = (17, 33)
"""Numbers of units besides that of the form: more than one tile of 8 or 16."""
_ROW_COUNTS: Final = (257, 257, 260, 289, 300)
_LONG_LAST_SIZES: Final = (65, 257, 300, 1025)
_SIDES: Final = (17, 20)
SMALL_SIZES: Final = (1, 1, 2, 3)
_IMAGE_RANK: Final = 4
_MOST_ELEMENTS: Final = 10_000

ROWS: Final = "rows"
"""The last axis is 17, in more than 256 rows or in images with both sides above 16."""
LONG: Final = "long"
"""An axis, usually the last one, is 65 to 1025."""
COUNTS: Final = "counts"
"""One number of units, groups, factors, boxes or inputs is 65 to 1025, beyond internal tables."""
WINDOWS: Final = "windows"
"""Each tensor has an axis of 65 to 1025, or both sides of an image are long; so are windows and
numbers of selected elements and of parts. Other sizes are small."""
SELECTION: Final = "selection"
"""Tensors have 257 rows of 300 elements, more than 16 bits can count."""
LONGEST: Final = "1025"
LARGE_FORMS: Final = (ROWS, LONG, COUNTS, WINDOWS, SELECTION, "9", "15", "16", "33", LONGEST)
"""Forms that all tensors of a graph can have. A number is the size of the last axis, or of the
channels of an image; at times of another axis."""

RANKS_OF_FORMS: Final = {
    **dict.fromkeys(LARGE_FORMS, (2, 3, 4)),
    ROWS: (2, 3),
    LONG: (1, 2),
    SELECTION: (2, 3),
}
"""The ranks that tensors of one of ``LARGE_FORMS`` should have if possible."""
MIXED_FORMS: Final = (ROWS, LONG, "9", "15")
"""The forms of the large tensors in a graph that also has small ones."""
LARGE_COUNTS: Final = (65, 129, 257, 300, 1025)
_WINDOWED_SIDES: Final = ((6, 7), (9, 9), (25, 25), (1, 300), (300, 1))
_SELECTED_FROM: Final = (257, 300)


def dims_of_form(
    random: RandomSource,
    form: str,
    rank: int,
    sizes: Sequence[int],
    max_elements: int = _MOST_ELEMENTS,
) -> tuple[int, ...]:
    """Return a shape of one of ``LARGE_FORMS``, with at most 10,000 elements."""
    last = rank - 1
    others: Sequence[int] = SMALL_SIZES
    if form == SELECTION:
        if rank == 1:
            return (prod(_SELECTED_FROM),)
        axis = min(random.below(last), 1) if rank == _IMAGE_RANK else random.below(last)
        wanted = dict(zip((axis, axis + 1), _SELECTED_FROM, strict=True))
        return _fitted(random, rank, wanted, (1,), prod(_SELECTED_FROM))
    if form == COUNTS:
        wanted = {}
    elif form == WINDOWS and rank == _IMAGE_RANK and random.chance(12):
        first = random.between(1, 2)
        wanted = dict(zip((first, first + 1), random.choice(_WINDOWED_SIDES), strict=True))
    elif form == WINDOWS:
        wanted = {random.below(rank): random.choice(LARGE_COUNTS)}
    elif form == LONG or (form == ROWS and rank == 1):
        axis = random.below(rank) if random.chance(4) else last
        wanted = {axis: random.choice(_LONG_LAST_SIZES)}
    elif form != ROWS:
        axis = last
        if (rank == _IMAGE_RANK or form == LONGEST) and random.chance(5):
            axis = random.below(rank) if form == LONGEST else 1
        wanted, others = {axis: int(form)}, sizes
    elif rank == _IMAGE_RANK:
        wanted = {1: random.between(*_SIDES), 2: random.between(*_SIDES), 3: 17}
        others = (1,)
    else:
        axis = 0 if random.chance(10) else random.below(last)
        wanted = {last: 17, axis: random.choice(_ROW_COUNTS)}
        others = (1,)
    return _fitted(random, rank, wanted, others, max_elements)


def count_of_form(random: RandomSource, form: str) -> int:
    """Return a number of channels or units for a graph in which every tensor is large."""
    if form in (WINDOWS, SELECTION, LONGEST):
        return random.choice(SMALL_SIZES)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Parameters of the generator; probabilities are in sixteenths unless stated otherwise.

    A graph has ``min_operations`` to ``max_operations`` operations. ``sizes`` are the possible
    sizes of a dimension; a repeated size is more likely. A tensor has at most ``max_elements``
    elements.

    - ``reuse``: probability that an input is an existing operand; ``reuse_newest``: that it is the
      newest suitable one.
    - ``constant``: probability that a new tensor is a constant. ``special_values``: probability of
      special values such as infinities and NaN.
    - ``constant_reference``, ``unknown_shape``, ``unused_operand`` and ``zero_size``:
      probabilities, in 64ths, of constants in a memory pool, of operands whose shape the model does
      not specify, of an operand that no operation reads, and of zero-size inputs of operations that
      accept them.
    - ``special_graphs``, ``large_shapes`` and ``motifs``: probabilities, in 64ths, that a graph has
      special values, sizes beyond ``sizes``, and a pattern of ``generators.patterns.motifs``.
    - ``value_ranges``: probability, in 64ths, that most tensors of a graph have another range of
      values. ``value_range``: the range in every graph (``tensor_values.VALUE_RANGES``).
      ``large_form``: the form of most tensors (``large_shapes.LARGE_FORMS``).
    - ``operations`` and ``types``: the operations and types that may be generated (empty: all).
      ``cells``: the codes of allowed operations with their types (``None``: all).
    - ``extensions``: the vendor extensions whose operations may be generated as well.
    - ``weights`` changes the probability of operations (default: 16 each).
    - ``control_flow``: maximum nesting depth of IF and WHILE whose results are used; 0 disables
      both operations.
    """

    name: str
    min_operations: int
    max_operations: int
    sizes: tuple[int, ...]
    max_elements: int = 2048
    reuse: int = 12
    reuse_newest: int = 6
    constant: int = 8
    constant_reference: int = 8
    unknown_shape: int = 6
    unused_operand: int = 3
    zero_size: int = 2
    control_flow: int = 1
    special_values: int = 0
    special_graphs: int = 0
    large_shapes: int = 0
    motifs: int = 0
    value_ranges: int = 0
    value_range: str = ""
    large_form: str = ""
    operations: frozenset[OperationType] = frozenset()
    types: frozenset[OperandType] = frozenset()
    cells: frozenset[tuple[int, int]] | None = None
    extensions: frozenset[str] = frozenset()
    weights: Mapping[OperationType, int] = field(default_factory=dict, hash=False)
    version: Version = Version.AIDL_V3


def _weights(weight_of: Callable[[Properties], int]) -> Mapping[OperationType, int]:
    """Return the weights that differ from the default."""
    weights = {found.type: weight_of(found.properties) for found in definitions().values()}
    return MappingProxyType(
        {op: weight for op, weight in weights.items() if weight != DEFAULT_WEIGHT}
    )


PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {
        profile.name: profile
        for profile in (
            Profile(
                name="tiny",
                min_operations=10,
                max_operations=10,
                sizes=(1, 1, 2, 2, 2, 3),
                max_elements=64,
                reuse=16,
                constant_reference=1,
                unknown_shape=1,
                control_flow=0,
                weights=_weights(lambda properties: properties.cost.value),
            ),
            Profile(
                name="default",
                min_operations=2,
                max_operations=10,
                sizes=(1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8),
                special_graphs=5,
                large_shapes=8,
                motifs=24,
                value_ranges=4,
            ),
            Profile(
                name="wide",
                min_operations=3,
                max_operations=12,
                sizes=(1, 4, 8, 15, 16, 17, 31, 32, 33, 64),
                max_elements=1 << 16,
                reuse=8,
                reuse_newest=1,
            ),
            Profile(
                name="deep",
                min_operations=40,
                max_operations=80,
                sizes=(1, 2, 3, 4, 5),
                reuse=15,
                reuse_newest=12,
                control_flow=2,
            ),
            Profile(
                name="mobile",
                min_operations=10,
                max_operations=40,
                sizes=(1, 3, 4, 8, 8, 16, 16, 24, 32),
                max_elements=1 << 15,
                reuse=15,
                reuse_newest=13,
                unknown_shape=1,
                motifs=24,
                weights=_weights(lambda properties: properties.sampling.mobile_weight),
                types=frozenset(
                    {
                        OperandType.TENSOR_FLOAT32,
                        OperandType.TENSOR_FLOAT16,
                        OperandType.TENSOR_QUANT8_ASYMM,
                        OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
                    }
                ),
            ),
            Profile(
                name="special",
                min_operations=1,
                max_operations=4,
                sizes=(1, 2, 3, 4, 5, 8),
                special_values=8,
            ),
        )
    }
)
"""The named profiles."""
