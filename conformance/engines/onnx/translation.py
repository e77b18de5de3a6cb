"""Translation of a HAL model to ONNX graphs, operation by operation.

The condition of a loop is lowered twice: before the loop and at the end of its body.

Usually one graph covers the whole model. If an operation's parameters or shapes are results of
earlier operations, the graph ends before that operation; once it has run, they are known, and the
next graph is built.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import numpy as np

from conformance import hal
from conformance.driver_sdk import constant_copies
from conformance.engines.bridge import (
    GraphInput,
    GraphOutput,
    OperationLowering,
    Translation,
    operands_read,
    subgraph_views,
)
from conformance.engines.onnx.graphs import (
    OMITTED,
    OWNED_NODE,
    Lowering,
    OnnxGraph,
    OnnxValue,
    SubgraphScope,
    dtype_of,
    serialize,
)
from conformance.engines.onnx.lower import CHECKS, TRANSLATORS
from conformance.engines.onnx.lower.unsupported import WITHOUT_OPERATOR
from conformance.engines.protocol import Declined, TensorInfo
from conformance.hal import OperandType, Operation, Subgraph
from conformance.operations import Call, OperandView, Unknown
from conformance.operations.definition.operands import Array

_FLAG: Final = np.dtype(np.bool_)
_FLAG_VIEW: Final = OperandView(OperandType.TENSOR_BOOL8, ())


class ControlFlowLowering:
    """Lowers the IF and WHILE operations of a subgraph in the scope of that subgraph.

    ``operations`` lowers the operations of the subgraphs that they reference.
    """

    def __init__(
        self, operations: OperationLowering, subgraph: Subgraph, scope: SubgraphScope
    ) -> None:
        self._operations = operations
        self._owner = operations.owner
        self._subgraph = subgraph
        self._scope = scope

    def lower_if(self, operation: Operation, views: Sequence[OperandView]) -> None:
        """Lower an IF; an output has no known shape before the run if its branches differ in it."""
        scope = self._scope
        condition, entering = operation.inputs[0], operation.inputs[3:]
        names = [
            OMITTED if views[index].omitted is True else scope.operand_value(index, views[index])
            for index in entering
        ]
        input_views = [views[index] for index in entering]
        graphs, results = [], []
        for operand_index in operation.inputs[1:3]:
            body = scope.graph.nested_graph()
            output_names, output_views = self._lower_subgraph(
                self._referenced(operand_index), body, names, input_views
            )
            self._set_outputs(body, output_names, output_views)
            graphs.append(body)
            results.append(output_views)
        outputs = scope.graph.add_node(
            self._owner,
            "If",
            [self._scalar_flag(scope.graph, scope.operand_value(condition, views[condition]))],
            len(operation.outputs),
            then_branch=graphs[0],
            else_branch=graphs[1],
        )
        for index, name, then_view, else_view in zip(
            operation.outputs, outputs, *results, strict=True
        ):
            scope.names[index] = name
            views[index].dims = then_view.dims if then_view.dims == else_view.dims else None

    def lower_while(self, operation: Operation, views: Sequence[OperandView]) -> None:
        """Lower a WHILE.

        The body returns the first inputs of the loop, and the others do not change.
        """
        scope = self._scope
        check, loop_body = (
            self._referenced(operand_index) for operand_index in operation.inputs[:2]
        )
        entering = operation.inputs[2:]
        if any(views[index].omitted is True for index in entering):
            raise Declined("Loop does not accept operands without a value")
        names = [scope.operand_value(index, views[index]) for index in entering]
        changing = len(loop_body.output_indexes)
        loop_views = [
            _loop_view(views[index], number < changing) for number, index in enumerate(entering)
        ]
        first_condition = self._lower_condition(check, scope.graph, names, loop_views)
        body = scope.graph.nested_graph()
        body.add_input(np.int64, ())
        body.add_input(_FLAG, ())
        body_inputs = [body.add_input(dtype_of(view), view.dims) for view in loop_views]
        output_names, output_views = self._lower_subgraph(loop_body, body, body_inputs, loop_views)
        for input_view, output_view in zip(loop_views, output_views, strict=False):
            if input_view.dims != output_view.dims:
                raise Declined("Loop is supported only for operands of constant shape")
        output_names += body_inputs[changing:]
        next_condition = self._lower_condition(check, body, output_names, loop_views)
        self._set_outputs(body, [next_condition, *output_names], [_FLAG_VIEW, *loop_views])
        outputs = scope.graph.add_node(
            self._owner, "Loop", [OMITTED, first_condition, *names], len(entering), body=body
        )
        for index, name, view in zip(operation.outputs, outputs, loop_views, strict=False):
            scope.names[index] = name
            views[index].dims = view.dims

    def _referenced(self, operand_index: int) -> Subgraph:
        return self._operations.model.referenced[
            self._subgraph.operands[operand_index].location.offset
        ]

    def _lower_subgraph(
        self,
        referenced: Subgraph,
        graph: OnnxGraph,
        names: Sequence[str],
        input_views: Sequence[OperandView],
    ) -> tuple[list[str], list[OperandView]]:
        """Lower a subgraph's operations into ``graph``.

        Return the names and views of its outputs.
        """
        constants = constant_copies(self._operations.model, referenced)
        views = subgraph_views(referenced, constants)
        scope = SubgraphScope(graph, constants, self._scope.qdq)
        for index, name, input_view in zip(
            referenced.input_indexes, names, input_views, strict=True
        ):
            scope.names[index] = name
            view = views[index]
            view.omitted, view.value = input_view.omitted, input_view.value
            if input_view.dims is not None and None not in input_view.dims:
                view.dims = input_view.dims
        self._operations.lower_subgraph(referenced, scope, views)
        outputs = referenced.output_indexes
        return [scope.names[index] for index in outputs], [views[index] for index in outputs]

    def _lower_condition(
        self,
        referenced: Subgraph,
        graph: OnnxGraph,
        names: Sequence[str],
        input_views: Sequence[OperandView],
    ) -> str:
        (name,), _ = self._lower_subgraph(referenced, graph, names, input_views)
        return self._scalar_flag(graph, name)

    def _scalar_flag(self, graph: OnnxGraph, value: str) -> str:
        """Return a truth value reshaped to a scalar."""
        shape = graph.add_constant(np.array([], np.int64))
        return graph.add_node(self._owner, "Reshape", [value, shape], 1)[0]

    def _set_outputs(
        self, graph: OnnxGraph, values: Sequence[str], views: Sequence[OperandView]
    ) -> None:
        """Set the outputs of a graph, each as a new value created in it.

        ONNX does not allow the same value as two outputs, or a value of the enclosing graph as an
        output.
        """
        for value, view in zip(values, views, strict=True):
            (name,) = graph.add_node(self._owner, "Identity", [value], 1)
            graph.outputs.append(OnnxValue(name, dtype_of(view), view.dims))


def _loop_view(view: OperandView, is_changed: bool) -> OperandView:
    """Return what holds for a loop's operand in every round: no value if the loop changes it."""
    return OperandView(
        view.type,
        view.dims,
        scale=view.scale,
        zero_point=view.zero_point,
        extra_params=view.extra_params,
        value=None if is_changed else view.value,
    )


