"""Import of ``.onnx`` files: operators and the light networks of onnx, against its evaluator."""

from pathlib import Path

import numpy as np
import pytest

from conformance.engines.tflite.tflite_file import ModelFileError
from conformance.engines.tflite.tflite_import import NotImportableError
from conformance.oracle.expected import reference_results
from tests.plugin.conftest import UserFolder

onnx = pytest.importorskip("onnx")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402
from onnx.reference import ReferenceEvaluator  # noqa: E402

from conformance.engines.onnx.onnx_import import import_onnx  # noqa: E402

LIGHT = Path(onnx.__file__).parent / "backend" / "test" / "data" / "light"
FAST = {"light_shufflenet", "light_squeezenet"}
NETWORKS = [
    pytest.param(path, id=path.stem, marks=() if path.stem in FAST else pytest.mark.slow)
    for path in sorted(LIGHT.glob("*.onnx"))
]


def write_model(path, nodes, inputs, outputs, constants=(), opset=21):
    """Write a model of these nodes; ``inputs`` maps a name to a shape, ``constants`` to a value."""
    graph = helper.make_graph(
        nodes,
        "main",
        [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in inputs.items()],
        [helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in outputs],
        [numpy_helper.from_array(value, name) for name, value in dict(constants).items()],
    )
    opsets = [helper.make_opsetid("", opset)]
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=8), path)
    return path


def real(*shape):
    return np.random.default_rng(sum(shape)).uniform(-1, 1, shape).astype(np.float32)


def results(imported, arrays):
    """Return the results of the reference by name of the operand."""
    main = imported.model.main
    outputs = reference_results(imported.model, [array.tobytes() for array in arrays])
    names = [imported.operand_names[index] for index in main.output_indexes]
    return dict(zip(names, outputs, strict=True))


X = {"x": (1, 4, 7, 6)}
CONV3 = {"w": real(6, 4, 3, 2), "b": real(6)}
GROUPS = {"w": real(8, 2, 3, 3), "b": real(8)}
DEPTHWISE = {"w": real(8, 1, 3, 3)}
BATCH_NORM = {"s": real(4), "o": real(4), "m": real(4), "v": np.abs(real(4)) + 0.1}
INT = np.int64
ROI = {"roi": np.array([], np.float32)}
SCALES = {**ROI, "scales": np.array([1, 1, 2, 1.5], np.float32)}
SIZES = {**ROI, "none": np.array([], np.float32), "sizes": np.array([1, 4, 10, 4], INT)}


def points(name):
    return {"coordinate_transformation_mode": name}


NEAREST = {"mode": "nearest", **points("asymmetric")}

