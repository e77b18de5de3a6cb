"""Tests of the expansion of spec files, with small specs whose results were derived by hand."""

import struct
from fractions import Fraction

import numpy as np
import pytest

from conformance.cases import ExpectedOutput, bundled_specs, iter_examples, version_of_path
from conformance.cases.spec.numerics import as_values, encode, nearest_float32
from conformance.hal import (
    DataLocation,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    SymmPerChannelQuantParams,
    Version,
)

TYPE = OperandType
LIFE = OperandLifeTime


def f32(*values):
    return np.array(values, "<f4").tobytes()


ADD_TWO = """
    a = Input("a", "TENSOR_FLOAT32", "{3}")
    b = Parameter("b", ("TENSOR_FLOAT32", [3]), [10, 20.5, -1])
    c = Output("c", "TENSOR_FLOAT32", "{3}")
    Model().Operation("ADD", a, b, 0).To(c)
    Example({a: [1, 2, 3], c: [11, 22.5, 2]})
"""


def test_plain_example(load_text):
    example = load_text(ADD_TWO)[0]
    model = example.model
    assert (example.spec, example.name, example.version) == ("sample", "sample", Version.V1_2)
    assert example.operand_names == ("a", "b", "param", "c")
    assert model.main.operands == (
        Operand(TYPE.TENSOR_FLOAT32, (3,), 1, lifetime=LIFE.SUBGRAPH_INPUT),
        Operand(TYPE.TENSOR_FLOAT32, (3,), 1, 0.0, 0, LIFE.CONSTANT_COPY, DataLocation(0, 0, 12)),
        Operand(TYPE.INT32, (), 1, 0.0, 0, LIFE.CONSTANT_COPY, DataLocation(0, 12, 4)),
        Operand(TYPE.TENSOR_FLOAT32, (3,), 0, lifetime=LIFE.SUBGRAPH_OUTPUT),
    )
    assert model.main.operations == (Operation(OperationType.ADD, (0, 1, 2), (3,)),)
    assert model.main.input_indexes == (0,)
    assert model.main.output_indexes == (3,)
    assert model.operand_values == f32(10, 20.5, -1) + bytes(4)
    assert model.pools == ()
    assert example.inputs == (f32(1, 2, 3),)
    assert example.outputs == (ExpectedOutput((3,), f32(11, 22.5, 2)),)


def test_automatic_variations(load_text):
    plain, internal, tensors, both = load_text(ADD_TWO)
    assert [e.name for e in (internal, tensors, both)] == [
        "sample_all_inputs_as_internal",
        "sample_all_tensors_as_inputs",
        "sample_all_tensors_as_inputs_all_inputs_as_internal",
    ]
    assert internal.operand_names == ("a", "b", "param", "c", "a_new", "placeholder", "param1")
    assert [o.type for o in internal.model.main.operations] == [OperationType.ADD] * 2
    assert internal.model.main.operations[0].outputs == (0,)
    assert internal.inputs == plain.inputs
    assert tensors.inputs == (f32(1, 2, 3), f32(10, 20.5, -1))
    assert tensors.operand_names == plain.operand_names
    assert both.operand_names[4:] == (
        *("a_new", "placeholder1", "param2"),
        *("b_new", "placeholder2", "param3"),
    )
    assert both.model.main.input_indexes == (4, 7)


@pytest.mark.parametrize(
    ("folder", "version"),
    [
        ("V1_3", Version.V1_3),
        ("V1_3_cts_only", None),
        ("AIDL_V2", Version.AIDL_V2),
        ("V1_0/deeper/V1_2", None),
        ("V7_7", None),
        ("plain", None),
    ],
)
def test_version_of_path(folder, version):
    assert version_of_path(f"/somewhere/{folder}/x.mod.py") is version


