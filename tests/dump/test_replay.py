"""``nn-conformance replay``: the results that it reports, and its exit statuses."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.cli.main import main
from conformance.specfile.casefile import CaseFile, RecordedFailure, write_case
from tests.dump.conftest import DRIVERS
from tests.sample_drivers.adder_driver import add_example

FLOOR = "V1_0/floor/floor_rank_1"


@pytest.fixture
def working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with faulty drivers during the test, and return its path."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "drivers.py").write_text(DRIVERS)
    return tmp_path


def replay(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    """Run the command with these arguments; return its exit status, output and error output."""
    status = main(["replay", *line.split()])
    outcome = capsys.readouterr()
    return status, outcome.out, outcome.err


def recorded(path: Path, rule: str, **more: Any) -> None:
    """Write a case file in which the case failed with ``rule`` before."""
    failure = (RecordedFailure("sync-fast", "failed", rule, "as it was"),)
    write_case(path, CaseFile("x/y/z", add_example(**more), ("sync-fast",), failures=failure))


def test_fixed(working_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded(working_folder / "a.case", "values")
    assert replay(capsys, "a.case --driver reference") == (0, "x/y/z: fixed\n", "")


def test_failed_as_before(working_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded(working_folder / "a.case", "values", expected=[0, 0, 0, 0])
    status, out, _ = replay(capsys, "a.case --driver reference")
    assert status == 1
    assert out.startswith("x/y/z: failed as before\n  sync-fast: values: output 0 'z'")


def test_failed_differently(working_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded(working_folder / "a.case", "guard.after", expected=[0, 0, 0, 0])
    status, out, _ = replay(capsys, "a.case --driver reference")
    assert status == 3
    assert out.startswith("x/y/z: failed differently\n  sync-fast: values: output 0 'z'")
    assert out.endswith("  before: sync-fast: guard.after: as it was\n")


def test_another_rule_in_addition_to_the_old_one_is_a_different_failure(
    working_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A case that violates another rule in addition to the recorded one has failed differently."""
    (working_folder / "two.py").write_text(
        "import numpy as np\n"
        "from conformance.harness.planning.execution_path import ALL_PATHS\n"
        "from tests.sample_drivers.adder_driver import Adder\n"
        "from conformance.hal import Timing\n"
        "class Two(Adder):\n"
        "    turn = 0\n"
        "    def compute(self, result):\n"
        "        self.turn += 1\n"
        "        if self.turn > 1: self.timing = Timing(5, 6)\n"
        "        return result + (self.turn == 1)\n"
    )
    failures = (RecordedFailure("sync-fast", "failed", "values"),)
    paths = ("sync-fast", "async-fast")
    write_case(
        working_folder / "a.case", CaseFile("x/y/z", add_example(), paths, failures=failures)
    )
    status, out, _ = replay(capsys, "a.case --driver two.py:Two")
    assert status == 3, out
    assert "values" in out
    assert "timing.unmeasured" in out


