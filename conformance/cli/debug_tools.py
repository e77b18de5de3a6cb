"""Runs a recipe: starts its command, attaches a tool to it, and reads the core file."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, TextIO

from conformance.debugging import Recipe

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
