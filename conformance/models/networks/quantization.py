"""The 8-bit and float16 forms of a float32 network."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from conformance.hal import INFO, OperandType, OperationType
from conformance.models.networks.image_network import (
    WEIGHTED,
    ImageNetwork,
    NetworkLayer,
    NetworkTensor,
    to_model,
)
from conformance.operations.definition.definition import Array
from conformance.oracle.expected import reference_results

_SAME_QUANTIZATION: Final = (
    OperationType.AVERAGE_POOL_2D,
    OperationType.MAX_POOL_2D,
    OperationType.RESHAPE,
)
"""Operations whose result has the scale and zero point of their input."""


def to_float16(network: ImageNetwork) -> ImageNetwork:
    """Return the network with all data in float16."""
    tensors = [
        replace(
            tensor,
            type=OperandType.TENSOR_FLOAT16,
            data=None if tensor.data is None else tensor.data.astype(np.float16),
        )
        for tensor in network.tensors
    ]
    scalar_types = {OperandType.FLOAT32: OperandType.FLOAT16}
    layers = [
        replace(
            layer,
            scalars=tuple(
                (scalar_types.get(type_, type_), value) for type_, value in layer.scalars
            ),
        )
        for layer in network.layers
    ]
    return ImageNetwork(tensors, layers)


def quantize(network: ImageNetwork, images: Array, *, signed: bool) -> ImageNetwork:
    """Return the 8-bit form of a float32 network.

    The ranges of all results are those for ``images`` (float32, [count, height, width, channels]),
    as the reference computes them. With ``signed``, data is TENSOR_QUANT8_ASYMM_SIGNED and filters
    of convolutions are per channel; otherwise data and weights are TENSOR_QUANT8_ASYMM.
    """
    values = _calibrate(network, images)
    return _Quantizer(network, values, signed).run()


def quantize_images(network: ImageNetwork, images: Array) -> Array:
    """Return real-valued images as data of the network's input type."""
    entry = network.tensors[0]
    info = INFO[entry.type]
    if not info.quantized:
        return np.asarray(images, info.dtype)
    codes = np.rint(images / entry.scale) + entry.zero_point
    return np.asarray(np.clip(codes, *info.code_range), info.dtype)


def _calibrate(network: ImageNetwork, images: Array) -> dict[int, tuple[float, float]]:
    """Return the smallest and largest value of the input and of each result."""
    batch = network.with_batch(len(images))
    model = to_model(batch, batch.results)
    pixels = images.astype(np.float32)
    results = reference_results(model, [pixels.tobytes()])
    arrays = {0: pixels, **dict(zip(batch.results, results, strict=True))}
    return {number: (float(array.min()), float(array.max())) for number, array in arrays.items()}


class _Quantizer:
    """Quantizes the tensors of one network."""

    def __init__(
        self, source: ImageNetwork, ranges: dict[int, tuple[float, float]], signed: bool
    ) -> None:
        self._source = source
        self._ranges = ranges
        self._signed = signed
        self._tensors = list(source.tensors)
        self._low = -128 if signed else 0
        self._type = (
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED if signed else OperandType.TENSOR_QUANT8_ASYMM
        )

    def run(self) -> ImageNetwork:
        """Return the quantized network."""
        self._tensors[0] = self._data(0)
        for layer in self._source.layers:
            self._tensors[layer.output] = self._result(layer)
            if layer.type in WEIGHTED:
                self._quantize_weights(layer)
        return ImageNetwork(self._tensors, list(self._source.layers))

    def _result(self, layer: NetworkLayer) -> NetworkTensor:
        """Return the result of a layer with its type, scale and zero point."""
        if layer.type in _SAME_QUANTIZATION:
            entry = self._tensors[layer.inputs[0]]
            shape = self._source.tensors[layer.output].shape
            return NetworkTensor(shape, self._type, None, entry.scale, entry.zero_point)
        if layer.type == OperationType.SOFTMAX:
            shape = self._source.tensors[layer.output].shape
            return NetworkTensor(shape, self._type, None, 1 / 256, self._low)
        return self._data(layer.output)

    def _data(self, number: int) -> NetworkTensor:
        scale, zero_point = self._parameters(*self._ranges[number])
        shape = self._source.tensors[number].shape
        return NetworkTensor(shape, self._type, None, scale, zero_point)

    def _parameters(self, low: float, high: float) -> tuple[float, int]:
        """Return scale and zero point for a range, which is widened to contain 0."""
        low, high = min(low, 0.0), max(high, 0.0)
        scale = float(np.float32((high - low or 1.0) / 255))
        return scale, round(self._low - low / scale)

    def _quantize_weights(self, layer: NetworkLayer) -> None:
        weights, bias = (self._source.tensors[number].data for number in layer.inputs[1:3])
        if weights is None or bias is None:
            raise ValueError(f"{layer.type.name} has weights that are not constant")
        depthwise = layer.type == OperationType.DEPTHWISE_CONV_2D
        if not self._signed:
            quantized = self._per_tensor(weights)
        elif layer.type == OperationType.FULLY_CONNECTED:
            quantized = self._symmetric(weights)
        else:
            quantized = _per_channel(weights, 3 if depthwise else 0)
        self._tensors[layer.inputs[1]] = quantized
        step = self._tensors[layer.inputs[0]].scale
        steps = step * np.array(quantized.channel_scales or (quantized.scale,))
        codes = np.rint(bias / steps.astype(np.float32)).astype(np.int32)
        scale = 0.0 if quantized.channel_scales else float(np.float32(steps[0]))
        bias_type = OperandType.TENSOR_INT32
        self._tensors[layer.inputs[2]] = NetworkTensor(bias.shape, bias_type, codes, scale)

    def _per_tensor(self, weights: Array) -> NetworkTensor:
        scale, zero_point = self._parameters(float(weights.min()), float(weights.max()))
        codes = np.clip(np.rint(weights / scale) + zero_point, 0, 255).astype(np.uint8)
        return NetworkTensor(weights.shape, self._type, codes, scale, zero_point)

    def _symmetric(self, weights: Array) -> NetworkTensor:
        scale = float(np.float32(np.abs(weights).max() / 127))
        codes = np.clip(np.rint(weights / scale), -127, 127).astype(np.int8)
        return NetworkTensor(weights.shape, self._type, codes, scale)


def _per_channel(weights: Array, channel: int) -> NetworkTensor:
    other_axes = tuple(axis for axis in range(weights.ndim) if axis != channel)
    scales = (np.abs(weights).max(axis=other_axes, keepdims=True) / 127).astype(np.float32)
    codes = np.clip(np.rint(weights / scales), -127, 127).astype(np.int8)
    return NetworkTensor(
        weights.shape,
        OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL,
        codes,
        channel_scales=tuple(float(scale) for scale in scales.ravel()),
        channel_dim=channel,
    )