TRANSLATED: Final = frozenset(TRANSLATORS).union(hal.CONTROL_FLOW)
"""Codes of the operations that the bridge translates."""


class OnnxEngineGraph:
    """The ONNX graph of consecutive operations of the main subgraph."""

    single_use = False
    rounds = None

    def __init__(self, scope: SubgraphScope, views: Sequence[OperandView]) -> None:
        self.scope = scope
        self._views = views

    def inputs(self) -> list[GraphInput]:
        return [
            GraphInput(TensorInfo(value.name, value.dtype, value.dims), operand)
            for value, operand in zip(
                self.scope.graph.inputs, self.scope.input_operands, strict=True
            )
        ]

    def outputs(self, results: Sequence[int]) -> list[GraphOutput]:
        return [GraphOutput(self._tensor(index), index) for index in results]

    def _tensor(self, index: int) -> TensorInfo:
        view = self._views[index]
        return TensorInfo(self.scope.names[index], dtype_of(view), view.dims)

    def file(self, results: Sequence[int]) -> bytes:
        tensors = map(self._tensor, results)
        self.scope.graph.outputs = [OnnxValue(t.name, t.dtype, t.shape) for t in tensors]
        return serialize(self.scope.graph)

    def owners(self, nodes: Collection[str]) -> set[int]:
        return {int(found[1]) for node in nodes if (found := OWNED_NODE.fullmatch(node))}


