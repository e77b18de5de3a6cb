"""Recurrent layers: ONNX's RNN and LSTM, one operator for each direction.

Of the contract's activations ONNX lacks the two that are bounded by a number; of its LSTM it lacks
projection, layer normalization and clipping of the cell (its ``clip`` bounds the gates' sums).
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


def _activation(site: Site) -> str:
    code = site.scalar("activation")
    if code not in _FUNCTIONS:
        raise DeclinedError(f"RNN and LSTM have no bounded Relu (activation {code})")
    return _FUNCTIONS[code]


def _functions(names: list[str]) -> dict[str, Any]:
    """The attributes that choose activations; ``Affine`` with 1 and 0 is none."""
    affine = names.count("Affine")
    attributes: dict[str, Any] = {"activations": names}
    if affine:
        attributes |= {"activation_alpha": [1.0] * affine, "activation_beta": [0.0] * affine}
    return attributes


def _wrapped(site: Site, value: str, axis: int = 0) -> str:
    return site.node("Unsqueeze", [value, site.whole([axis])])


def _bare(site: Site, value: str, axis: int = 0) -> str:
    return site.node("Squeeze", [value, site.whole([axis])])


def _steps(site: Site, name: str) -> str:
    """A sequence with time first."""
    value = site.real(name)
    return value if site.scalar("time_major") else site.transposed(value, (1, 0, 2))


def _stacked(site: Site, parts: list[str]) -> str:
    """The gates' weights one below the other, for one direction."""
    return _wrapped(site, site.node("Concat", parts, axis=0))


def _direction(backward: bool) -> str:
    return "reverse" if backward else "forward"


def _rnn(
    site: Site, steps: str, prefix: str = "", auxiliary: bool = False, backward: bool = False
) -> tuple[str, str]:
    """The outputs of all steps, [time, batch, units], and the last state."""
    function = _activation(site)
    weights = site.real(f"{prefix}weights")
    if auxiliary:
        weights = site.node("Concat", [weights, site.real(f"{prefix}aux_weights")], axis=1)
    bias = site.real(f"{prefix}bias")
    zeros = site.node("Sub", [bias, bias])
    every, last = site.nodes(
        "RNN",
        [
            steps,
            _wrapped(site, weights),
            _wrapped(site, site.real(f"{prefix}recurrent_weights")),
            _stacked(site, [bias, zeros]),
            OMITTED,
            _wrapped(site, site.real(f"{prefix}hidden_state_in")),
        ],
        2,
        hidden_size=site.call.shape(f"{prefix}weights")[0],
        direction=_direction(backward),
        **_functions([function]),
    )
    return _bare(site, every, 1), _bare(site, last)


def rnn(site: Site) -> None:
    """RNN."""
    _, state = _rnn(site, _wrapped(site, site.real("input")))
    site.put_real(0, state)
    site.put_real(1, state)


def _lstm(
    site: Site, steps: str, prefix: str = "", auxiliary: bool = False, backward: bool = False
) -> tuple[str, str, str]:
    """The outputs of all steps, [time, batch, units], and the last two states."""
    function = _activation(site)
    coupled = not site.call.present(f"{prefix}input_to_input_weights")

    def gate(pattern: str, name: str) -> str:
        """1 - sigmoid(x) is sigmoid(-x): a coupled input gate has the forget gate's, negated."""
        if coupled and name == "input":
            return site.node("Neg", [site.real(pattern.format(prefix, "forget"))])
        return site.real(pattern.format(prefix, name))

    def every_gate(pattern: str) -> list[str]:
        return [gate(pattern, name) for name in _GATES]

    weights = every_gate("{}input_to_{}_weights")
    if auxiliary:
        pairs = zip(weights, every_gate("{}aux_{}_weights"), strict=True)
        weights = [site.node("Concat", list(pair), axis=1) for pair in pairs]
    biases = every_gate("{}{}_gate_bias")
    zeros = [site.node("Sub", [bias, bias]) for bias in biases]
    peepholes = OMITTED
    if site.call.present(f"{prefix}cell_to_output_weights"):
        peepholes = _stacked(
            site, [gate("{}cell_to_{}_weights", name) for name in ("input", "output", "forget")]
        )
    every, output, cell = site.nodes(
        "LSTM",
        [
            steps,
            _stacked(site, weights),
            _stacked(site, every_gate("{}recurrent_to_{}_weights")),
            _stacked(site, biases + zeros),
            OMITTED,
            _wrapped(site, site.real(f"{prefix}output_state_in")),
            _wrapped(site, site.real(f"{prefix}cell_state_in")),
            peepholes,
        ],
        3,
        hidden_size=site.call.shape(f"{prefix}cell_state_in")[1],
        direction=_direction(backward),
        **_functions(["Sigmoid", function, function]),
    )
    return _bare(site, every, 1), _bare(site, output), _bare(site, cell)


