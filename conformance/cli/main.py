"""Parse the command line and run the subcommand."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from conformance import __version__
from conformance.hard_limit import TERMINAL
from conformance.process_guard import ProcessEnd, guard
from conformance.run_progress import RunState

_VERBS: Final = (
    *("campaign", "capabilities", "coverage", "debug", "describe", "drivers", "explain"),
    *("fuzz", "mlts", "replay", "report", "rules", "run", "smoke", "stress"),
)
"""The modules of the subcommands, in the order of the help text."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit status."""
    parser = argparse.ArgumentParser(
        prog="nn-conformance",
        description="Conformance suite for neural-network accelerator drivers. "
        "To run the suite itself, use pytest: pytest --driver X",
    )
    parser.add_argument("--version", action="version", version=__version__)
    verbs = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for verb in _VERBS:
        import_module(f"conformance.cli.{verb}").add_parser(verbs)
    arguments = parser.parse_args(argv)
    arguments.as_command = argv is None
    if not getattr(arguments, "guarded", False):
        return int(arguments.run(arguments))
    with guard(_report_unfinished_command, in_child=argv is None) as run:
        return run.end(int(arguments.run(arguments)))


def _report_unfinished_command(state: RunState, end: ProcessEnd) -> None:
    """Write a message if the process ends before the command does."""
    when = f" during {state.call}" if state.call else f" while {state.activity} {state.subject}"
    TERMINAL.write(
        f"\nERROR: the process of nn-conformance and the driver {end.text}{when.rstrip()}: "
        "there is no result. With --isolate the driver has its own process\n"
    )
