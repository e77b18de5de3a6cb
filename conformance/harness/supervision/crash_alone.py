"""Distinguishes crashes that a case causes alone from crashes that earlier executions may cause.

A driver can die after a number of executions, or because an earlier case damaged its memory. The
crash then happens during whichever case runs next. For the first crashes of a run the judge runs
the case again, alone in a new process.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from conformance.verdicts import Finding, Verdict, VerdictKind

MAX_ATTEMPTS: Final = 8
"""Number of crashes of a run after which the case is run alone; each takes a restart."""

CRASH_RULE: Final = "process.alive"


def has_crashed(verdicts: Sequence[Verdict]) -> bool:
    """Return whether the driver's process died along one of the paths."""
    return any(_is_crash(verdict.kind, verdict.rule) for verdict in verdicts)


def _is_crash(kind: VerdictKind, rule: str) -> bool:
    return kind is VerdictKind.CRASH and rule == CRASH_RULE


def with_result_alone(
    verdicts: Sequence[Verdict], executions: int, findings: Sequence[Finding]
) -> list[Verdict]:
    """Return the verdicts with the number of earlier executions and the result of the case alone.

    ``executions`` is the number of requests of earlier cases that the process had executed, and
    ``findings`` those of the case alone.
    """
    alone = any(_is_crash(finding.kind, finding.rule) for finding in findings)
    plural = "" if executions == 1 else "s"
    before = f"after {executions} execution{plural} of earlier cases in this process"
    if alone:
        result = "alone in a new process the case crashes too"
    else:
        result = (
            "alone in a new process the case does not crash, so the cause may be an earlier case "
            "or the number of executions"
        )
    details = {"executions_before": executions, "crashes_alone": alone}
    return [
        replace(
            verdict,
            reason=f"{verdict.reason}, {before}; {result}",
            details={**verdict.details, **details},
        )
        if _is_crash(verdict.kind, verdict.rule)
        else verdict
        for verdict in verdicts
    ]
