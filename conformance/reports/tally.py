"""Counts of a run's verdicts: by kind, by operation, and what was never executed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from conformance.harness import Kind, Verdict
from conformance.harness.coupling import is_coupled
from conformance.harness.events import from_dict
from conformance.harness.verdict import JSONValue
from conformance.reports.breakers import BreakerCounts
from conformance.reports.refused import CHECK, REFUSED, RefusedCases

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

NOT_RUN: Final = frozenset({Kind.DECLINED, Kind.NOT_APPLICABLE, Kind.DISABLED, *REFUSED})
"""Kinds of verdicts that say nothing about the driver's results or answers."""

GENERATED: Final = "random/"
"""How the ids of generated cases begin."""

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
    """Names of the operations that the driver reported supported in a case.

    The harness notes the driver's answer in the details ``supported`` and ``unsupported`` unless
    the driver supports every operation of the case. A driver answers for the operations of main
    only: of a refused IF or WHILE the operations in its subgraphs have no answer and are none of
    these.
    """
    unsupported = unsupported_operations(verdict)
    if isinstance(verdict.details.get("supported"), list | tuple):
        return frozenset(_texts(verdict, "supported")) & set(verdict.operations) - unsupported
    if unsupported & _CONTROL_FLOW:  # a stream without the answer for each operation of main
        return frozenset()
    if "supported" not in verdict.durations and not unsupported:  # no question, no answer
        return frozenset()
    return frozenset(verdict.operations) - unsupported


def supported_in(verdicts: Iterable[Verdict]) -> frozenset[str]:
    """Names of the operations that the driver reported supported along some path of a case."""
    return frozenset().union(*map(supported_operations, verdicts))


def _texts(verdict: Verdict, name: str) -> list[str]:
    """The texts in a list of the details; a stream from elsewhere may hold anything."""
    entries = verdict.details.get(name)
    listed = entries if isinstance(entries, list | tuple) else ()
    return [entry for entry in listed if isinstance(entry, str)]


def executed(verdict: Verdict) -> bool:
    """Whether the driver executed the case along this path, rightly or wrongly.

    An execution that the driver refuses for lack of a device or of resources is none, also where
    it fails the run because the case ran in the baseline.
    """
    refused = verdict.kind in REFUSED or verdict.rule == "baseline.refused"
    return "execute" in verdict.durations and not refused


def was_run(verdict: Verdict) -> bool:
    """Whether the verdict says something about the driver: it passed or failed, waived or not."""
    return verdict.kind not in NOT_RUN and verdict.kind != Kind.INTERNAL_ERROR


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
    refused: RefusedCases = field(default_factory=RefusedCases)
    """Cases refused for lack of a device or of resources."""
    ran: Counter[str] = field(default_factory=Counter)
    """Cases that ran, by source: ``specs``, ``random``, ``checks`` (those that were judged)."""
    passed: Counter[str] = field(default_factory=Counter)
    """Cases that ran and passed, by source."""
    by_source: Counter[str] = field(default_factory=Counter)
    """All cases, by source."""
    areas: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Checks of each area of the suite: those that ran as ``ran``, the others by kind."""
    random_reasons: Counter[str] = field(default_factory=Counter)
    """Why random graphs were not executed."""
    coupled: int = 0
    """Cases that ran with signed 8-bit data too."""
    uncoupled: int = 0
    """Cases whose signed form did not run: it was declined or refused."""
    case_ids: set[str] = field(default_factory=set)

    def add(self, case_id: str, verdicts: Sequence[Verdict | Mapping[str, JSONValue]]) -> None:
        """Count one case, its verdicts plain or not."""
        told = [_verdict(one) for one in verdicts]
        decisive = worst(told)
        column = column_of(decisive.kind)
        self.cases[decisive.kind] += 1
        self.case_ids.add(case_id)
        self.checks += case_id.startswith(CHECK)
        self._add_source(case_id, told, decisive)
        for operation in decisive.operations:
            self.by_operation[operation][column] += 1
        if column == "declined":
            for operation in unsupported_operations(decisive):
                self.declined_for[operation][decisive.reason] += 1
        for verdict in told:
            if not executed(verdict):
                self.claimed.update(supported_operations(verdict))
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
                self._add_mutants(verdict)
        coupled = [verdict for verdict in told if is_coupled(verdict.path)]
        if coupled:
            ran = any(map(was_run, coupled))
            self.coupled += ran
            self.uncoupled += not ran
        plain = [verdict for verdict in told if not is_coupled(verdict.path)] if coupled else told
        for form in (plain, coupled):
            self._add_form(case_id, form)
        if "flaky" in decisive.details:
            self.flaky.append(case_id)
        number = decisive.details.get("waiver")
        if isinstance(number, int):
            passed = decisive.kind == Kind.UNEXPECTEDLY_PASSED
            (self.passed_waived if passed else self.waived)[number] += 1

    def _add_source(self, case_id: str, told: Sequence[Verdict], decisive: Verdict) -> None:
        """Count where the case comes from and whether it ran."""
        source, ran = "specs", any(map(executed, told))
        if case_id.startswith(CHECK):
            source, ran = "checks", any(map(was_run, told))
            area = case_id.removeprefix(CHECK).partition("/")[0]
            self.areas[area]["ran" if ran else str(decisive.kind)] += 1
        elif case_id.startswith(GENERATED):
            source = "random"
            if not ran:
                self.random_reasons[decisive.reason] += 1
        self.by_source[source] += 1
        self.ran[source] += ran
        good = column_of(decisive.kind) == "passed" or decisive.kind == Kind.UNEXPECTEDLY_PASSED
        self.passed[source] += ran and good

    def _add_form(self, case_id: str, told: Sequence[Verdict]) -> None:
        """Count the verdicts on one form of a case; its operand types are the same on all paths."""
        types = {name for verdict in told if verdict.details for name in _texts(verdict, "types")}
        ran = [verdict for verdict in told if executed(verdict)]
        if ran:
            self.executed_types.update(types)
        elif case_id.startswith(CHECK):
            ran = [verdict for verdict in told if was_run(verdict)]
        self.refused.add(case_id, types, ran, [v for v in told if v.kind in REFUSED])

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
    def nothing_executed(self) -> bool:
        """Whether the run has cases and none of them says anything about the driver's results.

        A run of the suite's checks alone has no results; it counts if one of the checks ran.
        """
        if self.by_source["specs"] or self.by_source["random"]:
            return not (self.ran["specs"] or self.ran["random"])
        return bool(self.by_source["checks"]) and not self.ran["checks"]

    @property
    def nothing_passed(self) -> bool:
        """Whether cases ran and every one of them failed or is waived."""
        results = self.ran["specs"] + self.ran["random"]
        if results:
            return not (self.passed["specs"] or self.passed["random"])
        return bool(self.ran["checks"]) and not self.passed["checks"]

    @property
    def never_executed(self) -> list[str]:
        """Operations the driver reported supported somewhere, with no case that executed them."""
        return sorted(self.claimed - self.executed)


def _verdict(one: Verdict | Mapping[str, JSONValue]) -> Verdict:
    return one if isinstance(one, Verdict) else from_dict(one)
