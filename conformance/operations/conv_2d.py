"""CONV_2D: 2-D convolution with a fused activation; also the kernel of GROUPED_CONV_2D.

Floating-point sums are accumulated in double precision and rounded once. Quantized results are
exact sums of products, rounded once with ties away from zero and clamped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from conformance.hal import OperationType, Version
from conformance.operations.call import Call
from conformance.operations.conditions import fused_activation
from conformance.operations.definition import (
    Array,
    Kernel,
    OperationDefinition,
    Shape,
    ZeroSize,
    ranks,
    tensor,
)
from conformance.operations.linear_layer import (
    BIAS_TYPES,
    FILTER_TYPES,
    TYPES,
    LinearLayer,
    bias_quantization,
    channel_dimension,
    equal_sizes,
    input_channels,
    not_empty,
    output_scale,
)
from conformance.operations.matmul import Finish, Product, Weights
from conformance.operations.properties import LINEAR_SUM, Cost, Properties, Sampling, Trait
from conformance.operations.window import (
    WindowAxis,
    axes_of,
    filter_shape,
    from_nhwc,
    image_shape,
    image_size,
    is_nchw,
    nhwc,
    padded,
    patches,
    size_of,
    window_conditions,
    window_forms,
)


def convolution_shapes(call: Call) -> tuple[Shape, ...]:
    """Return the output shape: one channel for each filter."""
    height, width = axes_of(call, filter_shape)
    batch, units = image_size(call, "batch"), size_of(call, "filter", 0)
    return (image_shape(call, batch, height.outputs, width.outputs, units),)


def _windows(image: Array, height: WindowAxis, width: WindowAxis, fill: int) -> Array:
    """Return all windows as an array of six dimensions.

    The dimensions are [images, lines, windows in a line, filter height, filter width, channels]. If
    every pixel is a window by itself (1 x 1 filter without padding or stride), no copy is needed:
    all pixels of all images are returned as the lines of a single image.
    """
    if height.is_single_element and width.is_single_element:
        return image.reshape(1, -1, 1, 1, 1, image.shape[3])
    return patches(padded(image, height, width, fill), height, width)


def compile_convolution(call: Call, groups: int = 1) -> Kernel:
    """Return the kernel of a convolution whose channels and filters are split into groups."""
    nchw = is_nchw(call)
    height, width = axes_of(call, filter_shape)
    units, depth = size_of(call, "filter", 0), size_of(call, "filter", 3)
    shape = (image_size(call, "batch"), height.outputs, width.outputs, units)
    dtype = call.output().info.dtype  # type: ignore[union-attr]
    call.scalar("activation")  # raises Unknown here if it is unknown; a kernel cannot defer
    group_units = [slice(g * units // groups, (g + 1) * units // groups) for g in range(groups)]

    def prepare(filter_: Array, bias: Array) -> tuple[list[Product], LinearLayer]:
        matrix = filter_.reshape(len(filter_), -1)
        layer = LinearLayer(call, matrix, bias)
        return [_product(layer, matrix, part) for part in group_units], layer

    constants = call.constant("filter"), call.constant("bias")
    ready = None
    if constants[0] is not None and constants[1] is not None:
        ready = prepare(constants[0], constants[1])

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        image, filter_, bias = inputs[:3]
        assert image is not None
        assert filter_ is not None
        assert bias is not None
        products, layer = ready or prepare(filter_, bias)
        out = np.empty(shape, dtype)
        source = nhwc(image, nchw)
        for group, (product, part) in enumerate(zip(products, group_units, strict=True)):
            channels = source[..., group * depth : (group + 1) * depth]
            windows = _windows(channels, height, width, layer.fill)
            images = out.reshape(len(windows), math.prod(windows.shape[1:3]), units)
            for lines, target in zip(windows, images, strict=True):
                product.run(_filler(lines), lines.shape[0], lines.shape[1], target[:, part])
        return (from_nhwc(out, nchw),)

    return kernel


def _product(layer: LinearLayer, matrix: Array, part: slice) -> Product:
    """Return the product with the filters of one group."""
    weights = Weights(matrix[part], layer.weight_zero_point, layer.dtype)

    def finish(tile: slice) -> Finish:
        return layer.finish(slice(part.start + tile.start, part.start + tile.stop))

    return Product(weights, layer.dtype, finish)


def _filler(windows: Array) -> Callable[[Array, int, int], None]:
    def fill(rows: Array, start: int, stop: int) -> None:
        source = windows[start:stop]
        np.copyto(rows.reshape(source.shape), source, casting="safe")

    return fill


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.CONV_2D,
        properties=Properties(
            LINEAR_SUM,
            Sampling("images.convolution", mobile_weight=256),
            Cost.VERY_HIGH,
            traits=(Trait.CONVOLUTION,),
            mutation_examples=(
                "conv_2d_layout_dilation_dilation_valid_quant8_signed_nchw_all_inputs_as_internal",
                "conv_2d_same_channel_quant8",
            ),
        ),
        since=Version.V1_0,
        primary="input",
        types=TYPES,
        forms=window_forms(
            (
                tensor("input", ranks=ranks(4), doc="[batch, height, width, channels] or NCHW"),
                tensor(
                    "filter", FILTER_TYPES, ranks=ranks(4), doc="[units, height, width, channels]"
                ),
                tensor("bias", BIAS_TYPES, ranks=ranks(1), doc="[units]"),
            ),
            dilated=True,
        ),
        outputs=(tensor("output", ranks=ranks(4)),),
        shapes=convolution_shapes,
        compile=compile_convolution,
        conditions=(
            not_empty("filter"),
            *window_conditions(filter_shape, dilated=True),
            input_channels("filter_depth", ("filter", 3)),
            equal_sizes("bias_length", ("bias", 0), ("filter", 0)),
            channel_dimension(0),
            bias_quantization(),
            output_scale(),
            fused_activation(),
        ),
        zero_size=ZeroSize(Version.V1_2, "batch of the input"),
        doc="output = activation(sum over window and channels of input * filter + bias)",
    ),
)
