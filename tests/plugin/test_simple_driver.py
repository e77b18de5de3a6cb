"""Verdicts on a ``SimpleDriver`` whose ``run`` returns something wrong or raises."""

import re
from pathlib import Path

import pytest

from conformance.results.event_stream import read_events

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples/simple_driver/array_driver.py"

FAULTY = """\
import numpy as np
from conformance.hal import OperandType, OperationType as O
from conformance.driver_sdk import SimpleDriver

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

FAULTY_CASES = (
    *("V1_0/floor/floor_rank_1", "V1_0/relu/relu_rank_1", "V1_0/add/add_rank_1"),
    *("V1_0/logistic/logistic_rank_1", "V1_2/abs/abs_full_precision", "V1_0/tanh/tanh_rank_1"),
    *("V1_2/neg/neg_full_precision", "V1_2/exp/exp_rank_1"),
)


@pytest.mark.parametrize("isolation", ["", " --isolate"])
def test_the_verdict_says_what_a_faulty_operation_returned(folder, isolation, snapshot):
    """A reason names the operation, the result and the operand, or the exception and its line."""
    folder.write("faulty.py", FAULTY)
    cases = " ".join(FAULTY_CASES)
    run = folder.command(
        f"pytest --driver faulty.py:Faulty --dump=:0 {cases} --events run.jsonl{isolation}"
    )
    assert run.code == 1
    failed = {v.case_id: v for v in read_events(folder.path / "run.jsonl").verdicts if v.rule}
    assert {case: v.reason.partition("GENERAL_FAILURE: ")[2] for case, v in failed.items()} == (
        snapshot(name="reasons")
    )
    assert "Traceback (most recent call last)" not in run.out


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
        f"pytest --driver {EXAMPLE}:ArrayDriver --dump=:0 {cases} --case 'V1_2/quantize/*'"
    )
    assert run.code == 0, run.out[-3000:]
    assert run.count("passed") > 700
