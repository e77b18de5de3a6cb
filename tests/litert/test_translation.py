"""The TFLite operators that HAL operations are lowered to, and the reasons for declined calls."""

import zlib
from dataclasses import replace

import numpy as np
import pytest

from conformance.driver_sdk import constant_copies
from conformance.engines.bridge import subgraph_views
from conformance.engines.litert import Kernels
from conformance.engines.tflite.tflite_export import export_model
from conformance.engines.tflite.translation import translate
from conformance.hal import (
    DataLocation,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    Subgraph,
    Version,
)
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import default_paths
from conformance.verdicts import VerdictKind
from tests.litert.running_examples import INDEX, bundled, bundled_files, case_id, device

pytest.importorskip("ai_edge_litert")

T = OperandType


def model_of(operation, inputs, output):
    """Return a model with one operation.

    An input is an operand for a model input, or ``(type, value)`` for a constant.
    """
    operands, values, input_indexes = [], bytearray(), []
    for index, entry in enumerate(inputs):
        if isinstance(entry, Operand):
            input_indexes.append(index)
            operands.append(entry)
            continue
        type_, value = entry
        data = np.asarray(value, np.int32 if type_ in (T.INT32, T.TENSOR_INT32) else np.float32)
        values.extend(b"\0" * (-len(values) % 4))
        operands.append(
            Operand(
                type=type_,
                dimensions=data.shape if type_.name.startswith("TENSOR") else (),
                number_of_consumers=1,
                lifetime=OperandLifeTime.CONSTANT_COPY,
                location=DataLocation(0, len(values), data.nbytes),
            )
        )
        values.extend(data.tobytes())
    operands.append(output)
    indexes = tuple(range(len(inputs)))
    main = Subgraph(
        tuple(operands),
        (Operation(operation, indexes, (len(inputs),)),),
        tuple(input_indexes),
        (len(inputs),),
    )
    return Model(main, operand_values=bytes(values))


def model_input(*dimensions, type_=T.TENSOR_FLOAT32, **more):
    return Operand(
        type=type_,
        dimensions=dimensions,
        number_of_consumers=1,
        lifetime=OperandLifeTime.SUBGRAPH_INPUT,
        **more,
    )


def model_output(*dimensions, type_=T.TENSOR_FLOAT32, **more):
    return Operand(
        type=type_, dimensions=dimensions, lifetime=OperandLifeTime.SUBGRAPH_OUTPUT, **more
    )


def max_pool(padding, size=(1, 4, 4, 1), stride=2, window=2, out=(1, 2, 2, 1)):
    scalars = [(T.INT32, value) for value in (*padding, stride, stride, window, window, 0)]
    return model_of(OperationType.MAX_POOL_2D, [model_input(*size), *scalars], model_output(*out))


def test_other_explicit_padding_becomes_an_operator():
    model = max_pool((1, 1, 1, 1), out=(1, 3, 3, 1))
    image = -np.arange(1, 17, dtype=np.float32).reshape(1, 4, 4, 1)
    (pooled,) = device().compile(model)([image])
    assert pooled.ravel().tolist() == [-1, -2, -4, -5, -6, -8, -13, -14, -16]


@pytest.mark.parametrize("activation", [0, 1, 3])
def test_quantized_mean_with_padding_is_rounded_once(activation):
    """The means of (code - 3) / 2 over the image elements are computed by hand and clamped."""
    scalars = [(T.INT32, value) for value in (1, 1, 1, 1, 2, 2, 2, 2, activation)]
    quant = {"type_": T.TENSOR_QUANT8_ASYMM, "scale": 0.5, "zero_point": 3}
    model = model_of(
        OperationType.AVERAGE_POOL_2D,
        [model_input(1, 4, 4, 1, **quant), *scalars],
        model_output(1, 3, 3, 1, **quant),
    )
    assert device().decline_reasons(model) == [None]
    image = np.arange(0, 32, 2, dtype=np.uint8).reshape(1, 4, 4, 1)
    (pooled,) = device().compile(model)([image])
    means = np.array([0, 3, 6, 12, 15, 18, 24, 27, 30])
    clamped = np.clip(means, 3, 15) if activation == 3 else np.maximum(means, 3 * activation)
    assert pooled.ravel().tolist() == clamped.tolist()


