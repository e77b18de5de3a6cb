"""Recurrent layers over time.

TFLite's operators for two directions take less than the contract allows: LSTM cells of one size
without layer normalization, and of the two ways of linking RNN has cross-linking only. What they do
not take is written as two layers of one direction, the backward one between two reversals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from conformance.drivers.litert.graph import OMITTED
from conformance.drivers.litert.operators.parameters import cell_activation
from conformance.drivers.litert.operators.recurrent import (
    LSTM_NORMS,
    LSTM_TENSORS,
    room_for_projection,
)
from conformance.drivers.litert.site import Site
from conformance.hal import OperationType
from conformance.operations import Unknown

_GATES: Final = ("input", "forget", "cell", "output")
_PREFIXES: Final = ("fw_", "bw_")


def _joined(site: Site, tensors: Sequence[int], axis: int) -> int:
    """Tensors side by side, in a new one."""
    shapes = [shape for tensor in tensors if (shape := site.shape(tensor)) is not None]
    if len(shapes) < len(tensors):
        raise Unknown
    whole = list(shapes[0])
    whole[axis] = sum(shape[axis] for shape in shapes)
    new = site.like(tensors[0], tuple(whole))
    site.run("CONCATENATION", tensors, [new], "ConcatenationOptions", axis=axis)
    return new


def _reversed(site: Site, tensor: int, axis: int, into: int | None = None) -> int:
    """A sequence from its last step to its first."""
    new = site.like(tensor, site.shape(tensor)) if into is None else into
    site.run("REVERSE_V2", [tensor, site.constant([axis])], [new], "ReverseV2Options")
    return new


class _TwoWays:
    """A bidirectional operation: what its cells read and where its results go."""

    def __init__(self, site: Site, aux_weights: str) -> None:
        self.site = site
        self.time_major = bool(site.scalar("time_major"))
        self.merged = bool(site.scalar("merge_outputs"))
        self.linked = site.call.present("aux_input")
        self.crossed = site.call.present(aux_weights)
        self.parallel = self.linked and not self.crossed
        first_state = 1 if self.merged else 2
        self.states = range(first_state, len(site.call.outputs))
        """Positions of the state outputs; empty before 1.3."""

    def width(self, name: str) -> int:
        """Size of a sequence at a step."""
        return self.site.call.shape(name)[2]

    def state(self, name: str, number: int) -> int:
        """The variable tensor of a state, the ``number``-th one."""
        return self.site.state(name, self.states[number] if self.states else None)

    def apart(self, run: Any) -> None:
        """Two layers: ``run(prefix, source, target)`` writes one direction."""
        site, time = self.site, 0 if self.time_major else 1
        sources = [site.tensor("input")] * 2
        if self.parallel:
            sources[1] = site.tensor("aux_input")
        elif self.linked:
            sources = [_joined(site, [sources[0], site.tensor("aux_input")], 2)] * 2
        shape = site.shape(sources[0])
        if shape is None:
            raise Unknown
        targets = []
        whole = site.result(0)
        for way, prefix in enumerate(_PREFIXES):
            state = f"{prefix}hidden_state_in"
            if site.call.position(state) is None:
                state = f"{prefix}output_state_in"
            width = site.call.shape(state)[1]
            written = site.like(whole, (*shape[:2], width))
            if not self.merged:
                written = whole if way == 0 else site.result(1)
            targets.append(written)
            if way == 0:
                run(prefix, sources[0], written)
                continue
            turned = site.like(written, (*shape[:2], width))
            run(prefix, _reversed(site, sources[1], time), turned)
            _reversed(site, turned, time, into=written)
        if self.merged:
            site.run("CONCATENATION", targets, [whole], "ConcatenationOptions", axis=2)


# ---------------------------------------------------------------------------------------- LSTM


def _lstm_attributes(site: Site) -> dict[str, Any]:
    return {
        "fusedActivationFunction": cell_activation(site),
        "cellClip": float(site.scalar("cell_clip")),
        "projClip": float(site.scalar("proj_clip")),
        "timeMajor": bool(site.scalar("time_major")),
    }


def _lstm_weights(site: Site, prefix: str = "") -> dict[str, int]:
    return {
        name: site.optional(prefix + name) if may_be_omitted else site.tensor(prefix + name)
        for name, may_be_omitted in LSTM_TENSORS
        if name != "input"
    }


def _lstm_layer(
    site: Site,
    source: int,
    target: int,
    weights: dict[str, int],
    states: Sequence[int],
    prefix: str = "",
) -> None:
    norms = [site.optional(prefix + name) for name in LSTM_NORMS]
    site.run(
        "UNIDIRECTIONAL_SEQUENCE_LSTM",
        [source, *weights.values(), *states, *norms],
        [target],
        "UnidirectionalSequenceLSTMOptions",
        **_lstm_attributes(site),
    )


def unidirectional_sequence_lstm(site: Site) -> None:
    """UNIDIRECTIONAL_SEQUENCE_LSTM."""
    cell_activation(site)  # declines, whatever else is open
    room_for_projection(site)
    kept = len(site.call.outputs) > 1
    states = [
        site.state(name, position if kept else None)
        for position, name in enumerate(("output_state_in", "cell_state_in"), 1)
    ]
    _lstm_layer(site, site.tensor("input"), site.result(0), _lstm_weights(site), states)


def _one_operator(site: Site, both: _TwoWays) -> bool:
    """Whether TFLite's operator for two directions takes the cells."""
    norms = any(site.call.present(p + name) for p in _PREFIXES for name in LSTM_NORMS)
    sizes = {
        (site.call.shape(f"{p}cell_state_in")[1], site.call.shape(f"{p}output_state_in")[1])
        for p in _PREFIXES
    }
    widths = {both.width("input")} | ({both.width("aux_input")} if both.parallel else set())
    return not norms and len(sizes) == len(widths) == 1


