"""Single operators: what the reference computes after the import is what LiteRT computes.

The limit for floating-point results is a few units of float32; a quantized result may differ by one
step, because LiteRT's kernels round intermediate results.
"""

import numpy as np
import pytest

pytest.importorskip("ai_edge_litert.interpreter")

from conformance.engines.tflite.lift.unsupported import UNSUPPORTED
from conformance.engines.tflite.tflite_file import decode_tflite
from conformance.engines.tflite.tflite_import import CONVERTERS, NotImportableError, import_file
from tests.mlts.litert_engine import (
    one_operator_file,
    random_values,
    run_content,
    run_litert,
    tensor,
)

RNG = np.random.default_rng(7)


def f32(*shape):
    return tensor("FLOAT32", shape)


def i8(*shape, scale=0.05, zero_point=3):
    return tensor("INT8", shape, scale, zero_point)


def u8(*shape, scale=0.05, zero_point=120):
    return tensor("UINT8", shape, scale, zero_point)


def i32(*shape):
    return tensor("INT32", shape)


def const(values, dtype=np.int32):
    array = np.array(values, dtype)
    names = {"int32": "INT32", "float32": "FLOAT32", "bool": "BOOL", "int64": "INT32"}
    return tensor(names[array.dtype.name], array.shape, data=array)


def weights(*shape):
    return const(RNG.uniform(-1, 1, shape), np.float32)


def codes(*shape, scale=0.02, axis=0):
    values = RNG.integers(-127, 128, shape).astype(np.int8)
    return tensor("INT8", shape, scale, axis if isinstance(scale, tuple) else 0, values)


def bias(units):
    """Return a bias for an input scale of 0.05 and weights of the scales 0.01, 0.02 ..."""
    scales = tuple(0.05 * 0.01 * (1 + unit) for unit in range(units))
    return tensor("INT32", (units,), scales, data=RNG.integers(-500, 500, units).astype(np.int32))


# fmt: off
CASES = {
    "add": ("ADD", [f32(2, 3), f32(3)], [f32(2, 3)], "AddOptions", {"fusedActivationFunction": 1}),
    "add_scalar": ("ADD", [i32(), const(4)], [i32()], "AddOptions", {}),
    "sub_int8": ("SUB", [i8(2, 3), i8(2, 3)], [i8(2, 3, scale=0.1)], "SubOptions", {}),
    "mul_relu6": ("MUL", [f32(2, 3), f32(2, 3)], [f32(2, 3)], "MulOptions",
        {"fusedActivationFunction": 3}),
    "div": ("DIV", [f32(2, 3), const([[2.0, 4.0, 8.0]], np.float32)], [f32(2, 3)], "DivOptions",
        {}),
    "add_n": ("ADD_N", [f32(2, 3), f32(2, 3), f32(2, 3)], [f32(2, 3)], "", {}),
    "square": ("SQUARE", [f32(2, 3)], [f32(2, 3)], "", {}),
    "squared_difference": ("SQUARED_DIFFERENCE", [f32(2, 3), f32(2, 3)], [f32(2, 3)], "", {}),
    "squared_difference_int8": ("SQUARED_DIFFERENCE", [i8(2, 3), i8(2, 3)], [i8(2, 3, scale=0.3)],
        "", {}),
    "abs": ("ABS", [f32(2, 3)], [f32(2, 3)], "", {}),
    "elu": ("ELU", [f32(2, 3)], [f32(2, 3)], "", {}),
    "leaky_relu": ("LEAKY_RELU", [f32(2, 3)], [f32(2, 3)], "LeakyReluOptions", {"alpha": 0.2}),
    "leaky_relu_int8": ("LEAKY_RELU", [i8(2, 30)], [i8(2, 30)], "LeakyReluOptions", {"alpha": 0.2}),
    "leaky_relu_negative": ("LEAKY_RELU", [u8(2, 30)], [u8(2, 30)], "LeakyReluOptions",
        {"alpha": -0.3}),
    "relu_0_to_1": ("RELU_0_TO_1", [f32(2, 9)], [f32(2, 9)], "", {}),
    "relu1": ("RELU_N1_TO_1", [f32(2, 9)], [f32(2, 9)], "", {}),
    "softmax": ("SOFTMAX", [f32(2, 9)], [f32(2, 9)], "SoftmaxOptions", {"beta": 1.0}),
    "log_softmax": ("LOG_SOFTMAX", [f32(2, 9)], [f32(2, 9)], "", {}),
    "less": ("LESS", [f32(2, 3), f32(2, 3)], [tensor("BOOL", (2, 3))], "", {}),
    "cast_to_float": ("CAST", [i32(2, 3)], [f32(2, 3)], "CastOptions", {}),
    "cast_bool_to_float": ("CAST", [tensor("BOOL", (2, 3))], [f32(2, 3)], "CastOptions", {}),
    "cast_to_bool": ("CAST", [i32(2, 3)], [tensor("BOOL", (2, 3))], "CastOptions", {}),
    "select": ("SELECT_V2", [tensor("BOOL", (2, 3)), f32(2, 3), f32(2, 3)], [f32(2, 3)], "", {}),
    "quantize": ("QUANTIZE", [f32(2, 9)], [i8(2, 9)], "", {}),
    "requantize": ("QUANTIZE", [u8(2, 9)], [i8(2, 9, scale=0.07)], "", {}),
    "dequantize": ("DEQUANTIZE", [i8(2, 9)], [f32(2, 9)], "", {}),
    "conv": ("CONV_2D", [f32(1, 6, 7, 3), weights(4, 3, 2, 3), weights(4)], [f32(1, 3, 4, 4)],
        "Conv2DOptions", {"padding": 0, "strideW": 2, "strideH": 2, "fusedActivationFunction": 1}),
    "conv_dilated": ("CONV_2D", [f32(1, 6, 7, 3), weights(4, 3, 2, 3), weights(4)], [f32(1, 2, 5,
        4)], "Conv2DOptions", {"padding": 1, "strideW": 1, "strideH": 1, "dilationHFactor": 2,
        "dilationWFactor": 2}),
    "conv_grouped": ("CONV_2D", [f32(1, 6, 7, 4), weights(6, 3, 2, 2), weights(6)], [f32(1, 4, 6,
        6)], "Conv2DOptions", {"padding": 1, "strideW": 1, "strideH": 1}),
    "conv_int8_per_channel": ("CONV_2D", [i8(1, 6, 7, 3), codes(4, 3, 2, 3, scale=(0.01, 0.02,
        0.03, 0.04)), bias(4)], [i8(1, 4, 6, 4, scale=0.1)], "Conv2DOptions", {"padding": 1,
        "strideW": 1, "strideH": 1}),
    "depthwise": ("DEPTHWISE_CONV_2D", [f32(1, 6, 7, 3), weights(1, 3, 3, 6), weights(6)], [f32(1,
        6, 7, 6)], "DepthwiseConv2DOptions", {"padding": 0, "strideW": 1, "strideH": 1,
        "depthMultiplier": 2}),
    "transpose_conv": ("TRANSPOSE_CONV", [const([1, 7, 9, 4]), weights(4, 3, 3, 2), f32(1, 4, 5,
        2)], [f32(1, 7, 9, 4)], "TransposeConvOptions", {"padding": 0, "strideW": 2, "strideH": 2}),
    "fully_connected": ("FULLY_CONNECTED", [f32(2, 3, 5), weights(4, 5), weights(4)], [f32(2, 3,
        4)], "FullyConnectedOptions", {"keepNumDims": True}),
    "fully_connected_flat": ("FULLY_CONNECTED", [f32(2, 3, 5), weights(4, 5), None], [f32(6, 4)],
        "FullyConnectedOptions", {}),
    "fully_connected_per_channel": ("FULLY_CONNECTED", [i8(3, 5), codes(4, 5, scale=(0.01, 0.02,
        0.03, 0.04)), None], [i8(3, 4, scale=0.1)], "FullyConnectedOptions",
        {"fusedActivationFunction": 1}),
    "batch_matmul": ("BATCH_MATMUL", [f32(2, 3, 4), f32(2, 5, 4)], [f32(2, 3, 5)],
        "BatchMatMulOptions", {"adjY": True}),
    "average_pool": ("AVERAGE_POOL_2D", [f32(1, 6, 7, 3)], [f32(1, 3, 4, 3)], "Pool2DOptions",
        {"padding": 0, "strideW": 2, "strideH": 2, "filterWidth": 3, "filterHeight": 2}),
    "max_pool_uint8": ("MAX_POOL_2D", [u8(1, 6, 7, 3)], [u8(1, 5, 5, 3)], "Pool2DOptions",
        {"padding": 1, "strideW": 1, "strideH": 1, "filterWidth": 3, "filterHeight": 2}),
    "resize_bilinear": ("RESIZE_BILINEAR", [f32(1, 4, 5, 2), const([7, 9])], [f32(1, 7, 9, 2)],
        "ResizeBilinearOptions", {"halfPixelCenters": True}),
    "resize_nearest": ("RESIZE_NEAREST_NEIGHBOR", [f32(1, 4, 5, 2), const([7, 9])], [f32(1, 7, 9,
        2)], "ResizeNearestNeighborOptions", {}),
    "l2_normalization": ("L2_NORMALIZATION", [f32(2, 5)], [f32(2, 5)], "L2NormOptions", {}),
    "space_to_depth": ("SPACE_TO_DEPTH", [f32(1, 4, 6, 2)], [f32(1, 2, 3, 8)],
        "SpaceToDepthOptions", {"blockSize": 2}),
    "batch_to_space_crops": ("BATCH_TO_SPACE_ND", [f32(4, 2, 3, 2), const([2, 2]), const([[1, 0],
        [0, 2]])], [f32(1, 3, 4, 2)], "", {}),
    "reshape": ("RESHAPE", [f32(2, 6), const([3, -1])], [f32(3, 4)], "ReshapeOptions", {}),
    "reshape_by_attribute": ("RESHAPE", [f32(2, 6)], [f32(3, 4)], "ReshapeOptions",
        {"newShape": [3, 4]}),
    "expand_dims": ("EXPAND_DIMS", [f32(2, 3), const(1)], [f32(2, 1, 3)], "", {}),
    "squeeze": ("SQUEEZE", [f32(2, 1, 3)], [f32(2, 3)], "SqueezeOptions", {"squeezeDims": [1]}),
    "concatenation": ("CONCATENATION", [f32(2, 3), f32(2, 4)], [f32(2, 7)],
        "ConcatenationOptions", {"axis": -1}),
    "concatenation_int32": ("CONCATENATION", [i32(2, 3), i32(2, 1)], [i32(2, 4)],
        "ConcatenationOptions", {"axis": 1}),
    "pack": ("PACK", [f32(2, 3), f32(2, 3)], [f32(2, 2, 3)], "PackOptions", {"axis": 1,
        "valuesCount": 2}),
    "pack_scalars": ("PACK", [f32(), f32()], [f32(2)], "PackOptions", {"axis": 0,
        "valuesCount": 2}),
    "unpack": ("UNPACK", [f32(2, 3)], [f32(2), f32(2), f32(2)], "UnpackOptions", {"axis": 1,
        "num": 3}),
    "split": ("SPLIT", [const(1), f32(2, 6)], [f32(2, 3), f32(2, 3)], "SplitOptions",
        {"numSplits": 2}),
    "split_v": ("SPLIT_V", [f32(2, 6), const([1, -1, 2]), const(1)], [f32(2, 1), f32(2, 3), f32(2,
        2)], "SplitVOptions", {"numSplits": 3}),
    "transpose": ("TRANSPOSE", [f32(2, 3, 4), const([2, 0, 1])], [f32(4, 2, 3)], "", {}),
    "pad": ("PAD", [f32(2, 3), const([[1, 0], [0, 2]])], [f32(3, 5)], "", {}),
    "pad_v2": ("PADV2", [f32(2, 3), const([[1, 0], [0, 2]]), const(7.5, np.float32)], [f32(3, 5)],
        "", {}),
    "mirror_pad": ("MIRROR_PAD", [f32(3, 3), const([[1, 0], [0, 2]])], [f32(4, 5)],
        "MirrorPadOptions", {"mode": 1}),
    "slice": ("SLICE", [f32(4, 5), const([1, 2]), const([2, -1])], [f32(2, 3)], "", {}),
    "strided_slice": ("STRIDED_SLICE", [f32(4, 6), const([1, 5]), const([2, 0]), const([1, -2])],
        [f32(3)], "StridedSliceOptions", {"shrinkAxisMask": 1}),
    "gather": ("GATHER", [f32(5, 3), i32(2, 2)], [f32(2, 2, 3)], "GatherOptions", {"axis": 0}),
    "gather_scalar": ("GATHER", [f32(5, 3), const(2)], [f32(3)], "GatherOptions", {"axis": 0}),
    "reverse": ("REVERSE_V2", [f32(4, 3), const([1])], [f32(4, 3)], "", {}),
    "tile": ("TILE", [f32(2, 3), const([2, 1])], [f32(4, 3)], "", {}),
    "topk": ("TOPK_V2", [f32(2, 9), const(3)], [f32(2, 3), i32(2, 3)], "", {}),
    "arg_max": ("ARG_MAX", [f32(2, 9), const(1)], [i32(2)], "ArgMaxOptions", {"outputType": 2}),
    "mean": ("MEAN", [f32(2, 3, 4), const([1, 2])], [f32(2)], "ReducerOptions", {}),
    "mean_of_all": ("MEAN", [f32(2, 3), const([0, 1])], [f32()], "ReducerOptions", {}),
    "mean_requantized": ("MEAN", [i8(2, 3, 4), const([1])], [i8(2, 1, 4, scale=0.03)],
        "ReducerOptions", {"keepDims": True}),
    "sum": ("SUM", [f32(2, 3, 4), const([1])], [f32(2, 4)], "ReducerOptions", {}),
    "reduce_max": ("REDUCE_MAX", [f32(2, 3, 4), const([1])], [f32(2, 4)], "ReducerOptions", {}),
}
# fmt: on


def arguments(case):
    inputs = case[1]
    free = [x for x in inputs if x is not None and x.data is None and not x.variable]
    return [random_values(given, seed) for seed, given in enumerate(free)]


def variable(*shape):
    return tensor("FLOAT32", shape, variable=True)


def cell(units, size):
    """Return the weights, peepholes, biases and projection of an LSTM cell without projection."""
    return [
        *(weights(units, size) for _ in range(4)),
        *(weights(units, units) for _ in range(4)),
        *[None] * 3,
        *(weights(units) for _ in range(4)),
        *[None] * 2,
    ]


def bidirectional_lstm(*, merged, time_major):
    """Return a layer with 3 forward and 3 backward units over 4 steps.

    There are 2 sequences, but 1 if the batch is first and the outputs are merged: there LiteRT's
    backward outputs of a second sequence differ from those that it does not merge.
    """
    count = 1 if merged and not time_major else 2
    shape = (4, count, 5) if time_major else (count, 4, 5)
    inputs = [f32(*shape), *cell(3, 5), *cell(3, 5), *(variable(count, 3) for _ in range(4))]
    outputs = [f32(*shape[:2], 6)] if merged else [f32(*shape[:2], 3), f32(*shape[:2], 3)]
    attributes = {
        "fusedActivationFunction": 4,
        "mergeOutputs": merged,
        "timeMajor": time_major,
        "cellClip": 0.0,
        "projClip": 0.0,
    }
    options = "BidirectionalSequenceLSTMOptions"
    return "BIDIRECTIONAL_SEQUENCE_LSTM", [*inputs, *[None] * 9], outputs, options, attributes


