"""``nn-conformance debug CASE --driver X``: run one case under a debugger or a sanitizer."""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TextIO

from conformance import debugging
from conformance.cases import SpecError, SpecIndex
from conformance.cases.casefile import CaseError, CaseFile
from conformance.cli.case_sources import CaseNotFound, case_loaders, report_missing_case
from conformance.cli.command import add_plain_command
from conformance.cli.driver_session import run_case
from conformance.cli.options import add_dump_option, add_seconds_option
from conformance.debugging import Recipe, SanitizerError
from conformance.drivers import DriverLoadError, open_driver
from conformance.drivers.own_process import IsolatedDevice, ProcessLimits
from conformance.failures.failure_dump import DEFAULT_FOLDER
from conformance.hal import Device
from conformance.harness.judge import JudgeOptions, effective_version
from conformance.harness.planning.execution_path import resolve_paths
from conformance.verdicts import Verdict

EXIT_FAILED: Final = 1
EXIT_NO_TOOL: Final = 69
_NO_LIMIT: Final = 86400.0

_TOOL_LIST: Final = "\n".join(
    f"  {tool:<13} {debugging.describe_tool(tool)}" for tool in debugging.TOOLS
)
_EPILOG: Final = f"""\
Without --with the case runs once in a separate process. A crash is reported with the native stack
and the NNAPI call, and the recipes below are listed. With --with TOOL the command prints the recipe
and runs it; --print only prints it. In a terminal, gdb and lldb stay open; otherwise they print the
stack and end.

{_TOOL_LIST}

exit status: 0 the case passed, 1 it failed, 66 no such case, 69 the tool or the driver is missing,
128+N signal N ended the case; otherwise the status of the tool
"""


def add_parser(verbs: Any) -> None:
    """Register the subcommand ``debug`` and its options."""
    summary = "run one case under gdb, lldb, a sanitizer, or with a core file"
    parser = add_plain_command(verbs, "debug", run, summary, _EPILOG)
    parser.add_argument("case", metavar="CASE", help="case file, dump folder or case id")
    parser.add_argument("--driver", required=True, metavar="X", help="as for pytest --driver")
    parser.add_argument("--with", dest="tool", choices=debugging.TOOLS, help="the tool (see below)")
    parser.add_argument("--print", dest="only_print", action="store_true", help="do not run it")
    parser.add_argument(
        "--break",
        dest="breakpoint_name",
        default="",
        metavar="FUNCTION",
        help="stop at this function (default: the call of the recorded failure)",
    )
    add_seconds_option(parser, "--after", 10.0, "pystack, py-spy: when a case counts as a hang")
    parser.add_argument("--path", default="", metavar="PATH", help="run only along this path")
    add_dump_option(parser, DEFAULT_FOLDER)


def run(arguments: argparse.Namespace) -> int:
    """Print or run the recipe, or run the case and list the recipes."""
    try:
        case = _load(arguments)
    except (CaseNotFound, SpecError, CaseError) as error:
        return report_missing_case(arguments.case, error)
    if arguments.tool == "plain" and not arguments.only_print:
        enter_core_folder()
        return _run_here(arguments, case)
    if arguments.tool is None:
        return _run_isolated(arguments, case)
    try:
        recipe = debugging.make_recipe(arguments.tool, _target(arguments, case))
    except (debugging.RecipeError, SanitizerError) as error:
        print(error, file=sys.stderr)
        return EXIT_NO_TOOL
    print("\n".join([*(f"# {line}" for line in recipe.advice), f"$ {recipe.shell_text()}"]))
    sys.stdout.flush()
    if arguments.only_print:
        return 0
    return _run_tool(recipe, arguments.after)


def _run_tool(recipe: debugging.Recipe, after: float) -> int:
    if missing := missing_program(recipe):
        print(f"{missing} is not installed", file=sys.stderr)
        return EXIT_NO_TOOL
    return run_recipe(recipe, after)


def _load(arguments: argparse.Namespace) -> CaseFile:
    loaders = case_loaders(arguments.case, Path(arguments.dump), SpecIndex())
    if len(loaders) > 1:
        raise CaseNotFound(f"{len(loaders)} cases; name one of them")
    return loaders[0]()


def _target(arguments: argparse.Namespace, case: CaseFile) -> debugging.DebugTarget:
    """Return the case as a target; its paths are absolute, so that it runs in any folder."""
    library = _library(arguments.driver)
    driver = arguments.driver
    if library is not None:
        driver = f"{library}{arguments.driver[len(arguments.driver.partition('#')[0]) :]}"
    elif (file := Path(driver.partition(":")[0])).is_file():
        driver = f"{file.absolute()}{driver[len(str(driver.partition(':')[0])) :]}"
    named = Path(arguments.case)
    text = str(named.absolute()) if named.exists() else arguments.case
    plain = [sys.executable, "-m", "conformance.cli", "debug", text, "--driver", driver]
    plain += ["--with", "plain"]
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


def _run_here(arguments: argparse.Namespace, case: CaseFile) -> int:
    """Run the case in this process without time limits, and print its verdicts."""
    try:
        device = open_driver(arguments.driver)
    except DriverLoadError as error:
        print(error, file=sys.stderr)
        return EXIT_NO_TOOL
    verdicts = _verdicts(device, case, arguments.path, JudgeOptions(callback_timeout=_NO_LIMIT))
    return _print_verdicts(verdicts)


