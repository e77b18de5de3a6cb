"""A run that did not end or whose stream is damaged is never reported as passed."""

import re

import pytest

from conformance.verdicts import Verdict, VerdictKind
from tests.reports.event_streams import declined, passed, write_run


def rewrite(path, change):
    """Replace the lines of a file by ``change(lines)``."""
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(change(lines)))


DAMAGE = {
    "no footer": lambda lines: lines[:-1],
    "cut": lambda lines: [*lines[:-2], lines[-2][:30]],
    "malformed": lambda lines: [lines[0], b"{oops\n", *lines[2:]],
    "after the end": lambda lines: [*lines, lines[1]],
    "thousands": lambda lines: [lines[0], *[b"x\n"] * 5000, *lines[1:]],
}


@pytest.fixture
def run(tmp_path):
    return write_run(tmp_path / "run.jsonl", [passed("a"), passed("b"), passed("c")])


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_reported_by_every_command(nn, run, tmp_path, damage):
    whole = write_run(tmp_path / "whole.jsonl", [passed("a")])
    other = write_run(tmp_path / "other.jsonl", [passed("x")])
    page, out = tmp_path / "r.html", tmp_path / "out.jsonl"
    assert nn("report", whole, "--html", page).status == 0
    assert '<header class="good">' in page.read_text()
    rewrite(run, DAMAGE[damage])
    assert nn("report", run, "--html", page).status == 3
    result = nn("report", run)
    assert result.status == 3
    assert '<header class="bad">' in page.read_text()
    for text in (result.out, result.err, page.read_text()):
        assert "INCOMPLETE RUN" in text
    assert len(result.out) < 8000
    assert nn("report", whole, "--previous", run).status == 3
    assert nn("report", run, "--previous", whole).status in (2, 3)
    assert nn("merge", other, run, "-o", out).status in (2, 3)
    assert not out.exists() or b'"event":"end"' not in out.read_bytes()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the stream is empty"),
        (b"\0" * 5000, "the last line is incomplete"),
        (b"import numpy\nx = 1\n", "JSON is malformed"),
        (b'{"a": 1}\n', "missing required field `event`"),
        (b'"schema":9', "schema version 9 is unknown"),
        (b'"hal_version":"9.9"', "unknown HAL version '9.9'"),
    ],
)
def test_a_file_without_the_header_of_a_run_is_refused_by_every_command(
    nn, run, tmp_path, content, reason
):
    whole = write_run(tmp_path / "whole.jsonl", [passed("a")])
    if content.startswith(b'"'):
        header, *verdicts = run.read_bytes().splitlines(keepends=True)
        name = content.partition(b":")[0]
        content = b"".join([re.sub(name + b":[^,}]+", content, header), *verdicts])
    run.write_bytes(content)
    for line in (
        ("report", run),
        ("report", run, "--html", tmp_path / "r.html"),
        ("report", whole, run),
        ("report", whole, "--previous", run),
        ("merge", whole, run, "-o", tmp_path / "out.jsonl"),
        ("explain", run),
        ("explain", run, "a"),
    ):
        result = nn(*line)
        assert result.status == 2, line
        assert f"{run}: not an event stream of pytest --events: line 1: " in result.err
        assert reason in result.err
        assert len(result.err.splitlines()) == 1
        assert not result.out
    assert not (tmp_path / "r.html").exists()
    assert not (tmp_path / "out.jsonl").exists()


def test_new_failures_weigh_more_than_an_incomplete_run(nn, tmp_path):
    old = write_run(tmp_path / "old.jsonl", [passed("a")])
    new = write_run(
        tmp_path / "new.jsonl", [Verdict("a", "async-low", VerdictKind.FAILED, "values")], end=False
    )
    assert nn("report", new, "--previous", old).status == 1


@pytest.mark.parametrize(
    "verdicts",
    [[], [declined("a")], [Verdict("a", "", VerdictKind.DISABLED, operations=("ADD",))]],
)
def test_a_run_that_executed_nothing_is_reported(nn, tmp_path, verdicts):
    run = write_run(tmp_path / "run.jsonl", verdicts)
    nn("report", run, "--html", tmp_path / "r.html")
    result = nn("report", run)
    page = (tmp_path / "r.html").read_text()
    assert '<header class="bad">' in page
    for text in (result.out, page):
        assert "NOTHING EXECUTED" in text
