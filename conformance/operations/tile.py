"""TILE: a tensor repeated along its dimensions; values are copied."""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


def _shapes(call: op.Call) -> tuple[op.Shape]:
    multiples = call.value("multiples").tolist()
    return (tuple(n * m for n, m in zip(call.shape("input"), multiples, strict=True)),)


def _compile(call: op.Call) -> op.Kernel:
    multiples, sizes = call.value("multiples").tolist(), call.shape("input")
    ((*shape,),) = _shapes(call)
    # Insert a dimension for the copies before each dimension, and broadcast along it.
    interleaved = [size for pair in zip(multiples, sizes, strict=True) for size in pair]
    source = [n for size in sizes for n in (1, size)]

    def function(values: op.Array) -> op.Array:
        copies = np.empty(shape, values.dtype)
        copies.reshape(interleaved)[...] = values.reshape(source)
        return copies

    return op.unary(function)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.TILE,
    properties=op.properties(op.COPIES, "movement.tile", op.Cost.AVERAGE),
    types=op.TYPES_1_2_AND_INT32,
    forms=op.one_form(op.tensor("input"), op.int32_vector("multiples")),
    shapes=_shapes,
    compile=_compile,
    conditions=(
        op.one_for_each_dimension("multiples"),
        op.elements_at_least(
            "multiples", 0, "multiples_not_negative", "no element of multiples is negative"
        ),
        op.same_quantization("input"),
    ),
    doc="output = input, repeated multiples[i] times along each dimension i",
)
