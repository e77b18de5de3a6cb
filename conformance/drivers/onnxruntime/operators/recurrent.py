"""Recurrent layers, lowered to one ONNX RNN or LSTM operator per direction.

ONNX lacks the contract's two bounded activations. Its LSTM lacks projection, layer normalization
and clipping of the cell state (its ``clip`` bounds the sums of the gates).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from conformance.drivers.onnxruntime.graph import OMITTED
from conformance.drivers.onnxruntime.site import DeclinedError, Site
from conformance.hal import OperationType
from conformance.operations import Unknown
from conformance.operations.cell_activation import NONE, RELU, SIGMOID, TANH
from conformance.operations.sequences import parallel

_FUNCTIONS: Final = {NONE: "Affine", RELU: "Relu", TANH: "Tanh", SIGMOID: "Sigmoid"}
_GATES: Final = ("input", "output", "forget", "cell")
"""The order of the gates in ONNX."""


def _activation(lowering: Site) -> str:
    code = lowering.scalar("activation")
    if code not in _FUNCTIONS:
        raise DeclinedError(f"RNN and LSTM have no bounded Relu (activation {code})")
    return _FUNCTIONS[code]


def _functions(names: list[str]) -> dict[str, Any]:
    """Return the attributes that select activations.

    ``Affine`` with alpha 1 and beta 0 is the identity.
    """
    affine = names.count("Affine")
    attributes: dict[str, Any] = {"activations": names}
    if affine:
        attributes |= {"activation_alpha": [1.0] * affine, "activation_beta": [0.0] * affine}
    return attributes


def _wrapped(lowering: Site, value: str, axis: int = 0) -> str:
    return lowering.node("Unsqueeze", [value, lowering.whole([axis])])


def _bare(lowering: Site, value: str, axis: int = 0) -> str:
    return lowering.node("Squeeze", [value, lowering.whole([axis])])


def _steps(lowering: Site, name: str) -> str:
    """Return a sequence input with time first."""
    value = lowering.real(name)
    return value if lowering.scalar("time_major") else lowering.transposed(value, (1, 0, 2))


def _stacked(lowering: Site, parts: list[str]) -> str:
    """Return the weights of all gates, concatenated, for one direction."""
    return _wrapped(lowering, lowering.node("Concat", parts, axis=0))


def _direction(backward: bool) -> str:
    return "reverse" if backward else "forward"


def _rnn(
    lowering: Site, steps: str, prefix: str = "", auxiliary: bool = False, backward: bool = False
) -> tuple[str, str]:
    """Add an RNN; return the outputs of all steps, [time, batch, units], and the last state."""
    function = _activation(lowering)
    weights = lowering.real(f"{prefix}weights")
    if auxiliary:
        weights = lowering.node("Concat", [weights, lowering.real(f"{prefix}aux_weights")], axis=1)
    bias = lowering.real(f"{prefix}bias")
    zeros = lowering.node("Sub", [bias, bias])
    outputs, last_state = lowering.nodes(
        "RNN",
        [
            steps,
            _wrapped(lowering, weights),
            _wrapped(lowering, lowering.real(f"{prefix}recurrent_weights")),
            _stacked(lowering, [bias, zeros]),
            OMITTED,
            _wrapped(lowering, lowering.real(f"{prefix}hidden_state_in")),
        ],
        2,
        hidden_size=lowering.call.shape(f"{prefix}weights")[0],
        direction=_direction(backward),
        **_functions([function]),
    )
    return _bare(lowering, outputs, 1), _bare(lowering, last_state)


def rnn(lowering: Site) -> None:
    """Lower RNN."""
    _, state = _rnn(lowering, _wrapped(lowering, lowering.real("input")))
    lowering.put_real(0, state)
    lowering.put_real(1, state)


def _lstm(
    lowering: Site, steps: str, prefix: str = "", auxiliary: bool = False, backward: bool = False
) -> tuple[str, str, str]:
    """Add an LSTM.

    Return the outputs of all steps, [time, batch, units], and the last two states.
    """
    function = _activation(lowering)
    coupled = not lowering.call.present(f"{prefix}input_to_input_weights")

    def gate(pattern: str, name: str) -> str:
        """Return one gate's operand.

        A coupled input gate uses the negated operand of the forget gate: 1 - sigmoid(x) is
        sigmoid(-x).
        """
        if coupled and name == "input":
            return lowering.node("Neg", [lowering.real(pattern.format(prefix, "forget"))])
        return lowering.real(pattern.format(prefix, name))

    def every_gate(pattern: str) -> list[str]:
        return [gate(pattern, name) for name in _GATES]

    weights = every_gate("{}input_to_{}_weights")
    if auxiliary:
        pairs = zip(weights, every_gate("{}aux_{}_weights"), strict=True)
        weights = [lowering.node("Concat", list(pair), axis=1) for pair in pairs]
    biases = every_gate("{}{}_gate_bias")
    zeros = [lowering.node("Sub", [bias, bias]) for bias in biases]
    peepholes = OMITTED
    if lowering.call.present(f"{prefix}cell_to_output_weights"):
        peepholes = _stacked(
            lowering, [gate("{}cell_to_{}_weights", name) for name in ("input", "output", "forget")]
        )
    outputs, output_state, cell_state = lowering.nodes(
        "LSTM",
        [
            steps,
            _stacked(lowering, weights),
            _stacked(lowering, every_gate("{}recurrent_to_{}_weights")),
            _stacked(lowering, biases + zeros),
            OMITTED,
            _wrapped(lowering, lowering.real(f"{prefix}output_state_in")),
            _wrapped(lowering, lowering.real(f"{prefix}cell_state_in")),
            peepholes,
        ],
        3,
        hidden_size=lowering.call.shape(f"{prefix}cell_state_in")[1],
        direction=_direction(backward),
        **_functions(["Sigmoid", function, function]),
    )
    return _bare(lowering, outputs, 1), _bare(lowering, output_state), _bare(lowering, cell_state)


def lstm(lowering: Site) -> None:
    """Lower LSTM; the contract leaves its scratch buffer unspecified, and zeros fill it."""
    _, output_state, cell_state = _lstm(lowering, _wrapped(lowering, lowering.real("input")))
    shape = lowering.output_shape()
    lowering.put_real(
        0, lowering.node("Expand", [lowering.constant([[0.0]], "f4"), lowering.whole(shape)])
    )
    lowering.put_real(1, output_state)
    lowering.put_real(2, cell_state)
    lowering.put_real(3, output_state)


def _has(lowering: Site, name: str) -> bool:
    """Return whether an operand has a value or may have one with the request."""
    try:
        return lowering.call.present(name)
    except Unknown:
        return True


def _check_lstm(*prefixes: str) -> Callable[[Site], None]:
    def check(lowering: Site) -> None:
        _activation(lowering)
        if lowering.scalar("cell_clip") > 0:
            raise DeclinedError("LSTM.clip bounds the gates' sums, not the cell")
        for prefix in prefixes:
            if _has(lowering, f"{prefix}cell_layer_norm_weights"):
                raise DeclinedError("LSTM has no layer normalization")
            if _has(lowering, f"{prefix}projection_weights"):
                raise DeclinedError("LSTM has no projection")

    return check


def _check_rnn(lowering: Site) -> None:
    _activation(lowering)


def _in_order(lowering: Site, outputs: str) -> str:
    return outputs if lowering.scalar("time_major") else lowering.transposed(outputs, (1, 0, 2))


def _one_way(lowering: Site, results: tuple[str, ...]) -> None:
    outputs, *states = results
    for position, value in enumerate([_in_order(lowering, outputs), *states]):
        if position < len(lowering.call.outputs):
            lowering.put_real(position, value)


def unidirectional_sequence_rnn(lowering: Site) -> None:
    """Lower UNIDIRECTIONAL_SEQUENCE_RNN."""
    _one_way(lowering, _rnn(lowering, _steps(lowering, "input")))


def unidirectional_sequence_lstm(lowering: Site) -> None:
    """Lower UNIDIRECTIONAL_SEQUENCE_LSTM."""
    _one_way(lowering, _lstm(lowering, _steps(lowering, "input")))


def _two_way(lowering: Site, layer: Any, aux_weights: str) -> None:
    """Lower a bidirectional layer.

    The auxiliary input is concatenated with the input (cross-linking) or is the input of the
    backward direction (parallel linking).
    """
    merged = bool(lowering.scalar("merge_outputs"))
    is_cross_linked = lowering.call.present(f"fw_{aux_weights}")
    forward = backward = _steps(lowering, "input")
    if parallel(lowering.call, f"fw_{aux_weights}"):
        backward = _steps(lowering, "aux_input")
    elif is_cross_linked:
        forward = lowering.node("Concat", [forward, _steps(lowering, "aux_input")], axis=2)
        backward = forward
    directions = [
        layer(lowering, forward, "fw_", is_cross_linked),
        layer(lowering, backward, "bw_", is_cross_linked, backward=True),
    ]
    values = [_in_order(lowering, outputs) for outputs, *_ in directions]
    if merged:
        values = [lowering.node("Concat", values, axis=2)]
    values += [state for _, *states in directions for state in states]
    for position, value in enumerate(values[: len(lowering.call.outputs)]):
        lowering.put_real(position, value)


def bidirectional_sequence_rnn(lowering: Site) -> None:
    """Lower BIDIRECTIONAL_SEQUENCE_RNN."""
    _two_way(lowering, _rnn, "aux_weights")


def bidirectional_sequence_lstm(lowering: Site) -> None:
    """Lower BIDIRECTIONAL_SEQUENCE_LSTM."""
    _two_way(lowering, _lstm, "aux_forget_weights")


_Op = OperationType

CHECKS: Final[Mapping[OperationType, Callable[[Site], None]]] = {
    _Op.BIDIRECTIONAL_SEQUENCE_LSTM: _check_lstm("fw_", "bw_"),
    _Op.BIDIRECTIONAL_SEQUENCE_RNN: _check_rnn,
    _Op.LSTM: _check_lstm(""),
    _Op.RNN: _check_rnn,
    _Op.UNIDIRECTIONAL_SEQUENCE_LSTM: _check_lstm(""),
    _Op.UNIDIRECTIONAL_SEQUENCE_RNN: _check_rnn,
}

TRANSLATORS: Final = {
    _Op.BIDIRECTIONAL_SEQUENCE_LSTM: bidirectional_sequence_lstm,
    _Op.BIDIRECTIONAL_SEQUENCE_RNN: bidirectional_sequence_rnn,
    _Op.LSTM: lstm,
    _Op.RNN: rnn,
    _Op.UNIDIRECTIONAL_SEQUENCE_LSTM: unidirectional_sequence_lstm,
    _Op.UNIDIRECTIONAL_SEQUENCE_RNN: unidirectional_sequence_rnn,
}
