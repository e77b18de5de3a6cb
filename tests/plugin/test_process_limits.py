"""Limits of the process that a run cannot work with, and exit handlers that do not return."""

from __future__ import annotations

import pytest

from conformance import processes
from conformance.processes import FEWEST_FILES, open_files_problem


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
