"""Verdicts on the example driver: all that it supports passes, in both forms of the interface."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from conformance.cases import bundled_specs, load_examples
from conformance.drivers.native import open_library
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import default_paths
from conformance.results.event_stream import read_events
from conformance.validation import validate_model
from conformance.verdicts import VerdictKind
from tests.native.conftest import EXAMPLE, PLAIN_SOURCES, Build, Libraries
from tests.plugin.conftest import UserFolder
from tests.whole_runs import WORKERS

OPERATIONS = (
    "ADD",
    "AVERAGE_POOL_2D",
    "CONCATENATION",
    "CONV_2D",
    "DEPTHWISE_CONV_2D",
    "DEQUANTIZE",
    "DIV",
    "FLOOR",
    "FULLY_CONNECTED",
    "L2_POOL_2D",
    "LOGISTIC",
    "MAX_POOL_2D",
    "MEAN",
    "MUL",
    "PAD",
    "RELU",
    "RELU1",
    "RELU6",
    "RESHAPE",
    "SOFTMAX",
    "SQUEEZE",
    "SUB",
    "TANH",
    "TRANSPOSE",
)
STEPS = (80, pytest.param(10, marks=pytest.mark.slow))
"""Of each file, every eightieth or tenth example is run; ``tox -e native`` runs all."""


def specs() -> list[Path]:
    """Return the spec files of the example's operations, and one of an unsupported operation."""
    found = [
        path
        for path in sorted(bundled_specs().glob("V1_[01]/*.mod.py"))
        if path.name.split(".")[0].upper().startswith(OPERATIONS)
    ]
    return [*found, bundled_specs() / "V1_0" / "lsh_projection.mod.py"]


def test_operation_list_matches_c_sources() -> None:
    text = (EXAMPLE / "operations.c").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^ +OPERATION\((\w+),", text, re.MULTILINE)) == OPERATIONS


def verdicts(library: Path, step: int) -> dict[tuple[str, str], tuple[str, str, str]]:
    device = open_library(library)
    judge = Judge(device)
    found = {}
    for path in specs():
        for example in load_examples(path)[::step]:
            if validate_model(example.model, device.version):
                continue  # a model of a newer version, which a run does not send to this driver
            case_id = f"{path.parent.name}/{path.name}/{example.name}"
            for verdict in judge.judge(example, case_id, default_paths(device.version, case_id)):
                key = (verdict.case_id, verdict.path)
                found[key] = (str(verdict.kind), verdict.rule, ", ".join(verdict.operations))
    assert judge.close() == []
    return found


@pytest.mark.parametrize("step", STEPS)
def test_supported_cases_pass_and_both_forms_agree(libraries: Libraries, step: int) -> None:
    functions, table = verdicts(libraries.example, step), verdicts(libraries.example_sl, step)
    assert functions == table
    kinds = Counter(kind for kind, _, _ in functions.values())
    assert set(kinds) == {str(VerdictKind.PASSED), str(VerdictKind.DECLINED)}
    assert kinds[str(VerdictKind.PASSED)] > 2500 // step
    passed = {names for kind, _, names in functions.values() if kind == VerdictKind.PASSED}
    assert {name for names in passed for name in names.split(", ")} == set(OPERATIONS)


def test_wrong_result_is_detected(compiler: str, tmp_path: Path) -> None:
    """Build the driver with ``floor`` replaced by ``round``."""
    changed = tmp_path / "libround.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-w", "-Dfloor=round", "-D_GNU_SOURCE", "-o", changed]
        + [str(EXAMPLE / f"{name}.c") for name in PLAIN_SOURCES]
        + ["-lm"],
        check=True,
    )
    path = bundled_specs() / "V1_0" / "floor.mod.py"
    device = open_library(changed)
    judge = Judge(device)
    example = load_examples(path)[0]
    (verdict, *_) = judge.judge(example, "V1_0/floor/x", default_paths(device.version, "x"))
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "values")


@pytest.mark.parametrize(
    ("fault", "expected_text"),
    [
        ("crash:FLOOR", "died of SIGSEGV"),
        pytest.param(
            "abort:FLOOR@query",
            "died of SIGABRT during get_supported_operations",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "exit:FLOOR@prepare",
            "ended with exit status 3 during prepare_model",
            marks=pytest.mark.slow,
        ),
        ("hang:FLOOR@query", "get_supported_operations did not return within 2 s"),
    ],
)
@WORKERS
def test_fault_affects_only_its_cases(
    folder: UserFolder,
    libraries: Libraries,
    fault: str,
    expected_text: str,
    workers: tuple[str, ...],
) -> None:
    done = folder.command(
        f"pytest --driver {libraries.faulty} --isolate --limit query=2 {' '.join(workers)} "
        "--dump=:0 --events run.jsonl mine",
        NN_FAULT=fault,
    )
    kinds = {}
    for verdict in read_events(folder.path / "run.jsonl").verdicts:
        kinds.setdefault(verdict.case_id, set()).add(str(verdict.kind))
        if "small_relu" not in verdict.case_id:
            assert expected_text in verdict.reason or "not executed, because" in verdict.reason
    fault_kind = "hang" if fault.startswith("hang") else "crash"
    assert len(kinds) == 4
    assert {name: kind for name, kind in kinds.items() if kind != {fault_kind}} == {
        "mine/small/small_relu": {"passed"}
    }, done.out


def test_faulty_library_without_fault_passes(folder: UserFolder, libraries: Libraries) -> None:
    done = folder.command(f"pytest --driver {libraries.faulty_sl} mine")
    assert (done.code, done.count("passed")) == (0, 4), done.out


def test_fault_at_start_ends_run_with_error(folder: UserFolder, libraries: Libraries) -> None:
    done = folder.command(
        f"pytest --driver {libraries.faulty} --isolate mine", NN_FAULT="crash@start"
    )
    assert done.code == 4, done.out
    assert "SIGSEGV" in done.out


UNKNOWN_CODE = """
#undef ANeuralNetworksExecution_compute
int ANeuralNetworksExecution_compute(void *execution) { return 9999; }
"""


def test_an_undefined_code_of_any_execution_is_stated(build: Build) -> None:
    sources = [str(EXAMPLE / f"{name}.c") for name in PLAIN_SOURCES]
    flags = "-D_GNU_SOURCE", "-DANeuralNetworksExecution_compute=right_compute", "-lm"
    judge = Judge(open_library(build(UNKNOWN_CODE, "libmade.so", *sources, *flags)))
    example = load_examples(bundled_specs() / "V1_0" / "add.mod.py")[0]
    found = judge.judge(example, "V1_0/add/add", default_paths(judge.version, "V1_0/add/add"))
    judge.close()
    assert {verdict.path.split("-")[0] for verdict in found} == {"async", "sync"}
    text = "ANeuralNetworksExecution_compute returned 9999, which is not a result code"
    assert all(text in verdict.reason for verdict in found)
