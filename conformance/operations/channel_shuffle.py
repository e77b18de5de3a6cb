"""CHANNEL_SHUFFLE: transpose the group and channel dimensions along one axis; values are copied."""

from __future__ import annotations

from conformance.operations import toolkit as op


@op.condition("the size of input along axis is divisible by num_groups")
def _channels_divisible(call: op.Call) -> str | None:
    groups = call.scalar("num_groups")
    channels = op.axis_size(call, "axis", "input")
    if groups > 0 and channels is not None and channels % groups:
        return f"input has {channels} channels, which is not divisible by num_groups {groups}"
    return None


def _compile(call: op.Call) -> op.Kernel:
    groups, axis = call.scalar("num_groups"), call.scalar("axis")

    def shuffled(values: op.Array) -> op.Array:
        shape = values.shape
        position = axis % len(shape)
        grouped = values.reshape(
            *shape[:position], groups, shape[position] // groups, *shape[position + 1 :]
        )
        return grouped.swapaxes(position, position + 1).reshape(shape)

    return op.unary(shuffled)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.CHANNEL_SHUFFLE,
    properties=op.properties(op.COPIES, "blocks.channel_shuffle", op.Cost.AVERAGE),
    types=op.TYPES_1_2,
    forms=op.one_form(
        op.tensor("input", ranks=op.up_to(4)), op.int32("num_groups"), op.int32("axis")
    ),
    outputs=(op.tensor("output", ranks=op.up_to(4)),),
    compile=_compile,
    conditions=(
        op.at_least("num_groups", 1),
        op.axis_in_range("axis", "input"),
        _channels_divisible,
        op.same_quantization("input"),
    ),
    doc="output channel k * num_groups + g = input channel g * group_size + k",
)
