"""Messages about a ``SimpleDriver`` whose ``run`` returns something wrong or raises.

The expected texts are written by hand from the faulty driver below.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples/simple_driver/array_driver.py"

FAULTY = """\
import numpy as np
from conformance.hal import OperandType, OperationType as O
from conformance.support import SimpleDriver

class Faulty(SimpleDriver):
    name = "faulty"

    def supports(self, operation):
        return operation.inputs[0].type == OperandType.TENSOR_FLOAT32 and operation.type in (
            O.FLOOR, O.RELU, O.ADD, O.LOGISTIC, O.ABS, O.NEG, O.TANH, O.EXP)

    def run(self, operation, inputs):
        x = inputs[0]
        match operation.type:
            case O.FLOOR: return np.floor(x).astype("f8")
            case O.RELU: return np.maximum(x, 0)[..., None]
            case O.ADD: return x.max()
            case O.LOGISTIC: return table[x]
            case O.ABS: return None
            case O.NEG: return [np.negative(x)] * 2
            case O.TANH: return np.tanh(x).view("i4")
            case O.EXP: return [list(np.exp(x))]
"""

REASONS = {
    "V1_0/floor/floor_rank_1": "run(FLOOR) returned float64 [5]; operand 1 is TENSOR_FLOAT32 [5],"
    " float32",
    "V1_0/relu/relu_rank_1": "run(RELU) returned float32 [5, 1]; operand 1 is TENSOR_FLOAT32 [5],"
    " float32",
    "V1_0/add/add_rank_1": "run(ADD) returned a NumPy float32 scalar; expected: one NumPy array for"
    " each output (operand 3 is TENSOR_FLOAT32 [2], float32)",
    "V1_0/logistic/logistic_rank_1": "run(LOGISTIC) raised NameError: name 'table' is not defined"
    " (faulty.py, line 18)",
    "V1_2/abs/abs_full_precision": "run(ABS) returned None; expected: one NumPy array for each"
    " output (operand 1 is TENSOR_FLOAT32",
    "V1_2/neg/neg_full_precision": "run(NEG) returned 2 arrays; the operation has 1 outputs",
    "V1_0/tanh/tanh_rank_1": "run(TANH) returned int32 [",
    "V1_2/exp/exp_rank_1": "run(EXP) returned an object of type list; operand 1 is TENSOR_FLOAT32",
}


@pytest.mark.parametrize("isolation", ["", " --isolate"])
def test_the_verdict_says_what_a_faulty_operation_returned(folder, isolation):
    """A reason names the operation, the result and the operand, or the exception and its line."""
    folder.write("faulty.py", FAULTY)
    cases = " ".join(f"--case {case}" for case in REASONS)
    run = folder.command(f"pytest --driver faulty.py:Faulty --no-dump {cases}{isolation}")
    assert run.code == 1
    for case, reason in REASONS.items():
        block = run.out.partition(f" {case} _")[2].partition("\n____")[0]
        assert f"ended with GENERAL_FAILURE: {reason}" in block, (case, block)
    # The stack trace is logged once, although several paths failed.
    assert run.out.count("Traceback (most recent call last)") == 1


def test_a_model_of_one_zero_add_counts_for_the_operation_under_test(folder):
    """The ADD that a variation inserts is not counted; a faulty ADD is blamed by its own name."""
    driver = """\
import numpy as np
from conformance.hal import OperandType, OperationType as O
from conformance.support import SimpleDriver

class Floor(SimpleDriver):
    add, floor = 0, 0

    def supports(self, operation):
        return (operation.inputs[0].type == OperandType.TENSOR_FLOAT32
                and operation.type in (O.FLOOR, O.ADD))

    def run(self, operation, inputs):
        if operation.type == O.FLOOR:
            return np.floor(inputs[0]) + np.float32(self.floor)
        return inputs[0] + inputs[1] + np.float32(self.add)

class WrongFloor(Floor):
    floor = 1

class WrongAdd(Floor):
    add = 1
