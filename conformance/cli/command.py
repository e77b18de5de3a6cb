"""Registration of a subcommand."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any


def add_command(
    verbs: Any, name: str, run: Callable[[argparse.Namespace], int], summary: str, epilog: str
) -> argparse.ArgumentParser:
    """Add a subcommand that runs a driver or spec files; the caller adds options to its parser.

    A parent process waits for it and reports an early end of its process.
    """
    parser = add_plain_command(verbs, name, run, summary, epilog)
    parser.set_defaults(runs_driver=True)
    return parser


def add_plain_command(
    verbs: Any, name: str, run: Callable[[argparse.Namespace], int], summary: str, epilog: str
) -> argparse.ArgumentParser:
    """Add a subcommand that runs in this process; the caller adds options to its parser."""
    parser: argparse.ArgumentParser = verbs.add_parser(
        name,
        help=summary,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run, parser=parser)
    return parser
