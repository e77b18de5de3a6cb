"""Turns of a fuzz campaign in a worker process, and pytest without the optional engine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fuzz.campaigns.turns import close_runs, fuzz_turn
from fuzz.campaigns.worker import FuzzTask
from fuzz.core.target_files import target_names
from fuzz.engines import engine
from fuzz.engines.seeds import read_seeds
from fuzz.inputs.records import FORM_VERSION
from generators.campaigns.workers import ClusterError


def test_a_worker_with_other_inputs_is_reported():
    task = FuzzTask("wire", "reference", False, "random")
    with pytest.raises(ClusterError, match="required is 0"):
        fuzz_turn(0, "k", task, [], 1, first=True, last=False)


def test_turns_of_one_worker_process():
    task = FuzzTask("wire", "reference", False, "random")
    seeds = read_seeds("wire")

    def turn(inputs, *, first=False, last=False):
        return fuzz_turn(FORM_VERSION, "key", task, inputs, 1, first=first, last=last)

    try:
        turns = [turn(seeds, first=True)]
        while not any(results.executions for results in turns) and len(turns) < 60:
            turns.append(turn([]))
        turns.append(turn([], last=True))
    finally:
        close_runs("key")
    assert any(results.executions for results in turns)
    assert not {data for results in turns for data in results.inputs} & set(seeds)
    assert turn([]).executions == 0


# --------------------------------------------------------------------------- without atheris


@pytest.mark.slow
def test_pytest_fuzz_runs_without_atheris():
    """The inputs of past findings belong to targets, and run without the engine."""
    regressions = Path(engine.__file__).parents[1] / "regressions"
    assert {path.name for path in regressions.iterdir()} <= set(target_names())
    code = (
        "import sys; sys.modules['atheris'] = None; import pytest;"
        "raise SystemExit(pytest.main(['-q', '-p', 'no:cacheprovider', 'fuzz', '-k', 'wire']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout
