"""Recurrent layers over time.

TFLite's bidirectional operators support less than the contract: the LSTM requires cells of one size
without layer normalization, and the RNN supports cross-linking but not parallel linking. Other
calls are lowered to two unidirectional layers, of which the backward one is between two reversals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from conformance.engines.tflite.lower.direct import cell_activation
from conformance.engines.tflite.lower.recurrent import (
    LSTM_NORMS,
    LSTM_TENSORS,
    check_projection_width,
)
from conformance.engines.tflite.lowering import Lowering
from conformance.engines.tflite.tflite_graph import OMITTED
from conformance.hal import OperationType
from conformance.operations import Unknown

_GATES: Final = ("input", "forget", "cell", "output")
_PREFIXES: Final = ("fw_", "bw_")


def _reverse(lowering: Lowering, tensor: int, axis: int, into: int | None = None) -> int:
    """Return a sequence in reverse order of its steps."""
    reversed_ = (
        lowering.new_tensor_like(tensor, lowering.shape_of(tensor)) if into is None else into
    )
    lowering.add_operator(
        "REVERSE_V2", [tensor, lowering.constant_tensor([axis])], [reversed_], "ReverseV2Options"
    )
    return reversed_


class _BidirectionalLayer:
    """A bidirectional operation: its parameters, inputs and state outputs."""

    def __init__(self, lowering: Lowering, aux_weights: str) -> None:
        self.lowering = lowering
        self.time_major = bool(lowering.scalar("time_major"))
        self.merged = bool(lowering.scalar("merge_outputs"))
        self.linked = lowering.call.present("aux_input")
        self.crossed = lowering.call.present(aux_weights)
        self.parallel = self.linked and not self.crossed
        first_state = 1 if self.merged else 2
        self.states = range(first_state, len(lowering.call.outputs))
        """Positions of the state outputs; empty before HAL 1.3."""

    def input_width(self, name: str) -> int:
        """Return the size of one step of a sequence."""
        return self.lowering.call.shape(name)[2]

    def state_tensor(self, name: str, number: int) -> int:
        """Return the variable tensor of the state with this name.

        ``number`` is its position among the state outputs.
        """
        return self.lowering.state_tensor(name, self.states[number] if self.states else None)

    def lower_separately(self, lower_direction: Any) -> None:
        """Lower the operation to two unidirectional layers.

        ``lower_direction(prefix, source, target)`` lowers one direction.
        """
        lowering, time = self.lowering, 0 if self.time_major else 1
        sources = [lowering.input_named("input")] * 2
        if self.parallel:
            sources[1] = lowering.input_named("aux_input")
        elif self.linked:
            sources = [lowering.concatenate([sources[0], lowering.input_named("aux_input")], 2)] * 2
        shape = lowering.shape_of(sources[0])
        if shape is None:
            raise Unknown
        targets = []
        merged_target = lowering.output_tensor(0)
        for direction, prefix in enumerate(_PREFIXES):
            state = f"{prefix}hidden_state_in"
            if lowering.call.position(state) is None:
                state = f"{prefix}output_state_in"
            width = lowering.call.shape(state)[1]
            written = lowering.new_tensor_like(merged_target, (*shape[:2], width))
            if not self.merged:
                written = merged_target if direction == 0 else lowering.output_tensor(1)
            targets.append(written)
            if direction == 0:
                lower_direction(prefix, sources[0], written)
                continue
            reversed_target = lowering.new_tensor_like(written, (*shape[:2], width))
            lower_direction(prefix, _reverse(lowering, sources[1], time), reversed_target)
            _reverse(lowering, reversed_target, time, into=written)
        if self.merged:
            lowering.add_operator(
                "CONCATENATION", targets, [merged_target], "ConcatenationOptions", axis=2
            )


# LSTM.


def _lstm_attributes(lowering: Lowering) -> dict[str, Any]:
    return {
        "fusedActivationFunction": cell_activation(lowering),
        "cellClip": float(lowering.scalar("cell_clip")),
        "projClip": float(lowering.scalar("proj_clip")),
        "timeMajor": bool(lowering.scalar("time_major")),
    }


def _lstm_weights(lowering: Lowering, prefix: str = "") -> dict[str, int]:
    return {
        name: lowering.optional_input(prefix + name)
        if may_be_omitted
        else lowering.input_named(prefix + name)
        for name, may_be_omitted in LSTM_TENSORS
        if name != "input"
    }


def _lstm_layer(
    lowering: Lowering,
    source: int,
    target: int,
    weights: dict[str, int],
    states: Sequence[int],
    prefix: str = "",
) -> None:
    norms = [lowering.optional_input(prefix + name) for name in LSTM_NORMS]
    lowering.add_operator(
        "UNIDIRECTIONAL_SEQUENCE_LSTM",
        [source, *weights.values(), *states, *norms],
        [target],
        "UnidirectionalSequenceLSTMOptions",
        **_lstm_attributes(lowering),
    )


def unidirectional_sequence_lstm(lowering: Lowering) -> None:
    """Lower UNIDIRECTIONAL_SEQUENCE_LSTM."""
    cell_activation(lowering)  # declines before anything can raise Unknown
    check_projection_width(lowering)
    kept = len(lowering.call.outputs) > 1
    states = [
        lowering.state_tensor(name, position if kept else None)
        for position, name in enumerate(("output_state_in", "cell_state_in"), 1)
    ]
    _lstm_layer(
        lowering,
        lowering.input_named("input"),
        lowering.output_tensor(0),
        _lstm_weights(lowering),
        states,
    )


def _fits_bidirectional_operator(lowering: Lowering, layer: _BidirectionalLayer) -> bool:
    """Return whether TFLite's bidirectional operator supports the cells."""
    norms = any(lowering.call.present(prefix + name) for prefix in _PREFIXES for name in LSTM_NORMS)
    sizes = {
        (
            lowering.call.shape(f"{prefix}cell_state_in")[1],
            lowering.call.shape(f"{prefix}output_state_in")[1],
        )
        for prefix in _PREFIXES
    }
    widths = {layer.input_width("input")} | (
        {layer.input_width("aux_input")} if layer.parallel else set()
    )
    return not norms and len(sizes) == len(widths) == 1


