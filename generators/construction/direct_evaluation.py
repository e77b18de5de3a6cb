"""Computation of a generated graph's outputs from its calls, with the kernels of the reference.

The calls are valid by construction and in the order of execution. Validation and planning, which
the reference needs for other models, are therefore omitted.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from conformance.hal import OperationType
from conformance.operations.definition.definition import Array
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from generators.construction.graph_builder import GeneratedOperation, GraphBuilder

_VALUE: Final = attrgetter("value")


@without_fp_warnings
def compute_outputs(graph: GraphBuilder) -> list[Array]:
    """Return the arrays of the outputs of a completed main graph, in the order of the outputs.

    The shapes and values of the operands are stored in the graph.
    """
    return _run_subgraph(graph, graph.subgraphs)


def _run_subgraph(
    graph: GraphBuilder, subgraphs: Sequence[GraphBuilder], inputs: Sequence[Array | None] = ()
) -> list[Array]:
    """Return the outputs of a graph; ``inputs`` is the input data of a referenced subgraph."""
    for value, array in zip(graph.inputs or (), inputs, strict=True):
        value.value = array
    for operation in graph.operations:
        arrays = list(map(_VALUE, operation.inputs))
        if operation.call is None:
            results = _run_control_flow(operation, subgraphs, arrays)
        else:
            results = operation.call.definition.compile(operation.call)(arrays)
        for value, result in zip(operation.outputs, results, strict=True):
            value.value, value.dims = result, result.shape
    return [value.value for value in graph.outputs or ()]  # type: ignore[misc]


def _run_control_flow(
    operation: GeneratedOperation, subgraphs: Sequence[GraphBuilder], arrays: Sequence[Array | None]
) -> Sequence[Array]:
    """Run one of IF's two subgraphs, or WHILE's body while its condition is true."""
    if operation.type is OperationType.IF:
        taken = operation.inputs[1 if _is_true(arrays[0]) else 2]
        return _run_subgraph(subgraphs[taken.subgraph_index], subgraphs, arrays[3:])
    condition, body = (subgraphs[value.subgraph_index] for value in operation.inputs[:2])
    state = list(arrays[2:])
    while _is_true(*_run_subgraph(condition, subgraphs, state)):
        results = _run_subgraph(body, subgraphs, state)
        state[: len(results)] = results
    return state[: len(operation.outputs)]  # type: ignore[return-value]


def _is_true(array: Array | None) -> bool:
    assert array is not None
    return bool(array.item())
