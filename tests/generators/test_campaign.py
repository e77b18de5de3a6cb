"""Campaigns give the same verdicts regardless of workers, interruption and resumption."""

from __future__ import annotations

import copy
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from conformance.cli.main import main
from generators.campaigns.campaign import Campaign, CampaignSettings
from generators.campaigns.campaign_store import FILE
from generators.campaigns.chunks import JudgeTask
from tests.generators.stored_chunks import stored_chunks
from tests.sample_drivers.graphs.wrong_tanh_driver import WRONG_TANH_DRIVER

ROOT = Path(__file__).parents[2]
DRIVERS = (
    WRONG_TANH_DRIVER
    + """
import os


class Dies(ReferenceDevice):
    def compile_call(self, call):
        if call.definition.type == OperationType.RSQRT:
            os._exit(3)
        return super().compile_call(call)


class Wavers(ReferenceDevice):
    kernels = 0

    def compile_call(self, call):
        kernel = super().compile_call(call)
        if call.definition.type != OperationType.TANH:
            return kernel
        Wavers.kernels += 1
        if Wavers.kernels > 3:
            return kernel
        return lambda inputs: [np.asarray(a + 1, a.dtype) for a in kernel(inputs)]


class Keeps(ReferenceDevice):
    def compile_call(self, call):
        kernel = super().compile_call(call)
        if call.definition.type != OperationType.TANH:
            return kernel
        kept = {}
        return lambda inputs: kept.setdefault(0, [np.array(a) for a in kernel(inputs)])
"""
)


@pytest.fixture(scope="module")
def drivers(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("drivers") / "drivers.py"
    path.write_text(DRIVERS)
    return str(path)


@pytest.fixture(scope="module")
def whole_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("whole") / "c"


@pytest.fixture(scope="module")
def whole(drivers: str, whole_folder: Path) -> dict[str, Any]:
    """Return the report of an uninterrupted campaign of 200 graphs with one worker."""
    return _report(f"{drivers}:Off", whole_folder, graphs=200)


@pytest.fixture
def copied(whole: dict[str, Any], whole_folder: Path, tmp_path: Path, drivers: str) -> list[str]:
    """Return a command that continues a copy of the finished campaign, of which nothing is left."""
    shutil.copytree(whole_folder, tmp_path / "copy")
    command = ["campaign", f"{drivers}:Off", "--random-graphs", "200:tiny"]
    return [*command, "--output", str(tmp_path / "copy")]


def _report(driver: str, folder: Path, **more: Any) -> dict[str, Any]:
    profile = more.pop("profile", "tiny")
    report = Campaign(CampaignSettings(JudgeTask(driver, profile), **more), folder).run()
    del report["seconds"]
    return report


def _facts(report: dict[str, Any]) -> str:
    """Return the report without the values that depend on the clock and the folder."""
    report = copy.deepcopy(report)
    for group in report["groups"]:
        group["dump"] = group["command"] = ""
        if group["minimal"]:
            del group["minimal"]["seconds"]
    return json.dumps(report, sort_keys=True)


def test_one_worker_or_two_give_the_same_report(
    tmp_path: Path, drivers: str, whole: dict[str, Any]
) -> None:
    two = _report(f"{drivers}:Off", tmp_path / "two", graphs=200, workers=2)
    assert whole["failures"] > 0
    assert _facts(whole) == _facts(two)


def test_a_resumed_campaign_gives_the_same_report_as_an_uninterrupted_one(
    tmp_path: Path, drivers: str, whole: dict[str, Any]
) -> None:
    driver = f"{drivers}:Off"
    _report(driver, tmp_path / "parts", graphs=100)
    assert _facts(_report(driver, tmp_path / "parts", graphs=200)) == _facts(whole)


def test_a_group_is_minimised_named_and_dumped(whole: dict[str, Any]) -> None:
    assert whole["groups"]
    assert sum(group["count"] for group in whole["groups"]) == whole["failures"]
    for group in whole["groups"]:
        assert group["signature"].startswith("failed values: TANH(")
        assert group["minimal"]["operations"] == ["TANH"]
        assert group["minimal"]["elements"] <= 4
        folder = Path(group["dump"])
        names = {path.suffix for path in folder.iterdir()}
        assert {".case", ".py", ".dot", ".npz"} <= names
        assert group["case"].startswith("random/tiny/")


@pytest.mark.slow
def test_a_crash_costs_one_graph(tmp_path: Path, drivers: str) -> None:
    report = _report(f"{drivers}:Dies", tmp_path / "c", graphs=50, workers=2)
    assert report["graphs"] == 50
    assert report["counts"]["crash"] > 0
    assert report["counts"]["passed"] > 30
    (group,) = report["groups"]
    assert "exit status 3" in group["reason"]
    assert "--isolate random/tiny/" in group["command"]


def test_a_nondeterministic_driver_is_reported_as_such(tmp_path: Path, drivers: str) -> None:
    report = _report(f"{drivers}:Wavers", tmp_path / "c", graphs=100)
    assert 1 <= report["failures"] <= 3
    for group in report["groups"]:
        assert group["signature"].startswith("nondeterministic: ")
        assert "; run again" in group["reason"]


def test_a_fault_of_the_second_execution_is_minimised(tmp_path: Path, drivers: str) -> None:
    profile = "tiny,operations=TANH+ABS"
    report = _report(f"{drivers}:Keeps", tmp_path / "c", graphs=50, profile=profile)
    assert report["failures"] > 0
    for group in report["groups"]:
        assert group["signature"].startswith("failed values.other_data: TANH(")
        assert group["minimal"]["operations"] == ["TANH"]
        assert group["minimal"]["elements"] <= 4


@pytest.mark.slow
def test_a_killed_campaign_can_be_resumed(
    tmp_path: Path, drivers: str, whole: dict[str, Any]
) -> None:
    folder = tmp_path / "killed"
    code = "from nn_conformance import main; main()"
    command = [sys.executable, "-c", code, "campaign", f"{drivers}:Off"]
    command += ["--random-graphs", "200:tiny", "--output", str(folder)]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    limit = time.monotonic() + 60
    log = folder / f"{FILE}-wal"
    while not log.exists() or b'"counts"' not in log.read_bytes():  # once in each chunk
        assert time.monotonic() < limit
        assert process.poll() is None
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert 1 <= len(stored_chunks(folder)) < 4
    assert _facts(_report(f"{drivers}:Off", folder, graphs=200)) == _facts(whole)


# ------------------------------------------------------------------------------- the command


def test_the_command_reports_groups(
    tmp_path: Path, copied: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    first = tmp_path / "first.json"
    status = main([*copied, "--json", str(first)])
    out = capsys.readouterr().out
    assert status == 1
    report = json.loads(first.read_text())
    assert f"1. TANH computes wrong values ({report['failures']} failing cases)" in out
    assert re.search(r"smallest case: random/tiny\S*/\d+: output 0 ", out)
    assert report["schema"] == 1
    assert {"graphs", "seconds", "failures", "declined", "groups"} <= set(report)


def test_invalid_settings_are_reported(tmp_path: Path) -> None:
    folder = ["--output", str(tmp_path / "c")]
    assert main(["campaign", "no.such.module:driver", *folder]) == 4
    (tmp_path / "c").write_text("")
    assert main(["campaign", "reference", "--random-graphs", "1", *folder]) == 2
    for wrong in (["--budget", "soon"], ["--random-graphs", "0"], ["--json", str(tmp_path)]):
        with pytest.raises(SystemExit) as stopped:
            main(["campaign", "reference", *wrong, *folder])
        assert stopped.value.code == 2
