"""Reading of ``.tflite`` files."""

import pytest

from conformance.engines.tflite.tflite_file import ModelFileError, decode_tflite

schema = pytest.importorskip("ai_edge_litert.schema_py_generated")
flatbuffers = pytest.importorskip("flatbuffers")


def small_file(**changes):
    """Return a file with one RELU, whose model table has the given changes."""
    tensors = [
        schema.TensorT(shape=[1, 4], type=schema.TensorType.FLOAT32, buffer=0, name=name)
        for name in ("x", "y")
    ]
    subgraph = schema.SubGraphT(
        tensors=tensors,
        inputs=[0],
        outputs=[1],
        operators=[schema.OperatorT(opcodeIndex=0, inputs=[0], outputs=[1])],
    )
    fields = {
        "version": 3,
        "operatorCodes": [schema.OperatorCodeT(builtinCode=19, deprecatedBuiltinCode=19)],
        "subgraphs": [subgraph],
        "buffers": [schema.BufferT()],
    }
    model = schema.ModelT(**{**fields, **changes})
    builder = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), file_identifier=b"TFL3")
    return bytes(builder.Output())


def test_a_small_file_is_read():
    file = decode_tflite(small_file(), "small.tflite")
    (subgraph,) = file.subgraphs
    assert [tensor.name for tensor in subgraph.tensors] == ["x", "y"]
    assert subgraph.tensors[0].shape == (1, 4)
    assert subgraph.operators[0].builtin == "RELU"
    assert (subgraph.inputs, subgraph.outputs) == ((0,), (1,))


def test_an_open_size_of_an_input_has_the_stored_value():
    """A converter stores 1 for a batch of any size; an interpreter starts with that shape."""
    tensors = [
        schema.TensorT(shape=[1, 4], shapeSignature=[-1, 4], type=0, buffer=0, name=name)
        for name in ("x", "y")
    ]
    operators = [schema.OperatorT(opcodeIndex=0, inputs=[0], outputs=[1])]
    fixed = schema.TensorT(shape=[1, 4], type=0, buffer=0, name="x")

    def shapes(first):
        subgraph = schema.SubGraphT(
            tensors=[first, tensors[1]], inputs=[0], outputs=[1], operators=operators
        )
        content = small_file(subgraphs=[subgraph])
        return [tensor.shape for tensor in decode_tflite(content, "x").subgraphs[0].tensors]

    assert shapes(tensors[0]) == [(1, 4), (1, 4)]
    assert shapes(fixed) == [(1, 4), (0, 4)], "only a computed tensor has an unknown size"


def test_indexes_outside_their_tables_are_named():
    code = schema.OperatorCodeT(builtinCode=19)
    tensor = schema.TensorT(shape=[1], type=0, buffer=7, name="t")
    cases = {
        "buffer 7": schema.SubGraphT(tensors=[tensor], inputs=[], outputs=[], operators=[]),
        "tensor 5": schema.SubGraphT(tensors=[], inputs=[5], outputs=[], operators=[]),
        "operator code 3": schema.SubGraphT(
            tensors=[], inputs=[], outputs=[], operators=[schema.OperatorT(opcodeIndex=3)]
        ),
    }
    for text, subgraph in cases.items():
        with pytest.raises(ModelFileError) as caught:
            decode_tflite(small_file(operatorCodes=[code], subgraphs=[subgraph]), "x.tflite")
        assert text in caught.value.message
        assert caught.value.place.startswith("Model.Subgraphs[0]")
