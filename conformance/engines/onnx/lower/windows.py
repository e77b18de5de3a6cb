"""Convolutions, pooling, image resizing and region operations; ONNX has channels first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from conformance.engines.onnx.graphs import Lowering, dtype_of, is_quantized
from conformance.engines.protocol import Declined
from conformance.hal import OperationType, SymmPerChannelQuantParams
from conformance.operations.families.window import (
    PADDINGS,
    WindowAxis,
    axes_of,
    filter_shape,
    same_padding,
)

_TO_NCHW: Final = (0, 3, 1, 2)
_TO_NHWC: Final = (0, 2, 3, 1)


def channels_first_image(lowering: Lowering, value: str) -> str:
    """Return an image in the call's layout with channels first."""
    return value if lowering.scalar("layout") else lowering.transpose(value, _TO_NCHW)


def set_image_output(lowering: Lowering, value: str, *, real: bool = True) -> None:
    """Set the first output to an image with channels first, of real numbers or of stored values."""
    if not lowering.scalar("layout"):
        value = lowering.transpose(value, _TO_NHWC)
    (lowering.set_real_output if real else lowering.set_stored_output)(0, value)


def _pads(height: WindowAxis, width: WindowAxis) -> list[int]:
    return [height.head, width.head, height.tail, width.tail]


def _filter_dims(lowering: Lowering) -> tuple[int, int]:
    return filter_shape(lowering.call)


def _convolution(lowering: Lowering, order: tuple[int, ...], groups: int) -> None:
    """Add a convolution.

    ``order`` permutes the filter to [units, channels of a group, height, width]. Quantized values
    are passed to QLinearConv, which accumulates them as integers.
    """
    activation = lowering.scalar("activation")
    height, width = axes_of(lowering.call, lambda _: _filter_dims(lowering))
    attributes: dict[str, Any] = {
        "group": groups,
        "pads": _pads(height, width),
        "strides": [height.stride, width.stride],
        "dilations": [height.dilation, width.dilation],
        "kernel_shape": [height.filter, width.filter],
    }
    if is_quantized(lowering.call.primary) and not lowering.scope.qdq:
        _quantized_convolution(lowering, order, activation, attributes)
        return
    source = channels_first_image(lowering, lowering.real_input("input"))
    operands = [source, lowering.real_weights("filter", order), lowering.real_bias("filter")]
    value = lowering.add_node("Conv", operands, **attributes)
    set_image_output(lowering, lowering.apply_activation(value, activation))


def _quantized_convolution(
    lowering: Lowering, order: tuple[int, ...], activation: int, attributes: dict[str, Any]
) -> None:
    source, target = lowering.view("input"), lowering.call.output()
    scales, zero = filter_quantization(lowering, "filter")
    value = lowering.add_node(
        "QLinearConv",
        [
            channels_first_image(lowering, lowering.stored_input("input")),
            lowering.constant(source.scale, np.float32),
            lowering.constant(source.zero_point, dtype_of(source)),
            lowering.transpose(lowering.stored_input("filter"), order),
            scales,
            zero,
            lowering.constant(target.scale, np.float32),
            lowering.constant(target.zero_point, dtype_of(target)),
            lowering.stored_input("bias"),
        ],
        **attributes,
    )
    set_image_output(lowering, _activate_codes(lowering, value, activation), real=False)


def filter_quantization(lowering: Lowering, name: str) -> tuple[str, str]:
    """Return the scales and zero points of a weights tensor."""
    view = lowering.view(name)
    params = view.extra_params
    if isinstance(params, SymmPerChannelQuantParams):
        scales = np.array(params.scales, np.float32)
        return lowering.constant(scales), lowering.constant(np.zeros(len(scales), np.int8))
    return (
        lowering.constant(view.scale, np.float32),
        lowering.constant(view.zero_point, dtype_of(view)),
    )


def _activate_codes(lowering: Lowering, value: str, activation: int) -> str:
    """Return the output's codes after a fused activation."""
    if not activation:
        return value
    view = lowering.call.output()
    return lowering.quantize(
        lowering.apply_activation(lowering.dequantize(value, view), activation), view
    )


def conv_2d(lowering: Lowering) -> None:
    """Lower CONV_2D."""
    _convolution(lowering, (0, 3, 1, 2), 1)


