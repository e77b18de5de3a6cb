"""Engines behind onnx's ``Backend`` interface, and engines in another Python interpreter."""

import os
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from conformance.drivers import DriverLoadError, open_driver
from conformance.drivers.driver import Driver
from conformance.drivers.own_process import ProcessLimits
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.verdicts import VerdictKind
from tests.litert.running_examples import bundled

pytest.importorskip("onnx")

ADD = "V1_0/add/add_rank_3"
CONV = "V1_0/conv_2d/conv_2d_same"
LSTM = "V1_0/lstm/lstm_plain"
PATHS = [ExecutionPath.parse(text) for text in ("sync-fast", "burst-fast")]
KIND = VerdictKind

BACKENDS = """
import onnx.backend.base
from onnx.reference import ReferenceEvaluator

class Prepared(onnx.backend.base.BackendRep):
    def __init__(self, model):
        self.evaluator = ReferenceEvaluator(model)

    def run(self, inputs, **kwargs):
        return tuple(self.evaluator.run(None, dict(zip(self.evaluator.input_names, inputs))))

class Right(onnx.backend.base.Backend):
    @classmethod
    def prepare(cls, model, device="CPU", **kwargs):
        super().prepare(model, device)
        return Prepared(model)

class Wrong(Right):
    @classmethod
    def prepare(cls, model, device="CPU", **kwargs):
        prepared = super().prepare(model, device)
        run = prepared.run
        prepared.run = lambda inputs: tuple(array + 1 for array in run(inputs))
        return prepared

class Picky(Right):
    @classmethod
    def is_compatible(cls, model, device="CPU", **kwargs):
        return all(node.op_type != "Conv" for node in model.graph.node)

class Unfinished(Right):
    @classmethod
    def prepare(cls, model, device="CPU", **kwargs):
        raise NotImplementedError("Add")

class Breaking(Right):
    @classmethod
    def prepare(cls, model, device="CPU", **kwargs):
        raise ValueError("no memory plan")
"""


def kinds(driver, *cases):
    judge = Judge(driver)
    found = [{v.kind for v in judge.judge(bundled(case), case, PATHS)} for case in cases]
    assert all(len(one) == 1 for one in found), found
    return [one.pop() for one in found]


@pytest.mark.parametrize(
    ("backend", "expected"),
    [
        ("Right", [KIND.PASSED, KIND.PASSED]),
        ("Wrong", [KIND.FAILED, KIND.FAILED]),
        ("Picky", [KIND.PASSED, KIND.DECLINED]),
        ("Unfinished", [KIND.DECLINED, KIND.DECLINED]),
        ("Breaking", [KIND.FAILED, KIND.FAILED]),
    ],
)
def test_an_object_with_the_backend_interface_is_a_driver(backend, expected, tmp_path):
    (tmp_path / "backends.py").write_text(BACKENDS)
    device = open_driver(f"onnx-backend:{tmp_path}/backends.py:{backend},device=CPU")
    assert kinds(device, ADD, CONV) == expected


def test_a_module_with_the_backend_interface_is_a_driver():
    pytest.importorskip("onnxruntime")
    assert kinds(open_driver("onnx-backend:onnxruntime.backend"), ADD, CONV) == [KIND.PASSED] * 2
    with pytest.raises(DriverLoadError, match="json has no function prepare"):
        open_driver("onnx-backend:json")


ENGINES = """
import importlib.util
import os
import time

import beside
import numpy as np
from conformance.engines.protocol import Declined, Engine, Program

class Adds(Engine, Program):
    name = "adds"
    kept = []

    def __init__(self, version="1"):
        self.version = f"{version} without onnx: {importlib.util.find_spec('onnx') is None}"

    def open(self, content, inputs, outputs):
        if b"Add" not in content or b"Conv" in content:
            raise Declined("no operator but Add")
        assert not outputs[0].variable and outputs[0].dtype == np.float32
        return self

    def run(self, inputs, deadline):
        print("printed to the standard output")
        left, right = inputs.values()
        return [left + right]

class Aborts(Adds):
    def run(self, inputs, deadline):
        os.abort()

class Hangs(Adds):
    def run(self, inputs, deadline):
        with open(__file__ + ".pid", "w") as file:
            file.write(str(os.getpid()))
        time.sleep(600)

class Panics(Adds):
    def __init__(self):
        raise BaseException("panic")

class TakesNothing(Adds):
    def placement(self):
        return {"operation_0_node_0": False}
"""


