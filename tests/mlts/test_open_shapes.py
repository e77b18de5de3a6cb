"""Tensors whose shape or rank is known only during the run: export, import and results.

The expected shapes and values are those of NumPy's own slicing.
"""

import numpy as np
import pytest

from conformance.engines.tflite.lift.model_builder import (
    ConstantStore,
    OperandDraft,
    SubgraphBuilder,
    build_model,
)
from conformance.engines.tflite.tflite_file import decode_tflite
from conformance.engines.tflite.tflite_import import NotImportableError, import_file
from conformance.hal import OperandType, OperationType
from tests.mlts.litert_engine import run_litert
from tests.mlts.round_trips import imported_results, round_trip
from tests.mlts.test_tflite_export import compare_round_trip

pytest.importorskip("ai_edge_litert.schema_py_generated")

from conformance.engines.tflite.tflite_graph import (
    TfliteGraph,
    TfliteSubgraph,
    TfliteTensor,
    flatbuffer,
)

FLOAT, INT = OperandType.TENSOR_FLOAT32, OperandType.TENSOR_INT32
DATA = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
BEGIN, SIZE = np.array([1, 0, 1], np.int32), np.array([1, 2, 3], np.int32)
EXPECTED = np.sqrt(DATA[1:2, 0:2, 1:4])


def slice_model(middle, output):
    """Return a model of SLICE with a computed extent, then SQRT, with the stated dimensions."""
    constants = ConstantStore()
    builder = SubgraphBuilder(constants)
    inputs = [
        builder.add_operand(OperandDraft(FLOAT, (2, 3, 4))),
        builder.add_operand(OperandDraft(INT, (3,))),
        builder.add_operand(OperandDraft(INT, (3,))),
    ]
    part = builder.add_operand(OperandDraft(FLOAT, middle))
    result = builder.add_operand(OperandDraft(FLOAT, output))
    builder.add_operation(OperationType.SLICE, inputs, [part])
    builder.add_operation(OperationType.SQRT, [part], [result])
    return build_model(builder.build(inputs, [result]), (), constants)


@pytest.mark.verified_engine("litert")
@pytest.mark.parametrize(
    "middle", [(1, 2, 0), (0, 2, 0), (0, 0, 0), ()], ids=["one", "two", "all", "rank"]
)
@pytest.mark.parametrize("output", [(1, 2, 3), (0, 2, 3), (0, 0, 0), ()])
def test_unknown_sizes_and_ranks_survive_export_and_import(middle, output):
    trip = round_trip(slice_model(middle, output))
    operands = trip.imported.model.main.operands
    (slice_, sqrt) = trip.imported.model.main.operations
    assert operands[slice_.outputs[0]].dimensions == middle
    assert operands[sqrt.outputs[0]].dimensions == output
    inputs = [value.tobytes() for value in (DATA, BEGIN, SIZE)]
    (found,) = imported_results(trip, inputs, 1)
    np.testing.assert_allclose(found[0], EXPECTED, 1e-6)
    (engine,) = run_litert(trip.exported.content, [DATA, BEGIN, SIZE])
    np.testing.assert_allclose(engine, EXPECTED, 1e-6)


@pytest.mark.parametrize("seed", [1_000_002, 1_000_027, 1_000_032])
def test_a_random_graph_with_an_output_of_unknown_size(seed):
    assert compare_round_trip(seed)


def graph_of(nodes, tensors):
    graph = TfliteGraph()
    for tensor in tensors:
        graph.add_tensor(tensor)
    for builtin, inputs, outputs, options, attributes in nodes:
        graph.add_node(0, builtin, inputs, outputs, options, **attributes)
    return graph


@pytest.mark.parametrize(
    ("builtin", "options", "attributes"),
    [
        ("PACK", "PackOptions", {"valuesCount": 1, "axis": 0}),
        ("UNPACK", "UnpackOptions", {"num": 1, "axis": 0}),
        ("CONCATENATION", "ConcatenationOptions", {"axis": 0}),
        ("RANK", "RankOptions", {}),
        ("SHAPE", "ShapeOptions", {}),
    ],
)
def test_an_operator_that_needs_an_unknown_rank_is_refused_with_the_reason(
    builtin, options, attributes
):
    index, unknown = TfliteTensor("INT32", (3,)), TfliteTensor("FLOAT32", None)
    result = TfliteTensor("INT32", (1,)) if builtin in ("RANK", "SHAPE") else unknown
    graph = graph_of(
        [("SLICE", [0, 1, 2], [3], "", {}), (builtin, [3], [4], options, attributes)],
        [TfliteTensor("FLOAT32", (2, 3, 4)), index, index, unknown, result],
    )
    content = flatbuffer([TfliteSubgraph(graph, [0, 1, 2], [4])])
    with pytest.raises(NotImportableError, match=f"1 x {builtin}: a .*known only during the run"):
        import_file(decode_tflite(content, "x.tflite"))
