"""Results of a graph, straight from the calls that its constructors made.

The calls are legal by construction and all that they read is known when their turn comes: there is
nothing to check, to plan, or to wait for. Kernels are the reference's.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import OperationType
from conformance.operations.definition import Array
from conformance.reference.plan import compile_call
from generators.graph import Graph, Made


def computed(graph: Graph) -> list[Array]:
    """Arrays of the outputs of a finished main graph, in order."""
    with np.errstate(all="ignore"):  # infinities and NaN are legal results
        return _run(graph, graph.subgraphs)


def _run(
    graph: Graph, subgraphs: Sequence[Graph], inputs: Sequence[Array | None] = ()
) -> list[Array]:
    """Results of a graph; ``inputs`` are a referenced one's, whose data come from outside."""
    for value, array in zip(graph.inputs or (), inputs, strict=True):
        value.value = array
    for made in graph.operations:
        arrays = [value.value for value in made.inputs]
        if made.call is None:
            results = _control_flow(made, subgraphs, arrays)
        else:
            results = compile_call(made.call)(arrays)
        for value, result in zip(made.outputs, results, strict=True):
            value.value, value.dims = result, result.shape
    return [value.value for value in graph.outputs or ()]  # type: ignore[misc]


def _control_flow(
    made: Made, subgraphs: Sequence[Graph], arrays: Sequence[Array | None]
) -> Sequence[Array]:
    """IF runs one of two subgraphs; WHILE runs the second as long as the first says so."""
    if made.type is OperationType.IF:
        taken = made.inputs[1 if _true(arrays[0]) else 2]
        return _run(subgraphs[taken.target], subgraphs, arrays[3:])
    condition, body = (subgraphs[value.target] for value in made.inputs[:2])
    state = list(arrays[2:])
    while _true(*_run(condition, subgraphs, state)):
        results = _run(body, subgraphs, state)
        state[: len(results)] = results
    return state[: len(made.outputs)]  # type: ignore[return-value]


def _true(array: Array | None) -> bool:
    assert array is not None
    return bool(array.item())
