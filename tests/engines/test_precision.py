"""The measured precision of float32, and engines whose user states that it is reduced."""

import os

import numpy as np
import pytest

from conformance.cli.main import main
from conformance.drivers.driver import Driver
from conformance.drivers.registry import is_engine, is_native, split_relaxed
from conformance.hal import OperationType
from conformance.reference import ReferenceDevice
from conformance.results.event_stream import read_events
from conformance.run.case_runner import CaseRunner
from conformance.run.precision import measured_bits, precision_text
from tests.engines.test_protocol import ABORTING
from tests.whole_runs import run_pytest

pytest.importorskip("onnx")


class Rounds(ReferenceDevice):
    """Rounds the inputs of FULLY_CONNECTED to ``bits`` significant bits."""

    def __init__(self, bits):
        super().__init__()
        self.bits = bits

    def compile_call(self, call):
        run = super().compile_call(call)
        if call.definition.type != OperationType.FULLY_CONNECTED:
            return run
        return lambda inputs: run([self.rounded(inputs[0]), self.rounded(inputs[1]), *inputs[2:]])

    def rounded(self, array):
        mantissa, exponent = np.frexp(array)
        return np.ldexp(np.rint(mantissa * 2**self.bits) / 2**self.bits, exponent).astype("f4")


@pytest.mark.parametrize(("bits", "least"), [(24, 24), (11, 10), (8, 7)])
def test_the_precision_of_each_operation_is_measured(bits, least):
    measured = measured_bits(CaseRunner(Rounds(bits)))
    reduced = measured.pop("FULLY_CONNECTED")
    assert least <= reduced <= bits
    assert measured == {"ADD": 24, "MUL": 24, "CONV_2D": 24}
    assert precision_text({"ADD": 24, "MUL": 11}) == (
        "float32 is computed with about 11 bits (MUL), 24 bits (ADD)"
    )


def test_an_operation_that_is_declined_is_not_measured():
    class WithoutProducts(ReferenceDevice):
        def supported_operations(self, model):
            return [one.type == OperationType.ADD for one in model.main.operations]

    assert measured_bits(CaseRunner(WithoutProducts())) == {"ADD": 24}
    assert precision_text({}) == ""


def test_a_crash_ends_the_measurement(tmp_path):
    (tmp_path / "aborting.py").write_text(ABORTING)
    driver = Driver.open(f"onnx:{tmp_path}/aborting.py:Aborts")
    assert measured_bits(CaseRunner(driver)) == {}
    assert driver.process.restarts <= 1
    driver.close()


def test_the_statement_is_no_part_of_the_drivers_name():
    text = "onnx:a.py:A,float32=relaxed,quantized=qdq"
    assert split_relaxed(text) == ("onnx:a.py:A,quantized=qdq", True)
    assert split_relaxed("lib.so") == ("lib.so", False)
    assert is_native("lib.so,float32=relaxed")
    assert not is_engine("lib.so,float32=relaxed")
    assert is_engine("litert,float32=relaxed")


ENGINE = """
import numpy as np
from conformance.engines.onnx.reference import OnnxReference
from conformance.engines.protocol import Program

class Half(OnnxReference, Program):
    name = "half"

    def open(self, content, inputs, outputs):
        self.program = super().open(content, inputs, outputs)
        return self

    def run(self, inputs, deadline):
        return [array.astype(np.float16).astype(array.dtype)
                for array in self.program.run(inputs, deadline)]
"""


@pytest.mark.parametrize(("suffix", "status"), [("", 1), (",float32=relaxed", 0)])
def test_a_reduced_precision_fails_unless_it_is_stated(suffix, status, tmp_path):
    (tmp_path / "half.py").write_text(ENGINE)
    driver = f"onnx:{tmp_path}/half.py:Half{suffix}"
    words = [
        "--driver",
        driver,
        "V1_0/softmax/softmax_rank_3",
        "--events",
        "run.jsonl",
        "--dump",
        ":0",
    ]
    environment = dict(os.environ) | {"COLUMNS": "200"}
    found, out = run_pytest(["-p", "no:cacheprovider", *words], tmp_path, environment, 120)
    assert found == status, out
    header = read_events(tmp_path / "run.jsonl").header
    assert header.driver == f"half ({driver})"
    assert 10 <= header.float32_bits["MUL"] <= 11
    assert ("but the contract requires 24" in out) == (not suffix)
    assert main(["replay", "V1_0/softmax/softmax_rank_3", "--driver", driver]) == status
