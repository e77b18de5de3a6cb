"""``nn-conformance replay FILE_OR_ID --driver X``: run failed cases again and compare the results.

Each case is reported as fixed, failed as before, failed differently or not executed.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from conformance.cases import SpecError, SpecIndex
from conformance.cases.casefile import CASE_SUFFIX, CaseError, CaseFile
from conformance.cli.case_sources import CaseNotFound, case_loaders
from conformance.cli.command import add_command
from conformance.cli.driver_session import add_limit_options, open_driver_session, run_case
from conformance.cli.options import add_dump_option, add_seconds_option
from conformance.drivers import DriverLoadError
from conformance.drivers.own_process import IsolatedDevice, ProcessLimits
from conformance.failures.failure_dump import DEFAULT_FOLDER
from conformance.hal import Device, Version
from conformance.hard_limit import EXIT_STUCK
from conformance.harness.judge import JudgeOptions, effective_version
from conformance.harness.planning.execution_path import resolve_paths
from conformance.harness.supervision.watchdog import CaseWatchdog
from conformance.results.refused_classes import REFUSED
from conformance.verdicts import Verdict, VerdictKind


class ReplayStatus(IntEnum):
    """Exit statuses of the command; the largest status of all cases is returned.

    Values from 64 on are those of ``sysexits.h``. ``argparse`` exits with 2 for an invalid command
    line.
    """

    FIXED = 0
    FAILED_AS_BEFORE = 1
    FAILED_DIFFERENTLY = 3
    CASE_TIMEOUT = EXIT_STUCK
    DATA_ERROR = 65
    NO_INPUT = 66
    NO_DRIVER = 69
    SOFTWARE = 70


_EPILOG = f"""\
Each case runs again along the paths on which it failed. The command prints one line for it:

  fixed               the case passes (or is now declined, which the line states)
  failed as before    it breaks only rules that it broke when it was recorded
  failed differently  it breaks another rule
  not executed        the driver refuses it for lack of a device or of resources

FILE is a {CASE_SUFFIX} file, or a folder that is searched for such files. ID is a case id, for
example V1_0/add/add: it means the dump of the case in the --dump folder or, without one, the
bundled example. A bundled example has no recorded failure, so it is reported as passed or failed.

exit status (the largest of all cases):
   0  all fixed or passed
   1  failed as before, or a bundled example failed
   3  failed differently, or not executed
  10  a case did not end within --case-limit (only without --isolate; ends the replay)
  65  a case file cannot be read
  66  there is no such file or case id
  69  the driver cannot be opened, or with --isolate not restarted (ends the replay)
  70  an error in the suite prevented a verdict
   2  the command line is invalid
"""


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """The result of one replayed case: exit status, words for its line, and detail lines."""

    status: ReplayStatus
    summary: str
    reasons: tuple[str, ...] = ()


def add_parser(verbs: Any) -> None:
    """Register the subcommand ``replay`` and its options."""
    summary = "run failed cases again: are they fixed, or do they fail as before or differently?"
    parser = add_command(verbs, "replay", run, summary, _EPILOG)
    parser.add_argument("cases", nargs="+", metavar="FILE_OR_ID", help="case files or case ids")
    parser.add_argument(
        "--driver", required=True, metavar="X", help="driver, as for pytest --driver"
    )
    add_dump_option(parser, DEFAULT_FOLDER)
    text = "how long to wait for a callback of the driver"
    add_seconds_option(parser, "--callback-timeout", 10.0, text)
    add_limit_options(parser, 300.0)


def run(arguments: argparse.Namespace) -> int:
    """Replay all cases, print one line for each, and return the largest exit status."""
    # ``judge.close`` ends the driver's process after each case, so each case needs a restart:
    # the number of cases already limits the restarts.
    bounds = ProcessLimits(restarts=sys.maxsize)
    try:
        with open_driver_session(arguments, bounds) as (device, watch):
            return _replay_all(arguments, device, watch)
    except DriverLoadError as error:
        print(error, file=sys.stderr)
        return ReplayStatus.NO_DRIVER


class _DriverGaveUp(Exception):  # noqa: N818 - becomes a line and a status
    """Raised if the isolated driver's process cannot be started again."""


