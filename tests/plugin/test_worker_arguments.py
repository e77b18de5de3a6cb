"""The workers of xdist have the controller's root directory and configuration file.

pytest derives both from the arguments that exist as paths. Values of options that a plugin adds
count as such arguments, and a worker reads the arguments after the controller wrote the first file.
"""

from __future__ import annotations

import os

import pytest

from conformance.cases.casefile import read_case
from conformance.results.event_stream import read_events
from tests.plugin.conftest import DRIVERS, SMALL, UserFolder

RECORDS_ROOT = """
import os
import time
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent


def pytest_configure(config):
    worker = getattr(config, "workerinput", {"workerid": "controller"})["workerid"]
    record = FOLDER / f"{worker}.part"
    driver = config.getini("nn_driver")
    record.write_text(f"{config.rootpath}\\n{config.inipath}\\n{driver}\\n{config.args}")
    record.rename(FOLDER / f"{worker}.root")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    created = os.environ["CREATED"]
    if created and node.gateway.id == "gw1":
        while not (FOLDER / "gw0.root").exists():
            time.sleep(0.01)
        for name in created.split(os.pathsep):
            os.makedirs(os.path.dirname(name), exist_ok=True)
            Path(name).touch()
"""
"""A conftest that records the root directory of each process.

It creates the files that the environment variable CREATED names after the first worker has started
and before the second worker starts.
"""


@pytest.fixture
def work(folder: UserFolder) -> UserFolder:
    """Return a user's folder beside the folder ``out``."""
    made = UserFolder(folder.path / "work", folder.cache)
    made.write("mine/small.mod.py", SMALL)
    made.write("mine/conftest.py", RECORDS_ROOT)
    made.write("drivers.py", DRIVERS)
    (folder.path / "out").mkdir()
    return made


def records(work: UserFolder) -> dict[str, str]:
    """Return the record of each process, by ``controller`` or the worker's id."""
    return {path.stem: path.read_text() for path in (work.path / "mine").glob("*.root")}


OUTPUTS = ("../out/run.jsonl", "../out/failures/x")
"""Files in the two outputs, which are outside the working folder."""


@pytest.mark.slow
@pytest.mark.parametrize("exists", [False, True])
def test_workers_have_the_root_of_the_controller(work: UserFolder, exists: bool) -> None:
    if exists:
        for created in OUTPUTS:
            target = work.path / created
            target.parent.mkdir(exist_ok=True)
            target.touch()
    options = "--events ../out/run.jsonl --dump ../out/failures"
    created = os.pathsep.join(OUTPUTS)
    done = work.command(f"pytest --driver reference mine -n 2 {options}", CREATED=created)
    assert done.code == 0, done.out
    found = records(work)
    assert set(found) == {"controller", "gw0", "gw1"}
    assert found["gw0"] == found["gw1"] == found["controller"]


def test_a_worker_that_dies_is_a_verdict_with_a_dump_and_is_replaced(work: UserFolder) -> None:
    """The replacement starts when the event stream exists, and must collect the same node ids."""
    command = "pytest --driver drivers.py:Dies mine -n 1 --events ../out/run.jsonl"
    done = work.command(command, CREATED="")
    assert done.code == 1, done.out
    assert (done.count("passed"), done.count("failed")) == (3, 1), done.out
    found = records(work)
    assert found["gw1"] == found["gw0"] == found["controller"]
    stream = read_events(work.path / "../out/run.jsonl")
    assert not stream.truncated
    verdicts = {verdict.case_id.rpartition("_")[2]: verdict for verdict in stream.verdicts}
    crash = verdicts.pop("three")
    assert (crash.kind, crash.rule) == ("crash", "process.alive")
    assert crash.operations == ("FLOOR",)
    assert {case: verdict.kind for case, verdict in verdicts.items()} == dict.fromkeys(
        ("one", "four", "relu"), "passed"
    )
    (dumped,) = work.path.glob("nn-failures/mine.small.small_three/*.case")
    assert read_case(dumped).failures[0].rule == "process.alive"
