"""``nn-conformance table RUN...``: several drivers in one table, with arbitration of failures."""

from __future__ import annotations

import argparse
import json
from typing import Any, Final

from conformance.cli.options import add_count_option, add_repeatable_option
from conformance.cli.stream_commands import (
    EXIT_STATUS_HELP,
    add_output_options,
    add_stream_command,
    report_status,
    write_outputs,
)
from conformance.reports.text.driver_table import (
    driver_table,
    markdown_lines,
    table_as_json,
    text_lines,
)
from conformance.results.run_results import ReportError, load_run

_EPILOG: Final = f"""\
For each failing case the command compares the answers of the other drivers. Drivers whose names
begin with the same word, such as litert and litert-xnnpack, share an engine and do not confirm each
other. The reference driver does not count for cases whose expected results it computed (random
graphs, model files).

{EXIT_STATUS_HELP}
"""


def add_parser(verbs: Any) -> None:
    """Add the subcommand to the parser."""
    summary = "compare the runs of several drivers, and arbitrate their failures"
    parser = add_stream_command(verbs, "table", run, summary, _EPILOG)
    parser.add_argument(
        "events", nargs="+", metavar="RUN.jsonl", help="event stream of a run of one driver"
    )
    text = "these drivers share an engine and do not confirm each other"
    add_repeatable_option(parser, "--same-engine", "NAME,NAME", text)
    text = "maximum number of cases to list for each group of failures"
    add_count_option(parser, "--limit", 5, text)
    add_output_options(parser, "markdown", "json")


def run(arguments: argparse.Namespace) -> int:
    """Print or write the table and return the exit status."""
    if len(arguments.events) < 2:
        raise ReportError("table needs the event streams of at least two runs")
    records = [load_run(path, durations=True) for path in arguments.events]
    for record in records:
        if record.header is None:
            raise ReportError(f"{record.name}: {' '.join(record.stream_warnings())}")
    groups = [text.split(",") for text in arguments.same_engine]
    table = driver_table(records, groups, arguments.limit)
    write_outputs(
        arguments,
        arguments.events,
        lambda: "\n".join(text_lines(table)) + "\n",
        markdown=lambda: "\n".join(markdown_lines(table)) + "\n",
        json=lambda: json.dumps(table_as_json(table), indent=1) + "\n",
    )
    return report_status(*records)
