"""Import of quantized ``.onnx`` files, against the evaluator of onnx."""

import numpy as np
import pytest

from conformance.engines.tflite.tflite_import import NotImportableError
from conformance.hal import OperationType
from tests.mlts.test_onnx_models import real, results, write_model

onnx = pytest.importorskip("onnx")
from onnx import TensorProto, helper  # noqa: E402
from onnx.reference import ReferenceEvaluator  # noqa: E402

from conformance.engines.onnx.onnx_import import import_onnx  # noqa: E402

OUT = 0.0625
"""The scale of the results; a code may differ by one, because ties are rounded differently."""


def codes(dtype, *shape):
    limits = np.iinfo(dtype)
    return np.random.default_rng(sum(shape)).integers(limits.min, limits.max, shape, dtype, True)


def scale(*values):
    return np.array(values[0] if len(values) == 1 else values, np.float32)


def quantized(name, dtype, node, constants, shape=(1, 4, 7, 6)):
    """Return a model of QuantizeLinear, ``node`` and DequantizeLinear, and its constants."""
    nodes = [
        helper.make_node("QuantizeLinear", ["x", "xs", "xz"], ["q"]),
        node,
        helper.make_node("DequantizeLinear", ["r", "ys", "yz"], ["out"]),
    ]
    given = {
        "xs": scale(1 / 64),
        "xz": np.array(100 if dtype == np.uint8 else -7, dtype),
        "ys": scale(OUT),
        "yz": np.array(128 if dtype == np.uint8 else 5, dtype),
    }
    return pytest.param(nodes, given | constants, shape, id=name)


def conv(**attributes):
    inputs = ["q", "xs", "xz", "w", "ws", "wz", "ys", "yz", "b"]
    return helper.make_node("QLinearConv", inputs, ["r"], **attributes)


U8, I8 = np.uint8, np.int8
PADS = {"pads": [1, 0, 2, 1], "strides": [2, 1]}
CHANNELS = {
    "ws": scale(0.001, 0.002, 0.004),
    "wz": np.zeros(3, I8),
    "b": np.array([9, -99, 0], "i4"),
}
ONE = {"ws": scale(0.003), "b": np.array([900, -990, 0], "i4")}
MATRIX = helper.make_node("QLinearMatMul", ["q", "xs", "xz", "w", "ws", "wz", "ys", "yz"], ["r"])
POOL = helper.make_node("MaxPool", ["q"], ["r"], kernel_shape=[2, 3])
SAME = {"ys": scale(1 / 64), "yz": np.array(100, U8)}

MODELS = [
    quantized("channels", U8, conv(**PADS), {"w": codes(I8, 3, 4, 3, 2), **CHANNELS}),
    quantized("channels signed", I8, conv(**PADS), {"w": codes(I8, 3, 4, 3, 2), **CHANNELS}),
    quantized(
        "one scale", U8, conv(), {"w": codes(U8, 3, 4, 3, 2), "wz": np.array(120, U8), **ONE}
    ),
    quantized("other sign", U8, conv(), {"w": codes(I8, 3, 4, 3, 2), "wz": np.array(3, I8), **ONE}),
    quantized(
        "depthwise",
        U8,
        conv(group=4),
        {
            "w": codes(I8, 4, 1, 3, 2),
            "ws": scale(0.01, 0.02, 0.03, 0.01),
            "wz": np.zeros(4, I8),
            "b": np.array([5, 6, 7, 8], "i4"),
        },
    ),
    quantized(
        "matrix",
        U8,
        MATRIX,
        {"w": codes(I8, 6, 5), "ws": scale(0.01), "wz": np.array(0, I8)},
        (2, 3, 6),
    ),
    quantized("codes that move", U8, POOL, SAME),
]


def run(path, arrays):
    """Return the results of the evaluator and those of the import on the reference."""
    (expected,) = ReferenceEvaluator(str(path)).run(None, arrays)
    imported = import_onnx(path)
    (got,) = results(imported, arrays.values()).values()
    assert got.shape == expected.shape
    return expected, got, imported


