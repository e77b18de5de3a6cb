"""``nn-conformance show`` finds a case by each of its names, and prints what a user looks for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.harness.results.verdict import Verdict
from tests.reports.dumps import CASE, write_dump
from tests.reports.event_streams import write_run


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
    assert main(["show", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_each_name_of_a_dumped_case_shows_the_same(
    dump: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = show(capsys, dump)
    assert f"{CASE} on gizmo 7" in first
    for line in (
        "  strides 2 x 1",
        "  padding SAME",
        "  activation NONE",
        "  1 of 80 elements are wrong",
    ):
        assert line in first.splitlines()
    assert "worst element at [0, 4, 3, 3]: expected 2.125, got 5.125" in first
    assert "input [0, 3:5, 6, 0:3]:" in first
    assert "INT32 []" not in first
    assert "run again: pytest --driver x" in first
    names = [*dump.glob("*.case"), *dump.glob("*.mod.py"), CASE, dump.parent, dump.name]
    for name in names[:4]:
        assert show(capsys, name) == first


def test_a_case_of_an_event_stream(
    verdict: Verdict, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stream = write_run(tmp_path / "run.jsonl", [verdict])
    assert "expected 2.125, got 5.125" in show(capsys, stream, CASE)
    assert main(["show", str(stream)]) == 66
    assert CASE in capsys.readouterr().err
    assert main(["show", str(stream), "V1_0/add/add"]) == 66
    assert "no case V1_0/add/add" in capsys.readouterr().err


def test_a_driver_runs_the_case(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    faults = Path(__file__).parents[1] / "sample_drivers" / "shown_faults.py"
    page = tmp_path / "case.html"
    text = show(
        capsys, CASE, "--driver", f"{faults}:LastElementWrong", "--path", "sync-low",
        "--html", page, "--element", "0,0,0,0",
    )  # fmt: skip
    assert "1 of 80 elements are wrong" in text
    assert "element at [0, 0, 0, 0]" in text
    written = page.read_text(encoding="utf-8")
    assert written.count("<svg") >= 3
    assert 'class="h4"' in written
    assert " style=" not in written
    assert "passed" in show(capsys, CASE, "--driver", "reference", "--path", "sync-low")


def test_every_drawing_has_a_title_and_a_text(
    dump: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    show(capsys, dump, "--html", tmp_path / "case.html")
    page = (tmp_path / "case.html").read_text(encoding="utf-8")
    for chart in re.findall(r'<svg class="chart".*?</svg>', page):
        title = re.search(r'aria-labelledby="([\w-]+)" aria-describedby="([\w-]+)"', chart)
        assert title is not None
        assert f'<title id="{title[1]}">' in chart
        assert f'<desc id="{title[2]}">' in chart
        assert "1 of 80" in chart or "above 1000: 1" in chart
    identifiers = re.findall(r' id="([^"]*)"', page)
    assert len(identifiers) == len(set(identifiers))


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("V1_0/conv_2d/nothing",), 66, "has no example of that name"),
        (("nowhere.case",), 66, "no such file"),
        ((CASE, "--output", "3"), 2, "the case has 1 outputs"),
        ((CASE, "--element", "9,9,9,9"), 2, "has shape [1, 5, 4, 4]"),
        ((CASE, "--element", "a"), 2, "is not a list such as 0,2,1"),
        ((CASE, "V1_0/x"), 2, "applies only to an event stream"),
        ((CASE, "--driver", "no.such:thing"), 69, "no"),
    ],
)
def test_wrong_arguments(
    arguments: tuple[str, ...], status: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        ended = main(["show", *arguments])
    except SystemExit as error:
        ended = int(error.code or 0)
    assert ended == status
    assert message in capsys.readouterr().err


def test_a_damaged_dump_is_an_error(dump: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (file,) = dump.glob("*.case")
    file.write_bytes(file.read_bytes()[:200])
    assert main(["show", str(file)]) == 65
    assert "truncated" in capsys.readouterr().err
