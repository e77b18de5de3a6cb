"""Limits of the process that a run cannot work with, and exit handlers that do not return."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from conformance import open_files
from conformance.harness.supervision import run_descriptors
from conformance.open_files import FEWEST_FILES, open_files_problem
from conformance.process_guard import EXIT_ENDED
from tests.plugin.conftest import UserFolder

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("limits", "problem", "raised"),
    [
        ((1024, 4096), "", 0),
        ((FEWEST_FILES, FEWEST_FILES), "", 0),
        ((-1, -1), "", 0),
        ((10, -1), "", 1024),
        ((10, 1 << 20), "", 1024),
        ((10, 300), "", 300),
        ((10, 255), "is 255, and a run needs at least 256", 0),
        ((0, 0), "is 0, and a run needs at least 256", 0),
    ],
)
def test_a_low_limit_on_open_files_is_raised_or_refused(monkeypatch, limits, problem, raised):
    found: list[tuple[int, int]] = []
    monkeypatch.setattr(open_files.resource, "getrlimit", lambda _: limits)
    monkeypatch.setattr(open_files.resource, "setrlimit", lambda _, new: found.append(new))
    text = open_files_problem()
    assert problem in text
    assert bool(text) == bool(problem)
    assert found == ([(raised, limits[1])] if raised else [])


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("pytest", "-p", "no:cacheprovider", "--driver", "reference", "x.mod.py"), 4),
        (("conformance.cli", "smoke", "reference"), 2),
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
        assert f"is {limit}, and a run needs at least 256" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_limit_that_cannot_be_restored_ends_the_run(monkeypatch) -> None:
    written, ended = [], []
    monkeypatch.setattr(run_descriptors.resource, "getrlimit", lambda _: (3, 3))

    def refuse(*_: object) -> None:
        raise ValueError("not allowed to raise maximum limit")

    monkeypatch.setattr(run_descriptors.resource, "setrlimit", refuse)
    monkeypatch.setattr(run_descriptors.TERMINAL, "write", written.append)
    monkeypatch.setattr(run_descriptors.os, "_exit", ended.append)
    run_descriptors.restore_limit(1024)
    assert ended == [EXIT_ENDED]
    assert "the limit on open files was lowered to 3 by the driver" in written[0]


def test_a_sufficient_limit_is_left(monkeypatch) -> None:
    monkeypatch.setattr(run_descriptors.resource, "setrlimit", None)
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    assert not run_descriptors.restore_limit(soft)


HANGS_AT_EXIT = """
import atexit, time
from conformance.reference import ReferenceDevice

class Hangs(ReferenceDevice):
    def prepare_model(self, *arguments):
        atexit.register(time.sleep, 1000)
        return super().prepare_model(*arguments)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "text", "passes"),
    [
        ("", "WARNING: the process waited 1 s for 1 exit handler (atexit)", True),
        ("-n 2", "WARNING: the process of a worker waited 1 s for its exit handlers", True),
        ("--isolate", "shutdown did not return within 1 s (stage free)", False),
    ],
)
def test_an_exit_handler_that_hangs_is_named(folder: UserFolder, options, text, passes) -> None:
    folder.write("hangs.py", HANGS_AT_EXIT)
    run = folder.command(
        f"pytest mine --case mine/small/small_one --driver hangs.py:Hangs --limit free=1 {options}"
    )
    assert text in run.out
    assert (run.code == 0) == passes
