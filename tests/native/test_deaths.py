"""The faulty sibling of the C driver, judged in supervised processes by two workers.

What a death is to be called is the system's word (the signal that a process of that kind dies of);
what must not change are the verdicts of the same library without a fault, in this process.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from conformance.harness import Kind, Verdict
from conformance.harness.events import read_events
from conformance.specfile import load
from conformance.specfile.casefile import CaseFile, write_case
from tests.native.conftest import Libraries
from tests.plugin.conftest import Folder

STRUCK = {
    "FLOOR": ("crash", {"SIGSEGV"}),
    "LOGISTIC": ("abort", {"SIGABRT"}),
    "RELU": ("fpe", {"SIGFPE"}),
    "RELU1": ("stack", {"SIGSEGV"}),
    "RELU6": ("heap", {"SIGABRT", "SIGBUS", "SIGSEGV"}),  # as the allocator finds out
    "TANH": ("exit", {3}),
    "SUB": ("kill", {"SIGKILL"}),
    "MUL": ("hang", set()),
    "DIV": ("spin", set()),
}
"""By operation: what befalls it, and the signals or exit status of that; a hang has none."""

UNARY = """
def unary(operation, number):
    x = Input("x", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
    y = Output("y", ("TENSOR_FLOAT32", [2]))
    model = Model("%s%d" % (operation, number)).Operation(operation, x).To(y)
    example = Example({x: [0, 0], y: RESULTS.get(operation, [0, 0])}, model=model)
    example.DisableLifeTimeVariation()

def binary(operation, number):
    x = Input("x", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
    y = Output("y", ("TENSOR_FLOAT32", [2]))
    model = Model("%s%d" % (operation, number)).Operation(operation, x, x, 0).To(y)
    example = Example({x: [2, 2], y: RESULTS[operation]}, model=model)
    example.DisableLifeTimeVariation()

RESULTS = {"LOGISTIC": [0.5, 0.5], "ADD": [4, 4], "SUB": [0, 0], "MUL": [4, 4], "DIV": [1, 1]}
"""


PATHS = ("async-fast", "async-fast-timed", "sync-fast", "sync-fast-timed")


def write_cases(folder: Folder, calls: str) -> None:
    """Case files along four plain paths, each of which executes once."""
    spec = folder.write("spec/calls.mod.py", UNARY + calls)
    (folder.path / "cases").mkdir()
    for example in load(spec):
        case = CaseFile(f"native/calls/{example.name}", example, PATHS)
        write_case(folder.path / "cases" / f"{example.name}.case", case)


def judged(folder: Folder, library: Path, *options: str, fault: str = "") -> list[Verdict]:
    """All verdicts; the terminal's words are left in ``out.txt``."""
    command = f"pytest --driver {library} --no-dump --events run.jsonl cases {' '.join(options)}"
    done = folder.command(command, NN_FAULT=fault)
    folder.write("out.txt", done.out)
    stream = read_events(folder.path / "run.jsonl")
    assert not stream.truncated, done.out[-3000:]
    return list(stream.verdicts)


def words(verdicts: list[Verdict]) -> dict[tuple[str, str], tuple[str, str, str]]:
    return {(v.case_id, v.path): (v.kind, v.rule, v.reason) for v in verdicts}


@pytest.mark.parametrize("stage", ["query", "prepare", "execute", "free"])
def test_every_kind_of_death_is_told_of_its_case_and_of_no_other(
    folder: Folder, libraries: Libraries, stage: str
) -> None:
    text = ""
    for operation in STRUCK:
        form = "binary" if operation in ("SUB", "MUL", "DIV") else "unary"
        text += f'binary("ADD", {len(text)})\n{form}("{operation}", 0)\n'
    write_cases(folder, text)
    sound = words(judged(folder, libraries.faulty))
    assert {kind for kind, _, _ in sound.values()} == {Kind.PASSED}
    fault = ",".join(f"{kind}:{name}@{stage}" for name, (kind, _) in STRUCK.items())
    limits = [f"--limit {one}=1" for one in ("query", "prepare", "execute", "free")]
    limits.append("--callback-timeout 1")
    found = judged(folder, libraries.faulty, "--isolate", "-n 2", *limits, fault=fault)
    assert words(found).keys() == sound.keys()
    spared = [verdict for verdict in found if not STRUCK.keys() & set(verdict.operations)]
    assert len(spared) == len(sound) / 2
    assert words(spared).items() <= sound.items()
    for operation, (kind, ends) in STRUCK.items():
        told = [v for v in found if v.operations == (operation,) and v.kind != Kind.PASSED]
        rules = {v.rule for v in told if "stage" not in v.details}
        assert rules <= {"callback.missing"}, rules  # launched, and stuck in a thread of its own
        assert {v.details["stage"] for v in told if "stage" in v.details} <= {stage}
        if stage != "free":  # there is nothing to free twice
            assert len(told) == 4
        assert {verdict.kind for verdict in told} == {Kind.CRASH if ends else Kind.HANG}, kind
        if ends:
            assert {v.details.get("signal", v.details.get("status")) for v in told} <= ends


def test_a_leak_is_told_and_changes_no_other_verdict(folder: Folder, libraries: Libraries) -> None:
    write_cases(folder, "".join(f'unary("FLOOR", {number})\n' for number in range(160)))
    found = judged(folder, libraries.faulty, "--isolate", fault="leak")
    kinds = Counter((verdict.kind, verdict.rule) for verdict in found)
    assert kinds == {(Kind.PASSED, ""): 640, (Kind.LEAK, "process.leak"): 1}


PAIRS = 250 if os.environ.get("NN_CONFORMANCE_FULL") else 8


def test_many_deaths_in_one_run_cost_no_other_verdict(folder: Folder, libraries: Libraries) -> None:
    """A thousand with NN_CONFORMANCE_FULL: each path of a struck case is a death."""
    pairs = (f'unary("FLOOR", {number})\nunary("RELU", {number})\n' for number in range(PAIRS))
    write_cases(folder, "".join(pairs))
    folder.timeout = 60.0 + 4 * PAIRS
    found = judged(folder, libraries.faulty, "--isolate", "-n 2", fault="crash:FLOOR")
    kinds = Counter((verdict.operations, verdict.kind, verdict.rule) for verdict in found)
    assert kinds == {
        (("FLOOR",), Kind.CRASH, "process.alive"): 4 * PAIRS,
        (("RELU",), Kind.PASSED, ""): 4 * PAIRS,
    }
    out = (folder.path / "out.txt").read_text()
    assert f"started again {4 * PAIRS} times" in out, out[-3000:]
