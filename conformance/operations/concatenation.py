"""CONCATENATION: tensors joined along one axis, each requantized to the output's quantization.

Codes are copied where the quantizations are equal. Otherwise they are rounded to the nearest code,
ties away from zero, and clamped.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import joining


@op.condition("axis is in [0, rank) of the inputs; negative values are not allowed")
def _axis_in_range(call: op.Call) -> str | None:
    axis, rank = call.scalar("axis"), joining.known_rank(call)
    return None if 0 <= axis < rank else f"axis is {axis}, but must be in [0, {rank})"


@op.condition("the inputs have equal dimensions except along axis")
def _sizes_agree(call: op.Call) -> str | None:
    if (problem := joining.unequal_ranks(call)) is not None:
        return problem
    known = joining.known_dimensions(call)
    axis = call.scalar("axis")
    complete = len(known) == len(joining.members(call))
    for position in range(joining.known_rank(call)):
        sizes = {dims[position] for dims in known} if position != axis else set()
        if len(sizes - {None}) > 1:
            return (
                f"inputs differ in dimension {position}; only dimension {axis}, the axis, may "
                "differ"
            )
        complete = complete and None not in sizes
    if not complete:
        raise op.Unknown
    return None


def _shapes(call: op.Call) -> tuple[op.Shape]:
    shapes = [view.shape for view in joining.members(call)]
    axis = call.scalar("axis")
    joined = list(shapes[0])
    joined[axis] = sum(shape[axis] for shape in shapes)
    return (tuple(joined),)


def _requantization(view: op.OperandView, output: op.OperandView) -> op.Array | None:
    """Return the output code of each input code by its byte; ``None`` if codes are copied."""
    if not op.is_quantized(output) or view.same_quantization(output):
        return None
    assert view.info is not None
    codes = np.arange(256, dtype=np.uint8).view(view.info.dtype)
    return op.store(op.real(codes, view), output)


def _compile(call: op.Call) -> op.Kernel:
    axis = call.scalar("axis")
    output = call.output()
    tables = [_requantization(view, output) for view in joining.members(call)]

    def joined(inputs: list[op.Array]) -> tuple[op.Array]:
        return (np.concatenate(inputs, axis),)

    if all(table is None for table in tables):
        return lambda inputs: joined(cast("list[op.Array]", inputs[:-1]))
    return lambda inputs: joined(
        [
            member if table is None else table[member.view(np.uint8)]
            for table, member in zip(tables, cast("list[op.Array]", inputs[:-1]), strict=True)
        ]
    )


DEFINITION = op.OperationDefinition(
    type=op.OperationType.CONCATENATION,
    properties=op.properties(
        op.MONOTONE, "movement.concatenation", op.Cost.ABOVE_AVERAGE, mobile_weight=64
    ),
    primary="input_i",
    types=op.TYPES_1_0,
    forms=op.one_form(op.tensor("input_i", ranks=op.up_to(4), repeated=True), op.int32("axis")),
    outputs=(op.tensor("output", ranks=op.up_to(4)),),
    shapes=_shapes,
    compile=_compile,
    conditions=(_axis_in_range, _sizes_agree, joining.one_quantization(until=op.Version.V1_2)),
    zero_size=op.ZeroSize(op.Version.V1_2, "any input"),
    doc="output = inputs joined along axis; from 1.2 on, inputs are requantized to the output",
)
