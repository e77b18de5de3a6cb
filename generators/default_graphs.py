"""The random graphs of a plain run: those that find most faults in little time come first.

Graphs of one operation, one for each operation and type, come first. Further graphs of one
operation alternate with graphs of several operations: the pair graphs
(``generators.patterns.pair_plan``) and longer random graphs. A further round has one graph for each
operation and type to which its parameters matter. The numbers were chosen by the faults of
``benchmarks.detection``, the order by those of them that are not held out.
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
from generators.graph_coverage import PAIR_STRIDE, compatible_pairs
from generators.patterns.pair_plan import pair_graph_plan
from generators.profile_parameters import parse_profile

_R: Final = IntervalRule
_MOVING: Final = frozenset({(_R.MONOTONE, Precision.COPIED)})
_COMPUTING: Final = frozenset({(rule, each) for rule in _R for each in Precision}) - _MOVING
_EXTREMES: Final = frozenset(
    {
        *((_R.MONOTONE, Precision.EXACT), (_R.LARGEST_ELEMENTS, Precision.COPIED)),
        *((_R.LARGEST_INDEX, Precision.COPIED), (_R.SMALLEST_INDEX, Precision.COPIED)),
    }
)
"""Maxima, minima, their indexes and largest elements."""
_WITH_WINDOWS: Final = _EXTREMES | {
    (rule, Precision.ROUNDED)
    for rule in (_R.LINEAR_SUM, _R.AVERAGE, _R.ROOT_MEAN_SQUARE, _R.SUM, _R.INTERPOLATION)
}
_ALONG_AXES: Final = _EXTREMES | {
    (rule, Precision.ROUNDED) for rule in (_R.AVERAGE, _R.SUM, _R.PRODUCT, _R.SPECIAL)
}
"""Reductions, normalizations and others that combine the elements along an axis."""
_WITH_UNITS: Final = frozenset(
    (rule, Precision.ROUNDED)
    for rule in (_R.LINEAR_SUM, _R.CELL, _R.SELECTED_ROWS, _R.REGION_AVERAGE, _R.SELECTED_PEAK)
)
_LISTS: Final = frozenset({"input_i"})
_NUMBERS: Final = frozenset({"paddings", "multiples", "block_shape", "indices", "lookups"})
"""Operands with numbers that do not depend on the sizes of the tensors."""
_FLOATS: Final = frozenset({OperandType.TENSOR_FLOAT32, OperandType.TENSOR_FLOAT16})
_COMMON_TYPES: Final = frozenset({OperandType.TENSOR_FLOAT32, OperandType.TENSOR_QUANT8_ASYMM})


class _Round(NamedTuple):
    """A graph with these parameters for each operation and type of a class."""

    parameters: str
    behaviors: frozenset[tuple[IntervalRule, Precision]]
    types: frozenset[OperandType] = frozenset()
    """The types of the operations; empty: all."""
    operands: frozenset[str] = frozenset()
    """The round also has the operations with such an operand."""

    def count(self, cell: OperationCell) -> int:
        """Return how many graphs of the operation and type the round has."""
        if self.types and cell.type not in self.types:
            return 0
        definition = find_definition(cell.operation)
        if definition is None:
            return int(self.behaviors is _MOVING)
        if any(spec.name in self.operands for spec in definition.forms[0].inputs):
            return 1
        behavior = definition.properties.intervals
        if (behavior.rule, behavior.precision) not in self.behaviors:
            return 0
        rule = definition.outputs[0].types
        targets = len(rule.legal(cell.type))
        # A conversion has several target types, and no effect if it has its own type only.
        converts = targets == 1 and max(len(rule.legal(each)) for each in definition.types) > 1
        return 0 if converts else max(1, targets // 2)


_ROUNDS: Final = (
    _Round("large=rows,values=infinite", _MOVING),
    _Round("large=rows", _COMPUTING),
    _Round("large=windows", _WITH_WINDOWS),
    _Round("large=counts", _WITH_UNITS, operands=_LISTS),
    _Round("large=1025", _ALONG_AXES),
    _Round("large=counts", frozenset(), _COMMON_TYPES, _NUMBERS),
    _Round("large=1025", _MOVING, frozenset({OperandType.TENSOR_BOOL8})),
    _Round("large=long", _MOVING),
    _Round("large=long,values=negative", _COMPUTING),
    _Round("large=15,values=extremes", _EXTREMES),
    _Round("large=15,values=positive", _COMPUTING),
    _Round("large=windows", _MOVING),
    _Round("large=16,values=large", _COMPUTING),
    _Round("large=selection", _MOVING, frozenset({OperandType.TENSOR_FLOAT32})),
    _Round("large=windows", _WITH_WINDOWS),
    _Round("large=counts", _WITH_UNITS, operands=_LISTS),
    _Round("large=9,values=offset", _COMPUTING, _FLOATS),
    _Round("large=rows,values=extremes", _EXTREMES),
    _Round("large=9,values=infinite", _COMPUTING, _FLOATS),
    _Round("large=33,values=small", _COMPUTING, _FLOATS),
)
_ORDER: Final = (19, 7, 15, 9, 1, 16, 14, 10, 11, 6, 12, 20, 13, 17, 8, 5, 4, 2, 3, 18)
"""The rounds by their numbers from 1, in the order in which they run.

``python -m benchmarks.detection --stage order`` measures it: the round that shows most new faults a
second comes next.
"""


def graph_rounds(
    profile: str, cells: Sequence[OperationCell], first: int
) -> Iterator[tuple[str, list[str]]]:
    """Yield the parameters and the graphs' names ``profile/seed`` of each round.

    The first round has one graph for each operation and type; ``first`` is the number of the first
    graph.
    """

    def named(parameters: str, chosen: Iterable[OperationCell], number: int) -> list[str]:
        start = f"{profile},count=1{parameters}"
        return [f"{start}/{encode_seed(number + n, (cell,))}" for n, cell in enumerate(chosen)]

    yield "", named("", cells, first)
    number = first
    for each in _ROUNDS:
        chosen = [cell for cell in cells for _ in range(each.count(cell))]
        yield each.parameters, named(f",{each.parameters}", chosen, number)
        number += len(chosen)


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
    (_, singles), *rounds = graph_rounds(profile, cells, first)
    extra = [name for number in _ORDER for name in rounds[number - 1][1]]
    longer = _longer_graphs(chosen, available, first)
    rows = [extra[0::3], extra[1::3], extra[2::3]]
    return list(dict.fromkeys([*singles, *_in_turn(*rows, connected, longer)]))


def _longer_graphs(profile: Profile, version: Version, first: int) -> list[str]:
    """Return the names of random graphs, most of which must contain a pair of operations."""
    pairs = compatible_pairs(profile, version)
    required: list[tuple[OperationCell, ...]] = [
        pairs[(first + number) * PAIR_STRIDE % len(pairs)] if pairs else ()
        for number in range(_LONGER)
    ]
    required[::_PLAIN_EVERY] = [()] * len(required[::_PLAIN_EVERY])
    seeds = [encode_seed(first + number, focus) for number, focus in enumerate(required)]
    return [f"{profile.name}/{seed}" for seed in seeds]


def _in_turn(*lists: Iterable[str]) -> list[str]:
    """Return the different names of all lists: the first of each, then the second of each."""
    names = [name for group in zip_longest(*lists) for name in group if name is not None]
    return list(dict.fromkeys(names))
