"""Shared parts of the recurrent cell scripts: activations, a matrix product, stored states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, fsum, tanh

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._spec_writer import DEFAULT, FLOAT16, RELAXED, Variation, float16

Vector = Sequence[float]
ALL_VERSIONS: dict[str, list[Variation]] = {"V1_0": [DEFAULT, RELAXED], "V1_2": [FLOAT16]}
ACTIVATIONS: dict[int, Callable[[float], float]] = {
    0: lambda v: v,
    1: lambda v: max(0.0, v),
    2: lambda v: min(max(-1.0, v), 1.0),
    3: lambda v: min(max(0.0, v), 6.0),
    4: tanh,
    6: lambda v: 1 / (1 + exp(-v)),
}
"""NONE, RELU, RELU1, RELU6 and, for LSTM, TANH and SIGMOID."""
sigmoid = ACTIVATIONS[6]


def product(matrix: Vector, vector: Vector) -> list[float]:
    """Return a row-major matrix times a column vector."""
    width = len(vector)
    return [
        fsum(matrix[row * width + k] * vector[k] for k in range(width))
        for row in range(len(matrix) // width)
    ]


def stored(values: Vector) -> list[float]:
    """Return the state as the next step reads it: a float32 that is exact in float16, too."""
    return [float16(value) for value in values]


def constant(values: Vector, *dims: int) -> _litert_runner.LitertTensor:
    """Return a constant of the cross-check's model."""
    return _litert_runner.LitertTensor(dims, data=np.array(values), constant=True)
