"""``nn-conformance report``, ``merge`` and ``compare``: subcommands that read event streams.

Exit statuses: 0 success, 1 ``compare`` found a regression, 2 a file could not be read or written or
the streams cannot be merged, 3 a stream is incomplete (``EXIT_INCOMPLETE``).
"""

from __future__ import annotations

import argparse
import sys
from typing import Any, Final

from conformance.cli.options import add_count_option
from conformance.cli.stream_commands import (
    EXIT_INCOMPLETE,
    check_distinct,
    check_not_input,
    with_error_message,
    write_output,
)
from conformance.reports import formats
from conformance.reports.text.formatting import format_comparison, headline
from conformance.results.merge import check_output, merge_runs, write_merged_run
from conformance.results.run_difference import RunDifference, compare_runs
from conformance.results.run_results import ReportError, RunResults, load_run
from conformance.text import format_count

REGRESSION: Final = 1

_EXIT_STATUS_HELP = (
    "exit status: 0 success; 1 (compare only) a regression: new failures, cases that ran in the "
    "earlier run and are now declined, refused, not applicable or missing, or an older HAL version "
    "declared; 2 a file cannot be read or written, or the parts do not belong to one run; 3 the "
    "output was written, but a stream is incomplete: it has no footer or damaged lines, so the run "
    "does not count as passed"
)


def add_parser(verbs: Any) -> None:
    """Add the three subcommands to the parser."""
    parser = verbs.add_parser(
        "report", help="write reports of a run: Markdown, HTML, CSV", epilog=_EXIT_STATUS_HELP
    )
    parser.add_argument(
        "events", metavar="RUN.jsonl", help="event stream that pytest --events wrote"
    )
    parser.add_argument(
        "--previous", metavar="OLD.jsonl", help="event stream of an earlier run to compare with"
    )
    default = " (default if no report is requested)"
    for report_format in formats.REPORT_FORMATS:
        parser.add_argument(
            f"--{report_format.name}",
            dest=report_format.name,
            metavar="FILE",
            help=f"write {report_format.description}; - is standard output{default}",
        )
        default = ""
    parser.set_defaults(run=with_error_message(write_report))

    parser = verbs.add_parser(
        "merge", help="merge the event streams of the shards of one run", epilog=_EXIT_STATUS_HELP
    )
    parser.add_argument("parts", nargs="+", metavar="PART.jsonl", help="event stream of one shard")
    parser.add_argument("-o", "--output", required=True, metavar="OUT.jsonl", help="file to write")
    parser.set_defaults(run=with_error_message(merge_shards))

    parser = verbs.add_parser(
        "compare", help="list what changed between two runs", epilog=_EXIT_STATUS_HELP
    )
    parser.add_argument("old", metavar="OLD.jsonl", help="event stream of the earlier run")
    parser.add_argument("new", metavar="NEW.jsonl", help="event stream of the later run")
    text = "maximum number of cases to list for each kind of change"
    add_count_option(parser, "--limit", 50, text)
    parser.add_argument(
        "--allow-newly-declined",
        action="store_true",
        help="do not count it as a regression if cases that ran in the earlier run are now "
        "declined, refused for lack of resources, or not applicable",
    )
    parser.add_argument(
        "--allow-vanished",
        action="store_true",
        help="do not count it as a regression if cases of the earlier run are missing from the "
        "later run although both runs select the same cases",
    )
    parser.set_defaults(run=with_error_message(print_comparison))


def write_report(arguments: argparse.Namespace) -> int:
    """Write the requested reports, by default the first format on standard output.

    Return the exit status.
    """
    requested = [
        (report_format, output)
        for report_format in formats.REPORT_FORMATS
        if (output := getattr(arguments, report_format.name)) is not None
    ] or [(formats.REPORT_FORMATS[0], "-")]
    check_distinct([(chosen.name, output) for chosen, output in requested])
    for _, output in requested:
        check_not_input(output, filter(None, (arguments.events, arguments.previous)))
    record = load_run(arguments.events)
    change = None
    if arguments.previous:
        change = compare_runs(load_run(arguments.previous, durations=False), record)
    for report_format, output in requested:
        write_output(output, report_format.render(record, change))
    previous = change.old if change is not None else None
    return _report_status(record, previous)


def merge_shards(arguments: argparse.Namespace) -> int:
    """Merge the parts into one stream and return the exit status."""
    check_output(arguments.output)
    merged = merge_runs(arguments.parts)
    write_merged_run(merged, arguments.output, arguments.parts)
    parts = format_count(len(arguments.parts), "part")
    again = f", {merged.repeated:,} in more than one part" if merged.repeated else ""
    print(f"{arguments.output}: {format_count(merged.count, 'verdict')} from {parts}{again}")
    for missing in merged.missing_parts:
        print(f"INCOMPLETE: {missing}", file=sys.stderr)
    return 0 if merged.complete else EXIT_INCOMPLETE


def print_comparison(arguments: argparse.Namespace) -> int:
    """Print the differences; return 1 for a regression, 3 for an incomplete stream, else 0."""
    old, new = (load_run(path, durations=False) for path in (arguments.old, arguments.new))
    change: RunDifference = compare_runs(old, new)
    for record in (change.old, change.new):
        if record.header is None:
            raise ReportError(f"{record.name}: {' '.join(record.stream_warnings())}")
    print(format_comparison(change, max(arguments.limit, 0)), end="")
    regressions = []
    if change.new_failures:
        regressions.append(format_count(len(change.new_failures), "new failure"))
    if not arguments.allow_newly_declined:
        if change.not_run:
            cases = format_count(len(change.not_run), "case")
            regressions.append(f"{cases} newly declined, refused or not applicable")
        if change.lowered:
            regressions.append(change.lowered)
    if change.vanished and not arguments.allow_vanished:
        cases = format_count(len(change.vanished), "case")
        regressions.append(f"{cases} of the earlier run missing from the later run")
    for line in regressions:
        print(f"REGRESSION: {line}")
    if regressions:
        return REGRESSION
    return 0 if change.old.complete and change.new.complete else EXIT_INCOMPLETE


def _report_status(record: RunResults, previous: RunResults | None) -> int:
    """Print the result and the warnings on standard error; return the exit status.

    It is ``EXIT_INCOMPLETE`` if the run or the ``previous`` run is incomplete: the difference to an
    incomplete run does not have every case.
    """
    print(f"{record.name}: {headline(record)}", file=sys.stderr)
    for warning in record.stream_warnings():
        print(f"INCOMPLETE: {warning}", file=sys.stderr)
    if previous is None:
        return 0 if record.complete else EXIT_INCOMPLETE
    for warning in previous.stream_warnings():
        print(f"INCOMPLETE: --previous {previous.name}: {warning}", file=sys.stderr)
    return 0 if record.complete and previous.complete else EXIT_INCOMPLETE
