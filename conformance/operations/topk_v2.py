"""TOPK_V2: the largest elements of each row and their indexes; values are copied.

Of equal elements the one with the larger index comes first; -0.0 and 0.0 are equal. The contract
does not specify the position of a NaN.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.operations import toolkit as op


@op.condition("k is in [1, size of the last dimension of input]")
def _k_in_range(call: op.Call) -> str | None:
    k = call.scalar("k")
    if k < 1:
        return f"k is {k}, but must be at least 1"
    length = op.size(call, "input", -1)
    return (
        None
        if k <= length
        else f"k is {k}, but the last dimension of input has only {length} elements"
    )


def _shapes(call: op.Call) -> Sequence[op.Shape]:
    shape = (*call.shape("input")[:-1], call.scalar("k"))
    return shape, shape


def _compile(call: op.Call) -> op.Kernel:
    k = call.scalar("k")

    def largest(values: op.Array, _k: op.Array) -> tuple[op.Array, op.Array]:
        ascending = np.argsort(values, axis=-1, kind="stable")
        indices = ascending[..., ::-1][..., :k].astype(np.int32)
        return np.take_along_axis(values, indices, -1), indices

    return op.with_outputs(largest)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.TOPK_V2,
    properties=op.properties(
        op.IntervalBehavior(op.IntervalRule.LARGEST_ELEMENTS, op.Precision.COPIED),
        "movement.topk",
        op.Cost.AVERAGE,
    ),
    types=op.TYPES_1_2_AND_INT32,
    forms=op.one_form(op.tensor("input"), op.int32("k")),
    outputs=(op.tensor("values"), op.int32_tensor("indices")),
    shapes=_shapes,
    compile=_compile,
    conditions=(_k_in_range, op.same_quantization("input")),
    doc=(
        "values = the k largest elements of each row, in descending order; indices = their indexes"
    ),
)
