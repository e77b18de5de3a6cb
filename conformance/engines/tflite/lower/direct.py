"""Lowerings to one builtin, and helpers for parameters that several operators share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from conformance.engines.protocol import Declined
from conformance.engines.tflite.lowering import Lowering

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
        raise Declined("ActivationFunctionType has no sigmoid (the activation is an input)")
    code = lowering.scalar("activation")
    if code not in _CELL_ACTIVATIONS:
        raise Declined(f"ActivationFunctionType has no sigmoid (activation {code})")
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


Converter = Callable[[Lowering], None]
"""Function that lowers an operation."""

TensorOf = Callable[[Lowering], int]
"""Function that returns a tensor of the operation."""


def direct_operator(
    builtin: str,
    *inputs: str | TensorOf,
    options: str = "",
    output: TensorOf | None = None,
    **attributes: str | Callable[[Lowering], Any],
) -> Converter:
    """Return a lowering to ``builtin``.

    An input is the name of an operand or a function that returns a tensor. An attribute has the
    value of a scalar, given by its name, or of a function. ``output`` returns the tensor to write;
    by default, all outputs are written as they are.
    """

    def convert(lowering: Lowering) -> None:
        tensors = [
            lowering.input_named(source) if isinstance(source, str) else source(lowering)
            for source in inputs
        ]
        targets = (
            [lowering.output_tensor(position) for position in range(len(lowering.call.outputs))]
            if output is None
            else [output(lowering)]
        )
        values = {
            name: lowering.scalar(value) if isinstance(value, str) else value(lowering)
            for name, value in attributes.items()
        }
        lowering.add_operator(builtin, tensors, targets, options, **values)

    return convert


def scalar_tensor(name: str) -> TensorOf:
    """Return a function that returns a scalar of the operation as a constant tensor."""
    return lambda lowering: lowering.constant_tensor(lowering.scalar(name))


def flag(name: str) -> Callable[[Lowering], bool]:
    """Return a function that returns whether a scalar of the operation is true."""
    return lambda lowering: bool(lowering.scalar(name))
