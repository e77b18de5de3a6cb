"""How to run one case under a debugger, a sanitizer or another tool."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

_SYMBOLS: Final = {"asan": b"__asan_init", "ubsan": b"__ubsan_handle_"}
_CLANG_RUNTIMES: Final = {"asan": "asan", "ubsan": "ubsan_standalone"}
_TOOL_SECONDS: Final = 20.0
NAMES: Final = {"asan": "AddressSanitizer", "ubsan": "UndefinedBehaviorSanitizer"}
FLAGS: Final = {"asan": "-fsanitize=address", "ubsan": "-fsanitize=undefined"}


class SanitizerError(Exception):
    """The sanitizer cannot be used; the message states why and what to do."""


def has_instrumentation(library: Path, sanitizer: str) -> bool:
    """Return whether a library refers to the functions of the sanitizer's runtime."""
    return _SYMBOLS[sanitizer] in library.read_bytes()


def runtime_to_preload(library: Path, sanitizer: str) -> Path | None:
    """Return the sanitizer's runtime, which must be loaded before Python.

    ``None`` is returned if the library loads its runtime itself. Raise ``SanitizerError`` if the
    library was built without the sanitizer, or if the runtime is not installed.
    """
    if not library.is_file():
        raise SanitizerError(f"the file {library} does not exist")
    if not has_instrumentation(library, sanitizer):
        raise SanitizerError(
            f"{library} is not built with {NAMES[sanitizer]}: build it with "
            f"-g {FLAGS[sanitizer]} and name that library with --driver "
            "(examples/native_driver: make sanitized)"
        )
    needed = re.search(rb"lib%b\.so[.\d]*" % sanitizer.encode(), library.read_bytes())
    if needed:  # built by gcc
        if sanitizer != "asan":
            return None
        name = needed[0].decode()
        return _file_of_compiler(("gcc", "cc"), name, f"gcc's runtime {name}")
    machine = _machine_of_clang()
    name = f"libclang_rt.{_CLANG_RUNTIMES[sanitizer]}{machine}.so"
    return _file_of_compiler(("clang",), name, f"clang's runtime {name}")


def _machine_of_clang() -> str:
    """Return the end of a runtime's file name, such as ``-x86_64``; newer versions have none."""
    clang = shutil.which("clang")
    if clang is None:
        return ""
    folder = _ask(clang, "-print-runtime-dir")
    found = [path.name for path in Path(folder).glob("libclang_rt.asan*.so")] if folder else []
    match = re.search(r"libclang_rt\.asan(-[\w]+)?\.so", " ".join(found))
    if match is None:
        triple = _ask(clang, "-dumpmachine").partition("-")[0]
        return f"-{triple}" if triple else ""
    return match[1] or ""


def _file_of_compiler(compilers: tuple[str, ...], name: str, described: str) -> Path:
    for compiler in filter(None, map(shutil.which, compilers)):
        path = Path(_ask(compiler, f"-print-file-name={name}"))
        if path.is_absolute() and path.exists():
            return path.resolve()
    raise SanitizerError(
        f"{described} was not found: install the compiler that built the driver ({compilers[0]})"
    )