def test_shapes_known_with_request():
    scalars = [(T.INT32, value) for value in (1, 0, 0, 1, 2, 2, 2, 2, 0)]
    model = model_of(
        OperationType.MAX_POOL_2D, [model_input(0, 0, 0, 0), *scalars], model_output(0, 0, 0, 0)
    )
    program = device().compile(model)
    for size in (4, 5, 4):
        image = np.random.default_rng(size).normal(size=(1, size, size, 1)).astype(np.float32)
        (pooled,) = program([image])
        border = np.pad(image[0, :, :, 0], ((0, 1), (1, 0)), constant_values=-np.inf)
        rows = (size + 1 - 2) // 2 + 1
        for row in range(rows):
            for column in range(rows):
                window = border[2 * row : 2 * row + 2, 2 * column : 2 * column + 2]
                assert pooled[0, row, column, 0] == window.max()


def test_parameters_known_with_request():
    size = Operand(type=T.INT32, number_of_consumers=1, lifetime=OperandLifeTime.SUBGRAPH_INPUT)
    model = model_of(
        OperationType.RESIZE_BILINEAR,
        [model_input(1, 2, 2, 1), size, size],
        model_output(0, 0, 0, 0),
    )
    program = device().compile(model)
    image = np.arange(4, dtype=np.float32).reshape(1, 2, 2, 1)
    for width, height in ((4, 2), (2, 4), (3, 1)):
        (resized,) = program([image, np.int32(width).reshape(()), np.int32(height).reshape(())])
        assert resized.shape == (1, height, width, 1)


@pytest.mark.parametrize("kernels", list(Kernels))
def test_changed_expected_value_fails(kernels):
    """Passing cases are really compared: a value that is off by too much fails."""
    case = "V1_0/softmax/softmax_rank_2_beta_0"
    example = bundled(case)
    paths = default_paths(device(kernels).version, case)
    judge = Judge(device(kernels))
    assert {verdict.kind for verdict in judge.judge(example, case, paths)} == {VerdictKind.PASSED}
    values = np.frombuffer(example.outputs[-1].data, np.float32).copy()
    values[-1] += 1e-3
    outputs = (*example.outputs[:-1], replace(example.outputs[-1], data=values.tobytes()))
    changed = replace(example, outputs=outputs)
    assert {verdict.kind for verdict in judge.judge(changed, case, paths)} == {VerdictKind.FAILED}


@pytest.mark.parametrize("rows", [0, 3], ids=["open", "known"])
@pytest.mark.parametrize(("step", "declined"), [(129, True), (128, True), (127, False)])
def test_hard_swish_with_fine_output_scale_is_declined(rows, step, declined):
    codes = {"type_": T.TENSOR_QUANT8_ASYMM, "zero_point": 128}
    model = model_of(
        OperationType.HARD_SWISH,
        [model_input(rows, 2, scale=step / 256, **codes)],
        model_output(rows, 2, scale=1 / 256, **codes),
    )
    (reason,) = device().decline_reasons(model)
    assert (reason is not None) == declined


@pytest.mark.parametrize(("rows", "declined"), [(65, True), (72, False), (4, False)])
def test_reading_past_the_end_of_an_image_is_declined(rows, declined):
    """2 * 1024 units in 65 steps give 31.5 per step; 64 steps of 32 reach the third of two rows."""
    codes = {"type_": T.TENSOR_QUANT8_ASYMM_SIGNED, "scale": 1.0}
    sizes = [(T.INT32, 1), (T.INT32, rows)]
    model = model_of(
        OperationType.RESIZE_BILINEAR,
        [model_input(1, 2, 1, 1, **codes), *sizes],
        model_output(0, 0, 0, 0, **codes),
    )
    (reason,) = device().decline_reasons(model)
    assert (reason is not None) == declined


@pytest.mark.parametrize(
    "case",
    [
        "V1_0/lstm/lstm_projection_bias",
        "V1_2/unidirectional_sequence_lstm/unidirectional_sequence_lstm_projection_bias_batch_major",
        "V1_2/bidirectional_sequence_lstm/bidirectional_sequence_lstm_merged_batch_major",
    ],
)
def test_output_wider_than_cell_is_declined(case):
    """TFLite writes past its scratch memory there; a random graph was ended by the heap check."""
    (reason,) = device().decline_reasons(bundled(case).model)
    assert reason


