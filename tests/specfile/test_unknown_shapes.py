"""``AddUnknownShapes`` and its converter: structure, values and versions, calculated by hand."""

import numpy as np
import pytest

from conformance.cases import SpecError
from conformance.hal import OperandLifeTime, OperandType, OperationType, Version
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind

PAD = """
    x = Input("x", "TENSOR_FLOAT32", "{2}")
    before_and_after = Parameter("paddings", "TENSOR_INT32", "{1, 2}", [1, 0])
    y = Output("y", "TENSOR_FLOAT32", "{3}")
    Model().Operation("PAD", x, before_and_after).To(y)
    example = Example({x: [1.5, -2.0], y: [0.0, 1.5, -2.0]})
"""
RELU = """
    x = Input("x", TYPE, DIMENSIONS)
    y = Output("y", TYPE, DIMENSIONS)
    Model().Operation("RELU", x).To(y)
    Example({x: VALUES, y: VALUES}).DisableLifeTimeVariation().AddUnknownShapes()
"""


def floats(data):
    return np.frombuffer(data, "<f4").tolist()


def integers(data):
    return np.frombuffer(data, "<i4").tolist()


def dimensions(example):
    """Return the dimensions of the temporaries by name."""
    return {
        name: operand.dimensions
        for name, operand in zip(example.operand_names, example.model.main.operands, strict=True)
        if operand.lifetime == OperandLifeTime.TEMPORARY_VARIABLE
    }


def operations(example):
    return [OperationType(operation.type).name for operation in example.model.main.operations]


def unknown_shape_examples(examples):
    return [example for example in examples if "unknown" in example.name]


def test_all_forms_of_unknown_shapes(load_text):
    """Both operands or the first one, without their rank or without their sizes."""
    ranks, sizes, first_rank, first_sizes = unknown_shape_examples(
        load_text(PAD + "    example.AddUnknownShapes()", folder="V1_1")
    )
    assert [e.name for e in (ranks, sizes, first_rank, first_sizes)] == [
        "sample_unknown_rank",
        "sample_unknown_sizes",
        "sample_first_operand_unknown_rank",
        "sample_first_operand_unknown_sizes",
    ]
    assert operations(ranks) == operations(sizes) == ["RESHAPE", "RESHAPE", "CAST", "PAD"]
    assert operations(first_rank) == operations(first_sizes) == ["RESHAPE", "PAD"]
    assert dimensions(ranks) == {"x": (), "paddings_real": (), "paddings": ()}
    assert dimensions(sizes) == {"x": (0,), "paddings_real": (0, 0), "paddings": (0, 0)}
    assert dimensions(first_rank) == {"x": ()}
    assert dimensions(first_sizes) == {"x": (0,)}
    x, x_shape, paddings, paddings_shape = ranks.inputs
    assert ranks.inputs == sizes.inputs
    assert (floats(x), integers(x_shape)) == ([1.5, -2.0], [2])
    assert (floats(paddings), integers(paddings_shape)) == ([1.0, 0.0], [1, 2])
    assert first_sizes.inputs == first_rank.inputs == (x, x_shape)
    assert floats(first_sizes.outputs[0].data) == [0.0, 1.5, -2.0]
    # CAST and results of unknown rank exist since 1.2, unknown sizes since 1.0.
    assert [e.version for e in (ranks, sizes, first_rank)] == [Version.V1_2] * 3
    assert first_sizes.version == Version.V1_1


def test_other_variations_of_the_example_are_not_repeated(load_text):
    text = PAD + '    example.AddVariations("relaxed", "float16").AddUnknownShapes()'
    with_both, alone = load_text(text), load_text(PAD + "    example.AddUnknownShapes()")
    assert len(unknown_shape_examples(with_both)) == len(unknown_shape_examples(alone)) == 4
    assert not any(e.model.relax_computation_float32_to_float16 for e in alone)


@pytest.mark.parametrize(
    ("type_", "sizes", "values"),
    [
        ("TENSOR_QUANT8_ASYMM", "{2}, 0.5f, 0", "[1, 2]"),
        ("TENSOR_FLOAT32", "{1, 1, 1, 1, 2}", "[1, 2]"),
        ("TENSOR_FLOAT32", "{0}", "[]"),
        ("TENSOR_INT32", "{1}", f"[{(1 << 20) + 1}]"),
        ("TENSOR_INT32", "{1}, 0.5f, 0", "[1]"),
    ],
)
def test_tensors_that_reshape_and_cast_cannot_produce_are_not_changed(
    load_text, type_, sizes, values
):
    text = RELU.replace("TYPE", f'"{type_}"').replace("DIMENSIONS", f'"{sizes}"')
    (plain,) = load_text(text.replace("VALUES", values))
    assert plain.name == "sample"


def test_first_operand_alone_is_omitted_if_no_other_operand_can_change(load_text):
    text = RELU.replace("TYPE", '"TENSOR_FLOAT32"').replace("DIMENSIONS", '"{2}"')
    names = [example.name for example in load_text(text.replace("VALUES", "[1, 2]"))]
    assert names == ["sample", "sample_unknown_rank", "sample_unknown_sizes"]


def test_new_operands_do_not_replace_others(load_text):
    (both,) = load_text(
        """
    a = Input("x", "TENSOR_FLOAT32", "{2}")
    b = Input("x_flat", "TENSOR_FLOAT32", "{2}")
    y = Output("y", "TENSOR_FLOAT32", "{2}")
    Model().Operation("ADD", a, b, 0).To(y)
    Example({a: [1, 2], b: [3, 4], y: [4, 6]}).AddVariations(
        UnknownShapesConverter("sizes"), includeDefault=False)
    """
    )
    assert [floats(both.inputs[i]) for i in (0, 2)] == [[1, 2], [3, 4]]
    assert set(dimensions(both)) == {"x", "x_flat"}


def test_unknown_part_of_a_shape_is_refused(load_text):
    text = PAD + '    example.AddVariations(UnknownShapesConverter("size"))'
    with pytest.raises(SpecError, match="unknown part 'size' of shapes: use 'rank' or 'sizes'"):
        load_text(text)


class PadsToZeros(ReferenceDevice):
    """A driver whose PAD gives only zeros."""

    def compile_call(self, call):
        kernel = super().compile_call(call)
        if call.definition.type != OperationType.PAD:
            return kernel
        return lambda inputs: [kernel(inputs)[0] * 0]


def test_reference_driver_passes_and_wrong_results_are_found(load_text):
    examples = unknown_shape_examples(load_text(PAD + "    example.AddUnknownShapes()"))
    for device, kind in (
        (ReferenceDevice(Version.V1_3), VerdictKind.PASSED),
        (PadsToZeros(Version.V1_3), VerdictKind.FAILED),
    ):
        judge = Judge(device)
        for example in examples:
            assert [v.kind for v in judge.judge(example, example.name, [ExecutionPath()])] == [kind]
        judge.close()


def test_types_of_the_changed_operands_remain(load_text):
    (ranks, *_) = unknown_shape_examples(load_text(PAD + "    example.AddUnknownShapes()"))
    types = {
        name: OperandType(operand.type)
        for name, operand in zip(ranks.operand_names, ranks.model.main.operands, strict=True)
    }
    assert types["x"] == types["paddings_real"] == OperandType.TENSOR_FLOAT32
    assert types["paddings"] == OperandType.TENSOR_INT32
