"""A new operation needs its definition and one spec file, and its code among the operation types.

The test copies the suite without its specs, adds these three, and runs the commands in the copy.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = 106

DEFINITION = '''
"""HALVE: half of each element."""

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.conditions import same_quantization
from conformance.operations.definition import Form, Kernel, OperationDefinition, tensor, up_to
from conformance.operations.elementwise import quantizer, unary
from conformance.operations.numerics import is_quantized, real
from conformance.operations.properties import MONOTONE, Cost, Properties, sample_unary


def _compile(call: Call) -> Kernel:
    view = call.primary
    if not is_quantized(view):
        return unary(lambda values: values / values.dtype.type(2))
    quantize = quantizer(call.output())
    return unary(lambda values: quantize(real(values, view) / 2))


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.HALVE,
        properties=Properties(
            MONOTONE,
            sample_unary(lambda low, high: (low / 2, high / 2), keeps_quantization=True),
            Cost.LOW,
        ),
        since=Version.AIDL_V3,
        primary="input",
        types=dict.fromkeys(
            (
                OperandType.TENSOR_FLOAT32,
                OperandType.TENSOR_QUANT8_ASYMM,
                OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
            ),
            Version.AIDL_V3,
        ),
        forms=(Form("default", (tensor("input", ranks=up_to(4)),), (1,)),),
        outputs=(tensor("output"),),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile,
        conditions=(same_quantization("input"),),
        doc="output = input / 2",
    ),
)
'''
SPEC = """
# HALVE: expected values by hand.
x = Input("x", ("TENSOR_FLOAT32", [4]))
y = Output("y", ("TENSOR_FLOAT32", [4]))
model = Model("real").IntroducedIn("AIDL_V3")
model.Operation("HALVE", x).To(y)
Example({x: [1.0, -3.0, 0.0, 8.5], y: [0.5, -1.5, 0.0, 4.25]}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [3], 0.5, 128))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [3], 0.5, 128))
model = Model("codes").IntroducedIn("AIDL_V3")
model.Operation("HALVE", x).To(y)
Example({x: [128, 132, 120], y: [128, 130, 124]}, model=model)
"""
DOCUMENTATION = """
import sys
from nn_conformance import main

for arguments in (["rules", "HALVE.*"], ["describe", "reference"], ["coverage", "--json"]):
    sys.argv = ["nn-conformance", *arguments]
    print("===")
    main()
"""
RANDOM_GRAPHS = """
from conformance.hal import OperationType, Version
from generators.generate import build_graph
from generators.profiles import PROFILES

graphs = [build_graph(PROFILES["tiny"], seed, Version.AIDL_V3) for seed in range(300)]
print(sum(made.type is OperationType.HALVE for graph in graphs for made in graph.operations))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the suite with the new operation as the only one that has specs."""
    folder = tmp_path_factory.mktemp("suite")
    for package in ("conformance", "generators", "fuzz"):
        ignored = shutil.ignore_patterns("__pycache__", "_specs")
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    for file in ("nn_conformance.py", "conftest.py"):
        shutil.copy(ROOT / file, folder)
    types = folder / "conformance" / "hal" / "types.py"
    text = types.read_text(encoding="utf-8")
    member = "    OEM_OPERATION = "
    assert text.count(member) == 1
    types.write_text(text.replace(member, f"    HALVE = {CODE}\n{member}"), encoding="utf-8")
    (folder / "conformance" / "operations" / "halve.py").write_text(DEFINITION, encoding="utf-8")
    specs = folder / "specs" / "AIDL_V3"
    specs.mkdir(parents=True)
    (specs / "halve.mod.py").write_text(SPEC, encoding="utf-8")
    return folder


def run_python(folder: Path, *arguments: str) -> str:
    """Run Python in the folder and return what it prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert not done.stderr, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def passed(copy: Path) -> Counter[str]:
    """The number of cases that passed in one run, by the first part of the case id."""
    patterns = ("AIDL_V3/halve/*", "suite/invalid_models/HALVE", "random/*")
    cases = [text for pattern in patterns for text in ("--case", pattern)]
    profile = ("--random-graphs", "10", "--random-profile", "tiny,operations=HALVE")
    run = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--driver", "reference")
    output = run_python(copy, *run, *cases, *profile, "--events", "events.jsonl")
    events = map(json.loads, (copy / "events.jsonl").read_text(encoding="utf-8").splitlines())
    verdicts = [event for event in events if event["event"] == "verdict"]
    assert {verdict["kind"] for verdict in verdicts} == {"passed"}, output
    case_ids = {verdict["case_id"] for verdict in verdicts}
    return Counter(case_id.partition("/")[0] for case_id in case_ids)


def test_its_examples_are_valid_and_executed(passed: Counter[str]) -> None:
    assert passed["AIDL_V3"] >= 2


def test_it_is_mutated(passed: Counter[str], copy: Path) -> None:
    assert passed["suite"] == 1
    text = (copy / "events.jsonl").read_text(encoding="utf-8")
    assert "HALVE.output_quantization" in text


def test_random_graphs_of_it_pass(passed: Counter[str]) -> None:
    assert passed["random"] == 10


def test_random_graphs_contain_it(copy: Path) -> None:
    assert int(run_python(copy, "-c", RANDOM_GRAPHS)) > 5


def test_it_has_coverage_cells_and_is_documented(copy: Path) -> None:
    rules, support, coverage = run_python(copy, "-c", DOCUMENTATION).split("===\n")[1:]
    assert "HALVE.output_quantization: the output has the same scale" in rules
    assert "HALVE" in support
    cells = [cell for cell in json.loads(coverage)["cells"] if cell["operation"] == "HALVE"]
    assert {cell["type"] for cell in cells} >= {"TENSOR_FLOAT32", "TENSOR_QUANT8_ASYMM"}
    assert any(cell["examples"] for cell in cells)
