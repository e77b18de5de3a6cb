"""RNN: one time step of a basic recurrent layer, in double precision, rounded once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.families.sequences import float64_reader
from conformance.operations.kernels.cell_activation import ACTIVATIONS, cell_activation_code
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.kernels.numerics import F64Array, store
from conformance.operations.model.call import Call
from conformance.operations.model.definition import (
    Array,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.model.named_sizes import size, sizes_agree
from conformance.operations.model.properties import CELL, Cost, Properties, Sampling

_SIZES = {
    "input": ("batch", "input size"),
    "weights": ("units", "input size"),
    "recurrent_weights": ("units", "units"),
    "bias": ("units",),
    "hidden_state_in": ("batch", "units"),
}


def _shapes(call: Call) -> tuple[Shape, Shape]:
    shape = (size(call, "input", 0), size(call, "weights", 0))
    return shape, shape


class RnnCell(NamedTuple):
    """The weights and the activation of a cell."""

    weights: F64Array
    recurrent_weights: F64Array
    bias: F64Array
    activation: int

    def project_inputs(self, inputs: F64Array) -> F64Array:
        """Return the contribution of each input row to the sums, including the bias."""
        return inputs @ self.weights.T + self.bias

    def step(self, driven: F64Array, state: F64Array) -> F64Array:
        """Return the next state, which is also the output, in double precision."""
        return ACTIVATIONS[self.activation](driven + state @ self.recurrent_weights.T)


def _compile(call: Call) -> Kernel:
    activation = call.scalar("activation")
    output = call.output(1)
    read = float64_reader(call, range(5))

    @without_fp_warnings
    def kernel(inputs: Sequence[Array | None]) -> tuple[Array, Array]:
        source, weights, recurrent_weights, bias, state = cast("list[F64Array]", read(inputs))
        cell = RnnCell(weights, recurrent_weights, bias, activation)
        stored = store(cell.step(cell.project_inputs(source), state), output)
        return stored, stored

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.RNN,
        properties=Properties(CELL, Sampling("recurrent.rnn"), Cost.HIGHEST),
        since=Version.V1_0,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=ranks(2)),
                    tensor("weights", ranks=ranks(2)),
                    tensor("recurrent_weights", ranks=ranks(2)),
                    tensor("bias", ranks=ranks(1)),
                    tensor("hidden_state_in", ranks=ranks(2)),
                    scalar("activation", OperandType.INT32),
                ),
                (6,),
            ),
        ),
        outputs=(tensor("hidden_state_out", ranks=ranks(2)), tensor("output", ranks=ranks(2))),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            sizes_agree(
                _SIZES, "batch_size, input_size and num_units are the same in all operands"
            ),
            cell_activation_code(
                ACTIVATIONS,
                "activation is 0 (none), 1 (RELU), 2 (RELU1), 3 (RELU6), 4 (tanh) or 6 (sigmoid)",
            ),
        ),
        doc="both outputs = activation(input * weights^T + state * recurrent_weights^T + bias)",
    ),
)
