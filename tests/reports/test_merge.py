"""Merging the shards of one run, and the errors if they do not belong together."""

import pytest

from conformance.results.event_stream import read_events
from conformance.verdicts import VerdictKind
from tests.reports.event_streams import crash, failed, passed, write_run

LATER = "2026-01-02T04:00:00+00:00"


@pytest.fixture
def shards(tmp_path):
    """Return a function that writes two shards of a run and returns their paths.

    The keyword arguments change the second shard.
    """

    def make(first, second, end=True, **header):
        options = {"workers": 2}
        one = write_run(tmp_path / "1.jsonl", first, options={**options, "shard": "1/2"})
        fields = {"options": {**options, "shard": "2/2"}, **header}
        two = write_run(tmp_path / "2.jsonl", second, end, LATER, **fields)
        return one, two

    return make


def test_merged_run_reads_as_one(nn, shards, tmp_path):
    one, two = shards([passed("a"), failed("b")], [crash("c")], started="2026-01-02T03:00:00+00:00")
    out = tmp_path / "out.jsonl"
    result = nn("merge", one, two, "-o", out)
    assert result.status == 0
    stream = read_events(out)
    assert [verdict.case_id for verdict in stream.verdicts] == ["a", "b", "c"]
    assert stream.verdicts == read_events(one).verdicts + read_events(two).verdicts
    assert stream.problems == ()
    assert stream.header.started == "2026-01-02T03:00:00+00:00"
    assert stream.header.options == {"workers": 2, "shard": ["1/2", "2/2"]}
    assert stream.footer.finished == LATER
    assert stream.footer.counts == {"crash": 1, "failed": 1, "passed": 1}
    assert nn("report", out).status == 0


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("driver", "other (o)"),
        ("driver_version", "8"),
        ("hal_version", "1.3"),
        ("suite_version", "0.2"),
        ("seed", 5),
    ],
)
def test_parts_of_different_runs_are_refused(nn, shards, tmp_path, field, value):
    one, two = shards([passed("a")], [passed("b")], **{field: value})
    result = nn("merge", one, two, "-o", tmp_path / "out.jsonl")
    assert result.status == 2
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize(
    "options", [{"pytest": {"keyword": "floor"}}, {"case": ["*/floor/*"]}, {"paths": ["sync"]}]
)
def test_a_shard_of_other_cases_is_refused(nn, shards, tmp_path, options):
    """For instance one that ran with ``-k``: the merged run would lack cases without a sign."""
    shard = {"workers": 2, "shard": "2/2", **options}
    one, two = shards([passed("a")], [passed("b")], options=shard)
    result = nn("merge", one, two, "-o", tmp_path / "out.jsonl")
    assert result.status == 2
    assert not (tmp_path / "out.jsonl").exists()


def test_one_case_with_two_verdicts_is_refused(nn, shards, tmp_path):
    one, two = shards([passed("a"), passed("b")], [failed("b")])
    result = nn("merge", one, two, "-o", tmp_path / "out.jsonl")
    assert result.status == 2
    assert not (tmp_path / "out.jsonl").exists()


def test_equal_verdicts_on_one_case_count_once(nn, shards, tmp_path):
    one, two = shards([passed("a"), failed("b")], [failed("b"), passed("c")])
    result = nn("merge", one, two, "-o", tmp_path / "out.jsonl")
    assert result.status == 0
    stream = read_events(tmp_path / "out.jsonl")
    assert [verdict.case_id for verdict in stream.verdicts] == ["a", "b", "c"]


def test_a_late_verdict_stays_beside_the_first(nn, shards, tmp_path):
    late = failed("a", rule="late.write", details={"late": True})
    one, two = shards([passed("a"), late], [passed("b")])
    assert nn("merge", one, two, "-o", tmp_path / "out.jsonl").status == 0
    kinds = [verdict.kind for verdict in read_events(tmp_path / "out.jsonl").verdicts]
    assert kinds == [VerdictKind.PASSED, VerdictKind.FAILED, VerdictKind.PASSED]


def test_a_part_that_did_not_end_leaves_the_whole_without_end(nn, shards, tmp_path):
    one, two = shards([passed("a")], [passed("b")], end=False)
    out = tmp_path / "out.jsonl"
    result = nn("merge", one, two, "-o", out)
    assert result.status == 3
    stream = read_events(out)
    assert stream.truncated
    assert len(stream.verdicts) == 2


def test_a_missing_shard_leaves_the_merged_stream_without_footer(nn, tmp_path):
    parts = [
        write_run(tmp_path / f"{n}.jsonl", [passed(str(n))], options={"shard": f"{n}/4"})
        for n in (1, 3)
    ]
    out = tmp_path / "out.jsonl"
    result = nn("merge", *parts, "-o", out)
    assert result.status == 3
    assert result.err.count("INCOMPLETE: ") == 2
    assert read_events(out).truncated


def test_a_part_is_never_overwritten(nn, shards):
    one, two = shards([passed("a")], [passed("b")])
    before = two.read_bytes()
    result = nn("merge", one, two, "-o", two)
    assert result.status == 2
    assert two.read_bytes() == before
