"""A new operation needs its definition and one spec file, and its code among the operation types.

The test copies the suite without its specs, adds these three, and runs the commands in the copy.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
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
            (OperandType.TENSOR_FLOAT32, OperandType.TENSOR_QUANT8_ASYMM), Version.AIDL_V3
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
RANDOM_GRAPHS = """
from collections import Counter
from conformance.hal import OperationType, Version
from conformance.reference import create_device
from generators.generate import build_graph
from generators.graph_judge import GraphJudge
from generators.profiles import PROFILES

found = Counter()
for seed in range(400):
    found.update(op.type.name for op in build_graph(PROFILES["tiny"], seed, Version.AIDL_V3).operations)
print(found["HALVE"])
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the suite with the new operation as the only one that has specs."""
    folder = tmp_path_factory.mktemp("suite")
    for package in ("conformance", "generators", "fuzz"):
        ignored = shutil.ignore_patterns("__pycache__", "*.so")
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    for file in ("nn_conformance.py", "conftest.py"):
        shutil.copy(ROOT / file, folder)
    types = folder / "conformance" / "hal" / "types.py"
    text = types.read_text(encoding="utf-8")
    types.write_text(
        re.sub(r"(class OperationType.*?\n    OEM_OPERATION)", rf"\1", text, flags=re.S).replace(
            "    OEM_OPERATION =", f"    HALVE = {CODE}\n    OEM_OPERATION =", 1
        ),
        encoding="utf-8",
    )
    (folder / "conformance" / "operations" / "halve.py").write_text(DEFINITION, encoding="utf-8")
    specs = folder / "specs" / "AIDL_V3"
    specs.mkdir(parents=True)
    (specs / "halve.mod.py").write_text(SPEC, encoding="utf-8")
    return folder
