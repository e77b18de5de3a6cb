"""The Markdown summary of a run, fit for a pull request.

It is bounded: GitHub takes 65 536 characters. When all does not fit, every list is cut further, and
each says how much was left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from conformance.reports.coverage import Coverage, coverage
from conformance.reports.demands import demands
from conformance.reports.difference import Change, Difference
from conformance.reports.grouping import FailureGroup, failure_groups
from conformance.reports.policy import requirements, unmet
from conformance.reports.record import Record
from conformance.reports.tally import COLUMNS
from conformance.reports.text import (
    GREEN_MEANS,
    changes_by_title,
    count,
    headline,
    kind_text,
    lasted,
    one_line,
)

MAX_LENGTH: Final = 65_000
"""Longest summary in bytes, below what GitHub takes for a comment."""

_LIMITS: Final = (40, 20, 10, 4, 1)
"""How many entries a list may have, tried in turn until the summary is short enough."""

_NAMES: Final = 1_500
"""Characters that a list of names may have."""

_ROWS: Final = 40
"""Rows of the table by operation that are never cut."""

_OPEN_ROWS: Final = 15
"""A table by operation that is longer is folded."""


def markdown(record: Record, change: Difference | None = None, limit: int = MAX_LENGTH) -> str:
    """The summary, at most ``limit`` bytes long, however many failures there are."""
    covered, groups = coverage(record), failure_groups(record.failures)
    text = ""
    for entries in _LIMITS:
        text = _Summary(record, change, covered, groups, entries).text()
        if len(text.encode()) <= limit:
            return text
    raise ValueError(f"a summary needs {len(text.encode())} bytes, {limit} are allowed")


def code(text: str, limit: int = 400) -> str:
    """The text as an inline code span, whatever it holds: nothing in it is Markdown or HTML."""
    flat = one_line(text, limit) or " "
    fence = "`"
    while fence in flat:
        fence += "`"
    pad = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{fence}{pad}{flat}{pad}{fence}"


def cell(text: str, limit: int = 200) -> str:
    """A code span that may stand in a table."""
    return code(text, limit).replace("|", "\\|")


class _Summary:
    """Writes one summary in which no list has more than ``entries`` entries."""

    def __init__(
        self,
        record: Record,
        change: Difference | None,
        covered: Coverage,
        groups: Sequence[FailureGroup],
        entries: int,
    ) -> None:
        self.record, self.change, self.covered = record, change, covered
        self.groups, self.entries = groups, entries

    def text(self) -> str:
        sections = (
            self._head(),
            self._totals(),
            self._difference(),
            self._failures(),
            self._demanded(),
            self._operations(),
            self._not_claimed(),
        )
        return "\n".join(line for section in sections for line in section) + "\n"

    def _head(self) -> Iterator[str]:
        name = f" of {code(self.record.header.driver, 80)}" if self.record.header else ""
        yield f"## Conformance{name}: {headline(self.record)}"
        for warning in self.record.warnings():
            yield ""
            yield "> [!CAUTION]"
            yield f"> {_plain(warning)}"
        yield ""
        yield "| Run | |"
        yield "|---|---|"
        header = self.record.header
        if header is not None:
            yield f"| Driver | {cell(header.driver)} version {cell(header.driver_version)} |"
            yield f"| Judged as | HAL {cell(header.hal_version)} |"
            yield f"| Suite | {cell(header.suite_version)}, seed {header.seed} |"
            options = ", ".join(
                f"{name}={value}" for name, value in header.options.items() if value not in ([], "")
            )
            if options:
                yield f"| Options | {cell(options, 400)} |"
        yield f"| Time | {cell(lasted(self.record))} |"
        verdicts = count(len(self.record.stream.verdicts), "verdict")
        yield f"| Size | {count(len(self.record.cases), 'case')}, {verdicts} |"

    def _totals(self) -> Iterator[str]:
        yield ""
        yield "### Totals"
        yield ""
        yield "| kind | cases | verdicts |"
        yield "|---|--:|--:|"
        for kind, verdicts in self.record.verdict_counts.items():
            yield f"| {kind_text(kind)} | {self.record.tally.cases[kind]:,} | {verdicts:,} |"
        yield ""
        yield "A case has one verdict for each path and counts once, with the worst of them."

    def _difference(self) -> Iterator[str]:
        change = self.change
        if change is None:
            return
        yield ""
        yield "### Difference to the previous run"
        for warning in change.warnings():
            yield ""
            yield "> [!WARNING]"
            yield f"> {_plain(warning)}"
        yield ""
        lists = changes_by_title(change)
        yield ", ".join(
            f"**{len(changes):,} {title}**"
            if title == "new failures"
            else f"{len(changes):,} {title}"
            for title, changes in lists
        )
        yield from self._bounded(
            f"- {_plain(name, 120)}: {code(before, 120)} before, now {code(after, 120)}"
            for name, before, after in change.headers
        )
        for title, changes in lists:
            if title == "new failures":
                yield from self._new_failures(changes)
            elif changes:
                lines = [f"- {code(one.case_id, 200)}{_became(one)}" for one in changes]
                yield from self._folded(f"{title}: {len(changes):,}", lines)
        if change.transitions:
            moves = [f"{kind_text(a)} → {kind_text(b)} {n:,}" for a, b, n in change.transitions]
            yield ""
            yield "Cases that changed their kind: " + ", ".join(moves)
        if change.paths_gone:
            yield ""
        yield from self._bounded(
            f"- No longer run along {code(path, 80)}: {count(gone, 'case')} that still run"
            for path, gone in change.paths_gone
        )

    def _new_failures(self, changes: Sequence[Change]) -> Iterator[str]:
        """New failures by cause, so that what broke is seen before how often."""
        by_verdict = {id(change.after): change for change in changes}
        groups = failure_groups(change.after for change in changes if change.after)
        for group in groups[: self.entries]:
            found = [by_verdict[id(verdict)] for verdict in group.verdicts]
            yield ""
            yield f"**new: {_title(group)}**, {count(len(found), 'case')}{self._at_work(group)}"
            lines = [f"- {code(one.case_id, 200)}{_became(one)}" for one in found]
            yield from self._folded("the cases", lines)
        if len(groups) > self.entries:
            yield ""
            yield f"**{count(len(groups) - self.entries, 'more group')} of new failures left out**"

    def _at_work(self, group: FailureGroup) -> str:
        operations = ", ".join(group.operations[:8])
        if len(group.operations) > 8:
            operations += f" and {len(group.operations) - 8:,} more"
        return f" in {code(operations, 400)}" if operations else ""

    def _failures(self) -> Iterator[str]:
        if not self.groups:
            return
        verdicts = sum(len(group.verdicts) for group in self.groups)
        yield ""
        yield "### Failures by rule and cause"
        yield ""
        cases = self.record.failed_cases + self.record.unjudged_cases
        yield (
            f"{count(cases, 'case')} ({count(verdicts, 'verdict')}) in "
            f"{count(len(self.groups), 'group')}, the biggest first"
        )
        for line in self.record.tally.breakers.lines():
            yield ""
            yield _plain(line)
        flaky = self.record.tally.flaky
        if flaky:
            yield ""
            yield f"{count(len(flaky), 'case')} flaky, failed and then passed: {self._names(flaky)}"
        for number, group in enumerate(self.groups[: self.entries], 1):
            yield from self._group(number, group)
        rest = self.groups[self.entries :]
        if rest:
            left = len({case for group in rest for case in group.cases})
            yield ""
            yield f"**{count(len(rest), 'more group')} with {count(left, 'case')} left out here**"

    def _group(self, number: int, group: FailureGroup) -> Iterator[str]:
        first, cases = group.verdicts[0], group.cases
        yield ""
        yield f"**{number}. {_title(group)}**"
        yield ""
        size = f"{count(len(cases), 'case')}, {count(len(group.verdicts), 'verdict')}"
        yield f"{size}{self._at_work(group)}, such as"
        along = f" along {code(first.path, 80)}" if first.path else ""
        yield f"{code(first.case_id, 200)}{along}: {code(first.reason)}"
        yield ""
        yield "```sh"
        yield one_line(self.record.reproduce(first.case_id))
        yield "```"
        if len(cases) > 1:
            lines = [f"- {code(case, 200)}" for case in cases[1:]]
            yield from self._folded(f"the other {count(len(cases) - 1, 'case')}", lines)

    def _demanded(self) -> Iterator[str]:
        """Which declaration demanded which cases, and what policy required."""
        yield ""
        yield "### What was demanded"
        yield ""
        yield "| declared | demands | cases | executed |"
        yield "|---|---|--:|--:|"
        for one in demands(self.record):
            cases = f"{one.cases:,} | {one.executed:,}"
            yield f"| {cell(one.declared)} | {one.demands} | {cases} |"
        policy = self.record.header.policy if self.record.header else {}
        required = requirements(policy)
        if required:
            missing = unmet(policy, self.record.tally)
            yield ""
            state = "**not met**" if missing else "met."
            yield f"Policy requires: {code('; '.join(required), _NAMES)}: {state}"
            yield from self._bounded(f"- {code(line)}" for line in missing)

    def _operations(self) -> Iterator[str]:
        table = self.record.tally.by_operation
        if not table:
            return
        claims = {claim.operation: claim for claim in self.covered.claims}
        yield ""
        yield "### By operation"
        yield ""
        folded = len(table) > _OPEN_ROWS
        if folded:
            yield f"<details><summary>{count(len(table), 'operation')}</summary>"
            yield ""
        yield "| operation | " + " | ".join(COLUMNS) + " | reported supported |"
        yield "|---|" + "--:|" * len(COLUMNS) + "---|"
        # Operations with failures must not be cut, so they come first when the table is too long.
        shown = max(self.entries, _ROWS)
        names = sorted(table)
        if len(names) > shown:
            names = sorted(sorted(names, key=lambda name: -table[name]["failed"])[:shown])
        for name in names:
            counts = " | ".join(f"{table[name][c]:,}" if table[name][c] else "" for c in COLUMNS)
            claim = claims[name]
            told = claim.demanded
            if told == "some":
                told = f"in {claim.supported:,} of {claim.cases:,}"
            yield f"| {cell(name, 80)} | {counts} | {told} |"
        if len(table) > len(names):
            yield ""
            yield f"**{count(len(table) - len(names), 'more operation')} left out here**"
        yield ""
        yield (
            "A case counts once for each operation in it. It is demanded when every operation in "
            "it is reported supported."
        )
        if folded:
            yield ""
            yield "</details>"

    def _not_claimed(self) -> Iterator[str]:
        covered = self.covered
        yield ""
        yield "### What this run does not claim"
        yield ""
        yield GREEN_MEANS
        yield ""
        if covered.nothing_executed:
            yield "- **Nothing was executed.**"
        if covered.never_executed:
            yield f"- Reported supported and never executed: {self._names(covered.never_executed)}"
        if covered.declined:
            yield f"- Declined in every case ({count(len(covered.declined), 'operation')}):"
            lines = (
                f"- {code(one.operation, 80)}, {count(one.cases, 'case')}: {code(one.reason)}"
                for one in covered.declined
            )
            yield from (f"  {line}" for line in self._bounded(lines))
        if covered.version is None:
            yield "- The HAL version is unknown: what it would have demanded cannot be told."
        else:
            yield from self._version(covered)
        for kind, cases in covered.left_out:
            yield f"- {count(cases, 'case')} {kind_text(kind)}"

    def _version(self, covered: Coverage) -> Iterator[str]:
        of = f"of the {covered.operations_of_version} operations of HAL {covered.version}"
        if covered.no_case:
            amount = len(covered.no_case)
            yield f"- {amount} {of} have no case in this run: {self._names(covered.no_case)}"
        if covered.outside_suite:
            amount = len(covered.outside_suite)
            yield f"- {amount} {of} are not in this suite yet: {self._names(covered.outside_suite)}"
        if covered.paths_run:
            run = [f"{path} ({cases:,})" for path, cases in covered.paths_run]
            yield f"- Paths run, with their verdicts: {self._names(run)}"
        if covered.paths_not_run:
            yield f"- Paths not run: {self._names(covered.paths_not_run)}"

    def _names(self, names: Sequence[str]) -> str:
        """As many names as there is room for, and how many more there are."""
        shown, room = 0, _NAMES
        while shown < len(names) and (room := room - len(names[shown]) - 2) >= 0:
            shown += 1
        text = code(", ".join(names[:shown]) or names[0][:80], _NAMES)
        return text if shown == len(names) else f"{text} and {len(names) - shown:,} more"

    def _bounded(self, lines: Iterable[str]) -> Iterator[str]:
        """No more lines of a list than there may be, and how many more there are."""
        every = list(lines)
        yield from every[: self.entries]
        if len(every) > self.entries:
            yield f"- **{len(every) - self.entries:,} more left out here**"

    def _folded(self, title: str, lines: Sequence[str]) -> Iterator[str]:
        yield ""
        yield f"<details><summary>{title}</summary>"
        yield ""
        yield from self._bounded(lines)
        yield ""
        yield "</details>"


def _title(group: FailureGroup) -> str:
    kind = "" if group.kind == "failed" else f"{kind_text(group.kind)}, "
    return f"{kind}{code(group.rule, 80)}: {code(group.cause, 200)}"


def _became(change: Change) -> str:
    """Where it changed and what the case was, as far as that is not plain from the list."""
    along = f" along {code(', '.join(change.paths), 120)}" if change.paths else ""
    if change.after is None:
        return f": gone, was {kind_text(change.was)}"
    if change.before is None:
        return f"{along}: new, {kind_text(change.after.kind)}"
    if change.before.kind == "passed":
        return along
    rule = f" {code(change.before.rule, 80)}" if change.before.rule else ""
    now = f", now {code(change.after.rule, 80)}" if change.after.rule else ""
    return f"{along}: was {kind_text(change.was)}{rule}{now}"


def _plain(text: str, limit: int = 1_500) -> str:
    """Text outside a code span: what Markdown and HTML would take for their own is escaped."""
    flat = one_line(text, limit)
    return "".join(f"\\{char}" if char in "\\`*_{}[]<>#|~@&!" else char for char in flat)
