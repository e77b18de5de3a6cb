"""Helpers for parameters that several operators share."""

from __future__ import annotations

from typing import Final

from conformance.engines.bridge import DeclinedError
from conformance.engines.tflite.graphs.lowering import Lowering

_ACTIVATIONS: Final = {0: 0, 1: 1, 2: 2, 3: 3}
"""``ActivationFunctionType`` codes by ``FusedActivationFunc`` code."""

_CELL_ACTIVATIONS: Final = {**_ACTIVATIONS, 4: 4}
"""``ActivationFunctionType`` codes by activation code of a recurrent operation.

TANH is 4 in both.
"""


def fused_activation(lowering: Lowering) -> int:
    """Return the schema's code for the parameter ``activation``."""
    return _ACTIVATIONS[lowering.scalar("activation")]


def cell_activation(lowering: Lowering) -> int:
    """Return the schema's code for the activation of a recurrent operation.

    An activation that is an input is declined at preparation, because its value may be a sigmoid.
    """
    if lowering.view("activation").value is None:
        raise DeclinedError("ActivationFunctionType has no sigmoid (the activation is an input)")
    code = lowering.scalar("activation")
    if code not in _CELL_ACTIVATIONS:
        raise DeclinedError(f"ActivationFunctionType has no sigmoid (activation {code})")
    return _CELL_ACTIVATIONS[code]


def last_axis_tensors(lowering: Lowering) -> tuple[int, int]:
    """Return the tensors to read and to write, with dimension ``axis`` moved to the end."""
    rank = lowering.call.rank("input")
    axis = lowering.scalar("axis") % rank
    source, target = lowering.input_named("input"), lowering.output_tensor()
    if axis == rank - 1:
        return source, target
    order = list(range(rank))
    order[axis], order[-1] = order[-1], order[axis]
    return lowering.transpose(source, order), lowering.transpose_into(target, order)
