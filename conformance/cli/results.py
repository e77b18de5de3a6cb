"""``nn-conformance report`` and ``merge``: the commands that read event streams."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from conformance.cli.options import ExitStatus, add_command
from conformance.cli.output import write_json, write_output
from conformance.reports.csv_report import render_csv
from conformance.reports.driver_table import driver_table, table_as_json, table_markdown
from conformance.reports.formatting import headline
from conformance.reports.html_report import render_html
from conformance.reports.markdown_report import render_markdown
from conformance.results.merge import check_output, merge_runs, write_merged_run
from conformance.results.run_difference import RunDifference, compare_runs
from conformance.results.run_matrix import RunMatrix
from conformance.results.run_results import ReportError, RunResults, load_run
from conformance.text import format_count

_FORMATS: Final = {
    "html": "an HTML report",
    "csv": "a table of all verdicts as CSV",
    "json": "the matrix of operations and types, or the table of drivers, as JSON",
}
_ALLOWED: Final = {
    "newly-declined": "cases that ran are now declined, refused or not applicable",
    "vanished": "cases are missing although both runs select the same cases",
}

_EPILOG: Final = """\
Without --html, --csv or --json the report is Markdown on standard output. With several streams, one
for each driver, it has a table of the drivers and arbitrates their failures: drivers whose names
begin with the same word, such as litert and litert-xnnpack, share an engine and do not confirm each
other. The reference driver does not count for cases whose expected results it computed (random
graphs, model files).

With --previous the report has the difference to an earlier run. A regression is a new failure, a
case that ran in the earlier run and is now declined, refused, not applicable or missing, or an
older HAL version.

