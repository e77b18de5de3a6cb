"""The order in which an engine tries the model mutations of an input: rare rules first.

A model has up to a few thousand mutations, and some rules are broken by a single one of them. With
random choice such a mutation is found late. Each input therefore remembers which mutations are
left, and the validator states which rules a mutation breaks: those that break a rule alone which
was rare so far have precedence. The validator is faster than a driver's preparation.

Seeds with operations that have rare rules come first too. A few of a model's mutations break the
rules of one operation, and seeds with an operation whose rules were all reached give no new rule.
"""

from __future__ import annotations

import random
from array import array
from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import islice
from typing import Final

from conformance.checks.mutants.mutation_sources import unmutated_reason
from conformance.hal import CONTROL_FLOW, Model, OperationType, Version, name_of
from conformance.validation import RefusalStage, all_rules, validate_model
from conformance.validation.mutations import FAMILIES, ModelMutation
from fuzz.inputs.decoder import decode
from fuzz.inputs.fuzz_input import FuzzInput

_MAX_INPUTS: Final = 4096
"""The mutations of at most this many inputs are remembered."""

_MAX_LISTED: Final = 8000
"""At most this many mutations of a family are considered."""

_MAX_UNIFORM: Final = 3
"""At most this many mutations of a family that breaks the same rules for every operation."""

_MAX_CANDIDATES: Final = 16
"""At most this many mutations are examined for one whose rule is rare."""

_PATIENCE: Final = 0.97
"""Factor of the number of examined mutations after each search without a rare rule."""

_RARE: Final = 4
"""A rule that this many mutations broke alone is no longer rare."""

_FAMILY_BITS: Final = 8


class MutationOrder:
    """Returns the mutations of each input, each one at most once."""

    def __init__(self, version: Version) -> None:
        self._version = version
        self._remaining: OrderedDict[bytes, array[int]] = OrderedDict()
        self._counts: Counter[str] = Counter()
        self._candidates: float = _MAX_CANDIDATES

    def is_rare(self, rule: str) -> bool:
        """Return whether few of the returned mutations broke a rule alone."""
        return self._counts[rule] < _RARE

    def next_model(self, data: bytes, source: random.Random) -> tuple[FuzzInput, Model] | None:
        """Return the input's meaning and a mutated model; ``None`` if no mutation is left."""
        before = decode(data)
        remaining = self._remaining.get(data)
        if remaining is None:
            remaining = self._remaining[data] = _shuffled(before.model, self._version, source)
            if len(self._remaining) > _MAX_INPUTS:
                self._remaining.popitem(last=False)
        last = None
        for _ in range(min(round(self._candidates), len(remaining))):
            code = remaining.pop()
            try:
                model = _mutated(before.model, self._version, code)
                broken = {rule.rule.name for rule in validate_model(model, self._version)}
            except Exception:
                continue  # the families expect valid models
            last = before, model
            rule = broken.pop() if len(broken) == 1 else ""
            self._counts[rule] += 1
            if rule and self._counts[rule] <= _RARE:
                self._candidates = _MAX_CANDIDATES
                return last
        self._candidates = max(1.0, self._candidates * _PATIENCE)
        return last


def _mutated(model: Model, version: Version, code: int) -> Model:
    family = FAMILIES[code & (1 << _FAMILY_BITS) - 1]
    place = code >> _FAMILY_BITS
    return next(islice(family.mutations_in(model, version), place, place + 1)).build()


def _shuffled(model: Model, version: Version, source: random.Random) -> array[int]:
    """Return the places of a model's mutations in random order, as numbers with their family."""
    numbers = array("L")
    for number, family in enumerate(FAMILIES):
        listed: list[ModelMutation] = []
        with suppress(Exception):  # the families expect valid models
            listed.extend(islice(family.mutations_in(model, version), _MAX_LISTED))
        places: list[int] | range = range(len(listed))
        if family.uniform and len(places) > _MAX_UNIFORM:
            places = source.sample(places, _MAX_UNIFORM)
        numbers.extend(place << _FAMILY_BITS | number for place in places)
    source.shuffle(numbers)
    return numbers


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
