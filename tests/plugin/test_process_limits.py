"""Limits of the process that a run cannot work with, and exit handlers that do not return."""

from __future__ import annotations

import pytest

from conformance import processes
from conformance.processes import FEWEST_FILES, open_files_problem
from tests.plugin.conftest import UserFolder
from tests.whole_runs import WORKERS


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


LEAKING = """
import os
import resource

import numpy as np

from conformance.driver_sdk import SimpleDriver
from conformance.hal import OperationType, Version


class Leaking(SimpleDriver):
    name = "leaking"
    version = Version.V1_2

    def __init__(self):
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, 4096))

    def supports(self, operation):
        return operation.type == OperationType.FLOOR

    def run(self, operation, inputs):
        for _ in range(9):
            os.open("/dev/null", os.O_RDONLY)
        return np.rint(inputs[0])
"""


@WORKERS
def test_a_driver_that_uses_up_the_open_files_ends_the_run(folder: UserFolder, workers):
    folder.write("leaking.py", LEAKING)
    line = ["pytest", "--driver leaking.py:Leaking", "--case 'V1_0/floor/*'", *workers]
    run = folder.command(" ".join(line))
    assert run.code == 4, run.out
    assert "ENDED EARLY: this process has" in run.out
    assert " are /dev/null" in run.out
    assert "internal_error" not in run.out
    assert 0 < run.count("failed") < 20, run.out
    assert "1. FLOOR computes wrong values" in run.out
