"""One time step of an LSTM in double precision, with every option of the contract.

Options are absent (``None``) or present: coupled input and forget gates (no input gate), peepholes,
layer normalization, projection, clipping (a threshold of 0 is none).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from conformance.operations.cell_activation import ACTIVATIONS, logistic
from conformance.operations.numerics import F64Array


@dataclass(frozen=True, slots=True)
class Gate:
    """Weights of one gate: from the input, the output state and the cell, and what follows.

    ``share`` are the gate's columns in ``LstmCell.sums``.
    """

    share: slice
    from_input: F64Array
    from_output: F64Array
    bias: F64Array
    from_cell: F64Array | None = None
    norm: F64Array | None = None

    def __call__(self, sums: F64Array, c: F64Array) -> F64Array:
        """The gate's own sum with all that it adds, normalized where it has weights for that."""
        total = sums[:, self.share]
        if self.from_cell is not None:
            total = total + c * self.from_cell
        if self.norm is not None:
            total = _standardized(total) * self.norm
        return total + self.bias


def _standardized(values: F64Array) -> F64Array:
    """Each row with mean 0 and variance 1; a constant row becomes 0."""
    units = values.shape[1]
    centred = values - np.add.reduce(values, 1, keepdims=True) / units
    variance = np.add.reduce(centred * centred, 1, keepdims=True) / units
    variance[variance == 0.0] = 1.0
    result: F64Array = centred / np.sqrt(variance)
    return result


@dataclass(frozen=True, slots=True)
class LstmCell:
    """All weights of a cell and its scalars.

    ``from_input`` and ``from_output`` are those of all gates, one below the other.
    """

    from_input: F64Array
    from_output: F64Array
    input_gate: Gate | None
    forget_gate: Gate
    cell_gate: Gate
    output_gate: Gate
    projection: F64Array | None
    projection_bias: F64Array | None
    activation: int
    cell_clip: float
    proj_clip: float

    def driven(self, inputs: F64Array) -> F64Array:
        """What each row of the input adds to the sums of all gates, side by side."""
        product: F64Array = inputs @ self.from_input.T
        return product

    def sums(self, x: F64Array, h: F64Array) -> F64Array:
        """What a driven input and the output state add to the sums of all gates, side by side."""
        total: F64Array = h @ self.from_output.T
        total += x
        return total

    def step(self, x: F64Array, h: F64Array, c: F64Array) -> tuple[F64Array, F64Array]:
        """The next output state and cell state; ``x`` is driven."""
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
