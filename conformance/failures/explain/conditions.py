"""Conditions on features, the search for the smallest that fit, and the choice among them.

Some conditions are equal for every legal call: the rank of an input and the number of elements of a
permutation, or a rank of 4 and a rank of at least 4. Only one of these is stated. All others are
alternatives, which an explanation lists as not separated.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from conformance.failures.explain.features import NO, TYPE, YES, Features, FeatureValue


class Relation(Enum):
    """The relation of a feature's value to the value of a requirement."""

    EQUAL = "="
    AT_LEAST = ">="
    AT_MOST = "<="
    ODD = "odd"
    EVEN = "even"
    ONE_OF = "one of"
    NOT_EQUAL = "!="


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
        if self.relation is Relation.NOT_EQUAL:
            return value != wanted
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
    failing: Sequence[Features], passing: Sequence[Features]
) -> list[Requirement]:
    """Return every requirement that all failing cases meet and that another case may not meet."""
    found: list[Requirement] = []
    known = known_values([*failing, *passing])
    for feature in failing[0]:
        values = {value for case in failing if (value := case.get(feature)) is not None}
        if all(feature in case for case in failing):
            usual = Counter(case[feature] for case in passing if feature in case)
            found += _requirements_of(feature, values, known[feature], usual)
    return found


def _requirements_of(
    feature: str,
    failing: set[FeatureValue],
    known: frozenset[FeatureValue],
    passing: Counter[FeatureValue],
) -> Iterator[Requirement]:
    """Yield the requirements on one feature that all values in ``failing`` meet."""
    only = next(iter(failing))
    numbers = [value for value in failing if not isinstance(value, str)]
    if len(failing) == 1 and (not isinstance(only, float) or only in _EXACT_FLOATS):
        yield Requirement(feature, Relation.EQUAL, only)
    if len(failing) > 1 and passing:
        usual, count = passing.most_common(1)[0]
        exact = not isinstance(usual, float) or usual in _EXACT_FLOATS
        if usual not in failing and exact and 2 * count >= passing.total():
            yield Requirement(feature, Relation.NOT_EQUAL, usual)
    if len(numbers) != len(failing):
        if 1 < len(failing) <= _MAX_ALTERNATIVES and known - failing:
            texts = tuple(sorted(map(str, failing)))
            yield Requirement(feature, Relation.ONE_OF, texts)
        return
    least, most = min(numbers), max(numbers)
    others = [value for value in known if not isinstance(value, str)]
    if any(value < least for value in others):
        yield Requirement(feature, Relation.AT_LEAST, least)
    if any(value > most for value in others):
        yield Requirement(feature, Relation.AT_MOST, most)
    parities = {value % 2 if isinstance(value, int) else None for value in numbers}
    if parities in ({0}, {1}):
        yield Requirement(feature, Relation.ODD if parities == {1} else Relation.EVEN, "")


_MAX_SIZE: Final = 3
_BEAM: Final = 60
"""Number of conjunctions of two requirements that are extended by a third."""
_MAX_HYPOTHESES: Final = 400
_SEEDS: Final = 6
"""Number of failing cases from which the search for one of several conditions starts."""

_UNSEEN_SHARE: Final = 0.06
"""Accepted share of cases that meet a condition and pass, because their results hide the fault."""
_MISSED_SHARE: Final = 0.02
"""Accepted share of failing cases that do not meet a condition."""
_MIN_PRECISION: Final = 0.5
_MAX_PASSING_SHARE: Final = 0.2
"""A condition with exceptions: at least half of its cases fail, and few passing cases meet it."""
_FEWEST_OF_PAIR: Final = 20
"""Number of failing cases from which two requirements may have exceptions; some pair fits few."""

_Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Observation:
    """One case along one path: its features, whether the driver fails, and its size in bytes."""

    features: Features
    failed: bool
    case_id: str = ""
    path: str = ""
    size: int = 0


@dataclass(frozen=True, slots=True)
class Separation:
    """Conjunctions of the smallest size that separate the failing cases equally well.

    ``covered`` are the failing cases that meet the first of them, ``errors`` is the number of
    passing cases that meet it: its exceptions.
    """

    conjunctions: tuple[Conjunction, ...]
    covered: tuple[Observation, ...]
    errors: int


