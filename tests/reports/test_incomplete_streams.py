"""A run that did not end or whose stream is damaged is never reported as passed."""

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
    "schema": lambda lines: [lines[0].replace(b'"schema":1', b'"schema":9'), *lines[1:]],
    "empty": lambda lines: [],
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
