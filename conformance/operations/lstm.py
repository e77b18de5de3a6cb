"""LSTM: one time step of a long short-term memory layer.

The step is computed in double precision; each output is rounded once. Layer normalization
standardizes a gate's sum (including the peephole) over the units, multiplies it by the
normalization weights and then adds the bias.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import lstm_operands

_SIZES = {"input": ("batch", "input size"), **lstm_operands.cell_sizes()}
_CONDITIONS = (
    op.sizes_agree(
        _SIZES, "batch_size, input_size, num_units and output_size are the same in all operands"
    ),
    *lstm_operands.cell_conditions(),
    *lstm_operands.SCALAR_CONDITIONS,
)


def _shapes(call: op.Call) -> tuple[op.Shape, op.Shape, op.Shape, op.Shape]:
    batch, units = op.size(call, "input", 0), op.size(call, "input_to_output_weights", 0)
    output = (batch, op.size(call, "output_state_in", 1))
    gates = 4 if call.present("input_to_input_weights") else 3
    return (batch, units * gates), output, (batch, units), output


def _compile(call: op.Call) -> op.Kernel:
    read = lstm_operands.cell_reader(call)
    positions = [call.position(name) or 0 for name in ("input", "output_state_in", "cell_state_in")]
    views = [call.output(index) for index in range(4)]

    @op.without_fp_warnings
    def kernel(inputs: Sequence[op.Array | None]) -> tuple[op.Array, op.Array, op.Array, op.Array]:
        x, h, c = [
            wide for i in positions if (wide := lstm_operands.to_float64(inputs[i])) is not None
        ]
        cell = read(inputs)
        output, state = cell.step(cell.project_inputs(x), h, c)
        stored = op.store(output, views[1])
        stored_state = op.store(state, views[2])
        batch, units = state.shape
        scratch = np.zeros((batch, units * (3 if cell.input_gate is None else 4)), stored.dtype)
        return scratch, stored, stored_state, stored

    return kernel


_BASIC = (
    op.matrix("input"),
    *lstm_operands.weight_operands(),
    *lstm_operands.state_operands(),
    *lstm_operands.CELL_SCALARS,
)
_LAYER_NORM = lstm_operands.norm_operands(since=op.Version.V1_2)

DEFINITION = op.OperationDefinition(
    type=op.OperationType.LSTM,
    properties=op.properties(
        op.CELL, "recurrent.lstm", op.Cost.HIGHEST, op.Trait.INNER_ACTIVATION, mobile_weight=24
    ).with_examples(
        "lstm_cifg_peephole", "lstm_layer_norm_cifg", "lstm_projection_all_tensors_as_inputs"
    ),
    types=op.FLOAT_TYPES_1_0,
    forms=(
        op.form("basic", *_BASIC),
        op.Form("layer_norm", _BASIC + _LAYER_NORM, (27,), op.Version.V1_2),
    ),
    outputs=(
        op.matrix("scratch"),
        op.matrix("output_state_out"),
        op.matrix("cell_state_out"),
        op.matrix("output"),
    ),
    shapes=_shapes,
    compile=_compile,
    conditions=_CONDITIONS,
    unspecified_outputs=frozenset({"scratch"}),
    doc="gates = sigmoid(sums); cell = forget * cell + input * g(sum); output = gate * g(cell)",
)