def separate(
    observations: Sequence[Observation], kept: Sequence[Conjunction] = ()
) -> Separation | None:
    """Return the smallest conjunctions that separate the failing cases from the passing ones.

    Nearly all failing cases meet them. Passing cases may meet a conjunction of one requirement, or
    of two if many cases fail, if it is informative nevertheless: they are its exceptions. A longer
    conjunction is preferred to one requirement only if the cases leave no alternative to the longer
    one. If there is no such conjunction, return those that no passing case meets and that cover a
    part of the failing cases, as large as possible. Return ``None`` if there are none. ``kept`` are
    conjunctions of earlier observations: as long as they are informative, no longer one replaces
    them.
    """
    failing = [o for o in observations if o.failed]
    passing = [o for o in observations if not o.failed]
    if not failing:
        return None
    if not passing:
        return Separation(((),), tuple(failing), 0)
    whole = _separate_all(failing, passing)
    if whole is not None and len(whole.conjunctions[0]) > 1:
        single = _separate_all(failing, passing, size=1)
        open_ = len(distinct_conditions(whole.conjunctions, observations)) > 1
        if open_ and single is not None and _is_informative(single, failing, passing):
            whole = single
    size = 0 if whole is None else len(whole.conjunctions[0])
    known = [_counted(one, failing, passing) for one in kept if not 0 < size <= len(one)]
    # Generated cases are variants of failing ones: many passing ones meet the condition, too.
    known = [found for found in known if _is_informative(found, failing, passing, limit=1.0)]
    if known:
        least = min(found.errors for found in known)
        best = [found for found in known if found.errors == least]
        conjunctions = tuple(found.conjunctions[0] for found in best)
        return Separation(conjunctions, best[0].covered, least)
    if whole is not None:
        if whole.errors <= _tolerated(len(failing)):
            supported = whole.errors <= _MAX_PASSING_SHARE * len(passing)
            return whole if supported else None
        limit = 1.0 if kept else _MAX_PASSING_SHARE
        if size == 1 and _is_informative(whole, failing, passing, limit):
            return whole
        if len(failing) >= _FEWEST_OF_PAIR:
            pair = _separate_all(failing, passing, size=2)
            if pair is not None and _is_informative(pair, failing, passing):
                return pair
    return _separate_part(failing, passing)


def _counted(
    conjunction: Conjunction, failing: Sequence[Observation], passing: Sequence[Observation]
) -> Separation:
    covered = tuple(o for o in failing if holds(conjunction, o.features))
    return Separation((conjunction,), covered, sum(holds(conjunction, o.features) for o in passing))


def _is_informative(
    found: Separation,
    failing: Sequence[Observation],
    passing: Sequence[Observation],
    limit: float = _MAX_PASSING_SHARE,
) -> bool:
    """Return whether nearly all failing cases meet a condition, and most of its cases fail.

    At most the share ``limit`` of the passing cases meet it, and never all of them.
    """
    covered = len(found.covered)
    return (
        covered >= (1 - _MISSED_SHARE) * len(failing)
        and covered >= _MIN_PRECISION * (covered + found.errors)
        and found.errors <= limit * len(passing)
        and found.errors < max(1, len(passing))
    )


def known_values(cases: Iterable[Features]) -> dict[str, frozenset[FeatureValue]]:
    """Return the values of each feature in all cases."""
    known: defaultdict[str, set[FeatureValue]] = defaultdict(set)
    for features in cases:
        for feature, value in features.items():
            known[feature].add(value)
    return {feature: frozenset(values) for feature, values in known.items()}


def _separate_all(
    failing: Sequence[Observation], passing: Sequence[Observation], size: int = _MAX_SIZE
) -> Separation | None:
    requirements = common_requirements([o.features for o in failing], [o.features for o in passing])
    if not requirements:
        return None
    masks = _masks(requirements, passing)
    conjunctions, errors = _smallest(requirements, masks, _tolerated(len(failing)), size)
    return Separation(tuple(conjunctions), tuple(failing), errors)


def _tolerated(failing: int) -> int:
    return int(_UNSEEN_SHARE * failing)


def _masks(requirements: Sequence[Requirement], cases: Sequence[Observation]) -> _Mask:
    """Return for each requirement (row) whether each case (column) meets it."""
    columns: dict[str, list[Any]] = {}
    rows = np.empty((len(requirements), len(cases)), bool)
    for row, requirement in enumerate(requirements):
        feature = requirement.feature
        if feature not in columns:
            columns[feature] = [o.features.get(feature) for o in cases]
        accepted: dict[Any, bool] = {None: False}
        for column, value in enumerate(columns[feature]):
            if value not in accepted:
                accepted[value] = requirement.accepts(value)
            rows[row, column] = accepted[value]
    return rows


def _smallest(
    requirements: Sequence[Requirement], masks: _Mask, tolerated: int, size: int
) -> tuple[list[Conjunction], int]:
    """Return the smallest conjunctions with the fewest passing cases, and their number.

    If at most ``tolerated`` passing cases meet a conjunction, no larger one is tried. Otherwise a
    larger one is preferred only if it has at most half as many exceptions.
    """
    counts = masks.sum(axis=1)
    best = int(counts.min())
    chosen: list[tuple[int, ...]] = [(int(i),) for i in np.flatnonzero(counts == best)]
    beam: list[tuple[int, ...]] = [(int(i),) for i in np.argsort(counts, kind="stable")]
    for _ in range(1, size):
        if best <= tolerated:
            break
        found, least = _extend(beam, masks)
        if least <= best // 2:
            best = least
            chosen = [group for group, count in found if count == least]
        beam = [group for group, _ in sorted(found, key=lambda entry: entry[1])[:_BEAM]]
    conjunctions = [tuple(requirements[i] for i in group) for group in chosen[:_MAX_HYPOTHESES]]
    return conjunctions, best


