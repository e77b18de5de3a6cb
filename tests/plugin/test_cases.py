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
    listed = [line for line in done.out.splitlines() if "::" in line]
    assert len(listed) == len(collected), done.out
    for line, wanted in zip(listed, collected, strict=True):
        assert line == wanted


def test_a_case_that_does_not_exist_is_named(folder: UserFolder) -> None:
    done = folder.command("pytest --driver reference V1_0/floor/floor_rank_9")
    assert done.code == 4
    assert "floor_rank_9" in done.out


def test_a_failure_can_be_read_and_run_again(folder: UserFolder) -> None:
    done = folder.command("pytest --driver drivers.py:Rounds mine")
    assert done.code == 1
    assert done.count("failed") == 3
    assert "FAILED mine/small/small_one along sync-" in done.out
    assert "rule: values" in done.out
    assert "FLOOR (operation 0): 1 of 1 values wrong" in done.out
    assert "expected 1, got 2" in done.out
    assert "cases: 3 failed, 1 passed" in done.out
    again = re.findall(r"^  (pytest .*small_four.*)$", done.out, re.MULTILINE)
    assert len(again) == 1, done.out
    repeated = folder.command(again[0])
    assert repeated.code == 1
    assert repeated.count("failed") == 1
    assert repeated.count("passed") == 0
    assert "FAILED mine/small/small_four along sync-" in repeated.out


def test_a_failure_in_the_bundled_specs_can_be_run_again(folder: UserFolder) -> None:
    done = folder.command("pytest --driver drivers.py:Rounds V1_0/floor/floor_rank_2")
    (again,) = re.findall(r"^  (pytest .*)$", done.out, re.MULTILINE)
    repeated = folder.command(again)
    assert repeated.count("failed") == 1, repeated.out
    assert "V1_0/floor/floor_rank_2 " in repeated.out


def test_declined_cases_are_counted_with_operation_and_reason(folder: UserFolder) -> None:
    done = folder.command("pytest --driver drivers.py:FloorOnly mine")
    assert done.code == 0
    assert "3 passed" in done.summary
    assert "1 declined" in done.summary
    assert re.search(r"declined for RELU: 1 cases?, for instance: unsupported: RELU", done.out)
    assert "declined for FLOOR" not in done.out


def test_a_case_for_newer_drivers_is_not_asked_of_an_older_one(folder: UserFolder) -> None:
    """A case for a newer HAL version than the driver declares is not applicable."""
    done = folder.command("pytest --driver drivers.py:Old --case 'V1_0/floor/floor_rank_1*'")
    assert done.code == 0, done.out
    assert re.search(r"not_applicable: \d+ cases, for instance: the case needs HAL", done.out)
    assert re.search(r"the case needs HAL 1\.\d, the driver declares 1\.0", done.out)
    assert done.count("failed") == 0
    assert done.count("passed") > 0


def test_output_of_the_driver_does_not_disturb_the_run(folder: UserFolder) -> None:
    """The output of a driver does not appear in the output of a run that passes."""
    done = folder.command("pytest --driver drivers.py:Prints mine")
    assert done.code == 0, done.out
    assert "chatter" not in done.out
    assert done.count("passed") == 4


def test_a_driver_that_raises_is_an_invalid_answer_and_the_run_goes_on(folder: UserFolder) -> None:
    done = folder.command("pytest --driver drivers.py:RaisesWhenAsked mine")
    assert done.count("failed") == 3
    assert done.count("passed") == 1
    assert "INVALID_ANSWER mine/small/small_one" in done.out
    assert "get_supported_operations raised KeyError: 'no table for FLOOR'" in done.out


