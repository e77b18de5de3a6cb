"""The event stream: what is written comes back, and what is broken is told with its line."""

import json

import pytest

from conformance.harness import Kind, Verdict
from conformance.harness.events import EventWriter, Header, from_dict, read_events, to_dict

HEADER = Header("driver", "7", "1.3", "0.1", seed=5, options={"isolate": False})
PASSED = Verdict("a", "sync-fast", Kind.PASSED, operations=("ADD",), durations={"execute": 0.5})
FAILED = Verdict("b", "", Kind.FAILED, "values", "wrong", ("ADD", "MUL"), {"first": [{"x": 1}]})


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "events.jsonl"
    writer = EventWriter(path, HEADER)
    writer.write(PASSED)
    writer.write(to_dict(FAILED))
    writer.finish()
    return path


def test_what_is_written_comes_back(path):
    stream = read_events(path)
    assert stream.header.driver == "driver"
    assert stream.header.options == {"isolate": False}
    assert stream.header.started.endswith("+00:00")
    assert stream.verdicts == (PASSED, FAILED)
    assert stream.footer.counts == {"failed": 1, "passed": 1}
    assert not stream.truncated
    assert stream.problems == ()
    assert stream.count(Kind.FAILED) == 1


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


def test_verdicts_survive_being_handed_over():
    assert from_dict(json.loads(json.dumps(to_dict(FAILED)))) == FAILED
    with pytest.raises(ValueError, match="kind"):
        from_dict({**to_dict(FAILED), "kind": "odd"})


def rewritten(path, change):
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(change(lines)))
    return read_events(path)


@pytest.mark.parametrize(
    ("change", "line", "part"),
    [
        (lambda ls: [ls[0], b"{oops\n", *ls[2:]], 2, "JSON is malformed"),
        (lambda ls: [ls[0], b"7\n", *ls[1:]], 2, "unknown event None"),
        (lambda ls: [ls[0], b"{}\n", *ls[1:]], 2, "no event"),
        (lambda ls: [*ls[:1], *ls[2:]], 3, "2 verdicts announced, 1 read"),
        (lambda ls: [*ls, ls[1]], 5, "after the end"),
        (lambda ls: ls[1:], 1, "header must come first"),
        (lambda ls: [ls[0].replace(b'"schema":1', b'"schema":9'), *ls[1:]], 1, "schema 9"),
        (lambda ls: [ls[0], ls[1].replace(b"passed", b"gone"), *ls[2:]], 2, "gone"),
        (lambda ls: [], 1, "empty"),
    ],
)
def test_broken_streams_are_told_with_their_line(path, change, line, part):
    stream = rewritten(path, change)
    assert stream.problems[0].line == line
    assert part in str(stream.problems[0])


def test_cut_off_stream(path):
    stream = rewritten(path, lambda lines: [*lines[:2], lines[2][:20]])
    assert stream.truncated
    assert stream.verdicts == (PASSED,)
    assert str(stream.problems[0]) == "line 3: the last line is cut off"
