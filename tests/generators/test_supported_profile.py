"""Narrowed profiles generate only operations and types that the driver supports."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.hal import Version
from generators.construction.profiles import PROFILES
from generators.generate import allowed_cells
from generators.profile_parameters import cells_of, text_of
from generators.supported_profile import narrowing

DRIVERS = """
import os
import time

from conformance.hal import ErrorStatus, OperandType, OperationType
from conformance.reference import ReferenceDevice
from conformance.driver_sdk import DriverError


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


class Single(ReferenceDevice):
    def supported_operations(self, model):
        count = len(model.main.operations)
        return [count == 1] * count


def acts(model):
    return any(o.type == OperationType.FLOOR for o in model.main.operations)


class Hangs(Few):
    def supported_operations(self, model):
        if acts(model):
            time.sleep(100)
        return super().supported_operations(model)


class Once(Few):
    def __init__(self):
        raise OSError("the accelerator is in use")


class Away(ReferenceDevice):
    away = (OperationType.ADD, OperationType.RELU)

    def compile_call(self, call):
        if call.definition.type in self.away:
            raise DriverError(ErrorStatus.DEVICE_UNAVAILABLE, "away")
        return super().compile_call(call)


class ReluAway(Away):
    away = (OperationType.RELU,)
"""


@pytest.fixture
def few(tmp_path: Path) -> str:
    path = tmp_path / "drivers.py"
    path.write_text(DRIVERS)
    return f"{path}:Few"


def test_the_command_recommends_a_narrower_profile(
    tmp_path: Path, few: str, capsys: pytest.CaptureFixture[str]
) -> None:
    common = ["campaign", few, "--random-graphs"]
    assert main([*common, "50:default", "--output", str(tmp_path / "a")]) == 5
    out = capsys.readouterr().out
    assert "more than half were declined" in out
    assert "NOTHING WAS EXECUTED" in out
    assert main([*common, "50", "--output", str(tmp_path / "b")]) == 0
    out = capsys.readouterr().out
    assert "50 passed" in out
    assert "more than half" not in out


_FIVE = "default,operations=ADD+CONV_2D+FLOOR+RELU+SOFTMAX"
"""A profile with few cells, each of which is queried several times."""


@pytest.mark.parametrize(
    ("driver", "name", "profile", "note"),
    [
        ("reference", "default", "default", ""),
        (
            "Few",
            _FIVE,
            f"{_FIVE},cells=ADD:TENSOR_FLOAT32+RELU:TENSOR_FLOAT32",
            "would be declined: narrowed",
        ),
        ("Single", _FIVE, f"{_FIVE},count=1", "narrowed"),
        ("Nothing", _FIVE, _FIVE, "supports none of its operations alone"),
        pytest.param(
            "Hangs",
            _FIVE,
            _FIVE,
            "not narrowed: querying the supported operations failed",
            marks=pytest.mark.slow,
        ),
        ("Once", _FIVE, _FIVE, "not narrowed: the driver could not be opened twice"),
    ],
)
def test_a_profile_is_narrowed_when_most_of_its_graphs_would_be_declined(
    few: str, driver: str, name: str, profile: str, note: str
) -> None:
    text = driver if driver == "reference" else few.replace(":Few", f":{driver}")
    found = narrowing(name, text, Version.AIDL_V3)
    assert found.profile == profile
    assert note in found.note
    assert bool(found.note) == bool(note)


@pytest.mark.parametrize("size", [1, 3, 4, 50, 395])
def test_a_set_of_cells_can_be_restored_from_its_short_name(size: int) -> None:
    every = allowed_cells(PROFILES["default"], Version.AIDL_V3)
    step = len(every) // size
    some = frozenset((int(o), int(t)) for o, t in every[::step][:size])
    text = text_of(some)
    assert cells_of(text) == some
    assert len(text) <= 120
    assert not set(text) & set("/,[]* ")


@pytest.mark.parametrize(
    ("driver", "expected_text"),
    [
        ("Nothing", "NOTHING WAS EXECUTED"),
        ("ReluAway", "REFUSED THROUGHOUT for lack of a device or of resources: RELU/"),
    ],
)
def test_a_campaign_without_results_fails(
    tmp_path: Path, few: str, capsys: pytest.CaptureFixture[str], driver: str, expected_text: str
) -> None:
    text = few.replace(":Few", f":{driver}")
    profile = "default,operations=ADD+RELU,types=TENSOR_FLOAT32,count=1-2"
    common = ["campaign", text, "--random-graphs", f"50:{profile}"]
    status = main([*common, "--output", str(tmp_path / "c")])
    out = capsys.readouterr().out
    assert status == (5 if driver in ("Nothing", "Away") else 1)
    assert expected_text in out
    if driver == "ReluAway":
        assert "operations 1 of 2" in out
        assert main([*common, "--output", str(tmp_path / "c"), "--allow-refused"]) == 0
