"""The ONNX Runtime driver: imports, names, reasons, loops, parameters in requests."""

import subprocess
import sys

import numpy as np
import pytest

from conformance import cases
from conformance.driver_sdk import DriverError
from conformance.drivers import available_drivers, open_driver
from conformance.engines.onnxruntime.engine import Optimization
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath, default_paths
from conformance.verdicts import VerdictKind
from tests.litert.running_examples import bundled, inputs_of, outputs_of
from tests.onnxruntime.running_examples import device


def test_packages_are_imported_when_a_device_is_created():
    script = (
        "import sys, conformance.engines.onnxruntime; "
        "print({'onnx', 'onnxruntime'} & set(sys.modules))"
    )
    completed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert completed.stdout.strip() == "set()", completed.stderr


def test_name_opens_driver():
    pytest.importorskip("onnxruntime")
    assert "onnxruntime" in available_drivers()
    assert open_driver("onnxruntime").engine.optimization == Optimization.BASIC


def test_verdict_has_reason_for_declining():
    case = "V1_0/lstm/lstm_cell_clip"
    candidate = device()
    paths = default_paths(candidate.version, case)
    verdict = Judge(candidate).judge(bundled(case), case, paths)[0]
    assert verdict.kind == VerdictKind.DECLINED
    assert verdict.details["reasons"] == ["LSTM: LSTM.clip bounds the gates' sums, not the cell"]


def test_endless_loop_is_ended():
    example = bundled("V1_3/while/while_endless")
    prepared = device().build_prepared_model(example.model)
    with pytest.raises(DriverError, match=r"loops are still running after 50000000 ns"):
        prepared.compute(inputs_of(example), 50_000_000)
    case = "V1_3/while/while_endless"
    judge = Judge(device())
    (verdict,) = judge.judge(example, case, default_paths(device().version, case)[:1])
    assert verdict.kind == VerdictKind.PASSED


COMPUTED = """
image = Input("image", ("TENSOR_FLOAT32", [2, 3]))
one = Input("one", ("TENSOR_INT32", [2]))
two = Parameter("two", ("TENSOR_INT32", [2]), [1, -2])
shape = Internal("shape", ("TENSOR_INT32", [2]))
flat = Internal("flat", ("TENSOR_FLOAT32", [0, 0]))
out = Output("out", ("TENSOR_FLOAT32", [3, 2]))
model = Model().Operation("ADD", one, two, 0).To(shape)
model.Operation("RESHAPE", image, shape).To(flat)
model.Operation("ABS", flat).To(out)
Example({image: [1, -2, 3, -4, 5, -6], one: [2, 4], out: [1, 2, 3, 4, 5, 6]}, model=model)
"""


def test_computed_parameter_ends_graph(tmp_path):
    path = tmp_path / "computed.mod.py"
    path.write_text(COMPUTED, encoding="utf-8")
    example = next(iter(cases.load_examples(path)))
    (out,) = outputs_of(device(), example)
    np.testing.assert_array_equal(out, [[1, 2], [3, 4], [5, 6]])


@pytest.mark.parametrize("path_id", ["sync-low", "fenced-low", "burst-low"])
def test_every_execution_mode_passes(path_id):
    case = "V1_0/softmax/softmax_rank_2_beta_0"
    path = ExecutionPath.parse(path_id)
    (verdict,) = Judge(device()).judge(bundled(case), case, (path,))
    assert verdict.kind == VerdictKind.PASSED
