"""IF and WHILE: referenced subgraphs become further subgraphs of the file.

Nothing stops an interpreter that loops for ever. So a number goes through all subgraphs, which each
round of a loop takes one from, and a loop ends when it is 0. That is then not a result: the run is
repeated with a larger number until the time for loops is over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from conformance.drivers.litert.graph import Part, Tensor, tensor_of
from conformance.drivers.litert.site import DeclinedError, Stage
from conformance.hal import Model, Operation, OperationType, Subgraph, is_tensor, name_of
from conformance.operations import OperandView
from conformance.support import constant_copies

Convert = Callable[[Subgraph, Stage, Operation, Sequence[OperandView]], None]
"""Writes an operation of a referenced subgraph."""

CONTROL_FLOW: Final = frozenset({OperationType.IF, OperationType.WHILE})

_ONE_SHAPE: Final = "TFLite's subgraphs have operands of one shape each"
_ROUNDS: Final = Tensor("INT32", (1,))


def control_flow(
    model: Model,
    subgraph: Subgraph,
    stage: Stage,
    operation: Operation,
    views: Sequence[OperandView],
    owner: int,
    convert: Convert,
) -> None:
    """Write an IF or WHILE of ``subgraph`` and the subgraphs that it runs.

    The shapes of its outputs are noted in ``views``. Raises ``Unknown`` where a shape or parameter
    of a referenced subgraph is open.
    """
    writer = _Writer(model, stage, owner, convert)
    loop = operation.type == OperationType.WHILE
    places = operation.inputs[:2] if loop else operation.inputs[1:3]
    inner = [model.referenced[subgraph.operands[place].location.offset] for place in places]
    entering = operation.inputs[2 if loop else 3 :]
    if any(views[index].omitted is True for index in entering):
        raise DeclinedError("TFLite's subgraphs have no operands without a value")
    if loop:
        writer.loop(inner[0], inner[1], operation, entering, views)
    else:
        writer.branches(inner[0], inner[1], operation, entering, views)


class _Writer:
    def __init__(self, model: Model, stage: Stage, owner: int, convert: Convert) -> None:
        self._model = model
        self._stage = stage
        self._owner = owner
        self._convert = convert

    def branches(
        self,
        then: Subgraph,
        other: Subgraph,
        operation: Operation,
        entering: Sequence[int],
        views: Sequence[OperandView],
    ) -> None:
        """IF."""
        stage = self._stage
        tensors = [stage.operand(index, views[index]) for index in (operation.inputs[0], *entering)]
        indexes, results = [], []
        for inner in (then, other):
            part, found = self._body(inner, [views[index] for index in entering])
            indexes.append(self._add(part))
            results.append(found)
        for index, one, two in zip(operation.outputs, *results, strict=True):
            if one.dims != two.dims:
                raise DeclinedError("TFLite's subgraphs have results of one shape each")
            views[index].dims = one.dims
        outputs = [self._result(index, views[index]) for index in operation.outputs]
        rounds = stage.rounds_left()
        new = stage.graph.add(_ROUNDS)
        stage.graph.node(
            self._owner,
            "IF",
            [*tensors, rounds],
            [*outputs, new],
            "IfOptions",
            thenSubgraphIndex=indexes[0],
            elseSubgraphIndex=indexes[1],
        )
        stage.rounds = new

    def loop(
        self,
        condition: Subgraph,
        body: Subgraph,
        operation: Operation,
        entering: Sequence[int],
        views: Sequence[OperandView],
    ) -> None:
        """WHILE."""
        stage = self._stage
        for place in body.input_indexes:
            operand = body.operands[place]
            if is_tensor(operand.type) and 0 in (operand.dimensions or (0,)):
                raise DeclinedError(_ONE_SHAPE)
        tensors = [stage.operand(index, views[index]) for index in entering]
        entered = [views[index] for index in entering]
        check = self._condition(condition, entered)
        part, results = self._body(body, entered, keeps=len(entering))
        for before, after in zip(entered, results, strict=False):
            if before.dims != after.dims:
                raise DeclinedError(_ONE_SHAPE)
        for index, view in zip(operation.outputs, entered, strict=False):
            views[index].dims = view.dims
        outputs = [self._result(index, views[index]) for index in operation.outputs]
        outputs += [stage.graph.add(tensor_of(view)) for view in entered[len(operation.outputs) :]]
        rounds = stage.rounds_left()
        new = stage.graph.add(_ROUNDS)
        stage.graph.node(
            self._owner,
            "WHILE",
            [*tensors, rounds],
            [*outputs, new],
            "WhileOptions",
            condSubgraphIndex=self._add(check),
            bodySubgraphIndex=self._add(part),
        )
        stage.rounds = new

    def _add(self, part: Part) -> int:
        """Index of a subgraph in the file, where the stage's own graph is the first."""
        self._stage.parts.append(part)
        return len(self._stage.parts)

    def _result(self, index: int, view: OperandView) -> int:
        tensor = self._stage.tensors[index] = self._stage.graph.add(tensor_of(view))
        return tensor

    def _inside(
        self, inner: Subgraph, entered: Sequence[OperandView]
    ) -> tuple[Stage, list[OperandView], list[int]]:
        """A subgraph's operations, on operands of these shapes."""
        constants = constant_copies(self._model, inner)
        views = [
            OperandView.of(operand, value)
            for operand, value in zip(inner.operands, constants, strict=True)
        ]
        stage = Stage(constants, parts=self._stage.parts)
        inputs = []
        for index, outer in zip(inner.input_indexes, entered, strict=True):
            views[index].omitted = False
            if outer.dims is not None and None not in outer.dims:
                views[index].dims = outer.dims
            inputs.append(stage.operand(index, views[index]))
        stage.rounds = stage.graph.add(_ROUNDS)
        inputs.append(stage.rounds)
        for operation in inner.operations:
            try:
                self._convert(inner, stage, operation, views)
            except DeclinedError as declined:
                name = name_of(OperationType, operation.type)
                raise DeclinedError(f"within a subgraph, {name}: {declined}") from declined
        self._stage.once |= stage.once
        self._stage.by_value |= stage.by_value
        if stage.kept or any(stage.graph.tensors[feed.tensor].variable for feed in stage.feeds):
            raise DeclinedError("TFLite's subgraphs cannot be given a state")
        return stage, views, inputs

    def _body(
        self, inner: Subgraph, entered: Sequence[OperandView], keeps: int = 0
    ) -> tuple[Part, list[OperandView]]:
        """A branch, or the body of a loop that ``keeps`` so many operands, and its results.

        TFLite's bodies give all operands back, the contract's not those that never change.
        """
        stage, views, inputs = self._inside(inner, entered)
        outputs = [stage.tensors[index] for index in inner.output_indexes]
        outputs += inputs[len(outputs) : keeps]
        rounds = stage.rounds_left()
        if keeps:
            one, fewer = stage.graph.integers([1]), stage.graph.add(_ROUNDS)
            stage.graph.node(self._owner, "SUB", [rounds, one], [fewer], "SubOptions")
            rounds = fewer
        part = Part(stage.graph, inputs, [*outputs, rounds])
        return part, [views[index] for index in inner.output_indexes]

    def _condition(self, inner: Subgraph, entered: Sequence[OperandView]) -> Part:
        """The condition of a loop: it holds, and there are rounds left."""
        stage, _, inputs = self._inside(inner, entered)
        (holds,) = (stage.tensors[index] for index in inner.output_indexes)
        zero = stage.graph.integers([0])
        left, both = (stage.graph.add(Tensor("BOOL", (1,))) for _ in range(2))
        rounds = stage.rounds_left()
        stage.graph.node(self._owner, "GREATER", [rounds, zero], [left], "GreaterOptions")
        stage.graph.node(self._owner, "LOGICAL_AND", [holds, left], [both], "LogicalAndOptions")
        return Part(stage.graph, inputs, [both])
