"""Engines behind the common bridge: outcomes of faulty engines, and engines that differ legally."""

import ctypes
import importlib.util
from pathlib import Path

import numpy as np
import pytest

from conformance.cases.example import Truth
from conformance.drivers import DriverLoadError, open_driver
from conformance.drivers.driver import Driver
from conformance.drivers.own_process import ProcessLimits
from conformance.engines.device import EngineDevice
from conformance.engines.onnx.reference import OnnxReference
from conformance.engines.onnxruntime.providers import PLUGINS
from conformance.engines.protocol import Declined, Program
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.oracle.other_data import other_data_for
from conformance.verdicts import VerdictKind
from tests.litert.running_examples import bundled

onnx = pytest.importorskip("onnx")

EXAMPLE = Path(__file__).parents[2] / "examples" / "numpy_engine.py"
ADD = "V1_0/add/add_rank_3"
ADD_QUANT8 = "V1_0/add/add_rank_1_quant8"
CONV = "V1_0/conv_2d/conv_2d_same"
NAN = "V1_0/floor_nan/floor_nan_nan"
TWO_OUTPUTS = "V1_2/topk_v2/topk_v2_vector"
AUX_INPUT = "V1_2/bidirectional_sequence_rnn/bidirectional_sequence_rnn_cross_all_tensors_as_inputs"
"""The request may omit the auxiliary input, so the model is translated and opened with it."""

PATHS = [ExecutionPath.parse(text) for text in ("sync-fast", "fenced-fast", "burst-fast")]
KIND = VerdictKind


class Wrapped(OnnxReference, Program):
    """The evaluator of onnx with a fault that a subclass adds; its own program."""

    def open(self, content, inputs, outputs):
        self.program = super().open(content, inputs, outputs)
        self.content = content
        return self

    def run(self, inputs, deadline):
        return self.program.run(inputs, deadline)

    def nodes(self):
        return [node.name for node in onnx.load_from_string(self.content).graph.node]


class FailsToLoad(Wrapped):
    """Takes every model and fails to load it."""

    def open(self, content, inputs, outputs):
        raise RuntimeError("Failed to finalize the graph")


class FailsToRun(Wrapped):
    def run(self, inputs, deadline):
        raise RuntimeError("broken kernel")


class DeclinesAll(Wrapped):
    def open(self, content, inputs, outputs):
        raise Declined("no operator")


class TakesNothing(Wrapped):
    """Leaves every node to the CPU of its host."""

    def placement(self):
        return dict.fromkeys(self.nodes(), False)


class TakesEverySecondNode(Wrapped):
    def placement(self):
        return {node: bool(number % 2) for number, node in enumerate(self.nodes())}


class SwapsOutputs(Wrapped):
    def run(self, inputs, deadline):
        return super().run(inputs, deadline)[::-1]


class DropsAnOutput(Wrapped):
    def run(self, inputs, deadline):
        return super().run(inputs, deadline)[1:]


class WritesItsInput(Wrapped):
    def run(self, inputs, deadline):
        outputs = super().run(inputs, deadline)
        for array in inputs.values():
            ctypes.memset(array.ctypes.data, 1, array.nbytes)
        return outputs


class ReturnsDouble(Wrapped):
    def run(self, inputs, deadline):
        return [array.astype(np.float64) for array in super().run(inputs, deadline)]


class ReturnsSigned(Wrapped):
    """Returns the bits of uint8 as int8, as some compilers do."""

    def run(self, inputs, deadline):
        return [array.view(np.int8) for array in super().run(inputs, deadline)]


class ReturnsShapeOfBefore(Wrapped):
    """Returns the results of the first request for every request."""

    def run(self, inputs, deadline):
        self.first = getattr(self, "first", None) or super().run(inputs, deadline)
        return self.first


class AddsStateOfBefore(Wrapped):
    """Adds a result of the program that ran before, whichever model that was."""

    before = 7

    def run(self, inputs, deadline):
        outputs = super().run(inputs, deadline)
        changed = [outputs[0] + type(self).before, *outputs[1:]]
        type(self).before = outputs[0].ravel()[0]
        return changed


