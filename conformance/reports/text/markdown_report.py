"""Generate the Markdown summary of a run, short enough for a comment on a pull request.

GitHub accepts at most 65 536 characters. If the summary is longer, every list is shortened until it
fits; each list states how many entries it does not show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from conformance.failures.explain.explanation import recorded_causes
from conformance.failures.failure_grouping import FailureGroup, failure_groups
from conformance.gate.requirements import requirements
from conformance.reports.text.formatting import (
    PASS_DISCLAIMER,
    changes_by_title,
    format_duration,
    format_kind,
    headline,
)
from conformance.reports.text.matrix_text import markdown_lines
from conformance.results.policy_check import policy_requirements, unmet_requirements
from conformance.results.run_coverage import RunCoverage, summarize_coverage
from conformance.results.run_difference import CaseChange, RunDifference
from conformance.results.run_results import RunResults
from conformance.results.run_statistics import COLUMNS
from conformance.text import format_count, one_line

MAX_LENGTH: Final = 65_000
"""Maximum size of a summary in bytes, below GitHub's limit for a comment."""

_LIST_LENGTHS: Final = (40, 20, 10, 4, 1)
"""Maximum numbers of entries in a list; they are tried in this order until the summary fits."""

_MAX_NAMES_LENGTH: Final = 1_500
"""Maximum number of characters in a list of names."""

_MIN_TABLE_ROWS: Final = 40
"""Number of rows that the table by operation always keeps."""

_MAX_UNFOLDED_ROWS: Final = 15
"""A table by operation with more rows is folded."""


def render_markdown(
    record: RunResults, change: RunDifference | None = None, limit: int = MAX_LENGTH
) -> str:
    """Return the summary of a run in at most ``limit`` bytes.

    Raises ``ValueError`` if even the shortest summary is longer.
    """
    covered, groups = summarize_coverage(record), failure_groups(record.failures)
    new_groups = (
        failure_groups([one.after for one in change.new_failures if one.after]) if change else []
    )
    text = ""
    for entries in _LIST_LENGTHS:
        text = _MarkdownSummary(record, change, covered, groups, new_groups, entries).text()
        if len(text.encode()) <= limit:
            return text
    raise ValueError(f"a summary needs {len(text.encode())} bytes, {limit} are allowed")


def code_span(text: str, limit: int = 400) -> str:
    """Return the text as an inline code span in which no Markdown or HTML takes effect."""
    flat = one_line(text, limit) or " "
    fence = "`"
    while fence in flat:
        fence += "`"
    pad = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{fence}{pad}{flat}{pad}{fence}"


def table_cell(text: str, limit: int = 200) -> str:
    """Return a code span that is safe inside a table cell."""
    return code_span(text, limit).replace("|", "\\|")


