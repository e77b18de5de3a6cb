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
    FusedActivation,
    Model,
    OperandType,
    OperationType,
    PaddingScheme,
    SymmPerChannelQuantParams,
)
from conformance.operations.definition.definition import Array

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