OPERATORS = [
    ("Conv", X, CONV3, {"strides": [2, 1], "pads": [1, 0, 2, 1]}, 9),
    ("Conv", X, CONV3, {"auto_pad": "SAME_UPPER", "strides": [2, 2]}, 11),
    ("Conv", X, CONV3, {"auto_pad": "SAME_LOWER", "dilations": [1, 2]}, 11),
    ("Conv", X, CONV3, {"auto_pad": "VALID", "dilations": [2, 1]}, 11),
    ("Conv", X, GROUPS, {"group": 2, "pads": [1, 1, 1, 1], "strides": [1, 2]}, 9),
    ("Conv", X, DEPTHWISE, {"group": 4, "pads": [0, 1, 0, 2], "dilations": [2, 1]}, 9),
    ("ConvTranspose", X, {"w": real(4, 3, 3, 2), "b": real(3)}, {"strides": [2, 1]}, 11),
    ("ConvTranspose", X, {"w": real(4, 3, 3, 2)}, {"strides": [2, 2], "pads": [1, 0, 0, 1]}, 11),
    ("Resize", X, SCALES, {**NEAREST, "nearest_mode": "floor"}, 13),
    ("Resize", X, SIZES, {"mode": "linear", **points("half_pixel")}, 13),
    ("Resize", X, SIZES, {"mode": "linear", **points("align_corners")}, 13),
    ("Resize", X, SCALES, {"mode": "linear", **points("asymmetric")}, 13),
    ("Upsample", X, {"s": np.array([1, 1, 2, 3], np.float32)}, {"mode": "nearest"}, 9),
    ("MaxPool", X, {}, {"kernel_shape": [3, 2], "strides": [2, 1], "pads": [1, 0, 1, 1]}, 9),
    ("AveragePool", X, {}, {"kernel_shape": [3, 2], "strides": [1, 2], "pads": [1, 0, 1, 1]}, 9),
    ("AveragePool", X, {}, {"kernel_shape": [2, 2], "count_include_pad": 1}, 11),
    ("GlobalAveragePool", X, {}, {}, 9),
    ("GlobalMaxPool", X, {}, {}, 9),
    ("BatchNormalization", X, BATCH_NORM, {"epsilon": 1e-3}, 15),
    ("Relu", X, {}, {}, 9),
    ("Sigmoid", X, {}, {}, 9),
    ("Tanh", {"x": (3,)}, {}, {}, 9),
    ("LeakyRelu", X, {}, {"alpha": 0.2}, 9),
    ("Elu", X, {}, {"alpha": 0.7}, 9),
    ("HardSwish", X, {}, {}, 14),
    ("HardSigmoid", X, {}, {"alpha": 0.3, "beta": 0.4}, 9),
    ("PRelu", X, {"slope": real(4, 1, 1)}, {}, 9),
    ("Add", {"x": (2, 3), "y": (4, 1, 3)}, {}, {}, 9),
    ("Sub", {"x": (2, 3)}, {"c": np.float32(0.5)}, {}, 9),
    ("Div", {"x": (2, 3)}, {"c": np.array([2, 3, 4], np.float32)}, {}, 9),
    ("Sum", {"x": (2, 3), "y": (2, 3), "z": (3,)}, {}, {}, 9),
    ("Sum", {"x": (2, 3)}, {}, {}, 9),
    ("Max", {"x": (2, 3), "y": (2, 3)}, {}, {}, 9),
    ("Clip", X, {}, {"min": 0.0, "max": 6.0}, 9),
    ("Clip", X, {"low": np.float32(-0.5), "high": np.float32(0.25)}, {}, 13),
    ("Clip", X, {"low": np.float32(0.125)}, {}, 13),
    ("Gemm", {"x": (3, 5)}, {"w": real(4, 5), "b": real(4)}, {"transB": 1}, 9),
    ("Gemm", {"x": (3, 5)}, {"w": real(5, 4), "b": np.float32(0.5)}, {}, 11),
    ("MatMul", {"x": (3, 5)}, {"w": real(5, 4)}, {}, 9),
    ("MatMul", {"x": (2, 3, 5)}, {"w": real(5, 4)}, {}, 9),
    ("MatMul", {"x": (2, 3, 5), "y": (2, 5, 4)}, {}, {}, 9),
    ("Concat", {"x": (2, 3), "y": (2, 1)}, {}, {"axis": -1}, 11),
    ("Concat", {"x": (2, 3)}, {"c": real(1, 3)}, {"axis": 0}, 9),
    ("Softmax", {"x": (3, 5)}, {}, {"axis": 1}, 9),
    ("Softmax", {"x": (2, 3, 5)}, {}, {"axis": 1}, 13),
    ("LogSoftmax", {"x": (3, 5)}, {}, {"axis": -1}, 13),
    ("Transpose", X, {}, {"perm": [0, 2, 3, 1]}, 9),
    ("Transpose", {"x": (2, 3, 4)}, {}, {}, 9),
    ("Reshape", {"x": (2, 3, 4)}, {"shape": np.array([0, -1], INT)}, {}, 9),
    ("Flatten", X, {}, {"axis": 2}, 9),
    ("Squeeze", {"x": (1, 3, 1)}, {"axes": np.array([2], INT)}, {}, 13),
    ("Unsqueeze", {"x": (2, 3)}, {}, {"axes": [0, 3]}, 9),
    ("Dropout", {"x": (2, 3)}, {}, {"ratio": 0.5}, 9),
    ("Pad", {"x": (2, 3)}, {"pads": np.array([0, 1, 2, 0], INT), "v": np.float32(0.5)}, {}, 13),
    ("Slice", X, {}, {"starts": [1, -3], "ends": [3, 99], "axes": [1, 3]}, 9),
    ("Slice", {"x": (4, 5)}, {"s": np.array([1, 0], INT), "e": np.array([-1, 4], INT)}, {}, 13),
    ("ReduceMean", X, {}, {"axes": [1, 3], "keepdims": 0}, 9),
    ("ReduceSum", X, {"axes": np.array([-1], INT)}, {}, 13),
    ("ReduceMax", {"x": (2, 3)}, {}, {}, 9),
    ("ReduceSum", {"x": (2, 3)}, {"axes": np.array([], INT)}, {}, 13),
    ("Gemm", {"x": (4, 5)}, {"w": real(5, 4), "b": real(1, 4)}, {}, 11),
]


