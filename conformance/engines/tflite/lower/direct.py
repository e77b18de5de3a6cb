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


def fused_activation(op: Lowering) -> int:
    """Return the schema's code for the parameter ``activation``."""
    return _ACTIVATIONS[op.scalar("activation")]


def cell_activation(op: Lowering) -> int:
    """Return the schema's code for the activation of a recurrent operation.

    An activation that is an input is declined at preparation, because its value may be a sigmoid.
    """
    if op.view("activation").value is None:
        raise Declined("ActivationFunctionType has no sigmoid (the activation is an input)")
    code = op.scalar("activation")
    if code not in _CELL_ACTIVATIONS:
        raise Declined(f"ActivationFunctionType has no sigmoid (activation {code})")
    return _CELL_ACTIVATIONS[code]


def last_axis_tensors(op: Lowering) -> tuple[int, int]:
    """Return the tensors to read and to write, with dimension ``axis`` moved to the end."""
    rank = op.call.rank("input")
    axis = op.scalar("axis") % rank
    source, target = op.input_named("input"), op.output_tensor()
    if axis == rank - 1:
        return source, target
    order = list(range(rank))
    order[axis], order[-1] = order[-1], order[axis]
    return op.transpose(source, order), op.transpose_into(target, order)


Converter = Callable[[Lowering], None]
"""Function that lowers an operation."""

TensorOf = Callable[[Lowering], int]
"""Function that returns a tensor of the operation."""


def direct_operator(
    builtin: str,
    *inputs: str | TensorOf,
    output: TensorOf | None = None,
    **attributes: str | Callable[[Lowering], Any],
) -> Converter:
    """Return a lowering to ``builtin``.

    An input is the name of an operand or a function that returns a tensor. An attribute has the
    value of a scalar, given by its name, or of a function. ``output`` returns the tensor to write;
    by default, all outputs are written as they are.
    """

    def convert(op: Lowering) -> None:
        tensors = [
            op.input_named(source) if isinstance(source, str) else source(op) for source in inputs
        ]
        targets = (
            [op.output_tensor(position) for position in range(len(op.call.outputs))]
            if output is None
            else [output(op)]
        )
        values = {
            name: op.scalar(value) if isinstance(value, str) else value(op)
            for name, value in attributes.items()
        }
        op.add_operator(builtin, tensors, targets, **values)

    return convert


def scalar_tensor(name: str) -> TensorOf:
    """Return a function that returns a scalar of the operation as a constant tensor."""
    return lambda op: op.constant_tensor(op.scalar(name))


def flag(name: str) -> Callable[[Lowering], bool]:
    """Return a function that returns whether a scalar of the operation is true."""
    return lambda op: bool(op.scalar(name))