def bidirectional_sequence_lstm(site: Site) -> None:
    """BIDIRECTIONAL_SEQUENCE_LSTM.

    Merging with batch first, that operator looks for the output states of all sequences but the
    first behind their tensor; the outputs are put side by side afterwards then.
    """
    cell_activation(site)  # declines, whatever else is open
    for prefix in _PREFIXES:
        room_for_projection(site, prefix)
    both = _TwoWays(site, "fw_aux_forget_weights")
    weights = {prefix: _lstm_weights(site, prefix) for prefix in _PREFIXES}
    names = [f"{prefix}{kind}_state_in" for prefix in _PREFIXES for kind in ("output", "cell")]
    states = [both.state(name, number) for number, name in enumerate(names)]
    if not _one_operator(site, both):

        def run(prefix: str, source: int, target: int) -> None:
            own = weights[prefix]
            for gate in _GATES if both.crossed else ():
                name = f"input_to_{gate}_weights"
                if own[name] != OMITTED:
                    aux = site.tensor(f"{prefix}aux_{gate}_weights")
                    own[name] = _joined(site, [own[name], aux], 1)
            first = 2 * _PREFIXES.index(prefix)
            _lstm_layer(site, source, target, own, states[first : first + 2], prefix)

        both.apart(run)
        return
    merges = both.merged and both.time_major
    targets, whole = [], site.result(0)
    shape = site.shape(site.tensor("input")) or ()
    for way, prefix in enumerate(_PREFIXES):
        if both.merged and not merges:
            width = site.call.shape(f"{prefix}output_state_in")[1]
            targets.append(site.like(whole, (*shape[:2], width)))
        elif not both.merged or way == 0:
            targets.append(site.result(way) if way else whole)
    aux = [site.optional(f"{p}aux_{gate}_weights") for p in _PREFIXES for gate in _GATES]
    site.run(
        "BIDIRECTIONAL_SEQUENCE_LSTM",
        [
            site.tensor("input"),
            *weights["fw_"].values(),
            *weights["bw_"].values(),
            *states,
            site.optional("aux_input"),
            *aux,
        ],
        targets,
        "BidirectionalSequenceLSTMOptions",
        mergeOutputs=merges,
        **_lstm_attributes(site),
    )
    if both.merged and not merges:
        site.run("CONCATENATION", targets, [whole], "ConcatenationOptions", axis=2)


