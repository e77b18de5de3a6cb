"""The random graphs of a plain run: those that find most faults in little time come first.

Short graphs, one for each operation and type, come before longer ones, in which one operation reads
the results of another. The order was chosen by the faults of ``benchmarks.detection``.
"""

from __future__ import annotations

from itertools import chain, islice, repeat, zip_longest
from typing import Final

from conformance.hal import Version
from generators.generate import allowed_cells, encode_seed
from generators.graph_coverage import compatible_pairs
from generators.profile_parameters import parse_profile
from generators.profiles import PROFILES

_PAIR_STRIDE: Final = 2003
"""A prime, so that successive pairs are of different operations and no pair is repeated."""
_SINGLE_ROUNDS: Final = 2
"""Graphs of one operation for each operation and type."""
_PLAIN_EVERY: Final = 3
"""One longer graph in three has no required operations."""


def default_graphs(profile: str, version: Version, first: int, count: int) -> list[str]:
    """Return the names ``profile/seed`` of ``count`` random graphs, in their order.

    ``first`` is the number of the first graph. The graphs of a profile with parameters of its own
    have successive seeds; those of other profiles cover operations, types and pairs of operations.
    """
    plain = [f"{profile}/{first + number}" for number in range(count)]
    if profile not in PROFILES:
        return plain
    chosen = parse_profile(profile)
    available = min(version, chosen.version)
    cells = allowed_cells(chosen, available)
    pairs = compatible_pairs(chosen, available)
    singles = [
        f"{profile},count=1/{encode_seed(first + number, (cell,))}"
        for number, cell in enumerate(chain.from_iterable(repeat(cells, _SINGLE_ROUNDS)))
    ]
    offset = first * _PAIR_STRIDE
    longer = [
        f"{profile}/{first + number}"
        if number % _PLAIN_EVERY == 0 or not pairs
        else f"{profile}/"
        f"{encode_seed(first + number, pairs[(offset + number * _PAIR_STRIDE) % len(pairs)])}"
        for number in range(count)
    ]
    rounds = [singles[: len(cells)], singles[len(cells) :]]
    mixed = [name for both in zip_longest(rounds[1], longer) for name in both if name is not None]
    return list(islice(dict.fromkeys([*rounds[0], *mixed]), count))
