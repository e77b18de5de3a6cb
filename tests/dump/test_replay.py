"""``nn-conformance replay``: the results that it reports, and its exit statuses."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.cases.casefile import Case, RecordedFailure, write_case
from conformance.cli.main import main
from tests.dump.conftest import DRIVERS
from tests.golden import normalized
from tests.sample_drivers.adder_driver import add_example

FLOOR = "V1_0/floor/floor_rank_1"
ODD = """
import os, time
from conformance.hal import ErrorStatus, Timing
from conformance.reference import ReferenceDevice
from conformance.driver_sdk import DriverError
from tests.sample_drivers.adder_driver import Adder

class Two(Adder):
    turn = 0
    def compute(self, result):
        self.turn += 1
        if self.turn > 1: self.timing = Timing(5, 6)
        return result + (self.turn == 1)

class No(ReferenceDevice):
    def supported_operations(self, model):
        return [False] * len(model.main.operations)

class Away(ReferenceDevice):
    def compile_call(self, call):
        raise DriverError(ErrorStatus.DEVICE_UNAVAILABLE, "away")

class Exits(ReferenceDevice):
    def compile_call(self, call):
        os._exit(3)

class Stuck(Adder):
    def prepare_model(self, model, *arguments):
        time.sleep(1000)

class Once(Adder):
    def __init__(self):
        with open("started", "a") as marker:
            print(file=marker)
        if os.path.getsize("started") > 1:
            os.abort()
"""


@pytest.fixture
def working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with drivers and case files during the test, and return its path.

    The name of a case file is the rule by which the case failed before; in ``wrong`` the expected
    values are wrong.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "drivers.py").write_text(DRIVERS)
    (tmp_path / "odd.py").write_text(ODD)
    for folder, expected in (("right", None), ("wrong", [0, 0, 0, 0])):
        (tmp_path / folder).mkdir()
        example = add_example(**({"expected": expected} if expected else {}))
        for rule in ("values", "guard.after", "process.alive", "case.limit"):
            kind = "crash" if rule == "process.alive" else "failed"
            failures = (RecordedFailure("sync-fast", kind, rule, "as it was"),)
            paths = ("sync-fast", "async-fast") if rule == "values" else ("sync-fast",)
            case = Case("x/y/z", example, paths, failures=failures)
            write_case(tmp_path / folder / f"{rule}.case", case)
    broken = Case("x/y/z", replace(add_example(), inputs=()))
    write_case(tmp_path / "no-inputs.case", broken)
    place = tmp_path / "mine" / "V1_0.floor.floor_rank_1"
    place.mkdir(parents=True)
    hang = Case(FLOOR, add_example(expected=[0] * 4),
                    failures=(RecordedFailure("", "hang", "callback.missing"),))  # fmt: skip
    write_case(place / "V1_0.floor.floor_rank_1.case", hang)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("right/values.case --driver reference", 0),
        ("wrong/values.case --driver reference", 1),
        ("wrong/guard.after.case --driver reference", 1),
        ("right/values.case --driver odd.py:Two", 1),  # the old rule and another one
        ("right/values.case --driver odd.py:No", 0),  # declined now
        ("right/values.case --driver odd.py:Away", 5),  # without an execution nothing is known
        (f"{FLOOR} --driver reference", 0),
        (f"{FLOOR} --driver drivers.py:Rounds", 1),
        (f"{FLOOR} --driver reference --dump mine", 1),
        ("no-inputs.case --driver reference", 70),  # an error of the suite, not of the driver
        (f"wrong {FLOOR} none.case V1_0/add/none --driver reference", 2),
        ("right/process.alive.case --driver odd.py:Exits --isolate --limit prepare=20", 1),
        ("right/case.limit.case --driver odd.py:Stuck --isolate --limit prepare=2", 1),
        ("right/values.case --driver reference --isolate", 0),
    ],
)
def test_status_and_output(
    working_folder: Path, capsys: Any, line: str, status: int, snapshot: Any
) -> None:
    assert main(["replay", *line.split()]) == status
    outcome = capsys.readouterr()
    assert normalized(f"{outcome.out}--- errors\n{outcome.err}", working_folder) == snapshot


def test_a_case_that_does_not_end_ends_replaying_and_is_named(working_folder: Path) -> None:
    program = "import nn_conformance; raise SystemExit(nn_conformance.main())"
    command = [sys.executable, "-c", program, "replay", "right/case.limit.case"]
    path = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [*command, "--driver", "odd.py:Stuck", "--limit", "case=8"],
        env=path,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 10
    assert "time.sleep(1000)\n" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_dumped_case_runs_on_the_driver_that_failed(working_folder, capsys):
    command = "# a failure\npytest --driver odd:Away right/values.case\n"
    (working_folder / "right" / "reproduce.txt").write_text(command)
    assert main(["replay", "right/values.case"]) == 5
    assert main(["replay", "right"]) == 5
    assert main(["replay", "right/values.case", "--driver", "reference"]) == 0
    capsys.readouterr()
