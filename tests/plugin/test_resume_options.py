"""``--resume`` refuses a stream whose run selected other cases or ran them in another way.

Its verdicts would otherwise be mixed with those of the new selection in one stream.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.plugin.stream import RunEventStream
from conformance.results.event_stream import EventWriter, RunHeader, read_events
from conformance.results.run_statistics import RunStatistics
from conformance.verdicts import Verdict, VerdictKind
from tests.golden import normalized
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
    ("before", "now"),
    [
        ({"paths": ["all"]}, {"paths": ["default"]}),
        ({"shard": "1/2"}, {"shard": "2/2"}),
        ({"shard": "1/2"}, {"shard": None}),
        ({"case": []}, {"case": ["a/*"]}),
        ({"case": ["a", "b"]}, {"case": ["a"]}),
        ({}, {"checksums": {"case": "0a"}}),
        ({"checksums": {"waivers": "1"}}, {"checksums": {"waivers": "2"}}),
        ({"checksums": {"baseline": "1"}}, {"checksums": {}}),
        ({"pytest": {"keyword": "x"}}, {"pytest": {}}),
        ({"pytest": {}}, {"pytest": {"markexpr": "slow"}}),
        ({"pytest": {}}, {"pytest": {"ignore_glob": ["*x"]}}),
        ({"pytest": {}}, {"pytest": {"lf": True}}),
        ({"coupling": "all"}, {"coupling": "off"}),
        ({"model_unsupported": "cut"}, {"model_unsupported": "refuse"}),
        ({"mutants": 300}, {"mutants": 5}),
        ({"mutants_per_case": 0}, {"mutants_per_case": 1}),
        ({"cache_corruptions": 9}, {"cache_corruptions": 8}),
        ({"updated_driver": None}, {"updated_driver": "y"}),
        ({"random_graphs": None}, {"random_graphs": "7"}),
        ({"random_profile": "tiny"}, {"random_profile": "wide"}),
        ({"stress": []}, {"stress": ["burst"]}),
        ({"stress_seconds": None}, {"stress_seconds": 9.0}),
        ({"specs": ["mine"]}, {"specs": ["other"]}),
        ({"bundled_specs": True}, {"bundled_specs": False}),
    ],
)
def test_an_option_that_changes_the_selection_must_agree(
    tmp_path: Path, before: dict[str, Any], now: dict[str, Any]
) -> None:
    path = tmp_path / "run.jsonl"
    with pytest.raises(pytest.UsageError):
        resume(path, header(**before), header(**now))
    assert read_events(path).verdicts[0].case_id == CASE


def test_every_difference_is_named(tmp_path: Path, snapshot: Any) -> None:
    with pytest.raises(pytest.UsageError) as raised:
        resume(
            tmp_path / "run.jsonl",
            header(paths=["all"], shard="1/2", coupling="off", checksums={"waivers": "1"}),
            header(paths=["burst"], shard=None, coupling="off", checksums={"waivers": "2"}),
        )
    assert normalized(str(raised.value), tmp_path) == snapshot


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ({"case": ["a", "b"]}, {"case": ["b", "a", "a"]}),
        ({"paths": ["burst", "fenced"]}, {"paths": ["fenced", "burst"]}),
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


@pytest.fixture(scope="module")
def interrupted(tmp_path_factory: pytest.TempPathFactory, spec_cache: Path) -> UserFolder:
    """Return a folder with the stream ``run.jsonl`` of an interrupted run of ``mine``."""
    folder = UserFolder(tmp_path_factory.mktemp("user"), spec_cache)
    folder.write("mine/small.mod.py", SMALL)
    folder.write("list.txt", f"{CASE}\n")
    done = folder.command("pytest --driver reference mine --events whole.jsonl")
    assert done.code == 0, done.out
    whole = (folder.path / "whole.jsonl").read_bytes()
    (folder.path / "run.jsonl").write_bytes(whole[: whole.index(b"small_relu")])
    return folder


@pytest.mark.parametrize(
    "arguments", ["mine --paths all", "mine --case @list.txt", "mine -k one", ""]
)
def test_the_command_refuses_to_resume_with_other_options(
    interrupted: UserFolder, arguments: str
) -> None:
    stream = interrupted.path / "run.jsonl"
    content = stream.read_bytes()
    done = interrupted.command(f"pytest --driver reference {arguments} --events run.jsonl --resume")
    assert done.code == USAGE_ERROR, done.out
    assert stream.read_bytes() == content


def test_the_command_resumes_with_other_limits(interrupted: UserFolder) -> None:
    stream = interrupted.path / "copy.jsonl"
    stream.write_bytes((interrupted.path / "run.jsonl").read_bytes())
    limits = "--limit callback=20 --limit retries=1 --limit driver=0 --dump=:0"
    done = interrupted.command(
        f"pytest --driver reference mine --events copy.jsonl --resume {limits}"
    )
    assert done.code == 0, done.out
    found = read_events(stream)
    assert not found.truncated
    assert len({verdict.case_id for verdict in found.verdicts}) == 4
