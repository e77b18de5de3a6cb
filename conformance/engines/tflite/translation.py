"""Translation of a HAL model to TFLite graphs, operation by operation.

One graph suffices unless an operation reads a state that another operation writes: TFLite's
variable tensors can be set and read only between runs. In that case the model is split into several
engine graphs that run one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from conformance.engines.bridge import DeclinedError, OperationLowering, subgraph_views
from conformance.engines.tflite.control_flow import lower_control_flow
from conformance.engines.tflite.graphs.lowering import COMPUTED_ATTRIBUTE, EngineGraph, Lowering
from conformance.engines.tflite.graphs.tflite_graph import TfliteTensor, tensor_of
from conformance.engines.tflite.lower import CONVERTERS, STATES
from conformance.engines.tflite.lower.unsupported import WITHOUT_BUILTIN
from conformance.hal import (
    CONTROL_FLOW,
    Model,
    OperandLifeTime,
    Operation,
    OperationType,
    Subgraph,
    Version,
    is_tensor,
    name_of,
)
from conformance.operations import Call, OperandView, Unknown
from conformance.operations.definition.definition import Array

TRANSLATED: Final = frozenset(CONVERTERS).union(CONTROL_FLOW)
"""Codes of the operations that the bridge translates."""


@dataclass(frozen=True, slots=True)
class Translation:
    """Result of translating a model.

    ``reasons`` states for each operation why TFLite cannot express it, or is ``None``.
    ``incomplete`` is true if shapes, parameters or the presence of operands are known only with the
    request; only ``reasons`` can be used then. ``results`` holds the operands that are read after
    each engine graph: the model outputs, and the operands that later graphs need.
    """

    engine_graphs: tuple[EngineGraph, ...]
    results: tuple[tuple[int, ...], ...]
    reasons: tuple[str | None, ...]
    incomplete: bool


def translate(
    model: Model,
    constants: Sequence[Array | None],
    version: Version,
    inputs: Sequence[Array | None] | None = None,
    *,
    for_file: bool = False,
) -> Translation:
    """Translate a valid model; ``inputs`` are the values of one request, if known.

    ``constants`` are the constants of the main subgraph, by operand. The shapes of ``inputs`` take
    precedence over those in the model. ``for_file``: the result is stored as a file. Every input
    then has a value, and no counter ends endless loops.
    """
    subgraph = model.main
    views = subgraph_views(subgraph, constants)
    if for_file:
        for index in subgraph.input_indexes:
            views[index].omitted = False
    if inputs is not None:
        for index, array in zip(subgraph.input_indexes, inputs, strict=True):
            view = views[index]
            view.omitted, view.value = array is None, array
            if array is not None and view.info is not None and view.info.tensor:
                view.dims = array.shape
    engine_graphs = [EngineGraph(constants, limits_rounds=not for_file)]
    reasons: list[str | None] = []
    is_open = any(
        view.omitted is not True and (view.dims is None or None in view.dims)
        for view in (views[index] for index in subgraph.input_indexes)
    )
    for number, operation in enumerate(subgraph.operations):
        reason: str | None = None
        name = name_of(OperationType, operation.type)
        try:
            lowering = TfliteLowering(model, number, version, request_known=inputs is not None)
            states = lowering.state_operands(operation, views)
            if _needs_values_of(engine_graphs[-1], states, operation):
                engine_graphs.append(EngineGraph(constants, limits_rounds=not for_file))
            lowering.lower(subgraph, engine_graphs[-1], operation, views)
        except DeclinedError as error:
            reason = f"{name}: {error}"
        except Unknown:
            if _has_computed_parameter(subgraph, operation):
                reason = f"{name}: {COMPUTED_ATTRIBUTE}"
            elif operation.type in CONTROL_FLOW and not is_open:
                reason = f"{name}: TFLite's subgraphs have operands of constant shape"
            is_open = True
        reasons.append(reason)
        current_graph = engine_graphs[-1]
        current_graph.written_operands.update(operation.outputs)
        for index in operation.outputs:
            if index not in current_graph.tensors and index not in current_graph.deferred_outputs:
                current_graph.tensors[index] = current_graph.graph.add_tensor(
                    _placeholder_tensor(views[index])
                )
    return Translation(
        tuple(engine_graphs), _results(subgraph, engine_graphs), tuple(reasons), is_open
    )


class TfliteLowering(OperationLowering):
    """Lowers operations to TFLite."""

    translated = CONVERTERS
    missing = WITHOUT_BUILTIN
    no_extensions = "TFLite has no builtins for extension operations"

    def lower_control_flow(
        self,
        subgraph: Subgraph,
        target: EngineGraph,
        operation: Operation,
        views: Sequence[OperandView],
    ) -> None:
        lower_control_flow(self, subgraph, target, operation, views)

    def lower_call(self, target: EngineGraph, call: Call, operation: Operation) -> None:
        try:
            shapes = call.definition.shapes(call)
        except Unknown:
            shapes = ()
        for view, shape in zip(call.outputs, shapes, strict=False):
            view.dims = shape
        lowering = Lowering(target, call, operation, self.owner)
        CONVERTERS[call.definition.type](lowering)
        lowering.add_deferred_operators()

    def state_operands(self, operation: Operation, views: Sequence[OperandView]) -> tuple[int, ...]:
        """Return the state operands of an operation, whose values must be known before a run."""
        if operation.type in CONTROL_FLOW:
            return ()
        call = self.create_call(operation, views)
        names = STATES.get(call.definition.type, ())
        return tuple(operation.inputs[call.position(name) or 0] for name in names)


def _results(
    subgraph: Subgraph, engine_graphs: Sequence[EngineGraph]
) -> tuple[tuple[int, ...], ...]:
    needed = set(subgraph.output_indexes)
    results = []
    for engine_graph in reversed(engine_graphs):
        results.append(tuple(sorted(needed & engine_graph.written_operands)))
        needed.update(feed.operand for feed in engine_graph.feeds)
    return tuple(reversed(results))


def _has_computed_parameter(subgraph: Subgraph, operation: Operation) -> bool:
    operands = [subgraph.operands[index] for index in operation.inputs]
    return any(
        operand.lifetime == OperandLifeTime.TEMPORARY_VARIABLE and not is_tensor(operand.type)
        for operand in operands
    )


def _placeholder_tensor(view: OperandView) -> TfliteTensor:
    """Return a tensor for an untranslated output, so that its consumers can be checked."""
    try:
        return tensor_of(view)
    except KeyError:
        return TfliteTensor("FLOAT32", None)


def _needs_values_of(
    engine_graph: EngineGraph, states: Sequence[int], operation: Operation
) -> bool:
    """Return whether an operation reads a value that is known only after the graph has run."""
    return any(index in engine_graph.written_operands for index in states) or any(
        index in engine_graph.deferred_outputs for index in operation.inputs
    )
