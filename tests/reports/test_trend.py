"""The trend of a driver over several runs, and the badge of a run."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from tests.reports.event_streams import declined, failed, passed, write_run

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def runs(tmp_path: Path) -> list[str]:
    """Return three runs, the last one first: 1 of 3 fails, then 2, then none."""
    days = {
        "c": ([passed("s/1"), passed("s/2"), passed("s/3")], "3", "2026-03-01T00:00:00+00:00"),
        "a": ([failed("s/1"), passed("s/2"), passed("s/3")], "1", "2026-01-01T00:00:00+00:00"),
        "b": ([failed("s/1"), failed("s/2"), declined("s/3")], "2", "2026-02-01T00:00:00+00:00"),
    }
    return [
        str(write_run(tmp_path / f"{n}.jsonl", cases, driver_version=version, started=started))
        for n, (cases, version, started) in days.items()
    ]


def test_the_runs_are_in_the_order_of_their_start(runs: list[str], nn: Any):
    answer = nn("trend", *runs)
    rows = [line.split() for line in answer.out.splitlines()[1:]]
    assert answer.status == 0
    assert [row[2] for row in rows] == ["1", "2", "3"]
    # cases, passed, failed, declined, new failures, fixed, no longer run
    assert [row[3:10] for row in rows] == [
        ["3", "2", "1", "0", "-", "-", "-"],
        ["3", "0", "2", "1", "1", "0", "1"],
        ["3", "3", "0", "0", "0", "2", "0"],
    ]


def test_markdown_json_and_svg(runs: list[str], nn: Any, tmp_path: Path):
    svg = tmp_path / "trend.svg"
    assert nn("trend", *runs, "--svg", svg).status == 0
    chart = ET.fromstring(svg.read_text(encoding="utf-8"))
    assert len(chart.findall(f"{SVG}polyline")) == 3
    titles = [title.text for title in chart.iter(f"{SVG}title")]
    assert "2026-02-01T00:00:00+00:00 2: 2 failed" in titles
    assert nn("trend", *runs, "--markdown", "-").out.count("\n| ") == 3
    data = json.loads(nn("trend", *runs, "--json", "-").out)
    assert [run["failed"] for run in data["runs"]] == [1, 2, 0]


def test_a_hostile_version_is_escaped(tmp_path: Path, nn: Any):
    text = "</title><script>|`x`"
    path = write_run(tmp_path / "r.jsonl", [passed("s/1")], driver_version=text, driver=text)
    out = nn("trend", path, "--svg", "-").out
    assert "<script>" not in out
    ET.fromstring(out)
    assert "<script>" not in nn("trend", path, "--markdown", "-").out


def test_an_incomplete_run(runs: list[str], nn: Any, tmp_path: Path):
    path = write_run(tmp_path / "x.jsonl", [passed("s/1")], end=False)
    answer = nn("trend", *runs, path)
    assert (answer.status, "x.jsonl (INCOMPLETE)" in answer.out) == (3, True)


@pytest.mark.parametrize("content", [b"", b"x\n", b"[1]\n", b'{"event":"run","started":5}\n'])
def test_a_stream_without_header(tmp_path: Path, nn: Any, content: bytes):
    (tmp_path / "x.jsonl").write_bytes(content)
    answer = nn("trend", tmp_path / "x.jsonl")
    assert (answer.status, "x.jsonl: " in answer.err) == (2, True)
    assert "No such file" in nn("trend", tmp_path / "none.jsonl").err


def badge(nn: Any, path: Any) -> dict[str, Any]:
    """Return the data of the badge of a run."""
    endpoint: dict[str, Any] = json.loads(nn("badge", path, "--endpoint", "-").out)
    return endpoint


@pytest.mark.parametrize(
    ("verdicts", "header", "message", "colour"),
    [
        ([passed("s/1"), declined("s/2")], {}, "1 passed, 1 declined", "brightgreen"),
        ([passed("s/1"), failed("s/2")], {}, "1 of 2 cases failed", "red"),
        ([declined("s/1")], {}, "nothing executed", "red"),
        ([], {}, "nothing executed", "red"),
        (
            [passed("s/1")],
            {"policy": {"require": {"operations": ["MUL"]}}},
            "policy not met",
            "red",
        ),
    ],
)
def test_badge(tmp_path: Path, nn: Any, verdicts: Any, header: Any, message: str, colour: str):
    found = badge(nn, write_run(tmp_path / "r.jsonl", verdicts, **header))
    assert (found["schemaVersion"], found["label"]) == (1, "conformance")
    assert (found["message"], found["color"]) == (message, colour)
    image = ET.fromstring(nn("badge", tmp_path / "r.jsonl", "--svg", "-").out)
    assert image.attrib["aria-label"] == f"conformance: {message}"


def test_an_incomplete_run_is_never_green(tmp_path: Path, nn: Any):
    path = write_run(tmp_path / "r.jsonl", [passed("s/1")], end=False)
    assert badge(nn, path)["color"] == "red"
    assert nn("badge", path).out == "conformance: incomplete run\n"


def test_a_label_is_escaped(tmp_path: Path, nn: Any):
    path = write_run(tmp_path / "r.jsonl", [passed("s/1")])
    ET.fromstring(nn("badge", path, "--svg", "-", "--label", '<a b="c">&').out)
