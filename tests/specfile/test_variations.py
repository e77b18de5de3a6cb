"""Tests of all variations of the spec language, with expected values calculated by hand."""

import numpy as np
import pytest

from conformance.hal import OperandType

UNARY = """
    a = Input("a", "TENSOR_FLOAT32", "{4}")
    b = Output("b", "TENSOR_FLOAT32", "{4}")
    Model().Operation("TANH", a).To(b)
    example = Example({a: [0.25, 0.75, 1.25, -100], b: [-0.1, 200, 0, 5]})
    example.DisableLifeTimeVariation()
"""


def floats(data):
    return np.frombuffer(data, "<f4").tolist()


def test_quantizing_adds_the_zero_point_before_rounding_half_to_even(load_text):
    plain, even, odd = load_text(
        UNARY
        + """
    even = DataTypeConverter(name="even").Identify(
        {a: ("TENSOR_QUANT8_ASYMM", 0.5, 10), b: ["TENSOR_QUANT8_ASYMM_SIGNED", 0.5, 10]})
    odd = DataTypeConverter().Identify({a: ("TENSOR_QUANT8_ASYMM", 0.5, 11)})
    example.AddVariations(even, odd)
    """
    )
    assert plain.name == "sample"
    assert even.name == "sample_even"
    assert list(even.inputs[0]) == [10, 12, 12, 0]
    assert np.frombuffer(even.outputs[0].data, "i1").tolist() == [10, 127, 10, 20]
    assert odd.name == "sample_quant8"
    assert list(odd.inputs[0]) == [12, 12, 14, 0]
    assert odd.outputs == plain.outputs


def test_automatic_types_and_their_names(load_text):
    examples = load_text(
        UNARY
        + """
    example.AddVariations("float16", "INT32", "relaxed",
                          DataTypeConverter("quant8", scale=0.5, zeroPoint=3), includeDefault=False)
    """
    )
    assert [e.name for e in examples] == [
        *("sample_float16", "sample_int32", "sample_relaxed", "sample_quant8"),
    ]
    assert [e.model.main.operands[0].type for e in examples] == [
        *(OperandType.TENSOR_FLOAT16, OperandType.TENSOR_INT32),
        *(OperandType.TENSOR_FLOAT32, OperandType.TENSOR_QUANT8_ASYMM),
    ]
    assert np.frombuffer(examples[1].inputs[0], "<i4").tolist() == [0, 1, 1, -100]
    assert list(examples[3].inputs[0]) == [4, 4, 6, 0]


def test_groups_are_combined_and_the_first_group_varies_slowest(load_text):
    examples = load_text(
        UNARY
        + """
    example.AddVariations("relaxed", defaultName="strict").AddVariations("float16", "int32")
    """
    )
    assert [e.name.removeprefix("sample_") for e in examples] == [
        *("strict", "strict_float16", "strict_int32"),
        *("relaxed", "relaxed_float16", "relaxed_int32"),
    ]


def test_layout(load_text):
    nhwc, nchw = load_text("""
        a = Input("a", "TENSOR_FLOAT32", "{1, 2, 1, 3}")
        sizes = Parameter("sizes", ("TENSOR_INT32", [4]), [5, 6, 7, 8])
        flag = BoolScalar("flag", False)
        b = Output("b", "TENSOR_FLOAT32", "{1, 0, 1, 3}")
        Model().Operation("CAST", a, sizes, flag).To(b)
        e = Example({a: [1, 2, 3, 4, 5, 6], b: []}).AddNchw(a, sizes, flag, b)
        e.DisableLifeTimeVariation()
    """)
    assert (nhwc.name, nchw.name) == ("sample_nhwc", "sample_nchw")
    operands = nchw.model.main.operands
    assert operands[0].dimensions == (1, 3, 2, 1)
    assert floats(nchw.inputs[0]) == [1, 4, 2, 5, 3, 6]
    assert nchw.model.operand_values[:17] == np.array([5, 8, 6, 7], "<i4").tobytes() + b"\1"
    assert operands[3].dimensions == (1, 3, 0, 1)


def test_activations_clamp_values_in_the_converted_type(load_text):
    examples = load_text("""
        a = Input("a", "TENSOR_FLOAT32", "{3}")
        act = Int32Scalar("act", 0)
        b = Output("b", "TENSOR_FLOAT32", "{3}")
        Model().Operation("ADD", a, a, act).To(b)
        quant = DataTypeConverter().Identify({b: ("TENSOR_QUANT8_ASYMM", 0.5, 100)})
        e = Example({a: [-4, 0.25, 8], b: [-8, 0.5, 16]}).DisableLifeTimeVariation()
        e.AddVariations(quant).AddAllActivations(b, act)
    """)
    found = {e.name: e for e in examples}
    assert [e.name.removeprefix("sample_") for e in examples[:4]] == [
        *("none", "relu", "relu1", "relu6"),
    ]
    assert floats(found["sample_relu1"].outputs[0].data) == [-1, 0.5, 1]
    assert floats(found["sample_relu6"].outputs[0].data) == [0, 0.5, 6]
    assert list(found["sample_quant8_none"].outputs[0].data) == [84, 101, 132]
    assert list(found["sample_quant8_relu1"].outputs[0].data) == [98, 101, 102]
    assert list(found["sample_quant8_relu6"].outputs[0].data) == [100, 101, 112]
    assert found["sample_quant8_relu6"].model.operand_values == b"\3\0\0\0"


