"""Addition of a pattern of operations (``generators.patterns.motifs``) to a graph."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from conformance.hal import INFO, OperandType
from generators.construction.generated_operand import GeneratedOperand
from generators.construction.graph_builder import GraphBuilder
from generators.construction.operation_forms import primary_ranks
from generators.constructors import find_constructor
from generators.constructors.inverses import find_inverse
from generators.patterns.motifs import Motif, Partner, Step

_CONSTANT_RANKS: Final = (2, 3, 4)
"""Ranks of the tensor that a pattern's first operation combines with a constant."""


def add_motif(
    graph: GraphBuilder,
    motif: Motif,
    members: Set[tuple[int, int]],
    types: Sequence[OperandType],
) -> None:
    """Add the operations of a pattern, up to the first that is not allowed for its type.

    Each reads the results of its predecessor and then the step's partner, if shapes permit.
    ``members`` holds the codes of the allowed operations with their types, and ``types`` the types
    that the pattern may start with.
    """
    random = graph.random
    first = motif.steps[0].operations
    starts = [type_ for type_ in types if any((op, type_) in members for op in first)]
    if not starts:
        return
    type_ = random.choice(starts)
    source: GeneratedOperand | None = None
    for position, step in enumerate(motif.steps):
        if not step.operations:
            _add_inverse(graph, type_, members)
            return
        allowed = [op for op in step.operations if (op, type_) in members]
        if not allowed:
            return
        operation = random.choice(allowed)
        graph.preferred_ranks = _common_ranks(motif.steps[position + 1 :])
        graph.preferred_inputs = _step_inputs(graph, step, type_, source, first=position == 0)
        find_constructor(operation)(graph, operation, type_)
        graph.cells.append((operation, type_))
        graph.preferred_inputs, graph.preferred_ranks = [], frozenset()
        made = graph.operations[-1]
        if source is None:
            source = next((value for value in made.inputs if value.type is type_), None)
        type_ = made.outputs[0].type


def _add_inverse(graph: GraphBuilder, type_: OperandType, members: Set[tuple[int, int]]) -> None:
    """Add the inverse of the previous operation, whose result has the type, if it is allowed."""
    previous = graph.operations[-1]
    inverse = find_inverse(previous, graph.version)
    if inverse is not None and (inverse.operation, type_) in members:
        inverse.add(graph, previous)
        graph.cells.append((inverse.operation, type_))


def _common_ranks(steps: Sequence[Step]) -> frozenset[int]:
    """Return the ranks that all of these operations accept; empty if every rank is suitable."""
    common: frozenset[int] = frozenset()
    for step in steps:
        ranks = primary_ranks(step.operations[0]) if step.operations else frozenset()
        common = (common & ranks or common) if common else ranks
    return common


def _step_inputs(
    graph: GraphBuilder,
    step: Step,
    type_: OperandType,
    source: GeneratedOperand | None,
    *,
    first: bool,
) -> list[GeneratedOperand]:
    """Return the operands that a step of a pattern reads if it can, in this order.

    ``source`` is the input of the pattern.
    """
    found = [] if first else [v for v in graph.operations[-1].outputs if v.readable]
    if first and step.partner is Partner.CONSTANT and INFO[type_].tensor:
        found = [graph.get_tensor(type_, _CONSTANT_RANKS)]
    if step.partner is Partner.CONSTANT and found and found[0].dims:
        channels = found[0].dims[-1:] if graph.random.chance(10) else (1,)
        return [found[0], graph.new_tensor(type_, channels, constant=True)]
    if step.partner is Partner.SOURCE and source is not None and source.readable:
        return [*found, source]
    return found
