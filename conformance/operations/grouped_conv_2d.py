"""GROUPED_CONV_2D: a separate 2-D convolution for each group of channels.

The kernel and its rounding are those of CONV_2D.
"""

from __future__ import annotations

from conformance.operations import toolkit as op
from conformance.operations.conv_2d import compile_convolution, convolution_shapes
from conformance.operations.families import linear_layer, window


@op.condition("the input's channels equal num_groups * filter[3]")
def _filter_depth(call: op.Call) -> str | None:
    channels, depth = window.image_size(call, "channels"), window.size_of(call, "filter", 3)
    groups = call.scalar("num_groups")
    if groups * depth == channels:
        return None
    return (
        f"input has {channels} channels, but num_groups {groups} * filter depth {depth} is "
        f"{groups * depth}"
    )


@op.condition("filter[0], the number of output channels, is divisible by num_groups")
def _group_units(call: op.Call) -> str | None:
    units, groups = window.size_of(call, "filter", 0), call.scalar("num_groups")
    if groups < 1 or units % groups == 0:
        return None
    return f"filter has {units} output channels, which is not divisible by num_groups {groups}"


DEFINITIONS = (
    op.OperationDefinition(
        type=op.OperationType.GROUPED_CONV_2D,
        properties=op.properties(
            op.LINEAR_SUM,
            "images.grouped",
            op.Cost.VERY_HIGH,
            op.Trait.CONVOLUTION,
            mutation_examples=("grouped_conv_2d_forms_valid_layout_channel_quant8_signed_nchw",),
        ),
        types={type_: max(since, op.Version.V1_2) for type_, since in linear_layer.TYPES.items()},
        forms=window.window_forms(
            (
                op.IMAGE_INPUT,
                op.tensor(
                    "filter",
                    linear_layer.FILTER_TYPES,
                    ranks=op.ranks(4),
                    doc="[units, height, width, depth]",
                ),
                op.tensor("bias", linear_layer.BIAS_TYPES, ranks=op.ranks(1), doc="[units]"),
            ),
            (op.int32("num_groups", "number of groups of input and output channels"),),
            dilated=False,
            layout=op.boolean("layout", "true: input and output are NCHW"),
        ),
        outputs=op.IMAGE_OUTPUT,
        shapes=convolution_shapes,
        compile=lambda call: compile_convolution(call, call.scalar("num_groups")),
        conditions=(
            linear_layer.not_empty("filter"),
            *window.window_conditions(window.filter_shape, dilated=False),
            op.at_least("num_groups", 1),
            _filter_depth,
            _group_units,
            linear_layer.equal_sizes("bias_length", ("bias", 0), ("filter", 0)),
            linear_layer.channel_dimension(0),
            linear_layer.bias_quantization(),
            op.fused_activation(),
        ),
        doc="output = activation(convolution of each group's channels with its filters + bias)",
    ),
)