"""
    folder.write("floor.py", driver)
    for name, expected in (("WrongFloor", {"FLOOR": 16}), ("WrongAdd", {"ADD": 8})):
        run = folder.command(
            f"pytest --driver floor.py:{name} --no-dump --case 'V1_0/floor/floor_rank_*'"
        )
        table = run.out[run.out.index("operation  ") : run.out.index("\ncases: ")].splitlines()[1:]
        column = run.out[run.out.index("operation  ") :].index("failed") + len("failed")
        failed = {row.split()[0]: row[:column].rpartition(" ")[2] for row in table}
        failed = {operation: int(count) for operation, count in failed.items() if count.isdigit()}
        assert failed == expected


def test_dumps_of_earlier_runs_do_not_run_unless_they_are_named(folder):
    """The summary counts them and states how to run them."""
    folder.write("faulty.py", FAULTY)
    base = "pytest --driver faulty.py:Faulty --case V1_0/floor/floor_rank_1"
    assert folder.command(base).count("failed") == 1
    again = folder.command(base)
    assert again.count("failed") == 1
    text = "dumps: 1 case of earlier runs in nn-failures did not run; the argument nn-failures"
    assert text in again.out
    assert folder.command(f"{base} nn-failures").count("failed") == 1
    named = folder.command("pytest --driver faulty.py:Faulty nn-failures/V1_0.floor.floor_rank_1")
    assert named.count("failed") == 1
    assert "did not run" not in named.out


def test_a_spec_that_breaks_the_contract_does_not_blame_the_driver(folder):
    """The verdict is an internal error with file, line and rule."""
    folder.write(
        "mine/soft.mod.py",
        "x = Input('x', 'TENSOR_FLOAT32', '{1, 4}')\n"
        "y = Output('y', 'TENSOR_FLOAT32', '{1, 4}')\n"
        "model = Model().Operation('SOFTMAX', x).To(y)\n"
        "Example({x: [1, 2, 3, 4], y: [0.25, 0.25, 0.25, 0.25]})\n",
    )
    run = folder.command("pytest --driver reference mine/soft.mod.py")
    assert run.code == 1
    assert "INTERNAL_ERROR" in run.out
    assert re.search(
        r"soft\.mod\.py:3: the model of soft breaks the contract: main, operation 0 \(SOFTMAX\): "
        r"has 1 inputs, but SOFTMAX accepts 2 or 3 \[operation\.input_count\]",
        run.out,
    )
    assert "rule: spec.invalid" in run.out
    assert "get_supported_operations answered" not in run.out


@pytest.mark.slow
def test_the_example_driver_passes_every_case_that_it_supports(folder):
    """The page on drivers in Python promises a driver of sixteen operations."""
    folder_of = {"TRANSPOSE": "V1_1", "SUB": "V1_1", "ABS": "V1_2", "NEG": "V1_2"}
    text = EXAMPLE.read_text(encoding="utf-8")
    names = re.findall(r"^    T\.(\w+): \(", text, re.MULTILINE)
    assert len(names) == 16
    names.remove("QUANTIZE")
    cases = " ".join(f"--case '{folder_of.get(name, 'V1_0')}/{name.lower()}/*'" for name in names)
    run = folder.command(
        f"pytest --driver {EXAMPLE}:ArrayDriver --no-dump {cases} --case 'V1_2/quantize/*'"
    )
    assert run.code == 0, run.out[-3000:]
    assert run.count("passed") > 700


@pytest.mark.slow
def test_a_leak_that_is_found_later_is_shown_without_stack(folder):
    """The report of the case that follows states the verdict only."""
    folder.write(
        "leak.py",
        "import os\n"
        "from conformance.reference import ReferenceDevice\n"
        "kept = []\n"
        "class Leak(ReferenceDevice):\n"
        "    def get_supported_operations(self, model):\n"
        "        kept.extend(os.open('/dev/null', os.O_RDONLY) for _ in range(3))\n"
        "        return super().get_supported_operations(model)\n",
    )
    run = folder.command("pytest --driver leak.py:Leak --isolate --no-dump --case 'V1_0/add/*'")
    assert run.code == 1
    block = run.out.partition("= ERRORS =")[2].partition("= conformance of")[0]
    assert "rule: process.leak" in block
    assert "more open descriptors than 128 cases before" in block
    assert len(block.splitlines()) < 8
