"""Operators that become several operations, and the custom operator of detections.

Expected values are LiteRT's, or NumPy's where it has no kernel.
"""

import struct

import numpy as np
import pytest

pytest.importorskip("ai_edge_litert.interpreter")

from conformance.engines.tflite.lift.detection import OptionsError, read_number_map
from conformance.engines.tflite.tflite_file import ModelFileError, decode_tflite
from conformance.engines.tflite.tflite_graph import (
    TfliteGraph,
    TfliteSubgraph,
    TfliteTensor,
    flatbuffer,
)
from conformance.engines.tflite.tflite_import import NotImportableError, import_file
from tests.mlts.litert_engine import one_operator_file, run_content, run_litert, tensor

flexbuffers = pytest.importorskip("flatbuffers.flexbuffers")

DIVIDENDS = np.array([[7, -7, 7, -7], [6, -6, 0, -1]], np.int32)
DIVISORS = np.array([[2, 2, -2, -2], [3, 3, 5, 4]], np.int32)


def i32(*shape):
    return tensor("INT32", shape)


def f32(*shape):
    return tensor("FLOAT32", shape)


def results(builtin, inputs, outputs, values, options="", **attributes):
    """Return the results of LiteRT and of the imported model."""
    content = one_operator_file(builtin, inputs, outputs, options, **attributes)
    return run_litert(content, values), run_content(content, values)


@pytest.mark.verified_engine("litert")
@pytest.mark.parametrize(
    ("builtin", "options"), [("DIV", "DivOptions"), ("FLOOR_DIV", ""), ("FLOOR_MOD", "")]
)
def test_quotients_of_integers_with_all_signs(builtin, options):
    values = [DIVIDENDS, DIVISORS]
    (expected,), (found,) = results(builtin, [i32(2, 4)] * 2, [i32(2, 4)], values, options)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.verified_engine("litert")
def test_the_floor_of_a_real_quotient():
    values = [DIVIDENDS.astype(np.float32), np.full((1,), 2, np.float32)]
    (expected,), (found,) = results("FLOOR_DIV", [f32(2, 4), f32(1)], [f32(2, 4)], values)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.verified_engine("litert")
@pytest.mark.parametrize(
    ("condition", "first", "second"),
    [((1, 3), (2, 3), (1,)), ((2, 1), (1, 3), (2, 3)), ((1,), (2, 3), (2, 3)), ((3,), (2, 1), ())],
)
def test_the_inputs_of_select_are_broadcast(condition, first, second):
    source = np.random.default_rng(1)
    values = [source.integers(0, 2, condition).astype(bool)]
    values += [source.uniform(-1, 1, shape).astype(np.float32) for shape in (first, second)]
    inputs = [tensor("BOOL", condition), f32(*first), f32(*second)]
    (expected,), (found,) = results("SELECT_V2", inputs, [f32(2, 3)], values)
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(found, np.where(*values))


@pytest.mark.verified_engine("litert")
def test_the_older_select_takes_one_condition_for_each_row():
    values = [np.array([True, False]), np.ones((2, 3), np.float32), np.zeros((2, 3), np.float32)]
    inputs = [tensor("BOOL", (2,)), f32(2, 3), f32(2, 3)]
    (expected,), (found,) = results("SELECT", inputs, [f32(2, 3)], values)
    np.testing.assert_array_equal(found, expected)
    assert found.tolist() == [[1, 1, 1], [0, 0, 0]]


@pytest.mark.verified_engine("litert")
@pytest.mark.parametrize("shape", [(2, 3), ()])
@pytest.mark.parametrize("axis", [0, -1])
def test_integers_are_packed(shape, axis):
    values = [np.full(shape, 3, np.int32), np.full(shape, 4, np.int32)]
    wanted = np.stack(values, axis)
    (expected,), (found,) = results(
        "PACK",
        [i32(*shape)] * 2,
        [i32(*wanted.shape)],
        values,
        "PackOptions",
        valuesCount=2,
        axis=axis,
    )
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(found, wanted)


def test_a_range_of_constants_is_a_constant():
    graph = TfliteGraph()
    numbers = [
        graph.add_tensor(tensor("INT32", (), data=np.array(n, np.int32))) for n in (7, 1, -2)
    ]
    steps, x, y = (graph.add_tensor(i32(3)) for _ in range(3))
    graph.add_node(0, "RANGE", numbers, [steps], "RangeOptions")
    graph.add_node(1, "ADD", [x, steps], [y], "AddOptions")
    content = flatbuffer([TfliteSubgraph(graph, [x], [y])])
    (found,) = run_content(content, [np.array([1, 2, 3], np.int32)])
    assert found.tolist() == [8, 7, 6]


STABLE = {
    "ADD": np.add,
    "SUBTRACT": np.subtract,
    "MULTIPLY": np.multiply,
    "DIVIDE": np.divide,
    "MAXIMUM": np.maximum,
    "MINIMUM": np.minimum,
    "ABS": np.abs,
    "NEGATE": np.negative,
    "EXPONENTIAL": np.exp,
    "FLOOR": np.floor,
    "TANH": np.tanh,
}


@pytest.mark.parametrize("name", STABLE)
def test_an_element_wise_stablehlo_operator(name):
    source, function = np.random.default_rng(2), STABLE[name]
    values = [source.uniform(-2, 2, (2, 3)).astype(np.float32) for _ in range(function.nin)]
    content = one_operator_file(f"STABLEHLO_{name}", [f32(2, 3)] * function.nin, [f32(2, 3)])
    (found,) = run_content(content, values)
    np.testing.assert_allclose(found, function(*values), 1e-5)


