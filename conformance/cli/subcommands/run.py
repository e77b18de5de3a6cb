"""``nn-conformance run``: run files on a driver; a shorthand for pytest with the suite's plugin."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import pytest


def add_parser(verbs: Any) -> None:
    """Add the subcommand."""
    # With this prefix character, argparse leaves all options to pytest.
    parser = verbs.add_parser(
        "run",
        help="run .tflite, .case or .mod.py files: FILE... --driver X [pytest option...]",
        prefix_chars="\0",
        add_help=False,
    )
    parser.add_argument("arguments", nargs="*")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run pytest with the arguments and return its exit status.

    A program that calls the command line's function is not ended after the run, as the process of
    the command is.
    """
    if arguments.as_command:
        return run_command(arguments.arguments)
    return int(pytest.main(arguments.arguments))


def run_command(arguments: Sequence[str]) -> int:
    """Run pytest in the process of the command; ``process_guard`` knows this function's name."""
    return int(pytest.main(list(arguments)))
