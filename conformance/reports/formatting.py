"""Headlines, titles, causes and entries of tables for all reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from conformance.coverage import ANY_TYPE
from conformance.failures.explain.explanation import Cause, recorded_causes
from conformance.failures.failure_grouping import fault_of, signature_of
from conformance.hal import OperandType
from conformance.results.policy_check import unmet_requirements
from conformance.results.run_difference import CaseChange, RunDifference
from conformance.results.run_matrix import MatrixCell, RunMatrix
from conformance.results.run_results import RunResults
from conformance.text import format_count
from conformance.verdicts import Verdict, VerdictKind

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
    if unmet_requirements(record.header.policy, record.statistics):
        parts.insert(0, "POLICY NOT MET")
    if not record.complete:
        parts.insert(0, "INCOMPLETE RUN")
    elif not record.cases or record.statistics.nothing_executed:
        parts.insert(0, "NOTHING EXECUTED")
    return ", ".join(parts)


def format_duration(record: RunResults) -> str:
    """Return when the run started and how long it took."""
    header, footer = record.header, record.stream.footer
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


LEGEND: Final = (
    "12: 12 cases passed; 3F/12: 3 of 12 cases failed; D12: all 12 declined; x: the contract "
    "permits it, and no case executed it; -: not permitted"
)
"""Meaning of the entries of the table."""

_STATES: Final = ("failed", "passed", "declined", "never executed")


def short_type(name: str) -> str:
    """Return the name of a type as the head of a column; a scalar type is named as such."""
    if name == ANY_TYPE:
        return "any"
    if name in OperandType.__members__ and not name.startswith("TENSOR_"):
        return f"scalar {name}"
    return name.removeprefix("TENSOR_").replace("QUANT", "Q")


def format_cell(cell: MatrixCell | None) -> str:
    """Return the entry of the table for a cell; ``LEGEND`` states the meanings."""
    if cell is None:
        return "-"
    count = cell.count
    if count.failed:
        return f"{count.failed}F/{count.executed}"
    if count.passed:
        return str(count.passed)
    return f"D{count.declined}" if count.declined else "x"


def format_states(matrix: RunMatrix) -> str:
    """Return the number of combinations of operation and type in each state."""
    states = matrix.states()
    counts = ", ".join(f"{states[state]:,} {state}" for state in _STATES)
    return f"{format_count(len(matrix.cells), 'combination')} of operation and type: {counts}"


def causes_of(record: RunResults) -> list[Cause]:
    """Return the causes of a run's failures: those in the stream, which the run determined.

    A stream without causes, for example of a run that did not end, has one for each operation and
    symptom. Cases without a verdict because of an error of the suite have causes of their own.
    """
    recorded = recorded_causes(record.stream)
    failures = [one for one in record.failures if not recorded or not one.kind.blames_driver]
    return recorded + causes_of_failures(record, failures)


def causes_of_failures(record: RunResults, failures: Iterable[Verdict]) -> list[Cause]:
    """Return a cause without a condition for each operation and symptom, the most frequent first.

    The checks of an area of the suite count as one operation.
    """
    grouped: dict[tuple[str, str], list[Verdict]] = {}
    for verdict in failures:
        signature = signature_of(verdict)
        operation = signature.check.rpartition("/")[0] or signature.operation
        grouped.setdefault((operation, signature.symptom), []).append(verdict)
    causes = []
    for (operation, symptom), verdicts in grouped.items():
        first = verdicts[0]
        fault = Counter(map(fault_of, verdicts)).most_common(1)[0][0]
        causes.append(
            Cause(
                operation,
                symptom,
                first.reason,
                tuple(dict.fromkeys(verdict.case_id for verdict in verdicts)),
                len(first.operations) == 1,
                fault if first.kind.blames_driver else "gets no verdict: the suite failed",
                record.reproduce_command(first.case_id),
            )
        )
    return sorted(causes, key=lambda cause: -cause.count)
