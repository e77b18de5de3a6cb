"""What verbs that talk to a driver share: opening it, bounding it, examples to talk about."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

from conformance.coverage.samples import Sample, samples
from conformance.drivers import open_driver
from conformance.drivers.process import IsolatedDevice, Limits
from conformance.drivers.start_limit import start_limit
from conformance.hal import Device
from conformance.harness import Verdict
from conformance.harness.watch import CaseWatch
from conformance.specfile import Example, SpecError, SpecIndex, bundled_specs
from nn_conformance import seconds_option

NO_DRIVER: Final = 4
"""Exit status, as pytest's with ``--driver``: the driver cannot be opened."""


def add_options(parser: argparse.ArgumentParser, limit: float) -> None:
    """``X``, ``--isolate``, ``--limit`` and ``--case-limit``."""
    parser.add_argument("driver", metavar="X", help="as after pytest --driver")
    add_bounds(parser, limit)


def add_bounds(parser: argparse.ArgumentParser, limit: float) -> None:
    """``--isolate``, ``--limit`` and ``--case-limit`` (its default, in seconds)."""
    parser.add_argument(
        "--isolate",
        action="store_true",
        help="run the driver in a supervised process of its own, as pytest --isolate",
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="STAGE=SECONDS",
        help="with --isolate: how long one call may take, as pytest --limit; repeatable",
    )
    parser.add_argument(
        "--case-limit",
        type=seconds_option(zero=True),
        default=limit,
        metavar="SECONDS",
        help=f"without --isolate: end when one case takes longer (default: {limit:g}; 0: never)",
    )


@contextmanager
def opened(
    arguments: argparse.Namespace, bounds: Limits | None = None
) -> Iterator[tuple[Device, CaseWatch]]:
    """The driver and the watch over its cases; ``DriverLoadError`` when there is none.

    ``bounds`` hold for a process of its own where ``--limit`` says nothing else.
    """
    if arguments.limit and not arguments.isolate:
        arguments.parser.error("--limit limits a driver in a process of its own: add --isolate")
    watch = CaseWatch(0 if arguments.isolate else arguments.case_limit, _stuck)
    if not arguments.isolate:
        try:
            with start_limit(arguments.driver, "loading the driver", Limits().start):
                device = open_driver(arguments.driver)
            yield device, watch
        finally:
            watch.stop()
        return
    try:
        limits = (bounds or Limits()).with_stages(arguments.limit)
    except ValueError as error:
        arguments.parser.error(f"--limit {error}")
    device = IsolatedDevice(arguments.driver, limits)
    try:
        yield device, watch
    finally:
        device.close()


@cache
def bundled_samples() -> tuple[Sample, ...]:
    """A small example of the bundled specs for each operation, type and form."""
    index = SpecIndex()
    root = bundled_specs()

    def examples() -> Iterator[tuple[str, Example]]:
        for file in sorted(root.rglob("*.mod.py")):
            case = f"{file.parent.name}/{file.name.removesuffix('.mod.py')}"
            try:
                for info in index.names(file):
                    if not info.relaxed and not info.has_error:
                        yield f"{case}/{info.name}", index.load(file, info.name)
            except SpecError as error:
                print(f"left out: {error}", file=sys.stderr)

    return samples(examples())


def _stuck(verdict: Verdict) -> str:
    """Words on a case that does not end."""
    trace = "".join(f"\n    {line}" for line in verdict.details["trace"])
    return f"{verdict.case_id}: {verdict.reason}{trace}\n--isolate bounds each call.\n"
