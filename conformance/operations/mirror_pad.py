"""MIRROR_PAD: a tensor padded with its own mirror image; values are copied."""

from __future__ import annotations

from typing import Final

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.pad import PADDINGS_CONDITIONS, padded_shapes

REFLECT: Final = 0
"""The border element is not repeated: [1, 2, 3] continues with 2, 1."""

SYMMETRIC: Final = 1
"""The border element is repeated: [1, 2, 3] continues with 3, 2."""


@op.condition(
    "each padding is less than the size of its dimension (REFLECT), or at most that "
    "size (SYMMETRIC)"
)
def _paddings_not_above_size(call: op.Call) -> str | None:
    mode = call.scalar("mode")
    if mode not in (REFLECT, SYMMETRIC):
        return None  # condition mode_code reports this
    paddings = call.value("paddings").tolist()
    for axis, (length, pair) in enumerate(zip(call.shape("input"), paddings, strict=False)):
        maximum = length - 1 if mode == REFLECT else length
        if max(pair) > maximum:
            return (
                f"paddings of dimension {axis} is {pair}, but each may be at most {maximum}, as "
                f"the size is {length}"
            )
    return None


def _sources(length: int, before: int, after: int, mode: int) -> op.Array:
    """Return the input index that each output index copies."""
    position = np.arange(-before, length + after)
    if mode == SYMMETRIC:
        position = np.where(position < 0, -1 - position, position)
        return np.where(position >= length, 2 * length - 1 - position, position)
    position = np.abs(position)
    return np.where(position >= length, 2 * length - 2 - position, position)


def _compile(call: op.Call) -> op.Kernel:
    mode, paddings = call.scalar("mode"), call.value("paddings").tolist()
    steps = []
    for axis, (length, (before, after)) in enumerate(
        zip(call.shape("input"), paddings, strict=True)
    ):
        if before or after:
            sources = _sources(length, before, after, mode)
            steps.append((axis, sources[:before], sources[before + length :]))

    def mirrored(values: op.Array) -> op.Array:
        for axis, first, last in steps:
            parts = values.take(first, axis), values, values.take(last, axis)
            values = np.concatenate(parts, axis)
        return values

    return op.unary(mirrored)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.MIRROR_PAD,
    properties=op.properties(op.COPIES, "movement.mirror_pad", op.Cost.AVERAGE),
    types=op.types_and_int32_since(op.Version.AIDL_V3),
    forms=op.one_form(
        op.tensor("input"),
        op.tensor("paddings", op.INT32_TENSOR, ranks=op.ranks(2)),
        op.int32("mode"),
    ),
    shapes=padded_shapes,
    compile=_compile,
    conditions=(
        *PADDINGS_CONDITIONS,
        op.code_of("mode", {REFLECT: "REFLECT", SYMMETRIC: "SYMMETRIC"}),
        _paddings_not_above_size,
        op.same_quantization("input"),
    ),
    doc="output = input, padded in each dimension i by paddings[i] mirrored elements",
)
