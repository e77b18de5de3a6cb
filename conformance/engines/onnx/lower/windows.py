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


def channels_first_image(op: Lowering, value: str) -> str:
    """Return an image in the call's layout with channels first."""
    return value if op.scalar("layout") else op.transpose(value, _TO_NCHW)


def set_image_output(op: Lowering, value: str, *, real: bool = True) -> None:
    """Set the first output to an image with channels first, of real numbers or of stored values."""
    if not op.scalar("layout"):
        value = op.transpose(value, _TO_NHWC)
    (op.set_real_output if real else op.set_stored_output)(value)


def _pads(height: WindowAxis, width: WindowAxis) -> list[int]:
    return [height.head, width.head, height.tail, width.tail]


def _convolution(op: Lowering, order: tuple[int, ...], groups: int) -> None:
    """Add a convolution.

    ``order`` permutes the filter to [units, channels of a group, height, width]. Quantized values
    are passed to QLinearConv, which accumulates them as integers.
    """
    activation = op.scalar("activation")
    height, width = axes_of(op.call, filter_shape)
    attributes: dict[str, Any] = {
        "group": groups,
        "pads": _pads(height, width),
        "strides": [height.stride, width.stride],
        "dilations": [height.dilation, width.dilation],
        "kernel_shape": [height.filter, width.filter],
    }
    if is_quantized(op.call.primary) and not op.scope.qdq:
        _quantized_convolution(op, order, activation, attributes)
        return
    source = channels_first_image(op, op.real_input("input"))
    operands = [source, op.real_weights("filter", order), op.real_bias("filter")]
    value = op.add_node("Conv", operands, **attributes)
    set_image_output(op, op.apply_activation(value, activation))


def _quantized_convolution(
    op: Lowering, order: tuple[int, ...], activation: int, attributes: dict[str, Any]
) -> None:
    source, target = op.view("input"), op.call.output()
    scales, zero = filter_quantization(op, "filter")
    value = op.add_node(
        "QLinearConv",
        [
            channels_first_image(op, op.stored_input("input")),
            op.constant(source.scale, np.float32),
            op.constant(source.zero_point, dtype_of(source)),
            op.transpose(op.stored_input("filter"), order),
            scales,
            zero,
            op.constant(target.scale, np.float32),
            op.constant(target.zero_point, dtype_of(target)),
            op.stored_input("bias"),
        ],
        **attributes,
    )
    set_image_output(op, _activate_codes(op, value, activation), real=False)


def filter_quantization(op: Lowering, name: str) -> tuple[str, str]:
    """Return the scales and zero points of a weights tensor."""
    view = op.view(name)
    params = view.extra_params
    if isinstance(params, SymmPerChannelQuantParams):
        scales = np.array(params.scales, np.float32)
        return op.constant(scales), op.constant(np.zeros(len(scales), np.int8))
    return op.constant(view.scale, np.float32), op.constant(view.zero_point, dtype_of(view))


def _activate_codes(op: Lowering, value: str, activation: int) -> str:
    """Return the output's codes after a fused activation."""
    if not activation:
        return value
    view = op.call.output()
    return op.quantize(op.apply_activation(op.dequantize(value, view), activation), view)


def conv_2d(op: Lowering) -> None:
    """Lower CONV_2D, which has one group, or GROUPED_CONV_2D."""
    _convolution(op, (0, 3, 1, 2), op.scalar("num_groups") or 1)


def depthwise_conv_2d(op: Lowering) -> None:
    """Lower DEPTHWISE_CONV_2D to a convolution with one group per channel."""
    channels = op.call.shape("input")[1 if op.scalar("layout") else 3]
    _convolution(op, (3, 0, 1, 2), channels)


def transpose_conv_2d(op: Lowering) -> None:
    """Lower TRANSPOSE_CONV_2D; output elements that no filter reaches equal the bias."""
    activation = op.scalar("activation")
    sizes = filter_shape(op.call)
    first = 2 if op.scalar("layout") else 1
    input_shape, output_shape = op.call.shape("input"), op.output_shape()
    pads: list[tuple[int, int]] = []
    for number, dimension in enumerate(("height", "width")):
        stride = op.scalar(f"stride_{dimension}")
        output_size = output_shape[first + number]
        covered = (input_shape[first + number] - 1) * stride + sizes[number]
        if op.call.position("padding_scheme") is None:
            head = op.scalar(PADDINGS[2 if number == 0 else 0])
        elif op.scalar("padding_scheme") == 1:
            head = same_padding(output_size, sizes[number], stride)[0]
        else:
            head = 0
        pads.append((head, covered - head - output_size))
    uncovered = [max(0, -tail) for _, tail in pads]
    value = op.add_node(
        "ConvTranspose",
        [channels_first_image(op, op.real_input("input")), op.real_weights("filter", (3, 0, 1, 2))],
        strides=[op.scalar("stride_height"), op.scalar("stride_width")],
        kernel_shape=list(sizes),
        pads=[head for head, _ in pads] + [max(0, tail) for _, tail in pads],
    )
    if any(uncovered):
        value = op.add_node("Pad", [value, op.int64_constant([0, 0, 0, 0, 0, 0, *uncovered])])
    bias = op.add_node("Unsqueeze", [op.real_bias("filter"), op.int64_constant([1, 2])])
    set_image_output(op, op.apply_activation(op.add_node("Add", [value, bias]), activation))


Pool = Callable[[Lowering, str, dict[str, Any]], str]
"""Function that adds the operators of a pooling operation and returns their result."""


