"""CONV_2D: 2-D convolution with a fused activation; also the kernel of GROUPED_CONV_2D.

Floating-point sums are accumulated in double precision and rounded once. Quantized results are
exact sums of products, rounded once with ties away from zero and clamped.
"""

from __future__ import annotations

import math

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import linear_layer, window
from conformance.operations.kernels import matmul


def _windows(
    image: op.Array, height: window.WindowAxis, width: window.WindowAxis, fill: int
) -> op.Array:
    """Return all windows as an array of six dimensions.

    The dimensions are [images, lines, windows in a line, filter height, filter width, channels]. If
    every pixel is a window by itself (1 x 1 filter without padding or stride), no copy is needed:
    all pixels of all images are returned as the lines of a single image.
    """
    if height.is_single_element and width.is_single_element:
        return image.reshape(1, -1, 1, 1, 1, image.shape[3])
    return window.patches(window.padded(image, height, width, fill), height, width)


def compile_convolution(call: op.Call, groups: int = 1) -> op.Kernel:
    """Return the kernel of a convolution whose channels and filters are split into groups."""
    nchw = window.is_nchw(call)
    height, width = window.axes_of(call, window.filter_shape)
    units, depth = op.size(call, "filter", 0), op.size(call, "filter", 3)
    shape = (window.image_size(call, "batch"), height.outputs, width.outputs, units)
    dtype = call.output().dtype
    group_units = [slice(g * units // groups, (g + 1) * units // groups) for g in range(groups)]

    def prepare(
        filter_: op.Array, bias: op.Array
    ) -> tuple[list[matmul.Product], linear_layer.LinearLayer]:
        matrix = filter_.reshape(len(filter_), -1)
        layer = linear_layer.LinearLayer(call, matrix, bias)
        return [_product(layer, matrix, part) for part in group_units], layer

    def run(
        prepared: tuple[list[matmul.Product], linear_layer.LinearLayer], image: op.Array
    ) -> op.Array:
        products, layer = prepared
        out = np.empty(shape, dtype)
        source = window.nhwc(image, nchw)
        for group, (product, part) in enumerate(zip(products, group_units, strict=True)):
            channels = source[..., group * depth : (group + 1) * depth]
            windows = _windows(channels, height, width, layer.fill)
            images = out.reshape(len(windows), math.prod(windows.shape[1:3]), units)
            for lines, target in zip(windows, images, strict=True):
                product.run(lines, target[:, part])
        return window.from_nhwc(out, nchw)

    return linear_layer.layer_kernel(call, prepare, run)


def _product(layer: linear_layer.LinearLayer, matrix: op.Array, part: slice) -> matmul.Product:
    def finish(tile: slice) -> matmul.FloatFinish | matmul.QuantFinish:
        return layer.finish(slice(part.start + tile.start, part.start + tile.stop))

    return matmul.Product(matrix[part], layer.weight_zero_point, layer.dtype, finish)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.CONV_2D,
    properties=linear_layer.convolution_properties(
        "images.convolution", mobile_weight=256
    ).with_examples(
        "conv_2d_layout_dilation_dilation_valid_quant8_signed_nchw_all_inputs_as_internal",
        "conv_2d_same_channel_quant8",
    ),
    types=op.TYPES_1_0,
    forms=window.window_forms(
        linear_layer.convolution_operands("[units, height, width, channels]"), dilated=True
    ),
    outputs=op.IMAGE_OUTPUT,
    shapes=linear_layer.convolution_shapes(0),
    compile=compile_convolution,
    conditions=(
        linear_layer.not_empty("filter"),
        *window.window_conditions(window.filter_shape, dilated=True),
        linear_layer.input_channels("filter_depth", ("filter", 3)),
        *linear_layer.unit_conditions(0),
        linear_layer.output_scale(),
        op.fused_activation(),
    ),
    zero_size=op.ZeroSize(op.Version.V1_2, "batch of the input"),
    doc="output = activation(sum over window and channels of input * filter + bias)",
)
