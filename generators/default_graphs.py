"""The random graphs of a plain run: those that find most faults in little time come first.

Graphs of one operation, one for each operation and type, come first. Further graphs of one
operation alternate with graphs of several operations: the pair graphs
(``generators.patterns.pair_plan``) and longer random graphs. A further round has one graph for each
operation and type to which its parameters matter. The order and the numbers were chosen by the
faults of ``benchmarks.detection``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from conformance.hal import OperandType, Version
from conformance.operations import find_definition
from conformance.operations.definition.properties import IntervalRule, Precision
from generators.construction.profiles import PROFILES, Profile
from generators.generate import OperationCell, allowed_cells, encode_pair_seed, encode_seed
from generators.graph_coverage import compatible_pairs
from generators.patterns.pair_plan import pair_graph_plan
from generators.profile_parameters import parse_profile


class _Round(NamedTuple):
    """The parameters for operations that move elements and for all others; empty: no graph."""

    moving: str
    computing: str
    floats_only: bool = False


_ROUNDS: Final = (
    _Round("large=rows,values=infinite", "large=rows"),
    _Round("large=long", "large=long,values=negative"),
    _Round("large=15", "large=15,values=positive"),
    _Round("large=16", "large=16,values=large"),
    _Round("", "large=9,values=offset"),
    _Round("", "large=9,values=infinite", floats_only=True),
    _Round("", "large=33,values=small", floats_only=True),
)
_FLOATS: Final = frozenset({OperandType.TENSOR_FLOAT32, OperandType.TENSOR_FLOAT16})


def extra_graphs(profile: str, cells: Sequence[OperationCell], first: int) -> Iterator[str]:
    """Yield the names ``profile/seed`` of all graphs; ``first`` is the number of the first one."""
    number = first
    moving = [_moves_elements(cell) for cell in cells]
    for each in _ROUNDS:
        for cell, moves in zip(cells, moving, strict=True):
            parameters = each.moving if moves else each.computing
            if parameters and (cell.type in _FLOATS or not each.floats_only):
                yield f"{profile},count=1,{parameters}/{encode_seed(number, (cell,))}"
                number += 1


def _moves_elements(cell: OperationCell) -> bool:
    """Return whether the operation copies elements, or has no definition of its own."""
    definition = find_definition(cell.operation)
    if definition is None:
        return True
    behavior = definition.properties.intervals
    return behavior.rule is IntervalRule.MONOTONE and behavior.precision is Precision.COPIED


_PAIR_STRIDE: Final = 2003
"""A prime, so that successive pairs are of different operations and no pair is repeated."""
_LONGER: Final = 150
"""Random graphs of several operations, besides the pair graphs."""
_PLAIN_EVERY: Final = 3
"""One longer graph in three has no required operations."""
_UNPLANNED: Final = 1000
"""Random graphs of a profile with parameters, besides the pair graphs."""


def default_graphs(profile: str, version: Version, first: int) -> list[str]:
    """Return the names ``profile/seed`` of the random graphs of a plain run, in their order.

    ``first`` is the number of the first graph of each kind. The graphs cover operations, types and
    pairs of operations. Those of a profile with parameters are pair graphs and successive seeds.
    """
    chosen = parse_profile(profile)
    available = min(version, chosen.version)
    cells = allowed_cells(chosen, available)
    usual = pair_graph_plan(cells, available).usual if chosen.max_operations > 1 else 0
    connected = [f"{profile}/{encode_pair_seed(first + number)}" for number in range(usual)]
    if profile not in PROFILES:
        return _in_turn(connected, [f"{profile}/{first + n}" for n in range(_UNPLANNED)])
    singles = [
        f"{profile},count=1/{encode_seed(first + number, (cell,))}"
        for number, cell in enumerate(cells)
    ]
    extra = list(extra_graphs(profile, cells, first))
    longer = _longer_graphs(chosen, available, first)
    rows = [extra[0::3], extra[1::3], extra[2::3]]
    return list(dict.fromkeys([*singles, *_in_turn(*rows, connected, longer)]))


def _longer_graphs(profile: Profile, version: Version, first: int) -> list[str]:
    """Return the names of random graphs, most of which must contain a pair of operations."""
    pairs = compatible_pairs(profile, version)
    required: list[tuple[OperationCell, ...]] = [
        pairs[(first + number) * _PAIR_STRIDE % len(pairs)] if pairs else ()
        for number in range(_LONGER)
    ]
    required[::_PLAIN_EVERY] = [()] * len(required[::_PLAIN_EVERY])
    seeds = [encode_seed(first + number, focus) for number, focus in enumerate(required)]
    return [f"{profile.name}/{seed}" for seed in seeds]


def _in_turn(*lists: Iterable[str]) -> list[str]:
    """Return the different names of all lists: the first of each, then the second of each."""
    names = [name for group in zip_longest(*lists) for name in group if name is not None]
    return list(dict.fromkeys(names))
