"""``nn-conformance run``: run files on a driver; a shorthand for pytest with the suite's plugin."""

from __future__ import annotations

import argparse
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
    """Run pytest with the arguments and return its exit status."""
    return int(pytest.main(arguments.arguments))
