"""Choice among conditions that the cases do not separate.

Some conditions are equal for every legal call: the rank of an input and the number of elements of a
permutation, or a rank of 4 and a rank of at least 4. Only one of these is stated. All others are
alternatives, which an explanation lists as not separated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from conformance.failures.explain.conditions import Conjunction, Relation, Requirement
from conformance.failures.explain.features import TYPE, FeatureValue
from conformance.failures.explain.search import Observation, known_values

_RELATION_ORDER: Final = (
    Relation.EQUAL,
    Relation.ONE_OF,
    Relation.AT_LEAST,
    Relation.AT_MOST,
    Relation.ODD,
    Relation.EVEN,
)
_MIN_ALIAS_VALUES: Final = 2


def distinct_conditions(
    conjunctions: Sequence[Conjunction], observations: Sequence[Observation]
) -> list[Conjunction]:
    """Return the conditions that differ for some legal call, the simplest one first."""
    order: dict[str, int] = {}
    for observation in observations:
        for feature in observation.features:
            order.setdefault(feature, len(order))
    known = known_values([o.features for o in observations])

    def rank(conjunction: Conjunction) -> tuple[object, ...]:
        return (
            any(_is_continuous(one, known) for one in conjunction),
            sum(_belongs_to_output(one.feature) for one in conjunction),
            sum(_RELATION_ORDER.index(one.relation) for one in conjunction),
            sorted(order[one.feature] for one in conjunction),
        )

    kept: list[Conjunction] = []
    for candidate in sorted(conjunctions, key=rank):
        if not any(_is_equivalent(candidate, other, observations, known) for other in kept):
            kept.append(candidate)
    exact = [c for c in kept if not any(_is_continuous(one, known) for one in c)]
    return exact or kept


def _belongs_to_output(feature: str) -> bool:
    return " of output" in feature


def _is_continuous(requirement: Requirement, known: dict[str, frozenset[FeatureValue]]) -> bool:
    """Return whether a requirement is a bound on real numbers, which fits most sets of cases."""
    return requirement.relation in (Relation.AT_LEAST, Relation.AT_MOST) and any(
        isinstance(value, float) for value in known[requirement.feature]
    )


def _is_equivalent(
    one: Conjunction,
    other: Conjunction,
    observations: Sequence[Observation],
    known: dict[str, frozenset[FeatureValue]],
) -> bool:
    """Return whether two conjunctions differ only in requirements that are equivalent."""
    first = [r for r in one if r not in other]
    second = [r for r in other if r not in one]
    if len(first) != len(second):
        return False
    return all(any(_same(r, s, observations, known) for s in second) for r in first)


def _same(
    one: Requirement,
    other: Requirement,
    observations: Sequence[Observation],
    known: dict[str, frozenset[FeatureValue]],
) -> bool:
    if one.feature == other.feature:
        return all(one.accepts(v) == other.accepts(v) for v in known[one.feature])
    if other.feature == TYPE and one.feature == "type class":
        return True
    if _belongs_to_output(one.feature) and not _belongs_to_output(other.feature):
        return True
    return _is_alias(one.feature, other.feature, observations)


def _is_alias(one: str, other: str, observations: Sequence[Observation]) -> bool:
    """Return whether each value of a feature occurs with exactly one value of the other.

    Cases that lack one of the features are ignored.
    """
    forward: dict[object, object] = {}
    backward: dict[object, object] = {}
    for observation in observations:
        first, second = observation.features.get(one), observation.features.get(other)
        if first is None or second is None:
            continue
        if forward.setdefault(first, second) != second:
            return False
        if backward.setdefault(second, first) != first:
            return False
    return len(forward) >= _MIN_ALIAS_VALUES
