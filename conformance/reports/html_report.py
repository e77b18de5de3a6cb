"""The HTML report of a run, and the page of a case: one file without network requests.

Each entry of the matrix of operations and types links to the facets of the operation with this
type, and each count there links to the list of verdicts. The most important parts are plain HTML
and readable without scripts. A script adds sorting and the list of all verdicts, which it renders
from data in the page.

The content security policy of a page forbids all requests, and permits the page's one style and one
script by their hashes; it therefore also forbids ``style`` attributes.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from conformance.cases.casefile import CaseError
from conformance.failures.explain.explanation import Cause
from conformance.failures.show.case_content import CaseContent, content_of_dump
from conformance.failures.show.text_view import content_lines
from conformance.reports import formatting
from conformance.results.event_stream import RunHeader
from conformance.results.policy_check import policy_requirements, unmet_requirements
from conformance.results.run_coverage import summarize_coverage
from conformance.results.run_difference import RunDifference
from conformance.results.run_results import RunResults
from conformance.results.run_statistics import column_of, is_failure
from conformance.text import format_count, one_line, terminal_text
from conformance.verdicts import JSONValue, Verdict, VerdictKind

MAX_DETAILS_BYTES: Final = 2**19
"""Maximum size in bytes of the details in a page. The page states how many were omitted."""

MAX_VERDICTS: Final = 5_000
"""Maximum number of verdicts in the list of a page. The page states how many were omitted."""

MAX_REASON: Final = 300
"""Maximum number of characters of a reason in the list of verdicts."""

MAX_TEXT: Final = 2_000
"""Maximum number of characters of one text in a page."""

_MAX_PANELS: Final = 24


def _plain(value: object) -> object:
    """Return a value of a page; a text is on one line and without control characters."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    return value if value.isprintable() and len(value) <= MAX_TEXT else one_line(value, MAX_TEXT)


