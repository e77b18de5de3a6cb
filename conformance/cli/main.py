"""Parse the command line and hand over to the verb."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from conformance import __version__
from conformance.cli import campaign, coverage, describe, drivers, replay, report, rules, smoke


def main(argv: Sequence[str] | None = None) -> int:
    """Run one verb; the exit status is the verb's."""
    parser = argparse.ArgumentParser(
        prog="nn-conformance",
        description="Conformance suite for neural-network accelerator drivers. "
        "Judging itself is pytest's: pytest --driver X",
    )
    parser.add_argument("--version", action="version", version=__version__)
    verbs = parser.add_subparsers(title="verbs", required=True, metavar="VERB")
    for verb in (campaign, coverage, describe, drivers, replay, report, rules, smoke):
        verb.add_to(verbs)
    arguments = parser.parse_args(argv)
    status: int = arguments.run(arguments)
    return status
