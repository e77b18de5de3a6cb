"""MIRROR_PAD: a tensor padded with its own mirror image; values are copied."""

from __future__ import annotations

from typing import Final

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import unary
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import same_quantization
from conformance.operations.model.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    only,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling
from conformance.operations.pad import PADDINGS_CONDITIONS, padded_shapes

REFLECT: Final = 0
"""The border element is not repeated: [1, 2, 3] continues with 2, 1."""

SYMMETRIC: Final = 1
"""The border element is repeated: [1, 2, 3] continues with 3, 2."""


def _known_mode(call: Call) -> str | None:
    mode = call.scalar("mode")
    if mode in (REFLECT, SYMMETRIC):
        return None
    return f"mode is {mode}, but must be 0 (REFLECT) or 1 (SYMMETRIC)"


def _enough_to_mirror(call: Call) -> str | None:
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


def _sources(length: int, before: int, after: int, mode: int) -> Array:
    """Return the input index that each output index copies."""
    position = np.arange(-before, length + after)
    if mode == SYMMETRIC:
        position = np.where(position < 0, -1 - position, position)
        return np.where(position >= length, 2 * length - 1 - position, position)
    position = np.abs(position)
    return np.where(position >= length, 2 * length - 2 - position, position)


def _compile(call: Call) -> Kernel:
    mode, paddings = call.scalar("mode"), call.value("paddings").tolist()
    steps = []
    for axis, (length, (before, after)) in enumerate(
        zip(call.shape("input"), paddings, strict=True)
    ):
        if before or after:
            sources = _sources(length, before, after, mode)
            steps.append((axis, sources[:before], sources[before + length :]))

    def mirrored(values: Array) -> Array:
        for axis, first, last in steps:
            parts = values.take(first, axis), values, values.take(last, axis)
            values = np.concatenate(parts, axis)
        return values

    return unary(mirrored)


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.MIRROR_PAD,
        properties=Properties(COPIES, Sampling("movement.mirror_pad"), Cost.AVERAGE),
        since=Version.AIDL_V3,
        primary="input",
        types=dict.fromkeys(
            (
                OperandType.TENSOR_FLOAT32,
                OperandType.TENSOR_FLOAT16,
                OperandType.TENSOR_INT32,
                OperandType.TENSOR_QUANT8_ASYMM,
                OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
            ),
            Version.AIDL_V3,
        ),
        forms=(
            Form(
                "default",
                (
                    tensor("input"),
                    tensor("paddings", only(OperandType.TENSOR_INT32), ranks=ranks(2)),
                    scalar("mode", OperandType.INT32),
                ),
                (3,),
            ),
        ),
        outputs=(tensor("output"),),
        shapes=padded_shapes,
        compile=_compile,
        conditions=(
            *PADDINGS_CONDITIONS,
            Condition("mode_code", _known_mode, "mode is 0 (REFLECT) or 1 (SYMMETRIC)"),
            Condition(
                "paddings_not_above_size",
                _enough_to_mirror,
                "each padding is less than the size of its dimension (REFLECT), or at most that "
                "size (SYMMETRIC)",
            ),
            same_quantization("input"),
        ),
        doc="output = input, padded in each dimension i by paddings[i] mirrored elements",
    ),
)
