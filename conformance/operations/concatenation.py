"""CONCATENATION: tensors joined along one axis, each requantized to the output's quantization.

Codes are copied where the quantizations are equal. Otherwise they are rounded to the nearest code,
ties away from zero, and clamped.
"""

from __future__ import annotations

from collections.abc import Sequence
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


def _compile(call: op.Call) -> op.Kernel:
    axis, output = call.scalar("axis"), call.output()
    if not op.is_quantized(output):
        return lambda inputs: (np.concatenate(cast("list[op.Array]", inputs[:-1]), axis),)
    recoders = [op.make_recoder(view, output) for view in joining.members(call)]

    def kernel(inputs: Sequence[op.Array | None]) -> tuple[op.Array]:
        members = zip(recoders, cast("list[op.Array]", inputs[:-1]), strict=True)
        return (np.concatenate([recode(codes) for recode, codes in members], axis),)

    return kernel


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
