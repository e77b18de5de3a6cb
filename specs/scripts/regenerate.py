"""Write the generated spec files, or compare them: ``python -m specs.scripts.regenerate``.

Every module of this package without a leading underscore that defines ``files()`` is a generating
script. ``--check`` writes nothing; it prints a diff for each file that differs from what its script
computes and exits with 1 if there is one. ``--cross-check`` calls ``cross_check()`` of the scripts
that have one, which compare their numbers with an independent engine if one is installed.
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

SPECS = Path(__file__).resolve().parent.parent


def scripts(only: Sequence[str] = ()) -> Iterator[ModuleType]:
    """Yield the generating scripts in order of their names; with ``only``, just those."""
    for info in pkgutil.iter_modules([str(SPECS / "scripts")]):
        if info.name.startswith("_") or info.name == "regenerate":
            continue
        if only and info.name not in only:
            continue
        module = importlib.import_module(f"specs.scripts.{info.name}")
        if hasattr(module, "files"):
            yield module


def generated(only: Sequence[str] = ()) -> dict[str, str]:
    """Return the text of every generated file by its path under ``specs/``."""
    out: dict[str, str] = {}
    for module in scripts(only):
        for path, text in module.files().items():
            if path in out:
                raise ValueError(f"{path} is written by two scripts")
            out[path] = text
    return out


def differences(files: dict[str, str]) -> list[str]:
    """Return a diff for each file that is missing or differs."""
    out = []
    for path, text in files.items():
        target = SPECS / path
        current = target.read_text(encoding="utf-8") if target.exists() else ""
        if current != text:
            lines = difflib.unified_diff(
                current.splitlines(True), text.splitlines(True), f"{path} (stored)", path, n=1
            )
            out.append("".join(lines))
    return out


def main(argv: Sequence[str] | None = None) -> int:
    """Write, compare or cross-check the spec files, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scripts", nargs="*", help="only these scripts (default: all)")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument(
        "--cross-check", action="store_true", help="compare the numbers with other engines"
    )
    options = parser.parse_args(argv)
    if options.cross_check:
        for module in scripts(options.scripts):
            if hasattr(module, "cross_check"):
                sys.stdout.write(f"{module.__name__.rpartition('.')[2]}: {module.cross_check()}\n")
        return 0
    files = generated(options.scripts)
    if options.check:
        found = differences(files)
        sys.stdout.writelines(found)
        return 1 if found else 0
    for path, text in files.items():
        target = SPECS / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