def grouped_conv_2d(lowering: Lowering) -> None:
    """Lower GROUPED_CONV_2D."""
    _convolution(lowering, (0, 3, 1, 2), lowering.scalar("num_groups"))


def depthwise_conv_2d(lowering: Lowering) -> None:
    """Lower DEPTHWISE_CONV_2D to a convolution with one group per channel."""
    channels = lowering.call.shape("input")[1 if lowering.scalar("layout") else 3]
    _convolution(lowering, (3, 0, 1, 2), channels)


def transpose_conv_2d(lowering: Lowering) -> None:
    """Lower TRANSPOSE_CONV_2D; output elements that no filter reaches equal the bias."""
    activation = lowering.scalar("activation")
    sizes = filter_shape(lowering.call)
    first = 2 if lowering.scalar("layout") else 1
    input_shape, output_shape = lowering.call.shape("input"), lowering.output_shape()
    pads: list[tuple[int, int]] = []
    for number, dimension in enumerate(("height", "width")):
        stride = lowering.scalar(f"stride_{dimension}")
        output_size = output_shape[first + number]
        covered = (input_shape[first + number] - 1) * stride + sizes[number]
        if lowering.call.position("padding_scheme") is None:
            head = lowering.scalar(PADDINGS[2 if number == 0 else 0])
        elif lowering.scalar("padding_scheme") == 1:
            head = same_padding(output_size, sizes[number], stride)[0]
        else:
            head = 0
        pads.append((head, covered - head - output_size))
    uncovered = [max(0, -tail) for _, tail in pads]
    value = lowering.add_node(
        "ConvTranspose",
        [
            channels_first_image(lowering, lowering.real_input("input")),
            lowering.real_weights("filter", (3, 0, 1, 2)),
        ],
        strides=[lowering.scalar("stride_height"), lowering.scalar("stride_width")],
        kernel_shape=list(sizes),
        pads=[head for head, _ in pads] + [max(0, tail) for _, tail in pads],
    )
    if any(uncovered):
        value = lowering.add_node(
            "Pad", [value, lowering.int64_constant([0, 0, 0, 0, 0, 0, *uncovered])]
        )
    bias = lowering.add_node(
        "Unsqueeze", [lowering.real_bias("filter"), lowering.int64_constant([1, 2])]
    )
    set_image_output(
        lowering, lowering.apply_activation(lowering.add_node("Add", [value, bias]), activation)
    )


Pool = Callable[[Lowering, str, dict[str, Any]], str]
"""Function that adds the operators of a pooling operation and returns their result."""


def _pool(combine: Pool) -> Callable[[Lowering], None]:
    def translate(lowering: Lowering) -> None:
        activation = lowering.scalar("activation")
        sizes = lowering.scalar("filter_height"), lowering.scalar("filter_width")
        height, width = axes_of(lowering.call, lambda _: sizes)
        attributes = {
            "kernel_shape": list(sizes),
            "pads": _pads(height, width),
            "strides": [height.stride, width.stride],
        }
        value = combine(
            lowering, channels_first_image(lowering, lowering.real_input("input")), attributes
        )
        set_image_output(lowering, lowering.apply_activation(value, activation))

    return translate


def _average(lowering: Lowering, value: str, attributes: dict[str, Any]) -> str:
    return lowering.add_node("AveragePool", [value], count_include_pad=0, **attributes)


def _root_mean_square(lowering: Lowering, value: str, attributes: dict[str, Any]) -> str:
    return lowering.add_node(
        "Sqrt", [_average(lowering, lowering.add_node("Mul", [value, value]), attributes)]
    )


def _maximum(lowering: Lowering, value: str, attributes: dict[str, Any]) -> str:
    return lowering.add_node("MaxPool", [value], **attributes)


def _resize(lowering: Lowering, **attributes: Any) -> None:
    shape = lowering.output_shape()
    if not lowering.scalar("layout"):
        shape = tuple(shape[axis] for axis in _TO_NCHW)
    coordinates = "asymmetric"
    if lowering.scalar("align_corners"):
        coordinates = "align_corners"
    elif lowering.scalar("half_pixel_centers"):
        coordinates = "half_pixel"
    value = channels_first_image(lowering, lowering.real_input("input"))
    value = lowering.add_node(
        "Resize",
        [value, "", "", lowering.int64_constant(shape)],
        coordinate_transformation_mode=coordinates,
        **attributes,
    )
    set_image_output(lowering, value)


