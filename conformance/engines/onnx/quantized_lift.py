"""From ONNX's operators on quantized tensors to operations of the contract.

In ONNX the scale of a tensor is an input of the operators that read or write it. In the contract it
belongs to the operand. Operators between DequantizeLinear and QuantizeLinear compute in float32, as
ONNX defines them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any, Final

import numpy as np

from conformance.engines.onnx.lift import QUANTIZED, Node, NotExpressible, Value, window_operands
from conformance.engines.tflite.lift.model_builder import OperandDraft
from conformance.hal import FusedActivation, OperandType, OperationType, SymmPerChannelQuantParams
from conformance.operations.definition.operands import Array

_T = OperationType
_SIGN: Final = 128
"""The difference between the unsigned and the signed code of a number."""

KEEP_CODES: Final = frozenset({"Gather", "GlobalMaxPool", "MaxPool", "Slice", "Transpose"})
"""The operators that move or compare elements, for which codes are numbers like others."""


def scale_and_zero(scale: Array, zero: Array | None) -> tuple[float, int]:
    """Return the scale and the zero point, which may be omitted, of a tensor that has one scale."""
    if scale.size != 1:
        raise NotExpressible(f"{scale.size} scales")
    return float(scale.ravel()[0]), 0 if zero is None else int(zero.ravel()[0])


def _quantization(node: Node, position: int, dtype: np.dtype[Any]) -> OperandDraft:
    """Return an operand with the scale at ``position`` and the zero point after it."""
    if dtype not in QUANTIZED:
        raise NotExpressible(f"quantized tensors of type {dtype}")
    scale, zero = node.constant(position, "scale"), node.optional(position + 1, "zero point")
    return OperandDraft(QUANTIZED[dtype], (), *scale_and_zero(scale, zero))


def _source(node: Node) -> OperandDraft:
    """Return the quantization of the first input, which the inputs after it state again."""
    stated = _quantization(node, 1, node[0].dtype)
    held = node.builder.operands[node.operand(0)]
    if (held.scale, held.zero_point) != (stated.scale, stated.zero_point):
        raise NotExpressible(f"a scale of {stated.scale} for a tensor of scale {held.scale}")
    return held


def dequantized(node: Node) -> Array:
    """Return the result of DequantizeLinear on constants; onnx evaluates versions from 19 on."""
    node.require(block_size=0)
    array, scale = node.constant(0, "codes"), node.constant(1, "scale")
    zero = node.optional(2, "zero point")
    if scale.size > 1:
        shape = [1] * array.ndim
        shape[node.attribute("axis", 1)] = scale.size
        scale, zero = scale.reshape(shape), None if zero is None else zero.reshape(shape)
    numbers = array.astype(np.int64) - (0 if zero is None else zero.astype(np.int64))
    return np.asarray(numbers * scale, scale.dtype)


def _quantize(node: Node) -> Value:
    zero = node.optional(2, "zero point")
    dtype = np.dtype(np.uint8) if zero is None else zero.dtype
    node.require(block_size=0, saturate=1)
    return node.emit(_T.QUANTIZE, node.operand(0), like=_quantization(node, 1, dtype))


def _dequantize(node: Node) -> Value:
    node.require(block_size=0)
    _source(node)
    result = OperandDraft(OperandType.TENSOR_FLOAT32)
    return node.emit(_T.DEQUANTIZE, node.operand(0), like=result)


def _weights(node: Node, array: Array, axis: int, source: OperandDraft) -> tuple[int, int]:
    """Return the operands of weights, whose units are along ``axis``, and of the bias."""
    scales = node.constant(4, "scale").ravel()
    zeros = np.zeros(1, array.dtype) if node.inputs[5] is None else node.constant(5, "zero point")
    units = array.shape[axis]
    given = len(node.inputs) > 8 and node.inputs[8] is not None
    bias = node.constant(8, "bias") if given else np.zeros(units, np.int32)
    if scales.size > 1:
        if array.dtype != np.int8 or zeros.any():
            raise NotExpressible("a scale for each channel of weights that are not symmetric")
        params = SymmPerChannelQuantParams(tuple(scales.tolist()), axis)
        like = OperandDraft(OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL, extra_params=params)
        added = OperandDraft(OperandType.TENSOR_INT32)
    else:
        scale, zero = scale_and_zero(scales, zeros)
        dtype = next(one for one, code in QUANTIZED.items() if code == source.type)
        shift = 0 if array.dtype == dtype else _SIGN if dtype == np.uint8 else -_SIGN
        array = (array.astype(np.int16) + shift).astype(dtype)
        like = OperandDraft(source.type, (), scale, zero + shift)
        product = float(np.float32(source.scale) * np.float32(scale))
        added = OperandDraft(OperandType.TENSOR_INT32, (), product)
    return node.add_constant(np.ascontiguousarray(array), like), node.add_constant(bias, added)


def _convolution(node: Node) -> Value:
    source = _source(node)
    array = node.constant(3, "weights")
    units, depth, *kernel = array.shape
    groups, channels = node.attribute("group", 1), node[0].shape[1]
    if groups != 1 and depth != 1:
        raise NotExpressible(f"{groups} groups")
    order = (0, 2, 3, 1) if groups == 1 else (1, 2, 3, 0)
    weights, bias = _weights(node, array.transpose(order), order.index(0), source)
    window = window_operands(node, kernel)
    factor = [] if groups == 1 else [node.integer(units // channels)]
    dilations = node.attribute("dilations", [1, 1])[::-1]
    tail = [node.integer(FusedActivation.NONE), node.flag(True), *map(node.integer, dilations)]
    result = _quantization(node, 6, node[0].dtype)
    type_ = _T.CONV_2D if groups == 1 else _T.DEPTHWISE_CONV_2D
    return node.emit(type_, node.operand(0), weights, bias, *window, *factor, *tail, like=result)


def _product(node: Node) -> Value:
    source = _source(node)
    array = node.constant(3, "weights")
    if array.ndim != 2 or node.constant(4, "scale").size != 1:
        raise NotExpressible("weights that are no matrix of one scale")
    weights, bias = _weights(node, array.transpose(), 0, source)
    *rows, depth = node[0].shape
    operand = node.operand(0, (prod(rows), depth))
    activation = node.integer(FusedActivation.NONE)
    like = _quantization(node, 6, node[0].dtype)
    result = node.emit(_T.FULLY_CONNECTED, operand, weights, bias, activation, like=like)
    return result.viewed(node.name, (*rows, array.shape[1]))


QUANTIZED_LIFTS: Final[Mapping[str, Callable[[Node], Value]]] = {
    "DequantizeLinear": _dequantize,
    "QLinearConv": _convolution,
    "QLinearMatMul": _product,
    "QuantizeLinear": _quantize,
}
"""The function of each operator; it returns the result."""
