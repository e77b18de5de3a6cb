"""Recomputes the shapes of operation outputs after a change of sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from conformance.failures.shrink.model_editing import (
    ComputeOutputs,
    EditableCase,
    EditableSubgraph,
    compute_intermediates,
    referenced_subgraphs,
    subgraph_as_main,
)
from conformance.hal import OperationType


def infer_shapes(draft: EditableCase, compute: ComputeOutputs) -> EditableCase | None:
    """Return the case with recomputed shapes of operation outputs, or ``None`` if it is invalid."""
    parts = [part.copy() for part in draft.subgraphs]
    _clear_computed_shapes(parts, 0)
    shaped = draft.with_subgraphs(list(draft.subgraphs))
    return (
        shaped if _infer_subgraph_shapes(draft.with_subgraphs(parts), 0, shaped, compute) else None
    )


def _infer_subgraph_shapes(
    exposed: EditableCase, number: int, shaped_case: EditableCase, compute: ComputeOutputs
) -> bool:
    """Store the computed shapes of a subgraph, and of those it references, in ``shaped_case``.

    ``exposed`` is the draft without shapes of operation outputs, and ``number`` the subgraph.
    Return False if the values of a subgraph cannot be computed.
    """
    part = exposed.subgraphs[number]
    values = compute_intermediates(exposed.with_main(part), compute)
    if values is None:
        return False
    shaped = part.copy()
    for index, array in values.items():
        shape = array.shape if 0 not in array.shape else ()
        shaped.operands[index] = replace(shaped.operands[index], dimensions=shape)
    shaped_case.subgraphs[number] = (
        shaped if not number else _as_referenced_subgraph(shaped, shaped_case.subgraphs[number])
    )
    for operation in part.operations:
        for inner, passed_operands in referenced_subgraphs(part, operation):
            alone = subgraph_as_main(exposed.subgraphs[inner], part, passed_operands, values)
            if alone is None:
                return False
            run = exposed.with_subgraph(inner, alone)
            if not _infer_subgraph_shapes(run, inner, shaped_case, compute):
                return False
    return True


def _clear_computed_shapes(parts: Sequence[EditableSubgraph], number: int) -> None:
    """Clear the shapes of operation outputs in a subgraph and in those that it references.

    ``number`` is the subgraph; ``parts`` is modified. The inputs of a referenced subgraph receive
    the shapes of the operands that are passed to them. The state of a WHILE keeps its initial
    shapes.
    """
    part = parts[number]
    for index in part.written_operands:
        # One element cannot be reduced further, and a loop's condition must have a known shape.
        if set(part.operands[index].dimensions) != {1}:
            _set_shape(part, index, ())
    for operation in part.operations:
        for inner, passed_operands in referenced_subgraphs(part, operation):
            shapes = [part.operands[index].dimensions for index in passed_operands]
            for index, shape in zip(parts[inner].inputs, shapes, strict=True):
                _set_shape(parts[inner], index, shape)
            _clear_computed_shapes(parts, inner)
        if operation.type == OperationType.WHILE:
            state = [part.operands[index].dimensions for index in operation.inputs[2:]]
            body = 1 + part.operands[operation.inputs[1]].location.offset
            for index, shape in zip(parts[body].outputs, state, strict=False):
                _set_shape(parts[body], index, shape)
            for index, shape in zip(operation.outputs, state, strict=False):
                _set_shape(part, index, shape)


def _set_shape(part: EditableSubgraph, index: int, shape: tuple[int, ...]) -> None:
    part.operands[index] = replace(part.operands[index], dimensions=shape)


def _as_referenced_subgraph(shaped: EditableSubgraph, before: EditableSubgraph) -> EditableSubgraph:
    """Return a referenced subgraph that was computed as a main one, without its input data.

    ``before`` is the subgraph before it became a main one; its inputs are kept.
    """
    given = {index: data for index, data in shaped.data.items() if index not in shaped.inputs}
    return replace(shaped, data=given, inputs=list(before.inputs))
