"""Reports and merged streams are written completely, or the old file stays unchanged."""

import resource

import pytest

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
    [("report", "--json"), ("report", "--html"), ("report", "--csv"), ("merge", "-o")],
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


@pytest.mark.parametrize("option", ["--json", "--html", "--csv"])
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