def _pool(combine: Pool) -> Callable[[Lowering], None]:
    def translate(op: Lowering) -> None:
        activation = op.scalar("activation")
        sizes = op.scalar("filter_height"), op.scalar("filter_width")
        height, width = axes_of(op.call, lambda _: sizes)
        attributes = {
            "kernel_shape": list(sizes),
            "pads": _pads(height, width),
            "strides": [height.stride, width.stride],
        }
        value = combine(op, channels_first_image(op, op.real_input("input")), attributes)
        set_image_output(op, op.apply_activation(value, activation))

    return translate


def _average(op: Lowering, value: str, attributes: dict[str, Any]) -> str:
    return op.add_node("AveragePool", [value], count_include_pad=0, **attributes)


def _root_mean_square(op: Lowering, value: str, attributes: dict[str, Any]) -> str:
    return op.add_node("Sqrt", [_average(op, op.add_node("Mul", [value, value]), attributes)])


def _maximum(op: Lowering, value: str, attributes: dict[str, Any]) -> str:
    return op.add_node("MaxPool", [value], **attributes)


def _resize(op: Lowering, **attributes: Any) -> None:
    shape = op.output_shape()
    if not op.scalar("layout"):
        shape = tuple(shape[axis] for axis in _TO_NCHW)
    coordinates = "asymmetric"
    if op.scalar("align_corners"):
        coordinates = "align_corners"
    elif op.scalar("half_pixel_centers"):
        coordinates = "half_pixel"
    value = channels_first_image(op, op.real_input("input"))
    value = op.add_node(
        "Resize",
        [value, "", "", op.int64_constant(shape)],
        coordinate_transformation_mode=coordinates,
        **attributes,
    )
    set_image_output(op, value)


def resize_bilinear(op: Lowering) -> None:
    """Lower RESIZE_BILINEAR."""
    _resize(op, mode="linear")


def resize_nearest_neighbor(op: Lowering) -> None:
    """Lower RESIZE_NEAREST_NEIGHBOR.

    With aligned corners the contract rounds positions half up. With half-pixel centers its formula
    is the floor of a position that includes the half pixel, which is the same rounding.
    """
    rounds_half_up = op.scalar("align_corners") or op.scalar("half_pixel_centers")
    _resize(op, mode="nearest", nearest_mode="round_prefer_ceil" if rounds_half_up else "floor")


def instance_normalization(op: Lowering) -> None:
    """Lower INSTANCE_NORMALIZATION, which has one gamma and one beta for all channels."""
    channels = op.call.shape("input")[1 if op.scalar("layout") else 3]
    factors = [
        op.constant(np.full(channels, op.scalar(name)), np.float32) for name in ("gamma", "beta")
    ]
    value = channels_first_image(op, op.real_input("input"))
    value = op.add_node(
        "InstanceNormalization", [value, *factors], epsilon=float(op.scalar("epsilon"))
    )
    set_image_output(op, value)


def _regions(op: Lowering) -> tuple[str, float]:
    """Return the regions and their spatial scale; ONNX has one scale for both dimensions."""
    rois = op.real_input("rois")
    height, width = op.scalar("height_stride"), op.scalar("width_stride")
    if height == width:
        return rois, float(1 / height)
    return op.add_node("Div", [rois, op.constant([width, height] * 2, np.float32)]), 1.0


def _check_roi_align(op: Lowering) -> None:
    if op.scalar("height_samples") != op.scalar("width_samples"):
        raise Declined("RoiAlign.sampling_ratio applies to both height and width")


def roi_align(op: Lowering) -> None:
    """Lower ROI_ALIGN."""
    rois, scale = _regions(op)
    value = op.add_node(
        "RoiAlign",
        [
            channels_first_image(op, op.real_input("input")),
            rois,
            op.cast(op.stored_input("batch_index"), np.int64),
        ],
        mode="avg",
        output_height=op.scalar("out_height"),
        output_width=op.scalar("out_width"),
        sampling_ratio=op.scalar("height_samples"),
        spatial_scale=scale,
        coordinate_transformation_mode="output_half_pixel",
    )
    set_image_output(op, value)


def roi_pooling(op: Lowering) -> None:
    """Lower ROI_POOLING; ONNX expects the batch index in the first column of the regions."""
    rois, scale = _regions(op)
    axis = op.int64_constant([1])
    batch = op.add_node("Unsqueeze", [op.cast(op.stored_input("batch_index"), np.float32), axis])
    value = op.add_node(
        "MaxRoiPool",
        [
            channels_first_image(op, op.real_input("input")),
            op.add_node("Concat", [batch, rois], axis=1),
        ],
        pooled_shape=[op.scalar("out_height"), op.scalar("out_width")],
        spatial_scale=scale,
    )
    set_image_output(op, value)


_Op = OperationType

CHECKS: Final = {_Op.ROI_ALIGN: _check_roi_align}

TRANSLATORS: Final = {
    _Op.AVERAGE_POOL_2D: _pool(_average),
    _Op.CONV_2D: conv_2d,
    _Op.DEPTHWISE_CONV_2D: depthwise_conv_2d,
    _Op.GROUPED_CONV_2D: conv_2d,
    _Op.INSTANCE_NORMALIZATION: instance_normalization,
    _Op.L2_POOL_2D: _pool(_root_mean_square),
    _Op.MAX_POOL_2D: _pool(_maximum),
    _Op.RESIZE_BILINEAR: resize_bilinear,
    _Op.RESIZE_NEAREST_NEIGHBOR: resize_nearest_neighbor,
    _Op.ROI_ALIGN: roi_align,
    _Op.ROI_POOLING: roi_pooling,
    _Op.TRANSPOSE_CONV_2D: transpose_conv_2d,
}
