"""Stress modes as cases of a pytest run: selection, outcomes as verdicts, and bad options."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.models.stress.case_source import StressModes
from conformance.models.stress.context import (
    DRIVER,
    ModeContext,
    NotRunError,
    Problem,
    StressSettings,
)
from conformance.models.stress.modes import MODES
from conformance.processes import process_name
from conformance.results.event_stream import read_events
from conformance.results.run_statistics import RunStatistics
from conformance.verdicts import RULES, Verdict, VerdictKind
from nn_conformance_options import Settings
from tests.plugin.conftest import UserFolder
from tests.sample_drivers.processes import stress_drivers

IN_PROCESS = "parallel-inference-in-process"


def selected(*ids: str, **options: Any) -> list[str]:
    """Return the modes that a session with these ids and options states in its header."""
    source = StressModes()
    session: Any = SimpleNamespace(settings=Settings(**options), patterns=options.get("case", ()))
    named = [ref for text in ids for ref in source.named(text, session)]
    state = source.state(session, named, listed=source.runs(session))
    return [str(name) for name in state["stress"]]


# --------------------------------------------------------------------------- selection


def test_a_pattern_selects_every_mode() -> None:
    assert selected() == []
    assert selected(case=("stress/*",)) == [mode.name for mode in MODES]


@pytest.mark.parametrize(
    ("text", "modes"),
    [
        ("stress/model-load", ["model-load"]),
        ("stress/multi-process-*/kill-?", ["inference/kill-0", "model-load/kill-0"]),
    ],
)
def test_an_id_selects_modes(text: str, modes: list[str]) -> None:
    assert [name.removeprefix("multi-process-") for name in selected(text)] == modes


@pytest.mark.parametrize(
    ("ids", "options", "message"),
    [
        (["stress/nosuch"], {}, "no mode matches"),
        (["stress/*-kill-?"], {}, "no mode matches"),
        (["stress/"], {}, "no mode matches"),
        ([], {"stress_seconds": 3.0}, "--limit stress applies only to stress tests"),
        ([], {"stress_models": ("x",)}, "--stress-models applies only to stress tests"),
        ([], {"case": ("stress/*",), "stress_models": ("no",)}, "--stress-models"),
        (["stress/burst"], {"stress_models": (".",)}, "--stress-models"),
    ],
)
def test_bad_arguments_are_errors(
    tmp_path: Path, monkeypatch: Any, ids: list[str], options: dict[str, Any], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=message):
        selected(*ids, **options)


# --------------------------------------------------------------------------- verdicts


@pytest.mark.parametrize(
    ("kind", "outcome", "rule"),
    [
        (VerdictKind.PASSED, "SUCCESS", ""),
        (VerdictKind.FAILED, "FAILURE", "stress.requirements"),
        (VerdictKind.HANG, "HANG", "stress.returns"),
        (VerdictKind.CRASH, "CRASH", "stress.alive"),
        (VerdictKind.NOT_APPLICABLE, "NOT_RUN", "stress.applicable"),
        (VerdictKind.DECLINED, "NOT_RUN", "stress.models"),
    ],
)
def test_each_outcome_has_a_verdict(kind: VerdictKind, outcome: str, rule: str) -> None:
    context = ModeContext("", StressSettings(), [])
    context.models, context.declined = ["a"], ["b"]
    context.add("executions", 3)
    not_run = None
    casualty = DRIVER if outcome in ("HANG", "CRASH") else ""
    if outcome == "NOT_RUN":
        not_run = NotRunError("one", kind)
    elif outcome != "SUCCESS":
        context.report(Problem(kind, "one", casualty))
        context.report(Problem(VerdictKind.FAILED, "two"))
        assert context.stop.is_set()
    verdict = context.verdict("stress/burst", not_run)
    assert (verdict.kind, verdict.rule) == (kind, rule)
    assert verdict.details["outcome"] == outcome
    assert verdict.reason == ("" if outcome == "SUCCESS" else "one")
    if context.problems:
        assert verdict.details["further_findings"] == [{"rule": rule, "reason": "two"}]
    assert not rule or rule in RULES
    assert verdict.details["counts"] == {"executions": 3}
    assert verdict.details.get("casualty", "") == casualty


def statistics(*verdicts: Verdict) -> RunStatistics:
    found = RunStatistics()
    for verdict in verdicts:
        found.add(verdict.case_id, [verdict])
    return found


def test_a_run_of_stress_modes_alone_has_executed_something() -> None:
    passed = Verdict("stress/burst", "", VerdictKind.PASSED)
    declined = Verdict("stress/cached", "", VerdictKind.DECLINED, "stress.models", "none")
    assert not statistics(passed, declined).nothing_executed
    assert statistics(declined).nothing_executed
    assert statistics(Verdict("stress/x", "", VerdictKind.FAILED)).nothing_passed
    # A mode that ran does not make up for specs of which none was executed.
    spec = Verdict("V1_0/add/one", "", VerdictKind.DECLINED, "prepare.declined", "none")
    assert statistics(passed, spec).nothing_executed


# --------------------------------------------------------------------------- whole runs


@pytest.fixture
def folder(tmp_path: Path, spec_cache: Path) -> UserFolder:
    return UserFolder(tmp_path, spec_cache)


def test_a_crash_is_a_verdict_and_an_event(folder: UserFolder) -> None:
    driver = f"{stress_drivers.__file__}:CrashesAfterExecutions"
    run = f"pytest --driver {driver} stress/{IN_PROCESS} --limit stress=10 --events run.jsonl"
    done = folder.command(run)
    assert (done.code, done.count("failed")) == (1, 1), done.out
    stream = read_events(folder.path / "run.jsonl")
    (crash,) = stream.verdicts
    assert (crash.case_id, crash.kind) == (f"stress/{IN_PROCESS}", VerdictKind.CRASH)
    assert (crash.rule, crash.details["casualty"]) == ("stress.alive", "driver and client")
    assert stream.header is not None
    assert stream.header.options["stress"] == [IN_PROCESS]
    assert f"pytest --driver {driver} stress/{IN_PROCESS}\n" in done.out


# --------------------------------------------------------------------------- interruption


def descendants(process: int) -> set[int]:
    """Return the ids of all processes that a process has started, directly or not."""
    found: set[int] = set()
    pending = [process]
    while pending:
        parent = pending.pop()
        for file in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                children = {int(text) for text in file.read_text().split()}
            except OSError:
                continue
            pending += children - found
            found |= children
    return found


_PROGRAM = """
import sys
from conformance.models.stress.context import StressSettings
from conformance.models.stress.models import load_models
from conformance.models.stress.modes import run_mode, select_modes
(mode,) = select_modes(sys.argv[1])
settings = StressSettings(100.0, threads=2, processes=2)
run_mode("reference", mode, load_models([]), settings)
"""


@pytest.mark.parametrize(
    "number", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
def test_no_process_and_no_file_remain_after_an_interruption(
    number: signal.Signals, tmp_path: Path
) -> None:
    mode = "multi-process-inference/kill-0"
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    program = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, mode], stderr=subprocess.DEVNULL, env=environment
    )
    try:
        limit = time.monotonic() + 60
        # The driver and two clients.
        while len(started := descendants(program.pid)) < 3 and time.monotonic() < limit:
            assert program.poll() is None
            time.sleep(0.05)
        assert len(started) >= 3
        os.kill(program.pid, number)
        program.wait(30)
        while (left := [one for one in started if process_name(one)]) and time.monotonic() < limit:
            time.sleep(0.05)
        assert left == []
        assert list(tmp_path.iterdir()) == []
    finally:
        program.kill()
        program.wait()
