"""DEPTHWISE_CONV_2D: 2-D convolution of each channel with its own filter or filters.

Floating-point sums are accumulated in double precision and rounded once. Quantized results are
exact sums of products, rounded once with ties away from zero and clamped.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import linear_layer, window
from conformance.operations.kernels import matmul

_BLOCK_BYTES = 1 << 17
"""Bytes of sums that are computed together, so that they stay in the core's cache."""

_shapes = linear_layer.convolution_shapes(3)


def _add_products(
    rows: op.Array,
    taps: op.Array,
    height: window.WindowAxis,
    width: window.WindowAxis,
    sums: op.Array,
) -> None:
    """Compute output lines as sums of products; the first window begins at the first of ``rows``.

    ``taps`` has the dimensions [filter height, filter width, columns, units].
    """
    product = matmul.scratch.take("product", sums.shape, sums.dtype)
    for y, x in np.ndindex(taps.shape[:2]):
        top, left = y * height.dilation, x * width.dilation
        seen = rows[top :: height.stride, left :: width.stride][: len(sums), : width.outputs]
        if y == x == 0:
            np.multiply(seen, taps[y, x], out=sums)
        else:
            sums += np.multiply(seen, taps[y, x], out=product)


def _compile(call: op.Call) -> op.Kernel:
    _shapes(call)
    nchw = window.is_nchw(call)
    height, width = window.axes_of(call, window.filter_shape)
    units, multiplier = op.size(call, "filter", 3), call.scalar("depth_multiplier")
    shape = (window.image_size(call, "batch"), height.outputs, width.outputs, units)
    dtype = call.output().dtype

    def prepare(filter_: op.Array, bias: op.Array) -> tuple[linear_layer.LinearLayer, op.Array]:
        layer = linear_layer.LinearLayer(call, filter_.reshape(-1, units).T, bias)
        taps = filter_[0].astype(layer.dtype)
        taps -= layer.weight_zero_point
        # Each tap is repeated for a whole line, which makes numpy's inner loops long.
        return layer, np.repeat(taps[:, :, None], width.outputs, axis=2)

    def run(prepared: tuple[linear_layer.LinearLayer, op.Array], image: op.Array) -> op.Array:
        layer, taps = prepared
        finish = layer.finish(slice(0, units))
        source = window.padded(window.nhwc(image, nchw), height, width, layer.fill)
        if multiplier > 1:
            source = np.repeat(source, multiplier, axis=3)
        out = np.empty(shape, dtype)
        lines = max(1, _BLOCK_BYTES // (layer.dtype.itemsize * width.outputs * units))
        for padded, target in zip(source, out, strict=True):
            for start, stop in matmul.even_ranges(height.outputs, lines):
                first = start * height.stride
                rows = padded[first : first + (stop - start - 1) * height.stride + height.extent]
                block = target[start:stop]
                sums = matmul.scratch.take("sums", block.shape, layer.dtype)
                _add_products(rows.astype(layer.dtype), taps, height, width, sums)
                finish(sums.reshape(-1, units), block.reshape(-1, units))
        return window.from_nhwc(out, nchw)

    return linear_layer.layer_kernel(call, prepare, run)


@op.condition("filter[3] equals the input's channels * depth_multiplier")
def _filter_depth(call: op.Call) -> str | None:
    channels, multiplier = window.image_size(call, "channels"), call.scalar("depth_multiplier")
    units = op.size(call, "filter", 3)
    if channels * multiplier == units:
        return None
    return (
        f"filter has {units} output channels, but input has {channels} channels and "
        f"depth_multiplier is {multiplier}: {channels * multiplier} are required"
    )


@op.condition("filter has shape [1, height, width, units]: its first size is 1")
def _filter_batch(call: op.Call) -> str | None:
    size = op.size(call, "filter", 0)
    return None if size == 1 else f"filter has size {size} in dimension 0, but must have 1"


DEFINITION = op.OperationDefinition(
    type=op.OperationType.DEPTHWISE_CONV_2D,
    properties=linear_layer.convolution_properties(
        "images.depthwise", mobile_weight=256
    ).with_examples(
        "depthwise_conv_2d_layout_dilation_dilation_valid_quant8_signed_nhwc_all_tensors_as_inputs"
    ),
    types=op.TYPES_1_0,
    forms=window.window_forms(
        linear_layer.convolution_operands("[1, height, width, units]"),
        (op.int32("depth_multiplier", "output channels per input channel"),),
        dilated=True,
    ),
    outputs=op.IMAGE_OUTPUT,
    shapes=_shapes,
    compile=_compile,
    conditions=(
        linear_layer.not_empty("filter"),
        *window.window_conditions(window.filter_shape, dilated=True),
        op.at_least("depth_multiplier", 1),
        _filter_batch,
        _filter_depth,
        *linear_layer.unit_conditions(3),
        linear_layer.output_scale(),
        op.fused_activation(),
    ),
    zero_size=op.ZeroSize(op.Version.V1_2, "batch of the input"),
    doc="output = activation(sum over the window of input * filter + bias), per channel",
)
