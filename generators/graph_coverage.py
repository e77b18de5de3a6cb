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
from conformance.operations import OperandSpec, OperationDefinition, definition_of, definitions
from generators.construction.profiles import Profile
from generators.generate import OperationCell, allowed_cells, encode_pair_seed, encode_seed

_PARAMETER_TYPES: Final = frozenset({OperandType.TENSOR_INT32})
_PAIR_GRAPH_EVERY: Final = 8
PAIR_STRIDE: Final = 2003
"""A prime, so that successive pairs are of different operations and no pair is left out."""
_TypedRanks = frozenset[tuple[OperandType, int]]
_ANY_RANK: Final = (1, 2, 3, 4)


@cache
def _typed_ranks(operation: OperationType) -> tuple[_TypedRanks, _TypedRanks]:
    """Return the types and ranks of an operation's input and output tensors."""
    definition = definition_of(operation)
    specs = [spec for form in definition.forms for spec in form.inputs]
    (primary,) = {s.name: s for s in specs if s.name == definition.primary}.values()
    read = {(t, r) for s in specs for t in _types(definition, s) for r in _ranks(s)}
    written = {
        (t, r)
        for spec in definition.outputs
        if spec.name not in definition.unspecified_outputs
        for t in _types(definition, spec, output=True)
        for r in _ranks(spec if spec.ranks is not None else primary)
    }
    return frozenset(read), frozenset(written)


def _ranks(spec: OperandSpec) -> Iterable[int]:
    """Return the legal ranks in the newest version, up to 4."""
    if spec.ranks is None:
        return _ANY_RANK
    return [rank for rank in spec.ranks[max(spec.ranks)] if rank <= max(_ANY_RANK)]


def _types(
    definition: OperationDefinition, spec: OperandSpec, *, output: bool = False
) -> Iterable[OperandType]:
    types = {legal for primary in definition.types for legal, _ in spec.types.legal(primary)}
    if not output and spec.types.always and types <= _PARAMETER_TYPES:
        return ()
    return [type_ for type_ in types if INFO[type_].tensor]


@cache
def compatible_pairs(
    profile: Profile, version: Version
) -> tuple[tuple[OperationCell, OperationCell], ...]:
    """Return a pair of cells for each compatible pair of operations.

    If possible, both cells have the same type.
    """
    defined = [c for c in allowed_cells(profile, version) if c.operation in definitions()]
    by_operation: dict[OperationType, list[OperationCell]] = {}
    for cell in defined:
        by_operation.setdefault(cell.operation, []).append(cell)
    pairs = []
    for first, own in by_operation.items():
        for second, others in by_operation.items():
            shared = _typed_ranks(first)[1] & _typed_ranks(second)[0]
            if shared:
                pairs.append(_representative_cells(own, others, frozenset(t for t, _ in shared)))
    return tuple(pairs)


def _representative_cells(
    own: Sequence[OperationCell], others: Sequence[OperationCell], shared: frozenset[OperandType]
) -> tuple[OperationCell, OperationCell]:
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


def pair_name(first: OperationCell, second: OperationCell) -> str:
    """Return ``ADD>RELU`` for two cells."""
    return f"{first.operation.name}>{second.operation.name}"


def campaign_seeds(
    profile: Profile, version: Version, first: int, numbers: Iterable[int]
) -> list[int]:
    """Return the seeds of the graphs with these numbers in a campaign that begins at ``first``.

    A quarter of all graphs require a cell, a quarter a pair, each in turn, and half have no
    requirement. If the profile has patterns of operations, a quarter of that half are pair graphs,
    in the order of their plan.
    """
    cells, pairs = allowed_cells(profile, version), compatible_pairs(profile, version)
    seeds = []
    for number in numbers:
        turn, kind = divmod(number, 4)
        if kind == 2 and turn % 2 and profile.motifs and profile.max_operations > 1:
            seeds.append(encode_pair_seed((first + number) // _PAIR_GRAPH_EVERY))
            continue
        required: tuple[OperationCell, ...] = ()
        if kind == 1 and cells:
            required = (cells[turn % len(cells)],)
        elif kind == 3 and pairs:
            required = pairs[turn * PAIR_STRIDE % len(pairs)]
        seeds.append(encode_seed(first + number, required))
    return seeds


@dataclass(slots=True)
class GraphCoverage:
    """How often each cell and each pair was generated, by name."""

    cells: Counter[str] = field(default_factory=Counter)
    pairs: Counter[str] = field(default_factory=Counter)

    def summary(self, profile: Profile, version: Version) -> dict[str, dict[str, object]]:
        """Return the numbers of covered operations, cells and pairs, and the first missing ones."""
        names = [str(cell) for cell in allowed_cells(profile, version)]
        pair_names = [pair_name(*pair) for pair in compatible_pairs(profile, version)]
        operations = list(dict.fromkeys(name.partition("/")[0] for name in names))
        seen = {name.partition("/")[0] for name, count in self.cells.items() if count}
        return {
            "operations": _covered_part(operations, seen),
            "cells": _covered_part(names, {name for name in names if self.cells[name]}),
            "pairs": _covered_part(pair_names, {name for name in pair_names if self.pairs[name]}),
        }


_MAX_LISTED: Final = 50


def _covered_part(names: Sequence[str], seen: set[str]) -> dict[str, object]:
    missing = [name for name in names if name not in seen]
    return {
        "covered": len(names) - len(missing),
        "of": len(names),
        "missing": missing[:_MAX_LISTED],
    }
