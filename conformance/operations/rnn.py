"""RNN: one time step of a basic recurrent layer, in double precision, rounded once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.kernels.recurrent_cell import ACTIVATIONS

ACTIVATION_CODE = op.code_of(
    "activation", {0: "none", 1: "RELU", 2: "RELU1", 3: "RELU6", 4: "tanh", 6: "sigmoid"}
)
_SIZES = {
    "input": ("batch", "input size"),
    "weights": ("units", "input size"),
    "recurrent_weights": ("units", "units"),
    "bias": ("units",),
    "hidden_state_in": ("batch", "units"),
}


def _shapes(call: op.Call) -> tuple[op.Shape, op.Shape]:
    shape = (op.size(call, "input", 0), op.size(call, "weights", 0))
    return shape, shape


class RnnCell(NamedTuple):
    """The weights and the activation of a cell."""

    weights: op.F64Array
    recurrent_weights: op.F64Array
    bias: op.F64Array
    activation: int

    def project_inputs(self, inputs: op.F64Array) -> op.F64Array:
        """Return the contribution of each input row to the sums, including the bias."""
        return inputs @ self.weights.T + self.bias

    def step(self, driven: op.F64Array, state: op.F64Array) -> tuple[op.F64Array]:
        """Return the next state, which is also the output, in double precision."""
        return (ACTIVATIONS[self.activation](driven + state @ self.recurrent_weights.T),)


def _compile(call: op.Call) -> op.Kernel:
    activation = call.scalar("activation")
    output = call.output(1)

    @op.without_fp_warnings
    def kernel(inputs: Sequence[op.Array | None]) -> tuple[op.Array, op.Array]:
        source, weights, recurrent_weights, bias, state = (
            cast("op.Array", array).astype(np.float64) for array in inputs[:5]
        )
        cell = RnnCell(weights, recurrent_weights, bias, activation)
        stored = op.store(*cell.step(cell.project_inputs(source), state), output)
        return stored, stored

    return kernel


DEFINITION = op.OperationDefinition(
    type=op.OperationType.RNN,
    properties=op.properties(op.CELL, "recurrent.rnn", op.Cost.HIGHEST),
    types=op.FLOAT_TYPES_1_0,
    forms=op.one_form(
        op.matrix("input"),
        op.matrix("weights"),
        op.matrix("recurrent_weights"),
        op.vector("bias"),
        op.matrix("hidden_state_in"),
        op.int32("activation"),
    ),
    outputs=(op.matrix("hidden_state_out"), op.matrix("output")),
    shapes=_shapes,
    compile=_compile,
    conditions=(
        op.sizes_agree(_SIZES, "batch_size, input_size and num_units are the same in all operands"),
        ACTIVATION_CODE,
    ),
    doc="both outputs = activation(input * weights^T + state * recurrent_weights^T + bias)",
)
