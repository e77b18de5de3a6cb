"""Generate the Markdown summary of a run, short enough for a comment on a pull request.

GitHub accepts at most 65 536 characters. If the summary is longer, every list is shortened until it
fits; each list states how many entries it does not show.
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
"""Maximum size of a summary in bytes, below GitHub's limit for a comment."""

_LIMITS: Final = (40, 20, 10, 4, 1)
"""Maximum numbers of entries in a list; they are tried in this order until the summary fits."""

_NAMES: Final = 1_500
"""Maximum number of characters in a list of names."""

_ROWS: Final = 40
"""Number of rows that the table by operation always keeps."""

_OPEN_ROWS: Final = 15
"""A table by operation with more rows is folded."""


def markdown(record: Record, change: Difference | None = None, limit: int = MAX_LENGTH) -> str:
    """Return the summary of a run in at most ``limit`` bytes.

    Raises ``ValueError`` if even the shortest summary is longer.
    """
    covered, groups = coverage(record), failure_groups(record.failures)
    text = ""
    for entries in _LIMITS:
        text = _Summary(record, change, covered, groups, entries).text()
        if len(text.encode()) <= limit:
            return text
    raise ValueError(f"a summary needs {len(text.encode())} bytes, {limit} are allowed")


def code(text: str, limit: int = 400) -> str:
    """Return the text as an inline code span in which no Markdown or HTML takes effect."""
    flat = one_line(text, limit) or " "
    fence = "`"
    while fence in flat:
        fence += "`"
    pad = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{fence}{pad}{flat}{pad}{fence}"


def cell(text: str, limit: int = 200) -> str:
    """Return a code span that is safe inside a table cell."""
    return code(text, limit).replace("|", "\\|")


class _Summary:
    """Generates one summary in which each list has at most ``entries`` entries."""

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
            yield f"| Tested as | HAL {cell(header.hal_version)} |"
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
        yield "A case has one verdict for each path. It counts once, with the most severe of them."

    def _difference(self) -> Iterator[str]:
        change = self.change
        if change is None:
            return
        yield ""
        yield "### Changes since the previous run"
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
            yield "Cases whose kind of verdict changed: " + ", ".join(moves)
        if change.paths_gone:
            yield ""
        yield from self._bounded(
            f"- No longer run along {code(path, 80)} but along other paths: {count(gone, 'case')}"
            for path, gone in change.paths_gone
        )

    def _new_failures(self, changes: Sequence[Change]) -> Iterator[str]:
        """Yield the new failures grouped by cause."""
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
            more = count(len(groups) - self.entries, "more group")
            yield f"**{more} of new failures not shown here**"

    def _at_work(self, group: FailureGroup) -> str:
        """Return the operations that the failures of a group involve, at most eight by name."""
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
            f"{count(len(self.groups), 'group')}, the largest first"
        )
        for line in self.record.tally.breakers.lines():
            yield ""
            yield _plain(line)
        flaky = self.record.tally.flaky
        if flaky:
            yield ""
            yield (f"{count(len(flaky), 'flaky case')} (failed, then passed): {self._names(flaky)}")
        for number, group in enumerate(self.groups[: self.entries], 1):
            yield from self._group(number, group)
        rest = self.groups[self.entries :]
        if rest:
            left = len({case for group in rest for case in group.cases})
            yield ""
            yield f"**{count(len(rest), 'more group')} with {count(left, 'case')} not shown here**"

    def _group(self, number: int, group: FailureGroup) -> Iterator[str]:
        first, cases = group.verdicts[0], group.cases
        yield ""
        yield f"**{number}. {_title(group)}**"
        yield ""
        size = f"{count(len(cases), 'case')}, {count(len(group.verdicts), 'verdict')}"
        yield f"{size}{self._at_work(group)}; for example"
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
        """Yield the cases that each declaration makes mandatory, and the policy's requirements."""
        yield ""
        yield "### Requirements"
        yield ""
        yield "| declared | required | cases | executed |"
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
            yield f"The policy requires: {code('; '.join(required), _NAMES)}: {state}"
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
        # If the table is too long, operations without failures are dropped first.
        shown = max(self.entries, _ROWS)
        names = sorted(table)
        if len(names) > shown:
            names = sorted(sorted(names, key=lambda name: -table[name]["failed"])[:shown])
        for name in names:
            counts = " | ".join(f"{table[name][c]:,}" if table[name][c] else "" for c in COLUMNS)
            claim = claims[name]
            supported = claim.demanded
            if supported == "some":
                supported = f"in {claim.supported:,} of {claim.cases:,}"
            yield f"| {cell(name, 80)} | {counts} | {supported} |"
        if len(table) > len(names):
            yield ""
            yield f"**{count(len(table) - len(names), 'more operation')} not shown here**"
        yield ""
        yield (
            "A case counts once for each operation in it. The driver must pass it if it reports "
            "every operation in it supported."
        )
        if folded:
            yield ""
            yield "</details>"

    def _not_claimed(self) -> Iterator[str]:
        covered = self.covered
        yield ""
        yield "### Limitations of this run"
        yield ""
        yield GREEN_MEANS
        yield ""
        if covered.nothing_executed:
            yield "- **No case was executed.**"
        if covered.never_executed:
            yield f"- Reported supported but never executed: {self._names(covered.never_executed)}"
        if covered.declined:
            yield f"- Declined in every case ({count(len(covered.declined), 'operation')}):"
            lines = (
                f"- {code(one.operation, 80)}, {count(one.cases, 'case')}: {code(one.reason)}"
                for one in covered.declined
            )
            yield from (f"  {line}" for line in self._bounded(lines))
        if covered.version is None:
            yield "- The HAL version of the driver is unknown, so its requirements are too."
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
            names = self._names(covered.outside_suite)
            yield f"- {amount} {of} are not supported by this suite: {names}"
        if covered.paths_run:
            run = [f"{path} ({cases:,})" for path, cases in covered.paths_run]
            yield f"- Paths run, with the number of verdicts: {self._names(run)}"
        if covered.paths_not_run:
            yield f"- Paths not run: {self._names(covered.paths_not_run)}"

    def _names(self, names: Sequence[str]) -> str:
        """Return as many names as fit into ``_NAMES`` characters, and the number of the others."""
        shown, room = 0, _NAMES
        while shown < len(names) and (room := room - len(names[shown]) - 2) >= 0:
            shown += 1
        text = code(", ".join(names[:shown]) or names[0][:80], _NAMES)
        return text if shown == len(names) else f"{text} and {len(names) - shown:,} more"

    def _bounded(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield at most ``entries`` lines of a list, then the number of lines not shown."""
        listed = list(lines)
        yield from listed[: self.entries]
        if len(listed) > self.entries:
            yield f"- **{len(listed) - self.entries:,} more not shown here**"

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
    """Return the paths of a change and the old kind, as far as the list does not imply them."""
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
    """Return the text with every character escaped that has a meaning in Markdown or HTML."""
    flat = one_line(text, limit)
    return "".join(f"\\{char}" if char in "\\`*_{}[]<>#|~@&!" else char for char in flat)