def bidirectional_rnn(*, merged, time_major):
    """Return a layer with 3 forward and 3 backward units over 4 steps of 2 sequences."""
    shape = (4, 2, 5) if time_major else (2, 4, 5)
    inputs = [f32(*shape)]
    for _ in range(2):
        inputs += [weights(3, 5), weights(3, 3), weights(3), variable(2, 3)]
    outputs = [f32(*shape[:2], 6)] if merged else [f32(*shape[:2], 3), f32(*shape[:2], 3)]
    attributes = {
        "fusedActivationFunction": 1,
        "mergeOutputs": merged,
        "timeMajor": time_major,
    }
    options = "BidirectionalSequenceRNNOptions"
    return "BIDIRECTIONAL_SEQUENCE_RNN", [*inputs, None, None, None], outputs, options, attributes


CASES |= {
    f"{kind.__name__}, merged {merged}, time major {time_major}": kind(
        merged=merged, time_major=time_major
    )
    for kind in (bidirectional_lstm, bidirectional_rnn)
    for merged in (False, True)
    for time_major in (False, True)
}
CASES |= {
    "CEIL": ("CEIL", [f32(3, 4)], [f32(3, 4)], "", {}),
    "HASHTABLE_LOOKUP": (
        "HASHTABLE_LOOKUP",
        [const([5, 9, 6, 5]), const([5, 6, 7]), f32(3, 4)],
        [f32(4, 4), tensor("UINT8", (4,))],
        "",
        {},
    ),
}


