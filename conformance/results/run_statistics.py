"""Count the verdicts of a run by kind and by operation, and find operations never executed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from conformance.harness.quantization_coupling import is_coupled_path
from conformance.results.refused_classes import CHECK_ID_PREFIX, REFUSED, RefusedCases
from conformance.text import format_count
from conformance.verdicts import DIVERGENCE_KEY, Verdict, VerdictKind

COLUMNS: Final = ("passed", "failed", "declined", "other")
"""Columns of the table by operation."""

_SEVERITY_ORDER: Final = (
    VerdictKind.NOT_APPLICABLE,
    VerdictKind.PASSED,
    VerdictKind.QUALITY_WARNING,
    VerdictKind.UNEXPECTEDLY_PASSED,
    VerdictKind.DISABLED,
    VerdictKind.WAIVED,
    VerdictKind.DECLINED,
    VerdictKind.TOO_LARGE,
    VerdictKind.NO_RESOURCES,
    VerdictKind.UNAVAILABLE,
    VerdictKind.LEAK,
    VerdictKind.FAILED,
    VerdictKind.INVALID_ANSWER,
    VerdictKind.HANG,
    VerdictKind.CRASH,
    VerdictKind.INTERNAL_ERROR,
)
"""Every kind, the least severe first. The most severe verdict of a case is the case's verdict."""

NOT_RUN: Final = frozenset(
    {VerdictKind.DECLINED, VerdictKind.NOT_APPLICABLE, VerdictKind.DISABLED, *REFUSED}
)
"""Kinds of verdicts that say nothing about the driver's results or answers."""

GENERATED: Final = "random/"
"""Prefix of the ids of generated cases."""

STRESS: Final = "stress/"
"""Prefix of the ids of stress modes."""

OPTIONAL: Final = (GENERATED, STRESS)
"""Prefixes of the ids of cases that only an option or their own id selects."""

_SEVERITY: Final = {kind: rank for rank, kind in enumerate(_SEVERITY_ORDER)}


def column_of(kind: VerdictKind) -> str:
    """Return the column of the table by operation in which a kind is counted."""
    if kind in (VerdictKind.PASSED, VerdictKind.QUALITY_WARNING):
        return "passed"
    if kind.blames_driver:
        return "failed"
    return "declined" if kind == VerdictKind.DECLINED else "other"


def is_failure(kind: VerdictKind) -> bool:
    """Return whether the driver broke a rule or an error in the suite prevented a verdict.

    A waived failure does not count: the user already knows it.
    """
    return kind.blames_driver or kind == VerdictKind.INTERNAL_ERROR


