"""Counting verdicts over a run: by kind, by operation, and what nobody executed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from conformance.harness import Kind, Verdict
from conformance.harness.events import from_dict
from conformance.harness.verdict import JSONValue
from conformance.reports.breakers import BreakerCounts

COLUMNS: Final = ("passed", "failed", "declined", "other")
"""Columns of the table by operation."""

_WORSE: Final = (
    Kind.NOT_APPLICABLE,
    Kind.PASSED,
    Kind.QUALITY_WARNING,
    Kind.UNEXPECTEDLY_PASSED,
    Kind.DISABLED,
    Kind.WAIVED,
    Kind.DECLINED,
    Kind.TOO_LARGE,
    Kind.NO_RESOURCES,
    Kind.UNAVAILABLE,
    Kind.LEAK,
    Kind.FAILED,
    Kind.INVALID_ANSWER,
    Kind.HANG,
    Kind.CRASH,
    Kind.INTERNAL_ERROR,
)
"""Every kind, the best first: the worst of a case's verdicts is the case's."""

_CONTROL_FLOW: Final = frozenset({"IF", "WHILE"})

_RANK: Final = {kind: rank for rank, kind in enumerate(_WORSE)}


def column_of(kind: Kind) -> str:
    """Column of the table by operation that a kind counts in."""
    if kind in (Kind.PASSED, Kind.QUALITY_WARNING):
        return "passed"
    if kind.blames_driver:
        return "failed"
    return "declined" if kind == Kind.DECLINED else "other"


def is_failure(kind: Kind) -> bool:
    """True for what somebody has to look at: the driver broke a rule, or the suite could not judge.

    A waived failure is none: its user has looked.
    """
    return kind.blames_driver or kind == Kind.INTERNAL_ERROR


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict that holds for a case that has several; the first of equally bad ones."""
    return max(verdicts, key=lambda verdict: _RANK[verdict.kind])


def unsupported_operations(verdict: Verdict) -> frozenset[str]:
    """Names of the operations that a declined case was declined for."""
    return frozenset(entry.partition(" ")[0] for entry in _texts(verdict, "unsupported"))


def supported_operations(verdict: Verdict) -> frozenset[str]:
    """Names of the operations that the driver reported supported in a case it was asked about.

    It is asked about the operations of main only. In a declined case those that stand only in the
    subgraphs of a refused IF or WHILE have no answer, so they are none of these.
    """
    if column_of(verdict.kind) != "declined":
        return frozenset(verdict.operations)
    unsupported = unsupported_operations(verdict)
    if isinstance(verdict.details.get("supported"), list | tuple):
        return frozenset(_texts(verdict, "supported")) & set(verdict.operations) - unsupported
    if unsupported & _CONTROL_FLOW:  # a stream that does not tell main's operations from others
        return frozenset()
    return frozenset(verdict.operations) - unsupported


def _texts(verdict: Verdict, name: str) -> list[str]:
    """The texts in a list of the details; a stream from elsewhere may hold anything."""
    entries = verdict.details.get(name)
    listed = entries if isinstance(entries, list | tuple) else ()
    return [entry for entry in listed if isinstance(entry, str)]


def executed(verdict: Verdict) -> bool:
    """Whether the case was run along this path, whatever came of it."""
    return "execute" in verdict.durations


@dataclass(slots=True)
class Tally:
    """Cases of a run. A case counts once, with the worst of its verdicts."""

    cases: Counter[str] = field(default_factory=Counter)
    by_operation: defaultdict[str, Counter[str]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    declined_for: defaultdict[str, Counter[str]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    set_aside: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Reasons of the cases that count as other, by kind."""
    claimed: set[str] = field(default_factory=set)
    checks: int = 0
    """How many of the cases are checks of the suite, which are about no operation's results."""
    executed: set[str] = field(default_factory=set)
    failures: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    executed_types: set[str] = field(default_factory=set)
    executed_features: set[str] = field(default_factory=set)
    """Words of the ids of the paths that were executed: ``sync``, ``timed``, ..."""
    flaky: list[str] = field(default_factory=list)
    breakers: BreakerCounts = field(default_factory=BreakerCounts)
    mutants: int = 0
    broken: set[tuple[str, str]] = field(default_factory=set)
    """Operation and rule of each mutant that a driver was handed."""
    unbroken: set[str] = field(default_factory=set)
    """Rules of operations that no mutant of the operation's own check broke."""
    waived: Counter[int] = field(default_factory=Counter)
    passed_waived: Counter[int] = field(default_factory=Counter)

    def add(self, case_id: str, verdicts: Sequence[Verdict | Mapping[str, JSONValue]]) -> None:
        """Count one case, its verdicts plain or not."""
        told = [_verdict(one) for one in verdicts]
        decisive = worst(told)
        column = column_of(decisive.kind)
        self.cases[decisive.kind] += 1
        self.checks += case_id.startswith("suite/")
        for operation in decisive.operations:
            self.by_operation[operation][column] += 1
        if column == "declined":
            for operation in unsupported_operations(decisive):
                self.declined_for[operation][decisive.reason] += 1
        if column == "declined" or any("supported" in verdict.durations for verdict in told):
            self.claimed.update(supported_operations(decisive))
        if column == "other" and not is_failure(decisive.kind):
            self.set_aside[str(decisive.kind)][decisive.reason] += 1
        if is_failure(decisive.kind):
            self.failures.append(case_id)
        for verdict in told:
            if verdict.details:
                self.breakers.add(case_id, verdict)
            if executed(verdict):
                self.executed.update(verdict.operations)
                self.executed_features.update(verdict.path.split("-"))
                if verdict.details:
                    self.executed_types.update(_texts(verdict, "types"))
            if verdict.details:
                self._add_mutants(verdict)
        if "flaky" in decisive.details:
            self.flaky.append(case_id)
        number = decisive.details.get("waiver")
        if isinstance(number, int):
            passed = decisive.kind == Kind.UNEXPECTEDLY_PASSED
            (self.passed_waived if passed else self.waived)[number] += 1

    def _add_mutants(self, verdict: Verdict) -> None:
        count, rules = verdict.details.get("mutants"), verdict.details.get("rules")
        if isinstance(count, int) and isinstance(rules, Mapping):
            self.mutants += count
            self.broken.update((name, rule) for name in verdict.operations for rule in rules)
            self.unbroken.update(_texts(verdict, "unbroken"))

    def add_late(self, verdict: Verdict | Mapping[str, JSONValue]) -> None:
        """Count what turned out about a case that had its verdict already."""
        late = _verdict(verdict)
        self.late.append(f"{late.case_id}: {late.reason}")
        self.failures.append(late.case_id)

    @property
    def never_executed(self) -> list[str]:
        """Operations the driver reported supported somewhere, with no case that executed them."""
        return sorted(self.claimed - self.executed)


def _verdict(one: Verdict | Mapping[str, JSONValue]) -> Verdict:
    return one if isinstance(one, Verdict) else from_dict(one)
