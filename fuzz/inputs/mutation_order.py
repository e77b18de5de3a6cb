"""The order in which an engine tries the model mutations of an input: rare rules first.

A model has up to a few thousand mutations, and some rules are broken by a single one of them. With
random choice such a mutation is found late. Each input therefore remembers which mutations are
left, and the validator states which rules a mutation breaks: those that break a rule alone which
was rare so far have precedence. The validator is faster than a driver's preparation.
"""

from __future__ import annotations

import random
from array import array
from collections import Counter, OrderedDict
from contextlib import suppress
from itertools import islice
from typing import Final

from conformance.hal import Model, Version
from conformance.validation import validate_model
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