def bidirectional_sequence_lstm(lowering: Lowering) -> None:
    """Lower BIDIRECTIONAL_SEQUENCE_LSTM.

    With merged outputs and batch first, TFLite's operator reads the output states of all sequences
    but the first past the end of their tensor. In that case the outputs are concatenated
    afterwards.
    """
    cell_activation(lowering)  # declines before anything can raise Unknown
    for prefix in _PREFIXES:
        check_projection_width(lowering, prefix)
    layer = _BidirectionalLayer(lowering, "fw_aux_forget_weights")
    weights = {prefix: _lstm_weights(lowering, prefix) for prefix in _PREFIXES}
    names = [f"{prefix}{kind}_state_in" for prefix in _PREFIXES for kind in ("output", "cell")]
    states = [layer.state_tensor(name, number) for number, name in enumerate(names)]
    if not _fits_bidirectional_operator(lowering, layer):

        def lower_direction(prefix: str, source: int, target: int) -> None:
            cell_weights = weights[prefix]
            for gate in _GATES if layer.crossed else ():
                name = f"input_to_{gate}_weights"
                if cell_weights[name] != OMITTED:
                    aux = lowering.input_named(f"{prefix}aux_{gate}_weights")
                    cell_weights[name] = lowering.concatenate([cell_weights[name], aux], 1)
            first = 2 * _PREFIXES.index(prefix)
            _lstm_layer(lowering, source, target, cell_weights, states[first : first + 2], prefix)

        layer.lower_separately(lower_direction)
        return
    operator_merges = layer.merged and layer.time_major
    targets, whole = [], lowering.output_tensor(0)
    shape = lowering.shape_of(lowering.input_named("input")) or ()
    for direction, prefix in enumerate(_PREFIXES):
        if layer.merged and not operator_merges:
            width = lowering.call.shape(f"{prefix}output_state_in")[1]
            targets.append(lowering.new_tensor_like(whole, (*shape[:2], width)))
        elif not layer.merged or direction == 0:
            targets.append(lowering.output_tensor(direction) if direction else whole)
    aux = [
        lowering.optional_input(f"{prefix}aux_{gate}_weights")
        for prefix in _PREFIXES
        for gate in _GATES
    ]
    lowering.add_operator(
        "BIDIRECTIONAL_SEQUENCE_LSTM",
        [
            lowering.input_named("input"),
            *weights["fw_"].values(),
            *weights["bw_"].values(),
            *states,
            lowering.optional_input("aux_input"),
            *aux,
        ],
        targets,
        "BidirectionalSequenceLSTMOptions",
        mergeOutputs=operator_merges,
        **_lstm_attributes(lowering),
    )
    if layer.merged and not operator_merges:
        lowering.add_operator("CONCATENATION", targets, [whole], "ConcatenationOptions", axis=2)


