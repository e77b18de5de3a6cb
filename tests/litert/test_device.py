"""The LiteRT drivers: import of the engine, names, kernels, reasons for declining."""

import subprocess
import sys

import numpy as np
import pytest

from conformance.drivers import available_drivers, open_driver
from conformance.engines.litert import Kernels, LiteRTEngine, XnnpackEngine, create_device
from conformance.engines.litert_compiled import CompiledModelEngine
from conformance.engines.protocol import Declined, TensorInfo
from conformance.engines.tflite.tflite_graph import (
    TfliteGraph,
    TfliteSubgraph,
    TfliteTensor,
    flatbuffer,
    tensor_name,
)
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import default_paths
from conformance.verdicts import VerdictKind
from tests.litert.running_examples import bundled


def test_engine_is_imported_when_a_device_is_created():
    script = "import sys, conformance.engines.litert; print('ai_edge_litert' in sys.modules)"
    completed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert completed.stdout.strip() == "False", completed.stderr


@pytest.mark.parametrize(
    ("name", "kernels"),
    [
        ("litert", Kernels.REFERENCE),
        ("litert-optimized", Kernels.OPTIMIZED),
        ("litert-xnnpack", Kernels.XNNPACK),
    ],
)
def test_name_selects_kernels(name, kernels):
    pytest.importorskip("ai_edge_litert")
    assert name in available_drivers()
    opened = open_driver(name)
    assert opened.engine.kernels == kernels
    assert opened.name == f"litert-{kernels}"


def _verdict(candidate, case):
    return Judge(candidate).judge(bundled(case), case, default_paths(candidate.version, case))[0]


def test_verdict_has_reason_for_declining():
    pytest.importorskip("ai_edge_litert")
    verdict = _verdict(create_device(), "V1_0/lstm/lstm_sigmoid")
    assert verdict.kind == VerdictKind.DECLINED
    expected_reason = "LSTM: ActivationFunctionType has no sigmoid (activation 6)"
    assert expected_reason in verdict.reason
    assert verdict.details["reasons"] == [expected_reason]
    assert verdict.details["unsupported"] == ["LSTM (operation 0)"]


@pytest.mark.verified_engine("litert")
def test_interpreter_failure_is_a_status():
    pytest.importorskip("ai_edge_litert")
    verdict = _verdict(create_device(), "V1_1/div/div_by_zero_int32")
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "execute.status")


def file_of(builtin, first, second):
    """Return a file with one operator on float32 vectors of these shapes, and its tensors."""
    graph = TfliteGraph()
    tensors = [graph.add_tensor(TfliteTensor("FLOAT32", shape)) for shape in (first, second, first)]
    graph.add_node(0, builtin, tensors[:2], tensors[2:])
    infos = [
        TensorInfo(tensor_name(index), np.dtype(np.float32), graph.tensors[index].shape)
        for index in tensors
    ]
    content = flatbuffer([TfliteSubgraph(graph, tensors[:2], tensors[2:])])
    return content, infos[:2], infos[2:]


@pytest.mark.parametrize("create", [CompiledModelEngine, LiteRTEngine, XnnpackEngine])
def test_only_the_refusal_of_a_kernel_is_a_decline(create):
    pytest.importorskip("ai_edge_litert")
    with pytest.raises(Declined):
        create().open(*file_of("LOGICAL_AND", (2,), (2,)))  # the kernel takes booleans only
    with pytest.raises((RuntimeError, ValueError)):
        create().open(b"\x1c\0\0\0TFL3" + bytes(100), [], [])


def test_an_operator_that_a_delegate_has_taken_is_not_declined():
    pytest.importorskip("ai_edge_litert")
    shapes_that_do_not_broadcast = (2,), (3,)
    with pytest.raises(RuntimeError, match="XNNPackDelegate"):
        XnnpackEngine().open(*file_of("ADD", *shapes_that_do_not_broadcast))
    with pytest.raises(Declined, match="ADD"):
        LiteRTEngine().open(*file_of("ADD", *shapes_that_do_not_broadcast))
