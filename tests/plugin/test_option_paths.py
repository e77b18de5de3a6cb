"""A path that an option takes changes neither root directory, ini file nor collected tests.

Expected values come from a session of pytest in the same folder without the option.
"""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import pytest
from _pytest.config import Config, _prepareconfig
from _pytest.config.argparsing import Parser

import nn_conformance
from nn_conformance_options import has_separate_path, join_values, value_options
from tests.plugin.conftest import SMALL, UserFolder
from tests.tiers import every_fast

OPTIONS = (
    *("--driver", "--nn-driver", "--updated-driver", "--events", "--trace-file"),
    *("--waivers", "--baseline", "--stress-models", "--dump"),
)
FOLDERS = ("project", "project/sub", "bare", "empty")
"""A project with settings for pytest, a folder in it, a project without settings, and a folder
without anything."""
COMBINATIONS = itertools.product(OPTIONS, (" ", "="), ("absolute", "relative"), FOLDERS)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the folders of ``FOLDERS``, and ``other`` with a file to name.

    The settings beside this file must not be read.
    """
    for folder in (*FOLDERS, "other/library"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "project/pyproject.toml").write_text(
        '[tool.pytest.ini_options]\ntestpaths = ["chosen"]\naddopts = ["-q"]\n'
    )
    (tmp_path / "project/chosen").mkdir()
    (tmp_path / "bare/pyproject.toml").write_text("[project]\nname = 'bare'\n")
    (tmp_path / "other/pytest.ini").write_text("[pytest]\naddopts = --strict-config -vvv\n")
    (tmp_path / "other/conftest.py").write_text("raise RuntimeError('a conftest of others')\n")
    (tmp_path / "other/library/file").touch()
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    return tmp_path


def settings(*arguments: str) -> tuple[object, ...]:
    """Return what the session of a command line reads and collects."""
    config = _prepareconfig(["-p", "nn_conformance", *arguments])
    if (replacement := config.stash.get(nn_conformance.REPLACED, None)) is not None:
        config._ensure_unconfigure()
        config = _prepareconfig(list(replacement.arguments))
        assert nn_conformance.REPLACED not in config.stash
    try:
        return selection(config)
    finally:
        config._ensure_unconfigure()


def selection(config: Config) -> tuple[object, ...]:
    verbosity = config.getoption("verbose")
    return config.rootpath, config.inipath, config.args, config.args_source, verbosity


@pytest.mark.parametrize("combination", every_fast(9, COMBINATIONS), ids=" ".join)
def test_the_path_of_an_option_selects_nothing(
    root: Path, combination: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    option, separator, kind, folder = combination
    monkeypatch.chdir(root / folder)
    target = root / "other/library"
    path = str(target) if kind == "absolute" else os.path.relpath(target)
    given = [option, path] if separator == " " else [f"{option}={path}"]
    assert settings(*given) == settings()


def test_a_named_test_is_selected_beside_options(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root / "empty")
    chosen, library = str(root / "project/chosen"), str(root / "other/library")
    given = ("--events", library, chosen, "--driver", library)
    assert settings(*given) == settings(chosen)
    assert settings("--events", library, "--", chosen) == settings(chosen)


def test_options_of_the_environment(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root / "project")
    expected = settings()
    monkeypatch.setenv("PYTEST_ADDOPTS", f"--driver '{root / 'other/library'}'")
    config = _prepareconfig(["-p", "nn_conformance"])
    assert nn_conformance.REPLACED in config.stash
    nn_conformance.join_added_options()
    assert settings() == expected


def test_the_table_has_every_option_that_takes_a_path() -> None:
    parser = Parser(_ispytest=True)
    nn_conformance.pytest_addoption(parser)
    options = parser.getgroup("nn-conformance").options
    paths = {"FILE", "FOLDER[:N]", "PATH", "X", "Y"}
    named = [o.names() for o in options if o.attrs().get("metavar") in paths]
    assert sorted(name for names in named for name in names) == sorted(OPTIONS)
    assert value_options() == {
        name for o in options if o.attrs().get("nargs") != 0 for name in o.names()
    }


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
    assert has_separate_path(["--case", path]) == exists
    assert not has_separate_path([f"--case={path}"])
    assert not has_separate_path([path, "--isolate", path])


@pytest.mark.parametrize("workers", ["", pytest.param("-n 2", marks=pytest.mark.slow)])
def test_a_run_collects_the_folder_that_it_starts_in(folder: UserFolder, workers: str) -> None:
    """The exit status is that of the session that replaces the first one."""
    project = UserFolder(folder.path / "project", folder.cache)
    project.write("pytest.ini", "[pytest]\ntestpaths = mine\n")
    project.write("mine/small.mod.py", SMALL)
    project.write("test_unselected.py", "def test_unselected():\n    assert False\n")
    events = folder.write("out/run.jsonl", "")
    options = (
        f"--driver {folder.path}/drivers.py:Rounds --events {events} --limit explain=0 --dump=:0"
    )
    done = project.command(f"pytest {options} {workers}")
    assert (done.code, done.count("failed"), done.count("passed")) == (1, 3, 1), done.out
    assert f"rootdir: {project.path}\nconfigfile: pytest.ini" in done.out
    assert done.out.count("test session starts") == 1
    assert '"event":"end","counts":{"failed":' in events.read_text()


def test_a_driver_cannot_end_a_replaced_run(folder: UserFolder) -> None:
    """The run is guarded as a run of the command, in a process of its own."""
    events = folder.write("out/run.jsonl", "")
    done = folder.command(f"pytest --driver drivers.py:Dies mine --events {events}")
    assert done.code == 11, done.out
