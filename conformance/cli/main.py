"""Parse the command line and run the subcommand."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from conformance import __version__
from conformance.cli import (
    campaign,
    capabilities,
    coverage,
    describe,
    drivers,
    mlts,
    replay,
    report,
    rules,
    run,
    smoke,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit status."""
    parser = argparse.ArgumentParser(
        prog="nn-conformance",
        description="Conformance suite for neural-network accelerator drivers. "
        "To run the suite itself, use pytest: pytest --driver X",
    )
    parser.add_argument("--version", action="version", version=__version__)
    verbs = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for verb in (
        campaign,
        capabilities,
        coverage,
        describe,
        drivers,
        mlts,
        replay,
        report,
        rules,
        run,
        smoke,
    ):
        verb.add_parser(verbs)
    arguments = parser.parse_args(argv)
    status: int = arguments.run(arguments)
    return status