def test_version_overrides(load_text):
    examples = load_text("""
        a, b = Input("a", "TENSOR_FLOAT32", "{1}"), Output("b", "TENSOR_FLOAT32", "{1}")
        Model("m").Operation("RELU", a).To(b).IntroducedIn("V1_1")
        e = Example({a: [1], b: [1]}, name="e").DisableLifeTimeVariation()
        e.AddVariations("relaxed", "float16")
        Example.SetVersion("V1_0", "sample_m_e_float16", "sample_m_e_relaxed")
    """)
    assert [(e.name, e.version) for e in examples] == [
        ("sample_m_e", Version.V1_1),
        ("sample_m_e_relaxed", None),
        ("sample_m_e_float16", Version.V1_0),
    ]
    assert [e.model.relax_computation_float32_to_float16 for e in examples] == [False, True, False]


def test_repeated_names_and_merged_examples(load_text):
    examples = load_text("""
        x, y = Input("x", "TENSOR_FLOAT32", "{1}"), Output("x", "TENSOR_FLOAT32", "{1}")
        model = Model().Operation("FLOOR", x).To(y)
        Example({x: [0.5], y: [0]})
        Example({x: [1.5], y: [1]}, name="other")
        Example({x: [2.5], y: [2]}, {x: [3.5], y: [3]})
    """)
    assert [e.name for e in examples] == [
        "sample",
        "sample_all_inputs_as_internal",
        "sample_2",
        "sample_all_inputs_as_internal_2",
        "sample_3",
        "sample_all_inputs_as_internal_3",
        "sample_other",
        "sample_other_all_inputs_as_internal",
    ]
    assert examples[0].operand_names == ("x", "x1")
    assert [struct.unpack("<f", e.outputs[0].data)[0] for e in examples[::2]] == [0, 2, 3, 1]


def test_shared_constants_and_omitted_operands(load_text):
    (example,) = load_text("""
        i = Input("i", "TENSOR_QUANT8_ASYMM", "{3}, 0.5f, 7")
        none = Input("none", ("TENSOR_FLOAT32", [4]))
        gone = Parameter("gone", ("TENSOR_INT32", [0]), None)
        Configuration.use_shm_for_weights = True
        w = Parameter("w", ("TENSOR_QUANT8_ASYMM", [3], 0.25, 1), (1, 2.9, 255))
        v = Parameter("v", ("TENSOR_BOOL8", [2]), [0, 5])
        Configuration.use_shm_for_weights = False
        k = Float16Scalar("k", 0.1)
        o = IgnoredOutput("o", ("TENSOR_INT32", [2]))
        Model().Operation("SELECT", i, none, gone, w, v, k).To(o)
        Example(({i: [0, 1, 2], none: []}, {})).DisableLifeTimeVariation()
    """)
    operands = example.model.main.operands
    assert [o.lifetime for o in operands] == [
        *(LIFE.SUBGRAPH_INPUT, LIFE.SUBGRAPH_INPUT, LIFE.NO_VALUE),
        *(LIFE.CONSTANT_REFERENCE, LIFE.CONSTANT_REFERENCE),
        *(LIFE.CONSTANT_COPY, LIFE.SUBGRAPH_OUTPUT),
    ]
    assert [o.location for o in operands[3:6]] == [
        *(DataLocation(0, 0, 3), DataLocation(0, 4, 2), DataLocation(0, 0, 2)),
    ]
    (pool,) = example.model.pools
    assert bytes(pool.view()) == b"\x01\x02\xff\0\0\x01"
    assert example.model.operand_values == np.float16(0.1).tobytes()
    assert example.inputs == (b"\0\1\2", None)
    assert example.outputs == (ExpectedOutput((2,), bytes(8), ignored=True),)
    assert (operands[0].scale, operands[0].zero_point) == (0.5, 7)


