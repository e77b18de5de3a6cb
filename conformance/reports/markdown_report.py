"""Generate the Markdown summary of a run, short enough for a comment on a pull request.

GitHub accepts at most 65 536 characters. If the summary is longer, every list is shortened until it
fits; each list states how many entries it does not show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from conformance.reports import formatting
from conformance.results.policy_check import policy_requirements, unmet_requirements
from conformance.results.run_coverage import summarize_coverage
from conformance.results.run_difference import CaseChange, RunDifference
from conformance.results.run_matrix import CHECKS, RunMatrix
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

_MAX_FACETS: Final = 6


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("conformance.reports"),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "cell": lambda text, limit=200: code_span(text, limit).replace("|", "\\|"),
        "change": _change,
        "code": code_span,
        "count": format_count,
        "entry": formatting.format_cell,
        "kind": formatting.format_kind,
        "line": one_line,
        "md": _escape_markdown,
        "names": _names,
        "short_type": formatting.short_type,
        "states": formatting.format_states,
        "thousands": lambda number: f"{number:,}",
    }
    return environment


def render_markdown(
    record: RunResults, change: RunDifference | None = None, limit: int = MAX_LENGTH
) -> str:
    """Return the summary of a run in at most ``limit`` bytes.

    Raises ``ValueError`` if even the shortest summary is longer.
    """
    header, statistics, matrix = record.header, record.statistics, record.matrix
    covered = summarize_coverage(record)
    states: dict[str, set[str]] = {}
    for (name, type_), cell in matrix.cells.items():
        if type_ != CHECKS:
            states.setdefault(name, set()).add(cell.count.state)
    rows = [name for name, found in states.items() if found & {"failed", "declined"}]
    values = {
        "record": record,
        "header": header,
        "statistics": statistics,
        "headline": formatting.headline(record),
        "warnings": record.warnings(),
        "options": ", ".join(
            f"{k}={v}" for k, v in header.options.items() if v not in ([], {}, "", None)
        ),
        "duration": formatting.format_duration(record),
        "change": change,
        "changes_by_title": formatting.changes_by_title(change) if change else [],
        "new_causes": list(_new_causes(record, change)) if change else [],
        "header_changes": [
            f"{_escape_markdown(name, 120)}: {code_span(before, 120)} before, now"
            f" {code_span(after, 120)}"
            for name, before, after in (change.header_changes if change else ())
        ],
        "paths_gone": [
            f"No longer run along {code_span(path, 80)} but along other paths:"
            f" {format_count(cases, 'case')}"
            for path, cases in (change.paths_no_longer_run if change else ())
        ],
        "causes": formatting.causes_of(record),
        "required": policy_requirements(header.policy),
        "unmet": unmet_requirements(header.policy, statistics),
        "columns": COLUMNS,
        # If the table is too long, operations without failures are dropped first.
        "operations": sorted(
            (one for one in covered.operations if one.operation in statistics.by_operation),
            key=lambda one: -statistics.by_operation[one.operation]["failed"],
        ),
        "matrix": matrix,
        "matrix_rows": sorted(rows, key=lambda name: "failed" not in states[name]),
        "matrix_types": lambda shown: [
            one for one in matrix.types if any((name, one) in matrix.cells for name in shown)
        ],
        "passed_everywhere": [name for name, found in states.items() if found == {"passed"}],
        "failing_facets": list(_failing_facets(matrix)),
        "legend": formatting.LEGEND,
        "disclaimer": formatting.PASS_DISCLAIMER,
        "covered": covered,
        "declined": [
            f"{code_span(one.operation, 80)}, {format_count(one.cases, 'case')}:"
            f" {code_span(one.reason)}"
            for one in covered.declined
        ],
        "paths_run": [f"{path} ({cases:,})" for path, cases in covered.paths_run],
    }
    template = _environment().get_template("run.md")
    for entries in _LIST_LENGTHS:
        text = template.render(values, entries=entries, rows=max(entries, _MIN_TABLE_ROWS))
        if len(text.encode(errors="replace")) <= limit:
            return text
    raise ValueError(f"a summary needs {len(text.encode())} bytes, {limit} are allowed")


def _new_causes(record: RunResults, change: RunDifference) -> Iterator[tuple[str, int, list[str]]]:
    """Yield title and number of cases of each cause of new failures, and the changes of these."""
    changes = {one.case_id: one for one in change.new_failures}
    failures = [one.after for one in change.new_failures if one.after]
    for cause in formatting.causes_of_failures(record, failures):
        yield cause.title, cause.count, [_change(changes[case_id]) for case_id in cause.cases]


def _failing_facets(matrix: RunMatrix) -> Iterator[tuple[str, list[str]]]:
    """Yield the facets that fail in every case, although other cases of the cell pass."""
    for (operation, type_), cell in sorted(matrix.cells.items()):
        facets = [f"{facet}={value}" for facet, value in sorted(cell.failing)[:_MAX_FACETS]]
        if facets and cell.count.failed and cell.count.passed:
            yield f"{operation}/{type_}", facets


def _change(change: CaseChange) -> str:
    """Return a case, the paths of its change and the old kind, as far as no title implies them."""
    case = code_span(change.case_id, 200)
    along = f" along {code_span(', '.join(change.paths), 120)}" if change.paths else ""
    if change.after is None:
        return f"{case}: gone, was {formatting.format_kind(change.kind_before)}"
    if change.before is None:
        return f"{case}{along}: new, {formatting.format_kind(change.after.kind)}"
    if change.before.kind == "passed":
        return f"{case}{along}"
    rule = f" {code_span(change.before.rule, 80)}" if change.before.rule else ""
    current_rule = f", now {code_span(change.after.rule, 80)}" if change.after.rule else ""
    return f"{case}{along}: was {formatting.format_kind(change.kind_before)}{rule}{current_rule}"


def code_span(text: str, limit: int = 400) -> str:
    """Return the text as an inline code span in which no Markdown or HTML takes effect."""
    flat = one_line(text, limit) or " "
    fence = "`"
    while fence in flat:
        fence += "`"
    pad = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{fence}{pad}{flat}{pad}{fence}"


def _names(names: Sequence[str]) -> str:
    """Return the names that fit into ``_MAX_NAMES_LENGTH`` characters, and how many do not."""
    count, characters_left = 0, _MAX_NAMES_LENGTH
    while count < len(names) and (characters_left := characters_left - len(names[count]) - 2) >= 0:
        count += 1
    text = code_span(", ".join(names[:count]) or names[0][:80], _MAX_NAMES_LENGTH)
    return text if count == len(names) else f"{text} and {len(names) - count:,} more"


def _escape_markdown(text: str, limit: int = 1_500) -> str:
    """Return the text with every character escaped that has a meaning in Markdown or HTML."""
    flat = one_line(text, limit)
    return "".join(f"\\{char}" if char in "\\`*_{}[]<>#|~@&!" else char for char in flat)
