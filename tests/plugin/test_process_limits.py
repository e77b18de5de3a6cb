"""Limits of the process that a run cannot work with, and exit handlers that do not return."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conformance import processes
from conformance.processes import FEWEST_FILES, open_files_problem

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("limits", "problem", "raised"),
    [
        ((1024, 4096), False, 0),
        ((FEWEST_FILES, FEWEST_FILES), False, 0),
        ((-1, -1), False, 0),
        ((10, -1), False, 1024),
        ((10, 1 << 20), False, 1024),
        ((10, 300), False, 300),
        ((10, 255), True, 0),
        ((0, 0), True, 0),
    ],
)
def test_a_low_limit_on_open_files_is_raised_or_refused(monkeypatch, limits, problem, raised):
    found: list[tuple[int, int]] = []
    monkeypatch.setattr(processes.resource, "getrlimit", lambda _: limits)
    monkeypatch.setattr(processes.resource, "setrlimit", lambda _, new: found.append(new))
    assert bool(open_files_problem()) == problem
    assert found == ([(raised, limits[1])] if raised else [])


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("pytest", "-p", "no:cacheprovider", "--driver", "reference", "x.mod.py"), 4),
        (("conformance.cli", "describe", "reference"), 2),
    ],
)
@pytest.mark.slow
def test_a_command_names_the_limit_on_open_files(tmp_path, arguments, status) -> None:
    """Python itself needs a few descriptors; pytest could not open its temporary files with six."""
    for limit in (6, 255):
        program = (
            "import os, resource, sys; "
            f"resource.setrlimit(resource.RLIMIT_NOFILE, ({limit}, {limit})); "
            "os.execv(sys.executable, [sys.executable, '-m', *sys.argv[1:]])"
        )
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == status
        assert "Traceback" not in done.stderr