def lstm(site: Site) -> None:
    """LSTM; its scratch buffer is left open by the contract."""
    _, output, cell = _lstm(site, _wrapped(site, site.real("input")))
    shape = site.output_shape()
    site.put_real(0, site.node("Expand", [site.constant([[0.0]], "f4"), site.whole(shape)]))
    site.put_real(1, output)
    site.put_real(2, cell)
    site.put_real(3, output)


def _has(site: Site, name: str) -> bool:
    """Whether an operand has a value, or may have one once the request comes."""
    try:
        return site.call.present(name)
    except Unknown:
        return True


def _check_lstm(*prefixes: str) -> Callable[[Site], None]:
    def check(site: Site) -> None:
        _activation(site)
        if site.scalar("cell_clip") > 0:
            raise DeclinedError("LSTM.clip bounds the gates' sums, not the cell")
        for prefix in prefixes:
            if _has(site, f"{prefix}cell_layer_norm_weights"):
                raise DeclinedError("LSTM has no layer normalization")
            if _has(site, f"{prefix}projection_weights"):
                raise DeclinedError("LSTM has no projection")

    return check


def _check_rnn(site: Site) -> None:
    _activation(site)


def _in_order(site: Site, every: str) -> str:
    return every if site.scalar("time_major") else site.transposed(every, (1, 0, 2))


def _one_way(site: Site, results: tuple[str, ...]) -> None:
    every, *states = results
    for position, value in enumerate([_in_order(site, every), *states]):
        if position < len(site.call.outputs):
            site.put_real(position, value)


def unidirectional_sequence_rnn(site: Site) -> None:
    """UNIDIRECTIONAL_SEQUENCE_RNN."""
    _one_way(site, _rnn(site, _steps(site, "input")))


def unidirectional_sequence_lstm(site: Site) -> None:
    """UNIDIRECTIONAL_SEQUENCE_LSTM."""
    _one_way(site, _lstm(site, _steps(site, "input")))


def _two_way(site: Site, layer: Any, aux_weights: str) -> None:
    """Two directions; the auxiliary input is read side by side with the input, or by the backward
    layer alone.
    """
    merged = bool(site.scalar("merge_outputs"))
    cross = site.call.present(f"fw_{aux_weights}")
    forward = backward = _steps(site, "input")
    if parallel(site.call, f"fw_{aux_weights}"):
        backward = _steps(site, "aux_input")
    elif cross:
        forward = site.node("Concat", [forward, _steps(site, "aux_input")], axis=2)
        backward = forward
    ways = [
        layer(site, forward, "fw_", cross),
        layer(site, backward, "bw_", cross, backward=True),
    ]
    values = [_in_order(site, every) for every, *_ in ways]
    if merged:
        values = [site.node("Concat", values, axis=2)]
    values += [state for _, *states in ways for state in states]
    for position, value in enumerate(values[: len(site.call.outputs)]):
        site.put_real(position, value)


def bidirectional_sequence_rnn(site: Site) -> None:
    """BIDIRECTIONAL_SEQUENCE_RNN."""
    _two_way(site, _rnn, "aux_weights")


def bidirectional_sequence_lstm(site: Site) -> None:
    """BIDIRECTIONAL_SEQUENCE_LSTM."""
    _two_way(site, _lstm, "aux_forget_weights")


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