class Changed(Wrapped):
    """Changes each output array by ``change``."""

    def run(self, inputs, deadline):
        return [np.asarray(self.change(array)) for array in super().run(inputs, deadline)]


class AddsOne(Changed):
    change = staticmethod(lambda array: array + array.dtype.type(1))


class AccumulatesInFloat16(Changed):
    change = staticmethod(lambda array: array.astype(np.float16).astype(array.dtype))


class SaturatesAtInt8(Changed):
    change = staticmethod(lambda array: np.minimum(array, 127))


class ReplacesNaN(Changed):
    change = staticmethod(np.nan_to_num)


class PadsAtTheOtherSide(Wrapped):
    def open(self, content, inputs, outputs):
        model = onnx.load_from_string(content)
        for node in model.graph.node:
            for attribute in node.attribute:
                if attribute.name == "pads":
                    half = len(attribute.ints) // 2
                    attribute.ints[:] = [*attribute.ints[half:], *attribute.ints[:half]]
        return super().open(model.SerializeToString(), inputs, outputs)


class RoundsDifferently(Changed):
    change = staticmethod(lambda array: np.nextafter(array, np.float32(0)))


class LoadsWithTheFirstRun(Wrapped):
    def open(self, *model):
        self.model = model
        return self

    def run(self, inputs, deadline):
        return OnnxReference.open(self, *self.model).run(inputs, deadline)


class ReturnsLists(Wrapped):
    """Returns a tuple of arrays that are not contiguous."""

    def run(self, inputs, deadline):
        return tuple(np.asfortranarray(array) for array in super().run(inputs, deadline))


@pytest.mark.parametrize(
    ("engine", "case", "kind", "reason"),
    [
        (FailsToLoad, ADD, KIND.FAILED, "took the model, then failed to load it"),
        (FailsToRun, ADD, KIND.FAILED, "broken kernel"),
        (DeclinesAll, ADD, KIND.DECLINED, ""),
        (DeclinesAll, AUX_INPUT, KIND.DECLINED, ""),
        (TakesNothing, ADD, KIND.DECLINED, ""),
        (TakesEverySecondNode, ADD_QUANT8, KIND.DECLINED, ""),
        (SwapsOutputs, TWO_OUTPUTS, KIND.FAILED, "the file states"),
        (DropsAnOutput, ADD, KIND.FAILED, "returned 0 of 1 outputs"),
        (WritesItsInput, ADD, KIND.FAILED, "bytes of input 0"),
        (ReturnsDouble, ADD, KIND.FAILED, "as float64; the file states float32"),
        (ReturnsShapeOfBefore, ADD, KIND.FAILED, "values wrong"),
        (AddsStateOfBefore, ADD, KIND.FAILED, "values wrong"),
        (AddsOne, ADD, KIND.FAILED, "values wrong"),
        (AccumulatesInFloat16, "V1_0/softmax/softmax_rank_3", KIND.FAILED, "values wrong"),
        (SaturatesAtInt8, ADD_QUANT8, KIND.FAILED, "values wrong"),
        (ReplacesNaN, NAN, KIND.FAILED, "values wrong"),
        (PadsAtTheOtherSide, CONV, KIND.FAILED, "values wrong"),
        (Wrapped, TWO_OUTPUTS, KIND.PASSED, ""),
        (RoundsDifferently, CONV, KIND.PASSED, ""),
        (LoadsWithTheFirstRun, CONV, KIND.PASSED, ""),
        (ReturnsSigned, ADD_QUANT8, KIND.PASSED, ""),
        (ReturnsLists, ADD, KIND.PASSED, ""),
    ],
)
def test_each_outcome_has_its_verdict(engine, case, kind, reason):
    device, example = EngineDevice(engine()), bundled(case)
    other_data = other_data_for(example, device.version, Truth.SPEC)
    verdicts = Judge(device).judge(example, case, PATHS, other_data=other_data)
    assert {verdict.kind for verdict in verdicts} == {kind}, verdicts
    assert all(reason in verdict.reason for verdict in verdicts), verdicts[0].reason


