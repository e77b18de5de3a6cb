"""Each ONNX model that the bridge writes is valid, and the engine gets no avoidable operators."""

import zlib

import pytest

from conformance.cases import bundled_specs
from conformance.driver_sdk import constant_copies
from conformance.engines.bridge import subgraph_views
from conformance.engines.device import EngineDevice
from conformance.engines.onnx.reference import OnnxReference
from conformance.engines.onnx.translation import translate
from conformance.hal import OperandType, OperationType, Version
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import default_paths
from conformance.verdicts import VerdictKind
from tests.litert.running_examples import INDEX, bundled, case_id, files
from tests.litert.test_translation import model_of, model_output

onnx = pytest.importorskip("onnx")

SPECS = tuple(sorted(path for path in bundled_specs().iterdir() if path.name[0] in "VA"))


def onnx_model(model, **options):
    """Return the ONNX model of a complete translation, or ``None``."""
    constants = constant_copies(model)
    views = subgraph_views(model.main, constants)
    translation = translate(model, constants, Version.AIDL_V3, views, **options)
    if any(translation.reasons) or translation.stop < len(model.main.operations):
        return None
    return onnx.load_from_string(translation.graphs[0].file(model.main.output_indexes))


@pytest.mark.parametrize("one_of", [100, pytest.param(1, marks=pytest.mark.slow)])
def test_every_model_passes_the_full_check_and_states_its_outputs(one_of):
    checked = 0
    for path in files(*SPECS):
        for info in INDEX.names(path):
            case = case_id(path, info.name)
            if zlib.crc32(case.encode()) % one_of:
                continue
            example = INDEX.load(path, info.name)
            model = None if example.expect_failure else onnx_model(example.model)
            if model is None:
                continue
            onnx.checker.check_model(model, full_check=True)
            outputs = [output.type.tensor_type for output in model.graph.output]
            assert all(type_.elem_type and type_.HasField("shape") for type_ in outputs), case
            checked += 1
    assert checked > 10000 / one_of


@pytest.mark.parametrize(
    ("case", "operators"),
    [
        ("V1_0/conv_2d/conv_2d_same", ["Transpose", "Conv", "Transpose"]),
        ("V1_0/conv_2d/conv_2d_same_float16", ["Cast", "Transpose", "Conv", "Transpose", "Cast"]),
        (
            "V1_2/transpose_conv_2d/transpose_conv_2d_explicit_channel_quant8_signed_nchw",
            ["DequantizeLinear", "ConvTranspose", "Add", "QuantizeLinear"],
        ),
    ],
)
def test_constants_are_transformed_by_the_lowering(case, operators):
    assert [node.op_type for node in onnx_model(bundled(case).model).graph.node] == operators


def test_an_operation_on_constants_only_is_left_to_the_engine():
    """Folding it would test this project instead of the engine."""
    data = (OperandType.TENSOR_FLOAT32, [[1, 2, 3], [4, 5, 6]])
    perm = (OperandType.TENSOR_INT32, [1, 0])
    model = model_of(OperationType.TRANSPOSE, [data, perm], model_output(3, 2))
    assert [node.op_type for node in onnx_model(model).graph.node] == ["Transpose"]


QUANTIZED = {
    "V1_0/conv_2d/conv_2d_same_channel_quant8": ["Transpose", "Conv", "Transpose"],
    "V1_0/depthwise_conv_2d/depthwise_conv_2d_same_quant8_signed": [
        "Transpose",
        "Conv",
        "Transpose",
    ],
    "V1_0/fully_connected/fully_connected_batches_quant8": ["Reshape", "Gemm"],
    "AIDL_V2/batch_matmul/batch_matmul_of_2x3x4_quant8_signed": ["MatMul"],
}


@pytest.mark.parametrize("case", QUANTIZED)
def test_quantized_operations_in_qdq_form(case):
    """The operators compute between DequantizeLinear and QuantizeLinear, also of constants."""
    example = bundled(case)
    model = onnx_model(example.model, qdq=True)
    onnx.checker.check_model(model, full_check=True)
    operators = [node.op_type for node in model.graph.node]
    inner = [name for name in operators if name not in ("DequantizeLinear", "Clip")]
    assert inner == [*QUANTIZED[case], "QuantizeLinear"]
    parameters = operators.count("DequantizeLinear")
    assert parameters == (2 if case.startswith("AIDL") else 3)
    engine = OnnxReference()
    engine.quantized = "qdq"
    device = EngineDevice(engine)
    paths = default_paths(device.version, case)[:1]
    (verdict,) = Judge(device).judge(example, case, paths)
    assert verdict.kind == VerdictKind.PASSED, verdict
