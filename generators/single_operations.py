"""Random cases of one operation, to find out under which condition a driver fails it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from conformance.cases import Example
from conformance.hal import OperationType, Version
from conformance.operations import find_definition
from generators.construction.profiles import PROFILES, Profile
from generators.generate import OperationCell, encode_seed
from generators.oracle import random_example

_SIZES: Final = (1, 2, 3, 4, 5, 8, 9, 15, 16, 17, 18, 31, 33)


@cache
def _profiles(cell: OperationCell) -> tuple[Profile, ...]:
    """Return profiles of graphs with one operation that differ in sizes, values and constants."""
    base = replace(
        PROFILES["default"],
        min_operations=1,
        max_operations=1,
        zero_size=1,
        unknown_shape=0,
        unused_operand=0,
        control_flow=0,
        cells=frozenset({cell}),
        name="explanation",
    )
    return (
        base,
        replace(base, name="explanation-wide", sizes=(1, 2, 5, *_SIZES), max_elements=1 << 12),
        replace(base, name="explanation-constant", constant=15, sizes=(1, 2, 3)),
        replace(base, name="explanation-input", constant=1, sizes=(2, 3, 4, 6)),
        replace(base, name="explanation-special", special_values=8, sizes=(1, 2, 3, 4)),
    )


def random_cases(cells: Sequence[OperationCell], version: Version) -> Iterator[Example]:
    """Yield random cases of the operation in turn for each type and profile, without end."""
    number = 0
    while cells:
        cell = cells[number % len(cells)]
        turn = number // len(cells)
        profiles = _profiles(cell)
        profile = profiles[turn % len(profiles)]
        seed = encode_seed(turn // len(profiles), [cell])
        try:
            yield random_example(profile, seed, min(version, profile.version))
        except ValueError:  # the version has no such call
            cells = [other for other in cells if other != cell]
        number += 1


def cells_of_operation(operation: OperationType, version: Version) -> list[OperationCell]:
    """Return the operation with each of its types in a version; none without a definition."""
    definition = find_definition(operation)
    if definition is None:
        return []
    return [
        OperationCell(operation, type_)
        for type_, since in definition.types.items()
        if since <= version
    ]
