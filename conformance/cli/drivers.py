"""``nn-conformance drivers``: names that ``--driver`` understands."""

from __future__ import annotations

import argparse
from typing import Any

from conformance.drivers import available_drivers


def add_to(verbs: Any) -> None:
    """Register the verb."""
    parser = verbs.add_parser("drivers", help="list the drivers installed here")
    parser.set_defaults(run=run)


def run(_arguments: argparse.Namespace) -> int:
    """Print one line for each driver."""
    for name, value in available_drivers().items():
        print(f"{name:20} {value}")
    return 0