def translate(
    model: hal.Model,
    constants: Sequence[Array | None],
    version: hal.Version,
    views: Sequence[OperandView],
    start: int = 0,
    stop: int | None = None,
    *,
    request_known: bool = False,
    qdq: bool = False,
) -> Translation:
    """Translate the operations from ``start`` to ``stop``, or to one that needs what is not known.

    The shapes of outputs are stored in ``views``. If the request is not known, the operations after
    that point are also checked. If it is, an operation that it makes illegal raises
    ``DriverError``. ``qdq`` selects the form of quantized operations (``SubgraphScope``).
    """
    main = model.main
    scope = SubgraphScope(OnnxGraph(), constants, qdq)
    reasons: list[str | None] = []
    end = len(main.operations) if stop is None else stop
    unknown: int | None = None
    inputs_known = all(
        view.omitted is True or (view.dims is not None and None not in view.dims)
        for view in (views[index] for index in main.input_indexes)
    )
    for number, operation in enumerate(main.operations[start:end], start):
        reason: str | None = None
        name = hal.name_of(hal.OperationType, operation.type)
        try:
            lowering = OnnxLowering(model, number, version, request_known=request_known)
            lowering.lower(main, scope, operation, views)
        except Declined as error:
            reason = f"{name}: {error}"
        except Unknown:
            if operation.type in hal.CONTROL_FLOW and inputs_known:
                reason = (
                    f"{name}: a shape or parameter of a subgraph is computed within the subgraph"
                )
            unknown = number if unknown is None else unknown
            if request_known:
                break
        reasons.append(reason)
        for index in operation.outputs:
            if index not in scope.names:  # not lowered: a placeholder for its consumers
                scope.names[index] = scope.graph.new_name()
    end = end if unknown is None else unknown
    written = {index for operation in main.operations[start:end] for index in operation.outputs}
    results = sorted(written & operands_read(model, end))
    return Translation([OnnxEngineGraph(scope, views)], [results], tuple(reasons), end)


class OnnxLowering(OperationLowering):
    """Lowers operations to ONNX."""

    translated = TRANSLATORS
    missing = WITHOUT_OPERATOR
    no_extensions = "ONNX has no operators for extension operations"

    def lower_control_flow(
        self,
        subgraph: hal.Subgraph,
        target: SubgraphScope,
        operation: hal.Operation,
        views: Sequence[OperandView],
    ) -> None:
        flow = ControlFlowLowering(self, subgraph, target)
        is_loop = operation.type == hal.OperationType.WHILE
        (flow.lower_while if is_loop else flow.lower_if)(operation, views)

    def lower_call(self, target: SubgraphScope, call: Call, operation: hal.Operation) -> None:
        for view in (*call.inputs, *call.outputs):
            dtype_of(view)
        code = call.definition.type
        lowering = Lowering(target, call, operation, self.owner)
        if code in CHECKS:
            try:
                CHECKS[code](lowering)
            except Unknown:
                raise Declined(
                    "a parameter that decides whether ONNX can express the operation is known only "
                    "with the request"
                ) from None
        for view, shape in zip(call.outputs, call.definition.shapes(call), strict=False):
            view.dims = shape
        TRANSLATORS[code](lowering)
