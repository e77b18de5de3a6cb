"""Operands that the LSTM operations share: sizes, presence conditions, and building the cell.

The bidirectional layer has every operand of a cell twice, with the prefixes ``fw_`` and ``bw_``;
otherwise the prefix is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from conformance.operations.definition.conditions import at_least, code_of, size
from conformance.operations.definition.definition import Call, Condition, Unknown
from conformance.operations.definition.operands import (
    SAME,
    Array,
    OperandSpec,
    Presence,
    TypeRule,
    ranks,
    tensor,
)
from conformance.operations.definition.presets import float_scalar, int32, matrix, vector
from conformance.operations.kernels.numerics import F64Array, without_fp_warnings
from conformance.operations.kernels.recurrent_cell import (
    NONE,
    RELU,
    RELU6,
    SIGMOID,
    TANH,
    LstmCell,
    LstmGate,
)

CELL_SCALARS = (int32("activation"), float_scalar("cell_clip"), float_scalar("proj_clip"))
SCALAR_CONDITIONS = (
    code_of(
        "activation",
        {NONE: "none", RELU: "RELU", RELU6: "RELU6", TANH: "tanh", SIGMOID: "sigmoid"},
    ),
    at_least("cell_clip", 0),
    at_least("proj_clip", 0),
)
GATES = ("input", "forget", "cell", "output")
PEEPHOLE_GATES = ("input", "forget", "output")
COUPLED_ABSENT = ("input_to_input_weights", "recurrent_to_input_weights", "input_gate_bias")
"""Operands of the input gate; without values it is coupled to the forget gate (CIFG)."""


def _weight_sizes(input_size: str, units: str, outputs: str) -> dict[str, tuple[str, ...]]:
    sizes: dict[str, tuple[str, ...]] = {}
    for gate in ("forget", "cell", "output", "input"):
        sizes[f"input_to_{gate}_weights"] = (units, input_size)
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
    """Return the dimension names of all tensors of a cell except its input.

    ``read`` is the name of the size of what the cell reads.
    """
    sizes = _weight_sizes(read, f"{prefix}units", f"{prefix}output size")
    return {prefix + name: dimensions for name, dimensions in sizes.items()}


def weight_operands(
    prefix: str = "", types: Callable[[str], TypeRule] = lambda _: SAME
) -> tuple[OperandSpec, ...]:
    """Return weights and biases of a cell in the order of the operand list.

    ``types`` returns the types of an operand from its name without the prefix.
    """
    sizes = cell_sizes()
    names = [f"input_to_{gate}_weights" for gate in GATES]
    names += [f"recurrent_to_{gate}_weights" for gate in GATES]
    names += [f"cell_to_{gate}_weights" for gate in PEEPHOLE_GATES]
    names += [f"{gate}_gate_bias" for gate in GATES]
    names += ["projection_weights", "projection_bias"]
    omittable = (
        *COUPLED_ABSENT,
        *(name for name in names if name.startswith(("cell_to_", "proj"))),
    )
    return tuple(
        tensor(
            prefix + name,
            types(name),
            ranks=ranks(len(sizes[name])),
            presence=Presence.OMITTABLE if name in omittable else Presence.REQUIRED,
        )
        for name in names
    )


def state_operands(prefix: str = "") -> tuple[OperandSpec, ...]:
    """Return output state and cell state."""
    return tuple(matrix(f"{prefix}{name}_state_in") for name in ("output", "cell"))


def norm_operands(prefix: str = "", **more: Any) -> tuple[OperandSpec, ...]:
    """Return the layer normalization weights."""
    return tuple(
        vector(f"{prefix}{gate}_layer_norm_weights", presence=Presence.OMITTABLE, **more)
        for gate in GATES
    )


def presence(call: Call, name: str) -> tuple[bool, ...]:
    """Return the possible answers to whether the operand has a value: one, or both if unknown."""
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
    """Require a legal combination of present operands.

    ``legal`` takes one boolean for each operand. If the presence of some is unknown, all
    combinations are checked.
    """
    names = [prefix + operand for operand in operands]

    def check(call: Call) -> str | None:
        results = {legal(*have) for have in product(*(presence(call, o) for o in names))}
        if True not in results:
            have = [o for o in names if presence(call, o) == (True,)]
            return (
                f"of the operands {', '.join(names)}, these have a value: "
                f"{', '.join(have) or 'none'}; that combination is not legal"
            )
        if False in results:
            raise Unknown
        return None

    return Condition(prefix + name, check, source)


def gate_weights_rule(name: str, operand: str, source: str, prefix: str) -> Condition:
    """Require that all gates have weights of one kind or none has; with CIFG not the input gate.

    ``operand`` is the name of the weights with ``{gate}`` in place of the gate.
    """
    gates = ("forget", "cell", "output", "input")
    return presence_rule(
        name,
        (*(operand.format(gate=gate) for gate in gates), "input_to_input_weights"),
        lambda forget, cell, output, to_input, gate: (
            forget == cell == output and to_input == (forget and gate)
        ),
        source,
        prefix,
    )


def cell_conditions(prefix: str = "") -> tuple[Condition, ...]:
    """Return the conditions on which optional operands of a cell occur together."""
    return (
        presence_rule(
            "coupled_gates",
            COUPLED_ABSENT,
            lambda *have: all(have) or not any(have),
            "the input gate's weights and bias all have values, or none has one (CIFG)",
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
            "the peephole (cell-to-gate) weights all have values, or none has one; with CIFG, "
            "those of the input gate have none",
            prefix,
        ),
        presence_rule(
            "projection_bias",
            ("projection_weights", "projection_bias"),
            lambda weights, bias: weights or not bias,
            "projection_bias has a value only if projection_weights has one",
            prefix,
        ),
        gate_weights_rule(
            "layer_norm",
            "{gate}_layer_norm_weights",
            "the layer normalization weights all have values, or none has one; with CIFG, those "
            "of the input gate have none",
            prefix,
        ),
        Condition(
            f"{prefix}output_size",
            lambda call: _output_size(call, prefix),
            "without projection_weights, output_size equals num_units",
        ),
    )


def _output_size(call: Call, prefix: str) -> str | None:
    if call.present(f"{prefix}projection_weights"):
        return None
    cell, output = f"{prefix}cell_state_in", f"{prefix}output_state_in"
    units, width = size(call, cell, 1), size(call, output, 1)
    if units == width:
        return None
    return f"{output} has width {width}, but without projection it must have {units} (num_units)"


def to_float64(array: Array | None) -> F64Array | None:
    """Return the values in double precision; ``None`` for an absent operand."""
    return None if array is None else array.astype(np.float64)


def cell_reader(
    call: Call, prefix: str = "", auxiliary: bool = False
) -> Callable[[Sequence[Array | None]], LstmCell]:
    """Return a function that builds the cell from a call's input arrays.

    With ``auxiliary`` the cell reads the input and the auxiliary input, concatenated.
    """
    activation = call.scalar("activation")
    cell_clip, proj_clip = call.scalar("cell_clip"), call.scalar("proj_clip")
    positions = {spec.name: index for index, spec in enumerate(call.form.inputs)}

    @without_fp_warnings
    def read(inputs: Sequence[Array | None]) -> LstmCell:
        def optional(name: str) -> F64Array | None:
            index = positions.get(prefix + name)
            return None if index is None else to_float64(inputs[index])

        def required(name: str) -> F64Array:
            array = optional(name)
            assert array is not None
            return array

        def from_input(name: str) -> F64Array:
            weights = required(f"input_to_{name}_weights")
            if auxiliary:
                weights = np.concatenate([weights, required(f"aux_{name}_weights")], axis=1)
            return weights

        coupled = inputs[positions[f"{prefix}input_to_input_weights"]] is None
        gates = GATES[coupled:]
        inputs_to = np.concatenate([from_input(name) for name in gates])
        outputs_to = np.concatenate([required(f"recurrent_to_{name}_weights") for name in gates])
        units = len(inputs_to) // len(gates)

        def gate(name: str) -> LstmGate:
            first = gates.index(name) * units
            share = slice(first, first + units)
            return LstmGate(
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