def test_subgraphs(load_text):
    (example,) = load_text("""
        def branch(name, scale):
            x, y = Input("x", ("TENSOR_FLOAT32", [1])), Output("y", ("TENSOR_FLOAT32", [1]))
            return Model(name).IdentifyInputs(x).IdentifyOutputs(y).Operation(
                "MUL", x, [scale], 0).To(y)
        double, half = branch("double", 2.0), branch("half", 0.5)
        cond = Input("cond", ("TENSOR_BOOL8", [1]))
        x, y = Input("x", ("TENSOR_FLOAT32", [1])), Output("y", ("TENSOR_FLOAT32", [1]))
        ref = SubgraphReference("ref", double)
        Model().Operation("IF", cond, ref, half, x).To(y)
        Example({cond: [True], x: [3], y: [6]}).DisableLifeTimeVariation()
    """)
    model = example.model
    assert example.operand_names == ("cond", "ref", "param4", "x2", "y2")
    assert example.subgraph_names == (
        ("x", "y", "param", "param1"),
        ("x1", "y1", "param2", "param3"),
    )
    assert [o.location.offset for o in model.main.operands[1:3]] == [0, 1]
    assert model.main.operands[1].lifetime == LIFE.SUBGRAPH
    assert model.operand_values == f32(2) + bytes(4) + f32(0.5) + bytes(4)
    assert [part.operands[2].location.offset for part in model.referenced] == [0, 8]


def test_operations_are_sorted_into_execution_order(load_text):
    (example,) = load_text("""
        a = Input("a", "TENSOR_FLOAT32", "{1}")
        b, c = Internal("b", "TENSOR_FLOAT32", "{1}"), Internal("c", "TENSOR_FLOAT32", "{1}")
        d = Output("d", "TENSOR_FLOAT32", "{1}")
        m = Model().Operation("ADD", c, b, 0).To(d)
        m.Operation("TANH", b).To(c).Operation("RELU", a).To(b)
        Example({a: [1], d: [1.5]})
    """)
    assert [o.type.name for o in example.model.main.operations] == ["RELU", "TANH", "ADD"]
    assert example.model.main.operands[1].number_of_consumers == 2


def test_zero_sized_output_is_declared_and_expected(load_text):
    (example,) = load_text("""
        a = Input("a", "TENSOR_FLOAT32", "{2}")
        b = Output("b", "TENSOR_FLOAT32", "{0, 4}")
        Model().Operation("FLOOR", a).To(b)
        Example({a: [1, 2], b: []}).DisableLifeTimeVariation()
    """)
    assert example.model.main.operands[1].dimensions == (0, 4)
    assert example.outputs == (ExpectedOutput((0, 4), b""),)


def test_operand_attributes_and_conversions_for_specs(load_text):
    (example,) = load_text("""
        a = Input("a", "TENSOR_QUANT8_ASYMM", "{2}, 0.5, 3").ShouldNeverBeInternal()
        assert (a.type.type, a.type.dimensions) == ("TENSOR_QUANT8_ASYMM", [2])
        assert (a.type.scale, a.type.zeroPoint, a.lifetime) == (0.5, 3, "SUBGRAPH_INPUT")
        b = a.ConvertTo(Output, name="b")
        model = Model().Operation("RELU", a).To(b)
        assert (model.GetInputs(), model.GetOutputs()) == ([a], [b])
        Example({a: [1, 2], b: [3, 4]})
    """)
    assert example.operand_names == ("a", "b")
    assert example.model.main.operands[1].scale == 0.5


