"""IF and WHILE: referenced subgraphs become the graphs of ONNX's If and Loop.

The condition of a loop is written twice: before the loop, and at the end of its body.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from conformance.drivers.onnxruntime.graph import OMITTED, Graph, Value
from conformance.drivers.onnxruntime.site import DeclinedError, Scope, dtype_of
from conformance.hal import Model, OperandType, Operation, OperationType, Subgraph, name_of
from conformance.operations import OperandView
from conformance.support import constant_copies

Write = Callable[[Subgraph, Scope, Operation, Sequence[OperandView]], None]
"""Writes an operation of a referenced subgraph."""

CONTROL_FLOW: Final = frozenset({OperationType.IF, OperationType.WHILE})

_FLAG: Final = np.dtype(np.bool_)
_FLAG_VIEW: Final = OperandView(OperandType.TENSOR_BOOL8, ())


@dataclass(frozen=True, slots=True)
class ControlFlow:
    """Writes the IF and WHILE of a model; ``owner`` is the operation of the main subgraph."""

    model: Model
    owner: int
    write: Write

    def branches(
        self, subgraph: Subgraph, scope: Scope, operation: Operation, views: Sequence[OperandView]
    ) -> None:
        """IF; results whose shapes differ have none that is known before the run."""
        condition, entering = operation.inputs[0], operation.inputs[3:]
        names = [_name(scope, index, views[index]) for index in entering]
        before = [views[index] for index in entering]
        graphs, results = [], []
        for place in operation.inputs[1:3]:
            body = scope.graph.body()
            found, after = self._run(self._referenced(subgraph, place), body, names, before)
            self._ends(body, found, after)
            graphs.append(body)
            results.append(after)
        outputs = scope.graph.node(
            self.owner,
            "If",
            [self._flag(scope.graph, scope.operand(condition, views[condition]))],
            len(operation.outputs),
            then_branch=graphs[0],
            else_branch=graphs[1],
        )
        for index, name, one, two in zip(operation.outputs, outputs, *results, strict=True):
            scope.names[index] = name
            views[index].dims = one.dims if one.dims == two.dims else None

    def loop(
        self, subgraph: Subgraph, scope: Scope, operation: Operation, views: Sequence[OperandView]
    ) -> None:
        """WHILE; the body gives the first operands back, the others stay as they are."""
        check, inner = (self._referenced(subgraph, place) for place in operation.inputs[:2])
        entering = operation.inputs[2:]
        if any(views[index].omitted is True for index in entering):
            raise DeclinedError("Loop carries no operands without a value")
        names = [scope.operand(index, views[index]) for index in entering]
        changing = len(inner.output_indexes)
        before = [
            _carried(views[index], number < changing) for number, index in enumerate(entering)
        ]
        first = self._condition(check, scope.graph, names, before)
        body = scope.graph.body()
        body.input(np.int64, ())
        body.input(_FLAG, ())
        inside = [body.input(dtype_of(view), view.dims) for view in before]
        found, after = self._run(inner, body, inside, before)
        for one, two in zip(before, after, strict=False):
            if one.dims != two.dims:
                raise DeclinedError("Loop is written for operands of one shape each")
        found += inside[changing:]
        again = self._condition(check, body, found, before)
        self._ends(body, [again, *found], [_FLAG_VIEW, *before])
        outputs = scope.graph.node(
            self.owner, "Loop", [OMITTED, first, *names], len(entering), body=body
        )
        for index, name, view in zip(operation.outputs, outputs, before, strict=False):
            scope.names[index] = name
            views[index].dims = view.dims

    def _referenced(self, subgraph: Subgraph, place: int) -> Subgraph:
        return self.model.referenced[subgraph.operands[place].location.offset]

    def _run(
        self, inner: Subgraph, graph: Graph, names: Sequence[str], before: Sequence[OperandView]
    ) -> tuple[list[str], list[OperandView]]:
        """Write a subgraph's operations into ``graph``; its outputs' values and views."""
        constants = constant_copies(self.model, inner)
        views = [
            OperandView.of(operand, value)
            for operand, value in zip(inner.operands, constants, strict=True)
        ]
        scope = Scope(graph, constants)
        for index, name, outer in zip(inner.input_indexes, names, before, strict=True):
            scope.names[index] = name
            view = views[index]
            view.omitted, view.value = outer.omitted, outer.value
            if outer.dims is not None and None not in outer.dims:
                view.dims = outer.dims
        for operation in inner.operations:
            try:
                self.write(inner, scope, operation, views)
            except DeclinedError as declined:
                name = name_of(OperationType, operation.type)
                raise DeclinedError(f"within a subgraph, {name}: {declined}") from declined
        outputs = inner.output_indexes
        return [scope.names[index] for index in outputs], [views[index] for index in outputs]

    def _condition(
        self, inner: Subgraph, graph: Graph, names: Sequence[str], before: Sequence[OperandView]
    ) -> str:
        (found,), _ = self._run(inner, graph, names, before)
        return self._flag(graph, found)

    def _flag(self, graph: Graph, value: str) -> str:
        """One truth value as a scalar."""
        shape = graph.constant(np.array([], np.int64))
        return graph.node(self.owner, "Reshape", [value, shape], 1)[0]

    def _ends(self, graph: Graph, values: Sequence[str], views: Sequence[OperandView]) -> None:
        """The outputs of a graph, each a value of its own made in it."""
        for value, view in zip(values, views, strict=True):
            (name,) = graph.node(self.owner, "Identity", [value], 1)
            graph.outputs.append(Value(name, dtype_of(view)))


def _name(scope: Scope, index: int, view: OperandView) -> str:
    return OMITTED if view.omitted is True else scope.operand(index, view)


def _carried(view: OperandView, changes: bool) -> OperandView:
    """What is known of an operand in every round of a loop."""
    return OperandView(
        view.type,
        view.dims,
        scale=view.scale,
        zero_point=view.zero_point,
        extra_params=view.extra_params,
        value=None if changes else view.value,
    )