@pytest.mark.parametrize(
    ("operator", "inputs", "constants", "attributes", "opset"),
    OPERATORS,
    ids=[f"{number}_{row[0]}" for number, row in enumerate(OPERATORS)],
)
def test_an_operator_has_the_results_of_the_evaluator(
    operator, inputs, constants, attributes, opset, tmp_path
):
    node = helper.make_node(operator, [*inputs, *constants], ["out"], **attributes)
    path = write_model(tmp_path / "model.onnx", [node], inputs, ["out"], constants, opset)
    arrays = {name: real(*shape) for name, shape in inputs.items()}
    (expected,) = ReferenceEvaluator(str(path)).run(None, arrays)
    (got,) = results(import_onnx(path), arrays.values()).values()
    assert got.shape == (expected.shape or (1,))
    np.testing.assert_allclose(got.reshape(expected.shape), expected, rtol=1e-5, atol=1e-5)


def seeded(path, folder):
    """Write a light network with random weights: those of the file are all equal."""
    model, source = onnx.load(path), np.random.default_rng(1)
    sizes = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
    weights = {}
    for node in model.graph.node:
        if node.op_type == "ConstantOfShape":
            shape = sizes[node.input[0]]
            spread = np.sqrt(3 / max(1, np.prod(shape[1:])))
            low, high = (-spread, spread) if len(shape) > 1 else (0.5, 1)
            weights[node.output[0]] = source.uniform(low, high, shape)
    for node in model.graph.node:
        if node.op_type == "Softmax":  # the evaluator has the default of another version
            node.attribute.append(helper.make_attribute("axis", 1))
    kept = [node for node in model.graph.node if node.op_type != "ConstantOfShape"]
    del model.graph.node[:]
    model.graph.node.extend(kept)
    model.graph.initializer.extend(
        numpy_helper.from_array(value.astype(np.float32), name) for name, value in weights.items()
    )
    model.ir_version = 8  # before 4, each initializer is an input, too
    onnx.save(model, folder / path.name)
    return folder / path.name


@pytest.mark.parametrize("path", NETWORKS)
def test_a_light_network_has_the_results_of_onnx_runtime(path, tmp_path):
    """ONNX Runtime is independent of the import; the evaluator computes LRN along another axis."""
    runtime = pytest.importorskip("onnxruntime")
    file = seeded(path, tmp_path)
    imported = import_onnx(file)
    main = imported.model.main
    operand = main.operands[main.input_indexes[0]]
    image = real(*operand.dimensions)
    session = runtime.InferenceSession(file)
    (expected,) = session.run(None, {session.get_inputs()[0].name: image})
    (got,) = results(imported, [image]).values()
    assert got.shape == expected.shape
    assert expected.std() > 1e-3 * expected.max() > 0
    np.testing.assert_allclose(got, expected, atol=1e-3 * expected.max())


def test_an_operator_that_cannot_be_expressed_is_named(tmp_path):
    nodes = [
        helper.make_node("Erf", ["x"], ["a"]),
        helper.make_node("Conv", ["a", "w"], ["b"], group=2, dilations=[2, 2]),
        helper.make_node("MaxPool", ["x"], ["c"], kernel_shape=[2, 2], ceil_mode=1),
        helper.make_node("Relu", ["b"], ["r"]),
        helper.make_node("Ceil", ["r"], ["d"]),
    ]
    path = write_model(tmp_path / "m.onnx", nodes, X, ["c", "d"], {"w": GROUPS["w"]}, 13)
    with pytest.raises(NotImportableError) as caught:
        import_onnx(path)
    assert [(one.operator, one.builtin) for one in caught.value.refusals] == [
        (0, "Erf"),
        (2, "MaxPool"),
        (4, "Ceil"),
    ]


