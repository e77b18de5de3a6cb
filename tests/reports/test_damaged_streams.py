"""Streams with random damage, or with values of other types: no failure is lost silently.

Each attack gets a random source and an empty folder. It returns the violation that it found, or an
empty text: a success (exit status 0, a complete stream) although the failure is not shown.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.cli.main import main
from conformance.gate.baseline import read_baseline
from conformance.plugin.stream import RunEventStream
from conformance.results.event_stream import read_events
from conformance.results.run_statistics import RunStatistics
from conformance.verdicts import Verdict, VerdictKind
from tests.reports.event_streams import HEADER, failed, passed, write_run

FAILED_CASE = "mine/s/failed"
FAILURE = failed(FAILED_CASE)


def run_of(random: Random) -> list[Verdict]:
    """Return the verdicts of a small run, with one failure at a random place."""
    verdicts = [passed(f"mine/s/case{number}") for number in range(random.randint(1, 6))]
    verdicts.insert(random.randint(0, len(verdicts)), FAILURE)
    return verdicts


def damage(random: Random, content: bytes) -> bytes:
    """Return the content with one random damage; it always differs."""
    lines = content.splitlines(keepends=True)
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    place = random.randrange(len(content))
    match random.randrange(10):
        case 0:
            changed = bytearray(content)
            changed[place] ^= 1 << random.randrange(8)
            return bytes(changed)
        case 1:
            return content[:place]
        case 2:
            return content[:place] + bytes(random.randint(1, 600)) + content[place:]
        case 3:
            return b"".join(lines[:at] + lines[at + 1 :])
        case 4:
            return b"".join(lines[: at + 1] + lines[at:])
        case 5 if at != other:
            lines[at], lines[other] = lines[other], lines[at]
            return b"".join(lines)
        case 6:
            return content[:place] + random.randbytes(random.randint(1, 40)) + content[place:]
        case 7:
            return content[:place] + content[place + random.randint(1, 60) :]
        case 8:
            return content + b"".join(lines[: random.randint(1, len(lines))])
        case _:
            return content[:-1]


def command(*arguments: object) -> tuple[int, str]:
    """Run ``nn-conformance`` in this process; return its exit status and output."""
    output = TextIOWrapper(BytesIO(), "utf-8", write_through=True)
    with redirect_stdout(output), redirect_stderr(output):
        status = main([str(argument) for argument in arguments])
    return status, output.buffer.getvalue().decode("utf-8", "replace")


def _damaged(random: Random, folder: Path) -> Path:
    """Write a stream with one failure and damage it."""
    path = write_run(folder / "run.jsonl", run_of(random), end=random.random() < 0.8)
    content = path.read_bytes()
    while (changed := damage(random, content)) == content:
        pass
    path.write_bytes(changed)
    return path


def _reported(path: Path) -> bool:
    return any(
        verdict.case_id == FAILED_CASE
        for verdict in read_events(path).verdicts
        if verdict.kind is VerdictKind.FAILED
    )


def report_of_a_damaged_stream(random: Random, folder: Path) -> str:
    """A report has exit status 0 only if it shows the failure."""
    path = _damaged(random, folder)
    written = folder / "report"
    status, shown = command(
        "report", path, *random.choice(([], ["--html", written], ["--csv", written]))
    )
    if status not in (0, 2, 3):
        return f"exit status {status}: {shown}"
    if written.exists():
        shown = written.read_text()
    if status == 0 and FAILED_CASE not in shown:
        return "a complete report without the failure"
    return ""


def merge_of_a_damaged_stream(random: Random, folder: Path) -> str:
    """A merged stream is complete only if it has the failure."""
    path, out = _damaged(random, folder), folder / "merged.jsonl"
    other = write_run(folder / "other.jsonl", [passed("mine/s/other")])
    parts = [path, other] if random.random() < 0.5 else [other, path]
    status, text = command("merge", *parts, "-o", out)
    if status not in (0, 2, 3):
        return f"exit status {status}: {text}"
    if status == 0 and not _reported(out):
        return "a complete merged stream without the failure"
    if status != 0 and out.exists() and not read_events(out).truncated:
        return "a footer in an incomplete merged stream"
    return ""


def comparison_with_a_damaged_stream(random: Random, folder: Path) -> str:
    """A comparison with a run in which a case fails now never reports that nothing changed."""
    path = _damaged(random, folder)
    fine = [passed(f"mine/s/case{number}") for number in range(7)]
    old = write_run(folder / "old.jsonl", [*fine, passed(FAILED_CASE)])
    status, text = command("report", path, "--previous", old)
    if status not in (1, 2, 3):
        return f"exit status {status}: {text}"
    return ""


def baseline_from_a_damaged_stream(random: Random, folder: Path) -> str:
    """A damaged stream is never taken as a baseline."""
    path = _damaged(random, folder)
    content = path.read_bytes()
    try:
        found = read_baseline(path)
    except pytest.UsageError:
        return ""
    known = {case_id for case_id, _, _ in found.known}
    if read_events(path).problems or known != {FAILED_CASE}:
        return f"a damaged baseline was accepted: {content!r}"
    return ""


def a_stream_that_changes_during_the_run(random: Random, folder: Path) -> str:
    """If another program changes the stream of a run, the run reports that it is broken."""
    path, verdicts = folder / "run.jsonl", run_of(random)
    named = {"nn_events": str(path)}
    config: Any = SimpleNamespace(getoption=lambda name, default=None: named.get(name, default))
    stream = RunEventStream(config, lambda: HEADER, RunStatistics())
    stream.open()
    at, how = random.randrange(len(verdicts) + 1), random.randrange(6)
    for number, verdict in enumerate([*verdicts, None]):
        if number == at:
            match how:
                case 0:
                    path.unlink()
                case 1:
                    os.truncate(path, random.randrange(path.stat().st_size))
                case 2:
                    path.rename(folder / "elsewhere")
                    path.write_bytes(b"")
                case 3:
                    path.write_bytes(path.read_bytes() + b"x" * random.randint(1, 500))
                case 4:
                    path.rename(folder / "elsewhere")
                    write_run(path, [passed("mine/s/case1")])
        if verdict is not None:
            stream.write(verdict)
    stream.close(complete=True)
    changed = how != 5
    if changed != bool(stream.broken):
        return f"change {how}: broken is {stream.broken!r}"
    return ""


@pytest.mark.parametrize(
    "attack",
    [
        report_of_a_damaged_stream,
        merge_of_a_damaged_stream,
        comparison_with_a_damaged_stream,
        baseline_from_a_damaged_stream,
        a_stream_that_changes_during_the_run,
    ],
)
@pytest.mark.parametrize("seeds", [range(12), pytest.param(range(12, 60), marks=pytest.mark.slow)])
def test_no_failure_is_lost(
    tmp_path: Path, attack: Callable[[Random, Path], str], seeds: range
) -> None:
    violations = {}
    for seed in seeds:
        folder = tmp_path / str(seed)
        folder.mkdir()
        violations[seed] = attack(Random(f"{attack.__name__} {seed}"), folder)
    assert not any(violations.values()), violations
