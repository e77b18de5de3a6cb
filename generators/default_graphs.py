"""The random graphs of a plain run: those that find most faults in little time come first.

Short graphs, one for each operation and type, come before longer ones, in which one operation reads
the results of another. These alternate with the graphs of ``generators.extra_rounds``. The order
was chosen by the faults of ``benchmarks.detection``.
"""

from __future__ import annotations

from itertools import chain, islice, zip_longest
from typing import Final

from conformance.hal import Version
from generators.extra_rounds import extra_graphs
from generators.generate import allowed_cells, encode_seed
from generators.graph_coverage import compatible_pairs
from generators.profile_parameters import parse_profile
from generators.profiles import PROFILES

_PAIR_STRIDE: Final = 2003
"""A prime, so that successive pairs are of different operations and no pair is repeated."""
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
        for number, cell in enumerate(cells)
    ]
    extra = extra_graphs(profile, cells, first)
    offset = first * _PAIR_STRIDE
    longer = [
        f"{profile}/{first + number}"
        if number % _PLAIN_EVERY == 0 or not pairs
        else f"{profile}/"
        f"{encode_seed(first + number, pairs[(offset + number * _PAIR_STRIDE) % len(pairs)])}"
        for number in range(count)
    ]
    rows = zip_longest(extra, extra, extra, longer)
    mixed = (name for row in rows for name in row if name is not None)
    return list(islice(dict.fromkeys(chain(singles, mixed)), count))
