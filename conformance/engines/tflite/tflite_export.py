"""Export of a model of the contract as a ``.tflite`` file.

The LiteRT bridge translates operations to TFLite operators. Its result is a file if a single graph
suffices. A state, which the contract passes as an input and an output of the model, becomes a
variable tensor of the file, which starts with zeros and keeps its value between runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from conformance.driver_sdk import constant_copies
from conformance.engines.bridge import subgraph_views
from conformance.engines.tflite.lowering import EngineGraph, InputBinding
from conformance.engines.tflite.tflite_graph import (
    TfliteSubgraph,
    TfliteTensor,
    flatbuffer,
    tensor_of,
)
from conformance.engines.tflite.translation import translate
from conformance.hal import Model, Version
from conformance.operations import OperandView
from conformance.validation import first_violation


class NotExportableError(Exception):
    """A ``.tflite`` file cannot express a model; the message states the reason."""


@dataclass(frozen=True, slots=True)
class ExportedState:
    """A variable tensor: the positions of the state among the model's inputs and outputs."""

    input: int
    output: int


@dataclass(frozen=True, slots=True)
class ExportedModel:
    """The content of a file, and how its inputs and outputs correspond to those of the model.

    ``inputs`` and ``outputs`` are the positions in the model of the file's inputs and outputs. The
    others are ``states``, or outputs whose contents the contract leaves unspecified.
    """

    content: bytes
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    states: tuple[ExportedState, ...]


def export_model(model: Model, version: Version = Version.AIDL_V3) -> bytes:
    """Return the content of a ``.tflite`` file for a model; see ``export``."""
    return export(model, version).content


def export(model: Model, version: Version = Version.AIDL_V3) -> ExportedModel:
    """Return a ``.tflite`` file that computes the results of a model for requests with all inputs.

    Raise ``NotExportableError`` with the reason if TFLite cannot express the model.
    """
    violation = first_violation(model, version)
    if violation is not None:
        raise NotExportableError(f"the model is invalid: {violation}")
    constants = constant_copies(model)
    views = subgraph_views(model.main, constants)
    for index in model.main.input_indexes:
        views[index].omitted = False
    translation = translate(model, constants, version, views, limits_rounds=False)
    reasons = [reason for reason in translation.reasons if reason is not None]
    if reasons:
        raise NotExportableError("; ".join(dict.fromkeys(reasons)))
    if translation.stop < len(model.main.operations):
        raise NotExportableError("a shape or parameter is known only with the request")
    if len(translation.graphs) != 1:
        raise NotExportableError("an operation reads a state that another operation writes")
    (graph,) = translation.graphs
    assert isinstance(graph, EngineGraph)
    return _single_graph_file(model, graph)


def _single_graph_file(model: Model, graph: EngineGraph) -> ExportedModel:
    """Return the file of a graph with the model's inputs and outputs, in the model's order."""
    if graph.single_use:
        raise NotExportableError(
            "the seeds of random numbers apply to the first run of a file only"
        )
    if any(node.attributes.get("max_classes_per_detection", 1) > 1 for node in graph.graph.nodes):
        raise NotExportableError("TFLite counts boxes, the contract pairs of a box and a class")
    if any(feed.value is not None for feed in graph.feeds):
        raise NotExportableError("a state with a constant value before each run")
    main = model.main
    feeds: dict[int, InputBinding] = {}
    for feed in graph.feeds:
        if feed.operand in feeds:
            raise NotExportableError(f"operand {feed.operand} is a state and another input")
        feeds[feed.operand] = feed
    states = _states(model, graph, feeds)
    state_inputs = {state.input for state in states}
    kept_inputs = [
        number for number in range(len(main.input_indexes)) if number not in state_inputs
    ]
    file_inputs = []
    for number in kept_inputs:
        index = main.input_indexes[number]
        if index in feeds:
            file_inputs.append(feeds[index].tensor)
        else:  # an input that no operator reads
            view = OperandView.of(main.operands[index], None)
            file_inputs.append(graph.graph.add_tensor(_tensor_of(view)))
    kept_outputs, file_outputs = [], []
    state_outputs = {state.output for state in states}
    for number, index in enumerate(main.output_indexes):
        binding = graph.output_binding(index)
        if number not in state_outputs and binding.tensor is not None:
            kept_outputs.append(number)
            file_outputs.append(binding.tensor)
    if not kept_outputs:
        raise NotExportableError("no output is computed in each run: all outputs are states")
    return ExportedModel(
        flatbuffer([TfliteSubgraph(graph.graph, file_inputs, file_outputs), *graph.subgraphs]),
        tuple(kept_inputs),
        tuple(kept_outputs),
        tuple(states),
    )


def _states(
    model: Model, graph: EngineGraph, feeds: Mapping[int, InputBinding]
) -> list[ExportedState]:
    """Return the states: inputs that set a variable tensor, whose new value is an output."""
    main = model.main
    after = {
        binding.tensor: index
        for index, binding in graph.deferred_outputs.items()
        if binding.tensor is not None
    }
    states = []
    for number, index in enumerate(main.input_indexes):
        feed = feeds.get(index)
        if feed is None or not graph.graph.tensors[feed.tensor].variable:
            continue
        result = after.get(feed.tensor)
        if result not in main.output_indexes:
            raise NotExportableError(
                f"input operand {index} is a state whose new value is no output of the model"
            )
        if main.operands[result].dimensions != main.operands[index].dimensions:
            raise NotExportableError(f"the state in operand {index} changes its shape")
        states.append(ExportedState(number, main.output_indexes.index(result)))
    return states


def _tensor_of(view: OperandView) -> TfliteTensor:
    """Return the tensor of an input that no operator reads."""
    try:
        return tensor_of(view)
    except KeyError:
        raise NotExportableError(f"TFLite has no {view.type.name}") from None