def _extend(
    beam: Sequence[tuple[int, ...]], masks: _Mask
) -> tuple[list[tuple[tuple[int, ...], int]], int]:
    """Return conjunctions with one more requirement and their numbers of passing cases."""
    found: dict[tuple[int, ...], int] = {}
    least = masks.shape[1] + 1
    for group in beam:
        base = np.logical_and.reduce(masks[list(group)], axis=0)
        reduced = masks[:, base].sum(axis=1)
        limit = int(reduced.min()) + 2
        for other in np.flatnonzero(reduced <= limit):
            if int(other) not in group:
                found[tuple(sorted((*group, int(other))))] = int(reduced[other])
                least = min(least, int(reduced[other]))
    return list(found.items()), least


def _separate_part(
    failing: Sequence[Observation], passing: Sequence[Observation]
) -> Separation | None:
    """Return conjunctions without passing cases that cover as many failing cases as possible."""
    best: Separation | None = None
    step = max(1, len(failing) // _SEEDS)
    for seed in failing[::step][:_SEEDS]:
        found = _grow_from(seed, failing, passing)
        if found is not None and (best is None or len(found.covered) > len(best.covered)):
            best = found
    return best


def _grow_from(
    seed: Observation, failing: Sequence[Observation], passing: Sequence[Observation]
) -> Separation | None:
    """Return the conjunctions true for one failing case that exclude all passing cases."""
    requirements = common_requirements([seed.features], [o.features for o in (*failing, *passing)])
    if not requirements:
        return None
    bad, good = _masks(requirements, passing), _masks(requirements, failing)
    options: list[tuple[int, int, tuple[int, ...]]] = []
    singles = [(i,) for i in range(len(requirements))]
    pairs = combinations(
        sorted(range(len(requirements)), key=lambda i: bad[i].sum() - good[i].sum())[:_BEAM], 2
    )
    for group in (*singles, *pairs):
        index = list(group)
        if not np.logical_and.reduce(bad[index], axis=0).any():
            covered = int(np.logical_and.reduce(good[index], axis=0).sum())
            options.append((covered, -len(group), group))
    if not options:
        return None
    most = max(options)[:2]
    chosen = [group for *score, group in options if tuple(score) == most]
    conjunctions = tuple(tuple(requirements[i] for i in group) for group in chosen)
    met = [o for o in failing if holds(conjunctions[0], o.features)]
    # Cases of the same condition have more requirements in common than those of the first case.
    refined = _separate_all(met, passing)
    if refined is not None and not refined.errors:
        return refined
    return Separation(conjunctions[:_MAX_HYPOTHESES], tuple(met), 0)


_RELATION_ORDER: Final = (
    Relation.EQUAL,
    Relation.ONE_OF,
    Relation.AT_LEAST,
    Relation.AT_MOST,
    Relation.ODD,
    Relation.EVEN,
    Relation.NOT_EQUAL,
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

    def is_vague(conjunction: Conjunction) -> bool:
        return any(
            one.relation in (Relation.AT_LEAST, Relation.AT_MOST)
            and (_is_continuous(one, known) or _is_vacuous(one, conjunction, observations))
            for one in conjunction
        )

    def rank(conjunction: Conjunction) -> tuple[object, ...]:
        return (
            is_vague(conjunction),
            sum(_belongs_to_output(one.feature) for one in conjunction),
            sum(_RELATION_ORDER.index(one.relation) for one in conjunction),
            sorted(order[one.feature] for one in conjunction),
        )

    kept: list[Conjunction] = []
    for candidate in sorted(conjunctions, key=rank):
        if not any(_is_equivalent(candidate, other, observations, known) for other in kept):
            kept.append(candidate)
    return [one for one in kept if not is_vague(one)] or kept


def _belongs_to_output(feature: str) -> bool:
    return " of output" in feature


def _is_continuous(requirement: Requirement, known: dict[str, frozenset[FeatureValue]]) -> bool:
    """Return whether a bound is one on real numbers, which fits most sets of cases."""
    return any(isinstance(value, float) for value in known[requirement.feature])


def _is_vacuous(
    bound: Requirement, conjunction: Conjunction, observations: Sequence[Observation]
) -> bool:
    """Return whether every case with the feature meets a bound if it meets the other requirements.

    For example, a size of dimension 3 that no case exceeds only requires a rank of 4.
    """
    rest = tuple(one for one in conjunction if one is not bound)
    return bool(rest) and all(
        bound.accepts(o.features[bound.feature])
        for o in observations
        if bound.feature in o.features and holds(rest, o.features)
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
