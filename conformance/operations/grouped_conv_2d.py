"""GROUPED_CONV_2D: a separate 2-D convolution for each group of channels.

The kernel and its rounding are those of CONV_2D.
"""

from __future__ import annotations

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.conditions import at_least, fused_activation
from conformance.operations.conv_2d import compile_convolution, convolution_shapes
from conformance.operations.definition import (
    Condition,
    OperationDefinition,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.linear_layer import (
    BIAS_TYPES,
    FILTER_TYPES,
    TYPES,
    bias_quantization,
    channel_dimension,
    equal_sizes,
    not_empty,
)
from conformance.operations.properties import LINEAR_SUM, Cost, Properties, Sampling, Trait
from conformance.operations.window import (
    filter_shape,
    image_size,
    size_of,
    window_conditions,
    window_forms,
)


def _depth(call: Call) -> str | None:
    channels, depth = image_size(call, "channels"), size_of(call, "filter", 3)
    groups = call.scalar("num_groups")
    if groups * depth == channels:
        return None
    return (
        f"input has {channels} channels, but num_groups {groups} * filter depth {depth} is "
        f"{groups * depth}"
    )


def _units(call: Call) -> str | None:
    units, groups = size_of(call, "filter", 0), call.scalar("num_groups")
    if groups < 1 or units % groups == 0:
        return None
    return f"filter has {units} output channels, which is not divisible by num_groups {groups}"


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.GROUPED_CONV_2D,
        properties=Properties(
            LINEAR_SUM,
            Sampling("images.grouped"),
            Cost.VERY_HIGH,
            traits=(Trait.CONVOLUTION,),
            mutation_examples=("grouped_conv_2d_forms_valid_layout_channel_quant8_signed_nchw",),
        ),
        since=Version.V1_2,
        primary="input",
        types={type_: max(since, Version.V1_2) for type_, since in TYPES.items()},
        forms=window_forms(
            (
                tensor("input", ranks=ranks(4), doc="[batch, height, width, channels] or NCHW"),
                tensor("filter", FILTER_TYPES, ranks=ranks(4), doc="[units, height, width, depth]"),
                tensor("bias", BIAS_TYPES, ranks=ranks(1), doc="[units]"),
            ),
            (
                scalar(
                    "num_groups",
                    OperandType.INT32,
                    doc="number of groups of input and output channels",
                ),
            ),
            dilated=False,
            layout=scalar("layout", OperandType.BOOL, doc="true: input and output are NCHW"),
        ),
        outputs=(tensor("output", ranks=ranks(4)),),
        shapes=convolution_shapes,
        compile=lambda call: compile_convolution(call, call.scalar("num_groups")),
        conditions=(
            not_empty("filter"),
            *window_conditions(filter_shape, dilated=False),
            at_least("num_groups", 1),
            Condition("filter_depth", _depth, "the input's channels equal num_groups * filter[3]"),
            Condition(
                "group_units",
                _units,
                "filter[0], the number of output channels, is divisible by num_groups",
            ),
            equal_sizes("bias_length", ("bias", 0), ("filter", 0)),
            channel_dimension(0),
            bias_quantization(),
            fused_activation(),
        ),
        doc="output = activation(convolution of each group's channels with its filters + bias)",
    ),
)