# RNN.

_RNN_WEIGHTS: Final = ("weights", "recurrent_weights", "bias")


def _rnn_attributes(lowering: Lowering) -> dict[str, Any]:
    return {
        "fusedActivationFunction": cell_activation(lowering),
        "timeMajor": bool(lowering.scalar("time_major")),
    }


def unidirectional_sequence_rnn(lowering: Lowering) -> None:
    """Lower UNIDIRECTIONAL_SEQUENCE_RNN."""
    cell_activation(lowering)  # declines before anything can raise Unknown
    inputs = [lowering.input_named(name) for name in ("input", *_RNN_WEIGHTS)]
    inputs.append(
        lowering.state_tensor("hidden_state_in", 1 if len(lowering.call.outputs) > 1 else None)
    )
    lowering.add_operator(
        "UNIDIRECTIONAL_SEQUENCE_RNN",
        inputs,
        [lowering.output_tensor(0)],
        "SequenceRNNOptions",
        **_rnn_attributes(lowering),
    )


def bidirectional_sequence_rnn(lowering: Lowering) -> None:
    """Lower BIDIRECTIONAL_SEQUENCE_RNN.

    With time first, TFLite's operator advances through the auxiliary input by the width of the
    input, and would read past the end of a narrower auxiliary input.
    """
    cell_activation(lowering)  # declines before anything can raise Unknown
    layer = _BidirectionalLayer(lowering, "fw_aux_weights")
    cells = {
        prefix: [lowering.input_named(prefix + name) for name in _RNN_WEIGHTS]
        for prefix in _PREFIXES
    }
    states = [
        layer.state_tensor(f"{prefix}hidden_state_in", number)
        for number, prefix in enumerate(_PREFIXES)
    ]
    narrower = layer.crossed and layer.input_width("aux_input") < layer.input_width("input")
    if layer.parallel or (narrower and layer.time_major):

        def lower_direction(prefix: str, source: int, target: int) -> None:
            weights = cells[prefix]
            if layer.crossed:
                weights[0] = lowering.concatenate(
                    [weights[0], lowering.input_named(f"{prefix}aux_weights")], 1
                )
            lowering.add_operator(
                "UNIDIRECTIONAL_SEQUENCE_RNN",
                [source, *weights, states[_PREFIXES.index(prefix)]],
                [target],
                "SequenceRNNOptions",
                **_rnn_attributes(lowering),
            )

        layer.lower_separately(lower_direction)
        return
    inputs = [lowering.input_named("input")]
    for prefix, state in zip(_PREFIXES, states, strict=True):
        inputs += [*cells[prefix], state]
    inputs += [
        lowering.optional_input(name) for name in ("aux_input", "fw_aux_weights", "bw_aux_weights")
    ]
    lowering.add_operator(
        "BIDIRECTIONAL_SEQUENCE_RNN",
        inputs,
        [lowering.output_tensor(position) for position in range(1 if layer.merged else 2)],
        "BidirectionalSequenceRNNOptions",
        mergeOutputs=layer.merged,
        **_rnn_attributes(lowering),
    )


STATES: Final = {
    OperationType.UNIDIRECTIONAL_SEQUENCE_LSTM: ("output_state_in", "cell_state_in"),
    OperationType.BIDIRECTIONAL_SEQUENCE_LSTM: tuple(
        f"{prefix}{kind}_state_in" for prefix in _PREFIXES for kind in ("output", "cell")
    ),
    OperationType.UNIDIRECTIONAL_SEQUENCE_RNN: ("hidden_state_in",),
    OperationType.BIDIRECTIONAL_SEQUENCE_RNN: ("fw_hidden_state_in", "bw_hidden_state_in"),
}
"""The inputs of each operation that become variable tensors."""

CONVERTERS: Final = {
    OperationType.UNIDIRECTIONAL_SEQUENCE_LSTM: unidirectional_sequence_lstm,
    OperationType.BIDIRECTIONAL_SEQUENCE_LSTM: bidirectional_sequence_lstm,
    OperationType.UNIDIRECTIONAL_SEQUENCE_RNN: unidirectional_sequence_rnn,
    OperationType.BIDIRECTIONAL_SEQUENCE_RNN: bidirectional_sequence_rnn,
}
