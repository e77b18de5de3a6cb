"""Profiles narrowed to what a driver supports: only that is generated, for whoever asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.drivers import open_driver
from conformance.hal import OperandType, OperationType, Version
from generators.campaign import Campaign, Settings
from generators.generate import Cell, build
from generators.judging import GraphJudge
from generators.profiles import PROFILES
from generators.supported import narrowed, supported_cells
from generators.worker import Task
from tests.plugin.conftest import Folder

DRIVERS = """
from conformance.hal import OperandType, OperationType
from conformance.reference import ReferenceDevice


class Few(ReferenceDevice):
    name = "few"
    own = (OperationType.ADD, OperationType.RELU)

    def supported_operations(self, model):
        operands = model.main.operands
        return [
            operation.type in self.own
            and operands[operation.inputs[0]].type == OperandType.TENSOR_FLOAT32
            for operation in model.main.operations
        ]


class Nothing(Few):
    own = ()
"""
_NAME = "default-supported"
_F32 = OperandType.TENSOR_FLOAT32


@pytest.fixture
def few(tmp_path: Path) -> str:
    path = tmp_path / "drivers.py"
    path.write_text(DRIVERS)
    return f"{path}:Few"


def test_a_driver_is_asked_for_each_operation_and_type(few: str) -> None:
    found = supported_cells(_NAME, open_driver(few), Version.AIDL_V3)
    assert found == (Cell(OperationType.ADD, _F32), Cell(OperationType.RELU, _F32))


def test_only_what_is_supported_is_generated(few: str) -> None:
    device = open_driver(few)
    profile = narrowed(_NAME, supported_cells(_NAME, device, Version.AIDL_V3))
    seen = set()
    judge = GraphJudge(device)
    for seed in range(150):
        graph = build(profile, seed, Version.AIDL_V3)
        seen |= {made.type for made in graph.operations}
        assert judge.record(profile, seed).kind == "passed"
    assert seen == {OperationType.ADD, OperationType.RELU}


def test_a_profile_that_is_not_narrowed_is_the_usual_one() -> None:
    assert narrowed("tiny", ()) is PROFILES["tiny"]


def test_a_driver_that_supports_everything_gets_everything() -> None:
    found = supported_cells("tiny-supported", open_driver("reference"), Version.AIDL_V3)
    assert len({cell.operation for cell in found}) == 104  # all but IF and WHILE


def test_one_worker_or_two_judge_the_same_narrowed_graphs(tmp_path: Path, few: str) -> None:
    reports = []
    for workers in (1, 2):
        settings = Settings(Task(few, _NAME), graphs=150, workers=workers)
        report = Campaign(settings, tmp_path / str(workers)).run()
        del report["seconds"]
        reports.append(report)
    assert reports[0] == reports[1]
    assert reports[0]["passed"] == reports[0]["graphs"] == 150
    assert reports[0]["coverage"]["operations"]["of"] == 2


def test_the_command_points_there_and_goes_there(
    tmp_path: Path, few: str, capsys: pytest.CaptureFixture[str]
) -> None:
    common = ["campaign", few, "--graphs", "50"]
    assert main([*common, "--resume", str(tmp_path / "a")]) == 0
    assert "--profile default-supported makes graphs of what" in capsys.readouterr().out
    assert main([*common, "--profile", _NAME, "--resume", str(tmp_path / "b")]) == 0
    out = capsys.readouterr().out
    assert "50 passed" in out
    assert "more than half" not in out


def test_a_driver_without_operations_is_told(
    tmp_path: Path, few: str, capsys: pytest.CaptureFixture[str]
) -> None:
    nothing = few.replace(":Few", ":Nothing")
    status = main(["campaign", nothing, "--profile", _NAME, "--resume", str(tmp_path / "c")])
    assert status == 4
    assert "supports no operation of the profile" in capsys.readouterr().err


def test_pytest_has_the_narrowed_graphs_too(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = Folder(tmp_path, tmp_path_factory.mktemp("cache"))
    folder.write("drivers.py", DRIVERS)
    (tmp_path / "empty").mkdir()
    more = f"--random-graphs 12 --random-profile {_NAME}"
    done = folder.command(f"pytest --driver drivers.py:Few {more} empty -v")
    assert (done.code, done.count("passed")) == (0, 12)
    done = folder.command(f"pytest --driver drivers.py:Few random/{_NAME}/7 -v")
    assert (done.code, done.count("passed")) == (0, 1)
    done = folder.command(f"pytest --driver drivers.py:Nothing random/{_NAME}/7 -v")
    assert (done.code, done.count("declined")) == (0, 1)
