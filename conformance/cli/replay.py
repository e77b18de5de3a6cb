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

from conformance.cli.candidate import add_bounds, opened
from conformance.drivers import DriverLoadError
from conformance.drivers.process import IsolatedDevice, Limits
from conformance.hal import Device, Version
from conformance.hard_limit import EXIT_STUCK
from conformance.harness import Judge, Kind, Options, Verdict
from conformance.harness.dump import DEFAULT_FOLDER, SPEC_SUFFIX, stem_of
from conformance.harness.path import paths_of
from conformance.harness.run import version_of
from conformance.harness.watch import CaseWatch
from conformance.reports.refused import REFUSED
from conformance.specfile import SpecError, SpecIndex, bundled_specs
from conformance.specfile.casefile import CASE_SUFFIX, CaseError, CaseFile, read_case
from generators.comparison import second_look
from nn_conformance import seconds_option


class Status(IntEnum):
    """Exit statuses of the command; the largest status of all cases is returned.

    Values from 64 on are those of ``sysexits.h``. ``argparse`` exits with 2 for an invalid command
    line.
    """

    FIXED = 0
    AS_BEFORE = 1
    OTHERWISE = 3
    STUCK = EXIT_STUCK
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


class _Missing(Exception):  # noqa: N818 - becomes a line and a status
    """Raised for an argument that is neither a case file nor a known case id."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of one replayed case: exit status, words for its line, and detail lines."""

    status: Status
    word: str
    reasons: tuple[str, ...] = ()


