"""Generate the HTML report of a run: one self-contained file without network requests.

Each entry of the matrix of operations and types links to the facets of the operation with this
type, which are in a ``details`` element below, and each count there links to the list of verdicts.

The most important parts (totals, failures by cause, operations, the difference) are plain HTML and
readable without scripts. A script adds sorting and the list of all verdicts, which it renders from
data in the page. The content security policy of the page forbids all requests and other scripts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from conformance.cases.casefile import CaseError
from conformance.failures.explain.explanation import recorded_causes
from conformance.failures.failure_grouping import FailureGroup, failure_groups
from conformance.failures.show.case_content import (
    CaseContent,
    content_of_dump,
)
from conformance.failures.show.html_panel import command_html, panel_lines
from conformance.gate.requirements import requirements
from conformance.reports.html.page_data import PageData, encode_page_data, slowest_cases
from conformance.reports.html.page_frame import page_end, page_start
from conformance.reports.text import formatting
from conformance.reports.text.matrix_text import LEGEND, format_cell, format_states, short_type
from conformance.results.event_stream import RunHeader
from conformance.results.policy_check import policy_requirements, unmet_requirements
from conformance.results.run_coverage import RunCoverage, summarize_coverage
from conformance.results.run_difference import CaseChange, RunDifference
from conformance.results.run_matrix import CellCount, MatrixCell, RunMatrix
from conformance.results.run_results import RunResults
from conformance.results.run_statistics import column_of
from conformance.text import format_count, one_line
from conformance.verdicts import Verdict, VerdictKind

_MAX_SEARCHED: Final = 5_000
_MAX_READ: Final = 5


def first_dumped_case(record: RunResults, verdicts: Iterable[Verdict]) -> CaseContent | None:
    """Return the first dumped case of some verdicts; ``None`` if there is none."""
    named = (verdict for verdict in islice(verdicts, _MAX_SEARCHED) if "dump" in verdict.details)
    found = (dumped_case(record, verdict) for verdict in islice(named, _MAX_READ))
    return next((content for content in found if content is not None), None)


def dumped_case(record: RunResults, verdict: Verdict) -> CaseContent | None:
    """Return the dumped case of a verdict; ``None`` if there is no dump of it.

    The dump's folder is searched beside the event stream and in the current folder. A dump of
    another case or of another failure, from a later run, is not used.
    """
    named = verdict.details.get("dump")
    if not isinstance(named, str) or not named:
        return None
    for folder in (record.folder / named, Path(named)):
        try:
            content = content_of_dump(folder)
        except (CaseError, OSError):
            continue
        if content.case_id == verdict.case_id and any(
            failure.reason == verdict.reason for failure in content.failures
        ):
            return replace(content, failures=(verdict,), command="")
    return None


SECTION_ID: Final = "matrix"
_COLUMNS: Final = {"failed": "failed", "passed": "passed", "declined": "declined"}
"""Class of an entry by state; the style sheet colours these classes."""
_MAX_FACETS: Final = 400


def matrix_section(matrix: RunMatrix) -> Iterator[str]:
    """Yield the lines of the section."""
    yield f'<section id="{SECTION_ID}"><h2>Matrix of operations and types</h2>'
    if not matrix.cells:
        yield '<p class="none">The run has no operations.</p></section>'
        return
    yield f"<p>{escape(format_states(matrix))}.</p>"
    types = matrix.types
    yield '<div class="wide"><table class="sortable"><thead><tr><th>operation</th>'
    yield from (f'<th class="number">{escape(short_type(type_))}</th>' for type_ in types)
    yield "</tr></thead><tbody>"
    for operation in matrix.operations:
        cells = ((type_, matrix.cells.get((operation, type_))) for type_ in types)
        entries = (_entry(operation, type_, cell) for type_, cell in cells)
        yield f"<tr><th>{_text(operation)}</th>{''.join(entries)}</tr>"
    yield "</tbody></table></div>"
    yield f'<p class="note">{escape(LEGEND)}. An entry leads to its facets.</p>'
    yield "<details><summary>Facets of each operation and type</summary>"
    for operation in matrix.operations:
        for type_ in types:
            if (cell := matrix.cells.get((operation, type_))) is not None:
                yield from _facets(operation, type_, cell)
    yield "</details></section>"


def _text(text: str) -> str:
    return escape(one_line(text, 80))


def _anchor(operation: str, type_: str) -> str:
    return escape(f"{SECTION_ID}-{one_line(operation, 80)}-{type_}".replace(" ", "_"))


def _entry(operation: str, type_: str, cell: MatrixCell | None) -> str:
    """Return an entry of the table; it sorts by failed, then by executed cases."""
    if cell is None:
        return '<td class="number" data-value="-2">-</td>'
    value = cell.count.failed * 1e6 + cell.count.executed
    order = value if cell.count.executed else -1
    mark = f" some {_COLUMNS.get(cell.count.state, 'other')}"
    link = f'<a href="#{_anchor(operation, type_)}">{format_cell(cell)}</a>'
    return f'<td class="number{mark}" data-value="{order:g}">{link}</td>'


def _facets(operation: str, type_: str, cell: MatrixCell) -> Iterator[str]:
    """Yield the facets of one entry, the failing ones first.

    The anchor is inside the ``details`` elements, which browsers open when a link leads there.
    """
    title = f"{_text(operation)} {escape(short_type(type_))}"
    yield f"<details><summary>{title}: {_counts(operation, cell.count, links=False)}</summary>"
    yield f'<p id="{_anchor(operation, type_)}">{_counts(operation, cell.count)}</p><ul>'
    ordered = sorted(cell.facets.items(), key=lambda item: (-item[1].failed, item[0]))
    for (facet, value), count in ordered[:_MAX_FACETS]:
        yield f"<li>{_text(f'{facet}={value}')}: {_counts(operation, count, links=False)}"
    yield "</ul></details>"


def _counts(operation: str, count: CellCount, *, links: bool = True) -> str:
    """Return the numbers of a cell; with ``links`` each leads to the verdicts of the operation."""
    parts = []
    for number, kind in (
        (count.failed, "failed"),
        (count.passed, "passed"),
        (count.declined, "declined"),
        (count.not_run, ""),
    ):
        if not number:
            continue
        text = f"{number:,} {kind or 'not run'}"
        if links and kind:
            query = urlencode({"operation": operation, "kind": kind})
            text = f'<a href="#verdicts?{escape(query)}">{text}</a>'
        parts.append(text)
    return ", ".join(parts) or "never executed"


_WIDTH: Final = 96
_HEIGHT: Final = 10
_CLASSES: Final = {"passed": "good", "failed": "bad", "declined": "calm"}


def share_bar(parts: Sequence[tuple[str, int]], total: int) -> str:
    """Return a bar as SVG; ``parts`` are classes with numbers, and ``total`` is the full length.

    A part that is not 0 is at least two pixels wide. The numbers are in the text beside the bar, so
    the bar is hidden from screen readers.
    """
    x, shapes = 0, []
    for name, number in parts:
        width = max(2, round(_WIDTH * number / max(total, 1))) if number else 0
        width = min(width, _WIDTH - x)
        if width > 0:
            shapes.append(
                f'<rect class="{name}" x="{x}" width="{width}" height="{_HEIGHT}"></rect>'
            )
            x += width
    return (
        f'<svg class="share" width="{_WIDTH}" height="{_HEIGHT}" aria-hidden="true">'
        f"{''.join(shapes)}</svg>"
    )


def kind_bar(kinds: Mapping[Any, int], total: int) -> str:
    """Return the shares of failed, passed, declined and other cases as a bar."""
    counts = dict.fromkeys(("bad", "good", "calm", "rest"), 0)
    for kind, number in kinds.items():
        counts[_CLASSES.get(column_of(kind), "rest")] += number
    return share_bar(list(counts.items()), total)


def option_texts(header: RunHeader | None) -> Iterator[tuple[str, str]]:
    """Yield the name and the value of each option of a run; options without a value are omitted."""
    for name, value in (header.options if header is not None else {}).items():
        words = name.replace("_", " ")
        if isinstance(value, bool):
            if value:
                yield words, "yes"
        elif isinstance(value, Mapping):
            yield from ((words, f"{key}={inner}") for key, inner in value.items())
        elif isinstance(value, list | tuple):
            if value:
                yield words, ", ".join(map(str, value))
        elif value not in ("", None):
            yield words, str(value)


_MAX_GROUPS: Final = 200
_OPEN_CAUSES: Final = 3
_MAX_CASES: Final = 100
_MAX_CHANGES: Final = 500
_MAX_ROWS: Final = 1_000
_MAX_SLOWEST: Final = 25
_MAX_PANELS: Final = 24


def render_html(record: RunResults, change: RunDifference | None = None) -> bytes:
    """Return the page, encoded as UTF-8."""
    data = encode_page_data(record)
    title = record.header.driver if record.header else record.name
    lines = (
        *page_start(f"Conformance of {one_line(title, 120)}"),
        *_HtmlPage(record, change, data).lines(),
        f'<script type="application/json" id="data">{data.text}</script>',
        *page_end(),
    )
    return "\n".join(lines).encode("utf-8", "replace")


def _escape(text: object, limit: int = 400) -> str:
    return escape(one_line(str(text), limit))


def _code(text: object, limit: int = 400) -> str:
    return f"<code>{_escape(text, limit)}</code>"


class _HtmlPage:
    """The static part of the page; each method yields the HTML lines of one section."""

    def __init__(self, record: RunResults, change: RunDifference | None, data: PageData) -> None:
        self.record, self.change, self.data = record, change, data
        self._panels = 0
        self.covered: RunCoverage = summarize_coverage(record)
        self.groups: Sequence[FailureGroup] = failure_groups(record.failures)
        self._largest = max((len(group.cases) for group in self.groups), default=1)

    def lines(self) -> Iterator[str]:
        yield from self._head()
        yield "<main>"
        yield from self._overview()
        if self.groups:
            yield from self._causes()
            yield from self._failures()
            yield from self._difference()
            yield from self._notices()
        else:
            yield from self._notices()
            yield from self._difference()
            yield from self._failures()
        yield from self._limitations()
        yield from self._operations()
        yield from matrix_section(self.record.matrix)
        yield from self._verdicts()
        yield from self._requirements()
        yield from self._run()
        yield from self._slowest()
        yield "</main>"

    def _head(self) -> Iterator[str]:
        header = self.record.header
        name = header.driver if header else self.record.name
        faultless = not (self.record.failed_cases or self.record.unjudged_cases)
        state = "good" if faultless and not self.record.warnings() else "bad"
        yield f'<header class="{state}"><p class="kicker">Conformance report</p>'
        yield f"<h1>{_escape(name, 120)}</h1>"
        yield f'<p class="headline">{_escape(formatting.headline(self.record))}</p>'
        links = [("overview", "Overview"), ("failures", f"Failures {len(self.groups):,}")]
        if self.change is not None:
            links.insert(1, ("difference", "Difference"))
        links += [
            ("limitations", "Not run"),
            ("operations", "Operations"),
            (SECTION_ID, "Matrix"),
            ("verdicts", "All verdicts"),
            ("requirements", "Requirements"),
            ("run", "Run"),
            ("slowest", "Slowest"),
        ]
        anchors = "".join(f'<a href="#{target}">{text}</a>' for target, text in links)
        yield f"</header><nav>{anchors}</nav>"

    def _overview(self) -> Iterator[str]:
        yield '<section id="overview"><div class="kinds">'
        for kind, verdicts in self.record.verdict_counts.items():
            cases = self.record.statistics.cases[kind]
            yield (
                f'<a class="tile {column_of(kind)}" href="#verdicts?kind={kind}">'
                f"<b>{cases:,}</b><span>{formatting.format_kind(kind)}</span>"
                f"<small>{format_count(verdicts, 'verdict')}</small></a>"
            )
        yield "</div>"
        yield (
            '<p class="note">A case has one verdict for each path. It counts once, with the most '
            "severe of them.</p></section>"
        )

    def _notices(self) -> Iterator[str]:
        """Yield why the run does not count as passed; below the failures, if there are any."""
        if warnings := self.record.warnings():
            yield '<section id="notices"><h2>Notices on the run</h2>'
            for warning in warnings:
                yield f'<p class="alarm">{_escape(warning, 2000)}</p>'
            yield "</section>"

    def _run(self) -> Iterator[str]:
        """Yield the driver, the suite and the options of the run."""
        yield '<section id="run"><h2>The run</h2><dl>'
        for name, value in self._facts():
            yield f"<div><dt>{_escape(name)}</dt><dd>{_escape(value, 600)}</dd></div>"
        yield "</dl>"
        if options := list(option_texts(self.record.header)):
            listed = "".join(
                f"<li>{_escape(name)} {_code(value, 600)}</li>" for name, value in options
            )
            yield f'<ul class="options" aria-label="options of the run">{listed}</ul>'
        yield "</section>"

    def _facts(self) -> Iterator[tuple[str, str]]:
        if (header := self.record.header) is not None:
            yield "Driver", f"{header.driver} {header.driver_version}"
            yield "Tested as", f"HAL {header.hal_version}"
            yield "Suite", f"{header.suite_version}, seed {header.seed}"
        yield "Time", formatting.format_duration(self.record)
        cases = format_count(len(self.record.cases), "case")
        yield "Size", f"{cases}, {format_count(len(self.record.stream.verdicts), 'verdict')}"

    def _difference(self) -> Iterator[str]:
        if (difference := self.change) is None:
            return
        yield '<section id="difference"><h2>Changes since the previous run</h2>'
        for warning in difference.warnings():
            yield f'<p class="alarm">{_escape(warning, 2000)}</p>'
        for name, before, after in difference.header_changes:
            yield f"<p>{_escape(name)}: {_code(before)} before, now {_code(after)}</p>"
        if difference.transitions:
            moves = [
                f"{' → '.join(map(formatting.format_kind, kinds))} {number:,}"
                for *kinds, number in difference.transitions
            ]
            yield f"<p>Cases whose kind of verdict changed: {_escape(', '.join(moves))}</p>"
        for path, count in difference.paths_no_longer_run:
            cases = format_count(count, "case")
            yield f"<p>No longer run along {_code(path)} but along other paths: {cases}</p>"
        for title, changes in formatting.changes_by_title(difference):
            if not changes:
                continue
            mark = " class=new" if title == "new failures" else ""
            yield f"<details{mark}><summary><b>{len(changes):,}</b> {title}</summary>"
            yield '<ul class="cases">'
            yield from (
                f"<li>{self._case(case_change.case_id)}{_format_change(case_change)}"
                for case_change in changes[:_MAX_CHANGES]
            )
            yield "</ul>" + _omission_note(len(changes) - _MAX_CHANGES) + "</details>"
        if empty := [
            title for title, changes in formatting.changes_by_title(difference) if not changes
        ]:
            yield f'<p class="none">None of these: {", ".join(empty)}.</p>'
        yield "</section>"

    def _causes(self) -> Iterator[str]:
        """Yield the probable causes that the run found, with their conditions."""
        causes = recorded_causes(self.record.stream)
        if not causes:
            return
        yield '<section id="causes"><h2>Probable causes</h2>'
        for number, cause in enumerate(causes[:_MAX_GROUPS], 1):
            shown = " open" if number <= _OPEN_CAUSES else ""
            title = f"{number}. {_escape(cause.title, 300)}"
            yield (
                f'<details class="group" id="cause-{number}"{shown}><summary>'
                f'<b class="amount">{cause.count:,}</b><span class="cause">{title}</span></summary>'
            )
            if cause.explanation:
                yield f"<p>{_escape(cause.explanation, 800)}</p>"
            if cause.cases:
                yield f"<p>Smallest case: {self._case(cause.cases[0])}</p>"
            yield f'<p class="reason">{_escape(cause.reason, 2000)}</p>'
            yield f"<pre>{_escape(cause.command, 600)}</pre>"
            yield "</details>"
        yield _omission_note(len(causes) - _MAX_GROUPS, "cause") + "</section>"

    def _failures(self) -> Iterator[str]:
        yield '<section id="failures"><h2>Failures by rule and cause</h2>'
        if not self.groups:
            yield '<p class="none">None.</p></section>'
            return
        for line in self.record.statistics.short_waits.lines():
            yield f"<p>{escape(one_line(line))}</p>"
        if flaky := self.record.statistics.flaky_cases:
            listed = ", ".join(self._case(case_id) for case_id in flaky[:_MAX_CASES])
            yield f"<p>{format_count(len(flaky), 'flaky case')} (failed, then passed): {listed}</p>"
            yield _omission_note(len(flaky) - _MAX_CASES, "case")
        for group in self.groups[:_MAX_GROUPS]:
            yield from self._group(group)
        remaining = self.groups[_MAX_GROUPS:]
        yield (_omission_note(len(remaining), "group") if remaining else "") + "</section>"

    def _group(self, group: FailureGroup) -> Iterator[str]:
        first, cases = group.verdicts[0], group.cases
        amount, kind = f"{len(cases):,}", formatting.format_kind(group.kind)
        yield (
            f'<details class="group"><summary>{share_bar([("bad", len(cases))], self._largest)}'
            f'<b class="amount">{amount}</b>'
            f'<span class="pill {column_of(group.kind)}">{kind}</span>'
            f'<span class="rule">{_escape(group.rule, 80)}</span>'
            f"{_expected_and_got(first)}"
            f'<span class="cause">{_escape(group.cause, 300)}</span></summary>'
        )
        operations = ", ".join(group.operations[:20])
        yield (
            f"<p>{format_count(len(cases), 'case')}, {format_count(len(group.verdicts), 'verdict')}"
        )
        yield (f" in {_code(operations, 600)}</p>" if operations else "</p>")
        along = f" along {_code(first.path, 80)}" if first.path else ""
        yield f"<p>{self._case(first.case_id)}{along}</p>"
        yield f'<p class="reason">{_escape(first.reason, 2000)}</p>'
        yield command_html(one_line(self.record.reproduce_command(first.case_id), 600))
        yield from self._panel(group)
        if len(cases) > 1:
            yield '<ul class="cases">'
            yield from (f"<li>{self._case(case)}" for case in cases[1:_MAX_CASES])
            yield "</ul>" + _omission_note(len(cases) - _MAX_CASES, "case")
        yield "</details>"

    def _panel(self, group: FailureGroup) -> Iterator[str]:
        """Yield the panel of one case of a group, if one was dumped."""
        if self._panels >= _MAX_PANELS:
            return
        content = first_dumped_case(self.record, group.verdicts)
        if content is not None:
            self._panels += 1
            yield f"<p><b>{self._case(content.case_id)}</b> in detail:</p>"
            try:
                yield from list(panel_lines(content, f"case{self._panels}"))
            except Exception as error:  # a malformed model must not prevent the report
                problem = f"The case cannot be drawn: {type(error).__name__}: {error}"
                yield f'<p class="note">{_escape(problem)}</p>'

    def _case(self, case_id: str) -> str:
        """Return a case's id as HTML; the script makes it a link to the verdicts of the case."""
        return f'<code class="case">{_escape(case_id, 2000)}</code>'

    def _verdicts(self) -> Iterator[str]:
        yield '<section id="verdicts"><h2>All verdicts</h2>'
        yield '<p id="needs-script" class="none">This list needs JavaScript.</p>'
        for omitted, number in (
            ("", self.data.omitted_verdicts),
            ("the details of ", self.data.omitted_details),
        ):
            if number:
                entries = f"{omitted}{format_count(number, 'verdict')}"
                yield (
                    f'<p class="note">This page omits {entries} to limit its size; '
                    "the event stream has them.</p>"
                )
        yield '<div id="list" hidden></div></section>'

    def _requirements(self) -> Iterator[str]:
        """Yield the cases that each declaration makes mandatory, and the policy's requirements."""
        yield '<section id="requirements"><h2>Requirements</h2>'
        yield '<div class="wide"><table class="sortable"><thead><tr><th>declared</th>'
        yield '<th>required</th><th class="number">cases</th><th class="number">executed</th>'
        yield "</tr></thead><tbody>"
        for requirement in requirements(self.record):
            yield f"<tr><th>{_escape(requirement.declared)}</th><td>{requirement.requires}</td>"
            yield "".join(
                f'<td class="number" data-value="{n}">{n:,}</td>'
                for n in (requirement.cases, requirement.executed)
            )
            yield "</tr>"
        yield "</tbody></table></div>"
        policy = self.record.header.policy if self.record.header else {}
        if required := policy_requirements(policy):
            missing = unmet_requirements(policy, self.record.statistics)
            state = "<b>not met</b>" if missing else "met."
            yield f"<p>The policy requires: {_names(required)}: {state}</p>"
            yield "".join(f'<p class="alarm">{_escape(line, 2000)}</p>' for line in missing)
        yield "</section>"

    def _operations(self) -> Iterator[str]:
        kinds = list(self.record.verdict_counts)
        yield '<section id="operations"><h2>Operations</h2>'
        yield '<div class="wide"><table class="sortable"><thead><tr><th>operation</th>'
        yield from (f'<th class="number">{formatting.format_kind(kind)}</th>' for kind in kinds)
        yield '<th class="number">executed</th><th>reported supported</th>'
        yield "<th>failed, passed, declined, other</th></tr></thead><tbody>"
        claims = sorted(self.covered.operations, key=lambda claim: (-claim.failed, claim.operation))
        for claim in claims[:_MAX_ROWS]:
            yield f"<tr><th>{_escape(claim.operation, 80)}</th>"
            for kind in kinds:
                number = claim.kinds.get(kind, 0)
                mark = f" some {column_of(kind)}" if number else ""
                text = f"{number:,}" if number else ""
                data = f'data-kind="{kind}" data-value="{number}"'
                yield f'<td class="number{mark}" {data}>{text}</td>'
            yield f'<td class="number" data-value="{claim.executed}">{claim.executed:,}</td>'
            some = f"in {claim.supported:,} of {claim.cases:,} cases"
            share = claim.supported / claim.cases
            supported = some if claim.declared_support == "some" else claim.declared_support
            yield f'<td data-value="{share:.6f}">{supported}</td>'
            yield f'<td data-value="{claim.failed / max(claim.cases, 1):.6f}">'
            yield kind_bar(claim.kinds, claim.cases) + "</td></tr>"
        yield "</tbody></table></div>" + _omission_note(len(claims) - _MAX_ROWS, "operation")
        yield (
            '<p class="note">A case counts once for each operation in it. The driver must pass it '
            "if it reports every operation in it supported.</p></section>"
        )

    def _slowest(self) -> Iterator[str]:
        yield '<section id="slowest"><h2>Slowest cases</h2>'
        steps = ("supported", "prepare", "execute")
        if not (entries := list(slowest_cases(self.record, _MAX_SLOWEST))):
            yield '<p class="none">The run has no durations.</p></section>'
            return
        yield '<div class="wide"><table class="sortable"><thead><tr><th>case</th>'
        yield '<th class="number">milliseconds</th>'
        yield from (f'<th class="number">{step}</th>' for step in steps)
        yield "</tr></thead><tbody>"
        for case_id, seconds, by_step in entries:
            yield f"<tr><td>{self._case(case_id)}</td>{_milliseconds(seconds)}"
            yield from (_milliseconds(by_step.get(step, 0.0)) for step in steps)
            yield "</tr>"
        yield "</tbody></table></div>"
        yield (
            '<p class="note">Sums over all paths; a compilation that several paths share counts '
            "once.</p></section>"
        )

    def _limitations(self) -> Iterator[str]:
        coverage = self.covered
        yield '<section id="limitations"><h2>Limitations of this run</h2>'
        yield f"<p>{_escape(formatting.PASS_DISCLAIMER, 2000)}</p><ul>"
        if coverage.nothing_executed:
            yield "<li><b>No case was executed.</b>"
        if coverage.never_executed:
            yield f"<li>Reported supported but never executed: {_names(coverage.never_executed)}"
        for declined in coverage.declined[:_MAX_ROWS]:
            operation = f"{_code(declined.operation, 80)}, {format_count(declined.cases, 'case')}"
            yield f"<li>Declined in every case: {operation}: {_escape(declined.reason)}"
        if coverage.version is None:
            yield "<li>The HAL version of the driver is unknown, so its requirements are too."
        else:
            of = (
                f"of the {coverage.operations_of_version} operations of HAL"
                f" {_escape(coverage.version)}"
            )
            for names, limitation in (
                (coverage.operations_without_case, "have no case in this run"),
                (coverage.operations_outside_suite, "are not supported by this suite"),
            ):
                if names:
                    yield f"<li>{len(names)} {of} {limitation}: {_names(names)}"
            if run := tuple(f"{path} ({verdicts:,})" for path, verdicts in coverage.paths_run):
                yield f"<li>Paths run, with the number of verdicts: {_names(run)}"
            if coverage.paths_not_run:
                yield f"<li>Paths not run: {_names(coverage.paths_not_run)}"
        for kind, cases_of_kind in coverage.excluded_cases:
            yield f"<li>{format_count(cases_of_kind, 'case')} {formatting.format_kind(kind)}"
        yield "</ul></section>"