def test_per_channel_scales_are_in_the_model_unless_hidden(load_text):
    examples = load_text("""
        x = Input("x", ("TENSOR_FLOAT32", [2, 2]))
        w = Parameter("w", ("TENSOR_FLOAT32", [2, 2]), [1.0, -2.0, 3.0, 4.0])
        b = Parameter("b", ("TENSOR_FLOAT32", [2]), [1.0, 1.0])
        y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
        Model().Operation("FULLY_CONNECTED", x, w, b, 0).To(y)
        channels = SymmPerChannelQuantParams(channelDim=0, scales=[0.5, 0.1])
        bias = SymmPerChannelQuantParams(channelDim=0, scales=[0.25, 0.05], hide=True)
        quant = DataTypeConverter().Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 128),
            w: ("TENSOR_QUANT8_SYMM_PER_CHANNEL", 0, 0, channels),
            b: ("TENSOR_INT32", 0.0, 0, bias),
            y: ("TENSOR_QUANT8_ASYMM", 1.0, 0),
        })
        e = Example({x: [0, 1, 2, 3], y: [0, 1, 2, 3]})
        e.AddVariations(quant, includeDefault=False).DisableLifeTimeVariation()
    """)
    (example,) = examples
    assert example.name == "sample_channelQuant8"
    w, b = example.model.main.operands[1:3]
    assert w.extra_params == SymmPerChannelQuantParams((0.5, float(np.float32(0.1))), 0)
    assert b.extra_params is None
    assert example.model.operand_values[:4] == np.array([2, -4, 30, 40], "i1").tobytes()
    assert example.model.operand_values[4:12] == np.array([4, 20], "<i4").tobytes()
    assert example.inputs == (bytes([128, 130, 132, 134]),)


def test_floats_are_read_as_decimal_text():
    # 1 + 2**-24 is exactly half way between two float32 values; its shortest text is above that.
    half_way = 1 + 2.0**-24
    assert repr(half_way) == "1.0000000596046448"
    assert nearest_float32(as_values([half_way])) == np.float32(1 + 2**-23)
    assert np.float32(half_way) == 1
    assert nearest_float32(as_values([-half_way])) == np.float32(-1 - 2**-23)
    # A text that is exactly half way is rounded to the even neighbour, below or above.
    assert nearest_float32(as_values([2.0**24 + 1, 2.0**24 + 3])).tolist() == [2**24, 2**24 + 4]
    assert encode(TYPE.TENSOR_FLOAT16, as_values([1 / 3])) == np.float16(1 / 3).tobytes()
    assert encode(TYPE.TENSOR_FLOAT32, as_values([1e39, -0.0])) == f32(np.inf, -0.0)


def test_integers_are_truncated_and_booleans_are_true_unless_zero():
    assert encode(TYPE.TENSOR_INT32, as_values([-1.9, 1.9, 2])) == struct.pack("<3i", -1, 1, 2)
    assert encode(TYPE.TENSOR_BOOL8, as_values([0, 2, -0.5, False])) == b"\0\1\1\0"
    assert encode(TYPE.TENSOR_QUANT8_SYMM, as_values([True, -128])) == b"\x01\x80"


def test_float32_is_the_nearest_to_the_decimal_text():
    draw = np.random.default_rng(11)
    near = draw.integers(0x00000001, 0x7F7FFFFE, 300).astype("<u4").view("<f4").astype(float)
    above = np.nextafter(near.astype("<f4"), np.float32(np.inf)).astype(float)
    numbers = [*((near + above) / 2), *near, *draw.normal(size=100), 1.1754943e-38, 1e-45]
    for number, found in zip(numbers, nearest_float32(as_values(numbers)), strict=True):
        text, kept = Fraction(repr(float(number))), Fraction(float(found))
        for direction in (-np.inf, np.inf):
            neighbour = Fraction(float(np.nextafter(found, np.float32(direction))))
            assert abs(kept - text) <= abs(neighbour - text)


def test_bundled_specs_are_found():
    assert bundled_specs().name in ("specs", "_specs")


def test_names_include_broken_examples(write_spec):
    path = write_spec("""
        a, b = Input("a", "TENSOR_FLOAT32", "{2}"), Output("b", "TENSOR_FLOAT32", "{2}")
        Model().Operation("RELU", a).To(b)
        Example({a: [1], b: [1, 2]}).DisableLifeTimeVariation()
    """)
    assert [example.name for example in iter_examples(path)] == ["sample"]
