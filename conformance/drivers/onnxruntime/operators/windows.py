"""Convolutions, pools, resized images and regions: channels stand first in ONNX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from conformance.drivers.onnxruntime.site import DeclinedError, Site, dtype_of, is_quantized
from conformance.hal import OperationType, SymmPerChannelQuantParams
from conformance.operations.window import PADDINGS, Axis, axes_of, filter_shape, same_padding

_TO_NCHW: Final = (0, 3, 1, 2)
_TO_NHWC: Final = (0, 2, 3, 1)


def image(site: Site, value: str) -> str:
    """An image in the call's layout with channels first."""
    return value if site.scalar("layout") else site.transposed(value, _TO_NCHW)


def put_image(site: Site, value: str, *, real: bool = True) -> None:
    """The first output is this image with channels first, of real numbers or as it is stored."""
    if not site.scalar("layout"):
        value = site.transposed(value, _TO_NHWC)
    (site.put_real if real else site.put)(0, value)


def _pads(height: Axis, width: Axis) -> list[int]:
    return [height.head, width.head, height.tail, width.tail]


def _filter_dims(site: Site) -> tuple[int, int]:
    return filter_shape(site.call)


def _convolution(site: Site, order: tuple[int, ...], groups: int) -> None:
    """A convolution; ``order`` takes the filter to [units, channels of a group, height, width].

    Codes go to QLinearConv, which adds them up as integers.
    """
    activation = site.scalar("activation")
    height, width = axes_of(site.call, lambda _: _filter_dims(site))
    attributes: dict[str, Any] = {
        "group": groups,
        "pads": _pads(height, width),
        "strides": [height.stride, width.stride],
        "dilations": [height.dilation, width.dilation],
        "kernel_shape": [height.filter, width.filter],
    }
    if is_quantized(site.call.primary):
        _quantized_convolution(site, order, activation, attributes)
        return
    source = image(site, site.real("input"))
    weights = site.transposed(site.real("filter"), order)
    value = site.node("Conv", [source, weights, site.real("bias")], **attributes)
    put_image(site, site.activated(value, activation))


def _quantized_convolution(
    site: Site, order: tuple[int, ...], activation: int, attributes: dict[str, Any]
) -> None:
    source, target = site.view("input"), site.call.output()
    scales, zero = filter_quantization(site, "filter")
    value = site.node(
        "QLinearConv",
        [
            image(site, site.stored("input")),
            site.constant(source.scale, np.float32),
            site.constant(source.zero_point, dtype_of(source)),
            site.transposed(site.stored("filter"), order),
            scales,
            zero,
            site.constant(target.scale, np.float32),
            site.constant(target.zero_point, dtype_of(target)),
            site.stored("bias"),
        ],
        **attributes,
    )
    put_image(site, _codes_activated(site, value, activation), real=False)


def filter_quantization(site: Site, name: str) -> tuple[str, str]:
    """Scales and zero points of weights."""
    view = site.view(name)
    extra = view.extra_params
    if isinstance(extra, SymmPerChannelQuantParams):
        scales = np.array(extra.scales, np.float32)
        return site.constant(scales), site.constant(np.zeros(len(scales), np.int8))
    return (
        site.constant(view.scale, np.float32),
        site.constant(view.zero_point, dtype_of(view)),
    )


def _codes_activated(site: Site, value: str, activation: int) -> str:
    """Codes of the output after a fused activation, bounded by the codes of its bounds."""
    if not activation:
        return value
    view = site.call.output()
    return site.quantized(site.activated(site.real_of(value, view), activation), view)


def conv_2d(site: Site) -> None:
    """CONV_2D."""
    _convolution(site, (0, 3, 1, 2), 1)


def grouped_conv_2d(site: Site) -> None:
    """GROUPED_CONV_2D."""
    _convolution(site, (0, 3, 1, 2), site.scalar("num_groups"))


def depthwise_conv_2d(site: Site) -> None:
    """DEPTHWISE_CONV_2D: as many groups as channels."""
    channels = site.call.shape("input")[1 if site.scalar("layout") else 3]
    _convolution(site, (3, 0, 1, 2), channels)


def transpose_conv_2d(site: Site) -> None:
    """TRANSPOSE_CONV_2D; where the output is beyond the filters' reach it is the bias."""
    activation = site.scalar("activation")
    sizes = filter_shape(site.call)
    first = 2 if site.scalar("layout") else 1
    before, after = site.call.shape("input"), site.output_shape()
    pads: list[tuple[int, int]] = []
    for number, dimension in enumerate(("height", "width")):
        stride = site.scalar(f"stride_{dimension}")
        wanted = after[first + number]
        spread = (before[first + number] - 1) * stride + sizes[number]
        if site.call.position("padding_scheme") is None:
            head = site.scalar(PADDINGS[2 if number == 0 else 0])
        elif site.scalar("padding_scheme") == 1:
            head = same_padding(wanted, sizes[number], stride)[0]
        else:
            head = 0
        pads.append((head, spread - head - wanted))
    beyond = [max(0, -tail) for _, tail in pads]
    value = site.node(
        "ConvTranspose",
        [
            image(site, site.real("input")),
            site.transposed(site.real("filter"), (3, 0, 1, 2)),
        ],
        strides=[site.scalar("stride_height"), site.scalar("stride_width")],
        kernel_shape=list(sizes),
        pads=[head for head, _ in pads] + [max(0, tail) for _, tail in pads],
    )
    if any(beyond):
        value = site.node("Pad", [value, site.whole([0, 0, 0, 0, 0, 0, *beyond])])
    bias = site.node("Unsqueeze", [_real_bias(site), site.whole([1, 2])])
    put_image(site, site.activated(site.node("Add", [value, bias]), activation))


