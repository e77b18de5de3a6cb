"""``nn-conformance replay``: run failed cases again, and compare the results; debug one of them.

Each case is reported as fixed, failed as before, failed differently or not executed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from conformance import debugging
from conformance.cases import SpecError, SpecIndex
from conformance.cases.casefile import CASE_SUFFIX, Case, CaseError
from conformance.cli.cases import (
    CaseNotFound,
    driver_of_dumps,
    find_case,
    find_cases,
    report_missing_case,
    run_case,
)
from conformance.cli.options import (
    ExitStatus,
    add_command,
    add_dump_option,
    add_limit_options,
    check_driver,
    open_driver_session,
)
from conformance.debugging import Recipe, SanitizerError
from conformance.drivers import DriverLoadError
from conformance.drivers.driver import Driver
from conformance.drivers.own_process import ProcessLimits
from conformance.failures.failure_dump import DEFAULT_FOLDER
from conformance.harness.judge import JudgeOptions
from conformance.harness.planning.execution_path import resolve_paths
from conformance.harness.supervision.watchdog import CaseWatchdog
from conformance.results.refused_classes import REFUSED
from conformance.verdicts import Verdict, VerdictKind
from nn_conformance_options import given_limits, policy_driver

_STACK: Final = "stack"
_TOOLS: Final = {
    _STACK: "a crash in a process of its own: the native stack and the NNAPI call",
    **debugging.TOOLS,
}
_NO_LIMIT: Final = 86400.0

_SEVERITY: Final = (
    ExitStatus.CONFORMS,
    ExitStatus.NOTHING_RAN,
    ExitStatus.DIFFERS,
    ExitStatus.UNUSABLE,
    ExitStatus.NO_DRIVER,
    ExitStatus.INTERNAL,
)
"""The exit statuses of single cases; the last one that occurs is that of the command."""

_EPILOG: Final = f"""\
Each case runs again along the paths on which it failed. The command prints one line for it:

  fixed               the case passes (or is now declined, which the line states)
  failed as before    it breaks only rules that it broke when it was recorded
  failed differently  it breaks another rule
  not executed        the driver refuses it for lack of a device or of resources

FILE is a {CASE_SUFFIX} file, or a folder that is searched for such files. ID is a case id, for
example V1_0/add/add: it means the dump of the case in the --dump folder or, without one, the
bundled example. A number is that of a cause in the summary of the last run. A bundled example has
no recorded failure, so it is reported as passed or failed.

With --debug PROGRAM one case runs under a debugger, a sanitizer or another tool. The command prints
how; --print does not run it. In a terminal, gdb and lldb stay open; otherwise they print the stack
and end.

{chr(10).join(f"  {tool:<13} {text}" for tool, text in _TOOLS.items())}

exit status (the most severe of all cases):
   0  all fixed or passed
   1  a case failed, as before or differently
   2  there is no such file or case, a file cannot be read, or the program is not installed
   4  the driver cannot be opened, or with --isolate not restarted (ends the replay)
   5  a case was not executed
  10  a case did not end within its limit (only without --isolate; ends the replay)
  70  an error in the suite prevented a verdict
