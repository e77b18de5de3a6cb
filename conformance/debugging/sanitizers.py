"""Finds out which sanitizer a native library was built with, and the runtime to preload for it."""

from __future__ import annotations

import re
import shutil
import subprocess
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
