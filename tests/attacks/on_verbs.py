"""Attacks on the subcommands that read event streams, and on what they print and write."""

from __future__ import annotations

import errno
import os
import re
import signal
import socket
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from conformance import input_files
from conformance.harness.event_stream import EventWriter, RunHeader, read_events
from conformance.harness.results.verdict import Verdict, VerdictKind
from conformance.output_files import PARTIAL_GLOB
from tests.attacks.attack import (
    DURATIONS,
    FAILED_CASE,
    FAILURE,
    command,
    damage,
    passed,
    replaced,
    run_of,
    write_stream,
)
from tests.attacks.on_outputs import HangError, Victims, bounded, obstacle
from tests.attacks.verb_checks import hostile_name, package_command, violation

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
        ("badge", stream),
        ("badge", stream, "--svg", folder / "b.svg", "--endpoint", "-"),
        ("badge", other, "--label", hostile_name(random).replace("\0", "") or "x", "--svg", "-"),
        ("explain", stream),
        ("explain", stream, "--json"),
        ("matrix", stream),
        ("matrix", stream, "--markdown", "-", "--json", folder / "m.json"),
        ("table", stream, other, "--html", folder / "t.html"),
        ("table", stream, stream, "--markdown", "-"),
        ("trend", other, stream),
        ("trend", stream, other, "--markdown", "-", "--svg", folder / "t.svg"),
        ("report", stream, "--markdown", "-", "--html", folder / "r.html", "--csv", folder / "r.c"),
        ("compare", other, stream),
        ("show", stream),
        ("show", stream, stream_case.replace("\0", "") or "x"),
        ("package", stream, "-o", folder / "p.zip"),
        ("package", stream, "-o", folder / "p"),
        ("debug", stream, "--driver", "reference", "--print"),
        ("replay", stream, "--driver", "reference"),
    ]


def hostile_texts_in_a_stream(random: Random, folder: Path) -> str:
    """No subcommand fails at such texts, prints control sequences or writes markup into a page."""
    stream = _hostile_stream(random, folder / "run.jsonl")
    arguments = random.choice(_commands(random, stream, folder))
    status, text = command(*arguments)
    if found := violation(arguments, status, text):
        return found
    for page in (*folder.glob("*.html"), *folder.glob("*.svg")):
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
    if arguments[:2] == ("badge", stream) and status == 0:
        return f"a badge of a damaged stream has status 0: {text[:300]}"
    if arguments[0] in ("matrix", "trend", "table", "package", "explain") and status == 0:
        verdicts = read_events(stream).verdicts
        if not any(v.case_id == FAILED_CASE and v.kind == "failed" for v in verdicts):
            return f"{arguments[0]} has status 0 without the failure"
    return ""


_INPUTS: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "zeros": lambda path: path.symlink_to("/dev/zero"),
    "random": lambda path: path.symlink_to("/dev/urandom"),
    "loop": lambda path: path.symlink_to(path.name),
    "dangling": lambda path: path.symlink_to("none"),
    "folder": lambda path: path.mkdir(),
    "empty": lambda path: path.touch(),
    "nested": lambda path: path.write_bytes(b'{"a":' * 200_000),
    "list": lambda path: path.write_bytes(b"[" * 200_000 + b"]" * 200_000),
    "zip": lambda path: zipfile.ZipFile(path, "w").close(),
    "binary": lambda path: path.write_bytes(bytes(range(256)) * 30),
    "line": lambda path: path.write_bytes(b'{"event":"run","schema":1' + b" " * 3_000_000),
    "unreadable": lambda path: (path.write_bytes(b"x"), path.chmod(0)),
    "sparse": lambda path: (path.touch(), os.truncate(path, 1 << 33)),
    "utf-16": lambda path: path.write_bytes("{}".encode("utf-16")),
}


def an_input_that_is_no_stream(random: Random, folder: Path) -> str:
    """A pipe without writer, a device or a huge file ends a command soon, with a message."""
    path, kind = folder / "input", random.choice([*_INPUTS, "socket"])
    if kind == "socket":
        with socket.socket(socket.AF_UNIX) as bound:
            place = os.open(folder, os.O_RDONLY)
            bound.bind(f"/proc/self/fd/{place}/input")
            os.close(place)
    else:
        _INPUTS[kind](path)
    other = write_stream(folder / "good.jsonl", run_of(random))
    arguments: tuple[object, ...] = random.choice(
        (
            ("badge", path),
            ("explain", path),
            ("matrix", path),
            ("table", other, path),
            ("trend", path, other),
            ("show", path),
            ("show", path, FAILED_CASE),
            ("verify", path),
            ("package", path, "-o", folder / "p.zip"),
            ("package", other, "-o", folder / "p.zip", "--policy", path),
            ("package", other, "-o", folder / "p.zip", "--waivers", path),
            ("package", other, "-o", folder / "p.zip", "--statement", path),
            ("debug", path, "--driver", "reference", "--print"),
            ("replay", path, "--driver", "reference"),
            ("report", other, "--previous", path, "--markdown", "-"),
        )
    )
    try:
        with bounded(), replaced(input_files, "_WRITER_SECONDS", 0.05):
            status, text = command(*arguments)
    except HangError:
        return f"{kind}: {arguments[0]} does not end"
    if path.is_file() and not path.is_symlink():
        path.chmod(0o600)
    if found := violation(arguments, status, text):
        return f"{kind}: {found}"
    readable = kind in ("unreadable", "empty") or arguments[0] == "package"
    return "" if status or readable else f"{kind}: {arguments[0]} has exit status 0: {text[:300]}"


