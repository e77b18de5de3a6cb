"""From ONNX's LSTM to UNIDIRECTIONAL_SEQUENCE_LSTM."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from conformance.engines.onnx.lift import Node, NotExpressible, Value
from conformance.hal import OperationType
from conformance.operations.definition.operands import Array

_TANH: Final = 4
"""The contract's code of the activation between cell and output."""
_GATES: Final = (0, 2, 3, 1)
"""The position of each gate of the contract (input, forget, cell, output) among those of ONNX."""
_PEEPHOLES: Final = (0, 2, 1)
"""The position of each peephole of the contract (input, forget, output) among those of ONNX."""


def lift_lstm(node: Node) -> tuple[Value, ...]:
    """Return the outputs of all steps, the last output and the last state of the cell."""
    node.require(direction=b"forward", input_forget=0, layout=0)
    node.require(activations=[b"Sigmoid", b"Tanh", b"Tanh"])
    if "clip" in node.attributes:
        raise NotExpressible("a clip of the sums of all gates")
    if node[0].dtype != np.float32:
        raise NotExpressible(f"an LSTM on {node[0].dtype}")
    steps, batch, _ = node[0].shape
    lengths = node.optional(4, "sequence_lens")
    if lengths is not None and any(lengths != steps):
        raise NotExpressible("sequences of several lengths")
    weights, recurrent = node.constant(1, "W"), node.constant(2, "R")
    units = recurrent.shape[2]
    bias = node.optional(3, "B")
    sums = np.zeros((4, units), np.float32) if bias is None else bias.reshape(2, 4, units).sum(0)
    builder = node.builder

    def parts(array: Array, order: Sequence[int]) -> list[int]:
        split = array.reshape(len(order), units, -1)
        shape = split.shape[1:] if array.ndim == 3 else (units,)
        return [node.add_constant(np.ascontiguousarray(split[n]).reshape(shape)) for n in order]

    def state(position: int) -> int:
        is_given = position < len(node.inputs) and node.inputs[position] is not None
        if is_given:
            return node.operand(position, (batch, units))
        return node.add_constant(np.zeros((batch, units), np.float32))

    peepholes = node.optional(7, "P")
    inputs = [node.operand(0), *parts(weights, _GATES), *parts(recurrent, _GATES)]
    if peepholes is None:
        inputs += [builder.add_omitted() for _ in range(3)]
    else:
        inputs += parts(peepholes, _PEEPHOLES)
    inputs += parts(sums, _GATES)
    inputs += [builder.add_omitted(), builder.add_omitted(), state(5), state(6)]
    inputs += [node.integer(_TANH), node.real(0.0), node.real(0.0), node.flag(True)]
    inputs += [builder.add_omitted() for _ in range(4)]
    shapes = ((steps, batch, units), (batch, units), (batch, units))
    values = [
        Value(f"{node.name}.{suffix}").defined(builder, node[0].dtype, shape)
        for suffix, shape in zip(("steps", "output", "cell"), shapes, strict=True)
    ]
    outputs = [value.index for value in values]
    builder.add_operation(OperationType.UNIDIRECTIONAL_SEQUENCE_LSTM, inputs, outputs)
    return tuple(
        value.viewed(value.name, (*value.shape[:-2], 1, *value.shape[-2:])) for value in values
    )
