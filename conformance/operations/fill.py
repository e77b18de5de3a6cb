"""FILL: a tensor of a given shape in which every element has the same value.

The type of the scalar determines the type of the tensor.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.operations import toolkit as op

_TENSOR_OF = {
    op.OperandType.FLOAT32: op.OperandType.TENSOR_FLOAT32,
    op.OperandType.FLOAT16: op.OperandType.TENSOR_FLOAT16,
    op.OperandType.INT32: op.OperandType.TENSOR_INT32,
}


@op.condition("dims, the output shape, contains no negative size")
def _dims_range(call: op.Call) -> str | None:
    sizes = call.value("dims").ravel().tolist()
    return f"dims is {sizes}, but no size may be negative" if min(sizes, default=0) < 0 else None


def _shapes(call: op.Call) -> Sequence[op.Shape]:
    return (tuple(call.value("dims").tolist()),)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.FILL,
    properties=op.properties(op.COPIES, "movement.fill", op.Cost.LOW),
    primary="value",
    types=dict.fromkeys(_TENSOR_OF, op.Version.V1_3),
    forms=op.one_form(op.int32_vector("dims"), op.scalar("value", op.SAME)),
    outputs=(op.tensor("output", op.by_primary(_TENSOR_OF)),),
    conditions=(_dims_range,),
    shapes=_shapes,
    compile=lambda _call: op.from_inputs(lambda dims, value: np.full(tuple(dims.tolist()), value)),
    doc="output = a tensor of shape dims filled with value",
)
