"""Count the verdicts that result from waits that an open circuit breaker shortened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from conformance.results.phrases import format_count
from conformance.verdicts import Verdict


@dataclass(slots=True)
class _Count:
    time_outs: int = 0
    limit: float = 0.0
    verdicts: int = 0
    cases: set[str] = field(default_factory=set)


@dataclass(slots=True)
class BreakerCounts:
    """The circuit breakers of a run, by the event that was awaited."""

    subjects: dict[str, _Count] = field(default_factory=dict)

    def add(self, case_id: str, verdict: Verdict) -> None:
        """Count a verdict if it results from a shortened wait.

        Details of another form are ignored, because other programs may write event streams too.
        """
        breaker = verdict.details.get("breaker")
        if not isinstance(breaker, dict):
            return
        subject = breaker.get("subject")
        time_outs, limit = breaker.get("time_outs"), breaker.get("limit")
        if not isinstance(subject, str) or not isinstance(time_outs, int):
            return
        count = self.subjects.setdefault(subject, _Count())
        count.time_outs = max(count.time_outs, time_outs)
        if isinstance(limit, int | float):
            count.limit = max(count.limit, limit)
        count.verdicts += 1
        count.cases.add(case_id)

    def lines(self) -> Iterator[str]:
        """Yield a sentence for each circuit breaker that was open."""
        for subject, count in sorted(self.subjects.items()):
            yield (
                f"circuit breaker: {count.time_outs} waits for {subject} had no answer within "
                f"{count.limit:g} s; later waits were shortened or "
                f"omitted, and {format_count(count.verdicts, 'verdict')} in "
                f"{format_count(len(count.cases), 'case')} failed for this reason"
            )
