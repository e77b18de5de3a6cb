"""Selection of mutations before they are built: some of each kind, for each operand type."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Final
from zlib import crc32

from conformance.cases import Example
from conformance.hal import OperandType, Version
from conformance.validation.mutations import (
    ModelMutation,
    MutationFamily,
    mutations_of,
    target_type,
)

_FULLY_MUTATED_EXAMPLES: Final = 2
"""Number of examples of an operation from which more mutations are taken than from the others."""

_LIMITS: Final = {
    "operation.operand_type": (2, 1),
    "operand.newer_type": (2, 1),
    "operand.shape": (16, 8),
    "operand.large_size": (16, 2),
}
"""Mutations of each kind that are taken from the first examples and from each other example."""

_LARGE_SIZE: Final = 1 << 16
"""Sizes from here on, 0 and negative sizes are of the kind ``operand.large_size``."""

_UNIFORM_LIMITS: Final = (6, 1)
"""The same for uniform families; the other families have no limit."""

_NO_LIMITS: Final = (1 << 20, 1 << 20)

_MAX_UNIFORM_MUTATIONS: Final = 8
"""Mutations of a uniform family that are taken from one of the later examples."""

_COMMON_TYPES: Final = frozenset(
    {
        OperandType.TENSOR_FLOAT32,
        OperandType.TENSOR_INT32,
        OperandType.TENSOR_QUANT8_ASYMM,
        OperandType.INT32,
        OperandType.FLOAT32,
    }
)
"""Operand types that the examples of most operations have."""


def shuffled_mutations(
    example: Example, version: Version, seed: int
) -> list[tuple[int, ModelMutation]]:
    """Return all mutations of an example in seeded random order, each with its number."""
    return [(place, mutation) for place, _, mutation in _shuffled(example, version, seed)]


def sampled_mutations(
    example: Example, number: int, version: Version, seed: int
) -> list[tuple[int, ModelMutation]]:
    """Return some mutations of each kind, in seeded random order.

    Each has its number in the result of ``shuffled_mutations``. ``number`` is the number of the
    example among those of its operation. Mutations are of one kind if they have the same family and
    concern operands of the same type; in families that break conditions of single operations, if
    they concern the same operand.
    """
    later = number >= _FULLY_MUTATED_EXAMPLES
    kinds: Counter[tuple[object, ...]] = Counter()
    families: Counter[str] = Counter()
    taken = []
    for place, family, mutation in _shuffled(example, version, seed):
        kind = _kind(example, family, mutation)
        limits = _LIMITS.get(str(kind[0]), _UNIFORM_LIMITS if family.uniform else _NO_LIMITS)
        kinds[kind] += 1
        if kinds[kind] > limits[later]:
            continue
        if family.uniform and later and kind[1] in _COMMON_TYPES:
            families[family.name] += 1
            if families[family.name] > _MAX_UNIFORM_MUTATIONS:
                continue
        taken.append((place, mutation))
    return taken


def _shuffled(
    example: Example, version: Version, seed: int
) -> Iterable[tuple[int, MutationFamily, ModelMutation]]:
    mutations = list(mutations_of(example.model, version))
    random.Random(crc32(example.name.encode()) ^ seed).shuffle(mutations)
    return ((place, *row) for place, row in enumerate(mutations))


def _kind(example: Example, family: MutationFamily, mutation: ModelMutation) -> tuple[object, ...]:
    """Return the kind of a mutation: a name, the operand type, and a number."""
    type_ = target_type(example.model, mutation)
    if family.name in ("operation.operand_type", "operand.newer_type"):
        return family.name, type_, mutation.value
    if family.name == "operand.shape":
        small = 0 < mutation.value < _LARGE_SIZE
        return family.name if small else "operand.large_size", type_, mutation.operand
    return mutation.family, type_, -1 if family.uniform else mutation.operand
