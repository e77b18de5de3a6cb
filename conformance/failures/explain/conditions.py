"""Conditions on features: single requirements, and conjunctions of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from conformance.failures.explain.features import NO, YES, Features, FeatureValue


class Relation(Enum):
    """The relation of a feature's value to the value of a requirement."""

    EQUAL = "="
    AT_LEAST = ">="
    AT_MOST = "<="
    ODD = "odd"
    EVEN = "even"
    ONE_OF = "one of"


@dataclass(frozen=True, slots=True)
class Requirement:
    """A requirement on one feature; a case without the feature does not meet it."""

    feature: str
    relation: Relation
    value: FeatureValue | tuple[FeatureValue, ...]

    def holds(self, features: Features) -> bool:
        """Return whether a case meets the requirement."""
        value = features.get(self.feature)
        return value is not None and self.accepts(value)

    def accepts(self, value: FeatureValue) -> bool:
        """Return whether a value of the feature meets the requirement."""
        wanted = self.value
        if self.relation is Relation.EQUAL:
            return value == wanted
        if self.relation is Relation.ONE_OF:
            return value in wanted  # type: ignore[operator]
        if self.relation in (Relation.ODD, Relation.EVEN):
            return isinstance(value, int) and value % 2 == (self.relation is Relation.ODD)
        if isinstance(value, str) or isinstance(wanted, str | tuple):
            return False
        if self.relation is Relation.AT_LEAST:
            return value >= wanted
        return value <= wanted

    def __str__(self) -> str:
        if self.relation in (Relation.ODD, Relation.EVEN):
            return f"{self.feature} {self.relation.value}"
        if self.relation is Relation.ONE_OF:
            assert isinstance(self.value, tuple)
            return f"{self.feature} one of {', '.join(map(_text, self.value))}"
        if self.relation is Relation.EQUAL and self.value in (YES, NO):
            return f"{self.feature}: {self.value}"
        return f"{self.feature} {self.relation.value} {_text(self.value)}"


Conjunction = tuple[Requirement, ...]
"""Requirements that a case must meet all; the empty conjunction holds for every case."""


def holds(conjunction: Conjunction, features: Features) -> bool:
    """Return whether a case meets every requirement of a conjunction."""
    return all(requirement.holds(features) for requirement in conjunction)


def describe(conjunction: Conjunction) -> str:
    """Return a conjunction as text."""
    return " and ".join(map(str, conjunction)) or "every case"


def _text(value: FeatureValue | tuple[FeatureValue, ...]) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


_EXACT_FLOATS: Final = frozenset({0.0, 1.0, -1.0, 0.5, 2.0})
"""The real numbers for which a requirement of equality is plausible."""
_MAX_ALTERNATIVES: Final = 3


def common_requirements(
    failing: Sequence[Features], known: Mapping[str, frozenset[FeatureValue]]
) -> list[Requirement]:
    """Return every requirement that all failing cases meet and that another case may not meet.

    ``known`` holds the values of each feature in all cases, failing or not.
    """
    found: list[Requirement] = []
    first = failing[0]
    for feature in first:
        values = [features.get(feature) for features in failing]
        if any(value is None for value in values):
            continue
        found += _requirements_of(feature, {v for v in values if v is not None}, known[feature])
    return found


def _requirements_of(
    feature: str, failing: set[FeatureValue], known: frozenset[FeatureValue]
) -> list[Requirement]:
    """Return the requirements on one feature that all values in ``failing`` meet."""
    numbers = [value for value in failing if not isinstance(value, str)]
    if len(numbers) != len(failing):
        if len(failing) == 1:
            return [Requirement(feature, Relation.EQUAL, next(iter(failing)))]
        if len(failing) <= _MAX_ALTERNATIVES and known - failing:
            texts = tuple(sorted(map(str, failing)))
            return [Requirement(feature, Relation.ONE_OF, texts)]
        return []
    found = []
    only = numbers[0]
    if len(failing) == 1 and (isinstance(only, int) or only in _EXACT_FLOATS):
        found.append(Requirement(feature, Relation.EQUAL, only))
    least, most = min(numbers), max(numbers)
    others = [value for value in known if not isinstance(value, str)]
    if any(value < least for value in others):
        found.append(Requirement(feature, Relation.AT_LEAST, least))
    if any(value > most for value in others):
        found.append(Requirement(feature, Relation.AT_MOST, most))
    if all(isinstance(value, int) for value in numbers):
        parities = {int(value) % 2 for value in numbers}
        if len(parities) == 1:
            parity = Relation.ODD if parities == {1} else Relation.EVEN
            found.append(Requirement(feature, parity, ""))
    return found
