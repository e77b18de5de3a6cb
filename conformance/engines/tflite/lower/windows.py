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


def image_input(op: Lowering, name: str = "input") -> int:
    """Return an image input with channels last."""
    tensor = op.input_named(name)
    return op.transpose(tensor, TO_NHWC) if op.scalar("layout") else tensor


def image_output(op: Lowering) -> int:
    """Return the tensor to which the operator must write an image with channels last."""
    tensor = op.output_tensor()
    return op.transpose_into(tensor, TO_NCHW) if op.scalar("layout") else tensor


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
    op: Lowering, shape: Shape | None, window: tuple[int, int]
) -> tuple[_PaddedAxis, _PaddedAxis]:
    explicit = op.call.position("padding_scheme") is None

    def padded_axis(number: int, name: str) -> _PaddedAxis:
        head, tail = (
            op.scalar(padding_name) if explicit else 0 for padding_name in _PADDING_NAMES[number]
        )
        dilation = op.scalar(f"dilation_{name}") or 1
        return _PaddedAxis(
            None if shape is None else shape[1 + number],
            (window[number] - 1) * dilation + 1,
            op.scalar(f"stride_{name}"),
            head,
            tail,
        )

    return padded_axis(0, "height"), padded_axis(1, "width")


def _total_padding(axes: tuple[_PaddedAxis, _PaddedAxis]) -> list[list[int]]:
    return [[0, 0], *([axis.head, axis.tail] for axis in axes), [0, 0]]


def _add_border(
    op: Lowering, source: int, axes: tuple[_PaddedAxis, _PaddedAxis], lowest: bool
) -> int:
    """Return the image with its explicit padding, filled with zeros or with the lowest value.

    For quantized images, the zeros are real zeros.
    """
    shape, padding = op.shape_of(source), _total_padding(axes)
    new_shape = None
    if shape is not None:
        new_shape = tuple(size + sum(added) for size, added in zip(shape, padding, strict=True))
    padded = op.new_tensor_like(source, new_shape)
    paddings = op.constant_tensor(padding)
    if lowest:
        value = op.constant_tensor([op.lowest_value(source)], like=source)
        op.add_operator("PADV2", [source, paddings, value], [padded])
    else:
        op.add_operator("PAD", [source, paddings], [padded])
    return padded


def _scheme(op: Lowering, axes: tuple[_PaddedAxis, _PaddedAxis]) -> int | None:
    """Return the schema's padding code, or ``None`` if no scheme matches the explicit padding."""
    if op.call.position("padding_scheme") is not None:
        return SAME if op.scalar("padding_scheme") == PaddingScheme.SAME else VALID
    common = axes[0].matching_schemes() & axes[1].matching_schemes()
    if not common:
        return None
    return VALID if VALID in common else SAME


def _strides(op: Lowering) -> dict[str, int]:
    return {"strideW": op.scalar("stride_width"), "strideH": op.scalar("stride_height")}


def kernel_type(op: Lowering, weights: str) -> str:
    """Return the 8-bit tensor type to compute in; empty for floating point.

    TFLite requires int8 for per-channel filters, and has filters with a zero point only in uint8.
    """
    view = op.view(weights)
    if view.type in (OperandType.TENSOR_FLOAT32, OperandType.TENSOR_FLOAT16):
        return ""
    if view.type == OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL:
        return "INT8"
    if view.type == OperandType.TENSOR_QUANT8_ASYMM_SIGNED and view.zero_point == 0:
        return "INT8"
    return "UINT8"


def recode(op: Lowering, tensor: int, type_: str) -> int:
    """Return the tensor in the type to compute in."""
    return op.recode(tensor, type_) if type_ else tensor


def recode_output(op: Lowering, tensor: int, type_: str) -> int:
    """Return the tensor that the operator must write in the type to compute in."""
    return op.recode_into(tensor, type_) if type_ else tensor


def _filter_size(op: Lowering) -> tuple[int, int]:
    """Return the height and width of the filter."""
    dims = op.view("filter").dims
    if dims is None or dims[1] is None or dims[2] is None:
        raise Unknown
    return dims[1], dims[2]


def _convolution(op: Lowering, builtin: str, **attributes: Any) -> None:
    window = _filter_size(op)
    activation = fused_activation(op)
    type_ = kernel_type(op, "filter")
    source = recode(op, image_input(op), type_)
    axes = _padded_axes(op, op.shape_of(source), window)
    padding = _scheme(op, axes)
    if padding is None:
        source, padding = _add_border(op, source, axes, lowest=False), VALID
    weights = recode(op, op.input_named("filter"), type_)
    bias = op.input_named("bias")
    target = recode_output(op, image_output(op), type_)
    op.add_operator(
        builtin,
        [source, weights, bias],
        [target],
        padding=padding,
        fusedActivationFunction=activation,
        dilationWFactor=op.scalar("dilation_width") or 1,
        dilationHFactor=op.scalar("dilation_height") or 1,
        **_strides(op),
        **attributes,
    )