@pytest.fixture
def in_other_interpreter(tmp_path):
    """Return the driver's text for an engine in an interpreter that has NumPy only."""
    packages = tmp_path / "packages"
    packages.mkdir()
    for path in Path(np.__file__).parents[1].glob("numpy*"):
        (packages / path.name).symlink_to(path)
    python = tmp_path / "python"
    base = getattr(sys, "_base_executable", sys.executable)
    python.write_text(f'#!/bin/sh\nPYTHONPATH={packages} exec "{base}" -S "$@"\n')
    python.chmod(0o755)
    (tmp_path / "engines.py").write_text(ENGINES)
    (tmp_path / "beside.py").touch()
    return lambda engine: f"onnx:{tmp_path}/engines.py:{engine},python={python}"


def test_an_engine_runs_in_an_interpreter_with_numpy_only(in_other_interpreter):
    device = open_driver(in_other_interpreter("Adds") + ",version=7")
    assert device.version_string == "7 without onnx: True"
    assert kinds(device, ADD, CONV) == [KIND.PASSED, KIND.DECLINED]
    assert kinds(open_driver(in_other_interpreter("TakesNothing")), ADD) == [KIND.DECLINED]


def test_the_end_of_the_other_process_fails_the_case_and_the_next_one_runs(in_other_interpreter):
    device = open_driver(in_other_interpreter("Aborts"))
    verdicts = Judge(device).judge(bundled(ADD), ADD, PATHS)
    assert {verdict.kind for verdict in verdicts} == {KIND.FAILED}
    assert "ended with status -6" in verdicts[0].reason
    assert "has ended since the model was loaded" in verdicts[1].reason
    device = open_driver(in_other_interpreter("Adds"))
    os.kill(device.engine.process.pid, 9)
    device.engine.process.wait()
    assert kinds(device, ADD, ADD) == [KIND.FAILED, KIND.PASSED]


def test_a_hang_ends_with_the_driver_process(in_other_interpreter, tmp_path):
    driver = Driver.open(in_other_interpreter("Adds"))
    judge = Judge(driver)
    (verdict,) = judge.judge(bundled(ADD), ADD, PATHS[:1])
    assert verdict.kind == KIND.PASSED, verdict
    assert judge.close() == []
    driver.close()
    driver = Driver.open(in_other_interpreter("Hangs"), ProcessLimits(execute=5.0))
    (verdict,) = Judge(driver).judge(bundled(ADD), ADD, PATHS[:1])
    assert verdict.kind == KIND.HANG, verdict
    process = Path("/proc", (tmp_path / "engines.py.pid").read_text())
    end = time.monotonic() + 60
    while process.exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not process.exists()
    driver.close()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no_file.py:Adds,python=/usr/bin/python3", "no file 'no_file.py'"),
        ("{folder}/engines.py:Adds,python=/no/such/python", "/no/such/python"),
        ("{folder}/engines.py:Adds,python=/bin/false", "ended with status 1"),
        ("{folder}/engines.py:Absent,python={folder}/python", "Absent"),
        ("{folder}/engines.py:Panics,python={folder}/python", "failed: BaseException: panic$"),
    ],
)
def test_what_prevents_the_start_is_named(text, message, in_other_interpreter, tmp_path):
    with pytest.raises(DriverLoadError, match=message):
        open_driver("onnx:" + text.format(folder=tmp_path))
