"""Verdicts on examples of spec files, with the interval check that a run of specs has."""

from __future__ import annotations

from pathlib import Path

from conformance.cases import Example, SpecIndex, bundled_specs
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionMode, ExecutionPath
from conformance.oracle.intervals.interval_check import interval_check_for
from conformance.reference import ReferenceDevice
from conformance.verdicts import Verdict

SYNC = [ExecutionPath(ExecutionMode.SYNC)]


def judged(device: ReferenceDevice, example: Example) -> Verdict:
    """Return the verdict on a spec's example, interval check included."""
    judge = Judge(device)
    check = interval_check_for(example)
    (verdict,) = judge.judge(example, example.name, SYNC, interval_check=check)
    return verdict


def written(folder: Path, text: str) -> Example:
    """Return the example of a spec file without variations."""
    path = folder / "case.mod.py"
    path.write_text(text)
    index = SpecIndex()
    return index.load(path, index.names(path)[0].name)


def bundled(stem: str, every: int = 1) -> list[Example]:
    """Return the examples of a bundled spec that must succeed."""
    index = SpecIndex()
    (path,) = bundled_specs().glob(f"*/{stem}.mod.py")
    return [index.load(path, info.name) for info in index.names(path)[::every]]
