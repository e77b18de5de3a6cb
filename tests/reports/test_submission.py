"""Submission packages: what ``package`` writes, and what ``verify`` finds in changed ones."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.gate.submissions.package_problems import shard_number
from conformance.plugin.selection.case_selection import parse_shard
from conformance.results.event_stream import read_events
from tests.golden import normalized
from tests.reports.event_streams import failed, passed, write_run

IDS = [f"V1_0/s/case_{number}" for number in range(40)]
SHARDS = 2
POLICY = {
    "hal": "1.0",
    "require": {"operations": ["ADD"]},
    "forbid_declined": False,
    "forbid_nothing_executed": True,
    "forbid_nothing_passed": True,
    "forbid_refused": True,
}
STATEMENT = """\
organisation = "Gizmo"
product = "Gizmo 7"
contact = "driver team"
date = "2026-01-02"
declaration = "The driver of the product is the driver that was tested."
"""
PROJECT = """\
[tool.nn-conformance]
driver = "gizmo.nn:Device"
hal = "1.0"
[tool.nn-conformance.require]
operations = ["ADD"]
"""


def options(shard: int | None, **more: Any) -> dict[str, Any]:
    """Return the options of a full run."""
    shards = {"shard": f"{shard}/{SHARDS}"} if shard else {"shard": None}
    return {"bundled_specs": True, "coupling": "default", "mutants": 300, **shards, **more}


def write_shards(folder: Path, make: Callable[[str], Any] = passed, **more: Any) -> list[Path]:
    """Write the streams of both shards of a run."""
    paths = []
    for shard in (1, 2):
        verdicts = [make(one) for one in IDS if shard_number(one, SHARDS) == shard]
        path = folder / f"shard{shard}.jsonl"
        write_run(path, verdicts, options=options(shard, **more), policy=POLICY)
        paths.append(path)
    return paths


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working folder with statement and policy."""
    (tmp_path / "statement.toml").write_text(STATEMENT, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def package(nn: Any, paths: list[Path], target: str = "p", *more: Any) -> Any:
    """Run ``package`` with the policy of the working folder."""
    return nn("package", *paths, "-o", target, "--policy", "pyproject.toml", *more)


@pytest.fixture
def good(sources: Path, nn: Any) -> Path:
    """Return a consistent package as a folder."""
    assert package(nn, write_shards(sources)).status == 0
    return sources / "p"


def seal(root: Path) -> None:
    """Write the checksums of a changed package again, as someone who hides a change would."""
    names = sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())
    lines = [
        f"{hashlib.sha256((root / name).read_bytes()).hexdigest()}  {name}\n"
        for name in names
        if name != "SHA256SUMS"
    ]
    (root / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def rewrite(path: Path, change: Callable[[list[Any]], list[Any]], **header: Any) -> None:
    """Write a stream again with other verdicts, with valid checksums in each line."""
    stream = read_events(path)
    assert stream.header is not None
    shard = stream.header.options["shard"]
    write_run(path, change(list(stream.verdicts)), **{
        "options": options(int(shard[0]) if shard else None), "policy": POLICY, **header
    })  # fmt: skip


def test_a_package_is_verified(good: Path, nn: Any):
    names = sorted(p.relative_to(good).as_posix() for p in good.rglob("*") if p.is_file())
    assert names == [
        *("SHA256SUMS", "pyproject.toml", "result.json", "statement.toml"),
        *("streams/001.jsonl", "streams/002.jsonl", "versions.json"),
    ]
    answer = nn("verify", good)
    assert (answer.status, answer.out.splitlines()[-1]) == (0, "result: conformant")
    result = json.loads((good / "result.json").read_text(encoding="utf-8"))
    assert result["cases"] == {"passed": len(IDS)}


def test_an_archive(sources: Path, nn: Any):
    paths = write_shards(sources)
    for name in ("a.zip", "b.zip"):
        assert package(nn, paths, name).status == 0
    first, second = (zipfile.ZipFile(sources / name) for name in ("a.zip", "b.zip"))
    assert first.namelist() == second.namelist()
    assert nn("verify", "a.zip").status == 0
    assert "never overwritten" in package(nn, paths, "a.zip").err


def test_a_failing_run_is_packaged_and_not_conformant(sources: Path, nn: Any):
    paths = write_shards(sources, lambda one: failed(one) if one == IDS[0] else passed(one))
    assert package(nn, paths).status == 1
    answer = nn("verify", "p")
    assert (answer.status, answer.out.splitlines()[-1]) == (1, "result: NOT CONFORMANT")


def test_an_unmet_policy_is_not_conformant(sources: Path, nn: Any):
    text = PROJECT.replace('"ADD"', '"ADD", "MUL"')
    (sources / "pyproject.toml").write_text(text, encoding="utf-8")
    policy = {**POLICY, "require": {"operations": ["ADD", "MUL"]}}
    verdicts = [passed(one) for one in IDS]
    path = write_run(sources / "r.jsonl", verdicts, options=options(None), policy=policy)
    answer = package(nn, [path])
    assert answer.status == 1


@pytest.mark.parametrize(
    "options_of_run",
    [
        {"case": ["V1_0/add*"]},
        {"pytest": {"keyword": "add"}},
        {"bundled_specs": False},
        {"random_graphs": 0},
        {"mutants": 0},
        {"checksums": {"waivers": "12345678"}},
        {"checksums": {"baseline": "1"}},
    ],
    ids=str,
)
def test_an_unsuitable_run_is_not_packaged(
    sources: Path, nn: Any, options_of_run: dict[str, Any], snapshot: Any
):
    answer = package(nn, write_shards(sources, **options_of_run))
    assert answer.status == 2
    assert answer.err == snapshot
    assert not (sources / "p").exists()


def test_missing_parts_are_named(sources: Path, nn: Any, snapshot: Any):
    paths = write_shards(sources)
    assert package(nn, paths[:1]).status == 2
    cut = write_run(sources / "cut.jsonl", [], end=False, options=options(2), policy=POLICY)
    assert package(nn, [paths[0], cut]).status == 2
    (sources / "statement.toml").write_text('product = "<name>"', encoding="utf-8")
    assert package(nn, paths).err == snapshot


def test_the_waivers_of_the_run(sources: Path, nn: Any):
    text = b"# none\n"
    (sources / "waivers.toml").write_bytes(text)
    sums = {"waivers": f"{zlib.crc32(text):08x}"}
    paths = write_shards(sources, checksums=sums)
    assert package(nn, paths, "p", "--waivers", "waivers.toml").status == 0
    (sources / "p" / "waivers.toml").write_bytes(b"# other\n")
    seal(sources / "p")
    assert "waivers.toml is not the file that the run used" in nn("verify", "p").out


def edit(name: str, before: str, after: str) -> Callable[[Path], None]:
    """Return a function that replaces text in a file of a package."""

    def change(root: Path) -> None:
        path = root / name
        path.write_text(path.read_text(encoding="utf-8").replace(before, after, 1))

    return change


def other_verdicts(change: Callable[[list[Any]], list[Any]]) -> Callable[[Path], None]:
    """Return a function that changes the verdicts of the first stream, with valid checksums."""
    return lambda root: rewrite(root / "streams" / "001.jsonl", change)


FOREIGN = next(one for one in IDS if shard_number(one, SHARDS) == 2)
SECOND = "streams/002.jsonl"
CHANGES: dict[str, tuple[Callable[[Path], Any], bool]] = {
    "verdict": (edit("streams/001.jsonl", '"kind":"passed"', '"kind":"failed"'), False),
    "sealed verdict": (edit("streams/001.jsonl", '"kind":"passed"', '"kind":"failed"'), True),
    "forged stream": (other_verdicts(lambda v: [failed(v[0].case_id), *v[1:]]), True),
    "removed verdict": (other_verdicts(lambda v: v[1:]), True),
    "repeated case": (other_verdicts(lambda v: [*v, v[0]]), True),
    "foreign case": (other_verdicts(lambda v: [*v, passed(FOREIGN)]), True),
    "foreign stream": (
        lambda root: rewrite(root / SECOND, lambda v: v, driver="other (x:y)"),
        True,
    ),
    "missing shard": (lambda root: (root / SECOND).unlink(), True),
    "missing stream": (lambda root: (root / SECOND).unlink(), False),
    "other result": (edit("result.json", '"passed": 40', '"passed": 9999'), True),
    "other policy": (edit("pyproject.toml", '"ADD"', '"MUL"'), True),
    "extra file": (lambda root: (root / "streams" / "003.jsonl").touch(), False),
    "damaged sums": (
        lambda root: (root / "SHA256SUMS").open("a", encoding="utf-8").write("x\n"),
        False,
    ),
    "no sums": (lambda root: (root / "SHA256SUMS").unlink(), False),
    "nested result": (lambda root: (root / "result.json").write_bytes(b"[" * 100_000), True),
    "not UTF-8": (lambda root: (root / "pyproject.toml").write_bytes(b"\xff\xfe"), True),
    "empty stream": (lambda root: (root / SECOND).write_bytes(b""), True),
}
"""Changes of a package, and whether its checksums are written again."""


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_package_does_not_fit(good: Path, nn: Any, name: str, snapshot: Any):
    change, sealed = CHANGES[name]
    change(good)
    if sealed:
        seal(good)
    answer = nn("verify", good)
    assert (answer.status, "Traceback" in answer.err) == (2, False)
    found = [line for line in answer.out.splitlines() if line.startswith("DOES NOT FIT: ")]
    assert sorted(normalized(line)[:200] for line in found) == snapshot


def archive(path: Path, entries: dict[str, bytes]) -> Path:
    """Write a zip archive with these entries."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in entries.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(entry, content)
    return path


@pytest.mark.parametrize(
    "name", ["../evil", "/etc/evil", "streams/../../evil.jsonl", "evil.py", "streams/.jsonl"]
)
def test_names_that_lead_elsewhere(tmp_path: Path, nn: Any, name: str):
    assert nn("verify", archive(tmp_path / "p.zip", {name: b"x"})).status == 2
    assert not (tmp_path.parent / "evil").exists()


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_damaged_archives(tmp_path: Path, nn: Any):
    bomb = archive(tmp_path / "bomb.zip", {"streams/1.jsonl": b"\0" * (64 << 20)})
    assert nn("verify", bomb, "--max-size", 1 << 20).status == 2
    twice = tmp_path / "twice.zip"
    with zipfile.ZipFile(twice, "w") as file:
        file.writestr("result.json", "{}")
        file.writestr("result.json", "[]")
    data = bytearray(
        archive(tmp_path / "d.zip", {"result.json": bytes(range(256)) * 99}).read_bytes()
    )
    data[60:70] = b"\xff" * 10
    (tmp_path / "d.zip").write_bytes(data)
    (tmp_path / "no.zip").write_bytes(b"PK")
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "statement.toml").symlink_to("/etc/passwd")
    for name in ("twice.zip", "d.zip", "no.zip", "none", "link"):
        answer = nn("verify", tmp_path / name)
        assert (answer.status, "Traceback" in answer.err) == (2, False), name


def test_shards_are_those_of_the_plugin():
    """The shard of a case is the one that ``--shard`` selects: CRC-32 of its id, modulo N."""
    for one in IDS:
        assert [n for n in (1, 2, 3) if parse_shard(f"{n}/3")(one)] == [shard_number(one, 3)]
