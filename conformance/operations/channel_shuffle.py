"""CHANNEL_SHUFFLE: transpose the group and channel dimensions along one axis; values are copied."""

from __future__ import annotations

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import unary
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import at_least, axis_in_range, same_quantization
from conformance.operations.model.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    scalar,
    tensor,
    up_to,
)
from conformance.operations.model.named_sizes import axis_size
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling


def _groups_are_equal(call: Call) -> str | None:
    groups = call.scalar("num_groups")
    channels = axis_size(call, "axis", "input")
    if groups > 0 and channels is not None and channels % groups:
        return f"input has {channels} channels, which is not divisible by num_groups {groups}"
    return None


def _compile(call: Call) -> Kernel:
    groups, axis = call.scalar("num_groups"), call.scalar("axis")

    def shuffled(values: Array) -> Array:
        shape = values.shape
        position = axis % len(shape)
        grouped = values.reshape(
            *shape[:position], groups, shape[position] // groups, *shape[position + 1 :]
        )
        return grouped.swapaxes(position, position + 1).reshape(shape)

    return unary(shuffled)


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.CHANNEL_SHUFFLE,
        properties=Properties(COPIES, Sampling("images.channel_shuffle"), Cost.AVERAGE),
        since=Version.V1_2,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_2,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=up_to(4)),
                    scalar("num_groups", OperandType.INT32),
                    scalar("axis", OperandType.INT32),
                ),
                (3,),
            ),
        ),
        outputs=(tensor("output", ranks=up_to(4)),),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile,
        conditions=(
            at_least("num_groups", 1),
            axis_in_range("axis", "input"),
            Condition(
                "channels_divisible",
                _groups_are_equal,
                "the size of input along axis is divisible by num_groups",
            ),
            same_quantization("input"),
        ),
        doc="output channel k * num_groups + g = input channel g * group_size + k",
    ),
)
