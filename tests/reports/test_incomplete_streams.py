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
    (cut_off, "The run did not end", "line 4: the last line is incomplete"),
    (malformed, "The stream is damaged, 2 problems", "line 2: JSON is malformed"),
    (newer_schema, "no header that could be read", "line 1: schema version 9 is unknown"),
    (lambda lines: [], "no header that could be read", "line 1: the stream is empty"),
    (lambda lines: [*lines, lines[1]], "The stream is damaged", "line 6: an event after the end"),
]


@pytest.fixture
def run(tmp_path):
    return write_run(tmp_path / "run.jsonl", [passed("a"), passed("b"), passed("c")])


def test_a_complete_run_is_reported_as_good(nn, run, tmp_path):
    result = nn("report", run, "--markdown", "-", "--html", tmp_path / "r.html")
    assert result.status == 0
    assert result.out.startswith(
        "## Conformance of `gizmo (gizmo.nn:Device)`: no failure in 3 cases, 3 passed\n"
    )
    assert "CAUTION" not in result.out
    assert result.err == "run.jsonl: no failure in 3 cases, 3 passed\n"
    assert '<header class="good">' in (tmp_path / "r.html").read_text()


@pytest.mark.parametrize(("damage", "first", "second"), DAMAGE)
def test_damage_is_reported_in_every_report(nn, run, tmp_path, damage, first, second):
    rewrite(run, damage)
    result = nn("report", run, "--markdown", "-", "--html", tmp_path / "r.html")
    assert result.status == 3
    page = (tmp_path / "r.html").read_text()
    assert '<header class="bad">' in page
    for text in (result.out.replace("\\", ""), result.err, page):
        assert "INCOMPLETE RUN" in text
        assert first in text
        assert second in text
    assert "> [!CAUTION]" in result.out


@pytest.mark.parametrize(("damage", "first", "second"), DAMAGE)
def test_damage_is_reported_by_compare(nn, run, tmp_path, damage, first, second):
    whole = write_run(tmp_path / "whole.jsonl", [passed("a")])
    rewrite(run, damage)
    for arguments in ((whole, run), (run, whole)):
        result = nn("compare", *arguments)
        assert result.status in (2, 3)
        assert first in result.out + result.err
        assert second in result.out + result.err


@pytest.mark.parametrize(("damage", "first", "second"), DAMAGE)
def test_damage_is_reported_by_merge_and_leaves_no_footer(nn, run, tmp_path, damage, first, second):
    whole = write_run(tmp_path / "whole.jsonl", [passed("x")])
    rewrite(run, damage)
    result = nn("merge", whole, run, "-o", tmp_path / "out.jsonl")
    assert result.status in (2, 3)
    assert second in result.err
    out = tmp_path / "out.jsonl"
    assert not out.exists() or b'"event":"end"' not in out.read_bytes()


def test_thousands_of_damaged_lines_are_counted_and_not_listed(nn, run):
    rewrite(run, lambda lines: [lines[0], *[b"x\n"] * 5000, *lines[1:]])
    result = nn("report", run)
    assert "5,000 problems" in result.out.replace("\\", "")
    assert "and 4,995 more" in result.out
    assert len(result.out) < 8000


@pytest.mark.parametrize(("damage", "first", "second"), DAMAGE)
def test_an_incomplete_previous_run_is_reported_and_is_no_success(
    nn, run, tmp_path, damage, first, second
):
    old = write_run(tmp_path / "old.jsonl", [passed("a"), passed("b"), passed("c")])
    rewrite(old, damage)
    result = nn("report", run, "--previous", old, "--markdown", "-", "--html", tmp_path / "r.html")
    assert result.status == 3
    assert "> [!WARNING]\n> The earlier run is incomplete" in result.out
    assert "INCOMPLETE: --previous old.jsonl: " in result.err
    for text in (first, second):
        assert text in result.err
        assert text in result.out.replace("\\", "")
        assert text in (tmp_path / "r.html").read_text()


def test_both_runs_of_a_report_may_be_incomplete(nn, run, tmp_path):
    old = write_run(tmp_path / "old.jsonl", [passed("a")])
    result = nn("report", run, "--previous", old)
    assert (result.status, "INCOMPLETE" in result.err) == (0, False)
    rewrite(run, lambda lines: lines[:-1])
    result = nn("report", run, "--previous", old)
    assert (result.status, result.err.count("INCOMPLETE: ")) == (3, 1)
    rewrite(old, lambda lines: lines[:-1])
    result = nn("report", run, "--previous", old)
    assert result.status == 3
    assert result.err.count("INCOMPLETE: --previous old.jsonl: The run did not end") == 1
    assert result.err.count("INCOMPLETE: The run did not end") == 1


@pytest.mark.parametrize(
    "verdicts",
    [[], [declined("a")], [Verdict("a", "", VerdictKind.DISABLED, operations=("ADD",))]],
)
def test_a_run_that_executed_nothing_is_reported(nn, tmp_path, verdicts):
    run = write_run(tmp_path / "run.jsonl", verdicts)
    result = nn("report", run, "--markdown", "-", "--html", tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text()
    assert '<header class="bad">' in page
    for text in (result.out, page):
        assert "NOTHING EXECUTED" in text
        assert "No case was executed: this run does not test" in text


def test_files_that_cannot_be_read_or_written_are_named(nn, run, tmp_path):
    result = nn("report", tmp_path / "none.jsonl")
    assert result.status == 2
    assert result.err == f"nn-conformance: {tmp_path}/none.jsonl: No such file or directory\n"
    result = nn("report", run, "--html", tmp_path / "no" / "r.html")
    assert result.status == 2
    assert "no/r.html: No such file or directory" in result.err
    result = nn("report", run, "--markdown", "/dev/full")
    assert result.status == 2
    assert "/dev/full: No space left on device" in result.err
    result = nn("merge", run, "-o", "/dev/full")
    assert result.status == 2
    assert "/dev/full: No space left on device" in result.err
