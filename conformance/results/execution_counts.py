"""Counts of what a driver supported and executed, for the reports on the coverage of a run."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance.hal import OperationType
from conformance.results.run_statistics import supported_in, was_executed, worst_verdict
from conformance.verdicts import Verdict, VerdictKind


@dataclass(slots=True)
class CaseCount:
    """A number of cases, and how many of them were executed."""

    cases: int = 0
    executed: int = 0

    def add(self, executed: bool, times: int) -> None:
        """Count a number of cases."""
        self.cases += times
        self.executed += times * executed


@dataclass(slots=True)
class ExecutionCounts:
    """Counts of the cases of a run.

    Attributes:
        within: cases that are neither not applicable nor disabled.
        due: cases whose operations were all reported supported.
        foreign: cases with operations that are not of the contract.
        supported: operations that were reported supported.
        features: cases executed along a path with each word of path ids.
        paths: verdicts of executions along each path.
        kinds: cases by operation and kind.
        supported_cases: cases in which each operation was reported supported.
        executed_cases: executed cases by operation.

    """

    within: CaseCount = field(default_factory=CaseCount)
    due: CaseCount = field(default_factory=CaseCount)
    foreign: CaseCount = field(default_factory=CaseCount)
    supported: set[str] = field(default_factory=set)
    features: Counter[str] = field(default_factory=Counter)
    paths: Counter[str] = field(default_factory=Counter)
    kinds: defaultdict[str, Counter[VerdictKind]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    supported_cases: Counter[str] = field(default_factory=Counter)
    executed_cases: Counter[str] = field(default_factory=Counter)

    def add(self, verdicts: Sequence[Verdict], times: int = 1) -> None:
        """Count one case, or a number of cases with equal verdicts."""
        decisive = worst_verdict(verdicts)
        words = set[str]()
        ran = False
        for verdict in verdicts:
            if was_executed(verdict):
                ran = True
                words.update(verdict.path.split("-"))
                if verdict.path:
                    self.paths[verdict.path] += times
        for word in words:
            self.features[word] += times
        supported = supported_in(verdicts)
        self.supported |= supported
        for name in supported:
            self.supported_cases[name] += times
        names = decisive.operations
        for name in names:
            self.kinds[name][decisive.kind] += times
            self.executed_cases[name] += times * ran
        if decisive.kind not in (VerdictKind.NOT_APPLICABLE, VerdictKind.DISABLED):
            self.within.add(ran, times)
        if names and supported.issuperset(names) and decisive.kind != VerdictKind.DECLINED:
            self.due.add(ran, times)
        if not OperationType.__members__.keys() >= set(names):
            self.foreign.add(ran, times)
