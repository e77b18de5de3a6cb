"""``nn-conformance badge RUN.jsonl``: a badge with the result of a run."""

from __future__ import annotations

import argparse
import json
from typing import Any

from conformance.cli.stream_commands import (
    add_output_options,
    add_stream_command,
    report_status,
    write_outputs,
)
from conformance.reports.text.badge import badge_endpoint, badge_svg, run_badge
from conformance.results.run_results import load_run


def add_parser(verbs: Any) -> None:
    """Add the subcommand to the parser."""
    summary = "write a badge with the result of a run: SVG, or JSON for shields.io"
    parser = add_stream_command(verbs, "badge", run, summary)
    parser.add_argument("events", metavar="RUN.jsonl", help="event stream of the run")
    parser.add_argument(
        "--label", default="conformance", metavar="TEXT", help="left text (default: conformance)"
    )
    add_output_options(parser, "svg", "endpoint")


def run(arguments: argparse.Namespace) -> int:
    """Write the badge, by default its text, and return the exit status."""
    record = load_run(arguments.events, durations=False)
    badge = run_badge(record, arguments.label)
    write_outputs(
        arguments,
        [arguments.events],
        lambda: f"{badge.label}: {badge.message}\n",
        svg=lambda: badge_svg(badge),
        endpoint=lambda: json.dumps(badge_endpoint(badge)) + "\n",
    )
    return report_status(record)
