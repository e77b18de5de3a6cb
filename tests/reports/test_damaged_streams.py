"""A damaged stream is no baseline, and a stream that changes during its run is reported."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.gate.baseline import read_baseline
from conformance.plugin.stream import RunEventStream
from conformance.results.event_stream import read_events
from conformance.results.run_statistics import RunStatistics
from tests.reports.event_streams import HEADER, failed, passed, write_run

FAILED_CASE = "mine/s/failed"
VERDICTS = [passed("mine/s/case0"), failed(FAILED_CASE), passed("mine/s/case1")]


def damage(random: Random, content: bytes) -> bytes:
    """Return the content with one random damage; it always differs."""
    place = random.randrange(len(content))
    match random.randrange(4):
        case 0:
            return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        case 1:
            return content[:place]
        case 2:
            return content[:place] + random.randbytes(random.randint(1, 40)) + content[place:]
        case _:
            lines = content.splitlines(keepends=True)
            del lines[random.randrange(len(lines))]
            return b"".join(lines)


@pytest.mark.parametrize("seed", range(40))
def test_no_damaged_baseline_excuses_another_failure(tmp_path: Path, seed: int) -> None:
    path = write_run(tmp_path / "run.jsonl", VERDICTS)
    path.write_bytes(damage(Random(seed), path.read_bytes()))
    try:
        found = read_baseline(path)
    except pytest.UsageError:
        return
    assert not read_events(path).problems
    assert {case_id for case_id, _, _ in found.known} == {FAILED_CASE}


@pytest.mark.parametrize(
    "change", ["unlink", "truncate", "replace by nothing", "append", "replace by a run", "nothing"]
)
@pytest.mark.parametrize("at", range(4))
def test_a_stream_that_changes_during_the_run_is_broken(
    tmp_path: Path, change: str, at: int
) -> None:
    path = tmp_path / "run.jsonl"
    named = {"nn_events": str(path)}
    config: Any = SimpleNamespace(getoption=lambda name, default=None: named.get(name, default))
    stream = RunEventStream(config, lambda: HEADER, RunStatistics())
    stream.open()
    for number, verdict in enumerate([*VERDICTS, None]):
        if number == at:
            match change:
                case "unlink":
                    path.unlink()
                case "truncate":
                    os.truncate(path, path.stat().st_size // 2)
                case "append":
                    path.write_bytes(path.read_bytes() + b"x" * 100)
                case "replace by nothing" | "replace by a run":
                    path.rename(tmp_path / "elsewhere")
                    write_run(path, [passed("mine/s/case1")])
                    if change == "replace by nothing":
                        path.write_bytes(b"")
        if verdict is not None:
            stream.write(verdict)
    stream.close(complete=True)
    assert bool(stream.broken) == (change != "nothing")
