"""Convolutions and pooling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from conformance.engines.tflite.lower.direct import fused_activation
from conformance.engines.tflite.lowering import Lowering
from conformance.engines.tflite.tflite_graph import TfliteTensor
from conformance.hal import OperandType, OperationType, PaddingScheme
from conformance.operations import Unknown
from conformance.operations.definition.operands import Array, Shape

TO_NHWC: Final = (0, 2, 3, 1)
TO_NCHW: Final = (0, 3, 1, 2)
SAME: Final = 0
VALID: Final = 1

_PADDING_NAMES: Final = (("padding_top", "padding_bottom"), ("padding_left", "padding_right"))


def image_input(lowering: Lowering, name: str = "input") -> int:
    """Return an image input with channels last."""
    tensor = lowering.input_named(name)
    return lowering.transpose(tensor, TO_NHWC) if lowering.scalar("layout") else tensor


def image_output(lowering: Lowering) -> int:
    """Return the tensor to which the operator must write an image with channels last."""
    tensor = lowering.output_tensor()
    return lowering.transpose_into(tensor, TO_NCHW) if lowering.scalar("layout") else tensor


@dataclass(frozen=True, slots=True)
class _PaddedAxis:
    """The windows along one dimension; ``head`` and ``tail`` are the explicit padding."""

    size: int | None
    extent: int
    stride: int
    head: int
    tail: int

    def matching_schemes(self) -> set[int]:
        """Return the padding schemes that place the windows at the same positions."""
        if self.size is None:
            return {VALID} if self.head == self.tail == 0 else set()
        found = set()
        outputs = (self.size - self.extent + self.head + self.tail) // self.stride + 1
        if self.head == 0 and outputs == (self.size - self.extent) // self.stride + 1:
            found.add(VALID)
        same = -(-self.size // self.stride)
        total = max(0, (same - 1) * self.stride + self.extent - self.size)
        if self.head == total // 2 and outputs == same:
            found.add(SAME)
        return found

    def covered_shares(self) -> Array:
        """Return for each window the fraction of it that is inside the image."""
        if self.size is None:
            raise Unknown
        outputs = (self.size - self.extent + self.head + self.tail) // self.stride + 1
        starts = np.arange(outputs) * self.stride - self.head
        covered = np.minimum(starts + self.extent, self.size) - np.maximum(starts, 0)
        return covered / self.extent


def _padded_axes(
    lowering: Lowering, shape: Shape | None, window: tuple[int, int]
) -> tuple[_PaddedAxis, _PaddedAxis]:
    explicit = lowering.call.position("padding_scheme") is None

    def padded_axis(number: int, name: str) -> _PaddedAxis:
        head, tail = (
            lowering.scalar(padding_name) if explicit else 0
            for padding_name in _PADDING_NAMES[number]
        )
        dilation = lowering.scalar(f"dilation_{name}") or 1
        return _PaddedAxis(
            None if shape is None else shape[1 + number],
            (window[number] - 1) * dilation + 1,
            lowering.scalar(f"stride_{name}"),
            head,
            tail,
        )

    return padded_axis(0, "height"), padded_axis(1, "width")


def _total_padding(axes: tuple[_PaddedAxis, _PaddedAxis]) -> list[list[int]]:
    return [[0, 0], *([axis.head, axis.tail] for axis in axes), [0, 0]]


def _add_border(
    lowering: Lowering, source: int, axes: tuple[_PaddedAxis, _PaddedAxis], lowest: bool
) -> int:
    """Return the image with its explicit padding, filled with zeros or with the lowest value.

    For quantized images, the zeros are real zeros.
    """
    shape, padding = lowering.shape_of(source), _total_padding(axes)
    new_shape = None
    if shape is not None:
        new_shape = tuple(size + sum(added) for size, added in zip(shape, padding, strict=True))
    padded = lowering.new_tensor_like(source, new_shape)
    paddings = lowering.constant_tensor(padding)
    if lowest:
        value = lowering.constant_tensor([lowering.lowest_value(source)], like=source)
        lowering.add_operator("PADV2", [source, paddings, value], [padded], "PadV2Options")
    else:
        lowering.add_operator("PAD", [source, paddings], [padded], "PadOptions")
    return padded


def _scheme(lowering: Lowering, axes: tuple[_PaddedAxis, _PaddedAxis]) -> int | None:
    """Return the schema's padding code, or ``None`` if no scheme matches the explicit padding."""
    if lowering.call.position("padding_scheme") is not None:
        return SAME if lowering.scalar("padding_scheme") == PaddingScheme.SAME else VALID
    common = axes[0].matching_schemes() & axes[1].matching_schemes()
    if not common:
        return None
    return VALID if VALID in common else SAME


