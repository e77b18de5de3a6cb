"""Quantized convolutions and products between DequantizeLinear and QuantizeLinear.

An engine that computes them in float32 differs from the contract only if the numbers of float32
beside the bias are more than half a step of the output apart.
"""

import numpy as np
import pytest

from conformance.cases import bundled_specs
from conformance.driver_sdk import constant_copies
from conformance.drivers import open_driver
from conformance.engines.device import EngineDevice
from conformance.engines.onnx.reference import OnnxReference
from conformance.oracle.expected import input_arrays
from conformance.verdicts import VerdictKind
from tests.litert.finding_checks import run_cases
from tests.litert.running_examples import INDEX, case_id

pytest.importorskip("onnx")

SPECS = [
    bundled_specs() / "V1_0" / f"{name}.mod.py"
    for name in ("conv_2d_quant8", "depthwise_conv_2d_quant8", "fully_connected_quant8")
]


def is_rounded(example):
    """Return whether float32 rounds the sum of an operation's bias and products too coarsely."""
    main, values = example.model.main, constant_copies(example.model)
    arrays = dict(zip(main.input_indexes, input_arrays(example.model, example.inputs), strict=True))
    operation = main.operations[-1]
    source, weights, bias = operation.inputs[:3]
    array = arrays[bias] if values[bias] is None else values[bias]
    per_channel = main.operands[weights].extra_params
    scale = max(per_channel.scales) if per_channel else main.operands[weights].scale
    largest = np.abs(array.astype(np.float64)).max() * scale * main.operands[source].scale
    step = main.operands[operation.outputs[0]].scale
    return bool(np.spacing(np.float32(largest)) > step / 2)


def plain_cases():
    """Return whether each case is rounded, without cases whose inputs other operations compute."""
    return {
        case_id(path, info.name): is_rounded(INDEX.load(path, info.name))
        for path in SPECS
        for info in INDEX.names(path)
        if "_all_" not in info.name
    }


@pytest.mark.parametrize("engine", ["onnxruntime", "onnx-reference"])
@pytest.mark.parametrize("form", ["operator", "qdq"])
def test_only_sums_that_float32_rounds_fail(engine, form):
    if engine == "onnxruntime":
        pytest.importorskip("onnxruntime")
        device = open_driver(f"onnxruntime:quantized={form}")
    else:
        evaluator = OnnxReference()
        evaluator.quantized = form
        device = EngineDevice(evaluator)
    cases = plain_cases()
    results = run_cases(device, SPECS, cases.__contains__)
    failed = {case for case, one in results.items() if one.verdict.kind == VerdictKind.FAILED}
    rounded = {case for case, is_coarse in cases.items() if is_coarse}
    assert len(rounded) == 4
    assert failed == (rounded if form == "qdq" else set())
    assert [one for one in results.values() if one.verdict.kind == VerdictKind.DECLINED] == []