def add_to(verbs: Any) -> None:
    """Register the subcommand ``replay`` and its options."""
    parser = verbs.add_parser(
        "replay",
        help="run failed cases again: are they fixed, or do they fail as before or differently?",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("cases", nargs="+", metavar="FILE_OR_ID", help="case files or case ids")
    parser.add_argument("--driver", required=True, metavar="X", help="as after pytest --driver")
    parser.add_argument(
        "--dump",
        default=DEFAULT_FOLDER,
        metavar="FOLDER",
        help=f"folder in which ids are looked up first (default: {DEFAULT_FOLDER})",
    )
    parser.add_argument(
        "--callback-timeout",
        type=seconds_option(),
        default=10.0,
        metavar="SECONDS",
        help="how long to wait for a callback of the driver (default: 10)",
    )
    add_bounds(parser, 300.0)
    parser.set_defaults(run=run, parser=parser)


def run(arguments: argparse.Namespace) -> int:
    """Replay all cases, print one line for each, and return the largest exit status."""
    # ``judge.close`` ends the driver's process after each case, so each case needs a restart:
    # the number of cases already limits the restarts.
    bounds = Limits(restarts=sys.maxsize)
    try:
        with opened(arguments, bounds) as (device, watch):
            return _all(arguments, device, watch)
    except DriverLoadError as error:
        print(error, file=sys.stderr)
        return Status.NO_DRIVER


class _GivenUp(Exception):  # noqa: N818 - becomes a line and a status
    """Raised if the isolated driver's process cannot be started again."""


def _all(arguments: argparse.Namespace, device: Device, watch: CaseWatch) -> int:
    options = Options(callback_timeout=arguments.callback_timeout)
    index = SpecIndex()
    worst = Status.FIXED
    version = version_of(device)
    for text in arguments.cases:
        try:
            sources = _sources(text, Path(arguments.dump), index)
        except (_Missing, SpecError) as error:
            print(f"{text}: {error}", file=sys.stderr)
            worst = max(worst, Status.NO_INPUT)
            continue
        for load in sources:
            try:
                worst = max(worst, _replay(load, device, version, options, watch))
            except _GivenUp as error:
                print(error, file=sys.stderr)
                return Status.NO_DRIVER
    return worst


def _sources(text: str, dumps: Path, index: SpecIndex) -> list[Callable[[], CaseFile]]:
    """Return a function for each case of an argument that loads the case.

    The argument is a folder, a case file, the id of a dumped case, or the id of a bundled example,
    in this order. Raise ``_Missing`` if it is none of them. A case is loaded only when it runs, so
    that one damaged file does not prevent the replay of the others.
    """
    path = Path(text)
    if path.is_dir():
        found = sorted(path.rglob(f"*{CASE_SUFFIX}"))
        if not found:
            raise _Missing(f"no {CASE_SUFFIX} file in this folder")
        return [lambda file=file: read_case(file) for file in found]  # type: ignore[misc]
    if path.is_file() or text.endswith(CASE_SUFFIX):
        if not path.is_file():
            raise _Missing("no such file")
        return [lambda: read_case(path)]
    stem = stem_of(text)
    dumped = dumps / stem / f"{stem}{CASE_SUFFIX}"
    if dumped.is_file():
        return [lambda: read_case(dumped)]
    folder, _, rest = text.partition("/")
    spec, _, name = rest.partition("/")
    bundled = bundled_specs() / folder / f"{spec}{SPEC_SUFFIX}"
    if not name or not bundled.is_file():
        raise _Missing(
            f"neither a file nor a case id that was dumped in {dumps} or comes with the suite"
        )
    if name not in {info.name for info in index.names(bundled)}:
        raise _Missing(f"the spec {folder}/{spec} has no example of that name")
    return [lambda: CaseFile(text, index.load(bundled, name))]


def _replay(
    load: Callable[[], CaseFile],
    device: Device,
    version: Version,
    options: Options,
    watch: CaseWatch,
) -> Status:
    try:
        case = load()
        paths = paths_of(version, case.case_id, case.paths)
    except (CaseError, SpecError, ValueError) as error:
        print(error, file=sys.stderr)
        return Status.DATA_ERROR
    if case.example.version is not None and case.example.version > version:
        needed = f"it needs HAL {case.example.version}, the driver declares {version}"
        answer = Answer(Status.FIXED, f"not judged: {needed}")
    else:
        watch.begin(case.case_id)
        judge = Judge(device, options)
        judge.second_look = second_look(case.example, case.source)
        verdicts = judge.judge(case.example, case.case_id, paths)
        # Closing checks the memory of the last execution once more. It also ends the process of an
        # isolated driver, so that one case cannot change the result of the next.
        verdicts += judge.close()
        watch.end()
        if isinstance(device, IsolatedDevice) and device.given_up:
            raise _GivenUp(f"{case.case_id}: {device.given_up}")
        answer = answer_of(case, verdicts)
    print(f"{case.case_id}: {answer.word}", flush=True)
    for reason in answer.reasons:
        print(textwrap.indent(reason, "  "), flush=True)
    return answer.status


def _what(rule: str) -> str:
    """Return the rule under which a failure is compared with the recorded one.

    A call that does not return breaks ``case.limit`` in this process and ``process.limit`` in an
    isolated driver; both count as the same failure.
    """
    return "process.limit" if rule == "case.limit" else rule


def answer_of(case: CaseFile, verdicts: Sequence[Verdict]) -> Answer:
    """Return the result of a case: its new verdicts compared with the failures in its file."""
    wrong = [verdict for verdict in verdicts if verdict.kind is Kind.INTERNAL_ERROR]
    if wrong:
        return Answer(Status.SOFTWARE, "not judged", (wrong[0].reason,))
    failed = [verdict for verdict in verdicts if verdict.kind.blames_driver]
    before = {_what(failure.rule): failure for failure in case.failures}
    refused = [verdict for verdict in verdicts if verdict.kind in REFUSED]
    if not failed and refused:
        return Answer(Status.OTHERWISE, "not executed", (refused[0].reason,))
    if not failed:
        declined = [verdict for verdict in verdicts if verdict.kind is Kind.DECLINED]
        word = "fixed" if before else "passed"
        if declined:
            return Answer(Status.FIXED, f"{word} (declined now: {declined[0].reason})")
        return Answer(Status.FIXED, word)
    reasons = tuple(
        dict.fromkeys(
            f"{verdict.path or 'case'}: {verdict.rule}: {verdict.reason}" for verdict in failed
        )
    )
    if not before:
        return Answer(Status.AS_BEFORE, "failed", reasons)
    if all(_what(verdict.rule) in before for verdict in failed):
        return Answer(Status.AS_BEFORE, "failed as before", reasons)
    told = tuple(
        f"before: {failure.path or 'case'}: {failure.rule}: {failure.reason}"
        for failure in before.values()
    )
    return Answer(Status.OTHERWISE, "failed differently", (*reasons, *told))
