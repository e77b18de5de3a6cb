"""Attacks on the projects that ``init`` writes, and on the histories of benchmarks."""

from __future__ import annotations

import resource
import signal
from pathlib import Path
from random import Random

from conformance.mlts.benchmark import history
from tests.attacks.attack import command, damage
from tests.attacks.on_outputs import HangError, Victims, bounded, obstacle
from tests.attacks.verb_checks import HOSTILE_NAMES, hostile_name, violation


def a_project_with_a_hostile_name(random: Random, folder: Path) -> str:
    """``init`` refuses a name that is no name, and never writes outside of its folder."""
    victims = Victims(folder)
    name = random.choice(
        (*HOSTILE_NAMES, "class", "1a", "a b", "__init__", "os", "a/b", "ａ", "a-b", "É")
    )
    name = name.replace("\0", "")[:300]
    language = random.choice(("python", "c"))
    project = folder / "project"
    status, text = command("init", project, f"--name={name}", "--language", language)
    if found := violation(("init", name), status, text):
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
        if found := violation(("init",), status, text):
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
        history.HistoryEntry(hostile_name(random, "d"), "m", "measured", {"sync": seconds})
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
    a_project_with_a_hostile_name,
    a_project_in_a_used_folder,
    a_damaged_history,
    a_full_disk_at_a_history,
]