def _strides(lowering: Lowering) -> dict[str, int]:
    return {"strideW": lowering.scalar("stride_width"), "strideH": lowering.scalar("stride_height")}


def kernel_type(lowering: Lowering, weights: str) -> str:
    """Return the 8-bit tensor type to compute in; empty for floating point.

    TFLite requires int8 for per-channel filters, and has filters with a zero point only in uint8.
    """
    view = lowering.view(weights)
    if view.type in (OperandType.TENSOR_FLOAT32, OperandType.TENSOR_FLOAT16):
        return ""
    if view.type == OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL:
        return "INT8"
    if view.type == OperandType.TENSOR_QUANT8_ASYMM_SIGNED and view.zero_point == 0:
        return "INT8"
    return "UINT8"


def recode(lowering: Lowering, tensor: int, type_: str) -> int:
    """Return the tensor in the type to compute in."""
    return lowering.recode(tensor, type_) if type_ else tensor


def recode_output(lowering: Lowering, tensor: int, type_: str) -> int:
    """Return the tensor that the operator must write in the type to compute in."""
    return lowering.recode_into(tensor, type_) if type_ else tensor


def _filter_size(lowering: Lowering) -> tuple[int, int]:
    """Return the height and width of the filter."""
    dims = lowering.view("filter").dims
    if dims is None or dims[1] is None or dims[2] is None:
        raise Unknown
    return dims[1], dims[2]


def _convolution(lowering: Lowering, builtin: str, options: str, **attributes: Any) -> None:
    window = _filter_size(lowering)
    activation = fused_activation(lowering)
    type_ = kernel_type(lowering, "filter")
    source = recode(lowering, image_input(lowering), type_)
    axes = _padded_axes(lowering, lowering.shape_of(source), window)
    padding = _scheme(lowering, axes)
    if padding is None:
        source, padding = _add_border(lowering, source, axes, lowest=False), VALID
    weights = recode(lowering, lowering.input_named("filter"), type_)
    bias = lowering.input_named("bias")
    target = recode_output(lowering, image_output(lowering), type_)
    lowering.add_operator(
        builtin,
        [source, weights, bias],
        [target],
        options,
        padding=padding,
        fusedActivationFunction=activation,
        dilationWFactor=lowering.scalar("dilation_width") or 1,
        dilationHFactor=lowering.scalar("dilation_height") or 1,
        **_strides(lowering),
        **attributes,
    )


def conv_2d(lowering: Lowering) -> None:
    """Lower CONV_2D."""
    _convolution(lowering, "CONV_2D", "Conv2DOptions")


def depthwise_conv_2d(lowering: Lowering) -> None:
    """Lower DEPTHWISE_CONV_2D."""
    _convolution(
        lowering,
        "DEPTHWISE_CONV_2D",
        "DepthwiseConv2DOptions",
        depthMultiplier=lowering.scalar("depth_multiplier"),
    )