def _real_bias(site: Site) -> str:
    """The bias as real numbers; its scale is the product of the input's and the filter's."""
    if not is_quantized(site.call.primary):
        return site.real("bias")
    extra = site.view("filter").extra_params
    per_channel = isinstance(extra, SymmPerChannelQuantParams)
    scales = np.array(extra.scales if per_channel else site.view("filter").scale, np.float64)  # type: ignore[union-attr]
    factors = site.constant(scales * site.view("input").scale, np.float32)
    return site.node("Mul", [site.cast(site.stored("bias"), np.float32), factors])


Pool = Callable[[Site, str, dict[str, Any]], str]


def _pool(combine: Pool) -> Callable[[Site], None]:
    def translate(site: Site) -> None:
        activation = site.scalar("activation")
        sizes = site.scalar("filter_height"), site.scalar("filter_width")
        height, width = axes_of(site.call, lambda _: sizes)
        attributes = {
            "kernel_shape": list(sizes),
            "pads": _pads(height, width),
            "strides": [height.stride, width.stride],
        }
        value = combine(site, image(site, site.real("input")), attributes)
        put_image(site, site.activated(value, activation))

    return translate


def _average(site: Site, value: str, attributes: dict[str, Any]) -> str:
    return site.node("AveragePool", [value], count_include_pad=0, **attributes)


def _root_mean_square(site: Site, value: str, attributes: dict[str, Any]) -> str:
    return site.node("Sqrt", [_average(site, site.node("Mul", [value, value]), attributes)])


def _maximum(site: Site, value: str, attributes: dict[str, Any]) -> str:
    return site.node("MaxPool", [value], **attributes)


def _resize(site: Site, **attributes: Any) -> None:
    shape = site.output_shape()
    if not site.scalar("layout"):
        shape = tuple(shape[axis] for axis in _TO_NCHW)
    coordinates = "asymmetric"
    if site.scalar("align_corners"):
        coordinates = "align_corners"
    elif site.scalar("half_pixel_centers"):
        coordinates = "half_pixel"
    value = image(site, site.real("input"))
    value = site.node(
        "Resize",
        [value, "", "", site.whole(shape)],
        coordinate_transformation_mode=coordinates,
        **attributes,
    )
    put_image(site, value)


def resize_bilinear(site: Site) -> None:
    """RESIZE_BILINEAR."""
    _resize(site, mode="linear")


def resize_nearest_neighbor(site: Site) -> None:
    """RESIZE_NEAREST_NEIGHBOR.

    Aligned corners round the position, a half up; so do positions of pixel centres, whose half
    the floor of the contract's formula holds.
    """
    centred = site.scalar("align_corners") or site.scalar("half_pixel_centers")
    _resize(site, mode="nearest", nearest_mode="round_prefer_ceil" if centred else "floor")


def instance_normalization(site: Site) -> None:
    """INSTANCE_NORMALIZATION: one gamma and one beta for all channels."""
    channels = site.call.shape("input")[1 if site.scalar("layout") else 3]
    factors = [
        site.constant(np.full(channels, site.scalar(name)), np.float32)
        for name in ("gamma", "beta")
    ]
    value = image(site, site.real("input"))
    value = site.node(
        "InstanceNormalization", [value, *factors], epsilon=float(site.scalar("epsilon"))
    )
    put_image(site, value)


def _regions(site: Site) -> tuple[str, float]:
    """The regions and what to multiply them by, which ONNX has once for both dimensions."""
    rois = site.real("rois")
    height, width = site.scalar("height_stride"), site.scalar("width_stride")
    if height == width:
        return rois, float(1 / height)
    return site.node("Div", [rois, site.constant([width, height] * 2, np.float32)]), 1.0


def _check_roi_align(site: Site) -> None:
    if site.scalar("height_samples") != site.scalar("width_samples"):
        raise DeclinedError("RoiAlign.sampling_ratio is the same for height and width")


def roi_align(site: Site) -> None:
    """ROI_ALIGN."""
    rois, scale = _regions(site)
    value = site.node(
        "RoiAlign",
        [
            image(site, site.real("input")),
            rois,
            site.cast(site.stored("batch_index"), np.int64),
        ],
        mode="avg",
        output_height=site.scalar("out_height"),
        output_width=site.scalar("out_width"),
        sampling_ratio=site.scalar("height_samples"),
        spatial_scale=scale,
        coordinate_transformation_mode="output_half_pixel",
    )
    put_image(site, value)


def roi_pooling(site: Site) -> None:
    """ROI_POOLING; the numbers of the images stand in the first column there."""
    rois, scale = _regions(site)
    axis = site.whole([1])
    batch = site.node("Unsqueeze", [site.cast(site.stored("batch_index"), np.float32), axis])
    value = site.node(
        "MaxRoiPool",
        [image(site, site.real("input")), site.node("Concat", [batch, rois], axis=1)],
        pooled_shape=[site.scalar("out_height"), site.scalar("out_width")],
        spatial_scale=scale,
    )
    put_image(site, value)


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
