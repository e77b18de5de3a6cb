"""A network of layers in several data types, and MobileNet V1 and V2 with seeded weights.

Source of the architectures: Howard et al., "MobileNets" (2017), table 1; Sandler et al.,
"MobileNetV2" (2018), table 2. Channel counts are rounded to multiples of 8 as there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from conformance.engines.tflite.lift.model_builder import (
    ConstantStore,
    OperandDraft,
    SubgraphBuilder,
    build_model,
)
from conformance.hal import (
    INFO,
    FusedActivation,
    Model,
    OperandType,
    OperationType,
    PaddingScheme,
    SymmPerChannelQuantParams,
)
from conformance.operations.definition.operands import Array
from conformance.oracle.expected import reference_results

Scalar = tuple[OperandType, float]
"""The type and value of a scalar input."""

WEIGHTED = (
    OperationType.CONV_2D,
    OperationType.DEPTHWISE_CONV_2D,
    OperationType.FULLY_CONNECTED,
)
"""Operations whose second and third inputs are weights and bias."""


@dataclass(frozen=True, slots=True)
class NetworkTensor:
    """A tensor; ``data`` is ``None`` for tensors that are inputs or computed.

    ``channel_scales`` are the scales of a TENSOR_QUANT8_SYMM_PER_CHANNEL tensor, one for each index
    of dimension ``channel_dim``.
    """

    shape: tuple[int, ...]
    type: OperandType = OperandType.TENSOR_FLOAT32
    data: Array | None = None
    scale: float = 0.0
    zero_point: int = 0
    channel_scales: tuple[float, ...] = ()
    channel_dim: int = 0


@dataclass(frozen=True, slots=True)
class NetworkLayer:
    """One operation: its tensor inputs, then its scalar inputs, and its output tensor."""

    type: OperationType
    inputs: tuple[int, ...]
    scalars: tuple[Scalar, ...]
    output: int


@dataclass(slots=True)
class ImageNetwork:
    """Layers and their tensors. Tensor 0 is the input, the last layer computes the output.

    Activations have the shape [batch, height, width, channels].
    """

    tensors: list[NetworkTensor] = field(default_factory=list)
    layers: list[NetworkLayer] = field(default_factory=list)

    @property
    def results(self) -> list[int]:
        """The output tensor of each layer, in order."""
        return [layer.output for layer in self.layers]

    @property
    def current(self) -> int:
        """The tensor that the next layer reads."""
        return self.layers[-1].output if self.layers else 0

    def add_tensor(self, tensor: NetworkTensor) -> int:
        """Add a tensor and return its number."""
        self.tensors.append(tensor)
        return len(self.tensors) - 1

    def add_layer(
        self,
        type_: OperationType,
        inputs: Sequence[int],
        scalars: Sequence[Scalar],
        shape: tuple[int, ...],
    ) -> int:
        """Add a layer whose result has ``shape``, and return the number of the result."""
        output = self.add_tensor(NetworkTensor(shape))
        self.layers.append(NetworkLayer(type_, tuple(inputs), tuple(scalars), output))
        return output

    def add_convolution(
        self,
        weights: Array,
        bias: Array,
        stride: int,
        activation: FusedActivation,
        *,
        depthwise: bool = False,
    ) -> int:
        """Add a convolution of the current tensor with SAME padding and return its result."""
        batch, height, width, _ = self.tensors[self.current].shape
        channels = weights.shape[3 if depthwise else 0]
        inputs = self.current, self._constant(weights), self._constant(bias)
        sizes = [PaddingScheme.SAME, stride, stride, *([1] if depthwise else []), activation]
        return self.add_layer(
            OperationType.DEPTHWISE_CONV_2D if depthwise else OperationType.CONV_2D,
            inputs,
            _integers(sizes),
            (batch, -(-height // stride), -(-width // stride), channels),
        )

    def add_addition(self, other: int) -> int:
        """Add the sum of the current tensor and ``other`` and return it."""
        shape = self.tensors[other].shape
        inputs = other, self.current
        return self.add_layer(OperationType.ADD, inputs, _integers([FusedActivation.NONE]), shape)

    def add_pooling(self, type_: OperationType, window: int, stride: int) -> int:
        """Add a pooling of ``window`` x ``window`` elements, unpadded; return its result."""
        batch, height, width, channels = self.tensors[self.current].shape
        sizes = [PaddingScheme.VALID, stride, stride, window, window, FusedActivation.NONE]
        shape = (
            batch,
            (height - window) // stride + 1,
            (width - window) // stride + 1,
            channels,
        )
        return self.add_layer(type_, [self.current], _integers(sizes), shape)

    def add_fully_connected(self, weights: Array, bias: Array, activation: FusedActivation) -> int:
        """Add a fully connected layer with weights [units, inputs] and return its result."""
        batch = self.tensors[self.current].shape[0]
        inputs = self.current, self._constant(weights), self._constant(bias)
        shape = batch, weights.shape[0]
        return self.add_layer(OperationType.FULLY_CONNECTED, inputs, _integers([activation]), shape)

    def add_softmax(self) -> int:
        """Add a softmax over the last dimension and return its result."""
        shape = self.tensors[self.current].shape
        beta = [(OperandType.FLOAT32, 1.0)]
        return self.add_layer(OperationType.SOFTMAX, [self.current], beta, shape)

    def _constant(self, values: Array) -> int:
        data = np.ascontiguousarray(values, np.float32)
        return self.add_tensor(NetworkTensor(data.shape, data=data))

    def with_batch(self, batch: int) -> ImageNetwork:
        """Return the network for ``batch`` images in each inference."""
        tensors = [
            replace(tensor, shape=(batch, *tensor.shape[1:])) if tensor.data is None else tensor
            for tensor in self.tensors
        ]
        return ImageNetwork(tensors, self.layers)


def _integers(values: Sequence[int]) -> list[Scalar]:
    return [(OperandType.INT32, int(value)) for value in values]


def to_model(network: ImageNetwork, outputs: Sequence[int] | None = None) -> Model:
    """Return the network as a model of the contract.

    The outputs are the tensors ``outputs``; without them, the result of the last layer.
    """
    graph = SubgraphBuilder(ConstantStore())
    operands = []
    for tensor in network.tensors:
        extra = None
        if tensor.channel_scales:
            extra = SymmPerChannelQuantParams(tensor.channel_scales, tensor.channel_dim)
        draft = OperandDraft(tensor.type, tensor.shape, tensor.scale, tensor.zero_point, extra)
        if tensor.data is None:
            operands.append(graph.add_operand(draft))
        else:
            operands.append(graph.add_constant(draft, tensor.data.tobytes()))
    for layer in network.layers:
        inputs = [operands[tensor] for tensor in layer.inputs]
        inputs += [_add_scalar(graph, scalar) for scalar in layer.scalars]
        graph.add_operation(layer.type, inputs, [operands[layer.output]])
    results = [network.current] if outputs is None else outputs
    main = graph.build([operands[0]], [operands[tensor] for tensor in results])
    return build_model(main, (), graph.constants)


def _add_scalar(graph: SubgraphBuilder, scalar: Scalar) -> int:
    type_, value = scalar
    if type_ == OperandType.FLOAT16:
        data = np.array(value, np.float16).tobytes()
        return graph.add_constant(OperandDraft(type_), data)
    return graph.add_scalar(type_, value)


CLASSES: Final = 1001
"""Number of classes, with one for the background."""

V1_SIZES: Final = ((0.25, 128), (0.5, 160), (0.75, 192), (1.0, 224))
V2_SIZES: Final = ((0.35, 128), (0.5, 160), (0.75, 192), (1.0, 224))
"""Width multiplier and image size of each network in MLTS' public list."""