def transpose_conv_2d(lowering: Lowering) -> None:
    """Lower TRANSPOSE_CONV_2D.

    TFLite's padding is that of the forward convolution from the output to the input. If no scheme
    matches explicit padding, the operator runs without padding and its result is cropped.
    """
    window = _filter_size(lowering)
    activation = fused_activation(lowering)
    type_ = kernel_type(lowering, "filter")
    source = recode(lowering, image_input(lowering), type_)
    target = recode_output(lowering, image_output(lowering), type_)
    shape = lowering.shape_of(target)
    source_shape = lowering.shape_of(source)
    if shape is None or source_shape is None:
        raise Unknown
    axes = _padded_axes(lowering, shape, window)
    padding = _scheme(lowering, axes)
    full = target
    if padding is None:
        padding = VALID
        height, width = (
            axis.stride * (size - 1) + axis.extent
            for axis, size in zip(axes, source_shape[1:3], strict=True)
        )
        full = lowering.new_tensor_like(target, (shape[0], height, width, shape[3]))
    full_shape = lowering.shape_of(full)
    weights = recode(lowering, lowering.input_named("filter"), type_)
    lowering.add_operator(
        "TRANSPOSE_CONV",
        [lowering.constant_tensor(full_shape), weights, source, lowering.input_named("bias")],
        [full],
        "TransposeConvOptions",
        padding=padding,
        fusedActivationFunction=activation,
        **_strides(lowering),
    )
    if full != target:
        begin = lowering.constant_tensor([0, axes[0].head, axes[1].head, 0])
        lowering.add_operator(
            "SLICE", [full, begin, lowering.constant_tensor(shape)], [target], "SliceOptions"
        )


Correction = Callable[[Array], Array]
"""Function from the covered fraction of each window to the factor that corrects its result."""


def _mean_factors(
    lowering: Lowering, axes: tuple[_PaddedAxis, _PaddedAxis], correction: Correction
) -> int:
    """Return a factor for each window that corrects a mean which counted the padding."""
    shares = np.multiply.outer(axes[0].covered_shares(), axes[1].covered_shares())
    return lowering.constant_tensor(correction(shares)[:, :, None], "FLOAT32")


def _pool(builtin: str, correction: Correction | None = None) -> Callable[[Lowering], None]:
    """Return a lowering for a pooling operation; unmatched explicit padding becomes an operator.

    For maxima, the border holds the lowest value and does not affect the result. Means count the
    zeros of the border, which a factor for each window corrects. The correction is applied to real
    numbers, because rounding to codes in between would change the result.
    """

    def convert(lowering: Lowering) -> None:
        window = lowering.scalar("filter_height"), lowering.scalar("filter_width")
        activation = fused_activation(lowering)
        source, target = image_input(lowering), image_output(lowering)
        axes = _padded_axes(lowering, lowering.shape_of(source), window)
        padding = _scheme(lowering, axes)
        factors: int | None = None
        quantized_target: int | None = None
        if padding is None:
            if correction is not None:
                factors = _mean_factors(lowering, axes, correction)
                if lowering.graph.tensors[source].type != "FLOAT32":
                    source, quantized_target = lowering.dequantize(source), target
                    target = lowering.graph.add_tensor(
                        TfliteTensor("FLOAT32", lowering.shape_of(quantized_target))
                    )
            source = _add_border(lowering, source, axes, lowest=correction is None)
        pooled = (
            target
            if factors is None
            else lowering.new_tensor_like(target, lowering.shape_of(target))
        )
        lowering.add_operator(
            builtin,
            [source],
            [pooled],
            "Pool2DOptions",
            padding=VALID if padding is None else padding,
            filterHeight=window[0],
            filterWidth=window[1],
            fusedActivationFunction=activation if factors is None else 0,
            **_strides(lowering),
        )
        if factors is not None:
            lowering.add_operator(
                "MUL",
                [pooled, factors],
                [target],
                "MulOptions",
                fusedActivationFunction=activation,
            )
        if quantized_target is not None:
            lowering.add_operator("QUANTIZE", [target], [quantized_target])

    return convert


CONVERTERS: Final = {
    OperationType.CONV_2D: conv_2d,
    OperationType.DEPTHWISE_CONV_2D: depthwise_conv_2d,
    OperationType.TRANSPOSE_CONV_2D: transpose_conv_2d,
    OperationType.AVERAGE_POOL_2D: _pool("AVERAGE_POOL_2D", lambda share: 1 / share),
    OperationType.L2_POOL_2D: _pool("L2_POOL_2D", lambda share: np.sqrt(1 / share)),
    OperationType.MAX_POOL_2D: _pool("MAX_POOL_2D"),
}
