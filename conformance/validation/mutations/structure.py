"""Mutations of whole subgraphs and models, and all families of mutations by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from conformance.hal import (
    DataLocation,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    SharedMemory,
    Version,
)
from conformance.validation.mutations import operands, operations
from conformance.validation.mutations.mutation import (
    MAIN_SUBGRAPH,
    ModelMutation,
    SubgraphEditor,
    replaced,
    without_element,
)

_OUT_OF_RANGE: Final = 2**32 - 1
_PREFIX: Final = 0x0123
_NAME: Final = "org.example.mutation"


def boundary_lists(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Remove, repeat or add an entry in the list of inputs or outputs."""
    subgraph = edit.subgraph
    count = len(subgraph.operands)
    for name, kind in (("input_indexes", "input"), ("output_indexes", "output")):
        indexes: tuple[int, ...] = getattr(subgraph, name)
        changes: list[tuple[str, str, tuple[int, ...]]] = [
            ("added", f"also has operand {wrong}", (*indexes, wrong))
            for wrong in (count, -1, _OUT_OF_RANGE)
        ]
        seen: set[int] = set()
        for number, operand in enumerate(subgraph.operands):
            if number not in indexes and operand.lifetime not in seen:
                seen.add(operand.lifetime)
                changes.append(("added", f"also has operand {number}", (*indexes, number)))
        for position, index in enumerate(indexes):
            changes.append(
                ("removed", f"lacks operand {index}", without_element(indexes, position))
            )
            changes.append(("doubled", f"has operand {index} twice", (*indexes, index)))
        for kind_of_change, description, changed in changes:
            make = partial(edit.with_fields, **{name: changed})
            yield ModelMutation(
                f"subgraph.{kind}_{kind_of_change}", f"{name} {description}", make, edit.number
            )


