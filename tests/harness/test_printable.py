"""Text of drivers and spec files in terminals, streams and ids."""

from __future__ import annotations

import json
import tomllib

import pytest

from conformance.gate.policy import find_policy, read_waivers
from conformance.plugin.items import format_verdict
from conformance.results.event_stream import EventWriter, RunHeader, read_events
from conformance.text import encodable, terminal_text
from conformance.verdicts import Verdict, VerdictKind

HOSTILE = (
    "a\ud800\x1b[2Jb\x00\u202e\n::error::c\r\n  ::set-output name=x::y\n##[error]z ##vso[task]\t!"
)


def test_terminal_text_has_no_controls_and_no_commands():
    text = terminal_text(HOSTILE)
    assert all(character.isprintable() or character in "\n\t" for character in text)
    assert not any(line.lstrip().startswith("::") for line in text.splitlines())
    assert "##[" not in text
    assert "##vso[" not in text
    assert terminal_text("max error ::  é\n  a## b[0]") == "max error ::  é\n  a## b[0]"


def test_a_verdict_of_a_hostile_driver_can_be_shown_and_stored(tmp_path):
    deep: list = []
    for _ in range(3000):
        deep = [deep]
    details = {"printed": [HOSTILE], HOSTILE: {"x": HOSTILE}, "deep": deep}
    verdict = Verdict("a/b/" + HOSTILE, HOSTILE, VerdictKind.FAILED, "r", HOSTILE, (), details)
    assert "\x1b" not in format_verdict(verdict)
    path = tmp_path / "run.jsonl"
    writer = EventWriter(path, RunHeader(HOSTILE, HOSTILE, "1.3", "0"))
    writer.write(verdict)
    writer.finish()
    stream = read_events(path)
    assert stream.problems == ()
    assert stream.verdicts[0].reason == encodable(HOSTILE)
    assert stream.verdicts[0].reason.startswith("a\\ud800\x1b")


DEEP = "[" * 100_000 + "]" * 100_000


def test_deeply_nested_files_are_usage_errors(tmp_path):
    with pytest.raises(RecursionError):
        tomllib.loads(f"x = {DEEP}")
    file = tmp_path / "pyproject.toml"
    file.write_text(f"[tool.nn-conformance]\nx = {DEEP}")
    with pytest.raises(pytest.UsageError, match="nest"):
        find_policy(tmp_path)
    with pytest.raises(pytest.UsageError, match="nest"):
        read_waivers(file)
    stream = tmp_path / "deep.jsonl"
    stream.write_text(f'{{"event":"run","x":{DEEP}}}\n' + json.dumps({"event": "end"}) + "\n")
    assert read_events(stream).header is None
