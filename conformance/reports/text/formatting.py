"""Format numbers, headlines and titles for all reports."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from conformance.results.policy_check import unmet_requirements
from conformance.results.run_difference import CaseChange, RunDifference
from conformance.results.run_results import RunResults
from conformance.text import format_count
from conformance.verdicts import VerdictKind

PASS_DISCLAIMER: Final = (
    "A passed case means that this model, run along this path, met the contract. Models, values, "
    "sizes and paths that were not run are not covered, nor are speed and cases that the driver "
    "declined."
)
"""Text in every report that states the limits of a passed run."""


def format_kind(kind: str) -> str:
    """Return a kind in words: ``quality warning``."""
    return str(kind).replace("_", " ")


def headline(record: RunResults) -> str:
    """Return the result of a run in one line; a defect of the run comes first in capitals."""
    total = len(record.cases)
    parts = []
    if record.failed_cases:
        parts.append(f"{record.failed_cases:,} of {format_count(total, 'case')} failed")
    if record.unjudged_cases:
        parts.append(f"{format_count(record.unjudged_cases, 'case')} not judged")
    passed = (
        record.statistics.cases[VerdictKind.PASSED]
        + record.statistics.cases[VerdictKind.QUALITY_WARNING]
    )
    if not parts:
        parts.append(f"no failure in {format_count(total, 'case')}, {passed:,} passed")
    if declined := record.statistics.cases[VerdictKind.DECLINED]:
        parts.append(f"{declined:,} declined")
    if record.header and unmet_requirements(record.header.policy, record.statistics):
        parts.insert(0, "POLICY NOT MET")
    if not record.complete:
        parts.insert(0, "INCOMPLETE RUN")
    elif not record.cases or record.statistics.nothing_executed:
        parts.insert(0, "NOTHING EXECUTED")
    return ", ".join(parts)


def format_duration(record: RunResults) -> str:
    """Return when the run started and how long it took."""
    header, footer = record.header, record.stream.footer
    if header is None:
        return "unknown"
    if footer is None:
        return f"{header.started}, did not end"
    try:
        span = datetime.fromisoformat(footer.finished) - datetime.fromisoformat(header.started)
    except (TypeError, ValueError):
        return f"{header.started} to {footer.finished}"
    return f"{header.started}, {span.total_seconds():,.0f} s"


def changes_by_title(change: RunDifference) -> list[tuple[str, Sequence[CaseChange]]]:
    """Return the lists of a difference with their titles, the most important list first."""
    return [
        ("new failures", change.new_failures),
        ("failing differently than before", change.failing_differently),
        ("fixed", change.fixed),
        ("newly declined", change.newly_declined),
        ("no longer executed", change.no_longer_executed),
        ("new cases", change.new_cases),
    ]