def empty_subgraphs(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Remove all operands or all operations of a subgraph."""
    for name in ("operations", "operands"):
        make = partial(edit.with_fields, **{name: ()})
        yield ModelMutation("subgraph.empty", f"no {name}", make, edit.number)


def dead_operands(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Add an operand that no operation writes or reads."""
    subgraph = edit.subgraph
    new = len(subgraph.operands)
    for lifetime in (
        OperandLifeTime.TEMPORARY_VARIABLE,
        OperandLifeTime.SUBGRAPH_OUTPUT,
        OperandLifeTime.SUBGRAPH_INPUT,
        OperandLifeTime.NO_VALUE,
    ):
        operand = Operand(OperandType.TENSOR_FLOAT32, (2,), 0, lifetime=lifetime)
        more: dict[str, tuple[int, ...]] = {}
        if lifetime == OperandLifeTime.SUBGRAPH_OUTPUT:
            more["output_indexes"] = (*subgraph.output_indexes, new)
        elif lifetime == OperandLifeTime.SUBGRAPH_INPUT:
            more["input_indexes"] = (*subgraph.input_indexes, new)
        make = partial(edit.with_fields, operands=(*subgraph.operands, operand), **more)
        yield ModelMutation(
            "subgraph.dead_operand", f"an unused {lifetime.name} added", make, edit.number
        )


def pools(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Remove or empty one of the model's memories, or add an empty one."""
    model = edit.model
    if edit.number != MAIN_SUBGRAPH:
        return
    for position in range(len(model.pools)):
        make = partial(replace, model, pools=without_element(model.pools, position))
        yield ModelMutation("model.pools", f"pool {position} removed", make)
        make = partial(replace, model, pools=replaced(model.pools, position, SharedMemory(0)))
        yield ModelMutation("model.pools", f"pool {position} empty", make)
    make = partial(replace, model, pools=(*model.pools, SharedMemory(0)))
    yield ModelMutation("model.pools", "an empty pool added", make)


def extensions(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Declare invalid extension names or prefixes, or use an extension code without declaration."""
    model = edit.model
    if edit.number == MAIN_SUBGRAPH:
        for name, prefix in (
            ("", 1),
            ("nodot", 2),
            ("Upper.case", 3),
            ("white space.x", 4),
            (_NAME, 0),
            (_NAME, 0x10000),
            (_NAME, -1),
        ):
            make = partial(replace, model, extension_name_to_prefix={name: prefix})
            yield ModelMutation("model.extensions", f"extension {name!r} has prefix {prefix}", make)
        twice = {_NAME: _PREFIX, f"{_NAME}2": _PREFIX}
        make = partial(replace, model, extension_name_to_prefix=twice)
        yield ModelMutation("model.extensions", "two extensions share a prefix", make)
    code = _PREFIX << 16 | 7
    for index in range(len(edit.subgraph.operands)):
        make = partial(
            edit.with_operand, index, type=code, scale=0.0, zero_point=0, extra_params=None
        )
        description = f"type {code:#x}, prefix not declared"
        yield edit.mutate_operand("operand.extension", index, description, make, code)
    for index in range(len(edit.subgraph.operations)):
        make = partial(edit.with_operation, index, type=code)
        description = f"type {code:#x}, prefix not declared"
        yield edit.mutate_operation("operation.extension", index, description, make, value=code)


def references(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:
    """Make subgraphs refer to themselves, to the subgraph that refers to them, or to others."""
    if version < Version.V1_3:
        return
    model = edit.model
    count = len(model.referenced)
    reference = Operand(OperandType.SUBGRAPH, (), 0, lifetime=OperandLifeTime.SUBGRAPH)
    operands = edit.subgraph.operands
    if edit.number != MAIN_SUBGRAPH:
        for target in range(count):
            pointed = replace(reference, location=DataLocation(0, target, 0))
            make = partial(edit.with_fields, operands=(*operands, pointed))
            description = f"refers to subgraph {target}"
            yield ModelMutation("model.references", description, make, edit.number, value=target)
    for index, operand in enumerate(operands):
        if operand.lifetime == OperandLifeTime.SUBGRAPH:
            for target in range(count):
                if target != operand.location.offset:
                    make = partial(edit.with_operand, index, location=DataLocation(0, target, 0))
                    change = f"reference to subgraph {operand.location.offset} -> {target}"
                    yield edit.mutate_operand("operand.reference", index, change, make, target)


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
    _family("order.cycle", operations.cycles),
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
    _family("operation.supplied", operations.supplied_arguments, official=False),
    _family(
        "operation.omitted_with_constants", operations.omitted_with_constant_inputs, official=False
    ),
    _family("operation.truncated", operations.truncated_arguments, official=False),
    _family("operation.repeated", operations.repeated_arguments, official=False),
    _family("operand.sizes", operations.consistent_sizes, official=False),
    _family("operand.zero_points", operations.consistent_zero_points, official=False),
    _family("model.newer_features", operations.newer_features, official=False),
    _family("order.illegal_write", operations.illegal_writes, official=False),
    _family("operand.location", operands.locations, official=False),
    _family("operand.extra_params", operands.extra_parameters, official=False),
    _family("operand.quantization", operands.quantizations, official=False),
    _family("operand.shape", operands.shapes, official=False),
    _family("operand.value", operands.constants, official=False),
    _family("subgraph.boundary", boundary_lists, official=False),
    _family("subgraph.empty", empty_subgraphs, official=False),
    _family("subgraph.dead_operand", dead_operands, official=False),
    _family("model.pools", pools, official=False),
    _family("model.extensions", extensions, official=False),
    _family("model.references", references, official=False),
)


def mutations_of(model: Model, version: Version) -> Iterator[tuple[MutationFamily, ModelMutation]]:
    """Yield every mutation of every subgraph of a valid model, family by family."""
    for family in FAMILIES:
        for mutation in family.mutations_in(model, version):
            yield family, mutation
