"""A run that did not end or whose stream is damaged is never reported as passed."""

import pytest

from conformance.harness.results.verdict import Verdict, VerdictKind
from tests.reports.event_streams import declined, passed, write_run


def rewrite(path, change):
    """Replace the lines of a file by ``change(lines)``."""
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(change(lines)))


def cut_off(lines):
    """Remove the last line and cut off the line before it."""
    return [*lines[:-2], lines[-2][:30]]


def malformed(lines):
    """Replace the second line by malformed JSON."""
    return [lines[0], b"{oops\n", *lines[2:]]


def newer_schema(lines):
    """Change the schema number in the header to an unknown one."""
    return [lines[0].replace(b'"schema":1', b'"schema":9'), *lines[1:]]


# The damage to a complete stream, and two texts that each report must contain.
DAMAGE = [
    (lambda lines: lines[:-1], "The run did not end", "3 verdicts could be read"),
    (cut_off, "The run did not end", "line 4: the last line is cut off"),
    (malformed, "The stream is damaged, 2 problems", "line 2: JSON is malformed"),
    (newer_schema, "no header that could be read", "line 1: schema 9 is not known"),
    (lambda lines: [], "no header that could be read", "line 1: the stream is empty"),
    (lambda lines: [*lines, lines[1]], "The stream is damaged", "line 6: an event after the end"),
]


@pytest.fixture
def run(tmp_path):
    return write_run(tmp_path / "run.jsonl", [passed("a"), passed("b"), passed("c")])


def test_whole_run_is_told_as_good(nn, run, tmp_path):
    told = nn("report", run, "--markdown", "-", "--html", tmp_path / "r.html")
    assert told.status == 0
    assert told.out.startswith(
        "## Conformance of `gizmo (gizmo.nn:Device)`: no failure in 3 cases, 3 passed\n"
    )
    assert "CAUTION" not in told.out
    assert told.err == "run.jsonl: no failure in 3 cases, 3 passed\n"
    assert '<header class="good">' in (tmp_path / "r.html").read_text()


@pytest.mark.parametrize(("damage", "first", "second"), DAMAGE)
def test_damage_is_told_in_every_report(nn, run, tmp_path, damage, first, second):
    rewrite(run, damage)
    told = nn("report", run, "--markdown", "-", "--html", tmp_path / "r.html")
    assert told.status == 3
    page = (tmp_path / "r.html").read_text()
    assert '<header class="bad">' in page
    for text in (told.out.replace("\\", ""), told.err, page):
        assert "INCOMPLETE RUN" in text
        assert first in text
        assert second in text
    assert "> [!CAUTION]" in told.out


@pytest.mark.parametrize(("damage", "first", "second"), DAMAGE)
def test_damage_is_told_by_compare(nn, run, tmp_path, damage, first, second):
    whole = write_run(tmp_path / "whole.jsonl", [passed("a")])
    rewrite(run, damage)
    for arguments in ((whole, run), (run, whole)):
        told = nn("compare", *arguments)
        assert told.status in (2, 3)
        assert first in told.out + told.err
        assert second in told.out + told.err


@pytest.mark.parametrize(("damage", "first", "second"), DAMAGE)
def test_damage_is_told_by_merge_and_leaves_no_footer(nn, run, tmp_path, damage, first, second):
    whole = write_run(tmp_path / "whole.jsonl", [passed("x")])
    rewrite(run, damage)
    told = nn("merge", whole, run, "-o", tmp_path / "out.jsonl")
    assert told.status in (2, 3)
    assert second in told.err
    out = tmp_path / "out.jsonl"
    assert not out.exists() or b'"event":"end"' not in out.read_bytes()


def test_thousands_of_damaged_lines_are_counted_and_not_listed(nn, run):
    rewrite(run, lambda lines: [lines[0], *[b"x\n"] * 5000, *lines[1:]])
    told = nn("report", run)
    assert "5,000 problems" in told.out.replace("\\", "")
    assert "and 4,995 more" in told.out
    assert len(told.out) < 8000


def test_a_previous_run_that_did_not_end_weakens_the_difference(nn, run, tmp_path):
    old = write_run(tmp_path / "old.jsonl", [passed("a")], end=False)
    told = nn("report", run, "--previous", old)
    assert told.status == 0
    assert "> [!WARNING]\n> The earlier run is incomplete" in told.out


@pytest.mark.parametrize(
    "verdicts",
    [[], [declined("a")], [Verdict("a", "", VerdictKind.DISABLED, operations=("ADD",))]],
)
def test_a_run_that_executed_nothing_says_so(nn, tmp_path, verdicts):
    run = write_run(tmp_path / "run.jsonl", verdicts)
    told = nn("report", run, "--markdown", "-", "--html", tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text()
    assert '<header class="bad">' in page
    for text in (told.out, page):
        assert "NOTHING EXECUTED" in text
        assert "No case was executed: this run says nothing" in text


def test_files_that_cannot_be_read_or_written_are_named(nn, run, tmp_path):
    told = nn("report", tmp_path / "none.jsonl")
    assert told.status == 2
    assert told.err == f"nn-conformance: {tmp_path}/none.jsonl: No such file or directory\n"
    told = nn("report", run, "--html", tmp_path / "no" / "r.html")
    assert told.status == 2
    assert "no/r.html: No such file or directory" in told.err
    told = nn("report", run, "--markdown", "/dev/full")
    assert told.status == 2
    assert "/dev/full: No space left on device" in told.err
    told = nn("merge", run, "-o", "/dev/full")
    assert told.status == 2
    assert "/dev/full: No space left on device" in told.err