# ----------------------------------------------------------------------------------------- RNN

_RNN_WEIGHTS: Final = ("weights", "recurrent_weights", "bias")


def _rnn_attributes(site: Site) -> dict[str, Any]:
    return {
        "fusedActivationFunction": cell_activation(site),
        "timeMajor": bool(site.scalar("time_major")),
    }


def unidirectional_sequence_rnn(site: Site) -> None:
    """UNIDIRECTIONAL_SEQUENCE_RNN."""
    cell_activation(site)  # declines, whatever else is open
    inputs = [site.tensor(name) for name in ("input", *_RNN_WEIGHTS)]
    inputs.append(site.state("hidden_state_in", 1 if len(site.call.outputs) > 1 else None))
    site.run(
        "UNIDIRECTIONAL_SEQUENCE_RNN",
        inputs,
        [site.result(0)],
        "SequenceRNNOptions",
        **_rnn_attributes(site),
    )


def bidirectional_sequence_rnn(site: Site) -> None:
    """BIDIRECTIONAL_SEQUENCE_RNN.

    With time first that operator steps through an auxiliary input by the width of the input, and
    would leave the memory of a narrower one.
    """
    cell_activation(site)  # declines, whatever else is open
    both = _TwoWays(site, "fw_aux_weights")
    cells = {p: [site.tensor(p + name) for name in _RNN_WEIGHTS] for p in _PREFIXES}
    states = [
        both.state(f"{prefix}hidden_state_in", number) for number, prefix in enumerate(_PREFIXES)
    ]
    narrower = both.crossed and both.width("aux_input") < both.width("input")
    if both.parallel or (narrower and both.time_major):

        def run(prefix: str, source: int, target: int) -> None:
            own = cells[prefix]
            if both.crossed:
                own[0] = _joined(site, [own[0], site.tensor(f"{prefix}aux_weights")], 1)
            site.run(
                "UNIDIRECTIONAL_SEQUENCE_RNN",
                [source, *own, states[_PREFIXES.index(prefix)]],
                [target],
                "SequenceRNNOptions",
                **_rnn_attributes(site),
            )

        both.apart(run)
        return
    inputs = [site.tensor("input")]
    for prefix, state in zip(_PREFIXES, states, strict=True):
        inputs += [*cells[prefix], state]
    inputs += [site.optional(name) for name in ("aux_input", "fw_aux_weights", "bw_aux_weights")]
    site.run(
        "BIDIRECTIONAL_SEQUENCE_RNN",
        inputs,
        [site.result(position) for position in range(1 if both.merged else 2)],
        "BidirectionalSequenceRNNOptions",
        mergeOutputs=both.merged,
        **_rnn_attributes(site),
    )


STATES: Final = {
    OperationType.UNIDIRECTIONAL_SEQUENCE_LSTM: ("output_state_in", "cell_state_in"),
    OperationType.BIDIRECTIONAL_SEQUENCE_LSTM: tuple(
        f"{prefix}{kind}_state_in" for prefix in _PREFIXES for kind in ("output", "cell")
    ),
    OperationType.UNIDIRECTIONAL_SEQUENCE_RNN: ("hidden_state_in",),
    OperationType.BIDIRECTIONAL_SEQUENCE_RNN: ("fw_hidden_state_in", "bw_hidden_state_in"),
}
"""Inputs that become variable tensors."""

CONVERTERS: Final = {
    OperationType.UNIDIRECTIONAL_SEQUENCE_LSTM: unidirectional_sequence_lstm,
    OperationType.BIDIRECTIONAL_SEQUENCE_LSTM: bidirectional_sequence_lstm,
    OperationType.UNIDIRECTIONAL_SEQUENCE_RNN: unidirectional_sequence_rnn,
    OperationType.BIDIRECTIONAL_SEQUENCE_RNN: bidirectional_sequence_rnn,
}