@cache
def page_environment() -> Environment:
    """Return the environment of HTML pages: ``base.html`` with style, script and policy."""
    environment = Environment(
        loader=PackageLoader("conformance.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        finalize=_plain,
    )
    environment.filters |= {
        "anchor": lambda operation, name: f"matrix-{one_line(operation, 80)}-{name}".replace(
            " ", "_"
        ),
        "column": column_of,
        "count": format_count,
        "cut": lambda text, limit: one_line(str(text), limit),
        "entry": formatting.format_cell,
        "kind": formatting.format_kind,
        "short_type": formatting.short_type,
        "state_class": lambda state: "other" if state == "never executed" else state,
        "states": formatting.format_states,
        "thousands": lambda number: f"{number:,}",
    }
    templates = files("conformance.reports") / "templates"
    style, script = (
        Markup((templates / name).read_text(encoding="utf-8"))
        for name in ("report.css", "report.js")
    )
    environment.globals |= {
        "style": style,
        "script": script,
        "policy": Markup(
            "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
            f"style-src '{_hash(style)}'; script-src '{_hash(script)}'"
        ),
    }
    return environment


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def render_html(record: RunResults, change: RunDifference | None = None) -> bytes:
    """Return the page of a run, encoded as UTF-8."""
    header, statistics = record.header, record.statistics
    covered = summarize_coverage(record)
    warnings = record.warnings()
    page = page_environment().get_template("run.html")
    text = page.render(
        record=record,
        change=change,
        name=header.driver,
        headline=formatting.headline(record),
        good=not (record.failed_cases or record.unjudged_cases or warnings),
        warnings=warnings,
        causes=list(_shown_causes(record)),
        changes_by_title=formatting.changes_by_title(change) if change else [],
        covered=covered,
        disclaimer=formatting.PASS_DISCLAIMER,
        operations=sorted(covered.operations, key=lambda one: (-one.failed, one.operation)),
        matrix=record.matrix,
        legend=formatting.LEGEND,
        required=policy_requirements(header.policy),
        unmet=unmet_requirements(header.policy, statistics),
        facts=list(_facts(record)),
        options=list(_option_texts(header)),
        data=encode_page_data(record),
    )
    return text.encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class _ShownCause:
    """A cause with what the run recorded on its cases.

    ``verdict`` is the failure of the first case, and ``values`` are the expected and the actual
    value of its worst element. ``panel`` is the dumped case ``panel_case``.
    """

    cause: Cause
    verdict: Verdict | None
    values: str
    panel_case: str = ""
    panel: Markup | None = None


def _shown_causes(record: RunResults) -> Iterator[_ShownCause]:
    panels = 0
    for cause in formatting.causes_of(record):
        failures = [
            verdict
            for case_id in cause.cases
            for verdict in record.cases.get(case_id, ())
            if is_failure(verdict.kind)
        ]
        first = failures[0] if failures else None
        worst = first.details.get("worst") if first else None
        values = f"{_short(worst['expected'])} → {_short(worst['actual'])}" if worst else ""
        shown = _ShownCause(cause, first, values)
        dumped = (dumped_case(record, one) for one in failures if "dump" in one.details)
        content = next(filter(None, dumped), None) if panels < _MAX_PANELS else None
        if content is not None:
            panels += 1
            text = "\n".join(map(terminal_text, content_lines(content)))
            panel = Markup('<div class="panel">\n<pre>{}</pre>\n</div>').format(text)
            shown = replace(shown, panel_case=content.case_id, panel=panel)
        yield shown


def _short(value: object) -> str:
    return f"{value:.7g}" if isinstance(value, float) else str(value)


def dumped_case(record: RunResults, verdict: Verdict) -> CaseContent | None:
    """Return the dumped case of a verdict; ``None`` if there is no dump of it.

    The dump's folder is searched beside the event stream and in the current folder. A dump of
    another case or of another failure, from a later run, is not used.
    """
    named = str(verdict.details["dump"])
    for folder in (record.folder / named, Path(named)):
        try:
            content = content_of_dump(folder)
        except (CaseError, OSError):
            continue
        if content.case_id == verdict.case_id and any(
            failure.reason == verdict.reason for failure in content.failures
        ):
            return replace(content, failures=(verdict,))
    return None


def _facts(record: RunResults) -> Iterator[tuple[str, str]]:
    header = record.header
    yield "Driver", f"{header.driver} {header.driver_version}"
    yield "Tested as", f"HAL {header.hal_version}"
    yield "Suite", f"{header.suite_version}, seed {header.seed}"
    yield "Time", formatting.format_duration(record)
    cases = format_count(len(record.cases), "case")
    yield "Size", f"{cases}, {format_count(len(record.stream.verdicts), 'verdict')}"


def _option_texts(header: RunHeader) -> Iterator[tuple[str, str]]:
    for name, value in header.options.items():
        words = name.replace("_", " ")
        if isinstance(value, Mapping):
            yield from ((words, f"{key}={inner}") for key, inner in value.items())
        elif value is True:
            yield words, "yes"
        elif value not in (False, "", None, []):
            listed = isinstance(value, list | tuple)
            yield words, ", ".join(map(str, value)) if listed else str(value)


@dataclass(frozen=True, slots=True)
class PageData:
    """The data of a page as JSON for a ``script`` element, and what the page omits.

    The text contains no ``<``: no text in it can end the ``script`` element. ``omitted_details``
    and ``omitted_verdicts`` are numbers of verdicts.
    """

    text: Markup
    omitted_details: int
    omitted_verdicts: int


def encode_page_data(record: RunResults) -> PageData:
    """Return the data of a page.

    ``columns`` holds one entry per verdict in each list: the numbers of its case, path, kind, rule,
    operations and reason in the tables of the same name, and its duration in milliseconds.
    ``details`` maps the number of a verdict to its details, if it has any.
    """
    shown = _shown_verdicts(record.stream.verdicts)
    tables: dict[str, dict[Hashable, int]] = {
        name: {} for name in ("cases", "paths", "rules", "operations", "reasons")
    }
    kinds = list(VerdictKind)
    columns: list[tuple[float, ...]] = []
    details: dict[int, Mapping[str, JSONValue]] = {}
    details_left, omitted = MAX_DETAILS_BYTES, 0

    def number_of(name: str, value: Hashable) -> int:
        return tables[name].setdefault(value, len(tables[name]))

    for number, verdict in enumerate(shown):
        columns.append(
            (
                number_of("cases", verdict.case_id),
                number_of("paths", verdict.path),
                kinds.index(verdict.kind),
                number_of("rules", verdict.rule),
                number_of("operations", verdict.operations),
                number_of("reasons", verdict.reason[:MAX_REASON]),
                round(1000 * sum(verdict.durations.values()), 3),
            )
        )
        if verdict.details:
            size = len(msgspec.json.encode(verdict.details))
            if size > details_left:
                omitted += 1
            else:
                details_left -= size
                details[number] = verdict.details
    document: dict[str, object] = {
        **{name: list(table) for name, table in tables.items()},
        "kinds": kinds,
        "failing": [number for number, kind in enumerate(kinds) if is_failure(kind)],
        "columns": [[row[n] for row in columns] for n in range(7)],
        "details": details,
        "command": record.reproduce_command("") + " --case ",
    }
    text = msgspec.json.encode(document).decode().replace("<", "\\u003c")
    return PageData(Markup(text), omitted, len(record.stream.verdicts) - len(shown))


def _shown_verdicts(verdicts: Sequence[Verdict]) -> Sequence[Verdict]:
    """Return the verdicts of a page, in the order of the run; failures have precedence."""
    if len(verdicts) <= MAX_VERDICTS:
        return verdicts
    order = sorted(range(len(verdicts)), key=lambda n: not is_failure(verdicts[n].kind))
    return [verdicts[number] for number in sorted(order[:MAX_VERDICTS])]