def _run_isolated(arguments: argparse.Namespace, case: CaseFile) -> int:
    """Run the case in a separate process, print its verdicts and list the recipes."""
    try:
        device = IsolatedDevice(arguments.driver, ProcessLimits())
    except DriverLoadError as error:
        print(error, file=sys.stderr)
        return EXIT_NO_TOOL
    try:
        verdicts = _verdicts(device, case, arguments.path, JudgeOptions(callback_timeout=10.0))
    finally:
        device.close()
    status = _print_verdicts(verdicts)
    print("\nto examine the case, add one of these options:")
    for tool in debugging.TOOLS:
        print(f"  --with {tool:<13} {debugging.describe_tool(tool)}")
    return status


def _verdicts(device: Device, case: CaseFile, path: str, options: JudgeOptions) -> list[Verdict]:
    paths = resolve_paths(effective_version(device), case.case_id, (path,) if path else case.paths)
    return run_case(device, case, paths, options)


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
    return EXIT_FAILED if any(verdict.kind.blames_driver for verdict in verdicts) else 0


_ATTACH_SECONDS: Final = 120.0
_CORE_PATTERN: Final = Path("/proc/sys/kernel/core_pattern")


def missing_program(recipe: Recipe) -> str:
    """Return the name of a program of the recipe that is not installed; empty if all are."""
    for command in (recipe.command, recipe.attach):
        if command and shutil.which(command[0]) is None:
            return Path(command[0]).name
    return ""


def run_recipe(recipe: Recipe, after: float) -> int:
    """Run the recipe in the foreground; return the exit status of the case.

    A tool that attaches does so ``after`` seconds after the start, if the case still runs; the case
    is then killed. A signal that killed the case gives the status 128 plus its number.
    """
    if recipe.writes_core:
        return _run_with_core(recipe)
    process = subprocess.Popen(recipe.command, env={**os.environ, **recipe.environment})
    try:
        if recipe.attach:
            return _attach(recipe, process, after)
        return _status(process.wait())
    except KeyboardInterrupt:  # the debugger handles the interrupt itself
        return _status(process.wait())
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def _attach(recipe: Recipe, process: subprocess.Popen[bytes], after: float) -> int:
    try:
        status = process.wait(after)
    except subprocess.TimeoutExpired:
        pass
    else:
        print(f"the case ended within {after:g} s, so there is no hang to examine (--after)")
        return _status(status)
    command = [part.replace("{pid}", str(process.pid)) for part in recipe.attach]
    done = subprocess.run(command, check=False, timeout=_ATTACH_SECONDS)
    process.kill()
    process.wait()
    if done.returncode:
        print(f"{Path(command[0]).name} ended with status {done.returncode}", file=sys.stderr)
    return done.returncode


def _run_with_core(recipe: Recipe) -> int:
    """Run the command with core files enabled, and print the stack in the file that it leaves."""
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    if hard == 0:
        print("core files are forbidden here (ulimit -Hc is 0)", file=sys.stderr)
        return 1
    pattern = _CORE_PATTERN.read_text(encoding="utf-8").strip()
    with tempfile.TemporaryDirectory(prefix="nn-core-") as folder:
        plain_name = "/" not in pattern and not pattern.startswith("|")
        before = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
        try:
            process = subprocess.Popen(
                recipe.command, env={**os.environ, **recipe.environment, "NN_CORE_FOLDER": folder}
            )
        finally:
            resource.setrlimit(resource.RLIMIT_CORE, before)
        status = process.wait()
        if status >= 0:
            print("the case did not end by a signal, so there is no core file")
            return _status(status)
        if not plain_name:
            print(f"the kernel passes core files to {pattern!r}; look there, for example with")
            print("coredumpctl gdb" if "systemd-coredump" in pattern else f"ls {pattern}")
            return _status(status)
        found = sorted(Path(folder).glob("*"), key=lambda file: file.stat().st_mtime)
        if not found:
            print("the kernel wrote no core file (container or disk limits)", file=sys.stderr)
            return _status(status)
        kept = Path(f"core.{process.pid}")
        shutil.move(found[-1], kept)
    print(f"core file: {kept}")
    _print_core(kept, sys.stdout)
    return _status(status)


def _print_core(core: Path, stream: TextIO) -> None:
    """Print the stack in a core file with gdb, and the command that opens it again."""
    command = ["gdb", "-q", "-batch", "-ex", "bt 30", sys.executable, str(core)]
    print("$ " + " ".join(["gdb", sys.executable, str(core)]), file=stream, flush=True)
    if shutil.which("gdb") is not None:
        subprocess.run(command, check=False, stdin=subprocess.DEVNULL, timeout=_ATTACH_SECONDS)


def _status(status: int) -> int:
    """Return an exit status as a shell reports it."""
    if status < 0:
        number = -status
        known = {int(member): member.name for member in signal.Signals}
        print(f"the process died of {known.get(number, f'signal {number}')}", file=sys.stderr)
        return 128 + number
    return status


def enter_core_folder() -> None:
    """Change to the folder in which the kernel must write the core file, if a recipe names one."""
    folder = os.environ.pop("NN_CORE_FOLDER", "")
    if folder:
        os.chdir(folder)
