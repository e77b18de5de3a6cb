"""``--resume`` refuses a stream whose run selected other cases or ran them in another way.

Its verdicts would otherwise be mixed with those of the new selection in one stream.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.harness.event_stream import EventWriter, RunHeader, read_events
from conformance.harness.results.verdict import Verdict, VerdictKind
from conformance.plugin.session.event_stream import RunEventStream
from conformance.reports.run.run_statistics import RunStatistics
from tests.plugin.conftest import SMALL, UserFolder

USAGE_ERROR = 4
CASE = "mine/small/small_one"


def resume(path: Path, before: RunHeader, now: RunHeader) -> RunEventStream:
    """Resume a stream of one verdict that was written with the header ``before``."""
    writer = EventWriter(path, before)
    for case_id in (CASE, "mine/small/small_three"):
        writer.write(Verdict(case_id, "sync", VerdictKind.PASSED))
    writer.close()
    options = {"nn_events": str(path), "nn_resume": True}
    config: Any = SimpleNamespace(getoption=lambda name, default=None: options.get(name, default))
    return RunEventStream(config, lambda: now, RunStatistics())


def header(**options: Any) -> RunHeader:
    return RunHeader("driver", "7", "1.3", "0.1", options=options)


@pytest.mark.parametrize(
    ("before", "now", "complaint"),
    [
        ({"paths": ["all"]}, {"paths": ["default"]}, "--paths: all in the .* run, default in this"),
        ({"shard": "1/2"}, {"shard": "2/2"}, "--shard: 1/2 in the .* run, 2/2 in this run"),
        ({"shard": "1/2"}, {"shard": None}, "--shard: 1/2 in the .* run, not set in this run"),
        ({"case": []}, {"case": ["a/*"]}, r"--case: not set in the .* run, a/\* in this run"),
        ({"case": ["a", "b"]}, {"case": ["a"]}, "--case: a b in the .* run, a in this run"),
        ({}, {"checksums": {"case_list": "0a"}}, "--case-list: not set .* with checksum 0a in"),
        ({"checksums": {"waivers": "1"}}, {"checksums": {"waivers": "2"}}, "--waivers: a file"),
        ({"checksums": {"baseline": "1"}}, {"checksums": {}}, "--baseline: a file .* not set in"),
        ({"pytest": {"keyword": "x"}}, {"pytest": {}}, "-k: x in the .* run, not set in this run"),
        ({"pytest": {}}, {"pytest": {"markexpr": "slow"}}, "-m: not set .* slow in this run"),
        ({"pytest": {}}, {"pytest": {"ignore_glob": ["*x"]}}, r"--ignore-glob: not set .* \*x in"),
        ({"pytest": {}}, {"pytest": {"lf": True}}, "--lf: not set in the .* run, True in"),
        ({"coupling": "all"}, {"coupling": "off"}, "--coupling: all in the .* run, off in this"),
        ({"model_unsupported": "cut"}, {"model_unsupported": "refuse"}, "--model-unsupported: cut"),
        ({"mutants": 300}, {"mutants": 5}, "--mutants: 300 in the .* run, 5 in this run"),
        ({"mutants_per_case": 0}, {"mutants_per_case": 1}, "--mutants-per-case: 0 in"),
        ({"cache_corruptions": 9}, {"cache_corruptions": 8}, "--cache-corruptions: 9 in the"),
        ({"updated_driver": None}, {"updated_driver": "y"}, "--updated-driver: not set .* y in"),
        ({"random_graphs": None}, {"random_graphs": 7}, "--random-graphs: not set .* 7 in this"),
        ({"random_profile": "tiny"}, {"random_profile": "wide"}, "profile of random graphs: tiny"),
        ({"stress": []}, {"stress": ["burst"]}, "the stress modes: not set .* burst in this run"),
        ({"stress_seconds": None}, {"stress_seconds": 9.0}, "--stress-seconds: not set .* 9.0 in"),
        ({"specs": ["mine"]}, {"specs": ["other"]}, "files and folders to run: mine in .* other"),
        ({"bundled_specs": True}, {"bundled_specs": False}, "bundled specs: selected in .* not s"),
    ],
)
def test_an_option_that_changes_the_selection_must_agree(
    tmp_path: Path, before: dict[str, Any], now: dict[str, Any], complaint: str
) -> None:
    path = tmp_path / "run.jsonl"
    with pytest.raises(pytest.UsageError, match=complaint) as raised:
        resume(path, header(**before), header(**now))
    assert str(raised.value).startswith(f"--resume: the run in {path} has other options")
    assert str(raised.value).endswith("name another file with --events")
    assert read_events(path).verdicts[0].case_id == CASE


def test_every_difference_is_named(tmp_path: Path) -> None:
    with pytest.raises(pytest.UsageError, match=r"--shard: 1/2 .*; --paths: all ") as raised:
        resume(
            tmp_path / "run.jsonl",
            header(paths=["all"], shard="1/2", coupling="off"),
            header(paths=["burst"], shard="2/2", coupling="off"),
        )
    assert "--coupling" not in str(raised.value)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ({"case": ["a", "b"]}, {"case": ["b", "a", "a"]}),
        ({"paths": ["burst", "fenced"]}, {"paths": ["fenced", "burst"]}),
        ({"case_list": "a.txt"}, {"case_list": "copy.txt"}),
        ({"specs": ["b", "a/"]}, {"specs": ["a", "b"]}),
        ({"workers": 1}, {"workers": 8}),
        ({"isolate": False}, {"isolate": True}),
        ({"callback_timeout": 10.0}, {"callback_timeout": 60.0}),
    ],
)
def test_other_options_may_differ(
    tmp_path: Path, before: dict[str, Any], now: dict[str, Any]
) -> None:
    assert resume(tmp_path / "run.jsonl", header(**before), header(**now)).done == {CASE}


def test_another_hal_version_is_refused(tmp_path: Path) -> None:
    before = RunHeader("driver", "7", "1.2", "0.1")
    with pytest.raises(pytest.UsageError, match=r"has hal_version 1\.2, but this run has 1\.3"):
        resume(tmp_path / "run.jsonl", before, header())


@pytest.fixture(scope="module")
def interrupted(tmp_path_factory: pytest.TempPathFactory, spec_cache: Path) -> UserFolder:
    """Return a folder with the stream ``run.jsonl`` of an interrupted run of ``mine``."""
    folder = UserFolder(tmp_path_factory.mktemp("user"), spec_cache)
    folder.write("mine/small.mod.py", SMALL)
    folder.write("list.txt", f"{CASE}\n")
    folder.write("waivers.toml", "")
    done = folder.command("pytest --driver reference mine --events whole.jsonl")
    assert done.code == 0, done.out
    whole = (folder.path / "whole.jsonl").read_bytes()
    (folder.path / "run.jsonl").write_bytes(whole[: whole.index(b"small_relu")])
    return folder


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("mine --paths all", "--paths"),
        ("mine --shard 1/2", "--shard"),
        (f"mine --case {CASE}", "--case"),
        ("mine --case-list list.txt", "--case-list"),
        ("mine -k one", "-k"),
        ("mine -m slow", "-m"),
        ("mine --deselect mine/small.mod.py::small_one", "--deselect"),
        ("mine --ignore mine/other", "--ignore"),
        ("mine --coupling off", "--coupling"),
        ("mine --mutants 5", "--mutants"),
        ("mine --mutants-per-case 1", "--mutants-per-case"),
        ("mine --cache-corruptions 3", "--cache-corruptions"),
        ("mine --random-graphs 3", "--random-graphs"),
        ("mine --random-profile tiny", "the profile of random graphs"),
        ("mine --waivers waivers.toml", "--waivers"),
        ("mine --baseline whole.jsonl", "--baseline"),
        ("mine/small.mod.py", "the files and folders to run"),
        ("", "the files and folders to run"),
    ],
)
def test_the_command_refuses_to_resume_with_other_options(
    interrupted: UserFolder, arguments: str, named: str
) -> None:
    stream = interrupted.path / "run.jsonl"
    content = stream.read_bytes()
    done = interrupted.command(f"pytest --driver reference {arguments} --events run.jsonl --resume")
    assert done.code == USAGE_ERROR, done.out
    assert f"({named}: " in done.out or f"; {named}: " in done.out
    assert stream.read_bytes() == content


def test_the_command_resumes_with_more_workers_and_other_limits(interrupted: UserFolder) -> None:
    stream = interrupted.path / "copy.jsonl"
    stream.write_bytes((interrupted.path / "run.jsonl").read_bytes())
    limits = "-n 2 --isolate --callback-timeout 20 --retry 1 --driver-time 0 --no-dump"
    done = interrupted.command(
        f"pytest --driver reference mine --events copy.jsonl --resume {limits}"
    )
    assert done.code == 0, done.out
    found = read_events(stream)
    assert not found.truncated
    assert len({verdict.case_id for verdict in found.verdicts}) == 4


def test_an_edited_case_list_is_refused(interrupted: UserFolder) -> None:
    listed = interrupted.write("cases.txt", "mine/small/small_t*\nmine/small/small_f*\n")
    command = "pytest --driver reference mine --case-list cases.txt --events listed.jsonl"
    assert interrupted.command(command).code == 0
    stream = interrupted.path / "listed.jsonl"
    stream.write_bytes(b"".join(stream.read_bytes().splitlines(keepends=True)[:-1]))
    listed.write_text("mine/small/small_t*\n")
    done = interrupted.command(f"{command} --resume")
    assert done.code == USAGE_ERROR, done.out
    assert "(--case-list: a file with checksum " in done.out
