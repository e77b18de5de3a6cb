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


def _reverse(op: Lowering, tensor: int, axis: int, into: int | None = None) -> int:
    """Return a sequence in reverse order of its steps."""
    reversed_ = op.new_tensor_like(tensor, op.shape_of(tensor)) if into is None else into
    op.add_operator("REVERSE_V2", [tensor, op.constant_tensor([axis])], [reversed_])
    return reversed_


class _BidirectionalLayer:
    """A bidirectional operation: its parameters, inputs and state outputs."""

    def __init__(self, op: Lowering, aux_weights: str) -> None:
        self.lowering = op
        self.time_major = bool(op.scalar("time_major"))
        self.merged = bool(op.scalar("merge_outputs"))
        self.linked = op.call.present("aux_input")
        self.crossed = op.call.present(aux_weights)
        self.parallel = self.linked and not self.crossed
        first_state = 1 if self.merged else 2
        self.states = range(first_state, len(op.call.outputs))
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
        op, time = self.lowering, 0 if self.time_major else 1
        sources = [op.input_named("input")] * 2
        if self.parallel:
            sources[1] = op.input_named("aux_input")
        elif self.linked:
            sources = [op.concatenate([sources[0], op.input_named("aux_input")], 2)] * 2
        shape = op.shape_of(sources[0])
        if shape is None:
            raise Unknown
        targets = []
        merged_target = op.output_tensor(0)
        for direction, prefix in enumerate(_PREFIXES):
            state = f"{prefix}hidden_state_in"
            if op.call.position(state) is None:
                state = f"{prefix}output_state_in"
            width = op.call.shape(state)[1]
            written = op.new_tensor_like(merged_target, (*shape[:2], width))
            if not self.merged:
                written = merged_target if direction == 0 else op.output_tensor(1)
            targets.append(written)
            if direction == 0:
                lower_direction(prefix, sources[0], written)
                continue
            reversed_target = op.new_tensor_like(written, (*shape[:2], width))
            lower_direction(prefix, _reverse(op, sources[1], time), reversed_target)
            _reverse(op, reversed_target, time, into=written)
        if self.merged:
            op.add_operator("CONCATENATION", targets, [merged_target], axis=2)


# LSTM.


def _lstm_attributes(op: Lowering) -> dict[str, Any]:
    return {
        "fusedActivationFunction": cell_activation(op),
        "cellClip": float(op.scalar("cell_clip")),
        "projClip": float(op.scalar("proj_clip")),
        "timeMajor": bool(op.scalar("time_major")),
    }


def _lstm_weights(op: Lowering, prefix: str = "") -> dict[str, int]:
    return {
        name: op.optional_input(prefix + name) if may_be_omitted else op.input_named(prefix + name)
        for name, may_be_omitted in LSTM_TENSORS
        if name != "input"
    }


def _lstm_layer(
    op: Lowering,
    source: int,
    target: int,
    weights: dict[str, int],
    states: Sequence[int],
    prefix: str = "",
) -> None:
    norms = [op.optional_input(prefix + name) for name in LSTM_NORMS]
    op.add_operator(
        "UNIDIRECTIONAL_SEQUENCE_LSTM",
        [source, *weights.values(), *states, *norms],
        [target],
        **_lstm_attributes(op),
    )


def unidirectional_sequence_lstm(op: Lowering) -> None:
    """Lower UNIDIRECTIONAL_SEQUENCE_LSTM."""
    cell_activation(op)  # declines before anything can raise Unknown
    check_projection_width(op)
    kept = len(op.call.outputs) > 1
    states = [
        op.state_tensor(name, position if kept else None)
        for position, name in enumerate(("output_state_in", "cell_state_in"), 1)
    ]
    _lstm_layer(op, op.input_named("input"), op.output_tensor(0), _lstm_weights(op), states)


def _fits_bidirectional_operator(op: Lowering, layer: _BidirectionalLayer) -> bool:
    """Return whether TFLite's bidirectional operator supports the cells."""
    norms = any(op.call.present(prefix + name) for prefix in _PREFIXES for name in LSTM_NORMS)
    sizes = {
        (op.call.shape(f"{prefix}cell_state_in")[1], op.call.shape(f"{prefix}output_state_in")[1])
        for prefix in _PREFIXES
    }
    widths = {layer.input_width("input")} | (
        {layer.input_width("aux_input")} if layer.parallel else set()
    )
    return not norms and len(sizes) == len(widths) == 1


