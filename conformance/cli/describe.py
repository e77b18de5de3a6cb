"""``nn-conformance describe X``: what a driver says of itself."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from conformance.drivers import DriverLoadError, identify, open_driver


def add_to(verbs: Any) -> None:
    """Register the verb."""
    parser = verbs.add_parser("describe", help="what a driver declares")
    parser.add_argument("driver", metavar="X", help="as after pytest --driver")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print what the driver declares; 1 when an answer breaks the contract, 2 without a driver."""
    try:
        device = open_driver(arguments.driver)
    except DriverLoadError as error:
        print(error, file=sys.stderr)
        return 2
    identity = identify(device)
    for label, value in identity.lines():
        print(f"{label:20} {value}")
    for problem in identity.problems:
        print(f"problem: {problem}", file=sys.stderr)
    return 1 if identity.problems else 0
