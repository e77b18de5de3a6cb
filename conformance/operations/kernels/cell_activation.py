"""Activation functions of recurrent cells, which have more codes than the fused activations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np

from conformance.operations.definition.definition import Call, Condition
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.kernels.numerics import F64Array


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
"""The function of each code, in double precision."""


def cell_activation_code(codes: Collection[int], source: str) -> Condition:
    """Require that the operand ``activation`` holds one of these codes."""
    legal = frozenset(codes)

    def check(call: Call) -> str | None:
        code = call.scalar("activation")
        if code in legal:
            return None
        return f"activation is {code}, but must be one of {', '.join(map(str, sorted(legal)))}"

    return Condition("activation_code", check, source)
