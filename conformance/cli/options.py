"""Options of subcommands: kinds of options that many have, and options that several share."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from nn_conformance_options import count_option, seconds_option


def add_seconds_option(
    parser: argparse.ArgumentParser,
    name: str,
    default: float | None,
    text: str,
    *,
    zero: str | None = None,
) -> None:
    """Add an option that takes a number of seconds.

    The help is ``text`` followed by the default; with the default None, ``text`` alone. The number
    must be positive, unless ``zero`` states the effect of 0; an empty text permits 0 without a
    remark in the help.
    """
    remark = f"; 0: {zero}" if zero else ""
    parser.add_argument(
        name,
        type=seconds_option(zero=zero is not None),
        default=default,
        metavar="SECONDS",
        help=text if default is None else f"{text} (default: {default:g}{remark})",
    )


def add_count_option(
    parser: argparse.ArgumentParser,
    name: str,
    default: int,
    text: str,
    *,
    least: int = 0,
    most: int = 1_000_000,
    metavar: str = "N",
) -> None:
    """Add an option that takes a whole number; the help is ``text`` and the default."""
    parser.add_argument(
        name,
        type=count_option(most, least),
        default=default,
        metavar=metavar,
        help=f"{text} (default: {default})",
    )


def add_repeatable_option(
    parser: argparse.ArgumentParser, name: str, metavar: str, text: str
) -> None:
    """Add an option whose values are collected in a list; the help is ``text; repeatable``."""
    parser.add_argument(
        name, action="append", default=[], metavar=metavar, help=f"{text}; repeatable"
    )


def add_isolate_option(parser: argparse.ArgumentParser) -> None:
    """Add the option ``--isolate``."""
    parser.add_argument(
        "--isolate",
        action="store_true",
        help="run the driver in a separate, supervised process, like pytest --isolate",
    )


def add_driver_argument(parser: argparse.ArgumentParser) -> None:
    """Add the argument ``X``, one driver."""
    parser.add_argument("driver", metavar="X", help="driver, as for pytest --driver")


def add_drivers_argument(parser: argparse.ArgumentParser, count: str) -> None:
    """Add the argument ``X``, several drivers; ``count`` is argparse's ``nargs``."""
    parser.add_argument(
        "drivers", metavar="X", nargs=count, help="drivers, each as for pytest --driver"
    )


def add_model_options(
    parser: argparse.ArgumentParser,
    metavar: str,
    sources: str,
    groups: Sequence[str],
    default_groups: str,
) -> None:
    """Add ``--models``, whose values ``sources`` describes, and ``--built-in`` with the groups."""
    parser.add_argument(
        "--models",
        action="append",
        type=Path,
        default=[],
        metavar=metavar,
        help=f"{sources}; repeatable",
    )
    parser.add_argument(
        "--built-in",
        action="append",
        choices=groups,
        metavar="GROUP",
        help=f"built-in models: {', '.join(groups)}; repeatable (default: {default_groups}, "
        "if --models is not used)",
    )


def add_scheduler_option(parser: argparse.ArgumentParser, action: str) -> None:
    """Add ``--scheduler``; ``action`` states the work of the cluster, such as ``fuzz``."""
    parser.add_argument(
        "--scheduler",
        default="",
        metavar="ADDRESS",
        help=f"{action} on the workers of this Dask scheduler, tcp://HOST:PORT; local: a cluster "
        "of --workers processes on this machine (needs nn-conformance[dask])",
    )


def add_dump_option(parser: argparse.ArgumentParser, default: str) -> None:
    """Add ``--dump``, the folder of the dumped failures."""
    parser.add_argument(
        "--dump",
        default=default,
        metavar="FOLDER",
        help=f"folder in which ids are looked up first (default: {default})",
    )
