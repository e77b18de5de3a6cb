"""Several drivers in one table: the cases of each operation, and the arbitration of failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from conformance.failures.arbitration import (
    ArbitratedCase,
    DriverRun,
    Ruling,
    arbitrate,
    engine_of,
)
from conformance.reports.formatting import headline
from conformance.results.run_results import RunResults, driver_argument, driver_name
from conformance.text import format_count, list_first, one_line

_MAX_OPERATIONS: Final = 8
_EXAMPLES: Final = 5
"""Maximum number of cases that are listed for each ruling."""

LEGEND: Final = (
    "12: 12 cases passed; 3F/12: 3 of 12 executed cases failed; D5: all 5 declined; -: no result"
)


@dataclass(slots=True)
class RulingGroup:
    """Cases with the same ruling, failing driver and agreeing drivers.

    ``cases`` is the number of cases; ``examples`` are the first of them.
    """

    ruling: Ruling
    driver: str
    supporters: tuple[str, ...]
    same_result: tuple[str, ...]
    cases: int = 0
    operations: Counter[str] = field(default_factory=Counter)
    examples: list[ArbitratedCase] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class DriverTable:
    """The table of several runs.

    Attributes:
        runs: the runs with the names of their drivers.
        common: number of cases that every run has.
        rows: for each operation, the numbers of cases by column for each run.
        groups: the arbitrated failures, the most important ruling first.

    """

    runs: tuple[DriverRun, ...]
    common: int
    rows: dict[str, tuple[Counter[str], ...]]
    groups: tuple[RulingGroup, ...]

    def warnings(self) -> list[str]:
        """Return the reasons why the columns may not be comparable."""
        messages = [
            f"{run.name}: {format_count(more, 'case')} not in every run"
            for run in self.runs
            if (more := len(run.record.cases) - self.common)
        ]
        for name in ("suite_version", "seed"):
            values = {str(getattr(run.record.header, name)) for run in self.runs}
            if len(values) > 1:
                messages.append(f"the runs differ in {name}: {', '.join(sorted(values))}")
        return messages


def driver_table(records: Sequence[RunResults]) -> DriverTable:
    """Return the table of several runs, with some cases for each ruling."""
    runs = _driver_runs(records)
    common = set(records[0].cases).intersection(*(record.cases for record in records[1:]))
    names = sorted({name for record in records for name in record.statistics.by_operation})
    rows = {
        name: tuple(record.statistics.by_operation.get(name, Counter()) for record in records)
        for name in names
    }
    return DriverTable(runs, len(common), rows, _groups(runs))


def _driver_runs(records: Sequence[RunResults]) -> tuple[DriverRun, ...]:
    """Return the runs; equal names of drivers are made different by the value of ``--driver``."""
    names = [driver_name(one.header) for one in records]
    shown = list(names)
    for number, record in enumerate(records):
        if names.count(names[number]) > 1:
            shown[number] = driver_argument(record.header)
    shown = [
        f"{name}#{number + 1}" if shown.count(name) > 1 else name
        for number, name in enumerate(shown)
    ]
    return tuple(
        DriverRun(title, engine_of(name), record)
        for name, title, record in zip(names, shown, records, strict=True)
    )


def _groups(runs: Sequence[DriverRun]) -> tuple[RulingGroup, ...]:
    groups: dict[tuple[Any, ...], RulingGroup] = {}
    for case in arbitrate(runs):
        if case.same_result and case.driver != min((case.driver, *case.same_result)):
            continue  # counted with the first of the drivers that have this result
        key = (case.ruling, case.driver, case.supporters, case.same_result)
        group = groups.setdefault(key, RulingGroup(*key))
        group.cases += 1
        group.operations.update(case.verdict.operations)
        if len(group.examples) < _EXAMPLES:
            group.examples.append(case)
    order = list(Ruling)
    return tuple(sorted(groups.values(), key=lambda one: (order.index(one.ruling), -one.cases)))


def format_entry(counts: Counter[str]) -> str:
    """Return the entry of a table; ``LEGEND`` states the meanings."""
    executed = counts["failed"] + counts["passed"]
    if counts["failed"]:
        return f"{counts['failed']}F/{executed}"
    if counts["passed"]:
        return str(executed)
    return f"D{counts['declined']}" if counts["declined"] else "-"


def table_rows(table: DriverTable) -> list[list[str]]:
    """Return the head, a row for all cases and a row for each operation."""
    rows = [["operation", *(one_line(run.name, 40) for run in table.runs)]]
    totals = []
    for run in table.runs:
        cases = run.record.statistics.cases
        passed = sum(n for kind, n in cases.items() if kind in ("passed", "quality_warning"))
        declined = cases["declined"]
        totals.append(
            format_entry(Counter(failed=run.record.failed_cases, passed=passed, declined=declined))
        )
    rows.append(["all cases", *totals])
    rows += [[one_line(name, 60), *map(format_entry, row)] for name, row in table.rows.items()]
    return rows


def group_title(group: RulingGroup) -> str:
    """Return one sentence: which driver fails how many cases, and what the others return."""
    cases = format_count(group.cases, "case")
    expected = " and ".join(group.supporters)
    verb = "returns" if len(group.supporters) == 1 else "return"
    same = " and ".join((group.driver, *group.same_result))
    if group.ruling == Ruling.EXPECTATION:
        beside = f"; {expected} {verb} the expected result" if expected else ""
        return f"{cases}: {same} return the same result, which is not the expected one{beside}"
    if group.ruling == Ruling.DISPUTED:
        return f"{cases}: {expected} {verb} the expected result, {same} another one"
    if group.ruling == Ruling.OPEN:
        beside = f"only {expected} {verb}" if expected else "no independent driver returns"
        return f"{cases}: {group.driver} fails, and {beside} the expected result"
    return f"{cases}: {group.driver} fails, and {expected} {verb} the expected result"


_HEADINGS: Final = {
    Ruling.DRIVER: "Against the driver: two independent engines return the expected result",
    Ruling.EXPECTATION: (
        "Against the expected result: two independent engines return the same other result; check "
        "the spec, and the reference driver"
    ),
    Ruling.DISPUTED: "Disputed: two engines on each side",
    Ruling.ONE_ENGINE: "Against the driver, by one other engine",
    Ruling.OPEN: "Open: no independent engine has a result",
}


def arbitration_lines(table: DriverTable) -> Iterator[tuple[int, str]]:
    """Yield the arbitration as lines with their depth: 0 heading, 1 group, 2 example."""
    for ruling in Ruling:
        groups = [group for group in table.groups if group.ruling == ruling]
        if not groups:
            continue
        yield 0, _HEADINGS[ruling]
        for group in groups:
            names = [f"{name} {number:,}" for name, number in group.operations.most_common()]
            operations = f" ({list_first(names, _MAX_OPERATIONS)})" if names else ""
            yield 1, group_title(group) + operations
            for case in group.examples:
                evidence = f" [{case.evidence}]" if case.evidence else ""
                text = f"{case.case_id}: {case.verdict.reason}{evidence}"
                yield 2, one_line(text, 400)


def table_markdown(table: DriverTable) -> str:
    """Return the table and the arbitration as Markdown."""
    return "\n".join(_markdown_lines(table)) + "\n"


def _markdown_lines(table: DriverTable) -> Iterator[str]:
    head, *rows = table_rows(table)
    yield "# Drivers compared"
    yield ""
    yield from (f"- {_code(run.name)}: {headline(run.record)}" for run in table.runs)
    yield f"- {format_count(table.common, 'case')} in every run"
    yield from (f"- **{_escape(message)}**" for message in table.warnings())
    yield ""
    yield "| operation | " + " | ".join(_code(name) for name in head[1:]) + " |"
    yield "|---|" + "---:|" * len(table.runs)
    yield from (f"| {_code(first)} | {' | '.join(rest)} |" for first, *rest in rows)
    yield from ("", f"{LEGEND}.")
    for depth, line in arbitration_lines(table):
        if depth == 0:
            yield from ("", f"## {line}", "")
        else:
            yield "  " * (depth - 1) + "- " + (_code(line) if depth == 2 else _escape(line))


def _code(text: str) -> str:
    return "`" + one_line(text).replace("`", "'").replace("|", "\\|") + "`"


def _escape(text: str) -> str:
    return one_line(text).replace("_", "\\_").replace("<", "&lt;").replace("|", "\\|")


def table_as_json(table: DriverTable) -> dict[str, Any]:
    """Return the table and the arbitration as plain data."""
    return {
        "drivers": [
            {"name": run.name, "engine": run.engine, "run": run.record.name} for run in table.runs
        ],
        "common_cases": table.common,
        "warnings": table.warnings(),
        "operations": {name: [dict(counts) for counts in row] for name, row in table.rows.items()},
        "arbitration": [
            {
                "ruling": group.ruling,
                "driver": group.driver,
                "expected_result": list(group.supporters),
                "same_result": list(group.same_result),
                "cases": group.cases,
                "operations": dict(group.operations),
                "examples": [
                    {
                        "case": case.case_id,
                        "reason": case.verdict.reason,
                        "expected_by": case.expected_by,
                        "evidence": case.evidence,
                    }
                    for case in group.examples
                ],
            }
            for group in table.groups
        ],
    }
