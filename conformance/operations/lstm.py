"""LSTM: one time step of a long short-term memory layer.

Layer normalization standardizes a gate's sum, peephole included, over the units, multiplies it by
its weights and then adds the bias.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call, Unknown
from conformance.operations.cell_activation import (
    NONE,
    RELU,
    RELU6,
    SIGMOID,
    TANH,
    cell_activation_code,
)
from conformance.operations.conditions import at_least
from conformance.operations.definition import (
    FLOAT_SCALAR,
    Array,
    Condition,
    Form,
    Kernel,
    OperandSpec,
    OperationDefinition,
    Presence,
    Shape,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.lstm_cell import Gate, LstmCell
from conformance.operations.named_sizes import size, sizes_agree
from conformance.operations.numerics import F64Array, store

_INPUT_WEIGHTS = ("units", "input size")
_RECURRENT_WEIGHTS = ("units", "output size")
_PER_UNIT = ("units",)

_SIZES = {
    "input": ("batch", "input size"),
    "input_to_forget_weights": _INPUT_WEIGHTS,
    "input_to_cell_weights": _INPUT_WEIGHTS,
    "input_to_output_weights": _INPUT_WEIGHTS,
    "input_to_input_weights": _INPUT_WEIGHTS,
    "recurrent_to_forget_weights": _RECURRENT_WEIGHTS,
    "recurrent_to_cell_weights": _RECURRENT_WEIGHTS,
    "recurrent_to_output_weights": _RECURRENT_WEIGHTS,
    "recurrent_to_input_weights": _RECURRENT_WEIGHTS,
    "cell_to_input_weights": _PER_UNIT,
    "cell_to_forget_weights": _PER_UNIT,
    "cell_to_output_weights": _PER_UNIT,
    "input_gate_bias": _PER_UNIT,
    "forget_gate_bias": _PER_UNIT,
    "cell_gate_bias": _PER_UNIT,
    "output_gate_bias": _PER_UNIT,
    "projection_weights": ("output size", "units"),
    "projection_bias": ("output size",),
    "output_state_in": ("batch", "output size"),
    "cell_state_in": ("batch", "units"),
    "input_layer_norm_weights": _PER_UNIT,
    "forget_layer_norm_weights": _PER_UNIT,
    "cell_layer_norm_weights": _PER_UNIT,
    "output_layer_norm_weights": _PER_UNIT,
}


def _presence(call: Call, name: str) -> tuple[bool, ...]:
    """Whether the operand has a value; both answers while that is open."""
    try:
        return (call.present(name),)
    except Unknown:
        return (False, True)


def _presence_rule(
    name: str, operands: Sequence[str], legal: Callable[..., bool], source: str
) -> Condition:
    """Only some combinations of present operands are legal."""

    def check(call: Call) -> str | None:
        verdicts = {legal(*have) for have in product(*(_presence(call, o) for o in operands))}
        if True not in verdicts:
            have = [o for o in operands if _presence(call, o) == (True,)]
            return f"of {', '.join(operands)} only {', '.join(have) or 'none'} may not be present"
        if False in verdicts:
            raise Unknown
        return None

    return Condition(name, check, source)


def _output_size(call: Call) -> str | None:
    if call.present("projection_weights"):
        return None
    units, width = size(call, "cell_state_in", 1), size(call, "output_state_in", 1)
    if units == width:
        return None
    return f"output_state_in has width {width}, without projection it must have {units}"


_CONDITIONS = (
    sizes_agree(
        _SIZES, "inputs: batch_size, input_size, num_units and output_size are one number each"
    ),
    _presence_rule(
        "coupled_gates",
        ("input_to_input_weights", "recurrent_to_input_weights", "input_gate_bias"),
        lambda *have: all(have) or not any(have),
        "input gate: its weights and bias all have values or none has (CIFG)",
    ),
    _presence_rule(
        "peephole",
        (
            "cell_to_forget_weights",
            "cell_to_output_weights",
            "cell_to_input_weights",
            "input_to_input_weights",
        ),
        lambda forget, output, to_input, gate: forget == output and to_input == (forget and gate),
        "cell-to-gate weights: all or none; none to the input gate with CIFG",
    ),
    _presence_rule(
        "projection_bias",
        ("projection_weights", "projection_bias"),
        lambda weights, bias: weights or not bias,
        "projection_bias: has a value only if the projection layer exists",
    ),
    _presence_rule(
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
    ),
    Condition(
        "output_size", _output_size, "output_size: num_units unless projection_weights are defined"
    ),
    cell_activation_code(
        (NONE, RELU, RELU6, TANH, SIGMOID), "activation: 0, 1, 3, 4 and 6 are named"
    ),
    at_least("cell_clip", 0),
    at_least("proj_clip", 0),
)


def _shapes(call: Call) -> tuple[Shape, Shape, Shape, Shape]:
    batch, units = size(call, "input", 0), size(call, "input_to_output_weights", 0)
    output = (batch, size(call, "output_state_in", 1))
    gates = 4 if call.present("input_to_input_weights") else 3
    return (batch, units * gates), output, (batch, units), output


def _compile(call: Call) -> Kernel:
    activation = call.scalar("activation")
    cell_clip, proj_clip = call.scalar("cell_clip"), call.scalar("proj_clip")
    at = {spec.name: index for index, spec in enumerate(call.form.inputs)}
    views = [call.output(index) for index in range(4)]

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array, Array, Array, Array]:
        def optional(name: str) -> F64Array | None:
            array = inputs[at[name]] if name in at else None
            return None if array is None else array.astype(np.float64)

        def required(name: str) -> F64Array:
            array = inputs[at[name]]
            assert array is not None
            return array.astype(np.float64)

        def gate(name: str) -> Gate:
            return Gate(
                required(f"input_to_{name}_weights"),
                required(f"recurrent_to_{name}_weights"),
                required(f"{name}_gate_bias"),
                None if name == "cell" else optional(f"cell_to_{name}_weights"),
                optional(f"{name}_layer_norm_weights"),
            )

        coupled = inputs[at["input_to_input_weights"]] is None
        cell = LstmCell(
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
        output, state = cell.step(
            required("input"), required("output_state_in"), required("cell_state_in")
        )
        stored = store(output, views[1])
        stored_state = store(state, views[2])
        batch, units = state.shape
        scratch = np.zeros((batch, units * (3 if coupled else 4)), stored.dtype)
        return scratch, stored, stored_state, stored

    return kernel


def _required(name: str) -> OperandSpec:
    return tensor(name, ranks=ranks(len(_SIZES[name])))


def _optional(name: str, since: Version = Version.V1_0) -> OperandSpec:
    return tensor(name, ranks=ranks(len(_SIZES[name])), presence=Presence.OMITTABLE, since=since)


_BASIC = (
    _required("input"),
    _optional("input_to_input_weights"),
    _required("input_to_forget_weights"),
    _required("input_to_cell_weights"),
    _required("input_to_output_weights"),
    _optional("recurrent_to_input_weights"),
    _required("recurrent_to_forget_weights"),
    _required("recurrent_to_cell_weights"),
    _required("recurrent_to_output_weights"),
    _optional("cell_to_input_weights"),
    _optional("cell_to_forget_weights"),
    _optional("cell_to_output_weights"),
    _optional("input_gate_bias"),
    _required("forget_gate_bias"),
    _required("cell_gate_bias"),
    _required("output_gate_bias"),
    _optional("projection_weights"),
    _optional("projection_bias"),
    _required("output_state_in"),
    _required("cell_state_in"),
    scalar("activation", OperandType.INT32),
    scalar("cell_clip", FLOAT_SCALAR),
    scalar("proj_clip", FLOAT_SCALAR),
)
_LAYER_NORM = tuple(
    _optional(f"{name}_layer_norm_weights", Version.V1_2)
    for name in ("input", "forget", "cell", "output")
)

DEFINITIONS = (
    OperationDefinition(
        type=OperationType.LSTM,
        since=Version.V1_0,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
        },
        forms=(
            Form("basic", _BASIC, (23,)),
            Form("layer_norm", _BASIC + _LAYER_NORM, (27,), Version.V1_2),
        ),
        outputs=(
            tensor("scratch", ranks=ranks(2)),
            tensor("output_state_out", ranks=ranks(2)),
            tensor("cell_state_out", ranks=ranks(2)),
            tensor("output", ranks=ranks(2)),
        ),
        shapes=_shapes,
        compile=_compile,
        conditions=_CONDITIONS,
        unspecified_outputs=frozenset({"scratch"}),
        doc="gates = sigmoid(sums); cell = forget x cell + input x g(sum); output = gate x g(cell)",
    ),
)