X = 'x = Input("x", ("{}", [{}])).ShouldNeverBeInternal()\n'
Y = 'y = Output("y", ("TENSOR_FLOAT32", [{}]))\n'
FLOAT = "TENSOR_FLOAT32"
BROKEN = {
    "operation": (
        X.format(FLOAT, 1)
        + Y.format(1)
        + 'Example({x: [1], y: [1]}, model=Model().Operation("FLOR", x).To(y))\n',
        3,
        "FLOR",
    ),
    "type": (
        X.format("TENSOR_FLOAT31", 1)
        + Y.format(1)
        + 'Example({x: [1], y: [1]}, model=Model().Operation("FLOOR", x).To(y))\n',
        1,
        "TENSOR_FLOAT31",
    ),
    "data": (
        X.format(FLOAT, 3)
        + Y.format(3)
        + 'model = Model().Operation("FLOOR", x).To(y)\n'
        + "Example({x: [1, 2], y: [1, 2, 3]}, model=model)\n",
        4,
        "operand 'x' has 2 values",
    ),
    "raises": ("a = 1\n\nb = a / 0\n", 3, "ZeroDivisionError"),
    "syntax": ("a = 1\nb = = 2\n", 2, "not valid Python"),
    "endless": ("a = 1\nwhile True:\n    a += 1\n", 0, "still running after 0.5 s"),
}
"""Spec files with one mistake each: content, expected line number (0: none), expected text."""


def test_a_broken_spec_is_named_with_its_line_and_the_others_run(folder: UserFolder) -> None:
    for name, (text, _, _) in BROKEN.items():
        folder.write(f"mine/broken_{name}.mod.py", text)
    done = folder.command("pytest --driver reference --spec-time-limit 0.5 mine")
    assert done.code == 1, done.out
    assert done.count("passed") == 4
    assert done.count("failed") == len(BROKEN)
    assert "INTERNALERROR" not in done.out
    for name, (_, line, message) in BROKEN.items():
        place = f"broken_{name}.mod.py:{line}" if line else f"broken_{name}.mod.py:"
        found = [text for text in done.out.splitlines() if place in text and message in text]
        assert found, f"{name}: {done.out}"


def test_a_spec_without_an_example_fails_and_the_others_run(folder: UserFolder) -> None:
    folder.write("mine/hollow.mod.py", "# nothing yet\nmodel = Model()\n")
    done = folder.command("pytest --driver reference mine")
    assert done.code == 1, done.out
    assert (done.count("passed"), done.count("failed")) == (4, 1)
    assert "INTERNAL_ERROR mine/hollow/empty" in done.out
    assert "rule: spec.empty" in done.out
    assert "hollow.mod.py: the file declares no Example" in done.out


def test_a_spec_without_an_example_has_an_id_that_can_be_typed(folder: UserFolder) -> None:
    folder.write("mine/hollow.mod.py", "")
    done = folder.command("pytest --driver reference mine --case mine/hollow/empty")
    assert (done.code, done.count("failed"), done.count("passed")) == (1, 1, 0), done.out


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
    assert "coupling: no case also ran with signed 8-bit data (--coupling off)" in done.out
    done = folder.command(command)
    assert done.count("failed") == 1, done.out
    assert (
        "coupling: 1 case also ran with signed 8-bit data; the driver declined or refused that form"
        " of 0 cases (--coupling default"
    ) in done.out
    assert re.search(r"FAILED mine/quantized/\S+ along coupled-", done.out)
    dumped = sorted((folder.path / "nn-failures").rglob("*.case"))
    again = folder.command(f"pytest --driver signed.py:SignedOff {dumped[0]}")
    assert again.count("failed") == 1, again.out


LACKING = """
from conformance.hal import OperandType, OperationType
from conformance.reference import ReferenceDevice


class NoSignedRelu(ReferenceDevice):
    def supported_operations(self, model):
        signed = OperandType.TENSOR_QUANT8_ASYMM_SIGNED
        return [
            o.type != OperationType.RELU6 or model.main.operands[o.inputs[0]].type != signed
            for o in model.main.operations
        ]
"""


def test_the_bundled_specs_show_an_operation_without_its_signed_form(folder: UserFolder) -> None:
    """The bundled specs reveal an operation that lacks the signed 8-bit type.

    From HAL 1.3 on, a driver that supports an operation with TENSOR_QUANT8_ASYMM must support it
    with TENSOR_QUANT8_ASYMM_SIGNED.
    """
    folder.write("lacking.py", LACKING)
    done = folder.command("pytest --driver lacking.py:NoSignedRelu --case V1_0/relu*")
    assert done.code == 1
    assert "failed (coupling.support)" in done.out
    failed = set(re.findall(r"FAILED (V1_0/\S+) along coupled-", done.out))
    assert failed
    assert all("relu6" in case for case in failed)
