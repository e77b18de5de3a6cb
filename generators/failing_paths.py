"""The execution paths along which the variants of a failing graph are run while it is minimized."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from conformance.hal import Version
from conformance.harness.planning.execution_path import (
    ExecutionPath,
    QualityOfService,
    is_path_available,
    quick_paths,
)


@dataclass(frozen=True, slots=True)
class FailingPaths:
    """Paths along which a graph fails.

    Attributes:
        paths: one path if the failure occurs along it alone, else several.
        needed_quality: the priority, deadline or loop timeout without which the graph passes.
        note: a clause that states whether the quality of the original path matters; empty if that
            path has none.

    """

    paths: tuple[ExecutionPath, ...]
    needed_quality: QualityOfService = QualityOfService.DEFAULT
    note: str = ""


def find_failing_paths(
    path: ExecutionPath | None,
    version: Version,
    fails: Callable[[Sequence[ExecutionPath]], bool],
    fallback: Sequence[ExecutionPath],
) -> FailingPaths:
    """Return the simplest paths along which a graph fails as along ``path``.

    ``fails`` runs the graph along paths and returns whether it fails in the same way. The plain
    synchronous path is tried first, then the original path without its priority, deadline or loop
    timeout, then the original path. If none fails alone, the result is ``fallback`` with ``path``.
    """
    quality = QualityOfService.DEFAULT if path is None else path.quality
    options = quick_paths(version, timed=False, concurrent=False)
    if path is not None:
        options += [replace(path, quality=QualityOfService.DEFAULT), path]
    for option in dict.fromkeys(options):
        if is_path_available(option, version) and fails((option,)):
            if not quality:
                return FailingPaths((option,))
            if option.quality:
                return FailingPaths((option,), quality, f"passes without {quality}")
            return FailingPaths((option,), note=f"fails without {quality} too")
    return FailingPaths(tuple(dict.fromkeys([*([] if path is None else [path]), *fallback])))


def parse_path(text: str) -> ExecutionPath | None:
    """Return the path with this id, or ``None`` if there is none."""
    try:
        return ExecutionPath.parse(text)
    except ValueError:
        return None
