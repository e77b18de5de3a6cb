"""GROUPED_CONV_2D: a separate 2-D convolution for each group of channels.

The kernel and its rounding are those of CONV_2D.
"""

from __future__ import annotations

from conformance.operations import toolkit as op
from conformance.operations.conv_2d import compile_convolution
from conformance.operations.families import linear_layer, window


@op.condition("the input's channels equal num_groups * filter[3]")
def _filter_depth(call: op.Call) -> str | None:
    channels, depth = window.image_size(call, "channels"), op.size(call, "filter", 3)
    groups = call.scalar("num_groups")
    if groups * depth == channels:
        return None
    return (
        f"input has {channels} channels, but num_groups {groups} * filter depth {depth} is "
        f"{groups * depth}"
    )


@op.condition("filter[0], the number of output channels, is divisible by num_groups")
def _group_units(call: op.Call) -> str | None:
    units, groups = op.size(call, "filter", 0), call.scalar("num_groups")
    if groups < 1 or units % groups == 0:
        return None
    return f"filter has {units} output channels, which is not divisible by num_groups {groups}"


DEFINITION = op.OperationDefinition(
    type=op.OperationType.GROUPED_CONV_2D,
    properties=linear_layer.convolution_properties("images.grouped").with_examples(
        "grouped_conv_2d_forms_valid_layout_channel_quant8_signed_nchw"
    ),
    types=op.not_before(op.Version.V1_2, op.TYPES_1_0),
    forms=window.window_forms(
        linear_layer.convolution_operands("[units, height, width, depth]"),
        (op.int32("num_groups", "number of groups of input and output channels"),),
        dilated=False,
        layout=op.boolean("layout", "true: input and output are NCHW"),
    ),
    outputs=op.IMAGE_OUTPUT,
    shapes=linear_layer.convolution_shapes(0),
    compile=lambda call: compile_convolution(call, call.scalar("num_groups")),
    conditions=(
        linear_layer.not_empty("filter"),
        *window.window_conditions(window.filter_shape, dilated=False),
        op.at_least("num_groups", 1),
        _filter_depth,
        _group_units,
        *linear_layer.unit_conditions(0),
        op.fused_activation(),
    ),
    doc="output = activation(convolution of each group's channels with its filters + bias)",
)
