"""Submission packages: what ``package`` writes, and what ``verify`` finds in changed ones."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.harness.event_stream import EventWriter, read_events
from conformance.plugin.selection.case_selection import parse_shard
from conformance.reports.submissions.package_problems import shard_number
from tests.reports.event_streams import FINISHED, failed, passed, write_run

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
    assert "policy not met: required operation MUL was never executed" in answer.out


@pytest.mark.parametrize(
    ("options_of_run", "message"),
    [
        ({"case": ["V1_0/add*"]}, "not a full run: --case V1_0/add*"),
        ({"pytest": {"keyword": "add"}}, "not a full run: keyword 'add'"),
        ({"bundled_specs": False}, "not a full run: the bundled specs were not run"),
        ({"random_graphs": 0}, "not a full run: --random-graphs 0"),
        ({"mutants": 0}, "not a full run: --mutants 0"),
        ({"checksums": {"waivers": "12345678"}}, "the run used waivers, and waivers.toml is miss"),
        ({"checksums": {"baseline": "1"}}, "the run accepted the failures of a baseline"),
    ],
)
def test_an_unsuitable_run_is_not_packaged(
    sources: Path, nn: Any, options_of_run: dict[str, Any], message: str
):
    answer = package(nn, write_shards(sources, **options_of_run))
    assert answer.status == 2
    assert message in answer.err
    assert not (sources / "p").exists()


def test_missing_parts_are_named(sources: Path, nn: Any):
    paths = write_shards(sources)
    assert "incomplete: shard 2/2 is not among the parts" in package(nn, paths[:1]).err
    cut = write_run(sources / "cut.jsonl", [], end=False, options=options(2), policy=POLICY)
    assert "cut" not in package(nn, [paths[0], cut]).err  # streams are renamed
    assert "the stream has no footer" in package(nn, [paths[0], cut]).err
    (sources / "statement.toml").write_text('product = "<name>"', encoding="utf-8")
    errors = package(nn, paths).err
    assert "statement.toml: the key organisation is missing" in errors
    assert "statement.toml: product is not filled in" in errors


def test_the_waivers_of_the_run(sources: Path, nn: Any):
    text = b"# none\n"
    (sources / "waivers.toml").write_bytes(text)
    sums = {"waivers": f"{zlib.crc32(text):08x}"}
    paths = write_shards(sources, checksums=sums)
    assert package(nn, paths, "p", "--waivers", "waivers.toml").status == 0
    (sources / "p" / "waivers.toml").write_bytes(b"# other\n")
    seal(sources / "p")
    assert "waivers.toml is not the file that the run used" in nn("verify", "p").out


def _edit_verdict(root: Path) -> None:
    path = root / "streams" / "001.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"kind":"passed"', b'"kind":"failed"', 1))


def _edit_verdict_and_seal(root: Path) -> None:
    _edit_verdict(root)
    seal(root)


def _forge_stream(root: Path) -> None:
    rewrite(root / "streams" / "001.jsonl", lambda all_: [failed(all_[0].case_id), *all_[1:]])
    seal(root)


def _remove_verdict(root: Path) -> None:
    rewrite(root / "streams" / "001.jsonl", lambda verdicts: verdicts[1:])
    seal(root)


def _repeat_case(root: Path) -> None:
    rewrite(root / "streams" / "001.jsonl", lambda verdicts: [*verdicts, verdicts[0]])
    seal(root)


def _foreign_case(root: Path) -> None:
    other = next(one for one in IDS if shard_number(one, SHARDS) == 2)
    rewrite(root / "streams" / "001.jsonl", lambda verdicts: [*verdicts, passed(other)])
    seal(root)


def _foreign_stream(root: Path) -> None:
    rewrite(root / "streams" / "002.jsonl", lambda verdicts: verdicts, driver="other (x:y)")
    seal(root)


def _missing_shard(root: Path) -> None:
    (root / "streams" / "002.jsonl").unlink()
    seal(root)


def _missing_stream(root: Path) -> None:
    (root / "streams" / "002.jsonl").unlink()


def _wrong_counts(root: Path) -> None:
    path = root / "streams" / "001.jsonl"
    stream = read_events(path)
    assert stream.header is not None
    assert stream.footer is not None
    writer = EventWriter(path, stream.header)
    for verdict in stream.verdicts:
        writer.write(verdict)
    writer._counts = {"failed": len(stream.verdicts)}
    writer.finish(FINISHED)
    seal(root)


def _other_result(root: Path) -> None:
    path = root / "result.json"
    result = {**json.loads(path.read_text(encoding="utf-8")), "cases": {"passed": 9999}}
    path.write_text(json.dumps(result), encoding="utf-8")
    seal(root)


def _other_policy(root: Path) -> None:
    path = root / "pyproject.toml"
    text = path.read_text(encoding="utf-8").replace('"ADD"', '"MUL"')
    path.write_text(text, encoding="utf-8")
    seal(root)


def _extra_file(root: Path) -> None:
    (root / "streams" / "003.jsonl").write_text("", encoding="utf-8")


def _damaged_sums(root: Path) -> None:
    path = root / "SHA256SUMS"
    path.write_text(path.read_text(encoding="utf-8") + "x\n", encoding="utf-8")


def _no_sums(root: Path) -> None:
    (root / "SHA256SUMS").unlink()


CHANGES: list[tuple[Callable[[Path], None], str]] = [
    (_edit_verdict, "streams/001.jsonl: its SHA-256 differs from SHA256SUMS"),
    (_edit_verdict_and_seal, "001.jsonl: The stream is damaged"),
    (_forge_stream, "result.json: cases is"),
    (_remove_verdict, "result.json: cases is"),
    (_repeat_case, "has several verdicts along async-low"),
    (_foreign_case, "1 case of another shard than 1/2"),
    (_foreign_stream, "not parts of one run: driver is"),
    (_missing_shard, "incomplete: shard 2/2 is not among the parts"),
    (_missing_stream, "streams/002.jsonl: listed in SHA256SUMS, and missing from the package"),
    (_wrong_counts, "001.jsonl: the footer states"),
    (_other_result, "result.json: cases is {'passed': 9999}; the streams give {'passed': 40}"),
    (_other_policy, "require is {'operations': ['ADD']} in the run"),
    (_extra_file, "streams/003.jsonl: not listed in SHA256SUMS"),
    (_damaged_sums, "SHA256SUMS, line 7: not a checksum: 'x'"),
    (_no_sums, "SHA256SUMS: missing"),
]


@pytest.mark.parametrize(("change", "message"), CHANGES, ids=[c.__name__ for c, _ in CHANGES])
def test_a_changed_package_does_not_fit(
    good: Path, nn: Any, change: Callable[[Path], None], message: str
):
    change(good)
    answer = nn("verify", good)
    assert answer.status == 2
    found = [line for line in answer.out.splitlines() if line.startswith("DOES NOT FIT: ")]
    assert any(message in line for line in found), found
    assert answer.out.splitlines()[-1].startswith("result: INVALID PACKAGE")


def archive(path: Path, entries: dict[str, bytes], **attributes: int) -> Path:
    """Write a zip archive with these entries."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in entries.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            for attribute, value in attributes.items():
                setattr(entry, attribute, value)
            file.writestr(entry, content)
    return path


