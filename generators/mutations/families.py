"""The families of mutations by name, and the enumeration of all mutations of a model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from conformance.hal import Model, Version
from generators.mutations import joint, operands, operations, structure, values
from generators.mutations.mutation import MAIN, Editor, Mutation


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of change.

    ``official``: the official suite makes this change too, at least in part. ``uniform``: the
    change breaks much the same rules for every operation. ``mutations`` yields the mutations of one
    subgraph for drivers of a version. ``summary`` is the first line of its docstring.
    """

    name: str
    summary: str
    official: bool
    mutations: Callable[[Editor, Version], Iterator[Mutation]]
    uniform: bool

    def of(self, model: Model, version: Version) -> Iterator[Mutation]:
        """Yield the mutations of all subgraphs of a valid model."""
        for number in range(MAIN, len(model.referenced)):
            yield from self.mutations(Editor(model, number), version)


def _family(
    name: str, mutations: Callable[[Editor, Version], Iterator[Mutation]], official: bool = True
) -> Family:
    summary = (mutations.__doc__ or "").strip().rstrip(".")
    return Family(name, summary, official, mutations, name not in _PARTICULAR)


_PARTICULAR: Final = frozenset(
    {
        "operand.extra_params",
        "operand.quantization",
        "operand.shape",
        "operand.sizes",
        "operand.value",
        "operand.zero_points",
        "operation.argument_added",
        "operation.argument_removed",
        "operation.given",
        "operation.omitted",
        "operation.omitted_known",
        "operation.operand_type",
        "operation.repeated",
        "operation.swapped",
        "model.references",
    }
)

FAMILIES: Final[tuple[Family, ...]] = (
    _family("order", operations.order),
    _family("operand.type", operands.types),
    _family("operand.rank", operands.ranks),
    _family("operand.scale", operands.scales),
    _family("operand.zero_point", operands.zero_points),
    _family("operand.lifetime", operands.lifetimes),
    _family("operand.input_output", operands.lists),
    _family("operand.consumers", operands.consumers),
    _family("order.second_writer", operations.second_writers),
    _family("operation.operand_type", operands.retyped),
    _family("operation.type", operations.codes),
    _family("operation.index", operations.argument_indexes),
    _family("order.lost_writer", operations.lost_writers),
    _family("operand.removed", operands.removed),
    _family("operation.removed", operations.removed),
    _family("operation.argument_removed", operations.removed_arguments),
    _family("operation.argument_added", operations.added_arguments),
    _family("operation.other", operations.other_operations, official=False),
    _family("operation.swapped", operations.swapped_arguments, official=False),
    _family("operation.omitted", operations.omitted_arguments, official=False),
    _family("operation.given", joint.given_arguments, official=False),
    _family("operation.omitted_known", joint.known_arguments, official=False),
    _family("operation.shortened", joint.shortened, official=False),
    _family("operation.repeated", joint.repeated, official=False),
    _family("operand.sizes", joint.sizes, official=False),
    _family("operand.zero_points", joint.zero_points, official=False),
    _family("model.newer", joint.newer, official=False),
    _family("order.write", operations.written_elsewhere, official=False),
    _family("operand.location", operands.locations, official=False),
    _family("operand.extra_params", operands.extra_parameters, official=False),
    _family("operand.quantization", operands.requantized, official=False),
    _family("operand.shape", operands.shapes, official=False),
    _family("operand.value", values.constants, official=False),
    _family("subgraph.ends", structure.ends, official=False),
    _family("subgraph.emptied", structure.emptied, official=False),
    _family("subgraph.dead_operand", structure.dead_operands, official=False),
    _family("model.pools", structure.pools, official=False),
    _family("model.extensions", structure.extensions, official=False),
    _family("model.references", structure.references, official=False),
)


def mutations_of(model: Model, version: Version) -> Iterator[tuple[Family, Mutation]]:
    """Yield every mutation of every subgraph of a valid model, family by family."""
    for family in FAMILIES:
        for mutation in family.of(model, version):
            yield family, mutation
