"""A run fails if the driver executes no model at all, or no model of some class.

The contract permits each answer of these drivers for a single model, so no case fails. But the run
as a whole does not test the driver or a class of models. Its exit code and its summary
must show that.
"""

from __future__ import annotations

import pytest

from conformance.reports.markdown_report import render_markdown
from conformance.results.event_stream import read_events
from conformance.results.run_results import load_run
from tests.gate.drivers import DRIVERS, FLOOR, FLOOR_AGAIN, RELU, RELU_CODES, RELU_HALF, spec
from tests.plugin.conftest import FinishedRun, UserFolder

STATUSES = {"DEVICE_UNAVAILABLE": "unavailable", "RESOURCE_EXHAUSTED_TRANSIENT": "no_resources"}
NOTHING = "NOTHING WAS EXECUTED"
MARK = "[tool.nn-conformance]\n"


@pytest.fixture
def folder(tmp_path, tmp_path_factory) -> UserFolder:
    """Return a folder with the drivers and five cases."""
    made = UserFolder(tmp_path, tmp_path_factory.mktemp("cache"))
    made.write("drivers.py", DRIVERS)
    made.write("mine/floors.mod.py", spec(FLOOR, FLOOR_AGAIN))
    made.write("mine/relus.mod.py", spec(RELU, RELU_HALF, RELU_CODES))
    return made


def run(folder: UserFolder, driver: str, *arguments: str, **environment: str) -> FinishedRun:
    """Run pytest with a driver of ``drivers.py``."""
    line = " ".join(["pytest mine --driver", f"drivers.py:{driver}", *arguments])
    return folder.command(line, **environment)


def policies(done: FinishedRun) -> list[str]:
    """Return the lines of the output that state violations of the policy."""
    return [line for line in done.out.splitlines() if line.startswith("POLICY: ")]


def test_a_driver_that_declines_everything_fails_the_run(folder):
    done = run(folder, "DeclinesAll")
    assert (done.code, done.count("declined")) == (1, 5)
    assert len(policies(done)) == 1


@pytest.mark.parametrize(
    ("status", "when"),
    [
        ("DEVICE_UNAVAILABLE", "prepare"),
        ("RESOURCE_EXHAUSTED_TRANSIENT", "execute"),
    ],
)
def test_a_driver_that_refuses_everything_fails_the_run(folder, status, when):
    done = run(folder, "Refuses", "--events run.jsonl", STATUS=status, WHEN=when)
    assert (done.code, done.count(STATUSES[status])) == (1, 5)
    record = load_run(folder.path / "run.jsonl")
    assert "POLICY NOT MET" in render_markdown(record)
    assert record.statistics.nothing_executed


def test_no_list_of_allowed_classes_makes_a_driver_green_that_refuses_everything(folder):
    """A run without any execution fails even if the policy allows every class to be refused."""
    folder.write("pyproject.toml", MARK + 'allow_refused = ["*:*"]\n')
    done = run(folder, "Refuses")
    assert done.code == 1
    assert len(policies(done)) == 1


@pytest.mark.parametrize(
    ("what", "label", "cases"),
    [
        ("FLOOR", "operation:FLOOR", 2),
        ("TENSOR_FLOAT16", "type:TENSOR_FLOAT16", 1),
        ("TENSOR_QUANT8_ASYMM_SIGNED", "type:TENSOR_QUANT8_ASYMM_SIGNED", 1),
    ],
)
def test_a_class_of_models_that_is_refused_throughout_fails_the_run(folder, what, label, cases):
    status = "RESOURCE_EXHAUSTED_TRANSIENT"
    done = run(folder, "Refuses", WHAT=what, STATUS=status)
    assert done.code == 1
    (line,) = policies(done)
    assert f"{label} ({cases} case" in line


@pytest.mark.parametrize(
    "text",
    ["forbid_refused = false", 'allow_refused = ["operation:FLO*"]'],
)
def test_policy_may_allow_a_class_to_be_refused(folder, text):
    folder.write("pyproject.toml", MARK + text + "\n")
    done = run(folder, "Refuses", WHAT="FLOOR")
    assert done.code == 0


WAIVE_ALL = '[[waiver]]\npattern = "*"\nreason = "r"\nissue = "T-1"\nexpires = 2999-01-01\n'


def test_a_run_in_which_every_case_is_waived_fails(folder):
    folder.write("waivers.toml", WAIVE_ALL)
    done = run(folder, "Wrong", "--waivers waivers.toml")
    assert (done.code, done.count("waived")) == (1, 5)
    assert len(policies(done)) == 1
    folder.write("pyproject.toml", MARK + "forbid_nothing_passed = false\n")
    assert run(folder, "Wrong", "--waivers waivers.toml").code == 0


def test_a_run_of_checks_of_which_none_runs_fails(folder):
    names = read_names(folder)
    checks = " ".join(f"suite/timing/{name}" for name in names)
    done = folder.command(f"pytest --driver drivers.py:DeclinesAll {checks}")
    assert (done.code, done.count("declined")) == (1, len(names))
    assert len(policies(done)) == 1


def read_names(folder: UserFolder) -> list[str]:
    """Return the names of the checks in the area ``timing`` that prepare a model."""
    folder.command("pytest --driver drivers.py:DeclinesAll suite/timing/* --events t.jsonl")
    verdicts = read_events(folder.path / "t.jsonl").verdicts
    return [v.case_id.rpartition("/")[2] for v in verdicts if v.kind == "declined"]


def test_random_graphs_of_which_none_runs_are_named(folder):
    """The summary reports that no random graph was executed, with a reason for example."""
    done = run(folder, "DeclinesFloor", "--random-graphs", f"3:{FLOORS}")
    assert done.code == 0
    assert done.count("declined") == 5
    assert "NO RANDOM GRAPH WAS EXECUTED" in done.out


FLOORS = "default,operations=FLOOR"


def test_an_older_driver_that_no_case_concerns_fails_the_run(folder):
    done = run(folder, "Good12", "--case '*codes*'", "--coupling all")
    assert done.code == 0
    new = '"ELU", "new", ("TENSOR_FLOAT32", [2]), [0.0, 1.5], [0.0, 1.5]'
    text = spec(new).replace("Operation(operation, x)", "Operation(operation, x, 1.0)")
    folder.write("new/elus.mod.py", text)
    done = folder.command("pytest new --driver drivers.py:Good12")
    assert (done.code, done.count("not_applicable")) == (1, 1)
    assert len(policies(done)) == 1
