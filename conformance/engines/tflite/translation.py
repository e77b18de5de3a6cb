"""Translation of a HAL model to TFLite graphs, operation by operation.

A running interpreter cannot be interrupted, so an endless loop would never return. Every subgraph
therefore receives and returns a counter of remaining rounds; each round of a loop decrements it,
and a loop ends when it reaches 0. A run that ends with the counter at 0 has no valid result: the
device repeats it with a larger counter until the time limit for loops has passed.

One graph suffices unless an operation reads a state that another operation writes: TFLite's
variable tensors can be set and read only between runs. In that case the model is split into several
engine graphs that run one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from conformance.driver_sdk import constant_copies
from conformance.engines.bridge import (
    OperationLowering,
    Translation,
    operands_read,
    subgraph_views,
)
from conformance.engines.protocol import Declined
from conformance.engines.tflite.lower import CONVERTERS, STATES
from conformance.engines.tflite.lower.unsupported import WITHOUT_BUILTIN
from conformance.engines.tflite.lowering import COMPUTED_ATTRIBUTE, EngineGraph, Lowering
from conformance.engines.tflite.tflite_graph import TfliteSubgraph, TfliteTensor, tensor_of
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
from conformance.operations.definition.operands import Array

_ONE_SHAPE: Final = "TFLite's subgraphs have operands of constant shape"
_ROUNDS: Final = TfliteTensor("INT32", (1,))


def lower_control_flow(
    operations: OperationLowering,
    subgraph: Subgraph,
    engine_graph: EngineGraph,
    operation: Operation,
    views: Sequence[OperandView],
) -> None:
    """Lower an IF or WHILE of ``subgraph``; ``operations`` lowers what its subgraphs contain."""
    lowering = _ControlFlowLowering(operations, engine_graph)
    is_loop = operation.type == OperationType.WHILE
    subgraph_inputs = operation.inputs[:2] if is_loop else operation.inputs[1:3]
    referenced = [
        operations.model.referenced[subgraph.operands[input_index].location.offset]
        for input_index in subgraph_inputs
    ]
    entering = operation.inputs[2 if is_loop else 3 :]
    if any(views[index].omitted is True for index in entering):
        raise Declined("TFLite's subgraphs have no operands without a value")
    if is_loop:
        lowering.lower_while(referenced[0], referenced[1], operation, entering, views)
    else:
        lowering.lower_if(referenced[0], referenced[1], operation, entering, views)


class _ControlFlowLowering:
    def __init__(self, operations: OperationLowering, engine_graph: EngineGraph) -> None:
        self._operations = operations
        self._owner = operations.owner
        self._engine_graph = engine_graph

    def lower_if(
        self,
        then: Subgraph,
        otherwise: Subgraph,
        operation: Operation,
        entering: Sequence[int],
        views: Sequence[OperandView],
    ) -> None:
        """Lower an IF with the data inputs ``entering``."""
        engine_graph = self._engine_graph
        tensors = [
            engine_graph.operand_tensor(index, views[index])
            for index in (operation.inputs[0], *entering)
        ]
        indexes, results = [], []
        for branch in (then, otherwise):
            branch_subgraph, branch_outputs = self._lower_body(
                branch, [views[index] for index in entering]
            )
            indexes.append(self._add_subgraph(branch_subgraph))
            results.append(branch_outputs)
        for index, then_view, otherwise_view in zip(operation.outputs, *results, strict=True):
            if then_view.dims != otherwise_view.dims:
                raise Declined("TFLite's subgraphs have results of constant shape")
            views[index].dims = then_view.dims
        outputs = [self._output_tensor(index, views[index]) for index in operation.outputs]
        self._add_node(
            "IF",
            tensors,
            outputs,
            thenSubgraphIndex=indexes[0],
            elseSubgraphIndex=indexes[1],
        )

    def lower_while(
        self,
        condition: Subgraph,
        body: Subgraph,
        operation: Operation,
        entering: Sequence[int],
        views: Sequence[OperandView],
    ) -> None:
        """Lower a WHILE; ``entering`` holds the operand indexes of its loop-carried inputs."""
        engine_graph = self._engine_graph
        for input_index in body.input_indexes:
            operand = body.operands[input_index]
            if is_tensor(operand.type) and 0 in (operand.dimensions or (0,)):
                raise Declined(_ONE_SHAPE)
        tensors = [engine_graph.operand_tensor(index, views[index]) for index in entering]
        input_views = [views[index] for index in entering]
        condition_subgraph = self._lower_condition(condition, input_views)
        body_subgraph, output_views = self._lower_body(body, input_views, loop_inputs=len(entering))
        for input_view, output_view in zip(input_views, output_views, strict=False):
            if input_view.dims != output_view.dims:
                raise Declined(_ONE_SHAPE)
        for index, view in zip(operation.outputs, input_views, strict=False):
            views[index].dims = view.dims
        outputs = [self._output_tensor(index, views[index]) for index in operation.outputs]
        outputs += [
            engine_graph.graph.add_tensor(tensor_of(view))
            for view in input_views[len(operation.outputs) :]
        ]
        self._add_node(
            "WHILE",
            tensors,
            outputs,
            condSubgraphIndex=self._add_subgraph(condition_subgraph),
            bodySubgraphIndex=self._add_subgraph(body_subgraph),
        )

    def _add_node(
        self,
        builtin: str,
        tensors: Sequence[int],
        outputs: Sequence[int],
        **subgraphs: Any,
    ) -> None:
        """Add an operator; if rounds are limited, it takes and returns the remaining ones."""
        engine_graph = self._engine_graph
        if not engine_graph.limits_rounds:
            engine_graph.graph.add_node(self._owner, builtin, tensors, outputs, **subgraphs)
            return
        rounds = engine_graph.remaining_rounds_tensor()
        rounds_after = engine_graph.graph.add_tensor(_ROUNDS)
        engine_graph.graph.add_node(
            self._owner, builtin, [*tensors, rounds], [*outputs, rounds_after], **subgraphs
        )
        engine_graph.remaining_rounds = rounds_after

    def _add_subgraph(self, subgraph: TfliteSubgraph) -> int:
        """Add a subgraph to the flatbuffer and return its index.

        Index 0 is the engine graph itself.
        """
        self._engine_graph.subgraphs.append(subgraph)
        return len(self._engine_graph.subgraphs)

    def _output_tensor(self, index: int, view: OperandView) -> int:
        tensor = self._engine_graph.tensors[index] = self._engine_graph.graph.add_tensor(
            tensor_of(view)
        )
        return tensor

    def _lower_subgraph(
        self, subgraph: Subgraph, input_views: Sequence[OperandView]
    ) -> tuple[EngineGraph, list[OperandView], list[int]]:
        """Lower the operations of a referenced subgraph for inputs of these shapes.

        Return the subgraph's own engine graph, the views of its operands and its input tensors, of
        which the last is the counter of remaining rounds if rounds are limited.
        """
        constants = constant_copies(self._operations.model, subgraph)
        views = subgraph_views(subgraph, constants)
        limits_rounds = self._engine_graph.limits_rounds
        engine_graph = EngineGraph(
            constants, subgraphs=self._engine_graph.subgraphs, limits_rounds=limits_rounds
        )
        inputs = []
        for index, input_view in zip(subgraph.input_indexes, input_views, strict=True):
            views[index].omitted = False
            if input_view.dims is not None and None not in input_view.dims:
                views[index].dims = input_view.dims
            inputs.append(engine_graph.operand_tensor(index, views[index]))
        if limits_rounds:
            engine_graph.remaining_rounds = engine_graph.graph.add_tensor(_ROUNDS)
            inputs.append(engine_graph.remaining_rounds)
        self._operations.lower_subgraph(subgraph, engine_graph, views)
        self._engine_graph.single_use |= engine_graph.single_use
        if engine_graph.deferred_outputs or any(
            engine_graph.graph.tensors[feed.tensor].variable for feed in engine_graph.feeds
        ):
            raise Declined("TFLite's subgraphs cannot have a state")
        return engine_graph, views, inputs

    def _lower_body(
        self, subgraph: Subgraph, input_views: Sequence[OperandView], loop_inputs: int = 0
    ) -> tuple[TfliteSubgraph, list[OperandView]]:
        """Lower a branch, or the body of a loop, and return it with the views of its outputs.

        ``loop_inputs`` is the number of inputs of the loop, 0 for a branch. TFLite requires a loop
        body to return every input; the contract lets a body leave out trailing inputs that never
        change, so those input tensors are returned as they are. A loop body also decrements the
        counter of rounds.
        """
        engine_graph, views, inputs = self._lower_subgraph(subgraph, input_views)
        outputs = [engine_graph.tensors[index] for index in subgraph.output_indexes]
        outputs += inputs[len(outputs) : loop_inputs]
        output_views = [views[index] for index in subgraph.output_indexes]
        if not engine_graph.limits_rounds:
            return TfliteSubgraph(engine_graph.graph, inputs, outputs), output_views
        rounds = engine_graph.remaining_rounds_tensor()
        if loop_inputs:
            decrement, decremented = (
                engine_graph.graph.add_int32_vector([1]),
                engine_graph.graph.add_tensor(_ROUNDS),
            )
            engine_graph.graph.add_node(self._owner, "SUB", [rounds, decrement], [decremented])
            rounds = decremented
        body = TfliteSubgraph(engine_graph.graph, inputs, [*outputs, rounds])
        return body, output_views

    def _lower_condition(
        self, subgraph: Subgraph, input_views: Sequence[OperandView]
    ) -> TfliteSubgraph:
        """Lower the condition of a loop: its result AND remaining rounds, if these are limited."""
        engine_graph, _, inputs = self._lower_subgraph(subgraph, input_views)
        (own_result,) = (engine_graph.tensors[index] for index in subgraph.output_indexes)
        if not engine_graph.limits_rounds:
            return TfliteSubgraph(engine_graph.graph, inputs, [own_result])
        zero = engine_graph.graph.add_int32_vector([0])
        rounds_left, combined = (
            engine_graph.graph.add_tensor(TfliteTensor("BOOL", (1,))) for _ in range(2)
        )
        rounds = engine_graph.remaining_rounds_tensor()
        engine_graph.graph.add_node(self._owner, "GREATER", [rounds, zero], [rounds_left])
        engine_graph.graph.add_node(
            self._owner, "LOGICAL_AND", [own_result, rounds_left], [combined]
        )
        return TfliteSubgraph(engine_graph.graph, inputs, [combined])


TRANSLATED: Final = frozenset(CONVERTERS).union(CONTROL_FLOW)
"""Codes of the operations that the bridge translates."""


def translate(
    model: Model,
    constants: Sequence[Array | None],
    version: Version,
    views: Sequence[OperandView],
    start: int = 0,
    stop: int | None = None,
    *,
    request_known: bool = False,
    limits_rounds: bool = True,
) -> Translation:
    """Translate the operations of a valid model from ``start`` to ``stop``.

    If shapes, parameters or the presence of operands are known only with the request, the result
    ends at ``start``, and only its reasons can be used. ``limits_rounds``: a counter ends endless
    loops.
    """
    subgraph = model.main
    graphs = [EngineGraph(constants, limits_rounds=limits_rounds)]
    reasons: list[str | None] = []
    is_open = any(
        view.omitted is not True and (view.dims is None or None in view.dims)
        for view in (views[index] for index in subgraph.input_indexes)
    )
    end = len(subgraph.operations) if stop is None else stop
    for number, operation in enumerate(subgraph.operations[start:end], start):
        reason: str | None = None
        name = name_of(OperationType, operation.type)
        try:
            lowering = TfliteLowering(model, number, version, request_known=request_known)
            states = lowering.state_operands(operation, views)
            if _needs_values_of(graphs[-1], states, operation):
                graphs.append(EngineGraph(constants, limits_rounds=limits_rounds))
            lowering.lower(subgraph, graphs[-1], operation, views)
        except Declined as error:
            reason = f"{name}: {error}"
        except Unknown:
            if _has_computed_parameter(subgraph, operation):
                reason = f"{name}: {COMPUTED_ATTRIBUTE}"
            elif operation.type in CONTROL_FLOW and not is_open:
                reason = f"{name}: TFLite's subgraphs have operands of constant shape"
            is_open = True
        reasons.append(reason)
        graph = graphs[-1]
        graph.written_operands.update(operation.outputs)
        for index in operation.outputs:
            if index not in graph.tensors and index not in graph.deferred_outputs:
                graph.tensors[index] = graph.graph.add_tensor(_placeholder_tensor(views[index]))
    needed, results = operands_read(model, end), []
    for graph in reversed(graphs):
        results.append(sorted(needed & graph.written_operands))
        needed.update(feed.operand for feed in graph.feeds)
    return Translation(graphs, results[::-1], tuple(reasons), start if is_open else end)


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