def resize_bilinear(lowering: Lowering) -> None:
    """Lower RESIZE_BILINEAR."""
    _resize(lowering, mode="linear")


def resize_nearest_neighbor(lowering: Lowering) -> None:
    """Lower RESIZE_NEAREST_NEIGHBOR.

    With aligned corners the contract rounds positions half up. With half-pixel centers its formula
    is the floor of a position that includes the half pixel, which is the same rounding.
    """
    rounds_half_up = lowering.scalar("align_corners") or lowering.scalar("half_pixel_centers")
    _resize(
        lowering, mode="nearest", nearest_mode="round_prefer_ceil" if rounds_half_up else "floor"
    )


def instance_normalization(lowering: Lowering) -> None:
    """Lower INSTANCE_NORMALIZATION, which has one gamma and one beta for all channels."""
    channels = lowering.call.shape("input")[1 if lowering.scalar("layout") else 3]
    factors = [
        lowering.constant(np.full(channels, lowering.scalar(name)), np.float32)
        for name in ("gamma", "beta")
    ]
    value = channels_first_image(lowering, lowering.real_input("input"))
    value = lowering.add_node(
        "InstanceNormalization", [value, *factors], epsilon=float(lowering.scalar("epsilon"))
    )
    set_image_output(lowering, value)


def _regions(lowering: Lowering) -> tuple[str, float]:
    """Return the regions and their spatial scale; ONNX has one scale for both dimensions."""
    rois = lowering.real_input("rois")
    height, width = lowering.scalar("height_stride"), lowering.scalar("width_stride")
    if height == width:
        return rois, float(1 / height)
    return lowering.add_node("Div", [rois, lowering.constant([width, height] * 2, np.float32)]), 1.0


def _check_roi_align(lowering: Lowering) -> None:
    if lowering.scalar("height_samples") != lowering.scalar("width_samples"):
        raise Declined("RoiAlign.sampling_ratio applies to both height and width")


def roi_align(lowering: Lowering) -> None:
    """Lower ROI_ALIGN."""
    rois, scale = _regions(lowering)
    value = lowering.add_node(
        "RoiAlign",
        [
            channels_first_image(lowering, lowering.real_input("input")),
            rois,
            lowering.cast(lowering.stored_input("batch_index"), np.int64),
        ],
        mode="avg",
        output_height=lowering.scalar("out_height"),
        output_width=lowering.scalar("out_width"),
        sampling_ratio=lowering.scalar("height_samples"),
        spatial_scale=scale,
        coordinate_transformation_mode="output_half_pixel",
    )
    set_image_output(lowering, value)


def roi_pooling(lowering: Lowering) -> None:
    """Lower ROI_POOLING; ONNX expects the batch index in the first column of the regions."""
    rois, scale = _regions(lowering)
    axis = lowering.int64_constant([1])
    batch = lowering.add_node(
        "Unsqueeze", [lowering.cast(lowering.stored_input("batch_index"), np.float32), axis]
    )
    value = lowering.add_node(
        "MaxRoiPool",
        [
            channels_first_image(lowering, lowering.real_input("input")),
            lowering.add_node("Concat", [batch, rois], axis=1),
        ],
        pooled_shape=[lowering.scalar("out_height"), lowering.scalar("out_width")],
        spatial_scale=scale,
    )
    set_image_output(lowering, value)


_Op = OperationType

CHECKS: Final = {_Op.ROI_ALIGN: _check_roi_align}

TRANSLATORS: Final = {
    _Op.AVERAGE_POOL_2D: _pool(_average),
    _Op.CONV_2D: conv_2d,
    _Op.DEPTHWISE_CONV_2D: depthwise_conv_2d,
    _Op.GROUPED_CONV_2D: grouped_conv_2d,
    _Op.INSTANCE_NORMALIZATION: instance_normalization,
    _Op.L2_POOL_2D: _pool(_root_mean_square),
    _Op.MAX_POOL_2D: _pool(_maximum),
    _Op.RESIZE_BILINEAR: resize_bilinear,
    _Op.RESIZE_NEAREST_NEIGHBOR: resize_nearest_neighbor,
    _Op.ROI_ALIGN: roi_align,
    _Op.ROI_POOLING: roi_pooling,
    _Op.TRANSPOSE_CONV_2D: transpose_conv_2d,
}
