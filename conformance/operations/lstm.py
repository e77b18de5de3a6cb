"""LSTM: one time step of a long short-term memory layer.

The step is computed in double precision; each output is rounded once. Layer normalization
standardizes a gate's sum (including the peephole) over the units, multiplies it by the
normalization weights and then adds the bias.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.cell_activation import cell_activation_code
from conformance.operations.conditions import at_least
from conformance.operations.definition import (
    FLOAT_SCALAR,
    Array,
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
from conformance.operations.fp_warnings import without_fp_warnings
from conformance.operations.lstm_operands import (
    LSTM_ACTIVATIONS,
    cell_conditions,
    cell_sizes,
    prepared_cell_reader,
    to_float64,
)
from conformance.operations.named_sizes import size, sizes_agree
from conformance.operations.numerics import store
from conformance.operations.properties import CELL, Cost, Properties, Sampling, Trait

_SIZES = {"input": ("batch", "input size"), **cell_sizes()}
_CONDITIONS = (
    sizes_agree(
        _SIZES, "batch_size, input_size, num_units and output_size are the same in all operands"
    ),
    *cell_conditions(),
    cell_activation_code(
        LSTM_ACTIVATIONS, "activation is 0 (none), 1 (RELU), 3 (RELU6), 4 (tanh) or 6 (sigmoid)"
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
    prepared = prepared_cell_reader(call)
    positions = [call.position(name) or 0 for name in ("input", "output_state_in", "cell_state_in")]
    views = [call.output(index) for index in range(4)]

    @without_fp_warnings
    def kernel(inputs: Sequence[Array | None]) -> tuple[Array, Array, Array, Array]:
        x, h, c = [wide for i in positions if (wide := to_float64(inputs[i])) is not None]
        cell = prepared(inputs)
        output, state = cell.step(cell.project_inputs(x), h, c)
        stored = store(output, views[1])
        stored_state = store(state, views[2])
        batch, units = state.shape
        scratch = np.zeros((batch, units * (3 if cell.input_gate is None else 4)), stored.dtype)
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
        properties=Properties(
            CELL,
            Sampling("recurrent.lstm", mobile_weight=24),
            Cost.HIGHEST,
            traits=(Trait.INNER_ACTIVATION,),
        ),
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
        doc="gates = sigmoid(sums); cell = forget * cell + input * g(sum); output = gate * g(cell)",
    ),
)
