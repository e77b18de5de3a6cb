"""From a HAL model to a TFLite graph, operation by operation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.drivers.litert.graph import Tensor, tensor_of
from conformance.drivers.litert.operators import CONVERTERS
from conformance.drivers.litert.site import DeclinedError, Fetch, Site, Wires
from conformance.hal import (
    Operation,
    OperationType,
    Subgraph,
    Version,
    name_of,
)
from conformance.operations import Call, OperandView, Unknown
from conformance.operations.definition import Array
from conformance.validation import build_call


@dataclass(frozen=True, slots=True)
class Translation:
    """What became of a model.

    ``reasons`` says for each operation why TFLite cannot express it, ``None`` where it can.
    ``open`` is true while shapes, parameters or the presence of operands come with the request; the
    graph is then good for nothing but these answers. ``fetches`` follow the model's outputs.
    """

    wires: Wires
    reasons: tuple[str | None, ...]
    open: bool
    fetches: tuple[Fetch, ...]

    def flatbuffer(self) -> bytes:
        """The graph as a ``.tflite`` file."""
        graph = self.wires.graph
        inputs = [f.tensor for f in self.wires.feeds if not graph.tensors[f.tensor].variable]
        outputs = [
            fetch.tensor
            for fetch in self.fetches
            if fetch.tensor is not None and not graph.tensors[fetch.tensor].variable
        ]
        return graph.flatbuffer(inputs, outputs)


def translate(
    subgraph: Subgraph,
    constants: Sequence[Array | None],
    version: Version,
    inputs: Sequence[Array | None] | None = None,
) -> Translation:
    """Translate a valid subgraph; with ``inputs`` for one request, whose shapes then hold."""
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
    wires = Wires(subgraph, constants)
    reasons: list[str | None] = []
    is_open = any(
        view.omitted is not True and (view.dims is None or None in view.dims)
        for view in (views[index] for index in subgraph.input_indexes)
    )
    for number, operation in enumerate(subgraph.operations):
        reason: str | None = None
        try:
            _convert(wires, views, operation, number, version)
        except DeclinedError as declined:
            reason = f"{name_of(OperationType, operation.type)}: {declined}"
        except Unknown:
            is_open = True
        reasons.append(reason)
        for index in operation.outputs:
            if index not in wires.tensors and index not in wires.kept:
                wires.tensors[index] = wires.graph.add(_stand_in(views[index]))
    fetches = tuple(
        wires.kept[index] if index in wires.kept else Fetch(wires.tensors[index])
        for index in subgraph.output_indexes
    )
    return Translation(wires, tuple(reasons), is_open, fetches)


def _stand_in(view: OperandView) -> Tensor:
    """A tensor for the output of an operation that was not translated, so that others can be."""
    try:
        return tensor_of(view)
    except KeyError:
        return Tensor("FLOAT32", None)


def _convert(
    wires: Wires, views: Sequence[OperandView], operation: Operation, number: int, version: Version
) -> None:
    converter = CONVERTERS.get(operation.type)
    if converter is None:
        raise DeclinedError("the bridge has no translation of it")
    call = _call(wires, views, operation, version)
    if call is None:
        raise DeclinedError("its operands fit no form of it")
    try:
        shapes = call.definition.shapes(call)
    except Unknown:
        shapes = ()
    for view, shape in zip(call.outputs, shapes, strict=False):
        view.dims = shape
    site = Site(wires, call, operation, number)
    converter(site)
    site.finish()


def _call(
    wires: Wires, views: Sequence[OperandView], operation: Operation, version: Version
) -> Call | None:
    plain = build_call(wires.subgraph, operation, wires.constants, version)
    if plain is None:
        return None
    return Call(
        plain.definition,
        plain.form,
        [views[index] for index in operation.inputs],
        [views[index] for index in operation.outputs],
        version,
    )