def _expected_and_got(verdict: Verdict) -> str:
    """Return the values of the worst element of a failure as HTML; empty if it has none."""
    worst = verdict.details.get("worst")
    if not isinstance(worst, dict) or "expected" not in worst or "actual" not in worst:
        return ""
    expected, actual = (_short_number(worst[name]) for name in ("expected", "actual"))
    return f'<span class="pair">{_escape(expected, 24)} → {_escape(actual, 24)}</span>'


def _short_number(value: object) -> str:
    return f"{value:.7g}" if isinstance(value, float) else str(value)


def _format_change(change: CaseChange) -> str:
    """Return the paths of a change, the new kind and the old kind as HTML."""
    along = f" along {_code(', '.join(change.paths), 200)}" if change.paths else ""
    after = change.after
    before = formatting.format_kind(change.kind_before)
    current = "gone" if after is None else formatting.format_kind(after.kind)
    reason = after.reason if after is not None and after.kind != VerdictKind.PASSED else ""
    tail = f'<br><span class="reason">{_escape(reason)}</span>' if reason else ""
    return f"{along}: {_escape(current)}, was {_escape(before)}{tail}"


def _names(names: Iterable[str]) -> str:
    return ", ".join(_code(name, 80) for name in names)


def _omission_note(number: int, noun: str = "case") -> str:
    """Return a note that ``number`` more entries are not shown; empty if there are none."""
    if number <= 0:
        return ""
    return f'<p class="cut">{format_count(number, f"more {noun}")} not shown here</p>'


def _milliseconds(seconds: float) -> str:
    return f'<td class="number" data-value="{seconds:.9f}">{1000 * seconds:,.2f}</td>'
