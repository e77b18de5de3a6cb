"""From a HAL model to TFLite graphs, operation by operation.

One graph is enough unless an operation reads a state that another one writes: TFLite's variable
tensors can be set and read between runs only. The model is then cut into stages that run one after
the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from conformance.drivers.litert.control_flow import CONTROL_FLOW, control_flow
from conformance.drivers.litert.graph import Tensor, tensor_of
from conformance.drivers.litert.operators import CONVERTERS, STATES
from conformance.drivers.litert.operators.missing import why_missing
from conformance.drivers.litert.site import DeclinedError, Site, Stage
from conformance.hal import (
    Model,
    OperandLifeTime,
    Operation,
    OperationType,
    Subgraph,
    Version,
    is_tensor,
    name_of,
)
from conformance.operations import Call, OperandView, Unknown, call_of, definition
from conformance.operations.definition import Array
from conformance.support.binding import require_legal

TRANSLATED: Final = frozenset(CONVERTERS) | CONTROL_FLOW
"""The operations that TFLite has, by code."""


@dataclass(frozen=True, slots=True)
class Translation:
    """What became of a model.

    ``reasons`` says for each operation why TFLite cannot express it, ``None`` where it can.
    ``open`` is true while shapes, parameters or the presence of operands come with the request; the
    stages are then good for nothing but these answers. ``results`` are the operands that are read
    after each stage: model outputs, and what later stages need.
    """

    stages: tuple[Stage, ...]
    results: tuple[tuple[int, ...], ...]
    reasons: tuple[str | None, ...]
    open: bool


def translate(
    model: Model,
    constants: Sequence[Array | None],
    version: Version,
    inputs: Sequence[Array | None] | None = None,
) -> Translation:
    """Translate a valid model; with ``inputs`` for one request, whose shapes then hold.

    ``constants`` are those of the main subgraph.
    """
    subgraph = model.main
    views = [
        OperandView.of(operand, value)
        for operand, value in zip(subgraph.operands, constants, strict=True)
    ]
    if inputs is not None:
        for index, array in zip(subgraph.input_indexes, inputs, strict=True):
            view = views[index]
            view.omitted, view.value = array is None, array
            if array is not None and view.info is not None and view.info.tensor:
                view.dims = array.shape
    stages = [Stage(constants)]
    reasons: list[str | None] = []
    is_open = any(
        view.omitted is not True and (view.dims is None or None in view.dims)
        for view in (views[index] for index in subgraph.input_indexes)
    )
    for number, operation in enumerate(subgraph.operations):
        reason: str | None = None
        name = name_of(OperationType, operation.type)
        try:
            states = _states(operation, views, version)
            if _needs_values_of(stages[-1], states, operation):
                stages.append(Stage(constants))
            writer = _Writer(model, number, version, inputs is not None)
            writer.write(subgraph, stages[-1], operation, views)
        except DeclinedError as declined:
            reason = f"{name}: {declined}"
        except Unknown:
            if _has_computed_parameter(subgraph, operation):
                reason = f"{name}: attributes are fixed in TFLite, another operation computes one"
            elif operation.type in CONTROL_FLOW and not is_open:
                reason = f"{name}: TFLite's subgraphs have operands of one shape each"
            is_open = True
        reasons.append(reason)
        stage = stages[-1]
        stage.written.update(operation.outputs)
        for index in operation.outputs:
            if index not in stage.tensors and index not in stage.kept:
                stage.tensors[index] = stage.graph.add(_stand_in(views[index]))
    return Translation(tuple(stages), _results(subgraph, stages), tuple(reasons), is_open)


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
        self, subgraph: Subgraph, stage: Stage, operation: Operation, views: Sequence[OperandView]
    ) -> None:
        """One operation of a subgraph; the shapes of its outputs are noted in ``views``."""
        if operation.type in CONTROL_FLOW:
            control_flow(self.model, subgraph, stage, operation, views, self.owner, self.write)
            return
        call = _call(operation, views, self.version)
        if self.settled:
            require_legal(call)
        _convert(Site(stage, call, operation, self.owner))


def _results(subgraph: Subgraph, stages: Sequence[Stage]) -> tuple[tuple[int, ...], ...]:
    needed = set(subgraph.output_indexes)
    found = []
    for stage in reversed(stages):
        found.append(tuple(sorted(needed & stage.written)))
        needed.update(feed.operand for feed in stage.feeds)
    return tuple(reversed(found))


def _has_computed_parameter(subgraph: Subgraph, operation: Operation) -> bool:
    operands = [subgraph.operands[index] for index in operation.inputs]
    return any(
        operand.lifetime == OperandLifeTime.TEMPORARY_VARIABLE and not is_tensor(operand.type)
        for operand in operands
    )


def _stand_in(view: OperandView) -> Tensor:
    """A tensor for the output of an operation that was not translated, so that others can be."""
    try:
        return tensor_of(view)
    except KeyError:
        return Tensor("FLOAT32", None)


def _states(
    operation: Operation, views: Sequence[OperandView], version: Version
) -> tuple[int, ...]:
    """Operands of an operation whose values must be there before a run."""
    if operation.type in CONTROL_FLOW:
        return ()
    call = _call(operation, views, version)
    names = STATES.get(call.definition.type, ())
    return tuple(operation.inputs[call.position(name) or 0] for name in names)


def _needs_values_of(stage: Stage, states: Sequence[int], operation: Operation) -> bool:
    """Whether an operation reads what is known only after the stage has run."""
    return any(index in stage.written for index in states) or any(
        index in stage.kept for index in operation.inputs
    )


def _call(operation: Operation, views: Sequence[OperandView], version: Version) -> Call:
    found = definition(operation.type)
    if found is None or found.type not in CONVERTERS:
        raise DeclinedError(why_missing(operation.type))
    inputs = [views[index] for index in operation.inputs]
    outputs = [views[index] for index in operation.outputs]
    return call_of(found, inputs, outputs, version)


def _convert(site: Site) -> None:
    call = site.call
    try:
        shapes = call.definition.shapes(call)
    except Unknown:
        shapes = ()
    for view, shape in zip(call.outputs, shapes, strict=False):
        view.dims = shape
    CONVERTERS[call.definition.type](site)
    site.finish()
