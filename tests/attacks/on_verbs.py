"""Attacks on the subcommands that read event streams, and on what they print and write."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path
from random import Random
from typing import Any

from conformance.results.event_stream import EventWriter, RunHeader, read_events
from conformance.verdicts import Verdict, VerdictKind
from tests.attacks.attack import (
    DURATIONS,
    FAILED_CASE,
    FAILURE,
    command,
    damage,
    passed,
    run_of,
    write_stream,
)
from tests.attacks.verb_checks import hostile_name, violation

_MARKUP = re.compile(r"<script>alert|<img src=x")


def _hostile_stream(random: Random, path: Path) -> Path:
    """Write the stream of a run in which any text may be hostile."""
    name = hostile_name(random, "d")
    header = RunHeader(
        f"{name} ({hostile_name(random, 'd.py:D')})", hostile_name(random, "1"), "1.3", "0.1"
    )
    writer = EventWriter(path, header)
    kinds = [VerdictKind.PASSED, VerdictKind.FAILED, VerdictKind.CRASH, VerdictKind.DECLINED]
    for number in range(random.randint(1, 5)):
        details: dict[str, Any] = {
            "operation": hostile_name(random, "ADD (operation 0)"),
            "patterns": [hostile_name(random, "all zero")],
            "printed": [hostile_name(random, "text")],
            "trace": [hostile_name(random, "line")],
            "dump": hostile_name(random, "nn-failures/x"),
            "uses": {
                f"{hostile_name(random, 'ADD')}/{hostile_name(random, 'TENSOR_FLOAT32')}": [
                    "form=1"
                ]
            },
            "first": [{"index": [0], "expected": 1.0, "actual": 2.0, "allowed": 0.1}],
        }
        writer.write(
            Verdict(
                hostile_name(random, f"mine/s/case{number}"),
                hostile_name(random, "sync"),
                random.choice(kinds),
                hostile_name(random, "values"),
                hostile_name(random, "wrong"),
                (hostile_name(random, "ADD"),),
                dict(random.sample(sorted(details.items()), random.randint(0, len(details)))),
                DURATIONS,
            )
        )
    writer.finish()
    return path


def _commands(random: Random, stream: Path, folder: Path) -> list[tuple[object, ...]]:
    """Return command lines of all subcommands that read a stream."""
    stream_case = ""
    if (found := read_events(stream).verdicts if stream.is_file() else ()) and found:
        stream_case = random.choice(found).case_id
    other = write_stream(folder / "other.jsonl", run_of(random))
    return [
        ("explain", stream),
        ("explain", stream, "--json", "-"),
        ("report", stream),
        ("report", stream, "--json", folder / "m.json"),
        ("report", stream, other),
        ("report", stream, stream, "--json", "-"),
        ("report", stream, "--html", folder / "r.html", "--csv", folder / "r.c"),
        ("report", stream, "--previous", other),
        ("explain", stream, stream_case.replace("\0", "") or "x"),
        ("replay", stream, "--driver", "reference", "--debug", "gdb", "--print"),
        ("replay", stream, "--driver", "reference"),
    ]


def hostile_texts_in_a_stream(random: Random, folder: Path) -> str:
    """No subcommand fails at such texts, prints control sequences or writes markup into a page."""
    stream = _hostile_stream(random, folder / "run.jsonl")
    arguments = random.choice(_commands(random, stream, folder))
    status, text = command(*arguments)
    if found := violation(arguments, status, text):
        return found
    for page in folder.glob("*.html"):
        if found_markup := _MARKUP.search(page.read_text(errors="replace")):
            return f"{arguments}: {page.name} has {found_markup[0]!r}"
    return ""


def a_damaged_stream_in_a_command(random: Random, folder: Path) -> str:
    """A damaged stream is never shown as a complete run without its failure."""
    stream = write_stream(folder / "run.jsonl", run_of(random), end=random.random() < 0.8)
    content = stream.read_bytes()
    while (changed := damage(random, content)) == content:
        pass
    stream.write_bytes(changed)
    arguments = random.choice(_commands(random, stream, folder))
    status, text = command(*arguments)
    if found := violation(arguments, status, text):
        return found
    if arguments[:1] == ("explain",) and len(arguments) == 2 and status == 0:
        verdicts = read_events(stream).verdicts
        if not any(v.case_id == FAILED_CASE and v.kind == "failed" for v in verdicts):
            return f"{arguments[0]} has status 0 without the failure"
    return ""


def a_killed_command(random: Random, folder: Path) -> str:
    """After ``kill -9`` at any change of a file, an output is old or complete."""
    stream = write_stream(folder / "run.jsonl", [passed(0), FAILURE])
    out = folder / "out.x"
    arguments: tuple[object, ...] = random.choice(
        (
            ("report", stream, "--html", out),
            ("merge", stream, "-o", out),
        )
    )
    out.write_bytes(b"old")
    left = random.randint(1, 6)
    child = os.fork()
    if child == 0:
        original = os.open

        def opened(*rest: Any, **named: Any) -> int:
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return original(*rest, **named)

        try:
            os.open = opened
            command(*arguments)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    content = out.read_bytes()
    whole = content == b"old" or content.rstrip().endswith((b"</html>", b'"}'))
    return "" if whole else f"{arguments[0]}: a part of an output"


ATTACKS = [
    hostile_texts_in_a_stream,
    a_damaged_stream_in_a_command,
    a_killed_command,
]