class _MarkdownSummary:
    """Generates one summary in which each list has at most ``entries`` entries."""

    def __init__(
        self,
        record: RunResults,
        change: RunDifference | None,
        covered: RunCoverage,
        groups: Sequence[FailureGroup],
        new_groups: list[FailureGroup],
        entries: int,
    ) -> None:
        self.record, self.change, self.covered = record, change, covered
        self.groups, self.new_groups, self.entries = groups, new_groups, entries

    def text(self) -> str:
        sections = (
            self._head(),
            self._totals(),
            self._difference(),
            self._causes(),
            self._failures(),
            self._requirements(),
            self._operations(),
            self._matrix(),
            self._limitations(),
        )
        return "\n".join(line for section in sections for line in section) + "\n"

    def _head(self) -> Iterator[str]:
        name = f" of {code_span(self.record.header.driver, 80)}" if self.record.header else ""
        yield f"## Conformance{name}: {headline(self.record)}"
        for warning in self.record.warnings():
            yield "\n> [!CAUTION]"
            yield f"> {_escape_markdown(warning)}"
        yield "\n| Run | |\n|---|---|"
        if (header := self.record.header) is not None:
            yield (
                f"| Driver | {table_cell(header.driver)} version"
                f" {table_cell(header.driver_version)} |"
            )
            yield f"| Tested as | HAL {table_cell(header.hal_version)} |"
            yield f"| Suite | {table_cell(header.suite_version)}, seed {header.seed} |"
            options = ", ".join(
                f"{name}={value}"
                for name, value in header.options.items()
                if value not in ([], {}, "", None)
            )
            if options:
                yield f"| Options | {table_cell(options, 400)} |"
        yield f"| Time | {table_cell(format_duration(self.record))} |"
        verdicts = format_count(len(self.record.stream.verdicts), "verdict")
        yield f"| Size | {format_count(len(self.record.cases), 'case')}, {verdicts} |"

    def _totals(self) -> Iterator[str]:
        yield "\n### Totals"
        yield "\n| kind | cases | verdicts |\n|---|--:|--:|"
        for kind, verdicts in self.record.verdict_counts.items():
            yield f"| {format_kind(kind)} | {self.record.statistics.cases[kind]:,} | {verdicts:,} |"
        yield ""
        yield "A case has one verdict for each path. It counts once, with the most severe of them."

    def _difference(self) -> Iterator[str]:
        if (difference := self.change) is None:
            return
        yield "\n### Changes since the previous run"
        for warning in difference.warnings():
            yield "\n> [!WARNING]"
            yield f"> {_escape_markdown(warning)}"
        yield ""
        lists = changes_by_title(difference)
        yield ", ".join(
            f"**{len(changes):,} {title}**"
            if title == "new failures"
            else f"{len(changes):,} {title}"
            for title, changes in lists
        )
        yield from self._truncated_list(
            f"- {_escape_markdown(name, 120)}: {code_span(before, 120)} before, now"
            f" {code_span(after, 120)}"
            for name, before, after in difference.header_changes
        )
        for title, changes in lists:
            if title == "new failures":
                yield from self._new_failures(changes)
            elif changes:
                yield from self._folded_changes(f"{title}: {len(changes):,}", changes)
        if difference.transitions:
            moves = [
                f"{format_kind(before_kind)} → {format_kind(after_kind)} {count:,}"
                for before_kind, after_kind, count in difference.transitions
            ]
            yield ""
            yield "Cases whose kind of verdict changed: " + ", ".join(moves)
        if difference.paths_no_longer_run:
            yield ""
        yield from self._truncated_list(
            f"- No longer run along {code_span(path, 80)} but along other paths:"
            f" {format_count(cases, 'case')}"
            for path, cases in difference.paths_no_longer_run
        )

    def _folded_changes(self, title: str, changes: Sequence[CaseChange]) -> Iterator[str]:
        lines = (
            f"- {code_span(change.case_id, 200)}{_format_change(change)}" for change in changes
        )
        yield from self._folded_list(title, lines, len(changes))

    def _new_failures(self, changes: Sequence[CaseChange]) -> Iterator[str]:
        """Yield the new failures grouped by cause."""
        groups = self.new_groups
        for group in groups[: self.entries]:
            group_changes = [changes[position] for position in group.positions]
            yield (
                f"\n**new: {_group_title(group)}**,"
                f" {format_count(len(group_changes), 'case')}{self._involved_operations(group)}"
            )
            yield from self._folded_changes("the cases", group_changes)
        if len(groups) > self.entries:
            yield ""
            more = format_count(len(groups) - self.entries, "more group")
            yield f"**{more} of new failures not shown here**"

    def _involved_operations(self, group: FailureGroup) -> str:
        """Return the operations that the failures of a group involve, at most eight by name."""
        operations = ", ".join(group.operations[:8])
        if len(group.operations) > 8:
            operations += f" and {len(group.operations) - 8:,} more"
        return f" in {code_span(operations, 400)}" if operations else ""

    def _causes(self) -> Iterator[str]:
        """Yield the probable causes that the run found, with their conditions."""
        causes = recorded_causes(self.record.stream)
        if not causes:
            return
        yield "\n### Probable causes\n"
        for cause in causes[: self.entries]:
            count = format_count(cause.count, "failing case")
            yield f"- **{_escape_markdown(one_line(cause.title, 300))}**: {count}"
            if cause.explanation:
                yield f"  {_escape_markdown(one_line(cause.explanation, 800))}"
            if cause.cases:
                case, reason = cause.cases[0], one_line(cause.reason, 300)
                yield f"  Smallest case: {code_span(case, 200)}: {code_span(reason)}"
            if cause.command:
                yield f"  {code_span(cause.command, 400)}"
        if (remaining := len(causes) - self.entries) > 0:
            yield f"\n**{format_count(remaining, 'more cause')} not shown here**"

    def _failures(self) -> Iterator[str]:
        if not self.groups:
            return
        verdicts = sum(len(group.verdicts) for group in self.groups)
        yield "\n### Failures by rule and cause\n"
        cases = self.record.failed_cases + self.record.unjudged_cases
        yield (
            f"{format_count(cases, 'case')} ({format_count(verdicts, 'verdict')}) in "
            f"{format_count(len(self.groups), 'group')}, the largest first"
        )
        for line in self.record.statistics.short_waits.lines():
            yield ""
            yield _escape_markdown(line)
        if flaky := self.record.statistics.flaky_cases:
            yield (
                f"\n{format_count(len(flaky), 'flaky case')} (failed, then passed):"
                f" {self._names(flaky)}"
            )
        for number, group in enumerate(self.groups[: self.entries], 1):
            yield from self._group(number, group)
        if remaining := self.groups[self.entries :]:
            case_count = len({case for group in remaining for case in group.cases})
            yield (
                f"\n**{format_count(len(remaining), 'more group')}"
                f" with {format_count(case_count, 'case')} not"
                " shown here**"
            )

    def _group(self, number: int, group: FailureGroup) -> Iterator[str]:
        first, cases = group.verdicts[0], group.cases
        yield f"\n**{number}. {_group_title(group)}**\n"
        size = f"{format_count(len(cases), 'case')}, {format_count(len(group.verdicts), 'verdict')}"
        yield f"{size}{self._involved_operations(group)}; for example"
        along = f" along {code_span(first.path, 80)}" if first.path else ""
        yield f"{code_span(first.case_id, 200)}{along}: {code_span(first.reason)}"
        yield "\n```sh"
        yield one_line(self.record.reproduce_command(first.case_id))
        yield "```"
        if len(cases) > 1:
            other_cases = len(cases) - 1
            lines = (f"- {code_span(case, 200)}" for case in islice(cases, 1, None))
            yield from self._folded_list(
                f"the other {format_count(other_cases, 'case')}", lines, other_cases
            )

    def _requirements(self) -> Iterator[str]:
        """Yield the cases that each declaration makes mandatory, and the policy's requirements."""
        yield "\n### Requirements"
        yield "\n| declared | required | cases | executed |\n|---|---|--:|--:|"
        for requirement in requirements(self.record):
            cases = f"{requirement.cases:,} | {requirement.executed:,}"
            yield f"| {table_cell(requirement.declared)} | {requirement.requires} | {cases} |"
        policy = self.record.header.policy if self.record.header else {}
        if required := policy_requirements(policy):
            missing = unmet_requirements(policy, self.record.statistics)
            yield ""
            state = "**not met**" if missing else "met."
            yield (
                f"The policy requires: {code_span('; '.join(required), _MAX_NAMES_LENGTH)}: {state}"
            )
            yield from self._truncated_list(f"- {code_span(line)}" for line in missing)

    def _operations(self) -> Iterator[str]:
        if not (table := self.record.statistics.by_operation):
            return
        claims = {claim.operation: claim for claim in self.covered.operations}
        yield "\n### By operation\n"
        folded = len(table) > _MAX_UNFOLDED_ROWS
        if folded:
            yield f"<details><summary>{format_count(len(table), 'operation')}</summary>"
            yield ""
        yield "| operation | " + " | ".join(COLUMNS) + " | reported supported |"
        yield "|---|" + "--:|" * len(COLUMNS) + "---|"
        # If the table is too long, operations without failures are dropped first.
        row_limit = max(self.entries, _MIN_TABLE_ROWS)
        names = sorted(table)
        if len(names) > row_limit:
            names = sorted(sorted(names, key=lambda name: -table[name]["failed"])[:row_limit])
        for name in names:
            counts = " | ".join(f"{table[name][c]:,}" if table[name][c] else "" for c in COLUMNS)
            claim = claims[name]
            supported = claim.declared_support
            if supported == "some":
                supported = f"in {claim.supported:,} of {claim.cases:,}"
            yield f"| {table_cell(name, 80)} | {counts} | {supported} |"
        if len(table) > len(names):
            yield f"\n**{format_count(len(table) - len(names), 'more operation')} not shown here**"
        yield (
            "\nA case counts once for each operation in it. The driver must pass it if it reports "
            "every operation in it supported."
        )
        if folded:
            yield "\n</details>"

    def _matrix(self) -> Iterator[str]:
        if self.record.matrix.cells:
            yield "\n### Matrix of operations and types\n"
            yield from markdown_lines(self.record.matrix, self.entries)

    def _limitations(self) -> Iterator[str]:
        coverage = self.covered
        yield "\n### Limitations of this run\n"
        yield PASS_DISCLAIMER
        yield ""
        if coverage.nothing_executed:
            yield "- **No case was executed.**"
        if coverage.never_executed:
            yield f"- Reported supported but never executed: {self._names(coverage.never_executed)}"
        if coverage.declined:
            yield f"- Declined in every case ({format_count(len(coverage.declined), 'operation')}):"
            lines = (
                f"- {code_span(declined.operation, 80)}, {format_count(declined.cases, 'case')}:"
                f" {code_span(declined.reason)}"
                for declined in coverage.declined
            )
            yield from (f"  {line}" for line in self._truncated_list(lines))
        if coverage.version is None:
            yield "- The HAL version of the driver is unknown, so its requirements are too."
        else:
            yield from self._version(coverage)
        for kind, cases in coverage.excluded_cases:
            yield f"- {format_count(cases, 'case')} {format_kind(kind)}"

    def _version(self, covered: RunCoverage) -> Iterator[str]:
        of = f"of the {covered.operations_of_version} operations of HAL {covered.version}"
        if covered.operations_without_case:
            amount = len(covered.operations_without_case)
            yield (
                f"- {amount} {of} have no case in this run:"
                f" {self._names(covered.operations_without_case)}"
            )
        if covered.operations_outside_suite:
            amount = len(covered.operations_outside_suite)
            names = self._names(covered.operations_outside_suite)
            yield f"- {amount} {of} are not supported by this suite: {names}"
        if covered.paths_run:
            run = [f"{path} ({cases:,})" for path, cases in covered.paths_run]
            yield f"- Paths run, with the number of verdicts: {self._names(run)}"
        if covered.paths_not_run:
            yield f"- Paths not run: {self._names(covered.paths_not_run)}"

    def _names(self, names: Sequence[str]) -> str:
        """Return the names that fit into ``_MAX_NAMES_LENGTH`` characters, and how many do not."""
        count, characters_left = 0, _MAX_NAMES_LENGTH
        while (
            count < len(names) and (characters_left := characters_left - len(names[count]) - 2) >= 0
        ):
            count += 1
        text = code_span(", ".join(names[:count]) or names[0][:80], _MAX_NAMES_LENGTH)
        return text if count == len(names) else f"{text} and {len(names) - count:,} more"

    def _truncated_list(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield at most ``entries`` lines of a list, then the number of lines not shown."""
        listed = list(lines)
        yield from listed[: self.entries]
        if len(listed) > self.entries:
            yield f"- **{len(listed) - self.entries:,} more not shown here**"

    def _folded_list(self, title: str, lines: Iterable[str], count: int) -> Iterator[str]:
        """Yield at most ``entries`` of ``count`` lines in a section that is folded."""
        yield f"\n<details><summary>{title}</summary>\n"
        yield from islice(lines, self.entries)
        if count > self.entries:
            yield f"- **{count - self.entries:,} more not shown here**"
        yield "\n</details>"


def _group_title(group: FailureGroup) -> str:
    kind = "" if group.kind == "failed" else f"{format_kind(group.kind)}, "
    return f"{kind}{code_span(group.rule, 80)}: {code_span(group.cause, 200)}"


def _format_change(change: CaseChange) -> str:
    """Return the paths of a change and the old kind, as far as the list does not imply them."""
    along = f" along {code_span(', '.join(change.paths), 120)}" if change.paths else ""
    if change.after is None:
        return f": gone, was {format_kind(change.kind_before)}"
    if change.before is None:
        return f"{along}: new, {format_kind(change.after.kind)}"
    if change.before.kind == "passed":
        return along
    rule = f" {code_span(change.before.rule, 80)}" if change.before.rule else ""
    current_rule = f", now {code_span(change.after.rule, 80)}" if change.after.rule else ""
    return f"{along}: was {format_kind(change.kind_before)}{rule}{current_rule}"


def _escape_markdown(text: str, limit: int = 1_500) -> str:
    """Return the text with every character escaped that has a meaning in Markdown or HTML."""
    flat = one_line(text, limit)
    return "".join(f"\\{char}" if char in "\\`*_{}[]<>#|~@&!" else char for char in flat)
