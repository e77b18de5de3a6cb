"""REVERSE: the order of the elements along one axis reversed; values are copied."""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


@op.condition("axis is in [0, rank) of input; negative values are not allowed")
def _axis_in_range(call: op.Call) -> str | None:
    axes, rank = call.value("axis").ravel().tolist(), call.rank("input")
    invalid = [axis for axis in axes if not 0 <= axis < rank]
    return f"axis is {invalid[0]}, but must be in [0, {rank})" if invalid else None


def _compile(call: op.Call) -> op.Kernel:
    axis = call.value("axis").item()
    reverse = (slice(None),) * axis + (slice(None, None, -1),)

    def function(values: op.Array) -> op.Array:
        if _in_words(values, axis):
            words = values.view(np.uint64)[reverse].byteswap()
            return np.asarray(words.view(values.dtype))
        return np.asarray(values[reverse])

    return op.unary(function)


def _in_words(values: op.Array, axis: int) -> bool:
    """Return whether eight bytes can be reversed at a time, which is several times faster."""
    return (
        values.itemsize == 1
        and axis == values.ndim - 1
        and values.shape[axis] % 8 == 0
        and values.size > op.MIN_ELEMENTS
        and values.flags.c_contiguous
    )


DEFINITION = op.OperationDefinition(
    type=op.OperationType.REVERSE,
    properties=op.properties(op.COPIES, "movement.reverse", op.Cost.AVERAGE),
    types=op.types_and_int32_since(op.Version.AIDL_V3),
    forms=op.one_form(op.tensor("input", ranks=op.up_to(8)), op.int32_vector("axis")),
    outputs=(op.tensor("output", ranks=op.up_to(8)),),
    compile=_compile,
    conditions=(
        op.vector_length("axis", lambda _call: 1, "one_axis", "axis has shape [1]"),
        _axis_in_range,
        op.same_quantization("input"),
    ),
    doc="output = input with the order along axis reversed",
)