def test_declined_now_is_reported(working_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (working_folder / "no.py").write_text(
        "from conformance.reference import ReferenceDevice\n"
        "class No(ReferenceDevice):\n"
        "    def supported_operations(self, model):\n"
        "        return [False] * len(model.main.operations)\n"
    )
    recorded(working_folder / "a.case", "values")
    status, out, _ = replay(capsys, "a.case --driver no.py:No")
    assert status == 0
    assert out.startswith("x/y/z: fixed (declined now: unsupported: ADD")


def test_a_case_that_is_refused_for_lack_of_a_device_is_not_fixed(
    working_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without an execution it is unknown whether the failure is fixed."""
    (working_folder / "away.py").write_text(
        "from conformance.hal import ErrorStatus\n"
        "from conformance.reference import ReferenceDevice\n"
        "from conformance.support import DriverError\n"
        "class Away(ReferenceDevice):\n"
        "    def compile_call(self, call):\n"
        "        raise DriverError(ErrorStatus.DEVICE_UNAVAILABLE, 'away')\n"
    )
    recorded(working_folder / "a.case", "values")
    status, out, _ = replay(capsys, "a.case --driver away.py:Away")
    assert status == 3
    assert out.startswith("x/y/z: not executed\n")


def test_bundled_ids_and_their_dumps(
    working_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay(capsys, f"{FLOOR} --driver reference") == (0, f"{FLOOR}: passed\n", "")
    status, out, _ = replay(capsys, f"{FLOOR} --driver drivers.py:Faulty")
    assert status == 1
    assert out.startswith(f"{FLOOR}: failed\n  sync-")
    place = working_folder / "mine" / "V1_0.floor.floor_rank_1"
    place.mkdir(parents=True)
    failure = (RecordedFailure("", "hang", "callback.missing"),)
    case = CaseFile(FLOOR, add_example(expected=[0] * 4), failures=failure)
    write_case(place / "V1_0.floor.floor_rank_1.case", case)
    status, out, _ = replay(capsys, f"{FLOOR} --driver reference --dump mine")
    assert status == 3
    assert out.startswith(f"{FLOOR}: failed differently\n")


def test_several_and_folders(working_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (working_folder / "kept" / "deep").mkdir(parents=True)
    recorded(working_folder / "kept" / "a.case", "values")
    recorded(working_folder / "kept" / "deep" / "b.case", "values", expected=[0, 0, 0, 0])
    status, out, err = replay(capsys, f"kept {FLOOR} none.case V1_0/add/none --driver reference")
    assert status == 66
    assert [line for line in out.splitlines() if not line.startswith(" ")] == [
        "x/y/z: fixed",
        "x/y/z: failed as before",
        f"{FLOOR}: passed",
    ]
    assert [line.partition(": ")[0] for line in err.splitlines()] == ["none.case", "V1_0/add/none"]


def test_an_invalid_example_is_an_internal_error(
    working_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A case without data for its inputs is an error of the suite, not of the driver."""
    write_case(working_folder / "a.case", CaseFile("x/y/z", replace(add_example(), inputs=())))
    status, out, _ = replay(capsys, "a.case --driver reference")
    assert status == 70
    assert out.startswith("x/y/z: not judged\n")


def test_a_crashing_driver_is_replayed_in_a_separate_process(
    working_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (working_folder / "dies.py").write_text(
        "import os\n"
        "from conformance.reference import ReferenceDevice\n"
        "class Dies(ReferenceDevice):\n"
        "    def compile_call(self, call):\n"
        "        os._exit(3)\n"
    )
    failure = (RecordedFailure("sync-fast", "crash", "process.alive"),)
    write_case(
        working_folder / "a.case",
        CaseFile("x/y/z", add_example(), ("sync-fast",), failures=failure),
    )
    status, out, _ = replay(capsys, "a.case --driver dies.py:Dies --isolate --limit prepare=20")
    assert status == 1, out
    assert out.startswith("x/y/z: failed as before\n  sync-fast: process.")
    assert replay(capsys, "a.case --driver reference --isolate")[0] == 0


STUCK = (
    "import os, time\n"
    "from tests.sample_drivers.adder_driver import Adder\n"
    "class Stuck(Adder):\n"
    "    def prepare_model(self, model, *arguments):\n"
    "        time.sleep(1000)\n"
    "class Once(Adder):\n"
    "    def __init__(self):\n"
    "        with open('started', 'a') as marker:\n"
    "            print(file=marker)\n"
    "        if os.path.getsize('started') > 1:\n"
    "            os.abort()\n"
)


def test_a_case_that_does_not_end_ends_replaying_and_is_named(working_folder: Path) -> None:
    (working_folder / "stuck.py").write_text(STUCK)
    recorded(working_folder / "a.case", "case.limit")
    program = "import nn_conformance; raise SystemExit(nn_conformance.main())"
    command = [sys.executable, "-c", program, "replay", "a.case"]
    path = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [*command, "--driver", "stuck.py:Stuck", "--case-limit", "1"],
        env=path,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 10
    assert "time.sleep(1000)\n" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_hanging_case_fails_as_before_in_a_separate_process(
    working_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (working_folder / "stuck.py").write_text(STUCK)
    recorded(working_folder / "a.case", "case.limit")
    line = "a.case --driver stuck.py:Stuck --isolate --limit prepare=0.4"
    status, out, _ = replay(capsys, line)
    assert status == 1
    assert out.startswith("x/y/z: failed as before\n  sync-fast: process.limit: prepare_model")


def test_a_driver_that_cannot_be_started_again_ends_replaying(
    working_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (working_folder / "stuck.py").write_text(STUCK)
    for name in ("a", "b", "c"):
        recorded(working_folder / f"{name}.case", "values")
    status, out, err = replay(capsys, "a.case b.case c.case --driver stuck.py:Once --isolate")
    assert (status, out) == (69, "x/y/z: fixed\n")
    assert err.count("\n") < 60
