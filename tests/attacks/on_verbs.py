"""Attacks on the subcommands that read streams, packages and histories, and on what they print."""

from __future__ import annotations

import errno
import io
import os
import re
import resource
import signal
import socket
import stat
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from conformance import input_files
from conformance.harness.event_stream import EventWriter, RunHeader, read_events
from conformance.harness.results.verdict import Verdict, VerdictKind
from conformance.mlts.benchmark import history
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
from tests.reports.test_submission import PROJECT, STATEMENT, write_shards

_NAMES = (
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "<!--",
    "]]>",
    "\x1b[2J\x1b]0;title\x07",
    "\r::error::injected",
    "\n::error file=a.py::injected",
    "::set-output name=a::b",
    "\n##[error]injected",
    "\ud800\udfff",
    "\udc80\udcff",
    "\x00\x01\x08\x7f\x85\x9b31m",
    "\u202e\u2066evil",
    "\u2028\u2029",
    "=cmd|' /C calc'!A0",
    "| a | b |\n|---|---|",
    "`x` ](http://example.org) <b>",
    "%s%n{0}{x}$HOME`id`$(id)",
    "../../../../tmp/x",
    "/" * 300,
    "a" * 70_000,
    "",
    ".",
    "-rf",
    "[*]{?}",
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_COMMAND_LINE = re.compile(r"^\s*(::[a-z-]+[ :]|##\[)", re.MULTILINE)
_MARKUP = re.compile(r"<script>alert|<img src=x")


def _name(random: Random, plain: str = "x") -> str:
    text = random.choice(_NAMES)
    return random.choice((text, plain + text, text + plain)) if random.random() < 0.6 else plain


def _hostile_stream(random: Random, path: Path) -> Path:
    """Write the stream of a run in which any text may be hostile."""
    name = _name(random, "d")
    header = RunHeader(f"{name} ({_name(random, 'd.py:D')})", _name(random, "1"), "1.3", "0.1")
    writer = EventWriter(path, header)
    kinds = [VerdictKind.PASSED, VerdictKind.FAILED, VerdictKind.CRASH, VerdictKind.DECLINED]
    for number in range(random.randint(1, 5)):
        details: dict[str, Any] = {
            "operation": _name(random, "ADD (operation 0)"),
            "patterns": [_name(random, "all zero")],
            "printed": [_name(random, "text")],
            "trace": [_name(random, "line")],
            "dump": _name(random, "nn-failures/x"),
            "uses": {f"{_name(random, 'ADD')}/{_name(random, 'TENSOR_FLOAT32')}": ["form=1"]},
            "first": [{"index": [0], "expected": 1.0, "actual": 2.0, "allowed": 0.1}],
        }
        writer.write(
            Verdict(
                _name(random, f"mine/s/case{number}"),
                _name(random, "sync"),
                random.choice(kinds),
                _name(random, "values"),
                _name(random, "wrong"),
                (_name(random, "ADD"),),
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
        ("badge", other, "--label", _name(random).replace("\0", "") or "x", "--svg", "-"),
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


_STATUSES = (0, 1, 2, 3, 65, 66)
"""Documented exit statuses; ``show`` and ``debug`` return 65 and 66 for an unusable case."""


def _violation(arguments: tuple[object, ...], status: int, text: str) -> str:
    shown = tuple(str(argument)[:60] for argument in arguments)
    if "Traceback" in text or status not in _STATUSES:
        return f"{shown}: exit status {status}: {text[-1500:]}"
    if "--html" in text or (arguments[0] in ("badge",) and "<svg" in text):
        return ""
    if found := _CONTROL.search(text.replace("\n", "")):
        return f"{shown}: the output has {found[0]!r}: {text[:500]!r}"
    if found := _COMMAND_LINE.search(text):
        return f"{shown}: the output has the line {found[0]!r}: {text[:500]!r}"
    return ""


def hostile_texts_in_a_stream(random: Random, folder: Path) -> str:
    """No subcommand fails at such texts, prints control sequences or writes markup into a page."""
    stream = _hostile_stream(random, folder / "run.jsonl")
    arguments = random.choice(_commands(random, stream, folder))
    status, text = command(*arguments)
    if found := _violation(arguments, status, text):
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
    if found := _violation(arguments, status, text):
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
    if found := _violation(arguments, status, text):
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
            _package_command(folder, out),
            _package_command(folder, folder / "out.zip"),
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
        if found := _violation(arguments, status, text):
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
            _package_command(folder, folder / "out.zip"),
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


# ------------------------------------------------------------------------------- packages


def _package_command(folder: Path, out: Path) -> tuple[object, ...]:
    """Return the command that writes a valid package; its sources are written to the folder."""
    (folder / "statement.toml").write_text(STATEMENT)
    (folder / "policy.toml").write_text(PROJECT)
    sources = ("--statement", folder / "statement.toml", "--policy", folder / "policy.toml")
    return ("package", *write_shards(folder), "-o", out, *sources)


def _package(folder: Path) -> bytes:
    status, text = command(*_package_command(folder, folder / "good.zip"))
    assert status == 0, text
    return (folder / "good.zip").read_bytes()


def _members(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return {name: package.read(name) for name in package.namelist()}


def a_changed_package(random: Random, folder: Path) -> str:
    """A package is valid only if all its members have their original content."""
    content = _package(folder)
    if not content:
        return "no package was written"
    status, _ = command("verify", folder / "good.zip")
    changed = bytearray(content)
    match random.randrange(4):
        case 0:
            changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
        case 1:
            del changed[random.randrange(len(changed)) :]
        case 2:
            changed += random.randbytes(random.randint(1, 200))
        case _:
            at = random.randrange(len(changed))
            changed[at : at + 8] = random.randbytes(random.randint(0, 16))
    (folder / "bad.zip").write_bytes(changed)
    try:
        with bounded():
            after, text = command("verify", folder / "bad.zip")
    except HangError:
        return "verify does not end"
    if "Traceback" in text or after not in (0, 1, 2, 3):
        return f"exit status {after}: {text[-1500:]}"
    if after == 0 and status == 0:
        try:
            same = _members(bytes(changed)) == _members(content)
        except Exception as error:
            return f"verified a package that Python cannot read: {error!r}"
        return "" if same else "a changed package was verified"
    return "" if after or status == 0 else f"the changed package has a better status: {text}"


def a_forged_package(random: Random, folder: Path) -> str:
    """Added, missing, repeated, linked and huge members are refused, and nothing is extracted."""
    members = list(_members(_package(folder)).items())
    victims = Victims(folder)
    bad = folder / "bad.zip"
    name, data = random.choice(members)
    kind = random.choice(
        (
            "traversal",
            "absolute",
            "link",
            "twice",
            "missing",
            "added",
            "bomb",
            "nested",
            "changed",
            "name",
            "folder",
            "device",
            "encrypted",
        )
    )
    with zipfile.ZipFile(bad, "w", zipfile.ZIP_DEFLATED) as package:
        for member, text in members:
            if kind == "missing" and member == name:
                continue
            if kind in ("nested", "changed") and member == name:
                text = b"[" * 300_000 if kind == "nested" else text + b"x"
            package.writestr(member, text)
        match kind:
            case "traversal":
                package.writestr("../victims/file", b"x")
            case "absolute":
                package.writestr(str(victims.folder / "file"), b"x")
            case "link" | "device":
                info = zipfile.ZipInfo("extra")
                mode = stat.S_IFLNK if kind == "link" else stat.S_IFCHR
                info.external_attr = (mode | 0o777) << 16
                package.writestr(info, str(victims.folder / "file"))
            case "twice":
                with warnings.catch_warnings(action="ignore"):
                    package.writestr(name, data + b" ")
            case "added":
                package.writestr("extra.txt", b"x")
            case "bomb":
                package.writestr("extra.txt", bytes(300 << 20))
            case "name":
                package.writestr(
                    random.choice(("\x1b[2J", "a\n::error::x", "\ud7ff", "x" * 60_000)), b""
                )
            case "folder":
                package.writestr("extra/", b"")
    if kind == "encrypted":
        content = bytearray(bad.read_bytes())
        for at in [found.start() for found in re.finditer(rb"PK\x01\x02", bytes(content))]:
            content[at + 8] |= 1
        bad.write_bytes(content)
    try:
        with bounded():
            status, text = command("verify", bad)
    except HangError:
        return f"{kind}: verify does not end"
    if found := _violation(("verify",), status, text):
        return f"{kind}: {found}"
    if victims.changed():
        return f"{kind}: changed a file outside"
    return "" if status else f"{kind} ({name}): exit status 0: {text[:600]}"


# ------------------------------------------------------------------------------- projects


def a_project_with_a_hostile_name(random: Random, folder: Path) -> str:
    """``init`` refuses a name that is no name, and never writes outside of its folder."""
    victims = Victims(folder)
    name = random.choice((*_NAMES, "class", "1a", "a b", "__init__", "os", "a/b", "ａ", "a-b", "É"))
    name = name.replace("\0", "")[:300]
    language = random.choice(("python", "c"))
    project = folder / "project"
    status, text = command("init", project, f"--name={name}", "--language", language)
    if found := _violation(("init", name), status, text):
        return found
    if victims.changed() or sorted(p.name for p in folder.iterdir()) not in (
        ["project", "victims"],
        ["victims"],
    ):
        return f"{name!r}: files outside of the project: {sorted(folder.iterdir())}"
    for file in project.rglob("*.py") if status == 0 else ():
        try:
            compile(file.read_text(), str(file), "exec")
        except SyntaxError as error:
            return f"{name!r}: {file.name} is not valid: {error}"
    return ""


def a_project_in_a_used_folder(random: Random, folder: Path) -> str:
    """``init`` never replaces a file of the user."""
    first = folder / "first"
    command("init", first)
    files = [file.relative_to(first) for file in first.rglob("*") if file.is_file()]
    victims, project = Victims(folder), folder / "project"
    target = project / random.choice(files)
    with obstacle(random, target, victims) as kind:
        before = target.read_bytes() if target.is_file() and "device" not in kind else None
        try:
            with bounded():
                status, text = command("init", project)
        except HangError:
            return f"{kind} at {target.name}: init does not end"
        if found := _violation(("init",), status, text):
            return f"{kind} at {target.name}: {found}"
        if victims.changed():
            return f"{kind} at {target.name}: init changed a file"
        if before is not None and target.read_bytes() != before:
            return f"{kind} at {target.name}: init replaced a file of the user"
    return ""


# ------------------------------------------------------------------------------- histories


def _history_run(random: Random) -> history.HistoryRun:
    seconds = random.choice((1e-3, 2.0, 5e-324, 1e308, 1e-300))
    entries = tuple(
        history.HistoryEntry(_name(random, "d"), "m", "measured", {"sync": seconds})
        for _ in range(random.randint(1, 3))
    )
    return history.HistoryRun("2026-01-01", history.machine_description(), entries)


def a_damaged_history(random: Random, folder: Path) -> str:
    """Every readable run of a history is used, every other line is named, and none is lost."""
    path = folder / "history.jsonl"
    for _ in range(random.randint(1, 5)):
        try:
            history.append_run(path, _history_run(random))
        except (UnicodeEncodeError, ValueError) as error:
            return f"a run cannot be appended: {error!r}"
    content = path.read_bytes()
    if random.random() < 0.8:
        path.write_bytes(damage(random, content) if len(content) > 10 else b"[" * 100_000)
    before = path.read_bytes()
    found = history.read_history(path)
    lines = [line for line in before.split(b"\n") if line.strip()]
    if len(found.runs) + len(found.damaged) != len(lines):
        return "lines are neither runs nor damaged"
    run = _history_run(random)
    for change in history.changes(found, run).values():
        if not change.text:
            return "a change without text"
    history.append_run(path, run)
    if not path.read_bytes().startswith(before):
        return "a line was changed"
    after = history.read_history(path)
    return "" if len(after.runs) == len(found.runs) + 1 else "the appended run cannot be read"


def a_full_disk_at_a_history(random: Random, folder: Path) -> str:
    """If the disk is full, the run is not appended and the error is raised; no line is joined."""
    path, run = folder / "history.jsonl", _history_run(Random(1))
    history.append_run(path, run)
    before = path.read_bytes()
    left = random.randint(0, 300)
    limit = len(before) + left
    earlier = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, earlier[1]))
    try:
        history.append_run(path, run)
        raised = False
    except OSError:
        raised = True
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, earlier)
        signal.signal(signal.SIGXFSZ, handler)
    whole = path.read_bytes() == before * 2
    if raised == whole:
        return f"{left} bytes were free: raised {raised}, whole {whole}"
    history.append_run(path, run)
    return "" if history.read_history(path).runs[-1:] == (run,) else "the next run is lost"


ATTACKS = [
    hostile_texts_in_a_stream,
    a_damaged_stream_in_a_command,
    an_input_that_is_no_stream,
    an_output_of_another_command,
    an_interruption_of_a_command,
    a_killed_command,
    a_changed_package,
    a_forged_package,
    a_project_with_a_hostile_name,
    a_project_in_a_used_folder,
    a_damaged_history,
    a_full_disk_at_a_history,
]
