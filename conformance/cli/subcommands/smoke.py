"""``nn-conformance smoke X``: test a driver for about a minute before a full run."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections import Counter
from typing import Any, Final

from conformance.cli import driver_session
from conformance.cli.command import add_command
from conformance.cli.options import add_seconds_option
from conformance.coverage.samples import samples_by_operation
from conformance.drivers import DriverLoadError, identify_driver
from conformance.drivers.own_process import ProcessLimits
from conformance.hal import Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.run.smoke_test import SmokeResult, SmokeStatus, run_smoke_test
from conformance.verdicts import VerdictKind

EXIT_FAILED: Final = 1
EXIT_NOT_JUDGED: Final = 3

_EPILOG = """\
The command runs one small case of the bundled specs for each operation, along every execution path
of the driver's HAL version, simple models first. A failure counts as a consequence of an earlier
one if the model uses an operation that already failed, or if on every failing path the rule was
already broken by an earlier operation in the same execution mode. Fix the first failure first.

exit status: 0 no case failed; 1 a case failed, the driver's description broke the contract, or no
case was executed; 2 the command line is invalid; 3 an error in the suite prevented a verdict; 4 the
driver cannot be opened; 10 without --isolate, a case took longer than --case-limit
"""

_REPORTED_STATUSES: Final = (SmokeStatus.FAILED, SmokeStatus.CONSEQUENCE, SmokeStatus.NOT_JUDGED)
_DEFAULT_LIMITS: Final = ProcessLimits(start=30.0, query=3.0, prepare=15.0, execute=5.0, free=3.0)
_CALLBACK_TIMEOUT: Final = 5.0


def add_parser(verbs: Any) -> None:
    """Add the subcommand to the parser."""
    summary = "test a driver for about a minute, to see whether a full run is worthwhile"
    parser = add_command(verbs, "smoke", run, summary, _EPILOG)
    driver_session.add_driver_options(parser, 20.0)
    add_seconds_option(parser, "--time", 35.0, "start no case after this time", zero="")


def run(arguments: argparse.Namespace) -> int:
    """Print one line for each operation that failed, then a summary; return the exit status."""
    try:
        with driver_session.open_driver_session(arguments, _DEFAULT_LIMITS) as (device, watch):
            watch.begin("describing the driver")
            identity = identify_driver(device)
            version = identity.version or max(Version)
            watch.end()
            print(
                f"{identity.name} {identity.version_string}, HAL {identity.hal_version}", flush=True
            )
            for problem in identity.problems:
                print(f"problem: {problem}", flush=True)
            judge = Judge(device, JudgeOptions(callback_timeout=_CALLBACK_TIMEOUT), version=version)
            tried = []
            samples = samples_by_operation(driver_session.bundled_samples())
            for attempt in run_smoke_test(
                judge, samples, version, arguments.time, watch.begin, watch.end
            ):
                tried.append(attempt)
                if attempt.status in _REPORTED_STATUSES:
                    print(_result_line(attempt), flush=True)
            late = judge.close()
    except DriverLoadError as error:
        print(error, file=sys.stderr)
        return driver_session.EXIT_NO_DRIVER
    for verdict in late:
        print(f"found after the end of the case: {verdict}")
    print(_summary(tried, bool(identity.problems), arguments.driver))
    if any(attempt.status is SmokeStatus.NOT_JUDGED for attempt in tried):
        return EXIT_NOT_JUDGED
    counts = Counter(attempt.status for attempt in tried)
    wrong = (
        identity.problems or counts[SmokeStatus.FAILED] or any(v.kind.blames_driver for v in late)
    )
    return EXIT_FAILED if wrong or not counts[SmokeStatus.PASSED] else 0


def _result_line(attempt: SmokeResult) -> str:
    """Return the line for one operation: ``FAILED: ADD (V1_0/add/add): values: ...``."""
    case = f"{attempt.operation} ({attempt.case_id})"
    if attempt.status is SmokeStatus.CONSEQUENCE:
        rules = dict.fromkeys(v.rule for v in attempt.verdicts if v.kind.blames_driver)
        return f"  consequence of {attempt.cause}: {case}: {', '.join(rules)}"
    return f"{attempt.status.upper()}: {case}: {attempt.reason}"


def _summary(tried: list[SmokeResult], unsound: bool, driver: str) -> str:
    """Return the counts by result and a last line that says whether a full run is worthwhile."""
    counts = Counter(attempt.status for attempt in tried)
    lines = [
        f"{len(tried)} operations: "
        + ", ".join(f"{counts[result]} {result}" for result in SmokeStatus if counts[result])
    ]
    for result in (SmokeStatus.DECLINED, SmokeStatus.NOT_APPLICABLE, SmokeStatus.NOT_TRIED):
        names = [attempt.operation for attempt in tried if attempt.status is result]
        if names:
            lines.append(textwrap.fill(f"{result}: {', '.join(names)}", 100))
    if silent := _modes_without_pass(tried):
        lines.append(f"no case passed in these execution modes: {', '.join(silent)}")
    first = next((attempt for attempt in tried if attempt.status is SmokeStatus.FAILED), None)
    if not counts[SmokeStatus.PASSED]:
        why = f"fix {first.operation} first" if first else "no case was executed"
        lines.append(f"A FULL RUN IS NOT WORTHWHILE: {why}")
    elif first or unsound or silent:
        about = f"fix {first.operation} first" if first else "see above"
        lines.append(f"a full run is worthwhile, but has known failures: {about}")
    else:
        lines.append(f"a full run is worthwhile: pytest --driver {driver}")
    return "\n".join(lines)


def _modes_without_pass(tried: list[SmokeResult]) -> list[str]:
    """Return the execution modes in which cases failed and no case passed."""
    passed: set[str] = set()
    failed: dict[str, None] = {}
    for attempt in tried:
        for verdict in attempt.verdicts:
            mode = verdict.path.partition("-")[0]
            if verdict.kind is VerdictKind.PASSED:
                passed.add(mode)
            elif verdict.kind.blames_driver and mode:
                failed[mode] = None
    return [mode for mode in failed if mode not in passed]
