"""Search for the smallest conjunctions that separate failing from passing cases."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from conformance.failures.explain import conditions
from conformance.failures.explain.features import Features, FeatureValue

_MAX_SIZE: Final = 3
_BEAM: Final = 60
"""Number of conjunctions of two requirements that are extended by a third."""
_MAX_HYPOTHESES: Final = 400
_SEEDS: Final = 6
"""Number of failing cases from which the search for one of several conditions starts."""

_UNSEEN_SHARE: Final = 0.06
"""Accepted share of cases that meet a condition and pass, because their results hide the fault."""

_Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Observation:
    """One case along one path: its features, and whether the driver fails."""

    features: Features
    failed: bool
    case_id: str = ""
    path: str = ""


@dataclass(frozen=True, slots=True)
class Separation:
    """Conjunctions of the smallest size that separate the failing cases equally well.

    ``covered`` are the failing cases that meet them all, ``errors`` the number of passing cases
    that meet the best of them.
    """

    conjunctions: tuple[conditions.Conjunction, ...]
    covered: tuple[Observation, ...]
    errors: int


def separate(observations: Sequence[Observation]) -> Separation | None:
    """Return the smallest conjunctions that all failing cases meet and no passing case meets.

    If there are none, return those for a part of the failing cases, as large as possible. Return
    ``None`` if no case fails.
    """
    failing = [o for o in observations if o.failed]
    passing = [o for o in observations if not o.failed]
    if not failing:
        return None
    if not passing:
        return Separation(((),), tuple(failing), 0)
    known = known_values([o.features for o in observations])
    whole = _separate_all(failing, passing, known)
    if whole is not None and whole.errors <= _tolerated(len(failing)):
        return whole
    part = _separate_part(failing, passing, known)
    if part is not None:
        return part
    return whole


def known_values(cases: Iterable[Features]) -> dict[str, frozenset[FeatureValue]]:
    """Return the values of each feature in all cases."""
    known: defaultdict[str, set[FeatureValue]] = defaultdict(set)
    for features in cases:
        for feature, value in features.items():
            known[feature].add(value)
    return {feature: frozenset(values) for feature, values in known.items()}


def _separate_all(
    failing: Sequence[Observation],
    passing: Sequence[Observation],
    known: dict[str, frozenset[FeatureValue]],
) -> Separation | None:
    requirements = conditions.common_requirements([o.features for o in failing], known)
    if not requirements:
        return None
    masks = _masks(requirements, passing)
    conjunctions, errors = _smallest(requirements, masks, _tolerated(len(failing)))
    return Separation(tuple(conjunctions), tuple(failing), errors)


def _tolerated(failing: int) -> int:
    return int(_UNSEEN_SHARE * failing)


def _masks(requirements: Sequence[conditions.Requirement], cases: Sequence[Observation]) -> _Mask:
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
    requirements: Sequence[conditions.Requirement], masks: _Mask, tolerated: int
) -> tuple[list[conditions.Conjunction], int]:
    """Return the smallest conjunctions with the fewest passing cases, and their number.

    If a conjunction meets at most ``tolerated`` passing cases, no larger one is tried. Otherwise a
    larger one is preferred only if it excludes clearly more passing cases.
    """
    counts = masks.sum(axis=1)
    best = int(counts.min())
    chosen: list[tuple[int, ...]] = [(int(i),) for i in np.flatnonzero(counts == best)]
    beam: list[tuple[int, ...]] = [(int(i),) for i in np.argsort(counts, kind="stable")]
    for _ in range(2, _MAX_SIZE + 1):
        if best <= tolerated:
            break
        found, least = _extend(beam, masks)
        if least <= best - max(1, best // 4):
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
    failing: Sequence[Observation],
    passing: Sequence[Observation],
    known: dict[str, frozenset[FeatureValue]],
) -> Separation | None:
    """Return conjunctions without passing cases that cover as many failing cases as possible."""
    best: Separation | None = None
    step = max(1, len(failing) // _SEEDS)
    for seed in failing[::step][:_SEEDS]:
        found = _grow_from(seed, failing, passing, known)
        if found is not None and (best is None or len(found.covered) > len(best.covered)):
            best = found
    return best


def _grow_from(
    seed: Observation,
    failing: Sequence[Observation],
    passing: Sequence[Observation],
    known: dict[str, frozenset[FeatureValue]],
) -> Separation | None:
    """Return the conjunctions true for one failing case that exclude all passing cases."""
    requirements = conditions.common_requirements([seed.features], known)
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
    met = [o for o in failing if conditions.holds(conjunctions[0], o.features)]
    # Cases of the same condition have more requirements in common than those of the first case.
    refined = _separate_all(met, passing, known)
    if refined is not None and not refined.errors:
        return refined
    return Separation(conjunctions[:_MAX_HYPOTHESES], tuple(met), 0)
