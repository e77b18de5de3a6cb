"""Lowerings to one builtin whose inputs and attributes correspond to those of the operation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.engines.tflite.graphs.lowering import Lowering

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
