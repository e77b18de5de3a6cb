"""Runs with ``--baseline``: a case that ran in the baseline and is not executed now fails.

Cases that are missing from the run, and a driver that declares an older HAL version, fail the run.
"""

from __future__ import annotations

import pytest

from conformance.results.event_stream import read_events
from tests.gate.drivers import DRIVERS, FLOOR, RELU, spec
from tests.plugin.conftest import FinishedRun, UserFolder

MARK = "[tool.nn-conformance]\n"
FLOORS = "mine/small/small_floor"


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def old(tmp_path_factory, cache) -> str:
    """Return the event stream of a run in which a correct driver passes both cases."""
    folder = filled(UserFolder(tmp_path_factory.mktemp("old"), cache))
    assert run(folder, "Good", "--events old.jsonl").code == 0
    return (folder.path / "old.jsonl").read_text()


@pytest.fixture
def folder(tmp_path, cache, old) -> UserFolder:
    """Return a folder with the drivers, the specs and the baseline ``old.jsonl``."""
    made = filled(UserFolder(tmp_path, cache))
    made.write("old.jsonl", old)
    return made


def filled(folder: UserFolder) -> UserFolder:
    """Write the drivers and a spec with two cases to the folder."""
    folder.write("drivers.py", DRIVERS)
    folder.write("mine/small.mod.py", spec(FLOOR, RELU))
    return folder


def run(folder: UserFolder, driver: str, *arguments: str, **environment: str) -> FinishedRun:
    """Run pytest with a driver of ``drivers.py``."""
    line = " ".join(["pytest mine --driver", f"drivers.py:{driver}", *arguments])
    return folder.command(line, **environment)


def against(folder: UserFolder, driver: str, *arguments: str, **environment: str) -> FinishedRun:
    """Run pytest against the baseline."""
    return run(folder, driver, "--baseline old.jsonl --events new.jsonl", *arguments, **environment)


def policies(done: FinishedRun) -> list[str]:
    """Return the lines of the output that state violations of the policy."""
    return [line for line in done.out.splitlines() if line.startswith("POLICY: ")]


@pytest.mark.parametrize(
    ("driver", "environment", "rule"),
    [
        ("DeclinesFloor", {}, "baseline.declined"),
        ("Refuses", {"WHAT": "FLOOR"}, "baseline.refused"),
        (
            "Refuses",
            {"WHAT": "FLOOR", "WHEN": "execute", "STATUS": "RESOURCE_EXHAUSTED_PERSISTENT"},
            "baseline.refused",
        ),
    ],
)
def test_a_case_that_ran_in_the_baseline_and_not_now_fails(folder, driver, environment, rule):
    done = against(folder, driver, **environment)
    assert (done.code, done.count("failed"), done.count("passed")) == (1, 1, 1)
    failed = [v for v in read_events(folder.path / "new.jsonl").verdicts if v.kind == "failed"]
    assert {(v.case_id, v.rule) for v in failed} == {(FLOORS, rule)}


def test_policy_may_let_cases_be_declined_that_ran_in_the_baseline(folder):
    folder.write("pyproject.toml", MARK + "forbid_newly_declined = false\n")
    done = against(folder, "DeclinesFloor")
    assert (done.code, done.count("declined"), done.count("passed")) == (0, 1, 1)


def test_a_case_that_was_declined_in_the_baseline_may_be_declined(folder):
    run(folder, "DeclinesFloor", "--events old.jsonl")
    assert against(folder, "DeclinesFloor").code == 0


def test_a_case_that_failed_in_the_baseline_and_is_declined_now_fails(folder):
    run(folder, "Wrong", "--events old.jsonl")
    done = against(folder, "DeclinesFloor")
    assert (done.code, done.count("failed")) == (1, 1)
    assert "rule: baseline.declined" in done.out


def test_a_baseline_made_against_a_baseline_still_asks_for_the_case(folder):
    """The stream of a run with a baseline can be the next baseline.

    A case that it reports as newly declined must still be executed.
    """
    against(folder, "DeclinesFloor")
    (folder.path / "old.jsonl").write_bytes((folder.path / "new.jsonl").read_bytes())
    done = against(folder, "DeclinesFloor")
    assert (done.code, done.count("failed")) == (1, 1)
    assert "rule: baseline.declined" in done.out


def test_a_waiver_may_let_a_case_be_declined(folder):
    folder.write(
        "waivers.toml",
        '[[waiver]]\npattern = "*floor*"\nrule = "baseline.declined"\nreason = "r"\n'
        'issue = "T-1"\nexpires = 2999-01-01\n',
    )
    done = against(folder, "DeclinesFloor", "--waivers waivers.toml")
    assert (done.code, done.count("waived"), done.count("passed")) == (0, 1, 1)


def test_a_driver_that_declares_an_older_version_fails(folder, snapshot):
    newer = '"ELU", "new", ("TENSOR_FLOAT32", [2]), [0.0, 1.5], [0.0, 1.5]'
    text = spec(newer).replace("Operation(operation, x)", "Operation(operation, x, 1.0)")
    folder.write("mine/elus.mod.py", text)
    run(folder, "Good13", "--events old.jsonl")
    done = against(folder, "Good12")
    assert (done.code, done.count("failed"), done.count("passed")) == (1, 1, 2)
    assert "rule: baseline.not_applicable" in done.out
    assert policies(done) == snapshot


def test_a_case_that_vanished_fails_the_run(folder, snapshot):
    folder.write("mine/small.mod.py", spec(RELU))
    done = against(folder, "Good")
    assert (done.code, done.count("passed")) == (1, 1)
    assert policies(done) == snapshot
    folder.write("pyproject.toml", MARK + "forbid_vanished = false\n")
    done = against(folder, "Good")
    assert done.code == 0


@pytest.mark.parametrize("selection", ["--case '*relu*'", "-k relu", "--shard 1/2"])
def test_a_case_that_was_not_selected_has_not_vanished(folder, selection):
    done = against(folder, "Good", selection)
    assert done.code == 0, done.out
    assert policies(done) == []


def test_a_session_that_stopped_early_has_no_vanished_cases(folder):
    done = against(folder, "Wrong", "-x")
    assert done.code == 1
    assert not [line for line in policies(done) if "baseline" in line]