def conv_2d(op: Lowering) -> None:
    """Lower CONV_2D."""
    _convolution(op, "CONV_2D")


def depthwise_conv_2d(op: Lowering) -> None:
    """Lower DEPTHWISE_CONV_2D."""
    _convolution(op, "DEPTHWISE_CONV_2D", depthMultiplier=op.scalar("depth_multiplier"))


def transpose_conv_2d(op: Lowering) -> None:
    """Lower TRANSPOSE_CONV_2D.

    TFLite's padding is that of the forward convolution from the output to the input. If no scheme
    matches explicit padding, the operator runs without padding and its result is cropped.
    """
    window = _filter_size(op)
    activation = fused_activation(op)
    type_ = kernel_type(op, "filter")
    source = recode(op, image_input(op), type_)
    target = recode_output(op, image_output(op), type_)
    shape = op.shape_of(target)
    source_shape = op.shape_of(source)
    if shape is None or source_shape is None:
        raise Unknown
    axes = _padded_axes(op, shape, window)
    padding = _scheme(op, axes)
    full = target
    if padding is None:
        padding = VALID
        height, width = (
            axis.stride * (size - 1) + axis.extent
            for axis, size in zip(axes, source_shape[1:3], strict=True)
        )
        full = op.new_tensor_like(target, (shape[0], height, width, shape[3]))
    full_shape = op.shape_of(full)
    weights = recode(op, op.input_named("filter"), type_)
    op.add_operator(
        "TRANSPOSE_CONV",
        [op.constant_tensor(full_shape), weights, source, op.input_named("bias")],
        [full],
        padding=padding,
        fusedActivationFunction=activation,
        **_strides(op),
    )
    if full != target:
        begin = op.constant_tensor([0, axes[0].head, axes[1].head, 0])
        op.add_operator("SLICE", [full, begin, op.constant_tensor(shape)], [target])


Correction = Callable[[Array], Array]
"""Function from the covered fraction of each window to the factor that corrects its result."""


def _mean_factors(
    op: Lowering, axes: tuple[_PaddedAxis, _PaddedAxis], correction: Correction
) -> int:
    """Return a factor for each window that corrects a mean which counted the padding."""
    shares = np.multiply.outer(axes[0].covered_shares(), axes[1].covered_shares())
    return op.constant_tensor(correction(shares)[:, :, None], "FLOAT32")


def _pool(builtin: str, correction: Correction | None = None) -> Callable[[Lowering], None]:
    """Return a lowering for a pooling operation; unmatched explicit padding becomes an operator.

    For maxima, the border holds the lowest value and does not affect the result. Means count the
    zeros of the border, which a factor for each window corrects. The correction is applied to real
    numbers, because rounding to codes in between would change the result.
    """

    def convert(op: Lowering) -> None:
        window = op.scalar("filter_height"), op.scalar("filter_width")
        activation = fused_activation(op)
        source, target = image_input(op), image_output(op)
        axes = _padded_axes(op, op.shape_of(source), window)
        padding = _scheme(op, axes)
        factors: int | None = None
        quantized_target: int | None = None
        if padding is None:
            if correction is not None:
                factors = _mean_factors(op, axes, correction)
                if op.graph.tensors[source].type != "FLOAT32":
                    source, quantized_target = op.dequantize(source), target
                    target = op.graph.add_tensor(
                        TfliteTensor("FLOAT32", op.shape_of(quantized_target))
                    )
            source = _add_border(op, source, axes, lowest=correction is None)
        pooled = target if factors is None else op.new_tensor_like(target, op.shape_of(target))
        op.add_operator(
            builtin,
            [source],
            [pooled],
            padding=VALID if padding is None else padding,
            filterHeight=window[0],
            filterWidth=window[1],
            fusedActivationFunction=activation if factors is None else 0,
            **_strides(op),
        )
        if factors is not None:
            op.add_operator("MUL", [pooled, factors], [target], fusedActivationFunction=activation)
        if quantized_target is not None:
            op.add_operator("QUANTIZE", [target], [quantized_target])

    return convert


CONVERTERS: Final = {
    OperationType.CONV_2D: conv_2d,
    OperationType.DEPTHWISE_CONV_2D: depthwise_conv_2d,
    OperationType.TRANSPOSE_CONV_2D: transpose_conv_2d,
    OperationType.AVERAGE_POOL_2D: _pool("AVERAGE_POOL_2D", lambda share: 1 / share),
    OperationType.L2_POOL_2D: _pool("L2_POOL_2D", lambda share: np.sqrt(1 / share)),
    OperationType.MAX_POOL_2D: _pool("MAX_POOL_2D"),
}