def test_only_the_operations_at_fault_are_declined():
    """The engine names no node: each operation is opened alone."""

    class WithoutTranspose(Wrapped):
        def open(self, content, inputs, outputs):
            if b"Transpose" in content:
                raise Declined("no Transpose")
            return super().open(content, inputs, outputs)

    example = bundled("V1_0/conv_2d/conv_2d_same_all_inputs_as_internal")
    reasons = EngineDevice(WithoutTranspose()).decline_reasons(example.model)
    assert reasons == [None, "CONV_2D: no Transpose"]


def test_an_engine_file_is_a_driver(tmp_path):
    device = open_driver(f"onnx:{EXAMPLE}:NumpyEngine")
    (verdict,) = Judge(device).judge(bundled(ADD), ADD, PATHS[:1])
    assert verdict.kind == KIND.PASSED
    (verdict,) = Judge(device).judge(bundled(CONV), CONV, PATHS[:1])
    assert verdict.details["reasons"] == ["CONV_2D: no operator Conv"]
    assert len(EXAMPLE.read_text().partition("import numpy")[2].split("\n")) <= 45
    with pytest.raises(DriverLoadError, match="format is 'tflite'"):
        open_driver(f"tflite:{EXAMPLE}:NumpyEngine")
    with pytest.raises(DriverLoadError, match="NumpyEngin"):
        open_driver(f"onnx:{EXAMPLE}:NumpyEngin")


def test_an_unknown_provider_is_refused():
    pytest.importorskip("onnxruntime")
    with pytest.raises(DriverLoadError, match="no provider NoSuchProvider"):
        open_driver("onnxruntime:provider=NoSuchProvider")
    with pytest.raises(DriverLoadError, match="no-such-library"):
        open_driver("onnxruntime:provider=NoSuchProvider,library=no-such-library.so")


@pytest.mark.parametrize("name", PLUGINS)
def test_a_provider_in_a_package_has_a_short_name(name):
    pytest.importorskip("onnxruntime")
    if importlib.util.find_spec(PLUGINS[name].library.partition("/")[0]) is None:
        with pytest.raises(DriverLoadError, match=f"pip install {PLUGINS[name].package} is needed"):
            open_driver(f"onnxruntime:provider={name}")
        return
    open_driver(f"onnxruntime:provider={name}")
    device = open_driver(f"onnxruntime:provider={name}")  # a process registers a library once
    assert PLUGINS[name].package in device.version_string
    (verdict,) = Judge(device).judge(bundled(ADD), ADD, PATHS[:1])
    assert verdict.kind == KIND.PASSED, verdict


def test_a_provider_that_takes_nothing_declines_everything():
    """ONNX Runtime's own fallback to the CPU would compute the model."""
    pytest.importorskip("onnxruntime")
    device = open_driver("onnxruntime:provider=AzureExecutionProvider")
    (verdict,) = Judge(device).judge(bundled(ADD), ADD, PATHS[:1])
    assert verdict.kind == KIND.DECLINED, verdict


ABORTING = """
import os
import time
from conformance.engines.protocol import Engine

class Aborts(Engine):
    name = "aborts"

    def open(self, content, inputs, outputs):
        os.abort()

class Hangs(Aborts):
    def open(self, content, inputs, outputs):
        time.sleep(600)
"""


def test_an_engine_that_ends_its_process_crashes_only_the_case(tmp_path):
    """An engine file runs in a process of its own by default."""
    path = tmp_path / "aborting.py"
    path.write_text(ABORTING, encoding="utf-8")
    driver = Driver.open(f"onnx:{path}:Aborts")
    judge = Judge(driver)
    for _ in range(2):
        verdicts = judge.judge(bundled(ADD), ADD, PATHS[:1])
        assert [verdict.kind for verdict in verdicts] == [KIND.CRASH]
    driver.close()


def test_an_engine_that_does_not_return_from_loading_hangs(tmp_path):
    path = tmp_path / "hanging.py"
    path.write_text(ABORTING, encoding="utf-8")
    driver = Driver.open(f"onnx:{path}:Hangs", ProcessLimits(prepare=3.0, query=3.0))
    (verdict,) = Judge(driver).judge(bundled(ADD), ADD, PATHS[:1])
    assert verdict.kind == KIND.HANG, verdict
    driver.close()