def _replay_all(arguments: argparse.Namespace, device: Device, watch: CaseWatchdog) -> int:
    options = JudgeOptions(callback_timeout=arguments.callback_timeout)
    index = SpecIndex()
    worst = ReplayStatus.FIXED
    version = effective_version(device)
    for text in arguments.cases:
        try:
            sources = case_loaders(text, Path(arguments.dump), index)
        except (CaseNotFound, SpecError) as error:
            print(f"{text}: {error}", file=sys.stderr)
            worst = max(worst, ReplayStatus.NO_INPUT)
            continue
        for load in sources:
            try:
                worst = max(worst, _replay_case(load, device, version, options, watch))
            except _DriverGaveUp as error:
                print(error, file=sys.stderr)
                return ReplayStatus.NO_DRIVER
    return worst


def _replay_case(
    load: Callable[[], CaseFile],
    device: Device,
    version: Version,
    options: JudgeOptions,
    watch: CaseWatchdog,
) -> ReplayStatus:
    try:
        case = load()
        paths = resolve_paths(version, case.case_id, case.paths)
    except (CaseError, SpecError, ValueError) as error:
        print(error, file=sys.stderr)
        return ReplayStatus.DATA_ERROR
    if case.example.version is not None and case.example.version > version:
        needed = f"it needs HAL {case.example.version}, the driver declares {version}"
        answer = ReplayResult(ReplayStatus.FIXED, f"not judged: {needed}")
    else:
        watch.begin(case.case_id)
        verdicts = run_case(device, case, paths, options)
        watch.end()
        if isinstance(device, IsolatedDevice) and device.give_up_reason:
            raise _DriverGaveUp(f"{case.case_id}: {device.give_up_reason}")
        answer = compare_with_recorded(case, verdicts)
    print(f"{case.case_id}: {answer.summary}", flush=True)
    for reason in answer.reasons:
        print(textwrap.indent(reason, "  "), flush=True)
    return answer.status


def _comparable_rule(rule: str) -> str:
    """Return the rule under which a failure is compared with the recorded one.

    A call that does not return breaks ``case.limit`` in this process and ``process.limit`` in an
    isolated driver; both count as the same failure.
    """
    return "process.limit" if rule == "case.limit" else rule


def compare_with_recorded(case: CaseFile, verdicts: Sequence[Verdict]) -> ReplayResult:
    """Return the result of a case: its new verdicts compared with the failures in its file."""
    if wrong := [verdict for verdict in verdicts if verdict.kind is VerdictKind.INTERNAL_ERROR]:
        return ReplayResult(ReplayStatus.SOFTWARE, "not judged", (wrong[0].reason,))
    failed = [verdict for verdict in verdicts if verdict.kind.blames_driver]
    before = {_comparable_rule(failure.rule): failure for failure in case.failures}
    refused = [verdict for verdict in verdicts if verdict.kind in REFUSED]
    if not failed and refused:
        return ReplayResult(ReplayStatus.FAILED_DIFFERENTLY, "not executed", (refused[0].reason,))
    if not failed:
        declined = [verdict for verdict in verdicts if verdict.kind is VerdictKind.DECLINED]
        word = "fixed" if before else "passed"
        if declined:
            return ReplayResult(ReplayStatus.FIXED, f"{word} (declined now: {declined[0].reason})")
        return ReplayResult(ReplayStatus.FIXED, word)
    reasons = tuple(
        dict.fromkeys(
            f"{verdict.path or 'case'}: {verdict.rule}: {verdict.reason}" for verdict in failed
        )
    )
    if not before:
        return ReplayResult(ReplayStatus.FAILED_AS_BEFORE, "failed", reasons)
    if all(_comparable_rule(verdict.rule) in before for verdict in failed):
        return ReplayResult(ReplayStatus.FAILED_AS_BEFORE, "failed as before", reasons)
    recorded = tuple(
        f"before: {failure.path or 'case'}: {failure.rule}: {failure.reason}"
        for failure in before.values()
    )
    return ReplayResult(
        ReplayStatus.FAILED_DIFFERENTLY, "failed differently", (*reasons, *recorded)
    )
