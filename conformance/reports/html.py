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

from conformance.harness import Kind
from conformance.reports.coverage import Coverage, coverage
from conformance.reports.demands import demands
from conformance.reports.difference import Change, Difference
from conformance.reports.grouping import FailureGroup, failure_groups
from conformance.reports.payload import payload, slowest
from conformance.reports.policy import requirements, unmet
from conformance.reports.record import Record
from conformance.reports.tally import column_of
from conformance.reports.text import (
    GREEN_MEANS,
    changes_by_title,
    count,
    headline,
    kind_text,
    lasted,
    one_line,
)

_GROUPS: Final = 200
_CASES: Final = 100
_CHANGES: Final = 500
_ROWS: Final = 1_000
_SLOWEST: Final = 25


def html(record: Record, change: Difference | None = None) -> bytes:
    """Return the whole page, encoded as UTF-8."""
    assets = files("conformance.reports") / "page"
    style = (assets / "report.css").read_text(encoding="utf-8")
    script = (assets / "report.js").read_text(encoding="utf-8")
    data, left_out = payload(record)
    page = _Page(record, change, left_out)
    policy = (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        f"style-src '{_hash(style)}'; script-src '{_hash(script)}'"
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
    return _clean(head) + data + _clean(tail)


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _clean(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _e(text: object, limit: int = 400) -> str:
    return escape(one_line(str(text), limit))


def _code(text: object, limit: int = 400) -> str:
    return f"<code>{_e(text, limit)}</code>"


class _Page:
    """The static part of the page; each method yields the HTML lines of one section."""

    def __init__(self, record: Record, change: Difference | None, left_out: int) -> None:
        self.record, self.change, self.left_out = record, change, left_out
        self.covered: Coverage = coverage(record)
        self.groups: Sequence[FailureGroup] = failure_groups(record.failures)

    def lines(self) -> Iterator[str]:
        yield from self._head()
        yield "<main>"
        yield from self._overview()
        yield from self._difference()
        yield from self._failures()
        yield from self._verdicts()
        yield from self._demanded()
        yield from self._operations()
        yield from self._slowest()
        yield from self._not_claimed()
        yield "</main>"

    def _head(self) -> Iterator[str]:
        header = self.record.header
        name = header.driver if header else self.record.name
        faultless = not (self.record.failed_cases or self.record.unjudged_cases)
        state = "good" if faultless and not self.record.warnings() else "bad"
        yield f'<header class="{state}"><p class="kicker">Conformance report</p>'
        yield f"<h1>{_e(name, 120)}</h1>"
        yield f'<p class="headline">{_e(headline(self.record))}</p>'
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
            yield f'<p class="alarm">{_e(warning, 2000)}</p>'
        yield '<div class="kinds">'
        for kind, verdicts in self.record.verdict_counts.items():
            cases = self.record.tally.cases[kind]
            yield (
                f'<a class="tile {column_of(kind)}" href="#verdicts?kind={kind}">'
                f"<b>{cases:,}</b><span>{kind_text(kind)}</span>"
                f"<small>{count(verdicts, 'verdict')}</small></a>"
            )
        yield "</div><dl>"
        for name, value in self._facts():
            yield f"<div><dt>{_e(name)}</dt><dd>{_e(value, 600)}</dd></div>"
        yield "</dl>"
        yield (
            '<p class="note">A case has one verdict for each path. It counts once, with the most '
            "severe of them.</p></section>"
        )

    def _facts(self) -> Iterator[tuple[str, str]]:
        header = self.record.header
        if header is not None:
            yield "Driver", f"{header.driver} {header.driver_version}"
            yield "Tested as", f"HAL {header.hal_version}"
            yield "Suite", f"{header.suite_version}, seed {header.seed}"
            for name, value in header.options.items():
                if value not in ([], "", None):
                    yield f"Option {name}", str(value)
        yield "Time", lasted(self.record)
        cases = count(len(self.record.cases), "case")
        yield "Size", f"{cases}, {count(len(self.record.stream.verdicts), 'verdict')}"

    def _difference(self) -> Iterator[str]:
        change = self.change
        if change is None:
            return
        yield '<section id="difference"><h2>Changes since the previous run</h2>'
        for warning in change.warnings():
            yield f'<p class="alarm">{_e(warning, 2000)}</p>'
        for name, before, after in change.headers:
            yield f"<p>{_e(name)}: {_code(before)} before, now {_code(after)}</p>"
        if change.transitions:
            moves = [f"{kind_text(a)} → {kind_text(b)} {n:,}" for a, b, n in change.transitions]
            yield f"<p>Cases whose kind of verdict changed: {_e(', '.join(moves))}</p>"
        for path, gone in change.paths_gone:
            cases = count(gone, "case")
            yield f"<p>No longer run along {_code(path)} but along other paths: {cases}</p>"
        for title, changes in changes_by_title(change):
            if not changes:
                continue
            mark = " class=new" if title == "new failures" else ""
            yield f"<details{mark}><summary><b>{len(changes):,}</b> {title}</summary>"
            yield '<ul class="cases">'
            yield from (
                f"<li>{self._case(one.case_id)}{_became(one)}" for one in changes[:_CHANGES]
            )
            yield "</ul>" + _more(len(changes) - _CHANGES) + "</details>"
        empty = [title for title, changes in changes_by_title(change) if not changes]
        if empty:
            yield f'<p class="none">None of these: {", ".join(empty)}.</p>'
        yield "</section>"

    def _failures(self) -> Iterator[str]:
        yield '<section id="failures"><h2>Failures by rule and cause</h2>'
        if not self.groups:
            yield '<p class="none">None.</p></section>'
            return
        for line in self.record.tally.breakers.lines():
            yield f"<p>{escape(one_line(line))}</p>"
        flaky = self.record.tally.flaky
        if flaky:
            shown = ", ".join(self._case(case_id) for case_id in flaky[:_CASES])
            yield f"<p>{count(len(flaky), 'flaky case')} (failed, then passed): {shown}</p>"
            yield _more(len(flaky) - _CASES, "case")
        for group in self.groups[:_GROUPS]:
            yield from self._group(group)
        rest = self.groups[_GROUPS:]
        yield (_more(len(rest), "group") if rest else "") + "</section>"

    def _group(self, group: FailureGroup) -> Iterator[str]:
        first, cases = group.verdicts[0], group.cases
        amount = f"{len(cases):,}"
        yield (
            f'<details class="group"><summary><b class="amount">{amount}</b>'
            f'<span class="pill {column_of(group.kind)}">{kind_text(group.kind)}</span>'
            f'<span class="rule">{_e(group.rule, 80)}</span>'
            f'<span class="cause">{_e(group.cause, 300)}</span></summary>'
        )
        operations = ", ".join(group.operations[:20])
        yield f"<p>{count(len(cases), 'case')}, {count(len(group.verdicts), 'verdict')}"
        yield (f" in {_code(operations, 600)}</p>" if operations else "</p>")
        along = f" along {_code(first.path, 80)}" if first.path else ""
        yield f"<p>{self._case(first.case_id)}{along}</p>"
        yield f'<p class="reason">{_e(first.reason, 2000)}</p>'
        yield f"<pre>{_e(self.record.reproduce(first.case_id), 600)}</pre>"
        if len(cases) > 1:
            yield '<ul class="cases">'
            yield from (f"<li>{self._case(case)}" for case in cases[1:_CASES])
            yield "</ul>" + _more(len(cases) - _CASES, "case")
        yield "</details>"

    def _case(self, case_id: str) -> str:
        """Return a case's id as HTML; the script makes it a link to the verdicts of the case."""
        return f'<code class="case">{_e(case_id, 2000)}</code>'

    def _verdicts(self) -> Iterator[str]:
        yield '<section id="verdicts"><h2>All verdicts</h2>'
        yield '<p id="needs-script" class="none">This list needs JavaScript.</p>'
        if self.left_out:
            yield (
                f'<p class="note">This page omits the details of '
                f"{count(self.left_out, 'verdict')} to limit its size; the event stream has them."
                "</p>"
            )
        yield '<div id="list" hidden></div></section>'

    def _demanded(self) -> Iterator[str]:
        """Yield the cases that each declaration makes mandatory, and the policy's requirements."""
        yield '<section id="requirements"><h2>Requirements</h2>'
        yield '<div class="wide"><table class="sortable"><thead><tr><th>declared</th>'
        yield '<th>required</th><th class="number">cases</th><th class="number">executed</th>'
        yield "</tr></thead><tbody>"
        for one in demands(self.record):
            yield f"<tr><th>{_e(one.declared)}</th><td>{one.demands}</td>"
            yield "".join(
                f'<td class="number" data-value="{n}">{n:,}</td>' for n in (one.cases, one.executed)
            )
            yield "</tr>"
        yield "</tbody></table></div>"
        policy = self.record.header.policy if self.record.header else {}
        required = requirements(policy)
        if required:
            missing = unmet(policy, self.record.tally)
            state = "<b>not met</b>" if missing else "met."
            yield f"<p>The policy requires: {_names(required)}: {state}</p>"
            yield "".join(f'<p class="alarm">{_e(line, 2000)}</p>' for line in missing)
        yield "</section>"

    def _operations(self) -> Iterator[str]:
        kinds = list(self.record.verdict_counts)
        yield '<section id="operations"><h2>Operations</h2>'
        yield '<div class="wide"><table class="sortable"><thead><tr><th>operation</th>'
        yield from (f'<th class="number">{kind_text(kind)}</th>' for kind in kinds)
        yield '<th class="number">executed</th><th>reported supported</th></tr></thead><tbody>'
        claims = sorted(self.covered.claims, key=lambda claim: (-claim.failed, claim.operation))
        for claim in claims[:_ROWS]:
            yield f"<tr><th>{_e(claim.operation, 80)}</th>"
            for kind in kinds:
                number = claim.kinds.get(kind, 0)
                mark = f" some {column_of(kind)}" if number else ""
                shown = f"{number:,}" if number else ""
                data = f'data-kind="{kind}" data-value="{number}"'
                yield f'<td class="number{mark}" {data}>{shown}</td>'
            yield f'<td class="number" data-value="{claim.executed}">{claim.executed:,}</td>'
            some = f"in {claim.supported:,} of {claim.cases:,} cases"
            share = claim.supported / claim.cases
            supported = some if claim.demanded == "some" else claim.demanded
            yield f'<td data-value="{share:.6f}">{supported}</td></tr>'
        yield "</tbody></table></div>" + _more(len(claims) - _ROWS, "operation")
        yield (
            '<p class="note">A case counts once for each operation in it. The driver must pass it '
            "if it reports every operation in it supported.</p></section>"
        )

    def _slowest(self) -> Iterator[str]:
        yield '<section id="slowest"><h2>Slowest cases</h2>'
        steps = ("supported", "prepare", "execute")
        entries = list(slowest(self.record, _SLOWEST))
        if not entries:
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

    def _not_claimed(self) -> Iterator[str]:
        covered = self.covered
        yield '<section id="limitations"><h2>Limitations of this run</h2>'
        yield f"<p>{_e(GREEN_MEANS, 2000)}</p><ul>"
        if covered.nothing_executed:
            yield "<li><b>No case was executed.</b>"
        if covered.never_executed:
            yield f"<li>Reported supported but never executed: {_names(covered.never_executed)}"
        for declined in covered.declined[:_ROWS]:
            operation = f"{_code(declined.operation, 80)}, {count(declined.cases, 'case')}"
            yield f"<li>Declined in every case: {operation}: {_e(declined.reason)}"
        if covered.version is None:
            yield "<li>The HAL version of the driver is unknown, so its requirements are too."
        else:
            of = f"of the {covered.operations_of_version} operations of HAL {_e(covered.version)}"
            for names, what in (
                (covered.no_case, "have no case in this run"),
                (covered.outside_suite, "are not supported by this suite"),
            ):
                if names:
                    yield f"<li>{len(names)} {of} {what}: {_names(names)}"
            run = tuple(f"{path} ({verdicts:,})" for path, verdicts in covered.paths_run)
            if run:
                yield f"<li>Paths run, with the number of verdicts: {_names(run)}"
            if covered.paths_not_run:
                yield f"<li>Paths not run: {_names(covered.paths_not_run)}"
        for kind, cases_of_kind in covered.left_out:
            yield f"<li>{count(cases_of_kind, 'case')} {kind_text(kind)}"
        yield "</ul></section>"


def _became(change: Change) -> str:
    """Return the paths of a change, the new kind and the old kind as HTML."""
    along = f" along {_code(', '.join(change.paths), 200)}" if change.paths else ""
    after = change.after
    now = "gone" if after is None else kind_text(after.kind)
    reason = after.reason if after is not None and after.kind != Kind.PASSED else ""
    tail = f'<br><span class="reason">{_e(reason)}</span>' if reason else ""
    return f"{along}: {_e(now)}, was {_e(kind_text(change.was))}{tail}"


def _names(names: Iterable[str]) -> str:
    return ", ".join(_code(name, 80) for name in names)


def _more(number: int, what: str = "case") -> str:
    """Return a note that ``number`` more entries are not shown; empty if there are none."""
    if number <= 0:
        return ""
    return f'<p class="cut">{count(number, f"more {what}")} not shown here</p>'


def _milliseconds(seconds: float) -> str:
    return f'<td class="number" data-value="{seconds:.9f}">{1000 * seconds:,.2f}</td>'
