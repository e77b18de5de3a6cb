"""Find classes of models that a driver refused for lack of a device or of resources.

A class is an operation, an operand type, an operation with one type, a path, or a spec file. A
driver may refuse single models with DEVICE_UNAVAILABLE or RESOURCE_EXHAUSTED_*. If it refuses
every supported model of a class, or most of them, the run says too little about the class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Final

from conformance.verdicts import Verdict, VerdictKind

REFUSED: Final = frozenset(
    {VerdictKind.TOO_LARGE, VerdictKind.NO_RESOURCES, VerdictKind.UNAVAILABLE}
)
"""Kinds of verdicts on supported models that were refused for lack of a device or of resources."""

CHECK_ID_PREFIX: Final = "suite/"
"""Prefix of the ids of the suite's checks."""

CLASS_DIMENSIONS: Final = ("operation", "type", "operation_type", "path", "spec")
"""Kinds of classes, in the order in which they are reported; a label is ``DIMENSION:NAME``."""

MAX_REFUSED_SHARE: Final = 0.5
"""Default of the policy: a class of which a larger share was refused fails the run."""

MIN_REFUSED_CASES: Final = 10
"""Classes with fewer refused cases fail the run only if none of their cases was executed."""


@dataclass(frozen=True, slots=True)
class RefusedClass:
    """A class of models of which all or most cases were refused.

    Attributes:
        label: the name of the class in the form ``operation:CONV_2D``.
        cases: the number of refused cases that no earlier class in the list explains.
        kinds: the kinds of their verdicts.
        refused: the number of all refused cases of the class.
        executed: the number of its executed cases.

    """

    label: str
    cases: int
    kinds: tuple[str, ...]
    refused: int = 0
    executed: int = 0


@dataclass(slots=True)
class RefusedCases:
    """Cases refused for lack of a device or of resources, and the executed cases of each class."""

    cases: Counter[tuple[frozenset[str], str]] = field(default_factory=Counter)
    executed: Counter[str] = field(default_factory=Counter)

    def add(
        self,
        case_id: str,
        types: Collection[str],
        executed: Sequence[Verdict],
        refused: Sequence[Verdict],
    ) -> None:
        """Count one case, given its verdicts that were executed and those that were refused."""
        if executed:
            self.executed.update(_labels(case_id, executed, types))
        if refused:
            single = len(refused[0].operations) == 1
            labels = _labels(case_id, refused, types, pairs=single)
            self.cases[labels, str(refused[0].kind)] += 1

    def classes(
        self, allowed: Iterable[str] = (), max_share: float = MAX_REFUSED_SHARE
    ) -> list[RefusedClass]:
        """Return the classes that together explain the refused cases.

        A class has no executed case, or at least ``MIN_REFUSED_CASES`` refused cases that are more
        than ``max_share`` of its refused and executed cases. The class with most cases is taken
        first; its cases then count for no other class. Cases of a class whose label matches a
        pattern of ``allowed`` are ignored.
        """
        patterns = tuple(allowed)
        cases = [
            (labels, kind, count)
            for (labels, kind), count in self.cases.items()
            if not any(fnmatchcase(label, p) for label in labels for p in patterns)
        ]
        totals = _count_by_label(cases)
        refused = {
            label
            for label, total in totals.items()
            if label not in self.executed
            or (total >= MIN_REFUSED_CASES and total > max_share * (total + self.executed[label]))
        }
        refused_classes: list[RefusedClass] = []
        while True:
            counts = _count_by_label([(labels & refused, kind, n) for labels, kind, n in cases])
            if not counts:
                return refused_classes
            label = min(
                counts,
                key=lambda one: (-counts[one], CLASS_DIMENSIONS.index(one.partition(":")[0]), one),
            )
            kinds = sorted({kind for labels, kind, _ in cases if label in labels})
            refused_classes.append(
                RefusedClass(
                    label,
                    counts[label],
                    tuple(kinds),
                    totals[label],
                    self.executed.get(label, 0),
                )
            )
            cases = [case for case in cases if label not in case[0]]


def _count_by_label(cases: Iterable[tuple[frozenset[str], str, int]]) -> Counter[str]:
    """Return the number of cases of each label."""
    counts: Counter[str] = Counter()
    for labels, _, count in cases:
        for label in labels:
            counts[label] += count
    return counts


def _labels(
    case_id: str, verdicts: Sequence[Verdict], types: Collection[str], *, pairs: bool = True
) -> frozenset[str]:
    """Return the labels of the classes that a case belongs to along the paths of ``verdicts``."""
    place = case_id.rpartition("/")[0]
    labels = {f"spec:{place}"} if place else set()
    if case_id.startswith(CHECK_ID_PREFIX):  # its models need not contain the operation it names
        return frozenset(labels)
    for name in {name for verdict in verdicts for name in verdict.operations}:
        labels.add(f"operation:{name}")
        if pairs:
            labels.update(f"operation_type:{name}/{type_}" for type_ in types)
    labels.update(f"type:{type_}" for type_ in types)
    for path in {verdict.path for verdict in verdicts if verdict.path}:
        labels.add(f"path:{path}")
        labels.update(f"path:{word}" for word in path.split("-"))
    return frozenset(labels)
