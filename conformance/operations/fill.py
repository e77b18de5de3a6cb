"""FILL: a tensor of a given shape in which every element has the same value.

The type of the scalar determines the type of the tensor.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.model.call import Call
from conformance.operations.model.definition import (
    SAME,
    Array,
    Condition,
    Form,
    OperationDefinition,
    Shape,
    by_primary,
    only,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling

_TENSOR_OF = {
    OperandType.FLOAT32: OperandType.TENSOR_FLOAT32,
    OperandType.FLOAT16: OperandType.TENSOR_FLOAT16,
    OperandType.INT32: OperandType.TENSOR_INT32,
}


def _sizes(call: Call) -> str | None:
    sizes = call.value("dims").ravel().tolist()
    return f"dims is {sizes}, but no size may be negative" if min(sizes, default=0) < 0 else None


def _shapes(call: Call) -> Sequence[Shape]:
    return (tuple(call.value("dims").tolist()),)


def _kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
    dims, value = inputs[0], inputs[1]
    assert dims is not None
    assert value is not None
    return (np.full(tuple(dims.tolist()), value),)


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.FILL,
        properties=Properties(COPIES, Sampling("movement.fill"), Cost.LOW),
        since=Version.V1_3,
        primary="value",
        types=dict.fromkeys(_TENSOR_OF, Version.V1_3),
        forms=(
            Form(
                "default",
                (
                    tensor("dims", only(OperandType.TENSOR_INT32), ranks=ranks(1)),
                    scalar("value", SAME),
                ),
                (2,),
            ),
        ),
        outputs=(tensor("output", by_primary(_TENSOR_OF)),),
        conditions=(
            Condition("dims_range", _sizes, "dims, the output shape, contains no negative size"),
        ),
        shapes=_shapes,
        compile=lambda _call: _kernel,
        doc="output = a tensor of shape dims filled with value",
    ),
)