def worst_verdict(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the most severe verdict; the first one if several are equally severe."""
    return max(verdicts, key=lambda verdict: _SEVERITY[verdict.kind])


def worst_by_path(verdicts: Iterable[Verdict]) -> dict[str, Verdict]:
    """Return the worst verdict along each path; a late finding is a further verdict."""
    worst: dict[str, Verdict] = {}
    for verdict in verdicts:
        earlier = worst.get(verdict.path)
        worst[verdict.path] = verdict if earlier is None else worst_verdict((earlier, verdict))
    return worst


def counted_operations(verdict: Verdict) -> tuple[str, ...]:
    """Return the operations for which a case counts: those of its model.

    A failure whose first wrong operand is known counts only for the operation that writes it.
    """
    name = verdict.details.get(DIVERGENCE_KEY, {}).get("name")
    return (name,) if name and is_failure(verdict.kind) else verdict.operations


def unsupported_operations(verdict: Verdict) -> frozenset[str]:
    """Return the names of the operations because of which a case was declined."""
    return frozenset(text.partition(" ")[0] for text in verdict.details.get("unsupported", ()))


def supported_operations(verdict: Verdict) -> frozenset[str]:
    """Return the names of the operations that the driver reported supported in a case.

    The harness records the driver's answer in the details ``supported`` and ``unsupported`` unless
    the driver supports every operation of the case. A driver answers only for the operations of the
    main subgraph: for an unsupported IF or WHILE there is no answer about the operations in its
    referenced subgraphs, so they are not returned.
    """
    operations = frozenset(verdict.operations)
    if "supported" not in verdict.details:
        return operations if "supported" in verdict.durations else frozenset()
    return operations & set(verdict.details["supported"]) - unsupported_operations(verdict)


def supported_in(verdicts: Iterable[Verdict]) -> frozenset[str]:
    """Return the operations that the driver reported supported along at least one path."""
    return frozenset().union(*map(supported_operations, verdicts))


def was_executed(verdict: Verdict) -> bool:
    """Return whether the driver executed the case along this path, with any result.

    An execution that the driver refused for lack of a device or of resources does not count, even
    if the refusal fails the run because the case ran in the baseline.
    """
    refused = verdict.kind in REFUSED or verdict.rule == "baseline.refused"
    return "execute" in verdict.durations and not refused


def was_run(verdict: Verdict) -> bool:
    """Return whether the case ran: it passed or failed, waived or not."""
    return verdict.kind not in NOT_RUN and verdict.kind != VerdictKind.INTERNAL_ERROR


@dataclass(slots=True)
class RunStatistics:
    """Counts of the cases of a run. A case counts once, with the most severe of its verdicts."""

    cases: Counter[str] = field(default_factory=Counter)
    by_operation: defaultdict[str, Counter[str]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    declined_for: defaultdict[str, Counter[str]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    reasons_by_other_kind: defaultdict[str, Counter[str]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    """Reasons of the cases in the column "other", by kind."""
    reported_supported: set[str] = field(default_factory=set)
    """Operations that the driver reported supported in a case that was not executed."""
    checks: int = 0
    """Number of checks of the suite, which do not test the results of an operation."""
    executed_operations: set[str] = field(default_factory=set)
    failed_cases: list[str] = field(default_factory=list)
    late_findings: list[str] = field(default_factory=list)
    executed_types: set[str] = field(default_factory=set)
    executed_features: set[str] = field(default_factory=set)
    """Words of the ids of the paths that were executed: ``sync``, ``timed``, ..."""
    flaky_cases: list[str] = field(default_factory=list)
    short_waits: defaultdict[str, list[Verdict]] = field(default_factory=lambda: defaultdict(list))
    """The verdicts on shortened waits, by the event that was awaited."""
    mutants: int = 0
    mutated_rules: set[tuple[str, str]] = field(default_factory=set)
    """Operation and violated rule of each mutant that was passed to the driver."""
    unmutated_rules: set[str] = field(default_factory=set)
    """Rules of operations that no mutant in the check of that operation violated."""
    failures_by_waiver: Counter[int] = field(default_factory=Counter)
    passes_by_waiver: Counter[int] = field(default_factory=Counter)
    refused: RefusedCases = field(default_factory=RefusedCases)
    """Cases refused for lack of a device or of resources."""
    ran: Counter[str] = field(default_factory=Counter)
    """Cases that ran, by source: ``specs``, ``random``, and ``checks`` and ``stress`` (those with a
    verdict)."""
    passed: Counter[str] = field(default_factory=Counter)
    """Cases that ran and passed, by source."""
    by_source: Counter[str] = field(default_factory=Counter)
    """All cases, by source."""
    areas: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Checks by area of the suite; under ``ran`` those that ran, under their kind the others."""
    random_reasons: Counter[str] = field(default_factory=Counter)
    """Reasons why random graphs were not executed."""
    coupled: int = 0
    """Number of cases that were also run with signed 8-bit data."""
    uncoupled: int = 0
    """Number of cases whose signed form did not run because it was declined or refused."""
    case_ids: set[str] = field(default_factory=set)

    def add(self, case_id: str, verdicts: Sequence[Verdict]) -> None:
        """Count one case."""
        decisive = worst_verdict(verdicts)
        column = column_of(decisive.kind)
        self.cases[decisive.kind] += 1
        self.case_ids.add(case_id)
        self.checks += case_id.startswith(CHECK_ID_PREFIX)
        self._add_source(case_id, verdicts, decisive)
        for operation in counted_operations(decisive):
            self.by_operation[operation][column] += 1
        if column == "declined":
            for operation in unsupported_operations(decisive):
                self.declined_for[operation][decisive.reason] += 1
        if column == "other":
            self.reasons_by_other_kind[str(decisive.kind)][decisive.reason] += 1
        if is_failure(decisive.kind):
            self.failed_cases.append(case_id)
        for verdict in verdicts:
            if was_executed(verdict):
                self.executed_operations.update(verdict.operations)
                self.executed_features.update(verdict.path.split("-"))
            else:
                self.reported_supported.update(supported_operations(verdict))
            if verdict.details:
                if breaker := verdict.details.get("breaker"):
                    self.short_waits[breaker["subject"]].append(verdict)
                self._add_mutants(verdict)
        if coupled := [verdict for verdict in verdicts if is_coupled_path(verdict.path)]:
            ran = any(map(was_run, coupled))
            self.coupled += ran
            self.uncoupled += not ran
        plain = [verdict for verdict in verdicts if not is_coupled_path(verdict.path)]
        for form in filter(None, (plain, coupled)):
            self._add_form(case_id, form)
        if "flaky" in decisive.details:
            self.flaky_cases.append(case_id)
        number = decisive.details.get("waiver")
        if isinstance(number, int):
            passed = decisive.kind == VerdictKind.UNEXPECTEDLY_PASSED
            (self.passes_by_waiver if passed else self.failures_by_waiver)[number] += 1

    def _add_source(self, case_id: str, verdicts: Sequence[Verdict], decisive: Verdict) -> None:
        """Count the case by its source and by whether it ran and passed."""
        source, ran = "specs", any(map(was_executed, verdicts))
        if case_id.startswith(CHECK_ID_PREFIX):
            source, ran = "checks", any(map(was_run, verdicts))
            area = case_id.removeprefix(CHECK_ID_PREFIX).partition("/")[0]
            self.areas[area]["ran" if ran else str(decisive.kind)] += 1
        elif case_id.startswith(STRESS):
            source, ran = "stress", any(map(was_run, verdicts))
        elif case_id.startswith(GENERATED):
            source = "random"
            if not ran:
                self.random_reasons[decisive.reason] += 1
        self.by_source[source] += 1
        self.ran[source] += ran
        passed = (
            column_of(decisive.kind) == "passed" or decisive.kind == VerdictKind.UNEXPECTEDLY_PASSED
        )
        self.passed[source] += ran and passed

    def _add_form(self, case_id: str, verdicts: Sequence[Verdict]) -> None:
        """Count the verdicts on one form of a case: plain, or coupled to signed 8-bit data.

        All paths of a form have the same operand types.
        """
        types = {name for verdict in verdicts for name in verdict.details.get("types", ())}
        if ran := [verdict for verdict in verdicts if was_executed(verdict)]:
            self.executed_types.update(types)
        elif case_id.startswith(CHECK_ID_PREFIX):
            ran = [verdict for verdict in verdicts if was_run(verdict)]
        refused = [verdict for verdict in verdicts if verdict.kind in REFUSED]
        self.refused.add(case_id, types, ran, refused)

    def _add_mutants(self, verdict: Verdict) -> None:
        number, rules = verdict.details.get("mutants"), verdict.details.get("rules")
        if isinstance(number, int) and isinstance(rules, dict):
            self.mutants += number
            self.mutated_rules.update((name, rule) for name in verdict.operations for rule in rules)
            self.unmutated_rules.update(verdict.details.get("unmutated_rules", ()))

    def short_wait_lines(self) -> Iterator[str]:
        """Yield a sentence for each kind of wait that was shortened."""
        for subject, verdicts in sorted(self.short_waits.items()):
            breakers = [verdict.details["breaker"] for verdict in verdicts]
            cases = format_count(len({verdict.case_id for verdict in verdicts}), "case")
            yield (
                f"shortened waits: {max(one['time_outs'] for one in breakers)} waits for {subject} "
                f"had no answer within {max(one['limit'] for one in breakers):g} s; later waits "
                f"were shortened or omitted, and {format_count(len(verdicts), 'verdict')} in "
                f"{cases} failed for this reason"
            )

    def add_late(self, late: Verdict) -> None:
        """Count a failure that was found after the case had its verdict."""
        self.late_findings.append(f"{late.case_id}: {late.reason}")
        self.failed_cases.append(late.case_id)

    @property
    def nothing_executed(self) -> bool:
        """Return whether the run has cases but none of them was executed.

        In a run that consists only of the suite's checks and of stress modes, one that ran counts
        as executed.
        """
        if self.by_source["specs"] or self.by_source["random"]:
            return not (self.ran["specs"] or self.ran["random"])
        others = self.by_source["checks"] + self.by_source["stress"]
        return bool(others) and not (self.ran["checks"] or self.ran["stress"])

    @property
    def nothing_passed(self) -> bool:
        """Return whether cases ran and all of them failed or are waived."""
        if self.ran["specs"] + self.ran["random"]:
            return not (self.passed["specs"] or self.passed["random"])
        ran = self.ran["checks"] + self.ran["stress"]
        return bool(ran) and not (self.passed["checks"] or self.passed["stress"])

    @property
    def never_executed(self) -> list[str]:
        """Return the operations that the driver reported supported but that no case executed."""
        return sorted(self.reported_supported - self.executed_operations)