# ------------------------------------------------------------------------------------ detections

ANCHORS = np.random.default_rng(3).uniform(0.2, 0.8, (6, 4)).astype(np.float32)
DETECTION = {
    "max_detections": 3,
    "max_classes_per_detection": 1,
    "detections_per_class": 2,
    "use_regular_nms": False,
    "nms_score_threshold": 0.1,
    "nms_iou_threshold": 0.5,
    "num_classes": 2,
    "y_scale": 10.0,
    "x_scale": 10.0,
    "h_scale": 5.0,
    "w_scale": 5.0,
}


def detection_file(background=1, quantized=False, known=True, **changes):
    options = {**DETECTION, **changes}
    columns = options["num_classes"] + background
    entries = options["max_detections"] * options["max_classes_per_detection"]
    if quantized:
        inputs = [
            tensor("UINT8", (1, 6, 4), 0.02, 128),
            tensor("UINT8", (1, 6, columns), 1 / 256, 0),
            tensor("UINT8", (6, 4), 1 / 256, 0, data=(ANCHORS * 256).astype(np.uint8)),
        ]
    else:
        inputs = [f32(1, 6, 4), f32(1, 6, columns), tensor("FLOAT32", (6, 4), data=ANCHORS)]
    shapes = ((1, entries, 4), (1, entries), (1, entries), (1,))
    outputs = [TfliteTensor("FLOAT32", shape if known else None) for shape in shapes]
    return one_operator_file("TFLite_Detection_PostProcess", inputs, outputs, **options)


@pytest.mark.verified_engine("litert")
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"use_regular_nms": True},
        {"background": 0},
        {"max_classes_per_detection": 2},
        {"num_classes": 3, "max_classes_per_detection": 3, "max_detections": 6},
        {"quantized": True},
        {"known": False},
        {"nms_iou_threshold": 0.1, "nms_score_threshold": 0.4},
    ],
    ids=str,
)
def test_detections_are_those_of_litert(changes):
    content = detection_file(**changes)
    source = np.random.default_rng(4)
    columns = changes.get("num_classes", 2) + changes.get("background", 1)
    values = [
        source.normal(0, 1, (1, 6, 4)).astype(np.float32),
        source.uniform(0, 1, (1, 6, columns)).astype(np.float32),
    ]
    if changes.get("quantized"):
        values = [source.integers(90, 166, (1, 6, 4)).astype(np.uint8)]
        values.append(source.permutation(256)[: 6 * columns].reshape(1, 6, -1).astype(np.uint8))
    expected, found = run_litert(content, values), run_content(content, values)
    assert expected[3][0] >= 1
    entries = int(expected[3][0]) * changes.get("max_classes_per_detection", 1)
    for actual, wanted in zip(found[:3], expected[:3], strict=True):
        np.testing.assert_allclose(actual[0, :entries], wanted[0, :entries], 1e-5, 1e-6)
        assert not actual[0, entries:].any()
    assert found[3].tolist() == expected[3].tolist()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"max_classes_per_detection": 3}, "3 classes per detection, of 2 classes"),
        ({"background": 3}, "5 scores for each box, but 2 classes"),
        ({"max_detections": 1.5}, "max_detections is 1.5, not an integer"),
        ({"max_detections": 0}, "max_num_detections"),
        ({"y_scale": 0.0}, "scale_y"),
        (
            {"use_regular_nms": True, "max_classes_per_detection": 2},
            "more than one class per detection",
        ),
    ],
    ids=str,
)
def test_detections_that_the_contract_lacks_are_refused_with_the_reason(changes, reason):
    numbers = {name: value for name, value in changes.items() if name != "max_detections"}
    content = detection_file(**numbers)
    if "max_detections" in changes:
        content = _with_options(content, {**DETECTION, **changes})
    with pytest.raises(NotImportableError, match=reason):
        import_file(decode_tflite(content, "x.tflite"))


def _with_options(content, options):
    """Return the file with other custom options."""
    return _with_option_bytes(content, bytes(flexbuffers.Dumps(options)))


def _with_option_bytes(content, options):
    schema = pytest.importorskip("ai_edge_litert.schema_py_generated")
    model = schema.ModelT.InitFromObj(schema.Model.GetRootAs(content, 0))
    model.subgraphs[0].operators[0].customOptions = np.frombuffer(options, np.uint8)
    builder = pytest.importorskip("flatbuffers").Builder(1024)
    builder.Finish(model.Pack(builder), file_identifier=b"TFL3")
    return bytes(builder.Output())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (b"", "0 bytes"),
        (b"\x01\x02\x03", "has 1, 2, 4 or 8 bytes, not 3"),
        (bytes(flexbuffers.Dumps([1, 2])), "not a map"),
        (bytes(flexbuffers.Dumps({f"k{n}": n for n in range(200)})), "200 values"),
        (bytes(1 << 17), "flexbuffer of 3 to"),
        (bytes(flexbuffers.Dumps({"y_scale": float("nan")})), "y_scale is nan"),
        (struct.pack("<QQQBB", 1, 1, 1 << 60, 9 << 2 | 3, 8), "flexbuffer|values"),
    ],
)
def test_damaged_options_are_an_error_of_the_file(options, message):
    with pytest.raises(OptionsError, match=message):
        read_number_map(options)
    content = _with_option_bytes(detection_file(), options)
    with pytest.raises(ModelFileError, match="custom options of CUSTOM:TFLite_Detection"):
        import_file(decode_tflite(content, "x.tflite"))