@pytest.mark.parametrize(
    "name",
    [
        *("../evil", "/etc/evil", "streams/../../evil.jsonl", "C:\\evil", "streams/a/b.jsonl"),
        *("evil.py", "streams/.jsonl", "streams/-x.jsonl", "conftest.py", "streams/x.jsonl\n"),
    ],
)
def test_names_that_lead_elsewhere(tmp_path: Path, nn: Any, name: str):
    answer = nn("verify", archive(tmp_path / "p.zip", {name: b"x"}))
    assert (answer.status, "unexpected name of a file in a package" in answer.err) == (2, True)
    assert not (tmp_path.parent / "evil").exists()


def test_links_and_pipes(tmp_path: Path, nn: Any):
    link = archive(
        tmp_path / "l.zip", {"statement.toml": b"/etc/passwd"}, external_attr=0o120777 << 16
    )
    assert "statement.toml: a link" in nn("verify", link).err
    for name, make in (
        ("statement.toml", lambda path: path.symlink_to("/etc/passwd")),
        ("streams", lambda path: path.symlink_to("/etc")),
        ("result.json", os.mkfifo),
    ):
        folder = tmp_path / name.partition(".")[0]
        folder.mkdir()
        make(folder / name)
        answer = nn("verify", folder)
        assert answer.status == 2
        assert f"{name}: a link" in answer.err or f"{name}: not a regular file" in answer.err


def test_an_archive_that_grows(tmp_path: Path, nn: Any):
    bomb = archive(tmp_path / "p.zip", {"streams/1.jsonl": b"\0" * (64 << 20)})
    assert bomb.stat().st_size < 1 << 20
    answer = nn("verify", bomb, "--max-size", 1 << 20)
    assert answer.status == 2
    assert "have more than 1,048,576 bytes; --max-size permits larger packages" in answer.err


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_damaged_archives(tmp_path: Path, nn: Any):
    twice = tmp_path / "twice.zip"
    with zipfile.ZipFile(twice, "w") as file:
        file.writestr("result.json", "{}")
        file.writestr("result.json", "[]")
    assert "result.json: twice in the archive" in nn("verify", twice).err
    data = bytearray(
        archive(tmp_path / "d.zip", {"result.json": bytes(range(256)) * 99}).read_bytes()
    )
    data[60:70] = b"\xff" * 10
    (tmp_path / "d.zip").write_bytes(data)
    answer = nn("verify", tmp_path / "d.zip")
    assert (answer.status, "damaged archive" in answer.err) == (2, True)
    (tmp_path / "no.zip").write_bytes(b"PK")
    assert "neither a folder nor a zip archive" in nn("verify", tmp_path / "no.zip").err
    assert "No such file" in nn("verify", tmp_path / "none").err


def test_hostile_contents(good: Path, nn: Any):
    for name, content in (
        ("statement.toml", b"x = [" + b"[" * 5000),
        ("result.json", b"[" * 100_000),
        ("pyproject.toml", b"\xff\xfe"),
        ("streams/001.jsonl", b'{"event":"run"}\n'),
        ("streams/002.jsonl", b""),
    ):
        copy = good.parent / f"copy-{name.replace('/', '-')}"
        shutil.copytree(good, copy)
        (copy / name).write_bytes(content)
        seal(copy)
        answer = nn("verify", copy)
        assert (answer.status, "Traceback" in answer.err) == (2, False)
        assert "DOES NOT FIT" in answer.out


def test_shards_are_those_of_the_plugin():
    """The shard of a case is the one that ``--shard`` selects: CRC-32 of its id, modulo N."""
    for one in IDS:
        assert [n for n in (1, 2, 3) if parse_shard(f"{n}/3")(one)] == [shard_number(one, 3)]
