"""A new operation needs its definition and one spec file, and its code among the operation types.

The tests copy the suite without its specs, add these three, and run the commands in the copy.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

BLEND = '''
"""BLEND: weighted mean of two tensors."""

from conformance.operations import toolkit as op


def _different_shapes(call: op.Call) -> str | None:
    first, second = call.shape("first"), call.shape("second")
    return None if first == second else f"the shapes are {first} and {second}"


def _compile(call: op.Call) -> op.Kernel:
    weight = call.scalar("weight")
    return lambda inputs: (
        (inputs[0] * (1 - weight) + inputs[1] * weight).astype(inputs[0].dtype),
    )


DEFINITIONS = (
    op.OperationDefinition(
        type=op.OperationType.BLEND,
        properties=op.Properties(
            op.IntervalBehavior(op.IntervalRule.EXTREME_AT_CORNERS),
            op.Sampling(
                "elementwise.same_shape",
                lambda low, high: (low, high),
                scalars={"weight": (0.0, 0.25, 1.0)},
            ),
            op.Cost.AVERAGE,
        ),
        primary="first",
        types={op.OperandType.TENSOR_FLOAT32: op.Version.AIDL_V3},
        forms=op.one_form(
            op.tensor("first", ranks=op.ranks(2, 3)),
            op.tensor("second"),
            op.scalar("weight", op.OperandType.FLOAT32),
        ),
        outputs=(op.tensor("output"),),
        shapes=lambda call: (call.shape("first"),),
        compile=_compile,
        conditions=(
            op.Condition("shapes", _different_shapes, "both inputs have the same shape"),
        ),
        doc="output = first * (1 - weight) + second * weight",
    ),
)
'''
BLEND_SPEC = """
# BLEND: expected values by hand.
x = Input("x", ("TENSOR_FLOAT32", [1, 2]))
y = Input("y", ("TENSOR_FLOAT32", [1, 2]))
z = Output("z", ("TENSOR_FLOAT32", [1, 2]))
model = Model("quarter").IntroducedIn("AIDL_V3")
model.Operation("BLEND", x, y, Float32Scalar("w", 0.25)).To(z)
Example({x: [1.0, -4.0], y: [5.0, 0.0], z: [2.0, -3.0]}, model=model)
"""
DOCUMENTATION = """
import sys
from conformance.cases import SpecIndex, bundled_specs
from conformance.coverage import legal_cells, observe
from conformance.validation import all_rules
from nn_conformance import main

print(*(f"{name}: {rule.summary}" for name, rule in all_rules().items()), sep="\\n")
print("===")
index, cells = SpecIndex(), {cell.key for cell in legal_cells()}
for file in bundled_specs().rglob("*.mod.py"):
    for info in index.names(file):
        print(*(key[0] for key in cells & set(observe(index.load(file, info.name)).keys)))
print("===")
sys.argv = ["nn-conformance", "describe", "reference"]
main()
"""
RANDOM_GRAPHS = """
import json
from collections import Counter
from conformance.hal import Version
from generators.generate import build_graph
from generators.construction.profiles import PROFILES

graphs = [build_graph(PROFILES["tiny"], seed, Version.AIDL_V3) for seed in range(300)]
print(json.dumps(Counter(made.type.name for graph in graphs for made in graph.operations)))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the suite with the new operation as the only one that has specs."""
    folder = tmp_path_factory.mktemp("suite")
    for package in ("conformance", "generators", "fuzz"):
        ignored = shutil.ignore_patterns("__pycache__", "_specs")
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    for file in ("nn_conformance.py", "nn_conformance_options.py", "conftest.py"):
        shutil.copy(ROOT / file, folder)
    types = folder / "conformance" / "hal" / "types.py"
    text, member = types.read_text(encoding="utf-8"), "    OEM_OPERATION = "
    assert text.count(member) == 1
    (folder / "specs" / "AIDL_V3").mkdir(parents=True)
    text = text.replace(member, f"    BLEND = 106\n{member}")
    module = folder / "conformance" / "operations" / "blend.py"
    module.write_text(BLEND, encoding="utf-8")
    (folder / "specs" / "AIDL_V3" / "blend.mod.py").write_text(BLEND_SPEC, encoding="utf-8")
    types.write_text(text, encoding="utf-8")
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


def test_it_is_tested_mutated_and_part_of_random_graphs(copy: Path) -> None:
    patterns = ("AIDL_V3/*", "suite/invalid_models/BLEND", "random/*")
    cases = [text for pattern in patterns for text in ("--case", pattern)]
    profile = ("--random-graphs", "20:tiny,operations=BLEND")
    run = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--driver", "reference")
    output = run_python(copy, *run, *cases, *profile, "--events", "events.jsonl")
    text = (copy / "events.jsonl").read_text(encoding="utf-8")
    events = map(json.loads, text.splitlines())
    verdicts = [event for event in events if event["event"] == "verdict"]
    assert {verdict["kind"] for verdict in verdicts} == {"passed"}, output
    passed = {verdict["case_id"] for verdict in verdicts}
    assert {"AIDL_V3/blend/blend_quarter", "suite/invalid_models/BLEND"} <= passed
    assert "BLEND.shapes" in text
    assert sum(case_id.startswith("random/") for case_id in passed) == 20
    assert "BLEND" in json.loads(run_python(copy, "-c", RANDOM_GRAPHS))


def test_its_rules_its_cells_and_its_support_are_documented(copy: Path) -> None:
    rules, cells, support = run_python(copy, "-c", DOCUMENTATION).split("===\n")
    assert "BLEND.shapes: both inputs have the same shape" in rules
    assert "BLEND" in cells.split()
    assert "BLEND" in support


@pytest.mark.slow
@pytest.mark.parametrize(
    ("package", "engine", "lowering"),
    [
        ("tflite", "ai_edge_litert", "TfliteLowering"),
        ("onnx", "onnxruntime", "OnnxLowering"),
    ],
)
def test_other_engines_decline_it(copy: Path, package: str, engine: str, lowering: str) -> None:
    pytest.importorskip(engine)
    code = (
        f"from conformance.engines.{package}.translation import {lowering}; from conformance.hal "
        f"import OperationType; print({lowering}.why_missing(OperationType.BLEND))"
    )
    assert run_python(copy, "-c", code) == "this driver has no translation of the operation\n"
