"""``nn-conformance report``, ``merge`` and ``compare``: what becomes of a run's events.

All three end with 0 when all is well, 1 when ``compare`` found a regression, 2 when something could
not be read, written or put together, and 3 when a stream is incomplete (``INCOMPLETE``).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from conformance.files import write_atomically
from conformance.reports.difference import Difference, difference
from conformance.reports.html import html
from conformance.reports.markdown import markdown
from conformance.reports.merge import check_output, merge, write
from conformance.reports.record import Record, ReportError, load
from conformance.reports.text import comparison, count, headline
from nn_conformance import count_option

REGRESSION: Final = 1
UNUSABLE: Final = 2
INCOMPLETE: Final = 3

_EXIT = (
    "exit status: 0 done; 1 (compare only) new failures, cases that ran before and are declined, "
    "refused, not applicable or gone now, or an older HAL version declared; 2 a file cannot be "
    "read or written, or the parts are not of one run; 3 done, but a stream is incomplete: it has "
    "no footer or damaged lines, so no good result can be read from it"
)


def add_to(verbs: Any) -> None:
    """Register the verbs."""
    parser = verbs.add_parser("report", help="Markdown and HTML from a run", epilog=_EXIT)
    parser.add_argument("events", metavar="RUN.jsonl", help="what pytest --events wrote")
    parser.add_argument("--previous", metavar="OLD.jsonl", help="an earlier run to compare with")
    parser.add_argument("--markdown", metavar="FILE", help="write a summary; - is standard output")
    parser.add_argument("--html", metavar="FILE", help="write a page; - is standard output")
    parser.set_defaults(run=_guarded(report))

    parser = verbs.add_parser("merge", help="put the shards of one run together", epilog=_EXIT)
    parser.add_argument("parts", nargs="+", metavar="PART.jsonl", help="events of one shard")
    parser.add_argument("-o", "--output", required=True, metavar="OUT.jsonl", help="file to write")
    parser.set_defaults(run=_guarded(merge_parts))

    parser = verbs.add_parser("compare", help="what changed from one run to another", epilog=_EXIT)
    parser.add_argument("old", metavar="OLD.jsonl", help="events of the earlier run")
    parser.add_argument("new", metavar="NEW.jsonl", help="events of the later run")
    parser.add_argument(
        "--limit",
        type=count_option(1_000_000),
        default=50,
        metavar="N",
        help="cases shown of each kind of change (50)",
    )
    parser.add_argument(
        "--allow-newly-declined",
        action="store_true",
        help="exit status 0 also if cases that ran before are declined, refused for lack of "
        "resources or not applicable now",
    )
    parser.add_argument(
        "--allow-vanished",
        action="store_true",
        help="exit status 0 also if cases of the earlier run are not part of the later one, though "
        "both runs select the same cases",
    )
    parser.set_defaults(run=_guarded(compare))


def _guarded(verb: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """The verb, with unusable files told as one line."""

    def run(arguments: argparse.Namespace) -> int:
        try:
            return verb(arguments)
        except ReportError as error:
            print(f"nn-conformance: {error}", file=sys.stderr)
            return UNUSABLE

    return run


def report(arguments: argparse.Namespace) -> int:
    """Write the reports that are asked for, or a summary on standard output; the exit status."""
    for output in (arguments.markdown, arguments.html):
        _check_output(output, arguments)
    record = load(arguments.events)
    change = difference(load(arguments.previous), record) if arguments.previous else None
    if not arguments.markdown and not arguments.html:
        arguments.markdown = "-"
    if arguments.markdown:
        _put(arguments.markdown, markdown(record, change).encode("utf-8", "replace"))
    if arguments.html:
        _put(arguments.html, html(record, change))
    return _told(record)


def merge_parts(arguments: argparse.Namespace) -> int:
    """Write one stream from many."""
    check_output(arguments.output)
    merged = merge(arguments.parts)
    write(merged, arguments.output, arguments.parts)
    parts = count(len(arguments.parts), "part")
    again = f", {merged.repeated:,} told by more than one" if merged.repeated else ""
    print(f"{arguments.output}: {count(len(merged.verdicts), 'verdict')} from {parts}{again}")
    for missing in merged.missing:
        print(f"INCOMPLETE: {missing}", file=sys.stderr)
    return 0 if merged.complete else INCOMPLETE


def compare(arguments: argparse.Namespace) -> int:
    """Print the difference; regressions decide the exit status, then completeness."""
    change: Difference = difference(load(arguments.old), load(arguments.new))
    for record in (change.old, change.new):
        if record.header is None:
            raise ReportError(f"{record.name}: {' '.join(record.stream_warnings())}")
    print(comparison(change, max(arguments.limit, 0)), end="")
    found = []
    if change.new_failures:
        found.append(count(len(change.new_failures), "new failure"))
    if not arguments.allow_newly_declined:
        if change.not_run:
            cases = count(len(change.not_run), "case")
            found.append(f"{cases} ran before, now declined, refused or not applicable")
        if change.lowered:
            found.append(change.lowered)
    if change.vanished and not arguments.allow_vanished:
        found.append(f"{count(len(change.vanished), 'case')} ran before, now gone")
    for line in found:
        print(f"REGRESSION: {line}")
    if found:
        return REGRESSION
    return 0 if change.old.complete and change.new.complete else INCOMPLETE


def _check_output(path: str | None, arguments: argparse.Namespace) -> None:
    """Raise ``ReportError`` before the work if an output cannot be written or is an input too."""
    if path is None or path == "-":
        return
    check_output(path)
    for source in filter(None, (arguments.events, arguments.previous)):
        if Path(path).exists() and Path(source).exists() and Path(source).samefile(path):
            raise ReportError(f"{path}: the report would replace the events that it is made from")


def _put(path: str, content: bytes) -> None:
    """Write a report, complete or not at all."""
    try:
        if path == "-":
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
        else:
            write_atomically(path, content, follow_links=True)
    except OSError as error:
        raise ReportError(f"{path}: {error.strerror or error}") from error


def _told(record: Record) -> int:
    """Say on standard error what came out; the exit status."""
    print(f"{record.name}: {headline(record)}", file=sys.stderr)
    for warning in record.stream_warnings():
        print(f"INCOMPLETE: {warning}", file=sys.stderr)
    return 0 if record.complete else INCOMPLETE
