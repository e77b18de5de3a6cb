"""The families of mutations by name, and the enumeration of all mutations of a model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from conformance.hal import Model, Version
from conformance.validation.mutations import (
    combined,
    constants,
    cycles,
    operands,
    operations,
    structure,
)
from conformance.validation.mutations.mutation import MAIN_SUBGRAPH, ModelMutation, SubgraphEditor


@dataclass(frozen=True, slots=True)
class MutationFamily:
    """A kind of change.

    ``official``: the official suite makes this change too, at least in part. ``uniform``: the
    change breaks much the same rules for every operation. ``mutations`` yields the mutations of one
    subgraph for drivers of a version. ``summary`` is the first line of its docstring.
    """

    name: str
    summary: str
    official: bool
    mutations: Callable[[SubgraphEditor, Version], Iterator[ModelMutation]]
    uniform: bool

    def mutations_in(self, model: Model, version: Version) -> Iterator[ModelMutation]:
        """Yield the mutations of all subgraphs of a valid model."""
        for number in range(MAIN_SUBGRAPH, len(model.referenced)):
            yield from self.mutations(SubgraphEditor(model, number), version)


def _family(
    name: str,
    mutations: Callable[[SubgraphEditor, Version], Iterator[ModelMutation]],
    official: bool = True,
) -> MutationFamily:
    summary = (mutations.__doc__ or "").strip().rstrip(".")
    return MutationFamily(name, summary, official, mutations, name not in _OPERATION_SPECIFIC)


_OPERATION_SPECIFIC: Final = frozenset(
    {
        "operand.extra_params",
        "operand.quantization",
        "operand.shape",
        "operand.sizes",
        "operand.value",
        "operand.zero_points",
        "operation.argument_added",
        "operation.argument_removed",
        "operation.supplied",
        "operation.omitted",
        "operation.omitted_with_constants",
        "operation.operand_type",
        "operation.repeated",
        "operation.swapped",
        "model.references",
    }
)

FAMILIES: Final[tuple[MutationFamily, ...]] = (
    _family("order", operations.order),
    _family("operand.type", operands.types),
    _family("operand.newer_type", operands.newer_types, official=False),
    _family("operand.rank", operands.ranks),
    _family("operand.scale", operands.scales),
    _family("operand.zero_point", operands.zero_points),
    _family("operand.lifetime", operands.lifetimes),
    _family("operand.lifetime_only", operands.lifetimes_only),
    _family("operand.consumers", operands.consumer_counts),
    _family("order.cycle", cycles.cycles),
    _family("order.second_writer", operations.second_writers),
    _family("operation.operand_type", operands.operation_operand_types),
    _family("operation.type", operations.operation_codes),
    _family("operation.newer", operations.newer_operations, official=False),
    _family("operation.index", operations.argument_indexes),
    _family("order.missing_writer", operations.missing_writers),
    _family("operand.removed", operands.removed_operands),
    _family("operation.removed", operations.removed_operations),
    _family("operation.argument_removed", operations.removed_arguments),
    _family("operation.argument_added", operations.added_arguments),
    _family("operation.replaced", operations.replaced_operations, official=False),
    _family("operation.swapped", operations.swapped_arguments, official=False),
    _family("operation.omitted", operations.omitted_arguments, official=False),
    _family("operation.supplied", combined.supplied_arguments, official=False),
    _family(
        "operation.omitted_with_constants", combined.omitted_with_constant_inputs, official=False
    ),
    _family("operation.truncated", combined.truncated_arguments, official=False),
    _family("operation.repeated", combined.repeated_arguments, official=False),
    _family("operand.sizes", combined.consistent_sizes, official=False),
    _family("operand.zero_points", combined.consistent_zero_points, official=False),
    _family("model.newer_features", combined.newer_features, official=False),
    _family("order.illegal_write", operations.illegal_writes, official=False),
    _family("operand.location", operands.locations, official=False),
    _family("operand.extra_params", operands.extra_parameters, official=False),
    _family("operand.quantization", operands.quantizations, official=False),
    _family("operand.shape", operands.shapes, official=False),
    _family("operand.value", constants.constants, official=False),
    _family("subgraph.boundary", structure.boundary_lists, official=False),
    _family("subgraph.empty", structure.empty_subgraphs, official=False),
    _family("subgraph.dead_operand", structure.dead_operands, official=False),
    _family("model.pools", structure.pools, official=False),
    _family("model.extensions", structure.extensions, official=False),
    _family("model.references", structure.references, official=False),
)


def mutations_of(model: Model, version: Version) -> Iterator[tuple[MutationFamily, ModelMutation]]:
    """Yield every mutation of every subgraph of a valid model, family by family."""
    for family in FAMILIES:
        for mutation in family.mutations_in(model, version):
            yield family, mutation