AXIS = """
    a = Input("a", "TENSOR_FLOAT32", "{2, 1, 3}")
    axis = Int32Scalar("axis", %s)
    b = Output("b", "TENSOR_FLOAT32", "{2, 1, 3}")
    Model().Operation("SOFTMAX", a, 1.0, axis).To(b)
    example = Example({a: [1, 2, 3, 4, 5, 6], b: [6, 5, 4, 3, 2, 1]})
    example.DisableLifeTimeVariation()
    example.%s(a, axis, b)
"""


def axes(examples):
    return [
        (
            e.name.removeprefix("sample_"),
            np.frombuffer(e.model.operand_values[4:8], "<i4")[0],
            e.model.main.operands[0].dimensions,
        )
        for e in examples
    ]


def test_all_ranks_and_axes_from_both_ends(load_text):
    examples = load_text(AXIS % (2, "AddAllDimsAndAxis"))
    assert axes(examples) == [
        ("dim3_axis0", 0, (3, 2, 1)),
        ("dim3_axis0_neg", -3, (3, 2, 1)),
        ("dim3_axis1", 1, (2, 3, 1)),
        ("dim3_axis1_neg", -2, (2, 3, 1)),
        ("dim3_axis2", 2, (2, 1, 3)),
        ("dim3_axis2_neg", -1, (2, 1, 3)),
        ("dim2_axis0", 0, (3, 1)),
        ("dim2_axis0_neg", -2, (3, 1)),
        ("dim2_axis1", 1, (1, 3)),
        ("dim2_axis1_neg", -1, (1, 3)),
        ("dim1_axis0", 0, (3,)),
        ("dim1_axis0_neg", -1, (3,)),
    ]
    assert floats(examples[0].inputs[0]) == [1, 4, 2, 5, 3, 6]
    assert floats(examples[6].inputs[0]) == [1, 2, 3]


@pytest.mark.parametrize(
    ("helper", "found"),
    [
        ("AddAllDims", ["dim3_axis0", "dim2_axis0", "dim1_axis0"]),
        ("AddAllPositiveAxis", ["dim3_axis0", "dim3_axis1", "dim3_axis2"]),
        (
            "AddAllDimsAndPositiveAxis",
            ["dim3_axis0", "dim3_axis1", "dim3_axis2", "dim2_axis0", "dim2_axis1", "dim1_axis0"],
        ),
    ],
)
def test_axis_helpers(load_text, helper, found):
    assert [name for name, _, _ in axes(load_text(AXIS % (-3, helper)))] == found


def test_explicit_axes_keep_the_default(load_text):
    text = AXIS.replace("example.%s(", "example.AddAxis((1, -1), ") % 0
    assert [name for name, _, _ in axes(load_text(text))] == [
        *("sample", "dim3_axis1", "dim3_axis2_neg"),
    ]


def test_outputs_as_internal_disables_the_automatic_variations(load_text):
    examples = load_text("""
        a = Input("a", "TENSOR_QUANT8_ASYMM", "{2}, 0.5f, 9")
        b = Output("b", "TENSOR_QUANT8_ASYMM", "{2}, 0.5f, 9")
        Model().Operation("RELU", a).To(b)
        Example({a: [9, 10], b: [9, 10]}).AddVariations(
            AllOutputsAsInternalCoverter(), includeDefault=False)
    """)
    (example,) = examples
    assert example.name == "sample_all_outputs_as_internal"
    assert example.operand_names == ("a", "b", "placeholder", "param", "b_new")
    assert example.model.operand_values == b"\x09\0\0\0\0\0\0\0"
    assert example.model.main.output_indexes == (4,)


def test_lifetime_variations_skip_excluded_inputs_and_shorthand_constants(load_text):
    examples = load_text("""
        a = Input("a", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
        w = Parameter("w", ("TENSOR_FLOAT32", [1]), [2]).ShouldNeverBeInternal()
        b = Output("b", ("TENSOR_FLOAT32", [1]))
        Model().Operation("PRELU", a, w, [1.5], [4]).To(b)
        Example({a: [1], b: [1]})
    """)
    assert [e.name for e in examples] == ["sample", "sample_all_tensors_as_inputs"]
    assert examples[1].model.main.input_indexes == (0, 1)


def test_converters_change_subgraphs(load_text):
    plain, half = load_text("""
        x, y = Input("x", ("TENSOR_FLOAT32", [1])), Output("y", ("TENSOR_FLOAT32", [1]))
        body = Model("body").Operation("MUL", x, [0.5], 0).To(y)
        c = BoolScalar("c", True)
        p, q = Input("p", ("TENSOR_FLOAT32", [1])), Output("q", ("TENSOR_FLOAT32", [1]))
        Model().Operation("IF", c, body, body, p).To(q)
        Example({p: [4], q: [2]}).AddVariations("float16").DisableLifeTimeVariation()
    """)
    assert len(plain.model.referenced) == len(half.model.referenced) == 1
    assert [o.type.name for o in half.model.referenced[0].operands] == [
        *("TENSOR_FLOAT16", "TENSOR_FLOAT16", "INT32", "TENSOR_FLOAT16"),
    ]
    assert half.outputs[0].data == np.float16(2).tobytes()
