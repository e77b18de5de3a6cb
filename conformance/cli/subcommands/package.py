"""``nn-conformance package``: make a submission package of the streams of a run."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final

from conformance.cli.stream_commands import EXIT_UNUSABLE, add_stream_command
from conformance.gate.submissions.submission import PackageResult, write_package

EXIT_NOT_CONFORMANT: Final = 1

_EPILOG: Final = """\
The package has the statement, the streams of all shards, policy, waivers, versions, the result and
checksums of all files. It is a zip archive if its name ends with .zip, otherwise a folder. Nothing
is written if something is missing: a shard, a footer, the waivers that the run used.

exit status: 0 the package was written, and the run is conformant; 1 the package was written, and
cases failed or the policy is not met; 2 nothing was written
"""


def add_parser(verbs: Any) -> None:
    """Add the subcommand to the parser."""
    summary = "make a submission package: statement, streams, policy, waivers, checksums"
    parser = add_stream_command(verbs, "package", run, summary, _EPILOG)
    parser.add_argument(
        "streams", nargs="+", metavar="RUN.jsonl", help="event streams of all shards of one run"
    )
    parser.add_argument(
        "-o", "--output", required=True, type=Path, metavar="PACKAGE", help="folder or .zip file"
    )
    parser.add_argument(
        "--statement",
        type=Path,
        default=Path("statement.toml"),
        metavar="FILE",
        help="who submits which product (default: statement.toml; nn-conformance init writes one)",
    )
    parser.add_argument(
        "--policy", type=Path, metavar="FILE", help="pyproject.toml with the policy of the run"
    )
    parser.add_argument("--waivers", type=Path, metavar="FILE", help="waivers of the run")


def run(arguments: argparse.Namespace) -> int:
    """Write the package and return the exit status."""
    result = write_package(
        arguments.output,
        [Path(path) for path in arguments.streams],
        arguments.statement,
        arguments.policy,
        arguments.waivers,
    )
    if result.problems:
        print(f"nn-conformance: {arguments.output} was not written:", file=sys.stderr)
        for problem in result.problems:
            print(f"  {problem}", file=sys.stderr)
        return EXIT_UNUSABLE
    print(f"{arguments.output}: {result.headline}")
    return print_result(result)


def print_result(result: PackageResult) -> int:
    """Print whether the run is conformant, and return the exit status."""
    for line in result.result["policy_not_met"]:
        print(f"policy not met: {line}")
    print("result: conformant" if result.conformant else "result: NOT CONFORMANT")
    return 0 if result.conformant else EXIT_NOT_CONFORMANT
