"""What the LSTM operations share: a cell's operands with their sizes, presence rules and reading.

The bidirectional layer has every operand of a cell twice, with the prefixes ``fw_`` and ``bw_``;
elsewhere the prefix is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

import numpy as np

from conformance.operations.call import Call, Unknown
from conformance.operations.cell_activation import NONE, RELU, RELU6, SIGMOID, TANH
from conformance.operations.definition import Array, Condition
from conformance.operations.large import widened as single
from conformance.operations.lstm_cell import Gate, LstmCell
from conformance.operations.named_sizes import size
from conformance.operations.numerics import F64Array
from conformance.operations.quiet import quiet

LSTM_ACTIVATIONS = (NONE, RELU, RELU6, TANH, SIGMOID)
GATES = ("input", "forget", "cell", "output")
PEEPHOLE_GATES = ("input", "forget", "output")
MOST_KEPT = 1 << 20
"""Constants of more elements are widened anew for each execution rather than kept so."""
COUPLED_ABSENT = ("input_to_input_weights", "recurrent_to_input_weights", "input_gate_bias")
"""What an input gate has; without values the gate is coupled to the forget gate (CIFG)."""


def _weight_sizes(read: str, units: str, outputs: str) -> dict[str, tuple[str, ...]]:
    sizes: dict[str, tuple[str, ...]] = {}
    for gate in ("forget", "cell", "output", "input"):
        sizes[f"input_to_{gate}_weights"] = (units, read)
    for gate in ("forget", "cell", "output", "input"):
        sizes[f"recurrent_to_{gate}_weights"] = (units, outputs)
    for gate in PEEPHOLE_GATES:
        sizes[f"cell_to_{gate}_weights"] = (units,)
    for gate in GATES:
        sizes[f"{gate}_gate_bias"] = (units,)
    sizes["projection_weights"] = (outputs, units)
    sizes["projection_bias"] = (outputs,)
    sizes["output_state_in"] = ("batch", outputs)
    sizes["cell_state_in"] = ("batch", units)
    for gate in GATES:
        sizes[f"{gate}_layer_norm_weights"] = (units,)
    return sizes


def cell_sizes(prefix: str = "", read: str = "input size") -> Mapping[str, tuple[str, ...]]:
    """Names of the dimensions of all tensors of a cell but its input; ``read`` is the input's."""
    sizes = _weight_sizes(read, f"{prefix}units", f"{prefix}output size")
    return {prefix + name: dimensions for name, dimensions in sizes.items()}


def presence(call: Call, name: str) -> tuple[bool, ...]:
    """Whether the operand has a value; both answers while that is open."""
    try:
        return (call.present(name),)
    except Unknown:
        return (False, True)


def presence_rule(
    name: str,
    operands: Sequence[str],
    legal: Callable[..., bool],
    source: str,
    prefix: str = "",
) -> Condition:
    """Only some combinations of present operands are legal."""
    names = [prefix + operand for operand in operands]

    def check(call: Call) -> str | None:
        verdicts = {legal(*have) for have in product(*(presence(call, o) for o in names))}
        if True not in verdicts:
            have = [o for o in names if presence(call, o) == (True,)]
            return f"of {', '.join(names)} only {', '.join(have) or 'none'} may not be present"
        if False in verdicts:
            raise Unknown
        return None

    return Condition(prefix + name, check, source)