_V1_BLOCKS: Final = (
    (64, 1),
    (128, 2),
    (128, 1),
    (256, 2),
    (256, 1),
    (512, 2),
    *((512, 1),) * 5,
    (1024, 2),
    (1024, 1),
)
"""Channels and stride of each depthwise separable block."""

_V2_BLOCKS: Final = (
    (1, 16, 1, 1),
    (6, 24, 2, 2),
    (6, 32, 3, 2),
    (6, 64, 4, 2),
    (6, 96, 3, 1),
    (6, 160, 3, 2),
    (6, 320, 1, 1),
)
"""Expansion, channels, repeats and stride of the first repeat of each bottleneck."""


def mobilenet_v1(width: float, size: int, seed: int = 1) -> ImageNetwork:
    """Return MobileNet V1 for images of ``size`` x ``size`` pixels, with seeded weights."""
    builder = _MobileNetBuilder(size, seed)
    builder.convolution(_channels(32 * width), 3, 2)
    for channels, stride in _V1_BLOCKS:
        builder.depthwise(stride)
        builder.convolution(_channels(channels * width), 1, 1)
    return builder.classifier()


def mobilenet_v2(width: float, size: int, seed: int = 1) -> ImageNetwork:
    """Return MobileNet V2 for images of ``size`` x ``size`` pixels, with seeded weights."""
    builder = _MobileNetBuilder(size, seed)
    net = builder.network
    builder.convolution(_channels(32 * width), 3, 2)
    for expansion, channels, repeats, first_stride in _V2_BLOCKS:
        for repeat in range(repeats):
            start, stride = net.current, first_stride if repeat == 0 else 1
            if expansion > 1:
                builder.convolution(net.tensors[start].shape[3] * expansion, 1, 1)
            builder.depthwise(stride)
            builder.convolution(_channels(channels * width), 1, 1, FusedActivation.NONE)
            if net.tensors[start].shape == net.tensors[net.current].shape:
                net.add_addition(start)
    builder.convolution(_channels(1280 * max(width, 1.0)), 1, 1)
    return builder.classifier()