def bidirectional_sequence_lstm(op: Lowering) -> None:
    """Lower BIDIRECTIONAL_SEQUENCE_LSTM.

    With merged outputs and batch first, TFLite's operator reads the output states of all sequences
    but the first past the end of their tensor. In that case the outputs are concatenated
    afterwards.
    """
    cell_activation(op)  # declines before anything can raise Unknown
    for prefix in _PREFIXES:
        check_projection_width(op, prefix)
    layer = _BidirectionalLayer(op, "fw_aux_forget_weights")
    weights = {prefix: _lstm_weights(op, prefix) for prefix in _PREFIXES}
    names = [f"{prefix}{kind}_state_in" for prefix in _PREFIXES for kind in ("output", "cell")]
    states = [layer.state_tensor(name, number) for number, name in enumerate(names)]
    if not _fits_bidirectional_operator(op, layer):

        def lower_direction(prefix: str, source: int, target: int) -> None:
            cell_weights = weights[prefix]
            for gate in _GATES if layer.crossed else ():
                name = f"input_to_{gate}_weights"
                if cell_weights[name] != OMITTED:
                    aux = op.input_named(f"{prefix}aux_{gate}_weights")
                    cell_weights[name] = op.concatenate([cell_weights[name], aux], 1)
            first = 2 * _PREFIXES.index(prefix)
            _lstm_layer(op, source, target, cell_weights, states[first : first + 2], prefix)

        layer.lower_separately(lower_direction)
        return
    operator_merges = layer.merged and layer.time_major
    targets, whole = [], op.output_tensor(0)
    shape = op.shape_of(op.input_named("input")) or ()
    for direction, prefix in enumerate(_PREFIXES):
        if layer.merged and not operator_merges:
            width = op.call.shape(f"{prefix}output_state_in")[1]
            targets.append(op.new_tensor_like(whole, (*shape[:2], width)))
        elif not layer.merged or direction == 0:
            targets.append(op.output_tensor(direction) if direction else whole)
    aux = [
        op.optional_input(f"{prefix}aux_{gate}_weights") for prefix in _PREFIXES for gate in _GATES
    ]
    op.add_operator(
        "BIDIRECTIONAL_SEQUENCE_LSTM",
        [
            op.input_named("input"),
            *weights["fw_"].values(),
            *weights["bw_"].values(),
            *states,
            op.optional_input("aux_input"),
            *aux,
        ],
        targets,
        mergeOutputs=operator_merges,
        **_lstm_attributes(op),
    )
    if layer.merged and not operator_merges:
        op.add_operator("CONCATENATION", targets, [whole], axis=2)


# RNN.

_RNN_WEIGHTS: Final = ("weights", "recurrent_weights", "bias")


def _rnn_attributes(op: Lowering) -> dict[str, Any]:
    return {
        "fusedActivationFunction": cell_activation(op),
        "timeMajor": bool(op.scalar("time_major")),
    }


def unidirectional_sequence_rnn(op: Lowering) -> None:
    """Lower UNIDIRECTIONAL_SEQUENCE_RNN."""
    cell_activation(op)  # declines before anything can raise Unknown
    inputs = [op.input_named(name) for name in ("input", *_RNN_WEIGHTS)]
    inputs.append(op.state_tensor("hidden_state_in", 1 if len(op.call.outputs) > 1 else None))
    op.add_operator(
        "UNIDIRECTIONAL_SEQUENCE_RNN", inputs, [op.output_tensor(0)], **_rnn_attributes(op)
    )


def bidirectional_sequence_rnn(op: Lowering) -> None:
    """Lower BIDIRECTIONAL_SEQUENCE_RNN.

    With time first, TFLite's operator advances through the auxiliary input by the width of the
    input, and would read past the end of a narrower auxiliary input.
    """
    cell_activation(op)  # declines before anything can raise Unknown
    layer = _BidirectionalLayer(op, "fw_aux_weights")
    cells = {
        prefix: [op.input_named(prefix + name) for name in _RNN_WEIGHTS] for prefix in _PREFIXES
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
                weights[0] = op.concatenate([weights[0], op.input_named(f"{prefix}aux_weights")], 1)
            op.add_operator(
                "UNIDIRECTIONAL_SEQUENCE_RNN",
                [source, *weights, states[_PREFIXES.index(prefix)]],
                [target],
                **_rnn_attributes(op),
            )

        layer.lower_separately(lower_direction)
        return
    inputs = [op.input_named("input")]
    for prefix, state in zip(_PREFIXES, states, strict=True):
        inputs += [*cells[prefix], state]
    inputs += [
        op.optional_input(name) for name in ("aux_input", "fw_aux_weights", "bw_aux_weights")
    ]
    op.add_operator(
        "BIDIRECTIONAL_SEQUENCE_RNN",
        inputs,
        [op.output_tensor(position) for position in range(1 if layer.merged else 2)],
        mergeOutputs=layer.merged,
        **_rnn_attributes(op),
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
