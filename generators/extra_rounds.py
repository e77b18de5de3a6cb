"""Further random graphs of one operation for a plain run: large shapes, other ranges of values.

A round has one graph for each operation and type to which its parameters matter. The rounds and
their order were chosen by the faults of ``benchmarks.detection``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from conformance.hal import OperandType
from conformance.operations import find_definition
from conformance.operations.definition.properties import IntervalRule, Precision
from generators.generate import OperationCell, encode_seed


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
