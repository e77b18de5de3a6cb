"""Engines that accept a model only with some shapes: what they cannot express is declined.

The planted engines refuse average pools whenever a graph is opened. If the shapes are known only
with the request, that is after the model was prepared.
"""

import pytest

from conformance.engines import litert, onnxruntime
from conformance.engines.device import declined_with_request
from conformance.engines.protocol import Declined, Program
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind
from tests.litert.running_examples import INDEX, bundled, bundled_specs, case_id

SPEC = bundled_specs() / "V1_0" / "average_pool_2d.mod.py"
PATHS = [ExecutionPath.parse(text) for text in ("sync-low", "fenced-low", "burst-low")]


def without_pools(engine):
    """Return a device of the engine that refuses each graph with an average pool."""
    if engine == "onnxruntime":
        pytest.importorskip("onnxruntime")
        pytest.importorskip("onnx")
        device, operator = onnxruntime.create_device(), b"AveragePool"
    else:
        pytest.importorskip("ai_edge_litert")
        device, operator = litert.create_device(), b""
    opened = device.engine.open

    def refuse(content, *tensors):
        if operator in content:
            raise Declined("this engine has no average pool")
        return opened(content, *tensors)

    device.engine.open = refuse
    return device


def is_open(name):
    return name.endswith(("unknown_rank", "unknown_sizes"))


@pytest.mark.parametrize("engine", ["litert", "onnxruntime"])
def test_a_model_that_the_engine_refuses_with_the_request_is_declined(engine):
    judge = Judge(without_pools(engine))
    names = [info.name for info in INDEX.names(SPEC)]
    chosen = [name for name in names if is_open(name)] + [n for n in names if not is_open(n)][:3]
    rules = {}
    for name in chosen:
        verdicts = judge.judge(INDEX.load(SPEC, name), case_id(SPEC, name), PATHS)
        assert {v.kind for v in verdicts} == {VerdictKind.DECLINED}, verdicts
        rules[name] = {v.rule for v in verdicts}
    assert judge.close() == []
    assert {is_open(name) for name, found in rules.items() if "execute.declined" in found} == {True}


class Declining(ReferenceDevice):
    """States of each execution that the engine cannot express the model with this request."""

    def compile_call(self, call):
        def decline(inputs):
            raise declined_with_request("planted")

        return decline


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("average_pool_2d_same_unknown_rank", (VerdictKind.DECLINED, "execute.declined")),
        ("average_pool_2d_same_unknown_sizes", (VerdictKind.DECLINED, "execute.declined")),
        ("average_pool_2d_same", (VerdictKind.FAILED, "execute.status")),
        ("average_pool_2d_same_all_inputs_as_internal", (VerdictKind.FAILED, "execute.status")),
    ],
)
def test_a_model_with_all_shapes_and_parameters_cannot_be_declined_later(name, expected):
    """The preparation had all shapes and parameters, so it had to decline."""
    example, case = INDEX.load(SPEC, name), case_id(SPEC, name)
    for path in PATHS:
        (verdict,) = Judge(Declining()).judge(example, case, (path,))
        assert (verdict.kind, verdict.rule) == expected, verdict


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ("V1_1/pad/pad_rank_2_1", "execute.status"),
        ("V1_1/pad/pad_rank_2_1_all_tensors_as_inputs", "execute.declined"),
    ],
)
def test_paddings_of_a_request_can_be_declined(case, expected):
    (verdict,) = Judge(Declining()).judge(bundled(case), case, PATHS[:1])
    assert verdict.rule == expected, verdict


@pytest.mark.parametrize("engine", ["litert", "onnxruntime"])
def test_a_failure_of_the_engine_while_it_runs_is_not_declined(engine):
    """The engine accepted the graph with all shapes, so it claimed to compute it."""
    device = without_pools(engine)
    name = next(info.name for info in INDEX.names(SPEC) if is_open(info.name))

    class Broken(Program):
        def run(self, inputs, deadline):
            raise RuntimeError("broken kernel")

    device.engine.open = lambda *_: Broken()
    (verdict,) = Judge(device).judge(INDEX.load(SPEC, name), case_id(SPEC, name), PATHS[:1])
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "execute.status")
