"""Export of a model of the contract as a ``.tflite`` file.

The LiteRT bridge translates operations to TFLite operators. Its result is a file if a single graph
suffices and no input or output is converted.
"""

from __future__ import annotations

from collections.abc import Sequence

from conformance.drivers.litert.graphs.lowering import EngineGraph, unchanged
from conformance.drivers.litert.graphs.tflite_graph import TfliteSubgraph, flatbuffer
from conformance.drivers.litert.translation import translate
from conformance.hal import Model, Version
from conformance.support import constant_copies
from conformance.validation import first_violation


class NotExportableError(Exception):
    """A ``.tflite`` file cannot express a model; the message states the reason."""


def export_model(model: Model, version: Version = Version.AIDL_V3) -> bytes:
    """Return the content of a ``.tflite`` file with the inputs and outputs of the model.

    Raise ``NotExportableError`` with the reason if TFLite cannot express the model.
    """
    violation = first_violation(model, version)
    if violation is not None:
        raise NotExportableError(f"the model is invalid: {violation}")
    translation = translate(model, constant_copies(model), version)
    reasons = [reason for reason in translation.reasons if reason is not None]
    if reasons:
        raise NotExportableError("; ".join(dict.fromkeys(reasons)))
    if translation.incomplete:
        raise NotExportableError("a shape or parameter is known only with the request")
    if len(translation.engine_graphs) != 1:
        raise NotExportableError("an operation reads a state that another operation writes")
    return _single_graph_file(model, translation.engine_graphs[0])


def _single_graph_file(model: Model, graph: EngineGraph) -> bytes:
    """Return the file of a graph with the model's inputs and outputs, in the model's order."""
    feeds = {feed.operand: feed for feed in graph.feeds}
    bindings = [graph.output_binding(index) for index in model.main.output_indexes]
    converted = any(feed.convert is not unchanged for feed in feeds.values()) or any(
        binding.convert is not unchanged for binding in bindings
    )
    if converted or graph.presets or graph.deferred_outputs:
        raise NotExportableError(
            "a state or a value that has to be converted before or after a run"
        )
    if graph.remaining_rounds is not None or graph.single_use:
        raise NotExportableError("a loop, whose number of rounds the bridge limits")
    unread = [index for index in model.main.input_indexes if index not in feeds]
    if unread:
        raise NotExportableError(f"no operator reads input operands {unread}")
    inputs = [feeds[index].tensor for index in model.main.input_indexes]
    outputs = [binding.tensor for binding in bindings]
    return flatbuffer([TfliteSubgraph(graph.graph, inputs, _known(outputs)), *graph.subgraphs])


def _known(tensors: Sequence[int | None]) -> list[int]:
    if None in tensors:
        raise NotExportableError("an output with unspecified contents")
    return [tensor for tensor in tensors if tensor is not None]
