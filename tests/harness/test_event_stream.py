"""The event stream: events are read back as written; damage is reported with its line number."""

import json

import pytest

from conformance.results.event_stream import (
    EventWriter,
    RunHeader,
    is_stream,
    read_events,
)
from conformance.verdicts import Verdict, VerdictKind

HEADER = RunHeader("driver", "7", "1.3", "0.1", seed=5, options={"isolate": False})
PASSED = Verdict(
    "a", "sync-fast", VerdictKind.PASSED, operations=("ADD",), durations={"execute": 0.5}
)
FAILED = Verdict(
    "b", "", VerdictKind.FAILED, "values", "wrong", ("ADD", "MUL"), {"first": [{"x": 1}]}
)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "events.jsonl"
    writer = EventWriter(path, HEADER)
    writer.write(PASSED)
    writer.write(FAILED)
    writer.finish()
    return path


def test_written_files_are_read_back(path):
    stream = read_events(path)
    assert stream.header.driver == "driver"
    assert stream.header.options == {"isolate": False}
    assert stream.header.started.endswith("+00:00")
    assert stream.verdicts == (PASSED, FAILED)
    assert stream.footer.counts == {"failed": 1, "passed": 1}
    assert not stream.truncated
    assert stream.problems == ()


def test_lines_are_plain_json_with_stable_fields(path):
    first, second, _, last = (json.loads(line) for line in path.read_text().splitlines())
    assert first["event"] == "run"
    assert first["schema"] == 1
    assert second == {
        "event": "verdict",
        "case_id": "a",
        "path": "sync-fast",
        "kind": "passed",
        "rule": "",
        "reason": "",
        "operations": ["ADD"],
        "details": {},
        "durations": {"execute": 0.5},
    }
    assert last["event"] == "end"
    assert last["verdicts"] == 2


def test_verdict_is_in_the_file_before_the_run_ends(tmp_path):
    writer = EventWriter(tmp_path / "e", HEADER)
    writer.write(PASSED)
    stream = read_events(tmp_path / "e")
    assert stream.verdicts == (PASSED,)
    assert stream.truncated
    writer.close()
    assert read_events(tmp_path / "e").truncated


def rewritten(path, change):
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(change(lines)))
    return read_events(path)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda ls: [ls[0], b"{oops\n", *ls[2:]], 2),
        (lambda ls: [ls[0], b"7\n", *ls[1:]], 2),
        (lambda ls: [ls[0], b"{}\n", *ls[1:]], 2),
        (lambda ls: [*ls[:1], *ls[2:]], 3),
        (lambda ls: [*ls[:2], *ls[3:]], 3),
        (lambda ls: [*ls[:2], *ls[1:]], 5),
        (lambda ls: [ls[0], ls[1], ls[2].replace(b'"failed"', b'"passed"'), ls[3]], 4),
        (lambda ls: [*ls[:3], ls[3].replace(b'"verdicts":2', b'"verdicts":3')], 4),
        (lambda ls: [ls[0], b"[" * 100_000 + b"\n", *ls[1:]], 2),
        (lambda ls: [ls[0], b"\0" * 50 + b"\n", *ls[1:]], 2),
        (lambda ls: [ls[0], ls[1].replace(b"fast", b"f\xffst"), *ls[2:]], 2),
        (lambda ls: [*ls, ls[1]], 5),
        (lambda ls: ls[1:], 1),
        (lambda ls: [ls[0].replace(b'"schema":1', b'"schema":9'), *ls[1:]], 1),
        (lambda ls: [ls[0], ls[1].replace(b"passed", b"gone"), *ls[2:]], 2),
        (lambda ls: [], 1),
    ],
)
def test_broken_streams_are_reported_with_the_line(path, change, line):
    assert rewritten(path, change).problems[0].line == line


def test_cut_off_stream(path):
    stream = rewritten(path, lambda lines: [*lines[:2], lines[2][:20]])
    assert stream.truncated
    assert stream.verdicts == (PASSED,)
    assert stream.problems[0].line == 3


def test_a_flipped_byte_hides_no_failure(path):
    """The failure is still read as one, perhaps under a changed name, or the stream is damaged."""
    content = path.read_bytes()
    for offset in range(len(content)):
        path.write_bytes(content[:offset] + bytes([content[offset] ^ 1]) + content[offset + 1 :])
        stream = read_events(path)
        assert stream.problems or FAILED.kind in {one.kind for one in stream.verdicts}, offset


@pytest.mark.parametrize(
    ("tail", "damaged"),
    [
        (b'{"event":"verdict","case_id":"b"', False),
        (b'{"eve', False),
        ('{"event":"verdict","case_id":"é'.encode()[:-1], False),
        (b"\0" * 100, True),
        (b'{"event":"verdict","case_id":"b\0', True),
        (b"something else", True),
    ],
)
def test_a_truncated_line_is_distinguished_from_other_damage(path, tail, damaged):
    stream = rewritten(path, lambda lines: [*lines[:2], tail])
    assert stream.truncated
    assert stream.problems[0].line == 3
    assert stream.damaged is damaged


@pytest.mark.parametrize(
    ("content", "ours"),
    [
        (b"", True),
        (b'{"eve', True),
        (b'{"event":"run","driver":"cut', True),
        (b'{"event":"verdict","case_id":"a"}\n', False),
        (b"# my notes\n", False),
        (b"[1]\n", False),
        (b"\0" * 40, False),
    ],
)
def test_a_stream_is_distinguished_from_a_foreign_file(tmp_path, content, ours):
    (tmp_path / "file").write_bytes(content)
    assert is_stream(tmp_path / "file") is ours
