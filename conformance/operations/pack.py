"""PACK: tensors of the same shape stacked along a new dimension; values are copied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import joining


@op.condition("axis is in [0, rank] of the inputs; negative values are not allowed")
def _axis_in_range(call: op.Call) -> str | None:
    axis, rank = call.scalar("axis"), joining.known_rank(call)
    return None if 0 <= axis <= rank else f"axis is {axis}, but must be in [0, {rank + 1})"


@op.condition("all inputs have the same dimensions")
def _shapes_agree(call: op.Call) -> str | None:
    if (problem := joining.unequal_ranks(call)) is not None:
        return problem
    known = joining.known_dimensions(call)
    for position, sizes in enumerate(zip(*known, strict=True)):
        if len(set(sizes) - {None}) > 1:
            return f"inputs have different sizes in dimension {position}: {sizes}"
    if len(known) < len(joining.members(call)) or any(None in dims for dims in known):
        raise op.Unknown
    return None


def _shapes(call: op.Call) -> tuple[op.Shape]:
    members, axis = joining.members(call), call.scalar("axis")
    shape = members[0].shape
    return ((*shape[:axis], len(members), *shape[axis:]),)


def _compile(call: op.Call) -> op.Kernel:
    axis = call.scalar("axis")
    expand = (slice(None),) * axis + (None,)

    def kernel(inputs: Sequence[op.Array | None]) -> tuple[op.Array]:
        members = cast("list[op.Array]", inputs[1:])
        return (np.concatenate([member[expand] for member in members], axis),)

    return kernel


DEFINITION = op.OperationDefinition(
    type=op.OperationType.PACK,
    properties=op.properties(op.COPIES, "movement.pack", op.Cost.AVERAGE),
    primary="input_i",
    types=op.types_and_int32_since(op.Version.AIDL_V2),
    forms=op.one_form(op.int32("axis"), op.tensor("input_i", repeated=True)),
    shapes=_shapes,
    compile=_compile,
    conditions=(_axis_in_range, _shapes_agree, joining.one_quantization()),
    doc="output[.., i, ..] = input i, where i is the index in the new dimension axis",
)
