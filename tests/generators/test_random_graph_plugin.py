"""``pytest --random-graphs``: seeds as cases, ids on the command line, dumps, and xdist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conformance.results.event_stream import read_events
from tests.plugin.conftest import UserFolder
from tests.sample_drivers.graphs.wrong_tanh_driver import WRONG_TANH_DRIVER

DRIVERS = (
    WRONG_TANH_DRIVER
    + """

def old():
    return ReferenceDevice(Version.V1_0)
"""
)


@pytest.fixture
def folder(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> UserFolder:
    made = UserFolder(tmp_path, tmp_path_factory.mktemp("cache"))
    made.write("drivers.py", DRIVERS)
    (tmp_path / "empty").mkdir()
    return made


def test_the_requested_number_of_seeds_is_run(folder: UserFolder) -> None:
    done = folder.command("pytest --driver reference --random-graphs 12 empty -v")
    assert done.code == 0
    assert done.count("passed") == 12
    assert "random/default/0 PASSED" in done.out
    assert "random/default/11 PASSED" in done.out


def test_an_id_can_be_typed_and_matched(folder: UserFolder) -> None:
    done = folder.command("pytest --driver reference random/tiny/99999 -v")
    assert (done.code, done.count("passed")) == (0, 1)
    pattern = "--case 'random/default/1*'"
    done = folder.command(f"pytest --driver reference --random-graphs 20 {pattern} empty")
    assert (done.code, done.count("passed")) == (0, 11)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("random/none/3", "random/none/3: the id of a random graph is random/PROFILE/SEED"),
        (
            "--random-graphs :huge",
            "--random-graphs :huge: 'huge' is not a profile: expected one of tiny",
        ),
    ],
)
def test_an_invalid_graph_id_or_profile_is_reported(
    folder: UserFolder, arguments: str, words: str
) -> None:
    done = folder.command(f"pytest --driver reference {arguments}")
    assert done.code == pytest.ExitCode.USAGE_ERROR
    assert words in done.out


def test_a_failing_graph_is_minimised_dumped_and_runs_again(folder: UserFolder) -> None:
    more = "--random-graphs 60:tiny"
    done = folder.command(f"pytest --driver drivers.py:Off {more} empty")
    assert done.code == pytest.ExitCode.TESTS_FAILED
    assert done.count("failed") >= 2
    assert "; smallest: TANH, " in done.out
    assert "pytest --driver drivers.py:Off nn-failures/random.tiny." in done.out
    cases = sorted(folder.path.rglob("*.case"))
    names = {path.suffix for path in cases[0].parent.iterdir()}
    assert {".case", ".py", ".dot", ".npz", ".txt"} <= names
    again = folder.command(f"pytest --driver drivers.py:Off {cases[0]}")
    assert again.count("failed") == 1
    right = folder.command(f"pytest --driver reference {cases[0]}")
    assert right.count("passed") == 1


DIES = """
import os
from conformance.reference import ReferenceDevice

class Dies(ReferenceDevice):
    def prepare_model(self, model, *arguments):
        if len(model.main.operations) == 1:
            os._exit(7)
        return super().prepare_model(model, *arguments)
"""


@pytest.mark.slow
def test_a_worker_that_dies_in_a_graph_is_a_crash(folder: UserFolder) -> None:
    folder.write("dies.py", DIES)
    graphs = "random/tiny/1 random/tiny,count=1/1"
    run = f"pytest --driver dies.py:Dies {graphs} -n 2 --events run.jsonl"
    done = folder.command(run)
    assert (done.code, done.count("failed")) == (1, 1), done.out
    kinds = {v.case_id: v.kind for v in read_events(folder.path / "run.jsonl").verdicts}
    assert kinds["random/tiny,count=1/1"] == "crash"
    assert kinds["random/tiny/1"] == "passed"


HIGH_PRIORITY = """
import os

import numpy as np

from conformance.hal import Priority
from conformance.reference import ReferenceDevice


class Dies(ReferenceDevice):
    def prepare_model(self, model, preference, priority, *arguments):
        if priority == Priority.HIGH:
            os._exit(9)
        return super().prepare_model(model, preference, priority, *arguments)


class Off(ReferenceDevice):
    def prepare_model(self, model, preference, priority, *arguments):
        self.high = priority == Priority.HIGH
        return super().prepare_model(model, preference, priority, *arguments)

    def compile_call(self, call):
        kernel = super().compile_call(call)
        if self.high:
            return lambda inputs: [np.zeros_like(a) for a in kernel(inputs)]
        return kernel
"""


def test_a_failure_with_a_priority_names_it_and_runs_again(folder: UserFolder) -> None:
    folder.write("high.py", HIGH_PRIORITY)
    more = "--random-graphs 40:tiny"
    done = folder.command(f"pytest --driver high.py:Off {more} empty")
    assert done.code == pytest.ExitCode.TESTS_FAILED
    found = re.findall(r"passes without high_priority \(path (\S+)\)", done.out)
    assert found
    assert all(path.endswith("-high_priority") for path in found)
    cases = sorted(folder.path.rglob("*.case"))
    assert folder.command(f"pytest --driver high.py:Off {cases[0]}").count("failed") == 1
    assert folder.command(f"pytest --driver reference {cases[0]}").count("passed") == 1
