"""``nn-conformance smoke X``: in a minute, whether judging the driver at length is worth it."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections import Counter
from typing import Any, Final

from conformance.cli import candidate
from conformance.coverage.samples import by_operation
from conformance.drivers import DriverLoadError, identify
from conformance.drivers.process import Limits
from conformance.harness import Judge, Kind, Options
from conformance.harness.portrait import declared_version
from conformance.harness.smoke import Result, Tried, smoke
from nn_conformance import seconds_option

FAILED: Final = 1
UNJUDGED: Final = 3

_EPILOG = """\
One small case of the bundled specs for each operation, along every path that the driver's version
has; simple models first. A failure that an earlier one explains is a consequence: every path breaks
a rule that an earlier operation broke in the same mode of execution, or the model uses an operation
that failed before. Fix the first failure first.

exit status: 0 nothing failed; 1 something failed, an answer of the driver about itself broke the
contract, or nothing was executed; 3 the suite itself could not judge a case; 4 the driver cannot be
opened; 10 without --isolate, a case took longer than --case-limit; 2 the command line is wrong
"""

_TOLD: Final = (Result.FAILED, Result.CONSEQUENCE, Result.UNJUDGED)
_BOUNDS: Final = Limits(start=30.0, query=3.0, prepare=15.0, execute=5.0, free=3.0)
_CALLBACK: Final = 5.0


def add_to(verbs: Any) -> None:
    """Register the verb."""
    parser = verbs.add_parser(
        "smoke",
        help="a minute's look: is it worth running the rest?",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    candidate.add_options(parser, 20.0)
    parser.add_argument(
        "--time",
        type=seconds_option(zero=True),
        default=35.0,
        metavar="SECONDS",
        help="no case is begun after this time (default: 35)",
    )
    parser.set_defaults(run=run, parser=parser)


def run(arguments: argparse.Namespace) -> int:
    """Print one line for each operation that did not pass, and what it all comes to."""
    try:
        with candidate.opened(arguments, _BOUNDS) as (device, watch):
            watch.begin("what the driver says of itself")
            identity = identify(device)
            version = declared_version(device)
            watch.end()
            print(
                f"{identity.name} {identity.version_string}, HAL {identity.hal_version}", flush=True
            )
            for problem in identity.problems:
                print(f"problem: {problem}", flush=True)
            judge = Judge(device, Options(callback_timeout=_CALLBACK))
            tried = []
            samples = by_operation(candidate.bundled_samples())
            for one in smoke(judge, samples, version, arguments.time, watch.begin, watch.end):
                tried.append(one)
                if one.result in _TOLD:
                    print(_line(one), flush=True)
            late = judge.close()
    except DriverLoadError as error:
        print(error, file=sys.stderr)
        return candidate.NO_DRIVER
    for verdict in late:
        print(f"late: {verdict}")
    print(_sum(tried, bool(identity.problems), arguments.driver))
    if any(one.result is Result.UNJUDGED for one in tried):
        return UNJUDGED
    counts = Counter(one.result for one in tried)
    wrong = identity.problems or counts[Result.FAILED] or any(v.kind.blames_driver for v in late)
    return FAILED if wrong or not counts[Result.PASSED] else 0


def _line(one: Tried) -> str:
    """``FAILED: ADD (V1_0/add/add): values: ...``."""
    if one.result is Result.CONSEQUENCE:
        rules = dict.fromkeys(v.rule for v in one.verdicts if v.kind.blames_driver)
        return f"  consequence of {one.cause}: {one.operation} ({one.case_id}): {', '.join(rules)}"
    return f"{one.result.upper()}: {one.operation} ({one.case_id}): {one.reason}"


def _sum(tried: list[Tried], unsound: bool, driver: str) -> str:
    """Counts, then the answer."""
    counts = Counter(one.result for one in tried)
    lines = [
        f"{len(tried)} operations: "
        + ", ".join(f"{counts[result]} {result}" for result in Result if counts[result])
    ]
    for result in (Result.DECLINED, Result.NOT_APPLICABLE, Result.NOT_TRIED):
        names = [one.operation for one in tried if one.result is result]
        if names:
            lines.append(textwrap.fill(f"{result}: {', '.join(names)}", 100))
    silent = _silent_paths(tried)
    if silent:
        lines.append(f"nothing passed along: {', '.join(silent)}")
    first = next((one for one in tried if one.result is Result.FAILED), None)
    if not counts[Result.PASSED]:
        why = f"fix {first.operation} first" if first else "nothing was executed"
        lines.append(f"NOT WORTH RUNNING THE REST: {why}")
    elif first or unsound or silent:
        about = f"fix {first.operation} first" if first else "see above"
        lines.append(f"worth running, with known failures: {about}")
    else:
        lines.append(f"worth running the rest: pytest --driver {driver}")
    return "\n".join(lines)


def _silent_paths(tried: list[Tried]) -> list[str]:
    """Modes of execution along which cases failed and none passed."""
    passed: set[str] = set()
    failed: dict[str, None] = {}
    for one in tried:
        for verdict in one.verdicts:
            mode = verdict.path.partition("-")[0]
            if verdict.kind is Kind.PASSED:
                passed.add(mode)
            elif verdict.kind.blames_driver and mode:
                failed[mode] = None
    return [mode for mode in failed if mode not in passed]
