"""Generate the HTML report of a run: one self-contained file without network requests.

The most important parts (totals, failures by cause, operations, the difference) are plain HTML and
readable without scripts. A script adds sorting and the list of all verdicts, which it renders from
data in the page. The content security policy of the page forbids all requests and other scripts.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Final

from conformance.harness.results.verdict import VerdictKind
from conformance.reports.failure_grouping import FailureGroup, failure_groups
from conformance.reports.formatting import (
    PASS_DISCLAIMER,
    changes_by_title,
    format_duration,
    format_kind,
    headline,
    one_line,
)
from conformance.reports.page_data import PageData, encode_page_data, slowest_cases
from conformance.reports.phrases import format_count
from conformance.reports.policy_check import policy_requirements, unmet_requirements
from conformance.reports.recorded_causes import recorded_causes
from conformance.reports.requirements import requirements
from conformance.reports.run_coverage import RunCoverage, summarize_coverage
from conformance.reports.run_difference import CaseChange, RunDifference
from conformance.reports.run_results import RunResults
from conformance.reports.run_statistics import column_of

_MAX_GROUPS: Final = 200
_MAX_CASES: Final = 100
_MAX_CHANGES: Final = 500
_MAX_ROWS: Final = 1_000
_MAX_SLOWEST: Final = 25


def render_html(record: RunResults, change: RunDifference | None = None) -> bytes:
    """Return the whole page, encoded as UTF-8."""
    return b"".join(html_parts(record, change))


def html_parts(
    record: RunResults, change: RunDifference | None = None
) -> Iterator[bytes | bytearray]:
    """Yield the parts of the page, encoded as UTF-8."""
    assets = files("conformance.reports") / "page"
    style = (assets / "report.css").read_text(encoding="utf-8")
    script = (assets / "report.js").read_text(encoding="utf-8")
    data = encode_page_data(record)
    page = _HtmlPage(record, change, data)
    policy = (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        f"style-src '{_csp_hash(style)}'; script-src '{_csp_hash(script)}'"
    )
    title = record.header.driver if record.header else record.name
    head = "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>Conformance of {escape(one_line(title, 120))}</title>",
            f"<style>{style}</style></head><body>",
            *page.lines(),
            '<script type="application/json" id="data">',
        )
    )
    tail = f"</script>\n<script>{script}</script>\n</body></html>\n"
    yield _encode_utf8(head)
    yield from data.parts
    yield _encode_utf8(tail)


def _csp_hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _encode_utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _escape(text: object, limit: int = 400) -> str:
    return escape(one_line(str(text), limit))


def _code(text: object, limit: int = 400) -> str:
    return f"<code>{_escape(text, limit)}</code>"


class _HtmlPage:
    """The static part of the page; each method yields the HTML lines of one section."""

    def __init__(self, record: RunResults, change: RunDifference | None, data: PageData) -> None:
        self.record, self.change, self.data = record, change, data
        self.covered: RunCoverage = summarize_coverage(record)
        self.groups: Sequence[FailureGroup] = failure_groups(record.failures)

    def lines(self) -> Iterator[str]:
        yield from self._head()
        yield "<main>"
        yield from self._overview()
        yield from self._difference()
        yield from self._causes()
        yield from self._failures()
        yield from self._verdicts()
        yield from self._requirements()
        yield from self._operations()
        yield from self._slowest()
        yield from self._limitations()
        yield "</main>"

    def _head(self) -> Iterator[str]:
        header = self.record.header
        name = header.driver if header else self.record.name
        faultless = not (self.record.failed_cases or self.record.unjudged_cases)
        state = "good" if faultless and not self.record.warnings() else "bad"
        yield f'<header class="{state}"><p class="kicker">Conformance report</p>'
        yield f"<h1>{_escape(name, 120)}</h1>"
        yield f'<p class="headline">{_escape(headline(self.record))}</p>'
        links = [("overview", "Overview"), ("failures", f"Failures {len(self.groups):,}")]
        if self.change is not None:
            links.insert(1, ("difference", "Difference"))
        links += [
            ("verdicts", "All verdicts"),
            ("requirements", "Requirements"),
            ("operations", "Operations"),
            ("slowest", "Slowest"),
            ("limitations", "Limitations"),
        ]
        anchors = "".join(f'<a href="#{target}">{text}</a>' for target, text in links)
        yield f"</header><nav>{anchors}</nav>"

    def _overview(self) -> Iterator[str]:
        yield '<section id="overview">'
        for warning in self.record.warnings():
            yield f'<p class="alarm">{_escape(warning, 2000)}</p>'
        yield '<div class="kinds">'
        for kind, verdicts in self.record.verdict_counts.items():
            cases = self.record.statistics.cases[kind]
            yield (
                f'<a class="tile {column_of(kind)}" href="#verdicts?kind={kind}">'
                f"<b>{cases:,}</b><span>{format_kind(kind)}</span>"
                f"<small>{format_count(verdicts, 'verdict')}</small></a>"
            )
        yield "</div><dl>"
        for name, value in self._facts():
            yield f"<div><dt>{_escape(name)}</dt><dd>{_escape(value, 600)}</dd></div>"
        yield "</dl>"
        yield (
            '<p class="note">A case has one verdict for each path. It counts once, with the most '
            "severe of them.</p></section>"
        )

    def _facts(self) -> Iterator[tuple[str, str]]:
        if (header := self.record.header) is not None:
            yield "Driver", f"{header.driver} {header.driver_version}"
            yield "Tested as", f"HAL {header.hal_version}"
            yield "Suite", f"{header.suite_version}, seed {header.seed}"
            for name, value in header.options.items():
                if value not in ([], {}, "", None):
                    yield f"Option {name}", str(value)
        yield "Time", format_duration(self.record)
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
                f"{format_kind(before_kind)} → {format_kind(after_kind)} {number:,}"
                for before_kind, after_kind, number in difference.transitions
            ]
            yield f"<p>Cases whose kind of verdict changed: {_escape(', '.join(moves))}</p>"
        for path, count in difference.paths_no_longer_run:
            cases = format_count(count, "case")
            yield f"<p>No longer run along {_code(path)} but along other paths: {cases}</p>"
        for title, changes in changes_by_title(difference):
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
        if empty := [title for title, changes in changes_by_title(difference) if not changes]:
            yield f'<p class="none">None of these: {", ".join(empty)}.</p>'
        yield "</section>"

    def _causes(self) -> Iterator[str]:
        """Yield the probable causes that the run found, with their conditions."""
        causes = recorded_causes(self.record.stream)
        if not causes:
            return
        yield '<section id="causes"><h2>Probable causes</h2>'
        for cause in causes[:_MAX_GROUPS]:
            yield (
                f'<details class="group"><summary><b class="amount">{cause.count:,}</b>'
                f'<span class="cause">{_escape(cause.title, 300)}</span></summary>'
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
        for line in self.record.statistics.breakers.lines():
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
        amount = f"{len(cases):,}"
        yield (
            f'<details class="group"><summary><b class="amount">{amount}</b>'
            f'<span class="pill {column_of(group.kind)}">{format_kind(group.kind)}</span>'
            f'<span class="rule">{_escape(group.rule, 80)}</span>'
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
        yield f"<pre>{_escape(self.record.reproduce_command(first.case_id), 600)}</pre>"
        if len(cases) > 1:
            yield '<ul class="cases">'
            yield from (f"<li>{self._case(case)}" for case in cases[1:_MAX_CASES])
            yield "</ul>" + _omission_note(len(cases) - _MAX_CASES, "case")
        yield "</details>"

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
        yield from (f'<th class="number">{format_kind(kind)}</th>' for kind in kinds)
        yield '<th class="number">executed</th><th>reported supported</th></tr></thead><tbody>'
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
            yield f'<td data-value="{share:.6f}">{supported}</td></tr>'
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
        yield f"<p>{_escape(PASS_DISCLAIMER, 2000)}</p><ul>"
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
            yield f"<li>{format_count(cases_of_kind, 'case')} {format_kind(kind)}"
        yield "</ul></section>"


def _format_change(change: CaseChange) -> str:
    """Return the paths of a change, the new kind and the old kind as HTML."""
    along = f" along {_code(', '.join(change.paths), 200)}" if change.paths else ""
    after = change.after
    current = "gone" if after is None else format_kind(after.kind)
    reason = after.reason if after is not None and after.kind != VerdictKind.PASSED else ""
    tail = f'<br><span class="reason">{_escape(reason)}</span>' if reason else ""
    return f"{along}: {_escape(current)}, was {_escape(format_kind(change.kind_before))}{tail}"


def _names(names: Iterable[str]) -> str:
    return ", ".join(_code(name, 80) for name in names)


def _omission_note(number: int, noun: str = "case") -> str:
    """Return a note that ``number`` more entries are not shown; empty if there are none."""
    if number <= 0:
        return ""
    return f'<p class="cut">{format_count(number, f"more {noun}")} not shown here</p>'


def _milliseconds(seconds: float) -> str:
    return f'<td class="number" data-value="{seconds:.9f}">{1000 * seconds:,.2f}</td>'