With --debug, a signal N that ended the case is 128+N; otherwise the status is that of the program.
"""


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """The result of one replayed case: exit status, words for its line, and detail lines."""

    status: ExitStatus
    summary: str
    reasons: tuple[str, ...] = ()


def add_parser(verbs: Any) -> None:
    """Register the command ``replay`` and its options."""
    summary = "run failed cases again: are they fixed? With --debug, run one under a debugger"
    parser = add_command(verbs, "replay", run, summary, _EPILOG, runs_driver=True)
    parser.add_argument(
        "cases", nargs="+", metavar="FILE_OR_ID", help="numbers of causes, case files or case ids"
    )
    text = "driver, as for pytest (default: that of the dump, or else that of pyproject.toml)"
    parser.add_argument("--driver", metavar="X", help=text)
    text = "run one case under this program (see below)"
    parser.add_argument("--debug", choices=_TOOLS, metavar="PROGRAM", help=text)
    parser.add_argument(
        "--print", dest="only_print", action="store_true", help="with --debug: do not run it"
    )
    parser.add_argument(
        "--break",
        dest="breakpoint_name",
        default="",
        metavar="FUNCTION",
        help="with --debug: stop at this function (default: the call of the recorded failure)",
    )
    parser.add_argument("--path", default="", metavar="PATH", help="run only along this path")
    add_dump_option(parser, DEFAULT_FOLDER)
    text = "time to wait for a callback of the driver (callback=10)"
    add_limit_options(parser, "300", "callback", text=text)


def run(arguments: argparse.Namespace) -> int:
    """Replay all cases, print one line for each, and return the most severe exit status."""
    arguments.driver = (
        arguments.driver
        or driver_of_dumps(arguments.cases, Path(arguments.dump))
        or policy_driver(Path())
    )
    if not arguments.driver:
        for text in arguments.cases:  # a case that does not exist is the reason for no driver
            try:
                find_cases(text, Path(arguments.dump), SpecIndex())
            except (CaseNotFound, SpecError) as error:
                return report_missing_case(text, error)
    check_driver(arguments)
    if arguments.debug:
        return _debug(arguments)
    # ``judge.close`` ends the driver's process after each case, so each case needs a restart:
    # the number of cases already limits the restarts.
    bounds = ProcessLimits(restarts=sys.maxsize)
    with open_driver_session(arguments, 300.0, bounds) as (driver, watch):
        return _replay_all(arguments, driver, watch)


def _replay_all(arguments: argparse.Namespace, driver: Driver, watch: CaseWatchdog) -> int:
    options = JudgeOptions(callback_timeout=given_limits(arguments.limit).get("callback", 10.0))
    index = SpecIndex()
    found = [ExitStatus.CONFORMS]
    for text in arguments.cases:
        try:
            cases = find_cases(text, Path(arguments.dump), index, driver.version)
        except (CaseNotFound, SpecError) as error:
            print(f"{text}: {error}", file=sys.stderr)
            found.append(ExitStatus.UNUSABLE)
            continue
        found += [_replay_case(case.load, driver, options, watch, arguments.path) for case in cases]
    return max(found, key=_SEVERITY.index)


def _replay_case(
    load: Callable[[], Case],
    driver: Driver,
    options: JudgeOptions,
    watch: CaseWatchdog,
    path: str,
) -> ExitStatus:
    version = driver.version
    try:
        case = load()
        paths = resolve_paths(version, case.case_id, (path,) if path else case.paths)
    except (CaseError, SpecError, ValueError) as error:
        print(error, file=sys.stderr)
        return ExitStatus.UNUSABLE
    if case.example.version is not None and case.example.version > version:
        needed = f"it needs HAL {case.example.version}, the driver declares {version}"
        answer = ReplayResult(ExitStatus.CONFORMS, f"not judged: {needed}")
    else:
        watch.begin(case.case_id)
        verdicts = run_case(driver, case, paths, options)
        watch.end()
        if driver.given_up:
            raise DriverLoadError(f"{case.case_id}: {driver.given_up}")
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


def compare_with_recorded(case: Case, verdicts: Sequence[Verdict]) -> ReplayResult:
    """Return the result of a case: its new verdicts compared with the failures in its file."""
    if wrong := [verdict for verdict in verdicts if verdict.kind is VerdictKind.INTERNAL_ERROR]:
        return ReplayResult(ExitStatus.INTERNAL, "not judged", (wrong[0].reason,))
    failed = [verdict for verdict in verdicts if verdict.kind.blames_driver]
    before = {_comparable_rule(failure.rule): failure for failure in case.failures}
    refused = [verdict for verdict in verdicts if verdict.kind in REFUSED]
    if not failed and refused:
        return ReplayResult(ExitStatus.NOTHING_RAN, "not executed", (refused[0].reason,))
    if not failed:
        declined = [verdict for verdict in verdicts if verdict.kind is VerdictKind.DECLINED]
        word = "fixed" if before else "passed"
        if declined:
            return ReplayResult(ExitStatus.CONFORMS, f"{word} (declined now: {declined[0].reason})")
        return ReplayResult(ExitStatus.CONFORMS, word)
    paths: dict[str, list[str]] = {}
    for verdict in failed:
        broken = paths.setdefault(f"{verdict.rule}: {verdict.reason}", [])
        broken += [path for path in [verdict.path or "case"] if path not in broken]
    reasons = tuple(f"{', '.join(broken)}: {reason}" for reason, broken in paths.items())
    if not before:
        return ReplayResult(ExitStatus.DIFFERS, "failed", reasons)
    if all(_comparable_rule(verdict.rule) in before for verdict in failed):
        return ReplayResult(ExitStatus.DIFFERS, "failed as before", reasons)
    recorded = tuple(
        f"before: {failure.path or 'case'}: {failure.rule}: {failure.reason}"
        for failure in before.values()
    )
    return ReplayResult(ExitStatus.DIFFERS, "failed differently", (*reasons, *recorded))


def _debug(arguments: argparse.Namespace) -> int:
    """Print or run the recipe, or run the case and list the recipes; return the exit status."""
    text, *others = arguments.cases
    if others:
        arguments.parser.error("--debug runs one case; name only one")
    try:
        case = find_case(text, Path(arguments.dump)).load()
    except (CaseNotFound, SpecError, CaseError) as error:
        return report_missing_case(text, error)
    if arguments.debug == "plain" and not arguments.only_print:
        return _run_once(arguments, case, isolate=False)
    if arguments.debug == _STACK:
        status = _run_once(arguments, case, isolate=True)
        print("\nto examine the case, add one of these options:")
        for tool in debugging.TOOLS:
            print(f"  --debug {tool:<13} {_TOOLS[tool]}")
        return status
    try:
        recipe = debugging.make_recipe(arguments.debug, _target(arguments, text, case))
    except (debugging.RecipeError, SanitizerError) as error:
        print(error, file=sys.stderr)
        return ExitStatus.UNUSABLE
    print("\n".join([*(f"# {line}" for line in recipe.advice), f"$ {recipe.shell_text()}"]))
    sys.stdout.flush()
    if arguments.only_print:
        return ExitStatus.CONFORMS
    if shutil.which(recipe.command[0]) is None:
        print(f"{Path(recipe.command[0]).name} is not installed", file=sys.stderr)
        return ExitStatus.UNUSABLE
    return _run_recipe(recipe)


def _target(arguments: argparse.Namespace, named: str, case: Case) -> debugging.DebugTarget:
    """Return the case as a target; its paths are absolute, so that it runs in any folder."""
    library = _library(arguments.driver)
    driver = arguments.driver
    if library is not None:
        driver = f"{library}{arguments.driver[len(arguments.driver.partition('#')[0]) :]}"
    elif (file := Path(driver.partition(":")[0])).is_file():
        driver = f"{file.absolute()}{driver[len(str(driver.partition(':')[0])) :]}"
    text = str(Path(named).absolute()) if Path(named).exists() else named
    plain = [sys.executable, "-m", "conformance.cli", "replay", text, "--driver", driver]
    plain += ["--debug", "plain"]
    if arguments.path:
        plain += ["--path", arguments.path]
    if arguments.dump != DEFAULT_FOLDER or Path(arguments.dump).is_dir():
        plain += ["--dump", str(Path(arguments.dump).absolute())]
    return debugging.DebugTarget(
        tuple(plain),
        case.failures[0].rule if case.failures else "",
        library,
        arguments.breakpoint_name,
        sys.stdin.isatty() and sys.stdout.isatty(),
    )


def _library(driver: str) -> Path | None:
    """Return the absolute path of a native driver, and ``None`` for other drivers."""
    name = driver.partition("#")[0]
    return Path(name).absolute() if name.endswith(".so") or ".so." in name else None


def _run_once(arguments: argparse.Namespace, case: Case, *, isolate: bool) -> int:
    """Run the case and print its verdicts; in this process it has no time limits."""
    driver = Driver.open(arguments.driver, isolate=isolate)
    try:
        options = JudgeOptions(callback_timeout=10.0 if isolate else _NO_LIMIT)
        chosen = (arguments.path,) if arguments.path else case.paths
        paths = resolve_paths(driver.version, case.case_id, chosen)
        return _print_verdicts(run_case(driver, case, paths, options))
    finally:
        driver.close()


def _print_verdicts(verdicts: Sequence[Verdict]) -> int:
    """Print each distinct verdict with its native stack; return 1 if one blames the driver."""
    seen: set[tuple[str, str]] = set()
    for verdict in verdicts:
        if (key := (str(verdict.kind), verdict.reason)) in seen:
            continue
        seen.add(key)
        print(verdict)
        for name in ("fault", "nnapi_call", "native_stack", "trace", "printed"):
            lines = verdict.details.get(name, ())
            if lines:
                shown = [lines] if isinstance(lines, str) else lines
                print("\n".join([f"  {name.replace('_', ' ')}:", *(f"    {x}" for x in shown)]))
    if any(verdict.kind.blames_driver for verdict in verdicts):
        return ExitStatus.DIFFERS
    return ExitStatus.CONFORMS


def _run_recipe(recipe: Recipe) -> int:
    """Run the recipe in the foreground; return the exit status of the case.

    A signal that killed the case gives the status 128 plus its number.
    """
    process = subprocess.Popen(recipe.command, env={**os.environ, **recipe.environment})
    try:
        return _status(process.wait())
    except KeyboardInterrupt:  # the debugger handles the interrupt itself
        return _status(process.wait())
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def _status(status: int) -> int:
    """Return an exit status as a shell reports it."""
    if status < 0:
        number = -status
        known = {int(member): member.name for member in signal.Signals}
        print(f"the process died of {known.get(number, f'signal {number}')}", file=sys.stderr)
        return 128 + number
    return status
