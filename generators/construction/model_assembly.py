"""Assembly of a completed graph into a model with input values."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final

from conformance.hal import (
    NO_LOCATION,
    DataLocation,
    Model,
    Operand,
    OperandType,
    Operation,
    OperationType,
    SharedMemory,
    Subgraph,
    Version,
)
from conformance.operations import used_extensions
from generators.construction.graph_builder import GraphBuilder
from generators.construction.operand_builder import (
    CONSTANT_COPY,
    CONSTANT_REFERENCE,
    MODEL_INPUT,
    MODEL_OUTPUT,
    SUBGRAPH,
    TEMPORARY,
    GeneratedOperand,
)

_ALIGNMENT: Final = 4
_INDEX: Final = attrgetter("index")


@dataclass(frozen=True, slots=True)
class GeneratedModel:
    """A generated model with values for its inputs.

    Attributes:
        inputs: bytes of each model input.
        unspecified: positions of the outputs whose contents the contract leaves unspecified.
        cells: the generated operations with their primary types, in order.
        graph: the graph from which the model was assembled.

    """

    model: Model
    inputs: tuple[bytes | None, ...]
    unspecified: frozenset[int] = frozenset()
    cells: tuple[tuple[OperationType, OperandType], ...] = ()
    graph: GraphBuilder | None = field(default=None, compare=False, repr=False)


def _append(pool: bytearray, data: bytes) -> DataLocation:
    """Append data, padded to the alignment, and return its location in pool 0."""
    location = DataLocation(0, len(pool), len(data))
    pool += data + bytes(-len(data) % _ALIGNMENT)
    return location


def assemble_model(graph: GraphBuilder) -> GeneratedModel:
    """Return the model of a completed main graph and its subgraphs, with input values."""
    copies, references = bytearray(), bytearray()
    ensure_input(graph)
    select_outputs(graph)
    omit_known_shapes(graph)
    shuffle_operands(graph)
    for sub in graph.subgraphs:
        shuffle_operands(sub)
    main, inputs = _assemble_subgraph(graph, copies, references)
    referenced = tuple(_assemble_subgraph(sub, copies, references)[0] for sub in graph.subgraphs)
    extensions = used_extensions((main, *referenced)) if graph.profile.extensions else {}
    model = Model(
        main,
        referenced,
        bytes(copies),
        (SharedMemory(initial=bytes(references)),) if references else (),
        relax_computation_float32_to_float16=graph.relaxed,
        extension_name_to_prefix=extensions,
    )
    outputs = graph.outputs or []
    unspecified = frozenset(i for i, value in enumerate(outputs) if value.contents_unspecified)
    return GeneratedModel(model, inputs, unspecified, tuple(graph.cells), graph)


def ensure_input(graph: GraphBuilder) -> None:
    """Turn one constant into a model input if the graph has no input.

    A model needs at least one input. Constants whose range is a single value, such as scalars, and
    tensors with extra parameters (per-channel scales) stay constants.
    """
    if any(value.lifetime is MODEL_INPUT for value in graph.operands):
        return
    for value in graph.operands:
        constant = value.lifetime is CONSTANT_COPY or value.lifetime is CONSTANT_REFERENCE
        if constant and value.low != value.high and value.extra_params is None:
            value.lifetime = MODEL_INPUT
            return


def select_outputs(graph: GraphBuilder) -> None:
    """Select the model outputs.

    They are all operation outputs that no operation reads and, at random, some that are read. At
    times an unread output of an operation with several outputs stays a temporary operand, because
    a model need not return all results. Their order is that of the operations or random.
    """
    random = graph.random
    outputs: list[GeneratedOperand] = []
    for operation in graph.operations:
        before = len(outputs)
        for value in operation.outputs:
            returned = value in graph.returned if graph.returned is not None else random.chance(2)
            if value.consumer_count == 0 or returned:
                value.lifetime = MODEL_OUTPUT
                outputs.append(value)
        if len(outputs) > before + 1 and random.chance(2):
            outputs.pop(before + random.below(len(outputs) - before)).lifetime = TEMPORARY
    graph.outputs = random.shuffled(outputs) if random.chance(6) else outputs


def shuffle_operands(graph: GraphBuilder) -> None:
    """At times, number the operands in random order.

    The order of the model inputs then is random too; that of the inputs of a referenced subgraph is
    that of its IF or WHILE.
    """
    if graph.random.chance(2 if graph.inputs is None else 12):
        graph.operands = graph.random.shuffled(graph.operands)


def omit_known_shapes(graph: GraphBuilder) -> None:
    """Replace some computed shapes in the model by unknown sizes or an unknown rank.

    A driver has to compute these shapes itself. Graphs below HAL 1.2 are unchanged.
    """
    if graph.version < Version.V1_2:
        return
    random, often = graph.random, graph.profile.unknown_shape
    for operation in graph.operations:
        for value in operation.outputs:
            if value.dims is None:
                continue
            if random.chance(often, 64) and value not in graph.shape_required and value.dims:
                if random.chance(6):
                    value.stated_dims = ()
                else:
                    value.stated_dims = tuple(
                        0 if random.chance(8) else size for size in value.dims
                    )


def _assemble_subgraph(
    graph: GraphBuilder, copies: bytearray, references: bytearray
) -> tuple[Subgraph, tuple[bytes | None, ...]]:
    """Return the subgraph of a graph and the data of its inputs; store the constants' data."""
    operands = []
    input_values: list[GeneratedOperand] = []
    outputs = graph.outputs or []
    if graph.inputs is not None:
        for value in outputs:
            value.lifetime = MODEL_OUTPUT
    for index, value in enumerate(graph.operands):
        value.index = index
        lifetime = value.lifetime
        location = NO_LOCATION
        if lifetime is CONSTANT_COPY:
            location = _append(copies, value.data or b"")
        elif lifetime is CONSTANT_REFERENCE:
            location = _append(references, value.data or b"")
        elif lifetime is SUBGRAPH:
            location = DataLocation(0, value.subgraph_index, 0)
        elif lifetime is MODEL_INPUT:
            input_values.append(value)
        dimensions = value.stated_dims
        if dimensions is None:
            dimensions = value.dims or ()
        operands.append(
            Operand(
                value.type,
                dimensions,
                value.consumer_count,
                value.scale,
                value.zero_point,
                lifetime,
                location,
                value.extra_params,
            )
        )
    operations = tuple(
        [
            Operation(
                operation.type,
                tuple(map(_INDEX, operation.inputs)),
                tuple(map(_INDEX, operation.outputs)),
            )
            for operation in graph.operations
        ]
    )
    if graph.inputs is not None:
        input_values = graph.inputs
    subgraph = Subgraph(
        tuple(operands),
        operations,
        tuple(map(_INDEX, input_values)),
        tuple(map(_INDEX, outputs)),
    )
    return subgraph, tuple([value.data for value in input_values])
