"""Recurrent layers, lowered to one ONNX RNN or LSTM operator per direction.

ONNX lacks the contract's two bounded activations. Its LSTM lacks projection, layer normalization
and clipping of the cell state (its ``clip`` bounds the sums of the gates).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from conformance.engines.onnx.graphs import OMITTED, Lowering
from conformance.engines.protocol import Declined
from conformance.hal import OperationType
from conformance.operations import Unknown
from conformance.operations.families.sequences import is_parallel_linking
from conformance.operations.kernels.recurrent_cell import NONE, RELU, SIGMOID, TANH

_FUNCTIONS: Final = {NONE: "Affine", RELU: "Relu", TANH: "Tanh", SIGMOID: "Sigmoid"}
_GATES: Final = ("input", "output", "forget", "cell")
"""The order of the gates in ONNX."""


def _activation(op: Lowering) -> str:
    code = op.scalar("activation")
    if code not in _FUNCTIONS:
        raise Declined(f"RNN and LSTM have no bounded Relu (activation {code})")
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


def _add_axis(op: Lowering, value: str, axis: int = 0) -> str:
    return op.add_node("Unsqueeze", [value, op.int64_constant([axis])])


def _remove_axis(op: Lowering, value: str, axis: int = 0) -> str:
    return op.add_node("Squeeze", [value, op.int64_constant([axis])])


def _steps(op: Lowering, name: str) -> str:
    """Return a sequence input with time first."""
    value = op.real_input(name)
    return value if op.scalar("time_major") else op.transpose(value, (1, 0, 2))


def _stack_gates(op: Lowering, parts: list[str]) -> str:
    """Return the weights of all gates, concatenated, for one direction."""
    return _add_axis(op, op.add_node("Concat", parts, axis=0))


class _Direction(NamedTuple):
    """One direction of a layer: the prefix of its operands' names, and its auxiliary weights."""

    prefix: str = ""
    has_auxiliary_weights: bool = False
    name: str = "forward"


_ONLY: Final = _Direction()


def _rnn(op: Lowering, steps: str, direction: _Direction = _ONLY) -> tuple[str, str]:
    """Add an RNN; return the outputs of all steps, [time, batch, units], and the last state."""
    function, prefix = _activation(op), direction.prefix
    weights = op.real_input(f"{prefix}weights")
    if direction.has_auxiliary_weights:
        weights = op.add_node("Concat", [weights, op.real_input(f"{prefix}aux_weights")], axis=1)
    bias = op.real_input(f"{prefix}bias")
    zeros = op.add_node("Sub", [bias, bias])
    outputs, last_state = op.add_nodes(
        "RNN",
        [
            steps,
            _add_axis(op, weights),
            _add_axis(op, op.real_input(f"{prefix}recurrent_weights")),
            _stack_gates(op, [bias, zeros]),
            OMITTED,
            _add_axis(op, op.real_input(f"{prefix}hidden_state_in")),
        ],
        2,
        hidden_size=op.call.shape(f"{prefix}weights")[0],
        direction=direction.name,
        **_functions([function]),
    )
    return _remove_axis(op, outputs, 1), _remove_axis(op, last_state)


def rnn(op: Lowering) -> None:
    """Lower RNN."""
    _, state = _rnn(op, _add_axis(op, op.real_input("input")))
    op.set_real_output(state)
    op.set_real_output(state, 1)


def _lstm(op: Lowering, steps: str, direction: _Direction = _ONLY) -> tuple[str, str, str]:
    """Add an LSTM.

    Return the outputs of all steps, [time, batch, units], and the last two states.
    """
    function, prefix = _activation(op), direction.prefix
    coupled = not op.call.present(f"{prefix}input_to_input_weights")

    def gate(pattern: str, name: str) -> str:
        """Return one gate's operand.

        A coupled input gate uses the negated operand of the forget gate: 1 - sigmoid(x) is
        sigmoid(-x).
        """
        if coupled and name == "input":
            return op.add_node("Neg", [op.real_input(pattern.format(prefix, "forget"))])
        return op.real_input(pattern.format(prefix, name))

    def every_gate(pattern: str) -> list[str]:
        return [gate(pattern, name) for name in _GATES]

    weights = every_gate("{}input_to_{}_weights")
    if direction.has_auxiliary_weights:
        pairs = zip(weights, every_gate("{}aux_{}_weights"), strict=True)
        weights = [op.add_node("Concat", list(pair), axis=1) for pair in pairs]
    biases = every_gate("{}{}_gate_bias")
    zeros = [op.add_node("Sub", [bias, bias]) for bias in biases]
    peepholes = OMITTED
    if op.call.present(f"{prefix}cell_to_output_weights"):
        peepholes = _stack_gates(
            op, [gate("{}cell_to_{}_weights", name) for name in ("input", "output", "forget")]
        )
    outputs, output_state, cell_state = op.add_nodes(
        "LSTM",
        [
            steps,
            _stack_gates(op, weights),
            _stack_gates(op, every_gate("{}recurrent_to_{}_weights")),
            _stack_gates(op, biases + zeros),
            OMITTED,
            _add_axis(op, op.real_input(f"{prefix}output_state_in")),
            _add_axis(op, op.real_input(f"{prefix}cell_state_in")),
            peepholes,
        ],
        3,
        hidden_size=op.call.shape(f"{prefix}cell_state_in")[1],
        direction=direction.name,
        **_functions(["Sigmoid", function, function]),
    )
    return (
        _remove_axis(op, outputs, 1),
        _remove_axis(op, output_state),
        _remove_axis(op, cell_state),
    )


