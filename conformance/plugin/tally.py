"""Counting verdicts over a run: by kind, by operation, and what nobody executed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformance.harness import Kind

COLUMNS = ("passed", "failed", "declined", "other")
_FAILED = frozenset({Kind.FAILED, Kind.CRASH, Kind.HANG, Kind.LEAK, Kind.INVALID_ANSWER})
_RANK = {
    kind: rank
    for rank, kind in enumerate(
        (
            Kind.PASSED,
            Kind.QUALITY_WARNING,
            Kind.UNEXPECTEDLY_PASSED,
            Kind.DISABLED,
            Kind.WAIVED,
            Kind.DECLINED,
            Kind.LEAK,
            Kind.FAILED,
            Kind.INVALID_ANSWER,
            Kind.HANG,
            Kind.CRASH,
            Kind.INTERNAL_ERROR,
        )
    )
}


def column_of(kind: str) -> str:
    """Column of the summary that a kind counts in."""
    if kind in (Kind.PASSED, Kind.QUALITY_WARNING):
        return "passed"
    if kind in _FAILED:
        return "failed"
    return "declined" if kind == Kind.DECLINED else "other"


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
    claimed: set[str] = field(default_factory=set)
    executed: set[str] = field(default_factory=set)
    failures: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)

    def add(self, case_id: str, verdicts: Sequence[Mapping[str, Any]]) -> None:
        """Count one case."""
        worst = max(verdicts, key=lambda verdict: _RANK[Kind(verdict["kind"])])
        column = column_of(worst["kind"])
        self.cases[worst["kind"]] += 1
        for operation in worst["operations"]:
            self.by_operation[operation][column] += 1
        if column == "declined":
            unsupported = {
                entry.partition(" ")[0] for entry in worst["details"].get("unsupported", ())
            }
            for operation in unsupported:
                self.declined_for[operation][worst["reason"]] += 1
            self.claimed.update(set(worst["operations"]) - unsupported)
        else:
            self.claimed.update(worst["operations"])
        if column == "failed" or worst["kind"] == Kind.INTERNAL_ERROR:
            self.failures.append(case_id)
        if any(verdict["path"] for verdict in verdicts):
            self.executed.update(worst["operations"])

    def add_late(self, verdict: Mapping[str, Any]) -> None:
        """Count what turned out about a case that had its verdict already."""
        self.late.append(f"{verdict['case_id']}: {verdict['reason']}")
        self.failures.append(verdict["case_id"])

    @property
    def never_executed(self) -> list[str]:
        """Operations the driver reported supported somewhere, with no case that executed them."""
        return sorted(self.claimed - self.executed)
