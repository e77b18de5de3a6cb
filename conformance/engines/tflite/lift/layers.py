"""Convolutions, fully connected layers, pooling, normalization and resizing of images."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

import numpy as np

from conformance.engines.tflite.lift.context import (
    Converter,
    NotExpressibleError,
    OperatorContext,
    is_static,
    operand_of,
)
from conformance.engines.tflite.lift.model_builder import OperandDraft
from conformance.hal import INFO, OperandType, OperationType, SymmPerChannelQuantParams

_T: Final = OperationType
_PER_CHANNEL: Final = OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL


def _padding(op: OperatorContext) -> int:
    """Add the padding scheme: SAME is 0 in the file and 1 in the contract, VALID is 1 and 2."""
    scheme = op.option("Padding")
    if scheme not in (0, 1):
        raise NotExpressibleError(f"padding {scheme}")
    return op.int32(scheme + 1)


def _weights(op: OperatorContext, source: int, position: int) -> int:
    """Return the weights in a type that the layer accepts.

    8-bit weights of a layer with floating-point input (dynamic-range quantization) are dequantized.
    The operation then computes with the exact input, while LiteRT quantizes it first.
    """
    weights = op.input(position)
    description = op.operand(weights)
    if INFO[op.operand(source).type].quantized or not INFO[description.type].quantized:
        return weights
    real = op.temporary(OperandDraft(OperandType.TENSOR_FLOAT32), description.dimensions)
    op.emit(_T.DEQUANTIZE, [weights], real)
    return real


def _bias(op: OperatorContext, position: int, source: int, weights: int, units: int) -> int:
    """Return the bias with the scale that the contract requires; zeros if it is omitted."""
    input_, filter_ = op.operand(source), op.operand(weights)
    if not INFO[input_.type].quantized:
        if op.has_input(position):
            return op.input(position)
        return op.filled(OperandDraft(input_.type), (units,), 0)
    scale = 0.0
    if filter_.type != _PER_CHANNEL:
        scale = float(np.float32(np.float32(input_.scale) * np.float32(filter_.scale)))
    like = OperandDraft(OperandType.TENSOR_INT32, scale=scale)
    if not op.has_input(position):
        return op.filled(like, (units,), 0)
    value = op.constant_or_none(position)
    if value is None:
        computed = op.input(position)
        if op.operand(computed).type == OperandType.TENSOR_INT32:
            op.operand(computed).scale = scale
        return computed
    if value.dtype != np.int32:
        raise NotExpressibleError(f"a bias of type {op.input_tensor(position).type}")
    like.name = op.input_tensor(position).name
    return op.builder.add_array(value, like)


def _filter_shape(op: OperatorContext, weights: int, rank: int) -> tuple[int, ...]:
    shape = op.operand(weights).dimensions
    if len(shape) != rank or 0 in shape:
        raise NotExpressibleError(f"weights of shape {list(shape)}, but rank {rank} is needed")
    return shape


def _image_channels(op: OperatorContext, source: int) -> int:
    shape = op.operand(source).dimensions
    if len(shape) != 4 or not shape[3]:
        raise NotExpressibleError(f"an image of shape {list(shape)}")
    return shape[3]


def _dilation(op: OperatorContext) -> list[int]:
    """Return the trailing inputs for a dilation: none for 1, so that older versions suffice."""
    width, height = op.option("DilationWFactor", 1), op.option("DilationHFactor", 1)
    if width == height == 1:
        return []
    return [op.boolean(False), op.int32(width), op.int32(height)]


def _padding_and_strides(op: OperatorContext) -> list[int]:
    strides = (op.option("StrideW"), op.option("StrideH"))
    return [_padding(op), *map(op.int32, strides)]


def _image_inputs(op: OperatorContext, position: int, *, units_axis: int) -> tuple[int, int, int]:
    """Return the image at ``position``, the filter at position 1, and the bias behind both.

    ``units_axis`` is the dimension of the filter that is the number of output channels.
    """
    source = op.input(position)
    weights = _weights(op, source, 1)
    units = _filter_shape(op, weights, 4)[units_axis]
    return source, weights, _bias(op, max(position, 1) + 1, source, weights, units)


def _conv_2d(op: OperatorContext) -> None:
    source, weights, bias = _image_inputs(op, 0, units_axis=0)
    depth = _filter_shape(op, weights, 4)[3]
    channels = _image_channels(op, source)
    inputs = [source, weights, bias, *_padding_and_strides(op)]
    dilation = _dilation(op)
    if channels == depth:
        inputs += [op.int32(op.activation()), *dilation]
        op.emit(_T.CONV_2D, inputs, op.output())
        return
    if dilation or channels % depth:
        raise NotExpressibleError("a grouped convolution with dilation or with unequal groups")
    inputs += [op.int32(channels // depth), op.int32(op.activation()), op.boolean(False)]
    op.emit(_T.GROUPED_CONV_2D, inputs, op.output())


def _depthwise_conv_2d(op: OperatorContext) -> None:
    source, weights, bias = _image_inputs(op, 0, units_axis=3)
    multiplier = _filter_shape(op, weights, 4)[3] // _image_channels(op, source)
    inputs = [source, weights, bias, *_padding_and_strides(op)]
    inputs += [op.int32(multiplier), op.int32(op.activation()), *_dilation(op)]
    op.emit(_T.DEPTHWISE_CONV_2D, inputs, op.output())


def _transpose_conv(op: OperatorContext) -> None:
    source, weights, bias = _image_inputs(op, 2, units_axis=0)
    inputs = [source, weights, bias, op.input(0), *_padding_and_strides(op)]
    inputs += [op.int32(op.activation()), op.boolean(False)]
    op.emit(_T.TRANSPOSE_CONV_2D, inputs, op.output())


def _fully_connected(op: OperatorContext) -> None:
    if op.option("WeightsFormat"):
        raise NotExpressibleError("weights in a shuffled format")
    source = op.input(0)
    weights = _weights(op, source, 1)
    units, depth = _filter_shape(op, weights, 2)
    bias = _bias(op, 2, source, weights, units)
    shape = op.operand(source).dimensions
    if op.operand(weights).type == _PER_CHANNEL:
        _per_channel_layer(op, source, weights, bias)
        return
    if not 2 <= len(shape) <= 4:
        source = op.reshaped(source, (0, depth))
    batch = math.prod(shape) // depth if is_static(shape) else 0
    inputs = [source, weights, bias, op.int32(op.activation())]
    op.output_in_shape((batch, units), lambda result: op.emit(_T.FULLY_CONNECTED, inputs, result))


def _per_channel_layer(op: OperatorContext, source: int, weights: int, bias: int) -> None:
    """Append a convolution of 1 x 1 images: FULLY_CONNECTED has no per-channel weights."""
    units, depth = op.operand(weights).dimensions
    old = op.operand(weights)
    value = op.constant(1).reshape(units, 1, 1, depth)
    params = old.extra_params
    if not isinstance(params, SymmPerChannelQuantParams) or params.channel_dim != 0:
        raise NotExpressibleError("weights with a scale for each input channel")
    filter_ = op.builder.add_array(value, old)
    shape = op.operand(source).dimensions
    batch = math.prod(shape) // depth if is_static(shape) else 0
    image = op.reshaped(source, (batch, 1, 1, depth))
    inputs = [image, filter_, bias, op.int32(2), op.int32(1), op.int32(1)]
    inputs.append(op.int32(op.activation()))
    op.output_in_shape((batch, 1, 1, units), lambda result: op.emit(_T.CONV_2D, inputs, result))


def _batch_matmul(op: OperatorContext) -> None:
    if INFO[op.operand(op.input(0)).type].quantized != INFO[op.operand(op.input(1)).type].quantized:
        raise NotExpressibleError("one quantized and one floating-point input")
    inputs = [*op.inputs(), op.boolean(op.option("AdjX")), op.boolean(op.option("AdjY"))]
    op.emit(_T.BATCH_MATMUL, inputs, op.output())


def _pool(type_: OperationType) -> Converter:
    def convert(op: OperatorContext) -> None:
        sizes = [op.option(name) for name in ("StrideW", "StrideH", "FilterWidth", "FilterHeight")]
        inputs = [op.input(0), _padding(op), *map(op.int32, sizes), op.int32(op.activation())]
        op.emit(type_, inputs, op.output())

    return convert


def _resize(type_: OperationType) -> Converter:
    def convert(op: OperatorContext) -> None:
        size = op.integers(1)
        if len(size) != 2:
            raise NotExpressibleError("the size is not a pair")
        inputs = [op.input(0), op.int32(size[1]), op.int32(size[0])]
        align, half = op.option("AlignCorners"), op.option("HalfPixelCenters")
        if align or half or type_ == _T.RESIZE_NEAREST_NEIGHBOR:
            inputs.append(op.boolean(False))
        if align or half:
            inputs += [op.boolean(align), op.boolean(half)]
        op.emit(type_, inputs, op.output())

    return convert


def _l2_normalization(op: OperatorContext) -> None:
    if op.activation():
        raise NotExpressibleError("a fused activation")
    op.emit(_T.L2_NORMALIZATION, [op.input(0)], op.output())


def _local_response_normalization(op: OperatorContext) -> None:
    inputs = [op.input(0), op.int32(op.option("Radius"))]
    inputs += [op.float32(op.option(name, 0.0)) for name in ("Bias", "Alpha", "Beta")]
    op.emit(_T.LOCAL_RESPONSE_NORMALIZATION, inputs, op.output())


def _space_depth(type_: OperationType) -> Converter:
    def convert(op: OperatorContext) -> None:
        op.emit(type_, [op.input(0), op.int32(op.option("BlockSize"))], op.output())

    return convert


def _batch_to_space(op: OperatorContext) -> None:
    """Convert BATCH_TO_SPACE_ND; crops, which the contract lacks, become a SLICE."""
    crops = np.array(op.constant(2)).reshape(-1, 2)
    if not crops.any():
        op.emit(_T.BATCH_TO_SPACE_ND, [op.input(0), op.input(1)], op.output())
        return
    shape = op.static_shape(op.output_tensor())
    if len(shape) != 4 or crops.shape != (2, 2):
        raise NotExpressibleError("crops of an image without rank 4")
    before = [0, int(crops[0, 0]), int(crops[1, 0]), 0]
    full = [size + int(crop) for size, crop in zip(shape, (0, *crops.sum(1), 0), strict=True)]
    uncropped = op.temporary(operand_of(op.output_tensor()), full)
    op.emit(_T.BATCH_TO_SPACE_ND, [op.input(0), op.input(1)], uncropped)
    op.emit(_T.SLICE, [uncropped, op.int32_tensor(before), op.int32_tensor(shape)], op.output())


CONVERTERS: Final[Mapping[str, Converter]] = {
    "CONV_2D": _conv_2d,
    "DEPTHWISE_CONV_2D": _depthwise_conv_2d,
    "TRANSPOSE_CONV": _transpose_conv,
    "FULLY_CONNECTED": _fully_connected,
    "BATCH_MATMUL": _batch_matmul,
    "AVERAGE_POOL_2D": _pool(_T.AVERAGE_POOL_2D),
    "MAX_POOL_2D": _pool(_T.MAX_POOL_2D),
    "L2_POOL_2D": _pool(_T.L2_POOL_2D),
    "RESIZE_BILINEAR": _resize(_T.RESIZE_BILINEAR),
    "RESIZE_NEAREST_NEIGHBOR": _resize(_T.RESIZE_NEAREST_NEIGHBOR),
    "L2_NORMALIZATION": _l2_normalization,
    "LOCAL_RESPONSE_NORMALIZATION": _local_response_normalization,
    "SPACE_TO_DEPTH": _space_depth(_T.SPACE_TO_DEPTH),
    "DEPTH_TO_SPACE": _space_depth(_T.DEPTH_TO_SPACE),
    "BATCH_TO_SPACE_ND": _batch_to_space,
}
"""The converters of layers, by builtin."""
