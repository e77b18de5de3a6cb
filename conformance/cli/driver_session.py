"""Driver options, opening a driver, and sample models for the subcommands that call a driver."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Final

from conformance.cases import Example, SpecError, SpecIndex, bundled_specs
from conformance.cases.casefile import CaseFile
from conformance.cli import options
from conformance.coverage.samples import Sample, choose_samples
from conformance.drivers import open_driver
from conformance.drivers.own_process import IsolatedDevice, ProcessLimits
from conformance.drivers.start_limit import start_limit
from conformance.hal import Device
from conformance.harness.failure import FailureHook
from conformance.harness.judge import Judge, JudgeOptions, effective_version
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.harness.supervision.watchdog import CaseWatchdog
from conformance.oracle.intervals.interval_check import interval_check_for
from conformance.oracle.other_data import other_data_for
from conformance.verdicts import Verdict

EXIT_NO_DRIVER: Final = 4
"""Exit status if the driver cannot be opened; pytest with ``--driver`` uses the same one."""

EXIT_INTERRUPTED: Final = 130
"""Exit status after Ctrl-C, as a shell reports it."""


def add_driver_options(parser: argparse.ArgumentParser, limit: float) -> None:
    """Add the arguments ``X``, ``--isolate``, ``--limit`` and ``--case-limit``.

    ``limit`` is the default of ``--case-limit`` in seconds.
    """
    options.add_driver_argument(parser)
    add_limit_options(parser, limit)


def add_limit_options(
    parser: argparse.ArgumentParser, limit: float | None, default_text: str = ""
) -> None:
    """Add ``--isolate``, ``--limit`` and ``--case-limit``, whose default is ``limit`` seconds.

    With ``limit`` None, ``default_text`` states the default.
    """
    options.add_isolate_option(parser)
    text = "with --isolate: time limit for one call of this stage, like pytest --limit"
    options.add_repeatable_option(parser, "--limit", "STAGE=SECONDS", text)
    text = "without --isolate: end the program if one case takes longer"
    if default_text:
        text += f" (default: {default_text}; 0: no limit)"
    options.add_seconds_option(parser, "--case-limit", limit, text, zero="no limit")


@contextmanager
def open_driver_session(
    arguments: argparse.Namespace, bounds: ProcessLimits | None = None
) -> Iterator[tuple[Device, CaseWatchdog]]:
    """Open the driver; yield it with the watchdog that ends the program if a case takes too long.

    ``bounds`` are the limits of an isolated driver; ``--limit`` overrides them. Raises
    ``DriverLoadError`` if the driver cannot be opened.
    """
    if arguments.limit and not arguments.isolate:
        arguments.parser.error("--limit applies only to an isolated driver: add --isolate")
    watch = CaseWatchdog(0 if arguments.isolate else arguments.case_limit, _format_stuck_case)
    if not arguments.isolate:
        try:
            with start_limit(arguments.driver, "loading the driver", ProcessLimits().start):
                device = open_driver(arguments.driver)
            yield device, watch
        finally:
            watch.stop()
        return
    try:
        limits = (bounds or ProcessLimits()).with_stages(arguments.limit)
    except ValueError as error:
        arguments.parser.error(f"--limit {error}")
    device = IsolatedDevice(arguments.driver, limits)
    try:
        yield device, watch
    finally:
        device.close()


@cache
def bundled_samples() -> tuple[Sample, ...]:
    """Return a small example of the bundled specs for each operation, operand type and form.

    A spec file that cannot be read is reported on standard error and skipped.
    """
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
                print(f"skipped: {error}", file=sys.stderr)

    return choose_samples(examples())


def _format_stuck_case(verdict: Verdict) -> str:
    """Return the message for a case that did not end, with the stack of the blocked thread."""
    trace = "".join(f"\n    {line}" for line in verdict.details["trace"])
    advice = "With --isolate each call has a time limit and the other cases still run."
    return f"{verdict.case_id}: {verdict.reason}{trace}\n{advice}\n"


def run_case(
    device: Device,
    case: CaseFile,
    paths: Sequence[ExecutionPath],
    options: JudgeOptions,
    on_failure: FailureHook | None = None,
) -> list[Verdict]:
    """Return the verdicts on a case along these paths, and the late ones.

    Each path ends with a further execution with other data. At the end the process of an isolated
    driver is closed, so that one case cannot change the result of the next.
    """
    judge = Judge(device, options, on_failure=on_failure)
    verdicts = judge.judge(
        case.example,
        case.case_id,
        paths,
        interval_check=interval_check_for(case.example, case.source),
        other_data=other_data_for(case.example, case.source, effective_version(device)),
    )
    return verdicts + judge.close()
