"""Crashes of the example driver's faulty variant, in isolated processes of two workers.

The operating system defines how a crash is reported (the signal that terminates such a process).
The expected verdicts of all other cases are those of the same library without a fault, in this
process.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from conformance.cases import load_examples
from conformance.cases.casefile import Case, write_case
from conformance.results.event_stream import read_events
from conformance.verdicts import Verdict, VerdictKind
from tests.native.conftest import Libraries
from tests.plugin.conftest import UserFolder

FAULTS = {
    "FLOOR": ("crash", {"SIGSEGV"}),
    "LOGISTIC": ("abort", {"SIGABRT"}),
    "RELU": ("fpe", {"SIGFPE"}),
    "RELU1": ("stack", {"SIGSEGV"}),
    "RELU6": ("heap", {"SIGABRT", "SIGBUS", "SIGSEGV"}),  # depends on the allocator
    "TANH": ("exit", {3}),
    "SUB": ("kill", {"SIGKILL"}),
    "MUL": ("hang", set()),
    "DIV": ("spin", set()),
}
"""The fault of each operation, and the signals or exit status it may end with; none for a hang."""

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


def write_cases(folder: UserFolder, calls: str) -> None:
    """Write case files with four plain paths, each of which executes the model once."""
    spec = folder.write("spec/calls.mod.py", UNARY + calls)
    (folder.path / "cases").mkdir()
    for example in load_examples(spec):
        case = Case(f"native/calls/{example.name}", example, PATHS)
        write_case(folder.path / "cases" / f"{example.name}.case", case)


def run_cases(folder: UserFolder, library: Path, *options: str, fault: str = "") -> list[Verdict]:
    """Run the cases and return all verdicts; the terminal output is written to ``out.txt``."""
    command = f"pytest --driver {library} --dump=:0 --events run.jsonl cases {' '.join(options)}"
    done = folder.command(command, NN_FAULT=fault)
    folder.write("out.txt", done.out)
    stream = read_events(folder.path / "run.jsonl")
    assert not stream.truncated, done.out[-3000:]
    return list(stream.verdicts)


def summarize(verdicts: list[Verdict]) -> dict[tuple[str, str], tuple[str, str, str]]:
    return {(v.case_id, v.path): (v.kind, v.rule, v.reason) for v in verdicts}


@pytest.mark.slow
@pytest.mark.parametrize("stage", ["query", "prepare", "execute", "free"])
def test_every_kind_of_crash_is_reported_for_its_case_only(
    folder: UserFolder, libraries: Libraries, stage: str
) -> None:
    text = ""
    for operation in FAULTS:
        arity = "binary" if operation in ("SUB", "MUL", "DIV") else "unary"
        text += f'binary("ADD", {len(text)})\n{arity}("{operation}", 0)\n'
    write_cases(folder, text)
    without_fault = summarize(run_cases(folder, libraries.faulty))
    assert {kind for kind, _, _ in without_fault.values()} == {VerdictKind.PASSED}
    fault = ",".join(f"{kind}:{name}@{stage}" for name, (kind, _) in FAULTS.items())
    limits = [f"--limit {call}=1" for call in ("query", "prepare", "execute", "free")]
    limits.append("--limit callback=1")
    verdicts = run_cases(folder, libraries.faulty, "--isolate", "-n 2", *limits, fault=fault)
    assert summarize(verdicts).keys() == without_fault.keys()
    unaffected = [verdict for verdict in verdicts if not FAULTS.keys() & set(verdict.operations)]
    assert len(unaffected) == len(without_fault) / 2
    assert summarize(unaffected).items() <= without_fault.items()
    for operation, (kind, expected_ends) in FAULTS.items():
        failures = [
            v for v in verdicts if v.operations == (operation,) and v.kind != VerdictKind.PASSED
        ]
        rules = {v.rule for v in failures if "stage" not in v.details}
        assert rules <= {"callback.missing"}, rules  # the execution hangs after its launch
        assert {v.details["stage"] for v in failures if "stage" in v.details} <= {stage}
        if stage != "free":  # the prepared model of a case is freed only once
            assert len(failures) == 4
        assert {verdict.kind for verdict in failures} == {
            VerdictKind.CRASH if expected_ends else VerdictKind.HANG
        }, kind
        if expected_ends:
            assert {
                v.details.get("signal", v.details.get("status")) for v in failures
            } <= expected_ends


@pytest.mark.slow
def test_leak_is_reported_and_changes_no_other_verdict(
    folder: UserFolder, libraries: Libraries
) -> None:
    write_cases(folder, "".join(f'unary("FLOOR", {number})\n' for number in range(160)))
    verdicts = run_cases(folder, libraries.faulty, "--isolate", fault="leak")
    kinds = Counter((verdict.kind, verdict.rule) for verdict in verdicts)
    assert kinds == {(VerdictKind.PASSED, ""): 640, (VerdictKind.LEAK, "process.leak"): 1}


PAIRS = 250 if os.environ.get("NN_CONFORMANCE_FULL") else 8


@pytest.mark.slow
def test_many_crashes_in_one_run_change_no_other_verdict(
    folder: UserFolder, libraries: Libraries
) -> None:
    """With NN_CONFORMANCE_FULL, a thousand crashes: one per path of an affected case."""
    pairs = (f'unary("FLOOR", {number})\nunary("RELU", {number})\n' for number in range(PAIRS))
    write_cases(folder, "".join(pairs))
    folder.timeout = 120.0 + 8 * PAIRS
    verdicts = run_cases(folder, libraries.faulty, "--isolate", "-n 2", fault="crash:FLOOR")
    kinds = Counter((verdict.operations, verdict.kind, verdict.rule) for verdict in verdicts)
    assert kinds == {
        (("FLOOR",), VerdictKind.CRASH, "process.alive"): 4 * PAIRS,
        (("RELU",), VerdictKind.PASSED, ""): 4 * PAIRS,
    }
    out = (folder.path / "out.txt").read_text()
    assert f"started again {4 * PAIRS} times" in out, out[-3000:]
