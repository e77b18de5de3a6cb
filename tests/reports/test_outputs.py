"""Reports and merged streams are written completely, or the old file stays unchanged."""

import os
import resource

import pytest

from conformance.cli.subcommands import report as verbs
from conformance.results.event_stream import read_events
from tests.reports.event_streams import failed, passed, write_run


@pytest.fixture
def run(tmp_path):
    return write_run(tmp_path / "run.jsonl", [passed("a"), failed("b"), failed("c"), failed("d")])


@pytest.fixture
def full_disk():
    """Simulate a full disk: limit the size of files to 300 bytes during the test."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize(
    "arguments",
    [("report", "--markdown"), ("report", "--html"), ("report", "--csv"), ("merge", "-o")],
)
def test_a_full_disk_leaves_the_old_file(nn, run, tmp_path, full_disk, arguments):
    folder = tmp_path / "reports"
    folder.mkdir()
    out = write_run(folder / "out", [], end=False) if arguments[0] == "merge" else folder / "out"
    if arguments[0] != "merge":
        out.write_bytes(b"the report of yesterday")
    before = out.read_bytes()
    result = nn(arguments[0], run, arguments[1], out)
    assert result.status == 2
    assert out.read_bytes() == before
    assert list(folder.iterdir()) == [out]


@pytest.mark.parametrize("option", ["--markdown", "--html", "--csv"])
def test_an_output_that_cannot_be_written_is_found_before_reading(
    nn, run, tmp_path, monkeypatch, option
):
    def load(path):
        raise AssertionError("the stream was read")

    monkeypatch.setattr(verbs, "load_run", load)
    monkeypatch.setattr(verbs, "merge_runs", load)
    result = nn("report", run, option, tmp_path / "missing" / "out")
    assert result.status == 2
    result = nn("report", run, option, tmp_path)
    assert result.status == 2
    result = nn("merge", run, "-o", tmp_path / "missing" / "out")
    assert result.status == 2


@pytest.mark.parametrize("option", ["--markdown", "--html", "--csv"])
def test_a_report_never_replaces_its_own_events(nn, run, tmp_path, option):
    other = write_run(tmp_path / "old.jsonl", [passed("a")])
    for target in (run, other):
        before = target.read_bytes()
        result = nn("report", run, "--previous", other, option, target)
        assert result.status == 2
        assert target.read_bytes() == before


def test_merging_never_replaces_another_file(nn, run, tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("precious")
    result = nn("merge", run, "-o", notes)
    assert result.status == 2
    assert notes.read_text() == "precious"


def test_links_and_permissions_of_an_output_stay(nn, run, tmp_path):
    page = tmp_path / "served" / "page.html"
    page.parent.mkdir()
    page.write_text("old")
    page.chmod(0o604)
    (tmp_path / "latest.html").symlink_to(page)
    assert nn("report", run, "--html", tmp_path / "latest.html").status == 0
    assert (tmp_path / "latest.html").is_symlink()
    assert page.read_text().startswith("<!doctype html>")
    assert page.stat().st_mode & 0o777 == 0o604


def test_a_pipe_takes_a_report(nn, run, tmp_path):
    result = nn("report", run, "--markdown", "/dev/stdout", "--html", os.devnull)
    assert result.status == 0
    assert "## Conformance of" in result.out


def test_a_merged_stream_can_be_merged_again(nn, run, tmp_path):
    out = tmp_path / "out.jsonl"
    for _ in range(2):
        assert nn("merge", run, "-o", out).status == 0
        assert read_events(out).problems == ()


def test_the_page_of_rules_is_written_or_refused(nn, tmp_path, monkeypatch):
    # Making the page takes more than a minute. tests/mutations checks the stored page.
    monkeypatch.setattr(
        "conformance.cli.subcommands.rules.rules_page_lines", lambda: iter(["# Rules", "a rule"])
    )
    assert nn("rules", "--page", tmp_path / "rules.md").status == 0
    assert (tmp_path / "rules.md").read_text() == "# Rules\na rule\n"
    assert nn("rules", "--page", tmp_path / "missing" / "rules.md").status == 2


@pytest.mark.parametrize(
    ("markdown", "html"), [("a", "a"), ("-", "-"), ("a", "./b/../a"), ("a", "link")]
)
def test_two_reports_in_one_file_are_refused(nn, tmp_path, monkeypatch, markdown, html):
    """The second report would replace the first."""
    monkeypatch.chdir(tmp_path)
    run = write_run(tmp_path / "run.jsonl", [passed("a")])
    (tmp_path / "b").mkdir()
    (tmp_path / "link").symlink_to("a")
    result = nn("report", run, "--markdown", markdown, "--html", html)
    assert result.status == 2
    assert not (tmp_path / "a").exists()