def _ask(compiler: str, option: str) -> str:
    try:
        done = subprocess.run(
            [compiler, option],
            capture_output=True,
            check=True,
            stdin=subprocess.DEVNULL,
            text=True,
            timeout=_TOOL_SECONDS,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


_CALL_OF_STAGE: Final = {
    "supported": "ANeuralNetworksModel_getSupportedOperationsForDevices",
    "prepare": "ANeuralNetworksCompilation_finish",
    "fence": "ANeuralNetworksExecution_startComputeWithDependencies",
    "burst": "ANeuralNetworksExecution_burstCompute",
}
_EXECUTE: Final = "ANeuralNetworksExecution_compute"
CRASH_RULE: Final = "process.alive"


class RecipeError(Exception):
    """A recipe cannot be used for this driver; the message states why and what to do."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """A command that runs the case under a tool.

    Attributes:
        command: the command line.
        environment: variables that it needs in addition to the current environment.
        advice: sentences on how to use it, one a line.

    """

    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    advice: tuple[str, ...] = ()

    def shell_text(self) -> str:
        """Return the recipe as a shell command."""
        variables = "".join(f"{name}={shlex.quote(v)} " for name, v in self.environment.items())
        return f"{variables}{shlex.join(self.command)}"


@dataclass(frozen=True, slots=True)
class DebugTarget:
    """The case to debug.

    ``plain`` is the command that runs the case in one process without time limits. ``rule`` is the
    rule of the recorded failure, or empty. ``library`` is the native driver, or ``None`` for a
    driver in Python. ``breakpoint_name`` is the function that the user chose, or empty.
    """

    plain: tuple[str, ...]
    rule: str = ""
    library: Path | None = None
    breakpoint_name: str = ""
    interactive: bool = True

    @property
    def failing_call(self) -> str:
        """The function at which a debugger stops; empty if the crash itself stops it."""
        if self.breakpoint_name:
            return self.breakpoint_name
        if self.library is None or (self.rule in (CRASH_RULE, "") and not self.interactive):
            return ""
        if self.rule == CRASH_RULE:
            return ""
        return _CALL_OF_STAGE.get(self.rule.partition(".")[0], _EXECUTE)


def _gdb(target: DebugTarget) -> Recipe:
    options = ["-q", "-iex", "set auto-load no", *(() if target.interactive else ("-batch",))]
    stop = f"break {target.failing_call}" if target.failing_call else ""
    commands = [
        "set pagination off",
        "set breakpoint pending on",
        "handle SIGUSR1 nostop noprint pass",
        *filter(None, [stop]),
        "run",
        "bt 30",
    ]
    if not target.interactive:
        commands += ["info locals", "info threads"]
    shown = [part for command in commands for part in ("-ex", command)]
    advice = (
        "gdb stops at the crash"
        + (f" or at {target.failing_call}" if stop else "")
        + "; build the driver with -g to see lines and variables",
    )
    return Recipe((_tool("gdb"), *options, *shown, "--args", *target.plain), advice=advice)


def _lldb(target: DebugTarget) -> Recipe:
    commands = [f"breakpoint set -n {target.failing_call}"] if target.failing_call else []
    commands += ["run", "bt"]
    options = [] if target.interactive else ["--batch"]
    shown = [part for command in commands for part in ("-o", command)]
    return Recipe((_tool("lldb"), *options, *shown, "--", *target.plain))


def _sanitizer(target: DebugTarget, name: str) -> Recipe:
    if target.library is None:
        raise RecipeError(f"{NAMES[name]} needs a native driver (--driver ./libx.so)")
    runtime = runtime_to_preload(target.library, name)
    inherited = os.environ.get("LD_PRELOAD", "")
    environment = {
        "ASAN_OPTIONS": "detect_leaks=0:allow_user_segv_handler=0:handle_abort=1",
        "PYTHONMALLOC": "malloc",
    }
    if name == "ubsan":
        environment = {"UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1"}
    if runtime is not None:
        environment["LD_PRELOAD"] = f"{runtime}:{inherited}" if inherited else str(runtime)
    advice = (f"{NAMES[name]} prints its report to standard error and ends the process",)
    return Recipe(target.plain, environment, advice)


def _plain(target: DebugTarget) -> Recipe:
    return Recipe(target.plain, advice=("the case alone, to start it under another debugger",))


_RECIPES: Final[Mapping[str, tuple[str, Callable[[DebugTarget], Recipe]]]] = {
    "gdb": ("stop at the crash, at the failing call or, with Ctrl-C, in a hang, in gdb", _gdb),
    "lldb": ("the same in lldb", _lldb),
    "asan": (
        "memory errors: a library built with -fsanitize=address",
        lambda t: _sanitizer(t, "asan"),
    ),
    "ubsan": (
        "undefined behaviour: a library built with -fsanitize=undefined",
        lambda t: _sanitizer(t, "ubsan"),
    ),
    "plain": ("run the case in this process without time limits", _plain),
}

TOOLS: Final[Mapping[str, str]] = {name: text for name, (text, _) in _RECIPES.items()}
"""The names of the tools with their uses, in the order in which they are listed."""


def make_recipe(tool: str, target: DebugTarget) -> Recipe:
    """Return the recipe of a tool.

    Raise ``RecipeError`` or ``SanitizerError`` if it cannot be used for this driver.
    """
    return _RECIPES[tool][1](target)


def _tool(name: str) -> str:
    """Return the path of a program, in PATH or beside the Python interpreter; else its name."""
    beside = Path(sys.executable).with_name(name)
    return shutil.which(name) or (str(beside) if beside.is_file() else name)
