"""``nn-conformance verify PACKAGE``: check a submission package and compute its result again."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any, Final

from conformance.cli.stream_commands import EXIT_UNUSABLE, add_stream_command
from conformance.cli.subcommands.package import print_result
from conformance.gate.submissions.package_files import MAX_BYTES, copy_package
from conformance.gate.submissions.submission import verify_package
from nn_conformance_options import count_option

_EPILOG: Final = """\
The command checks the names, sizes and checksums of all files, the streams (damage, missing
shards, repeated and foreign cases, counts), the selection of cases, the policy and the waivers, and
computes the result from the streams. It runs nothing from the package.

exit status: 0 the package is consistent and conformant; 1 it is consistent, and cases failed or the
policy is not met; 2 something does not fit, or the package cannot be read
"""


def add_parser(verbs: Any) -> None:
    """Add the subcommand to the parser."""
    summary = "check a submission package and compute its result again"
    parser = add_stream_command(verbs, "verify", run, summary, _EPILOG)
    parser.add_argument("package", type=Path, metavar="PACKAGE", help="folder or .zip file")
    parser.add_argument(
        "--max-size",
        type=count_option(1 << 50, 1),
        default=MAX_BYTES,
        metavar="BYTES",
        help="maximum size of all files of the package (default: 4 GiB)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Verify the package and return the exit status."""
    with tempfile.TemporaryDirectory(prefix="nn-conformance-") as folder:
        copy_package(arguments.package, Path(folder), arguments.max_size)
        result = verify_package(Path(folder))
    if result.headline:
        print(f"{arguments.package}: {result.headline}")
    for problem in result.problems:
        print(f"DOES NOT FIT: {problem}")
    if result.problems:
        print(f"result: INVALID PACKAGE, {len(result.problems)} problems")
        return EXIT_UNUSABLE
    return print_result(result)