@pytest.mark.verified_engine("litert")
@pytest.mark.parametrize("name", CASES)
def test_an_imported_operator_computes_what_litert_computes(name):
    builtin, inputs, outputs, options, attributes = case = CASES[name]
    content = one_operator_file(builtin, inputs, outputs, options, **attributes)
    values = arguments(case)
    expected = run_litert(content, values)
    found = run_content(content, values)
    assert len(found) == len(expected)
    for actual, wanted in zip(found, expected, strict=True):
        assert actual.shape == (wanted.shape or (1,))
        assert actual.dtype == wanted.dtype
        if wanted.dtype.kind == "f":
            np.testing.assert_allclose(actual.reshape(wanted.shape), wanted, 1e-5, 1e-6)
        else:
            step = 1 if wanted.dtype.itemsize == 1 and wanted.dtype != bool else 0
            difference = actual.reshape(wanted.shape).astype(int) - wanted.astype(int)
            assert abs(difference).max() <= step


def test_a_shape_that_the_file_states_becomes_a_constant():
    content = one_operator_file("SHAPE", [f32(2, 3)], [i32(2)], "ShapeOptions", outType=2)
    (found,) = run_content(content, [random_values(f32(2, 3), 0)])
    assert found.tolist() == [2, 3]


def test_broadcasting_is_that_of_numpy():
    content = one_operator_file("BROADCAST_TO", [f32(3, 1), const([2, 3, 4])], [f32(2, 3, 4)])
    values = random_values(f32(3, 1), 0)
    (found,) = run_content(content, [values])
    np.testing.assert_array_equal(found, np.broadcast_to(values, (2, 3, 4)))


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        (("COS", [f32(2)], [f32(2)], "", {}), "the contract has no such operation"),
        (("ROUND", [f32(2)], [f32(2)], "", {}), "the contract has no such operation"),
        (
            (
                "GATHER",
                [f32(2, 5, 3), i32(2, 2)],
                [f32(2, 2, 3)],
                "GatherOptions",
                {"axis": 1, "batchDims": 1},
            ),
            "batch dimensions",
        ),
        (
            ("ADD", [f32(2), f32(2)], [f32(2)], "AddOptions", {"fusedActivationFunction": 4}),
            "fused activation 4",
        ),
        (("RESHAPE", [i8(2, 3), const([6])], [i8(6, scale=0.2)], "ReshapeOptions", {}), "scale"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_an_operator_without_equal_is_refused_with_the_reason(case, reason):
    content = one_operator_file(*case[:4], **case[4])
    with pytest.raises(NotImportableError) as caught:
        import_file(decode_tflite(content, "x.tflite"))
    (refusal,) = caught.value.refusals
    assert refusal.builtin == case[0]
    assert reason in refusal.reason


def test_each_converter_for_a_builtin_exists_in_the_schema():
    schema = pytest.importorskip("ai_edge_litert.schema_py_generated")
    custom = [name for name in CONVERTERS if name.startswith("CUSTOM:")]
    assert custom == ["CUSTOM:TFLite_Detection_PostProcess"]
    assert all(hasattr(schema.BuiltinOperator, name) for name in CONVERTERS if name not in custom)


def test_each_builtin_of_the_schema_is_imported_or_has_a_reason():
    schema = pytest.importorskip("ai_edge_litert.schema_py_generated")
    names = {name for name in vars(schema.BuiltinOperator) if name[0].isupper()}
    assert not names - set(CONVERTERS) - set(UNSUPPORTED)
    assert not set(UNSUPPORTED) & set(CONVERTERS)
    assert not set(UNSUPPORTED) - names


@pytest.mark.verified_engine("litert")
def test_8_bit_weights_of_a_float_layer_are_dequantized():
    """The expected values are the formula of the layer; LiteRT quantizes the input as well."""
    layer = codes(4, 5)
    inputs = [f32(3, 5), layer, weights(4)]
    content = one_operator_file("FULLY_CONNECTED", inputs, [f32(3, 4)], "FullyConnectedOptions")
    values = random_values(f32(3, 5), 0)
    (found,) = run_content(content, [values])
    wanted = values.astype(float) @ (layer.data * 0.02).T + inputs[2].data
    np.testing.assert_allclose(found, wanted, 1e-5, 1e-6)
    (hybrid,) = run_litert(content, [values])
    assert np.abs(found - hybrid).max() < 0.05 * np.abs(wanted).max()
