"""``nn-conformance drivers``: list the installed drivers, whose names ``--driver`` accepts."""

from __future__ import annotations

import argparse
from typing import Any

from conformance.drivers import available_drivers


def add_parser(verbs: Any) -> None:
    """Add the subcommand to the parser."""
    parser = verbs.add_parser("drivers", help="list the installed drivers")
    parser.set_defaults(run=run)


def run(_arguments: argparse.Namespace) -> int:
    """Print one line for each driver: its name and where it is loaded from."""
    for name, value in available_drivers().items():
        print(f"{name:20} {value}")
    return 0
