"""The choice of the seed that an engine mutates next: operations with rare rules come first.

A few of a model's mutations break the rules of one operation. Seeds with an operation whose rules
were all reached give no new rule, so that an engine which chooses seeds at random reaches the last
rules late.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Final

from conformance.checks.mutants.mutation_sources import unmutated_reason
from conformance.hal import CONTROL_FLOW, OperationType, Version, name_of
from conformance.validation import RefusalStage, all_rules
from fuzz.inputs.decoder import decode
from fuzz.inputs.mutation_order import MutationOrder

_RARE_SHARE: Final = 0.6
"""Share of the choices that look for a rare rule; the others are random.

Some rules are broken by no mutation of a seed.
"""


class SeedChoice:
    """Chooses seeds of one target; ``order`` counts how often a mutation broke each rule alone."""

    def __init__(self, seeds: Sequence[bytes], version: Version, order: MutationOrder) -> None:
        self._seeds = seeds
        self._order = order
        self._by_operation: dict[str, list[bytes]] = {}
        for data in seeds:
            for name in operations_in(data):
                self._by_operation.setdefault(name, []).append(data)
        self._rules = {
            operation: rules
            for operation, rules in _rules_by_operation(version).items()
            if operation in self._by_operation
        }

    def choose(self, source: random.Random) -> bytes:
        """Return a seed, mostly one with an operation that has rare rules."""
        if source.random() < _RARE_SHARE:
            weights = {
                operation: sum(map(self._order.is_rare, rules))
                for operation, rules in self._rules.items()
            }
            if any(weights.values()):
                (operation,) = source.choices(list(weights), list(weights.values()))
                return source.choice(self._by_operation[operation])
        return source.choice(self._seeds)


def operations_in(data: bytes) -> frozenset[str]:
    """Return the names of the operations in an input's model."""
    model = decode(data).model
    return frozenset(
        name_of(OperationType, operation.type)
        for subgraph in (model.main, *model.referenced)
        for operation in subgraph.operations
    )


def _rules_by_operation(version: Version) -> dict[str, list[str]]:
    """Return the rules that apply to single operations in a version and that a mutation breaks."""
    found: dict[str, list[str]] = {}
    for operation in OperationType:
        prefix = operation.name.lower() if operation in CONTROL_FLOW else operation.name
        rules = list(_mutable_rules(f"{prefix}.", version))
        if rules:
            found[operation.name] = rules
    return found


def _mutable_rules(prefix: str, version: Version) -> Iterable[str]:
    for name, rule in all_rules().items():
        if (
            name.startswith(prefix)
            and rule.holds_in(version)
            and rule.stage is RefusalStage.PREPARE
            and unmutated_reason(name) == "-"
        ):
            yield name
