"""Coverage of random graphs: cells (an operation with its primary type) and operation pairs.

A pair is compatible if the definitions permit an output of the first operation and an input of the
second to have the same type and rank. Inputs that only hold parameters of the computation do not
count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from conformance.hal import INFO, OperandType, OperationType, Version
from conformance.operations import OperandSpec, OperationDefinition, definitions
from generators.generate import Cell, cells, seed_of
from generators.profiles import Profile

_PARAMETERS: Final = frozenset({OperandType.TENSOR_INT32})


_Ends = frozenset[tuple[OperandType, int]]
_ANY_RANK: Final = (1, 2, 3, 4)


@cache
def _ends(operation: OperationType) -> tuple[_Ends, _Ends]:
    """Return the types and ranks of an operation's input and output tensors."""
    definition = definitions()[operation]
    specs = [spec for form in definition.forms for spec in form.inputs]
    (primary,) = {s.name: s for s in specs if s.name == definition.primary}.values()
    read = {(t, r) for s in specs for t in _types(definition, s) for r in _ranks(s)}
    made = {
        (t, r)
        for spec in definition.outputs
        if spec.name not in definition.unspecified_outputs
        for t in _types(definition, spec, output=True)
        for r in _ranks(spec if spec.ranks is not None else primary)
    }
    return frozenset(read), frozenset(made)


def _ranks(spec: OperandSpec) -> Iterable[int]:
    """Return the legal ranks in the newest version, up to 4."""
    if spec.ranks is None:
        return _ANY_RANK
    return [rank for rank in spec.ranks[max(spec.ranks)] if rank <= max(_ANY_RANK)]


def _types(
    definition: OperationDefinition, spec: OperandSpec, *, output: bool = False
) -> Iterable[OperandType]:
    found = {legal for primary in definition.types for legal, _ in spec.types.legal(primary)}
    if not output and spec.types.always and found <= _PARAMETERS:
        return ()
    return [type_ for type_ in found if INFO[type_].tensor]


def compatible_pairs(profile: Profile, version: Version) -> tuple[tuple[Cell, Cell], ...]:
    """Return a pair of cells for each compatible pair of operations.

    If possible, both cells have the same type.
    """
    return _compatible_pairs(cells(profile, version))


@cache
def _compatible_pairs(all_cells: tuple[Cell, ...]) -> tuple[tuple[Cell, Cell], ...]:
    there = [c for c in all_cells if c.operation in definitions()]
    by_operation: dict[OperationType, list[Cell]] = {}
    for cell in there:
        by_operation.setdefault(cell.operation, []).append(cell)
    found = []
    for first, own in by_operation.items():
        for second, others in by_operation.items():
            shared = _ends(first)[1] & _ends(second)[0]
            if shared:
                found.append(_matching(own, others, frozenset(t for t, _ in shared)))
    return tuple(found)


def _matching(
    own: Sequence[Cell], others: Sequence[Cell], shared: frozenset[OperandType]
) -> tuple[Cell, Cell]:
    """Return a cell of each sequence, both of the same type if possible.

    ``shared`` are the types that an output of the first and an input of the second can have.
    """
    for cell in own:
        for other in others:
            if cell.type is other.type and cell.type in shared:
                return cell, other
    firsts = [cell for cell in own if cell.type in shared] or list(own)
    seconds = [cell for cell in others if cell.type in shared] or list(others)
    return firsts[0], seconds[0]


def pair_name(first: Cell, second: Cell) -> str:
    """Return ``ADD>RELU`` for two cells."""
    return f"{first.operation.name}>{second.operation.name}"


@dataclass(slots=True)
class Coverage:
    """How often each cell and each pair was generated, by name."""

    cells: Counter[str] = field(default_factory=Counter)
    pairs: Counter[str] = field(default_factory=Counter)

    def add(self, cell_names: Iterable[str], pair_names: Iterable[str]) -> None:
        """Count the cells and pairs of one graph."""
        self.cells.update(cell_names)
        self.pairs.update(pair_names)

    def seeds(self, profile: Profile, version: Version, first: int, count: int) -> list[int]:
        """Return the seeds of the next graphs.

        A quarter of them require the rarest cells, a quarter the rarest pairs, and half have no
        requirement.
        """
        rare_cells = sorted(
            cells(profile, version), key=lambda cell: (self.cells[str(cell)], str(cell))
        )
        rare_pairs = sorted(
            compatible_pairs(profile, version),
            key=lambda pair: (self.pairs[pair_name(*pair)], pair_name(*pair)),
        )
        out = []
        for number in range(count):
            turn, kind = divmod(number, 4)
            focus: tuple[Cell, ...] = ()
            if kind == 1 and rare_cells:
                focus = (rare_cells[turn % len(rare_cells)],)
            elif kind == 3 and rare_pairs:
                focus = rare_pairs[turn % len(rare_pairs)]
            out.append(seed_of(first + number, focus))
        return out

    def summary(self, profile: Profile, version: Version) -> dict[str, dict[str, object]]:
        """Return the numbers of covered operations, cells and pairs, and the first missing ones."""
        names = [str(cell) for cell in cells(profile, version)]
        pair_names = [pair_name(*pair) for pair in compatible_pairs(profile, version)]
        operations = list(dict.fromkeys(name.partition("/")[0] for name in names))
        seen = {name.partition("/")[0] for name, count in self.cells.items() if count}
        return {
            "operations": _part(operations, seen),
            "cells": _part(names, {name for name in names if self.cells[name]}),
            "pairs": _part(pair_names, {name for name in pair_names if self.pairs[name]}),
        }


_MOST_NAMED: Final = 50


def _part(names: Sequence[str], seen: set[str]) -> dict[str, object]:
    missing = [name for name in names if name not in seen]
    return {
        "covered": len(names) - len(missing),
        "of": len(names),
        "missing": missing[:_MOST_NAMED],
    }
