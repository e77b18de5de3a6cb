"""``pytest --random-graphs``: seeds as cases, ids on the command line, dumps, and xdist."""

from __future__ import annotations

from pathlib import Path

import pytest

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
