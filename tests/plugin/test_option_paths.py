"""A path that an option takes changes neither root directory, ini file nor collected tests."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from nn_conformance_options import added_options, join_added_options, join_values, separate_path
from tests.plugin.conftest import SMALL, UserFolder


@pytest.mark.parametrize(
    ("given", "joined"),
    [
        (["--events", "a", "b"], ["--events=a", "b"]),
        (["--events=a", "b"], ["--events=a", "b"]),
        (["--isolate", "a"], ["--isolate", "a"]),  # takes no value
        (["-k", "--", "--events", "a"], ["-k", "--", "--events", "a"]),
        (["--case", "-x"], ["--case", "-x"]),  # an error that pytest reports
        (["--case"], ["--case"]),
    ],
)
def test_values_are_joined_to_options(given: list[str], joined: list[str]) -> None:
    assert join_values(given) == joined


@pytest.mark.parametrize(("value", "exists"), [("{}", True), ("{}::x", True), ("{}/no", False)])
def test_only_values_that_exist_count_as_tests(tmp_path: Path, value: str, exists: bool) -> None:
    path = value.format(tmp_path)
    assert separate_path(["--case", path]) == (path if exists else "")
    assert not separate_path([f"--case={path}"])
    assert not separate_path([path, "--isolate", path])


def test_a_file_of_arguments_is_read(tmp_path: Path) -> None:
    (tmp_path / "args").write_text(f"--driver\n{tmp_path}\n-q\n")
    given = ["-x", f"@{tmp_path}/args", "--case", "@list", "@missing"]
    assert separate_path(given) == str(tmp_path)
    joined = ["-x", f"--driver={tmp_path}", "-q", "--case=@list", "@missing"]
    assert join_values(given) == joined


def test_options_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", f"-q --driver '{tmp_path}'")
    assert separate_path(added_options()) == str(tmp_path)
    join_added_options()
    assert shlex.split(os.environ["PYTEST_ADDOPTS"]) == ["-q", f"--driver={tmp_path}"]


@pytest.mark.parametrize("workers", ["", pytest.param("-n 2", marks=pytest.mark.slow)])
def test_a_run_collects_the_folder_that_it_starts_in(folder: UserFolder, workers: str) -> None:
    project = UserFolder(folder.path / "project", folder.cache)
    project.write("pytest.ini", "[pytest]\ntestpaths = mine\n")
    project.write("mine/small.mod.py", SMALL)
    project.write("test_unselected.py", "def test_unselected():\n    assert False\n")
    events = folder.write("out/run.jsonl", "")
    options = (
        f"--driver {folder.path}/drivers.py:Rounds --events {events} --limit explain=0 --dump=:0"
    )
    done = project.command(f"pytest {options} {workers}", join=False)
    assert (done.code, done.count("failed"), done.count("passed")) == (1, 3, 1), done.out
    assert f"rootdir: {project.path}\nconfigfile: pytest.ini" in done.out
    assert done.out.count("test session starts") == 1
    assert '"event":"end","counts":{"failed":' in events.read_text()


def test_a_driver_cannot_end_a_restarted_run(folder: UserFolder) -> None:
    """The run is guarded as a run of the command, in a process of its own."""
    events = folder.write("out/run.jsonl", "")
    done = folder.command(f"pytest --driver drivers.py:Dies mine --events {events}", join=False)
    assert done.code == 11, done.out