def an_output_of_another_command(random: Random, folder: Path) -> str:
    """An output that cannot be written is an error; nothing else is changed."""
    victims, out = Victims(folder), folder / "out"
    stream = write_stream(folder / "run.jsonl", [passed(0), FAILURE])
    arguments: tuple[object, ...] = random.choice(
        (
            ("badge", stream, "--svg", out),
            ("badge", stream, "--endpoint", out),
            ("matrix", stream, "--markdown", out),
            ("matrix", stream, "--json", out),
            ("table", stream, stream, "--html", out),
            ("trend", stream, stream, "--svg", out),
            package_command(folder, out),
            package_command(folder, folder / "out.zip"),
            ("init", out),
        )
    )
    target = folder / "out.zip" if folder / "out.zip" in arguments else out
    with obstacle(random, target, victims) as kind:
        if kind in ("link to a file", "hard link", "link to a folder", "link to a link"):
            victims.changed = list  # type: ignore[method-assign]
        try:
            with bounded():
                status, text = command(*arguments)
        except HangError:
            return f"{kind}: {arguments[0]} does not end"
        if found := violation(arguments, status, text):
            return f"{kind}: {found}"
        if changed := victims.changed():
            return f"{kind}: {arguments[0]} changed {changed}"
        special = os.path.realpath(target).startswith("/dev/null")
        if status == 0 and not special and not target.exists():
            return f"{kind}: {arguments[0]} has exit status 0 without an output"
    return ""


def _interrupting(random: Random, *, writes: bool) -> Callable[[], object]:
    """Return a function that raises at one of its calls: Ctrl-C or, if it writes, a full disk."""
    left = random.randint(0, 12)
    error = random.choice((KeyboardInterrupt, MemoryError, *([OSError] * writes)))

    def step() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise error(errno.ENOSPC, "no space left on device")

    return step


def an_interruption_of_a_command(random: Random, folder: Path) -> str:
    """After Ctrl-C or an error at any write, an output is old or complete, and no part is left."""
    stream = write_stream(folder / "run.jsonl", [passed(0), FAILURE])
    out = folder / "out"
    arguments: tuple[object, ...] = random.choice(
        (
            ("badge", stream, "--svg", out),
            ("matrix", stream, "--json", out),
            ("report", stream, "--html", out),
            ("report", stream, "--csv", out),
            ("merge", stream, "-o", out),
            ("trend", stream, stream, "--svg", out),
            package_command(folder, folder / "out.zip"),
        )
    )
    is_zip = arguments[0] == "package"
    target = folder / "out.zip" if is_zip else out
    command(*arguments)
    complete = re.sub(rb"\d", b"", target.read_bytes())
    if is_zip:
        target.unlink()  # a package is never replaced
    else:
        target.write_bytes(b"old")
    calls = random.choice(("write_bytes", "replace", "chmod", "open", "stat", "unlink"))
    step = _interrupting(random, writes=calls in ("write_bytes", "replace", "chmod"))
    original = getattr(Path, calls)

    def interrupted(self: Path, *rest: Any, **named: Any) -> Any:
        step()
        return original(self, *rest, **named)

    with replaced(Path, calls, interrupted):
        try:
            status, _ = command(*arguments)
        except (KeyboardInterrupt, MemoryError):
            status = 130
        except OSError as error:
            return f"{arguments[0]}: {calls} raised {error}"
    if parts := list(folder.glob(PARTIAL_GLOB)):
        # An interrupted removal of a part leaves it.
        return "" if calls == "unlink" else f"{arguments[0]}: {parts} left after {calls}"
    if is_zip:
        left = [path.name for path in folder.iterdir() if path.name.startswith(".package-")]
        if left and calls not in ("unlink", "stat", "open"):
            return f"{left} left after {calls}"
        if target.exists() and not zipfile.is_zipfile(target):
            return "a part of a package"
        return "" if status or target.exists() else "exit status 0 without a package"
    content = target.read_bytes()
    if content != b"old" and re.sub(rb"\d", b"", content) != complete:
        return f"{arguments[0]}: the output is neither old nor complete"
    if status == 0 and content == b"old":
        return f"{arguments[0]}: exit status 0 and the old output"
    return ""


def a_killed_command(random: Random, folder: Path) -> str:
    """After ``kill -9`` at any change of a file, an output is old or complete."""
    stream = write_stream(folder / "run.jsonl", [passed(0), FAILURE])
    out = folder / "out.x"
    arguments: tuple[object, ...] = random.choice(
        (
            ("report", stream, "--html", out),
            ("merge", stream, "-o", out),
            ("badge", stream, "--svg", out),
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
    whole = content == b"old" or content.rstrip().endswith((b"</html>", b"</svg>", b'"}'))
    return "" if whole else f"{arguments[0]}: a part of an output"


ATTACKS = [
    hostile_texts_in_a_stream,
    a_damaged_stream_in_a_command,
    an_input_that_is_no_stream,
    an_output_of_another_command,
    an_interruption_of_a_command,
    a_killed_command,
]
