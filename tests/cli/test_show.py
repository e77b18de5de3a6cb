"""``nn-conformance explain CASE`` finds a case by each of its names, and prints its values."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.verdicts import Verdict
from tests.reports.dumps import CASE, write_dump


@pytest.fixture
def verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Verdict:
    """Return the verdict of a dumped case, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return write_dump(tmp_path)


@pytest.fixture
def dump(verdict: Verdict) -> Path:
    """Return the folder of the dump."""
    return Path(verdict.details["dump"]).absolute()


def show(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main(["explain", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_each_name_of_a_dumped_case_shows_the_same(
    dump: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = show(capsys, dump)
    names = [*dump.glob("*.case"), *dump.glob("*.mod.py"), CASE, dump.parent, dump.name]
    for name in names[:4]:
        assert show(capsys, name) == first


def test_a_driver_runs_the_case(capsys: pytest.CaptureFixture[str]) -> None:
    faults = Path(__file__).parents[1] / "sample_drivers" / "shown_faults.py"
    text = show(
        capsys, CASE, "--driver", f"{faults}:LastElementWrong", "--path", "sync-low",
        "--element", "0,0,0,0",
    )  # fmt: skip
    assert "1 of 80 elements are wrong" in text
    assert "element at [0, 0, 0, 0]" in text
    assert "passed" in show(capsys, CASE, "--driver", "reference", "--path", "sync-low")
