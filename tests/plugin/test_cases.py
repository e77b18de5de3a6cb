"""Cases on the command line: selection, reports of failures and reproduction."""

from __future__ import annotations

import re

import pytest

from tests.plugin.conftest import SMALL, UserFolder


@pytest.mark.parametrize(
    ("arguments", "collected"),
    [
        ("V1_0/floor/floor_rank_1", ["V1_0/floor.mod.py::floor_rank_1"]),
        ("V1_0/floor.mod.py::floor_rank_1", ["V1_0/floor.mod.py::floor_rank_1"]),
        (
            "V1_0/floor/floor_rank_2 V1_0/relu/relu_rank_1 V1_0/floor/floor_rank_2",
            ["V1_0/floor.mod.py::floor_rank_2", "V1_0/relu.mod.py::relu_rank_1"],
        ),
        ("stress/low-memory 'stress/low-*'", ["stress/low-memory"]),
        ("--rootdir . ../elsewhere/far.mod.py", ["../elsewhere/far.mod.py::far_one"]),
        ("V1_0/floor/floor_rank_1 mine --case 'mine/*/*relu*'", ["mine/small.mod.py::small_relu"]),
        ("mine/small.mod.py::small_one", ["mine/small.mod.py::small_one"]),
        (
            "--case 'V1_0/floor/floor_rank_?'",
            [f"V1_0/floor.mod.py::floor_rank_{n}" for n in (1, 2, 3, 4)],
        ),
        (
            "mine --case mine/small/small_one --case mine/small/small_four",
            ["mine/small.mod.py::small_one", "mine/small.mod.py::small_four"],
        ),
    ],
)
def test_selection(folder: UserFolder, arguments: str, collected: list[str]) -> None:
    far = folder.path.parent / "elsewhere" / "far.mod.py"
    far.parent.mkdir(exist_ok=True)
    far.write_text(SMALL.partition('floor("three"')[0], encoding="utf-8")
    done = folder.command(f"pytest --driver reference --collect-only -q {arguments}")
    assert done.code == 0, done.out
    listed = [line for line in done.out.splitlines() if "/" in line and " " not in line]
    assert len(listed) == len(collected), done.out
    for line, wanted in zip(listed, collected, strict=True):
        assert line == wanted


def test_a_failure_can_be_run_again(folder: UserFolder) -> None:
    done = folder.command("pytest -v --driver drivers.py:Rounds mine")
    assert (done.code, done.count("failed")) == (1, 3)
    (again,) = re.findall(r"^run: (pytest .*small_four.*)$", done.out, re.MULTILINE)
    repeated = folder.command(again)
    assert (repeated.code, repeated.count("failed"), repeated.count("passed")) == (1, 1, 0)
    assert "FAILED mine/small/small_four along sync-" in repeated.out


def test_a_spec_without_end_fails_and_the_others_run(folder: UserFolder) -> None:
    folder.write("mine/endless.mod.py", "a = 1\nwhile True:\n    a += 1\n")
    done = folder.command("pytest --driver reference --limit spec=0.5 mine")
    assert (done.code, done.count("passed"), done.count("failed")) == (1, 4, 1), done.out


SIGNED_OFF = """
import numpy as np

from conformance.hal import OperandType
from conformance.reference import ReferenceDevice


class SignedOff(ReferenceDevice):
    def compile_call(self, call):
        kernel = super().compile_call(call)
        if call.outputs[0].type != OperandType.TENSOR_QUANT8_ASYMM_SIGNED:
            return kernel
        return lambda inputs: [np.clip(kernel(inputs)[0] // 2, -128, 127).astype(np.int8)]
"""
QUANTIZED = """
x = Input("x", ("TENSOR_QUANT8_ASYMM", [3], 0.5, 100)).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_QUANT8_ASYMM", [3], 0.5, 100))
Example({x: [0, 100, 200], y: [100, 100, 200]}, model=Model("r").Operation("RELU", x).To(y))
"""


def test_a_failure_of_the_signed_form_alone_is_reported_and_can_be_run_again(
    folder: UserFolder,
) -> None:
    folder.write("signed.py", SIGNED_OFF)
    folder.write("mine/quantized.mod.py", QUANTIZED)
    command = "pytest --driver signed.py:SignedOff mine/quantized.mod.py"
    done = folder.command(f"{command} --coupling off")
    assert done.count("failed") == 0
    done = folder.command(command)
    assert done.count("failed") == 1, done.out
    assert re.search(r"FAILED mine/quantized/\S+ along coupled-", done.out)
    dumped = sorted((folder.path / "nn-failures").rglob("*.case"))
    again = folder.command(f"pytest --driver signed.py:SignedOff {dumped[0]}")
    assert again.count("failed") == 1, again.out
