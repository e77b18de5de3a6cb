"""From a HAL model to ONNX graphs, operation by operation.

Usually one graph is the whole model. Where an operation's parameters or shapes are results of
earlier ones, the graph ends before it: once it has run they are known, and the next one is
written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from conformance.drivers.onnxruntime.control_flow import CONTROL_FLOW, ControlFlow
from conformance.drivers.onnxruntime.graph import Graph, Value, serialized
from conformance.drivers.onnxruntime.operators import CHECKS, TRANSLATORS
from conformance.drivers.onnxruntime.operators.missing import why_missing
from conformance.drivers.onnxruntime.site import DeclinedError, Scope, Site, dtype_of
from conformance.hal import Model, Operation, OperationType, Subgraph, Version, name_of
from conformance.operations import OperandView, Unknown, call_of, definition
from conformance.operations.definition import Array
from conformance.support.binding import require_legal

TRANSLATED: Final = frozenset(TRANSLATORS) | CONTROL_FLOW
"""The operations that ONNX has an equal for, by code."""


@dataclass(frozen=True, slots=True)
class Part:
    """Successive operations as a graph; ``stop`` is the first operation that it lacks.

    ``reasons`` says of each operation why ONNX cannot express it, ``None`` where it can or where
    that is still open.
    """

    scope: Scope
    stop: int
    reasons: tuple[str | None, ...]

    def written(self, subgraph: Subgraph, start: int) -> set[int]:
        """The operands that its operations write."""
        operations = subgraph.operations[start : self.stop]
        return {index for operation in operations for index in operation.outputs}

    def onnx(self, results: Sequence[int], views: Sequence[OperandView]) -> bytes:
        """The graph as an ``.onnx`` file whose outputs are these operands."""
        self.scope.graph.outputs = [
            Value(self.scope.names[index], dtype_of(views[index])) for index in results
        ]
        return serialized(self.scope.graph)


def operand_views(model: Model, constants: Sequence[Array | None]) -> list[OperandView]:
    """The main subgraph's operands as far as the model says."""
    return [
        OperandView.of(operand, value)
        for operand, value in zip(model.main.operands, constants, strict=True)
    ]


def give(view: OperandView, array: Array | None) -> None:
    """An operand's value has come, or comes not."""
    view.omitted, view.value = array is None, array
    if array is not None:
        view.dims = array.shape


def translate(
    model: Model,
    constants: Sequence[Array | None],
    version: Version,
    views: Sequence[OperandView],
    start: int = 0,
    *,
    all_reasons: bool = False,
) -> Part:
    """Translate a valid model's operations from ``start`` on, as far as all is known of them.

    The shapes of results are noted in ``views``. With ``all_reasons`` the operations after that are
    looked at, too; the graph is then good for nothing where there are any. Without, a request is
    there, and ``DriverError`` says what it makes illegal.
    """
    main = model.main
    scope = Scope(Graph(), constants)
    reasons: list[str | None] = []
    stop = len(main.operations)
    inputs_known = all(
        views[index].omitted is True or _is_known(views[index]) for index in main.input_indexes
    )
    for number, operation in enumerate(main.operations[start:], start):
        reason: str | None = None
        name = name_of(OperationType, operation.type)
        try:
            writer = _Writer(model, number, version, not all_reasons)
            writer.write(main, scope, operation, views)
        except DeclinedError as declined:
            reason = f"{name}: {declined}"
        except Unknown:
            if operation.type in CONTROL_FLOW and inputs_known:
                reason = f"{name}: a shape or parameter in a subgraph is known only there"
            stop = min(stop, number)
            if not all_reasons:
                break
        reasons.append(reason)
        for index in operation.outputs:
            if index not in scope.names:  # not written: only what others need of it
                scope.names[index] = scope.graph.fresh()
    return Part(scope, stop, tuple(reasons))


def _is_known(view: OperandView) -> bool:
    return view.dims is not None and None not in view.dims


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes an operation of the main subgraph with all that it runs; ``owner`` is its number.

    ``settled``: the request is there, and what it makes of an operation must be legal.
    """

    model: Model
    owner: int
    version: Version
    settled: bool

    def write(
        self, subgraph: Subgraph, scope: Scope, operation: Operation, views: Sequence[OperandView]
    ) -> None:
        """One operation of a subgraph."""
        if operation.type in CONTROL_FLOW:
            flow = ControlFlow(self.model, self.owner, self.write)
            loop = operation.type == OperationType.WHILE
            (flow.loop if loop else flow.branches)(subgraph, scope, operation, views)
            return
        found = definition(operation.type)
        if found is None or found.type not in TRANSLATORS:
            raise DeclinedError(why_missing(operation.type))
        inputs = [views[index] for index in operation.inputs]
        outputs = [views[index] for index in operation.outputs]
        call = call_of(found, inputs, outputs, self.version)
        if self.settled:
            require_legal(call)
        for view in (*inputs, *outputs):
            dtype_of(view)
        site = Site(scope, call, operation, self.owner)
        if found.type in CHECKS:
            try:
                CHECKS[found.type](site)
            except Unknown:
                raise DeclinedError("what decides this comes with the request") from None
        for view, shape in zip(outputs, found.shapes(call), strict=False):
            view.dims = shape
        TRANSLATORS[found.type](site)