def test_empty_result():
    """The interpreter returns no tensor that is empty only after the run; the bridge creates it."""
    begin = model_input(2, type_=T.TENSOR_INT32)
    size = (T.TENSOR_INT32, [0, 3])
    model = model_of(OperationType.SLICE, [model_input(2, 3), begin, size], model_output(0, 0))
    (sliced,) = device().compile(model)([np.ones((2, 3), np.float32), np.zeros(2, np.int32)])
    assert (sliced.shape, sliced.dtype) == ((0, 3), np.float32)


def test_different_quantizations_are_compared_as_real_numbers():
    """The interpreter itself ends the process for such inputs."""
    first = model_input(2, type_=T.TENSOR_QUANT8_ASYMM, scale=1.0, zero_point=128)
    second = model_input(2, type_=T.TENSOR_QUANT8_ASYMM, scale=0.5, zero_point=0)
    model = model_of(OperationType.LESS, [first, second], model_output(2, type_=T.TENSOR_BOOL8))
    codes = np.array([129, 130], np.uint8), np.array([3, 4], np.uint8)
    for kernels in Kernels:
        (less,) = device(kernels).compile(model)(codes)
        assert less.tolist() == [True, False]


def test_different_quantizations_are_converted_to_the_output():
    first = model_input(2, type_=T.TENSOR_QUANT8_ASYMM, scale=1.0, zero_point=128)
    second = model_input(2, type_=T.TENSOR_QUANT8_ASYMM, scale=0.5, zero_point=0)
    target = model_output(2, type_=T.TENSOR_QUANT8_ASYMM, scale=0.25, zero_point=1)
    model = model_of(OperationType.MAXIMUM, [first, second], target)
    codes = np.array([129, 131], np.uint8), np.array([3, 4], np.uint8)
    for kernels in Kernels:
        (largest,) = device(kernels).compile(model)(codes)
        assert largest.tolist() == [7, 13]


def test_prelu_input_is_broadcast_to_slopes():
    model = model_of(OperationType.PRELU, [model_input(2), model_input(2, 2)], model_output(2, 2))
    values = np.array([-1, 2], np.float32), np.array([[3, 3], [5, 5]], np.float32)
    for kernels in Kernels:
        (products,) = device(kernels).compile(model)(values)
        assert products.tolist() == [[-3, 2], [-5, 2]]


def test_a_file_names_its_tensors_subgraphs_inputs_and_outputs():
    """Readers of ``.tflite`` files such as LiteRT's plug-ins find tensors by name."""
    example = bundled("V1_3/while/while_endless")
    module = pytest.importorskip("ai_edge_litert.interpreter")
    interpreter = module.Interpreter(model_content=export_model(example.model))
    (key,) = interpreter.get_signature_list()
    names = interpreter.get_signature_list()[key]
    tensors = {details["name"] for details in interpreter.get_tensor_details()}
    assert "" not in tensors
    assert {*names["inputs"], *names["outputs"]} <= tensors


@pytest.mark.parametrize("one_of", [40, pytest.param(1, marks=pytest.mark.slow)])
def test_no_operator_computes_constants_for_an_operation_with_other_inputs(one_of):
    checked = 0
    for path in bundled_files():
        for info in INDEX.names(path):
            case = case_id(path, info.name)
            if zlib.crc32(case.encode()) % one_of:
                continue
            model = INDEX.load(path, info.name).model
            constants = constant_copies(model)
            views = subgraph_views(model.main, constants)
            graph = translate(model, constants, Version.AIDL_V3, views).graphs[0]
            for node in graph.graph.nodes:
                inputs = model.main.operations[node.owner].inputs
                if all(constants[index] is not None for index in inputs):
                    continue
                sources = [graph.graph.tensors[index] for index in node.inputs if index >= 0]
                if node.builtin != "QUANTIZE":  # the engine decides how codes are rounded
                    assert any(tensor.data is None for tensor in sources), (case, node.builtin)
            checked += 1
    assert checked > 10000 / one_of
