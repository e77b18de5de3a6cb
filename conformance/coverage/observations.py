"""Determines which cells of the coverage table an example exercises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from conformance.cases import Example
from conformance.coverage.cells import (
    ANY_TYPE,
    CONSTANT,
    LIFTED_RESTRICTION,
    NO_OPERATION,
    OMITTED,
    RUN_TIME,
    Facet,
    ObservedCall,
    facets,
    operation_cells,
)
from conformance.hal import (
    CONTROL_FLOW,
    INFO,
    Model,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    Subgraph,
    Version,
    is_extension_code,
    name_of,
)
from conformance.operations import definitions
from conformance.operations.definition.operands import Array
from conformance.validation import minimum_version
from conformance.validation.calls import build_call
from conformance.validation.constants import constant_view
from conformance.validation.version import lifted_restrictions

_CONSTANT = frozenset({OperandLifeTime.CONSTANT_COPY, OperandLifeTime.CONSTANT_REFERENCE})


@dataclass(frozen=True, slots=True)
class Observation:
    """The cell keys that an example exercises, and the oldest version whose drivers can run it."""

    version: Version
    keys: frozenset[tuple[str, str, str, str]]


@dataclass(frozen=True, slots=True)
class _ObservedSubgraph:
    """A subgraph with the values that the example supplies.

    Attributes:
        subgraph: The subgraph.
        values: The known value of each operand: constants and scalar inputs.
        empty: The operands that are known to have no elements.
        omitted_inputs: The inputs for which the example supplies no value.
        enclosing_operation: ``"main"``, or the name of the operation that runs the subgraph.

    """

    subgraph: Subgraph
    values: tuple[Array | None, ...]
    empty: frozenset[int]
    omitted_inputs: frozenset[int]
    enclosing_operation: str

    def source(self, index: int) -> str:
        """Return ``CONSTANT``, ``RUN_TIME`` or ``OMITTED`` for an operand."""
        lifetime = self.subgraph.operands[index].lifetime
        if lifetime == OperandLifeTime.NO_VALUE or index in self.omitted_inputs:
            return OMITTED
        return CONSTANT if lifetime in _CONSTANT else RUN_TIME


@cache
def _facets(code: int) -> tuple[Facet, ...]:
    return facets(definitions()[code])


def observe(example: Example, *, detailed: bool = True) -> Observation:
    """Return everything that an example exercises.

    For an example that the driver must refuse, only the facets of IF and WHILE count. Types and
    operations of vendor extensions do not count. Without ``detailed``, calls have the operation and
    its type only.
    """
    model = example.model
    version = example.version or minimum_version(model)
    keys: set[tuple[str, str, str, str]] = set()
    for graph in _observed_subgraphs(example):
        types = {operand.type for operand in graph.subgraph.operands}
        for type_ in types:
            if not is_extension_code(type_):
                keys.add((NO_OPERATION, name_of(OperandType, type_), "operand type", "used"))
        for operation in graph.subgraph.operations:
            if operation.type in CONTROL_FLOW:
                keys.update(_observe_control_flow(example, graph, operation))
            elif not example.expect_failure and not is_extension_code(operation.type):
                keys.update(_observe_call(model, graph, operation, detailed=detailed))
    return Observation(version, frozenset(keys))


def _observed_subgraphs(example: Example) -> Iterator[_ObservedSubgraph]:
    model = example.model
    main = model.main
    values = [constant_view(model, operand) for operand in main.operands]
    empty = set()
    for index, data in zip(main.input_indexes, example.inputs, strict=True):
        operand = main.operands[index]
        info = INFO.get(operand.type)
        if data is not None and info is not None and not info.tensor:
            values[index] = np.frombuffer(data, info.dtype, 1).reshape(())
        elif data == b"" and info is not None:
            empty.add(index)
    for index, output in zip(main.output_indexes, example.outputs, strict=True):
        if 0 in output.dimensions:
            empty.add(index)
    inputs = zip(main.input_indexes, example.inputs, strict=True)
    omitted = frozenset(index for index, data in inputs if data is None)
    yield _ObservedSubgraph(main, tuple(values), frozenset(empty), omitted, "main")
    owners = _enclosing_operations(model)
    for number, subgraph in enumerate(model.referenced):
        constants = tuple(constant_view(model, operand) for operand in subgraph.operands)
        yield _ObservedSubgraph(
            subgraph, constants, frozenset(), frozenset(), owners.get(number, "main")
        )


def _enclosing_operations(model: Model) -> dict[int, str]:
    """Return the name of the operation that runs each referenced subgraph, by subgraph index."""
    owners: dict[int, str] = {}
    for graph in (model.main, *model.referenced):
        for operation in graph.operations:
            for index in operation.inputs:
                operand = graph.operands[index]
                if operand.lifetime == OperandLifeTime.SUBGRAPH:
                    owners[operand.location.offset] = name_of(OperationType, operation.type)
    return owners


def _observe_call(
    model: Model, graph: _ObservedSubgraph, operation: Operation, *, detailed: bool
) -> Iterator[tuple[str, str, str, str]]:
    if (call := build_call(graph.subgraph, operation, graph.values)) is None:
        return
    name, primary = call.definition.name, call.primary.type.name
    if not detailed:
        yield name, primary, "", ""
        return
    sources = tuple([graph.source(index) for index in operation.inputs])
    empty = not graph.empty.isdisjoint((*operation.inputs, *operation.outputs))
    seen = ObservedCall(call, sources, empty, model.relax_computation_float32_to_float16)
    for facet in _facets(operation.type):
        for value in facet.observed_values(seen):
            yield name, primary, facet.name, value
    for condition, _, _ in lifted_restrictions(call):
        yield name, ANY_TYPE, LIFTED_RESTRICTION, condition.name


def _observe_control_flow(
    example: Example, graph: _ObservedSubgraph, operation: Operation
) -> Iterator[tuple[str, str, str, str]]:
    subgraph = graph.subgraph
    name = OperationType(operation.type).name
    if example.expect_failure:
        if operation.type == OperationType.WHILE and graph.enclosing_operation == "main":
            yield name, ANY_TYPE, "endless loop", "yes"
        return
    for index in operation.outputs:
        yield name, name_of(OperandType, subgraph.operands[index].type), "carried type", "yes"
    facts = [
        ("outputs", "one" if len(operation.outputs) == 1 else "several"),
        ("enclosing operation", graph.enclosing_operation),
    ]
    if operation.type == OperationType.IF:
        facts += _observe_if(example, graph, operation)
    else:
        facts += _observe_while(example.model, graph, operation)
    referenced = [
        example.model.referenced[subgraph.operands[index].location.offset]
        for index in operation.inputs
        if subgraph.operands[index].lifetime == OperandLifeTime.SUBGRAPH
    ]
    boundary = [
        body.operands[index]
        for body in referenced
        for index in (*body.input_indexes, *body.output_indexes)
    ]
    boundary += [subgraph.operands[index] for index in operation.outputs]
    if any(
        operand.type in INFO
        and INFO[operand.type].tensor
        and (not operand.dimensions or 0 in operand.dimensions)
        for operand in boundary
    ):
        facts.append(("unknown sizes", "yes"))
    yield from ((name, ANY_TYPE, facet, value) for facet, value in facts)


def _observe_if(
    example: Example, graph: _ObservedSubgraph, operation: Operation
) -> list[tuple[str, str]]:
    index = operation.inputs[0]
    value = graph.values[index]
    facts = [("condition source", "run time" if value is None else "constant")]
    main = example.model.main
    if graph.subgraph is main and index in main.input_indexes:
        if data := example.inputs[main.input_indexes.index(index)]:
            facts.append(("branch", "then" if data[0] else "else"))
    elif value is not None:
        facts.append(("branch", "then" if value.item() else "else"))
    facts.append(("inputs", "some" if len(operation.inputs) > 3 else "none"))
    return facts


def _observe_while(
    model: Model, graph: _ObservedSubgraph, operation: Operation
) -> list[tuple[str, str]]:
    body = model.referenced[graph.subgraph.operands[operation.inputs[1]].location.offset]
    results, carried = len(operation.outputs), len(operation.inputs) - 2
    facts = [("loop operands", "results")]
    if len(body.output_indexes) > results:
        facts.append(("loop operands", "state"))
    if carried > len(body.output_indexes):
        facts.append(("loop operands", "loop invariant"))
    return facts


MOST_OPERATIONS: Final = 4
"""Number of operations up to which the facets of an example are listed."""


def example_uses(example: Example) -> dict[str, list[str]]:
    """Return the facets that an example exercises, by operation and type of the primary operand.

    For example ``{"CONV_2D/TENSOR_FLOAT32": ["form=explicit NHWC", "input rank=4"]}``. Only values
    that are cells of the coverage table are listed. The lists are empty if the example has more
    than ``MOST_OPERATIONS`` operations. An example that the driver must refuse exercises nothing.
    """
    model = example.model
    subgraphs = (model.main, *model.referenced)
    detailed = sum(len(one.operations) for one in subgraphs) <= MOST_OPERATIONS
    uses: dict[str, list[str]] = {}
    try:
        keys = observe(example, detailed=detailed).keys
    except (LookupError, TypeError, ValueError):  # a model that breaks the contract
        return uses
    for key in sorted([key for key in keys if key[0] != NO_OPERATION]):
        operation, type_, facet, value = key
        if type_ != ANY_TYPE:
            uses.setdefault(f"{operation}/{type_}", [])
        if detailed and key in _legal_keys(operation):
            uses.setdefault(f"{operation}/{type_}", []).append(f"{facet}={value}")
    return uses


@cache
def _legal_keys(operation: str) -> frozenset[tuple[str, str, str, str]]:
    """Return the keys of an operation's cells; an extension's operation has none."""
    type_ = OperationType.__members__.get(operation)
    return (
        frozenset(cell.key for cell in operation_cells(type_)) if type_ is not None else frozenset()
    )