def test_shapes_that_the_file_leaves_open(tmp_path):
    """The first size is the number of images; another one needs an array beside the file."""
    nodes = [helper.make_node("Relu", ["x"], ["out"])]
    path = write_model(tmp_path / "m.onnx", nodes, {"x": ("batch", 3)}, ["out"])
    assert import_onnx(path).model.main.operands[0].dimensions == (1, 3)
    path = write_model(tmp_path / "m.onnx", nodes, {"x": (2, "features")}, ["out"])
    with pytest.raises(NotImportableError, match="no array of this input"):
        import_onnx(path)
    np.savez(tmp_path / "m.npz", in0=real(2, 5))
    assert import_onnx(path).model.main.operands[0].dimensions == (2, 5)
    path = write_model(tmp_path / "n.onnx", nodes, {"x": (-1, 3)}, ["out"])
    assert import_onnx(path).model.main.operands[0].dimensions == (1, 3)


@pytest.mark.parametrize("step", [29, pytest.param(1, marks=pytest.mark.slow)])
def test_a_damaged_file_ends_in_a_clear_error(step, tmp_path):
    nodes = [
        helper.make_node("Conv", ["x", "w", "b"], ["a"], pads=[1, 1, 1, 1]),
        helper.make_node("Reshape", ["a", "shape"], ["out"]),
    ]
    constants = {**CONV3, "shape": np.array([1, -1], INT)}
    path = write_model(tmp_path / "m.onnx", nodes, X, ["out"], constants)
    content, errors = path.read_bytes(), 0
    for position in range(0, len(content), step):
        for change in (1, 0x80):
            damaged = bytearray(content)
            damaged[position] ^= change
            path.write_bytes(damaged)
            try:
                import_onnx(path)
            except (ModelFileError, NotImportableError):
                errors += 1
    assert errors


FAR = np.array([1 << 62], INT)
CONTRADICTIONS = [
    ("Reshape", {"x": (2, 3)}, {"shape": np.array([4, -1], INT)}, {}),
    ("Clip", {"x": (2, 3)}, {"low": np.zeros(2, np.float32)}, {}),
    ("Slice", {"x": (2, 3)}, {"s": FAR, "e": -FAR, "axes": np.array([5], INT)}, {}),
    ("Transpose", {"x": (2, 3)}, {}, {"perm": [0, 7]}),
    ("Conv", X, {"w": real(6, 4, 3, 2)}, {"pads": [1 << 40] * 4}),
]
OTHERS = [
    ("Gemm", {"x": (4, 5)}, {"w": real(5, 4), "b": real(4, 1)}, {}),
    ("Resize", X, {**ROI, "scales": np.array([1, 1, 1.5, 1.5], np.float32)}, NEAREST),
    ("Pad", {"x": (2, 3)}, {"p": np.array([1, 1], INT), "v": real(), "a": np.array([1], INT)}, {}),
    ("ReduceSum", {"x": (2, 3)}, {"axes": np.array([], INT)}, {"noop_with_empty_axes": 1}),
]
"""Calls with a meaning that the contract does not have."""


@pytest.mark.parametrize("row", CONTRADICTIONS + OTHERS, ids=lambda row: row[0])
def test_a_node_that_contradicts_its_operator_or_the_contract_is_named(row, tmp_path):
    operator, inputs, constants, attributes = row
    node = helper.make_node(operator, [*inputs, *constants], ["out"], **attributes)
    opset = 18 if operator == "Pad" else 13
    path = write_model(tmp_path / "m.onnx", [node], inputs, ["out"], constants, opset)
    with pytest.raises(NotImportableError, match=operator):
        import_onnx(path)


def test_a_division_of_integers_is_refused(tmp_path):
    """ONNX rounds to 0, and the contract down."""
    node = helper.make_node("Div", ["x", "x"], ["out"])
    path = write_model(tmp_path / "m.onnx", [node], {"x": (3,)}, ["out"], {}, 14)
    model = onnx.load(path)
    for value in (*model.graph.input, *model.graph.output):
        value.type.tensor_type.elem_type = TensorProto.INT32
    onnx.save(model, path)
    with pytest.raises(NotImportableError, match="division of integers"):
        import_onnx(path)