def lstm(op: Lowering) -> None:
    """Lower LSTM; the contract leaves its scratch buffer unspecified, and zeros fill it."""
    _, output_state, cell_state = _lstm(op, _add_axis(op, op.real_input("input")))
    shape = op.output_shape()
    op.set_real_output(
        op.add_node("Expand", [op.constant([[0.0]], "f4"), op.int64_constant(shape)])
    )
    op.set_real_output(output_state, 1)
    op.set_real_output(cell_state, 2)
    op.set_real_output(output_state, 3)


def _may_have_value(op: Lowering, name: str) -> bool:
    """Return whether an operand has a value or may have one with the request."""
    try:
        return op.call.present(name)
    except Unknown:
        return True


def _check_lstm(*prefixes: str) -> Callable[[Lowering], None]:
    def check(op: Lowering) -> None:
        _activation(op)
        if op.scalar("cell_clip") > 0:
            raise Declined("LSTM.clip bounds the gates' sums, not the cell")
        for prefix in prefixes:
            if _may_have_value(op, f"{prefix}cell_layer_norm_weights"):
                raise Declined("LSTM has no layer normalization")
            if _may_have_value(op, f"{prefix}projection_weights"):
                raise Declined("LSTM has no projection")

    return check


def _check_rnn(op: Lowering) -> None:
    _activation(op)


def _as_output(op: Lowering, outputs: str) -> str:
    return outputs if op.scalar("time_major") else op.transpose(outputs, (1, 0, 2))


def _unidirectional(layer: Any, op: Lowering) -> None:
    outputs, *states = layer(op, _steps(op, "input"))
    for position, value in enumerate([_as_output(op, outputs), *states]):
        if position < len(op.call.outputs):
            op.set_real_output(value, position)


def _bidirectional(layer: Any, aux_weights: str, op: Lowering) -> None:
    """Lower a bidirectional layer.

    The auxiliary input is concatenated with the input (cross-linking) or is the input of the
    backward direction (parallel linking).
    """
    merged = bool(op.scalar("merge_outputs"))
    is_cross_linked = op.call.present(f"fw_{aux_weights}")
    forward = backward = _steps(op, "input")
    if is_parallel_linking(op.call, f"fw_{aux_weights}"):
        backward = _steps(op, "aux_input")
    elif is_cross_linked:
        forward = op.add_node("Concat", [forward, _steps(op, "aux_input")], axis=2)
        backward = forward
    directions = [
        layer(op, forward, _Direction("fw_", is_cross_linked)),
        layer(op, backward, _Direction("bw_", is_cross_linked, "reverse")),
    ]
    values = [_as_output(op, outputs) for outputs, *_ in directions]
    if merged:
        values = [op.add_node("Concat", values, axis=2)]
    values += [state for _, *states in directions for state in states]
    for position, value in enumerate(values[: len(op.call.outputs)]):
        op.set_real_output(value, position)


_Op = OperationType

CHECKS: Final[Mapping[OperationType, Callable[[Lowering], None]]] = {
    _Op.BIDIRECTIONAL_SEQUENCE_LSTM: _check_lstm("fw_", "bw_"),
    _Op.BIDIRECTIONAL_SEQUENCE_RNN: _check_rnn,
    _Op.LSTM: _check_lstm(""),
    _Op.RNN: _check_rnn,
    _Op.UNIDIRECTIONAL_SEQUENCE_LSTM: _check_lstm(""),
    _Op.UNIDIRECTIONAL_SEQUENCE_RNN: _check_rnn,
}

TRANSLATORS: Final = {
    _Op.BIDIRECTIONAL_SEQUENCE_LSTM: partial(_bidirectional, _lstm, "aux_forget_weights"),
    _Op.BIDIRECTIONAL_SEQUENCE_RNN: partial(_bidirectional, _rnn, "aux_weights"),
    _Op.LSTM: lstm,
    _Op.RNN: rnn,
    _Op.UNIDIRECTIONAL_SEQUENCE_LSTM: partial(_unidirectional, _lstm),
    _Op.UNIDIRECTIONAL_SEQUENCE_RNN: partial(_unidirectional, _rnn),
}