def _channels(requested: float) -> int:
    """Return the multiple of 8 nearest to ``requested``, at least 8 and at least 90 % of it."""
    rounded = max(8, int(requested + 4) // 8 * 8)
    return rounded if rounded >= 0.9 * requested else rounded + 8


class _MobileNetBuilder:
    """Adds layers with random weights, scaled so that activations keep their magnitude."""

    def __init__(self, size: int, seed: int) -> None:
        self.network = ImageNetwork([NetworkTensor((1, size, size, 3))])
        self._random = np.random.default_rng(seed)

    def convolution(
        self, units: int, window: int, stride: int, activation: FusedActivation | None = None
    ) -> None:
        """Add a convolution with ``units`` output channels."""
        channels = self.network.tensors[self.network.current].shape[3]
        self._add((units, window, window, channels), window * window * channels, stride, activation)

    def depthwise(self, stride: int) -> None:
        """Add a 3 x 3 depthwise convolution."""
        channels = self.network.tensors[self.network.current].shape[3]
        self._add((1, 3, 3, channels), 9, stride, None, depthwise=True)

    def _add(
        self,
        shape: tuple[int, ...],
        terms: int,
        stride: int,
        activation: FusedActivation | None,
        *,
        depthwise: bool = False,
    ) -> None:
        chosen = FusedActivation.RELU6 if activation is None else activation
        deviation = np.sqrt((1.0 if chosen == FusedActivation.NONE else 2.0) / terms)
        weights = self._random.normal(0, deviation, shape)
        bias = self._random.normal(0, 0.1, shape[3] if depthwise else shape[0])
        self.network.add_convolution(weights, bias, stride, chosen, depthwise=depthwise)

    def classifier(self) -> ImageNetwork:
        """Add the pooling, the fully connected layer and the softmax; return the network."""
        net = self.network
        _, window, _, channels = net.tensors[net.current].shape
        net.add_pooling(OperationType.AVERAGE_POOL_2D, window, 1)
        weights = self._random.normal(0, np.sqrt(1 / channels), (CLASSES, channels))
        bias = self._random.normal(0, 0.1, CLASSES)
        net.add_fully_connected(weights, bias, FusedActivation.NONE)
        net.add_softmax()
        return net


# ------------------------------------------------------------------ 8-bit and float16 forms

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
