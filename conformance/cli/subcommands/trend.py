"""``nn-conformance trend RUN...``: the development of a driver over many runs."""

from __future__ import annotations

import argparse
import json
from typing import Any

from conformance.cli.stream_commands import (
    EXIT_INCOMPLETE,
    add_output_options,
    add_stream_command,
    write_outputs,
)
from conformance.reports.text.run_trend import (
    read_trend,
    trend_as_json,
    trend_lines,
    trend_markdown,
    trend_svg,
)


def add_parser(verbs: Any) -> None:
    """Add the subcommand to the parser."""
    summary = "list how the results of a driver changed over many runs"
    parser = add_stream_command(verbs, "trend", run, summary)
    parser.add_argument("events", nargs="+", metavar="RUN.jsonl", help="event streams of the runs")
    add_output_options(parser, "markdown", "svg", "json")


def run(arguments: argparse.Namespace) -> int:
    """Print or write the trend and return the exit status."""
    points = read_trend(arguments.events)
    write_outputs(
        arguments,
        arguments.events,
        lambda: "\n".join(trend_lines(points)) + "\n",
        markdown=lambda: "\n".join(trend_markdown(points)) + "\n",
        svg=lambda: trend_svg(points),
        json=lambda: json.dumps(trend_as_json(points), indent=1) + "\n",
    )
    return 0 if all(point.complete for point in points) else EXIT_INCOMPLETE
