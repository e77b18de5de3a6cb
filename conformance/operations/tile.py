"""TILE: a tensor repeated along its dimensions; values are copied."""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import unary
from conformance.operations.model.call import Call, Unknown
from conformance.operations.model.conditions import same_quantization
from conformance.operations.model.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    only,
    ranks,
    tensor,
)
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling


def _one_for_each_dimension(call: Call) -> str | None:
    rank, dims = call.rank("input"), call.view("multiples").dims
    if dims is None or dims[0] is None:
        raise Unknown
    return None if dims == (rank,) else f"multiples has shape {list(dims)}, but must have [{rank}]"


def _not_negative(call: Call) -> str | None:
    smallest = int(call.value("multiples").min(initial=0))
    return None if smallest >= 0 else f"multiples contains {smallest}, but each must be at least 0"


def _shapes(call: Call) -> tuple[Shape]:
    multiples = call.value("multiples").tolist()
    return (tuple(n * m for n, m in zip(call.shape("input"), multiples, strict=True)),)


def _compile(call: Call) -> Kernel:
    multiples, sizes = call.value("multiples").tolist(), call.shape("input")
    ((*shape,),) = _shapes(call)
    # Insert a dimension for the copies before each dimension, and broadcast along it.
    interleaved = [size for pair in zip(multiples, sizes, strict=True) for size in pair]
    source = [n for size in sizes for n in (1, size)]

    def function(values: Array) -> Array:
        copies = np.empty(shape, values.dtype)
        copies.reshape(interleaved)[...] = values.reshape(source)
        return copies

    return unary(function)


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.TILE,
        properties=Properties(COPIES, Sampling("movement.tile"), Cost.AVERAGE),
        since=Version.V1_2,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_2,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_INT32: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("input"),
                    tensor("multiples", only(OperandType.TENSOR_INT32), ranks=ranks(1)),
                ),
                (2,),
            ),
        ),
        outputs=(tensor("output"),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            Condition(
                "multiples_length",
                _one_for_each_dimension,
                "multiples has one element for each dimension of input",
            ),
            Condition(
                "multiples_not_negative",
                _not_negative,
                "no element of multiples is negative",
            ),
            same_quantization("input"),
        ),
        doc="output = input, repeated multiples[i] times along each dimension i",
    ),
)