def cell_conditions(prefix: str = "") -> tuple[Condition, ...]:
    """Which optional operands of a cell go together."""
    return (
        presence_rule(
            "coupled_gates",
            COUPLED_ABSENT,
            lambda *have: all(have) or not any(have),
            "input gate: its weights and bias all have values or none has (CIFG)",
            prefix,
        ),
        presence_rule(
            "peephole",
            (
                "cell_to_forget_weights",
                "cell_to_output_weights",
                "cell_to_input_weights",
                "input_to_input_weights",
            ),
            lambda forget, output, to_input, gate: (
                forget == output and to_input == (forget and gate)
            ),
            "cell-to-gate weights: all or none; none to the input gate with CIFG",
            prefix,
        ),
        presence_rule(
            "projection_bias",
            ("projection_weights", "projection_bias"),
            lambda weights, bias: weights or not bias,
            "projection_bias: has a value only if the projection layer exists",
            prefix,
        ),
        presence_rule(
            "layer_norm",
            (
                "forget_layer_norm_weights",
                "cell_layer_norm_weights",
                "output_layer_norm_weights",
                "input_layer_norm_weights",
                "input_to_input_weights",
            ),
            lambda forget, cell, output, to_input, gate: (
                forget == cell == output and to_input == (forget and gate)
            ),
            "layer normalization weights: all or none; none for the input gate with CIFG",
            prefix,
        ),
        Condition(
            f"{prefix}output_size",
            lambda call: _output_size(call, prefix),
            "output_size: num_units unless projection_weights are defined",
        ),
    )


def _output_size(call: Call, prefix: str) -> str | None:
    if call.present(f"{prefix}projection_weights"):
        return None
    cell, output = f"{prefix}cell_state_in", f"{prefix}output_state_in"
    units, width = size(call, cell, 1), size(call, output, 1)
    if units == width:
        return None
    return f"{output} has width {width}, without projection it must have {units}"


def widened(array: Array | None) -> F64Array | None:
    """The values in double precision; ``None`` for an absent operand."""
    return None if array is None else single(array).astype(np.float64)


def prepared_cell(
    call: Call, prefix: str = "", auxiliary: bool = False
) -> Callable[[Sequence[Array | None]], LstmCell]:
    """As ``cell_reader``, but a cell of constants that are not too large is made once."""
    read = cell_reader(call, prefix, auxiliary)
    names = [name for name in cell_sizes(prefix) if not name.endswith("_state_in")]
    names += [f"{prefix}aux_{gate}_weights" for gate in GATES]
    views = [call.inputs[at] for name in names if (at := call.position(name)) is not None]
    if any(view.value is None and not view.omitted for view in views):
        return read
    if sum(view.value.size for view in views if view.value is not None) > MOST_KEPT:
        return read
    cell = read([view.value for view in call.inputs])
    return lambda _inputs: cell


def cell_reader(
    call: Call, prefix: str = "", auxiliary: bool = False
) -> Callable[[Sequence[Array | None]], LstmCell]:
    """Makes the cell of a call's inputs.

    With ``auxiliary`` the cell reads the input and the auxiliary input side by side.
    """
    activation = call.scalar("activation")
    cell_clip, proj_clip = call.scalar("cell_clip"), call.scalar("proj_clip")
    at = {spec.name: index for index, spec in enumerate(call.form.inputs)}

    @quiet
    def read(inputs: Sequence[Array | None]) -> LstmCell:
        def optional(name: str) -> F64Array | None:
            index = at.get(prefix + name)
            return None if index is None else widened(inputs[index])

        def required(name: str) -> F64Array:
            array = optional(name)
            assert array is not None
            return array

        def from_input(name: str) -> F64Array:
            weights = required(f"input_to_{name}_weights")
            if auxiliary:
                weights = np.concatenate([weights, required(f"aux_{name}_weights")], axis=1)
            return weights

        coupled = inputs[at[f"{prefix}input_to_input_weights"]] is None
        gates = GATES[coupled:]
        inputs_to = np.concatenate([from_input(name) for name in gates])
        outputs_to = np.concatenate([required(f"recurrent_to_{name}_weights") for name in gates])
        units = len(inputs_to) // len(gates)

        def gate(name: str) -> Gate:
            first = gates.index(name) * units
            share = slice(first, first + units)
            return Gate(
                share,
                inputs_to[share],
                outputs_to[share],
                required(f"{name}_gate_bias"),
                None if name == "cell" else optional(f"cell_to_{name}_weights"),
                optional(f"{name}_layer_norm_weights"),
            )

        return LstmCell(
            inputs_to,
            outputs_to,
            None if coupled else gate("input"),
            gate("forget"),
            gate("cell"),
            gate("output"),
            optional("projection_weights"),
            optional("projection_bias"),
            activation,
            cell_clip,
            proj_clip,
        )

    return read
