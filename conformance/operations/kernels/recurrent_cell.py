"""Activation functions of recurrent cells, and one time step of an LSTM cell in double precision.

An option of the LSTM cell that is ``None`` is absent: no input gate means coupled input and forget
gates (CIFG); peepholes, layer normalization and projection are optional, too. A clip threshold of 0
disables it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from conformance.operations.kernels.numerics import F64Array, without_fp_warnings


@without_fp_warnings
def logistic(values: F64Array) -> F64Array:
    """Return 1 / (1 + exp(-x)), accurate to the last digits for both signs of x."""
    result: F64Array = 1.0 / (1.0 + np.exp(-values))
    return result


NONE: Final = 0
RELU: Final = 1
RELU1: Final = 2
RELU6: Final = 3
TANH: Final = 4
SIGMOID: Final = 6

ACTIVATIONS: Final[Mapping[int, Callable[[F64Array], F64Array]]] = MappingProxyType(
    {
        NONE: lambda values: values,
        RELU: lambda values: np.maximum(values, 0.0),
        RELU1: lambda values: np.clip(values, -1.0, 1.0),
        RELU6: lambda values: np.clip(values, 0.0, 6.0),
        TANH: np.tanh,
        SIGMOID: logistic,
    }
)
"""The function of each activation code, in double precision."""


@dataclass(frozen=True, slots=True)
class LstmGate:
    """The weights of one gate.

    ``columns`` selects the gate's columns in the result of ``LstmCell.sums``. ``from_cell`` are
    peephole weights, ``norm`` the layer normalization weights.
    """

    columns: slice
    from_input: F64Array
    from_output: F64Array
    bias: F64Array
    from_cell: F64Array | None = None
    norm: F64Array | None = None

    def __call__(self, sums: F64Array, c: F64Array) -> F64Array:
        """Return the gate's sum with peephole, normalization and bias, before the activation."""
        total = sums[:, self.columns]
        if self.from_cell is not None:
            total = total + c * self.from_cell
        if self.norm is not None:
            total = _standardized(total) * self.norm
        return total + self.bias


def _standardized(values: F64Array) -> F64Array:
    """Return each row scaled to mean 0 and variance 1; a constant row becomes 0."""
    units = values.shape[1]
    centred = values - np.add.reduce(values, 1, keepdims=True) / units
    variance = np.add.reduce(centred * centred, 1, keepdims=True) / units
    variance[variance == 0.0] = 1.0
    result: F64Array = centred / np.sqrt(variance)
    return result


@dataclass(frozen=True, slots=True)
class LstmCell:
    """The weights and scalars of a cell.

    ``from_input`` and ``from_output`` are the weights of all gates, stacked in the order of the
    gates.
    """

    from_input: F64Array
    from_output: F64Array
    input_gate: LstmGate | None
    forget_gate: LstmGate
    cell_gate: LstmGate
    output_gate: LstmGate
    projection: F64Array | None
    projection_bias: F64Array | None
    activation: int
    cell_clip: float
    proj_clip: float

    def project_inputs(self, inputs: F64Array) -> F64Array:
        """Return the contribution of each input row to the sums of all gates, concatenated."""
        product: F64Array = inputs @ self.from_input.T
        return product

    def sums(self, x: F64Array, h: F64Array) -> F64Array:
        """Return the sums of all gates.

        They are ``x``, which ``project_inputs`` returned, plus the contribution of output state
        ``h``.
        """
        total: F64Array = h @ self.from_output.T
        total += x
        return total

    def step(self, x: F64Array, h: F64Array, c: F64Array) -> tuple[F64Array, F64Array]:
        """Return the next output state and cell state.

        ``x`` is one block of rows that ``project_inputs`` returned.
        """
        act, sums = ACTIVATIONS[self.activation], self.sums(x, h)
        forget = logistic(self.forget_gate(sums, c))
        admit = 1.0 - forget if self.input_gate is None else logistic(self.input_gate(sums, c))
        cell = forget * c + admit * act(self.cell_gate(sums, c))
        if self.cell_clip > 0.0:
            cell = np.clip(cell, -self.cell_clip, self.cell_clip)
        output = logistic(self.output_gate(sums, cell)) * act(cell)
        if self.projection is not None:
            output = output @ self.projection.T
            if self.projection_bias is not None:
                output += self.projection_bias
            if self.proj_clip > 0.0:
                output = np.clip(output, -self.proj_clip, self.proj_clip)
        return output, cell