exit status: 0 the report was written; 1 with --previous: a regression; 2 a file cannot be read or
written; 3 the report was written, but a stream is incomplete: it has no footer or damaged lines
"""


def add_report_parser(verbs: Any) -> None:
    """Add ``report`` to the commands."""
    summary = "report on a run, compare it with an earlier one or with runs of other drivers"
    parser = add_command(verbs, "report", write_report, summary, _EPILOG)
    parser.add_argument(
        "events", nargs="+", metavar="RUN.jsonl", help="event stream that pytest --events wrote"
    )
    parser.add_argument(
        "--previous", metavar="OLD.jsonl", help="event stream of an earlier run to compare with"
    )
    for name, description in _FORMATS.items():
        text = f"write {description} to FILE; - is standard output"
        parser.add_argument(f"--{name}", metavar="FILE", help=text)
    parser.add_argument(
        "--allow",
        action="append",
        choices=_ALLOWED,
        default=[],
        help="with --previous, no regression if "
        + "; ".join(f"{name}: {text}" for name, text in _ALLOWED.items())
        + "; repeatable",
    )


def add_merge_parser(verbs: Any) -> None:
    """Add ``merge`` to the commands."""
    epilog = (
        "exit status: 0 success; 2 a file cannot be read or written, or the parts do not belong to "
        "one run; 3 the output was written, but a part is incomplete"
    )
    summary = "merge the event streams of the shards of one run"
    parser = add_command(verbs, "merge", merge_shards, summary, epilog)
    parser.add_argument("parts", nargs="+", metavar="PART.jsonl", help="event stream of one shard")
    parser.add_argument("-o", "--output", required=True, metavar="OUT.jsonl", help="file to write")


def write_report(arguments: argparse.Namespace) -> int:
    """Write the requested reports, without any the Markdown; return the exit status."""
    requested = [(name, output) for name in _FORMATS if (output := getattr(arguments, name))]
    _check_outputs(requested, [*arguments.events, *filter(None, [arguments.previous])])
    if len(arguments.events) > 1:
        return _report_on_drivers(arguments)
    record = load_run(arguments.events[0])
    change = None
    if arguments.previous:
        change = compare_runs(load_run(arguments.previous), record)
    if arguments.html:
        write_output(arguments.html, render_html(record, change))
    if arguments.csv:
        write_output(arguments.csv, render_csv(record, change))
    if arguments.json:
        write_json(arguments.json, _matrix_as_json(record.matrix))
    if not requested:
        write_output("-", render_markdown(record, change).encode("utf-8", "replace"))
    complete = _print_headlines(record)
    if change is None:
        return ExitStatus.CONFORMS if complete else ExitStatus.INCOMPLETE
    for warning in change.old.stream_warnings():
        print(f"INCOMPLETE: --previous {change.old.name}: {warning}", file=sys.stderr)
    for line in (found := _regressions(change, arguments.allow)):
        print(f"REGRESSION: {line}", file=sys.stderr)
    if found:
        return ExitStatus.DIFFERS
    return ExitStatus.CONFORMS if complete and change.old.complete else ExitStatus.INCOMPLETE


def _report_on_drivers(arguments: argparse.Namespace) -> int:
    """Write the table of several drivers; return the exit status."""
    for name in ("previous", "html", "csv"):
        if getattr(arguments, name):
            arguments.parser.error(f"--{name} applies to the event stream of one run")
    records = [load_run(path) for path in arguments.events]
    table = driver_table(records)
    if arguments.json:
        write_json(arguments.json, table_as_json(table))
    else:
        write_output("-", table_markdown(table).encode("utf-8", "replace"))
    return ExitStatus.CONFORMS if _print_headlines(*records) else ExitStatus.INCOMPLETE


def _matrix_as_json(matrix: RunMatrix) -> dict[str, Any]:
    """Return all cells with their facets as plain data."""
    return {
        "cells": [
            {
                "operation": operation,
                "type": type_,
                "state": cell.count.state,
                **asdict(cell.count),
                "facets": [
                    {"facet": facet, "value": value, "state": count.state, **asdict(count)}
                    for (facet, value), count in sorted(cell.facets.items())
                ],
            }
            for (operation, type_), cell in sorted(matrix.cells.items())
        ]
    }


def _regressions(change: RunDifference, allowed: Sequence[str]) -> list[str]:
    """Return the changes that count as a regression, in words."""
    found = []
    if change.new_failures:
        found.append(format_count(len(change.new_failures), "new failure"))
    if "newly-declined" not in allowed:
        if change.not_run:
            cases = format_count(len(change.not_run), "case")
            found.append(f"{cases} newly declined, refused or not applicable")
        if change.lowered:
            found.append(change.lowered)
    if change.vanished and "vanished" not in allowed:
        cases = format_count(len(change.vanished), "case")
        found.append(f"{cases} of the earlier run missing from the later run")
    return found


def _print_headlines(*records: RunResults) -> bool:
    """Print the result and the warnings of each run; return whether all runs are complete."""
    for record in records:
        print(f"{record.name}: {headline(record)}", file=sys.stderr)
        for warning in record.stream_warnings():
            print(f"INCOMPLETE: {record.name}: {warning}", file=sys.stderr)
    return all(record.complete for record in records)


def merge_shards(arguments: argparse.Namespace) -> int:
    """Merge the parts into one stream and return the exit status."""
    check_output(arguments.output)
    merged = merge_runs(arguments.parts)
    write_merged_run(merged, arguments.output, arguments.parts)
    parts = format_count(len(arguments.parts), "part")
    again = f", {merged.repeated:,} in more than one part" if merged.repeated else ""
    print(
        f"{arguments.output}: {format_count(len(merged.verdicts), 'verdict')} from {parts}{again}"
    )
    for missing in merged.missing_parts:
        print(f"INCOMPLETE: {missing}", file=sys.stderr)
    return ExitStatus.CONFORMS if not merged.missing_parts else ExitStatus.INCOMPLETE


def _check_outputs(requested: Sequence[tuple[str, str]], sources: Iterable[str]) -> None:
    """Raise ``ReportError`` if outputs cannot be written, are equal, or are also an input.

    Called before the report is generated, so that an unusable output costs no time.
    """
    earlier: dict[Path, str] = {}
    for option, output in requested:
        path = Path(output) if output == "-" else Path(os.path.realpath(output))
        if (earlier_option := earlier.setdefault(path, option)) != option:
            raise ReportError(
                f"--{earlier_option} and --{option} both write to {output}; choose different files"
            )
        if output == "-":
            continue
        check_output(output)
        for source in sources:
            if path.exists() and Path(source).exists() and Path(source).samefile(path):
                raise ReportError(
                    f"{output}: the report would overwrite its own input; choose another file"
                )
