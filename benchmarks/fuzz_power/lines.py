"""The lines of the validation code that the seeds of all targets execute."""

from __future__ import annotations

import ast
import runpy
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import conformance.validation
from benchmarks.fuzz_power.faults import measurement_environment
from fuzz.checks.native_checks import NoLibraryError
from fuzz.core.target_files import load_target
from fuzz.engines.seeds import read_regressions, read_seeds
from fuzz.make_seeds import VALIDATION, new_measurement


@dataclass(frozen=True, slots=True)
class LineCoverage:
    """The statements of one file, as numbers of their first lines.

    ``lines`` are the statements inside functions; the others run when the file is imported.
    """

    path: Path
    lines: frozenset[int]
    missing: frozenset[int]


def measure_lines(targets: Iterable[str]) -> list[LineCoverage]:
    """Run the seeds and past findings of targets on the reference; return the lines of each file.

    A target that cannot run here is left out. Raise ``ImportError`` without the package coverage.
    """
    files = sorted(VALIDATION.rglob("*.py"))
    measurement = new_measurement()
    with measurement_environment():
        measurement.start()
        try:
            for path in files:
                runpy.run_path(str(path))  # some functions run when their module is imported
            for clear in _cached_functions():
                clear()
            for name in targets:
                _run_inputs(name)
        finally:
            measurement.stop()
    return [_lines_of(measurement, path) for path in files]


def _cached_functions() -> Iterator[Callable[[], None]]:
    """Yield the functions that empty the caches of the package."""
    for name, module in sys.modules.items():
        if name.startswith(conformance.validation.__name__):
            for value in vars(module).values():
                if (clear := getattr(value, "cache_clear", None)) is not None:
                    yield clear


def _run_inputs(name: str) -> None:
    target = load_target(name)
    inputs = [*read_seeds(name), *(data for _, data in read_regressions(name))]
    try:
        for data in inputs:
            target.find(data)
    except NoLibraryError:
        pass
    finally:
        target.close()


def _lines_of(measurement: Any, path: Path) -> LineCoverage:
    _, statements, _, missing, _ = measurement.analysis2(str(path))
    inside: set[int] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            body = node.body if isinstance(node.body, list) else [node.body]
            first = max(body[0].lineno, node.lineno + 1)
            inside.update(range(first, (body[-1].end_lineno or first) + 1))
    return LineCoverage(path, frozenset(statements) & inside, frozenset(missing) & inside)


def share(found: Iterable[LineCoverage]) -> float:
    """Return the share of the lines that were executed."""
    files = list(found)
    lines = sum(len(file.lines) for file in files)
    return 1 - sum(len(file.missing) for file in files) / lines
