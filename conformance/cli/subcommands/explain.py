"""``nn-conformance explain RUN.jsonl``: the causes of a run's failures, and their conditions.

Exit statuses: 0 the run has no failures, 1 it has failures, 2 a file cannot be read, 4 the driver
cannot be opened.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from pathlib import Path
from typing import Any, Final

from conformance.cli.command import add_command
from conformance.cli.driver_session import EXIT_NO_DRIVER
from conformance.cli.options import add_seconds_option
from conformance.cli.stream_commands import EXIT_INCOMPLETE
from conformance.drivers import DriverLoadError
from conformance.drivers.own_process import IsolatedDevice, ProcessLimits
from conformance.failures.explain.explainer import CauseFinder
from conformance.failures.explain.explanation import Cause, summary_lines
from conformance.failures.explain.run_cases import CaseSource, RunCases
from conformance.hal import Version
from conformance.harness.judge import effective_version
from conformance.results.event_stream import RunHeader
from conformance.results.reproduction import reproduction
from conformance.results.run_results import ReportError, RunResults, load_run
from conformance.text import format_count

EXIT_FAILURES: Final = 1
EXIT_UNUSABLE: Final = 2
_EPILOG: Final = """\
The command reads the verdicts of a run (pytest --driver X --events RUN.jsonl), groups the failures
by cause, and states for each the smallest condition on the operation's parameters that separates
failing from passing cases. With --driver it runs generated cases of one operation where the cases
of the run do not decide. The driver then runs in a process of its own.

exit status:
  0  the run has no failures
  1  the run has failures
  2  a file cannot be read
  3  no failures, but the stream is incomplete: it has no footer or damaged lines
  4  the driver cannot be opened
"""


def add_parser(verbs: Any) -> None:
    """Register the subcommand ``explain`` and its options."""
    summary = "group the failures of a run by cause, and find the condition under which it fails"
    parser = add_command(verbs, "explain", run, summary, _EPILOG)
    parser.add_argument("events", metavar="RUN.jsonl", help="event stream of pytest --events")
    parser.add_argument(
        "specs", nargs="*", metavar="SPECS", help="folders of spec files that are not bundled"
    )
    parser.add_argument("--driver", metavar="X", help="driver, as for pytest --driver")
    text = "time for generated cases for each operation and symptom"
    add_seconds_option(parser, "--seconds", 15.0, text, zero="none")
    add_seconds_option(parser, "--total", 300.0, "time for all explanations together")
    parser.add_argument("--json", action="store_true", help="print the causes as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the causes and return the exit status."""
    try:
        results = load_run(arguments.events)
    except ReportError as error:
        print(f"nn-conformance: {error}", file=sys.stderr)
        return EXIT_UNUSABLE
    if missing := [name for name in arguments.specs if not Path(name).exists()]:
        print(f"nn-conformance: {missing[0]}: no such file or folder", file=sys.stderr)
        return EXIT_UNUSABLE
    for warning in results.stream_warnings():
        print(f"nn-conformance: {warning}", file=sys.stderr)
    try:
        causes = find_causes(results, arguments)
    except DriverLoadError as error:
        print(error, file=sys.stderr)
        return EXIT_NO_DRIVER
    if arguments.json:
        print(json.dumps([cause.to_plain() for cause in causes], indent=2))
    else:
        cases = format_count(len({case for cause in causes for case in cause.cases}), "case")
        print(f"{format_count(len(causes), 'cause')} of {cases} with failures")
        for line in summary_lines(causes, 0, whole=True):
            print(line)
    if causes:
        return EXIT_FAILURES
    return 0 if results.complete else EXIT_INCOMPLETE


def find_causes(results: RunResults, arguments: argparse.Namespace) -> list[Cause]:
    """Return the causes of a run's failures; raise ``DriverLoadError`` for an unusable driver."""
    cases = RunCases()
    cases.add(results.stream.verdicts)
    seed = results.header.seed if results.header else 0
    folders = [Path(name) for name in arguments.specs]
    if not cases.failures:
        return []

    def command(case_id: str) -> str:
        if arguments.driver is None:
            return results.reproduce_command(case_id)
        return shlex.join(reproduction(arguments.driver, case_id, where=arguments.specs))

    device = None
    version = _version(results.header)
    if arguments.driver is not None:
        device = IsolatedDevice(arguments.driver, ProcessLimits())
        version = effective_version(device)
    finder = CauseFinder(
        cases,
        CaseSource(version, folders),
        command,
        device if arguments.seconds else None,
        arguments.seconds or 5.0,
        arguments.total,
        seed,
    )
    try:
        return finder.find()
    finally:
        if device is not None:
            device.close()


def _version(header: RunHeader | None) -> Version:
    try:
        return Version.parse(header.hal_version) if header else Version.V1_3
    except ValueError:
        return Version.V1_3
