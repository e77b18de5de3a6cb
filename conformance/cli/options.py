"""The exit statuses and options of all commands, and the driver that they open."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from typing import Any

from conformance.drivers.driver import Driver, start_limit
from conformance.drivers.own_process import ProcessLimits
from conformance.drivers.registry import is_native
from conformance.harness.supervision.watchdog import CaseWatchdog
from conformance.verdicts import Verdict
from nn_conformance_options import (
    STAGES,
    count_option,
    given_limits,
    limit_text,
    policy_driver,
    seconds_option,
    stage_limits,
)


class ExitStatus(IntEnum):
    """The exit statuses of all commands; docs/how-to/gate.md lists them."""

    CONFORMS = 0
    """The driver conforms, or the command wrote or printed what was requested."""
    DIFFERS = 1
    """The driver does not conform."""
    UNUSABLE = 2
    """The command line is wrong, or a file cannot be read or written, or a program is missing."""
    INCOMPLETE = 3
    """A run is incomplete."""
    NO_DRIVER = 4
    """The driver cannot be opened."""
    NOTHING_RAN = 5
    """The driver executed nothing."""
    STUCK = 10
    """A call of a driver in this process did not return within the limit of a case."""
    INTERNAL = 70
    """An error of the suite prevented a verdict."""
    INTERRUPTED = 130
    """Ctrl-C, as a shell reports it."""


def add_command(
    verbs: Any,
    name: str,
    run: Callable[[argparse.Namespace], int],
    summary: str,
    epilog: str,
    *,
    runs_driver: bool = False,
) -> argparse.ArgumentParser:
    """Add a command to the parser and return its own parser, to which the caller adds options.

    If it runs a driver or spec files, a parent process waits for it and reports an early end.
    """
    parser: argparse.ArgumentParser = verbs.add_parser(
        name,
        help=summary,
        description=summary,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run, parser=parser, runs_driver=runs_driver)
    return parser


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


_DEFAULT_DRIVER = "(default: the driver of pyproject.toml)"


def add_driver_argument(parser: argparse.ArgumentParser, count: str = "?") -> None:
    """Add the argument ``X``, one driver; with another ``count`` of argparse, ``drivers``."""
    driver = policy_driver(Path())
    if count == "?":
        text = f"driver, as for pytest --driver {_DEFAULT_DRIVER}"
        parser.add_argument("driver", metavar="X", nargs="?", default=driver, help=text)
    else:
        text = f"drivers, each as for pytest --driver {_DEFAULT_DRIVER}"
        default = [driver] if driver else []
        parser.add_argument("drivers", metavar="X", nargs=count, default=default, help=text)


def check_driver(arguments: argparse.Namespace) -> None:
    """End with a usage error if no driver is named."""
    if not getattr(arguments, "driver", None) and not getattr(arguments, "drivers", None):
        arguments.parser.error(
            "name a driver, or set it in [tool.nn-conformance] of pyproject.toml; "
            "nn-conformance describe lists those that are installed"
        )


def add_isolate_option(parser: argparse.ArgumentParser, default: str = "native code") -> None:
    """Add the options ``--isolate`` and ``--in-process``; ``default`` states what is isolated."""
    parser.add_argument(
        "--isolate",
        action="store_const",
        const=True,
        help="run the driver in a separate, supervised process, like pytest --isolate (default: "
        f"{default})",
    )
    parser.add_argument(
        "--in-process",
        dest="isolate",
        action="store_const",
        const=False,
        help="run the driver in the process of the suite",
    )


def add_limit_option(parser: argparse.ArgumentParser, *keys: str, text: str) -> None:
    """Add ``--limit KEY=VALUE`` with some of the keys of pytest's; ``text`` states the defaults."""

    def parse(given: str) -> str:
        if given.partition("=")[0] not in keys:
            raise argparse.ArgumentTypeError(
                f"{given!r}: expected KEY=VALUE; the keys are {', '.join(keys)}"
            )
        return limit_text(given)

    parser.add_argument(
        "--limit",
        action="append",
        type=parse,
        default=[],
        metavar="KEY=VALUE",
        help=f"{text}; repeatable",
    )


def add_limit_options(
    parser: argparse.ArgumentParser, default: str, *more: str, text: str = ""
) -> None:
    """Add ``--isolate``, and ``--limit`` with the stages of calls, ``case`` and ``more`` keys.

    ``default`` states the default of ``case``.
    """
    add_isolate_option(parser)
    stages = "with --isolate: time for one call of a stage (start, query, prepare, execute, free)"
    case = f"without --isolate: end the program if one case takes longer (case={default}; 0: never)"
    texts = "; ".join(filter(None, (stages, case, text)))
    add_limit_option(parser, *STAGES, "case", *more, text=texts)


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


@contextmanager
def open_driver_session(
    arguments: argparse.Namespace, case_limit: float, bounds: ProcessLimits | None = None
) -> Iterator[tuple[Driver, CaseWatchdog]]:
    """Open the driver; yield it with the watchdog that ends the program if a case takes too long.

    ``case_limit`` is the limit for a case of a driver in this process, in seconds, and ``bounds``
    are the limits of an isolated driver; ``--limit`` overrides both. Raises ``DriverLoadError`` if
    the driver cannot be opened.
    """
    stages = stage_limits(arguments.limit)
    isolate = is_native(arguments.driver) if arguments.isolate is None else arguments.isolate
    if stages and not isolate:
        arguments.parser.error(
            f"--limit {stages[0]} applies only to an isolated driver: add --isolate"
        )
    case_limit = given_limits(arguments.limit).get("case", case_limit)
    watch = CaseWatchdog(0 if isolate else case_limit, _format_stuck_case)
    if not isolate:
        try:
            with start_limit(arguments.driver, "loading the driver", ProcessLimits().start):
                driver = Driver.open(arguments.driver, isolate=False)
            yield driver, watch
        finally:
            watch.stop()
        return
    try:
        limits = (bounds or ProcessLimits()).with_stages(stages)
    except ValueError as error:
        arguments.parser.error(f"--limit {error}")
    driver = Driver.open(arguments.driver, limits, isolate=True)
    try:
        yield driver, watch
    finally:
        driver.close()


def _format_stuck_case(verdict: Verdict) -> str:
    """Return the message for a case that did not end, with the stack of the blocked thread."""
    trace = "".join(f"\n    {line}" for line in verdict.details["trace"])
    advice = "With --isolate each call has a time limit and the other cases still run."
    return f"{verdict.case_id}: {verdict.reason}{trace}\n{advice}\n"
