"""ARGMAX, ARGMIN: the index of the largest or smallest element along one axis.

Among equal elements the first index is returned; the contract leaves this open. No rounding occurs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from conformance.operations import toolkit as op


def _shapes(call: op.Call) -> Sequence[op.Shape]:
    shape = call.shape("input")
    return (op.reduced_shape(shape, (call.scalar("axis") % len(shape),), False),)


def _compile(find_index: Callable[..., op.Array]) -> Callable[[op.Call], op.Kernel]:
    def compile_(call: op.Call) -> op.Kernel:
        axis, (shape,) = call.scalar("axis"), _shapes(call)

        def function(values: op.Array) -> op.Array:
            where = np.asarray(find_index(op.to_float32(values), axis=axis))
            return where.astype(np.int32).reshape(shape)

        return op.unary(function)

    return compile_


def _definition(
    type_: op.OperationType,
    properties: op.Properties,
    find_index: Callable[..., op.Array],
    adjective: str,
) -> op.OperationDefinition:
    return op.OperationDefinition(
        type=type_,
        properties=properties,
        types=op.TYPES_1_2_AND_INT32,
        forms=op.one_form(op.tensor("input"), op.int32("axis")),
        outputs=(op.int32_tensor("output"),),
        conditions=(op.axis_in_range("axis", "input"),),
        shapes=_shapes,
        compile=_compile(find_index),
        doc=(
            f"output = index of the {adjective} element along axis; the first index if several "
            "are equal"
        ),
    )


DEFINITIONS = (
    _definition(
        op.OperationType.ARGMAX,
        op.properties(
            op.IntervalBehavior(op.IntervalRule.LARGEST_INDEX, op.Precision.COPIED),
            "movement.arg_extremum",
            op.Cost.AVERAGE,
        ),
        np.argmax,
        "largest",
    ),
    _definition(
        op.OperationType.ARGMIN,
        op.properties(
            op.IntervalBehavior(op.IntervalRule.SMALLEST_INDEX, op.Precision.COPIED),
            "movement.arg_extremum",
            op.Cost.AVERAGE,
        ),
        np.argmin,
        "smallest",
    ),
)