@pytest.mark.parametrize(("nodes", "constants", "shape"), MODELS)
def test_quantized_operators_have_the_results_of_the_evaluator(nodes, constants, shape, tmp_path):
    path = write_model(tmp_path / "m.onnx", nodes, {"x": shape}, ["out"], constants)
    expected, got, imported = run(path, {"x": real(*shape)})
    assert np.ptp(expected) > 8 * OUT or nodes[1] is POOL
    np.testing.assert_allclose(got, expected, atol=float(constants["ys"]) * 1.01)
    types = {operation.type for operation in imported.model.main.operations}
    assert {OperationType.QUANTIZE, OperationType.DEQUANTIZE} <= types


@pytest.mark.parametrize("opset", [13, 21])
def test_operators_between_dequantize_and_quantize_compute_in_float32(opset, tmp_path):
    """The evaluator of onnx has these operators from version 19 on: it runs the newer file."""
    nodes = [
        helper.make_node("DequantizeLinear", ["x", "xs", "xz"], ["f"]),
        helper.make_node("DequantizeLinear", ["w", "ws", "wz"], ["v"], axis=0),
        helper.make_node("DequantizeLinear", ["b", "bs"], ["o"]),
        helper.make_node("Conv", ["f", "v", "o"], ["c"]),
        helper.make_node("Relu", ["c"], ["a"]),
        helper.make_node("QuantizeLinear", ["a", "ys"], ["out"]),
    ]
    constants = {
        "xs": scale(0.02),
        "xz": np.array(3, I8),
        "w": codes(I8, 3, 4, 1, 1),
        "ws": scale(0.01, 0.02, 0.03),
        "wz": np.array([0, 1, -2], I8),
        "ys": scale(0.2),
        "b": np.array([40, -4, 4], np.int32),
        "bs": scale(0.25),
    }
    path = write_model(tmp_path / "m.onnx", nodes, {"x": (1, 4, 7, 6)}, ["out"], constants)
    model = onnx.load(path)
    model.graph.input[0].type.tensor_type.elem_type = TensorProto.INT8
    model.graph.output[0].type.tensor_type.elem_type = TensorProto.UINT8
    onnx.save(model, path)
    arrays = {"x": codes(I8, 1, 4, 7, 6)}
    (expected,) = ReferenceEvaluator(str(path)).run(None, arrays)
    model.opset_import[0].version = opset
    onnx.save(model, path)
    imported = import_onnx(path)
    (got,) = results(imported, arrays.values()).values()
    assert np.abs(got.astype(int) - expected).max() <= 1 < np.ptp(expected)
    source = imported.model.main.operands[imported.model.main.input_indexes[0]]
    assert (source.scale, source.zero_point) == (float(np.float32(0.02)), 3)


@pytest.mark.parametrize(
    ("node", "changed", "reason"),
    [
        (helper.make_node("Relu", ["q"], ["r"]), {}, "codes of quantized tensors"),
        (POOL, {"ys": scale(0.5)}, "a scale of 0.5 for a tensor of scale 0.015625"),
        (POOL, {"xz": np.array(1, np.int16)}, "type int16"),
        (POOL, {"xs": scale(0.5, 0.25)}, "2 scales"),
        (conv(group=2), {"w": codes(I8, 4, 2, 1, 1), **CHANNELS}, "2 groups"),
        (
            conv(),
            {"w": codes(U8, 3, 4, 1, 1), **CHANNELS, "wz": np.array([1, 1, 1], U8)},
            "not symmetric",
        ),
    ],
)
def test_what_the_contract_cannot_express_is_named(node, changed, reason, tmp_path):
    nodes, constants, shape = quantized("", U8, node, SAME | changed).values
    path = write_model(tmp_path / "m.onnx", nodes, {"x": shape}, ["out"], constants)
    with pytest.raises(NotImportableError, match=reason):
        import_onnx(path)


@pytest.mark.parametrize(("indices", "axis"), [([[2, -1], [0, 0]], 1), (3, 2), ([1], 0)])
def test_gather(indices, axis, tmp_path):
    node = helper.make_node("Gather", ["x", "i"], ["out"], axis=axis)
    constants = {"i": np.array(indices, np.int64)}
    path = write_model(tmp_path / "m.onnx", [node], {"x": (2, 3, 4)}, ["out"], constants)
    expected, got, _ = run(path, {"x": real(2, 3, 4)})
    np.testing.assert_array_equal(got, expected)
