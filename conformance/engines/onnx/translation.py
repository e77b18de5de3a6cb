"""Translation of a HAL model to ONNX graphs, operation by operation.

Usually one graph covers the whole model. If an operation's parameters or shapes are results of
earlier operations, the graph ends before that operation; once it has run, they are known, and the
next graph is built.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from conformance import hal
from conformance.engines.bridge import DeclinedError, OperationLowering
from conformance.engines.onnx.control_flow import ControlFlowLowering
from conformance.engines.onnx.graphs.lowering import Lowering, SubgraphScope, dtype_of
from conformance.engines.onnx.graphs.onnx_graph import OnnxGraph, OnnxValue, serialize
from conformance.engines.onnx.lower import CHECKS, TRANSLATORS
from conformance.engines.onnx.lower.unsupported import WITHOUT_OPERATOR
from conformance.operations import Call, OperandView, Unknown
from conformance.operations.definition.definition import Array

TRANSLATED: Final = frozenset(TRANSLATORS).union(hal.CONTROL_FLOW)
"""Codes of the operations that the bridge translates."""


@dataclass(frozen=True, slots=True)
class EngineGraph:
    """The ONNX graph of consecutive operations; ``stop`` is the first operation after them.

    ``reasons`` states for each operation why ONNX cannot express it. It is ``None`` for an
    operation that can be expressed and for one that needs values that are not known yet.
    """

    scope: SubgraphScope
    stop: int
    reasons: tuple[str | None, ...]

    def written_operands(self, subgraph: hal.Subgraph, start: int) -> set[int]:
        """Return the operands that the graph's operations write."""
        operations = subgraph.operations[start : self.stop]
        return {index for operation in operations for index in operation.outputs}

    def to_onnx(self, results: Sequence[int], views: Sequence[OperandView]) -> bytes:
        """Serialize the graph as an ``.onnx`` file whose outputs are these operands."""
        self.scope.graph.outputs = [
            OnnxValue(self.scope.names[index], dtype_of(views[index])) for index in results
        ]
        return serialize(self.scope.graph)


def set_value(view: OperandView, array: Array | None) -> None:
    """Record the value of an operand; ``None`` means that it is omitted."""
    view.omitted, view.value = array is None, array
    if array is not None:
        view.dims = array.shape


def translate(
    model: hal.Model,
    constants: Sequence[Array | None],
    version: hal.Version,
    views: Sequence[OperandView],
    start: int = 0,
    *,
    all_reasons: bool = False,
) -> EngineGraph:
    """Translate operations from ``start`` up to one that needs a shape or value not yet known.

    The shapes of outputs are stored in ``views``. With ``all_reasons`` (at preparation), the
    operations after that point are also checked; the graph can be used only if it covers all
    operations. Without it (for a request), an operation that the request makes illegal raises
    ``DriverError``.
    """
    main = model.main
    scope = SubgraphScope(OnnxGraph(), constants)
    reasons: list[str | None] = []
    stop = len(main.operations)
    inputs_known = all(
        views[index].omitted is True or _is_known(views[index]) for index in main.input_indexes
    )
    for number, operation in enumerate(main.operations[start:], start):
        reason: str | None = None
        name = hal.name_of(hal.OperationType, operation.type)
        try:
            lowering = OnnxLowering(model, number, version, request_known=not all_reasons)
            lowering.lower(main, scope, operation, views)
        except DeclinedError as error:
            reason = f"{name}: {error}"
        except Unknown:
            if operation.type in hal.CONTROL_FLOW and inputs_known:
                reason = (
                    f"{name}: a shape or parameter of a subgraph is computed within the subgraph"
                )
            stop = min(stop, number)
            if not all_reasons:
                break
        reasons.append(reason)
        for index in operation.outputs:
            if index not in scope.names:  # not lowered: a placeholder for its consumers
                scope.names[index] = scope.graph.new_name()
    return EngineGraph(scope, stop, tuple(reasons))


def _is_known(view: OperandView) -> bool:
    return view.dims is not None and None not in view.dims


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
                raise DeclinedError(
                    "a parameter that decides whether ONNX can express the operation is known only "
                    "with the request"
                ) from None
        for view, shape in zip(call.outputs, call.definition.shapes(call), strict=False):
            view.dims = shape
        TRANSLATORS[code](lowering)