WRONG_MEAN = """
from conformance.hal import OperationType
from conformance.reference.device import ReferenceDevice


class WrongMean(ReferenceDevice):
    name = "wrong-mean"

    def compile_call(self, call):
        kernel = super().compile_call(call)
        if call.definition.type != OperationType.MEAN:
            return kernel
        return lambda inputs: [kernel(inputs)[0] * 1.03]
"""


def test_a_network_runs_whole_and_layer_by_layer(tmp_path, tmp_path_factory):
    """A driver whose MEAN is wrong fails in this layer and as a whole, and nowhere else."""
    nodes = [
        helper.make_node("Conv", ["x", "w", "b"], ["a"]),
        helper.make_node("Relu", ["a"], ["r"]),
        helper.make_node("GlobalAveragePool", ["r"], ["m"]),
        helper.make_node("Flatten", ["m"], ["f"]),
        helper.make_node("Tanh", ["f"], ["out"]),
    ]
    folder = UserFolder(tmp_path, tmp_path_factory.mktemp("cache"))
    folder.write("drivers.py", WRONG_MEAN)
    write_model(tmp_path / "net.onnx", nodes, X, ["out"], CONV3, 9)
    done = folder.command("pytest --driver reference net.onnx")
    assert (done.code, done.count("passed")) == (0, 6)
    done = folder.command("pytest --driver drivers.py:WrongMean net.onnx -v")
    failed = {
        line.split()[0].partition("::")[2] for line in done.out.splitlines() if "FAILED" in line
    }
    assert {"whole", "layer_002_MEAN"} == failed - {""}
    write_model(
        tmp_path / "net.onnx", [helper.make_node("Erf", ["x"], ["out"])], X, ["out"], {}, 13
    )
    done = folder.command("pytest --driver reference net.onnx -v")
    assert "1 x Erf: this import has no translation of the operator" in done.out
    (tmp_path / "net.onnx").write_bytes(b"no model")
    assert folder.command("pytest --driver reference net.onnx").code == 1


STATES = {"h": (1, 2, 5), "c": (1, 2, 5)}


@pytest.mark.parametrize(
    ("names", "inputs"),
    [
        (["x", "w", "r"], {"x": (4, 2, 3)}),
        (["x", "w", "r", "b", "", "h", "c", "p"], {"x": (4, 2, 3), **STATES}),
    ],
)
def test_an_lstm_has_the_outputs_and_states_of_the_evaluator(names, inputs, tmp_path):
    node = helper.make_node("LSTM", names, ["y", "yh", "yc"], hidden_size=5)
    weights = {"w": real(1, 20, 3), "r": real(1, 20, 5), "b": real(1, 40), "p": real(1, 15)}
    constants = {name: weights[name] for name in names if name in weights}
    outputs = ["y", "yh"] if "p" in names else ["y"]
    path = write_model(tmp_path / "m.onnx", [node], inputs, outputs, constants)
    arrays = {name: real(*shape) for name, shape in inputs.items()}
    expected = ReferenceEvaluator(str(path)).run(None, arrays)
    got = list(results(import_onnx(path), arrays.values()).values())
    for ours, theirs in zip(got, expected, strict=True):
        assert ours.shape == theirs.shape
        np.testing.assert_allclose(ours, theirs, atol=1e-5)


@pytest.mark.parametrize(
    ("attributes", "reason"),
    [({"direction": "reverse"}, "direction"), ({"clip": 1.0}, "a clip"), ({"layout": 1}, "layout")],
)
def test_an_lstm_that_the_contract_lacks_is_named(attributes, reason, tmp_path):
    node = helper.make_node("LSTM", ["x", "w", "r"], ["y"], hidden_size=5, **attributes)
    constants = {"w": real(1, 20, 3), "r": real(1, 20, 5)}
    path = write_model(tmp_path / "m.onnx", [node], {"x": (4, 2, 3)}, ["y"], constants)
    with pytest.raises(NotImportableError, match=reason):
        import_onnx(path)
