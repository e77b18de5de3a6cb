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


def test_a_hostile_version_is_escaped(tmp_path: Path, nn: Any):
    text = "</title><script>|`x`"
    path = write_run(tmp_path / "r.jsonl", [passed("s/1")], driver_version=text, driver=text)
    out = nn("trend", path, "--svg", "-").out
    assert "<script>" not in out
    ET.fromstring(out)
    assert "<script>" not in nn("trend", path, "--markdown", "-").out


@pytest.mark.parametrize("content", [b"", b"x\n", b"[1]\n", b'{"event":"run","started":5}\n'])
def test_a_stream_without_header(tmp_path: Path, nn: Any, content: bytes):
    (tmp_path / "x.jsonl").write_bytes(content)
    answer = nn("trend", tmp_path / "x.jsonl")
    assert (answer.status, "x.jsonl: " in answer.err) == (2, True)


def test_data_and_chart(runs: list[str], nn: Any, tmp_path: Path):
    svg = tmp_path / "trend.svg"
    assert nn("trend", *runs, "--svg", svg).status == 0
    chart = ET.fromstring(svg.read_text(encoding="utf-8"))
    assert len(chart.findall(f"{SVG}polyline")) == 3
    data = json.loads(nn("trend", *runs, "--json", "-").out)
    assert [run["failed"] for run in data["runs"]] == [1, 2, 0]


@pytest.mark.parametrize(
    ("verdicts", "header", "colour"),
    [
        ([passed("s/1"), declined("s/2")], {}, "brightgreen"),
        ([passed("s/1"), failed("s/2")], {}, "red"),
        ([declined("s/1")], {}, "red"),
        ([], {}, "red"),
        ([passed("s/1")], {"end": False}, "red"),
        ([passed("s/1")], {"policy": {"require": {"operations": ["MUL"]}}}, "red"),
    ],
)
def test_badge(tmp_path: Path, nn: Any, verdicts: Any, header: Any, colour: str):
    run = write_run(tmp_path / "r.jsonl", verdicts, **header)
    found = json.loads(nn("badge", run, "--endpoint", "-").out)
    assert (found["schemaVersion"], found["label"], found["color"]) == (1, "conformance", colour)
    image = ET.fromstring(nn("badge", run, "--svg", "-", "--label", '<a b="c">&').out)
    assert image.attrib["aria-label"].endswith(found["message"])
