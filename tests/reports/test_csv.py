"""The CSV table has every verdict; a format that is registered becomes an option of ``report``."""

import csv
import io

import pytest

from tests.reports.event_streams import failed, passed, write_run


def rows_of(text):
    """Return the rows of a CSV text as mappings, read by Python's own reader."""
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


@pytest.fixture
def table(nn, tmp_path):
    """Return a function that writes a run and returns the rows of its CSV report."""

    def of(verdicts, previous=None):
        run = write_run(tmp_path / "run.jsonl", verdicts)
        options = []
        if previous is not None:
            options = ["--previous", write_run(tmp_path / "old.jsonl", previous)]
        result = nn("report", run, "--csv", "-", *options)
        assert result.status in (0, 1)  # 1: a regression
        return rows_of(result.out)

    return of


def test_the_earlier_kind_belongs_to_the_same_path(table):
    earlier = [passed("a"), failed("a", path="sync-fast"), failed("b"), passed("b")]
    rows = table([failed("a"), passed("a", path="sync-fast"), passed("b"), passed("c")], earlier)
    assert [row["previous_kind"] for row in rows] == ["passed", "failed", "failed", ""]


@pytest.mark.parametrize(
    ("reason", "cell"),
    [
        ('said "no", twice', 'said "no", twice'),
        ("first\nsecond\r\x00third", "first second third"),
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("\n@SUM(1)", "'@SUM(1)"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("x=1", "x=1"),
        ("größer \U0001f600", "größer \U0001f600"),
    ],
)
def test_a_text_of_the_driver_stays_text(table, reason, cell):
    (row,) = table([failed("a", reason=reason)])
    assert row["reason"] == cell
