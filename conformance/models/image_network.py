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
    """One operation: its tensor inputs, then its scalar inputs, and its output tensor.

    A scalar of type ``int`` is an INT32, another one has the type of the first input.
    """

    type: OperationType
    inputs: tuple[int, ...]
    scalars: tuple[float, ...]
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

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the tensor that the next layer reads."""
        return self.tensors[self.current].shape

    def _add(
        self,
        type_: OperationType,
        shape: tuple[int, ...],
        scalars: Sequence[float],
        *constants: Array,
        other: int | None = None,
    ) -> None:
        """Add a layer with a result of ``shape``; its first inputs are ``other`` and the current
        tensor.
        """
        inputs = [self.current] if other is None else [other, self.current]
        for values in constants:
            inputs.append(len(self.tensors))
            data = np.ascontiguousarray(values, np.float32)
            self.tensors.append(NetworkTensor(data.shape, data=data))
        self.layers.append(NetworkLayer(type_, tuple(inputs), tuple(scalars), len(self.tensors)))
        self.tensors.append(NetworkTensor(shape))

    def add_convolution(
        self,
        weights: Array,
        bias: Array,
        stride: int,
        activation: FusedActivation,
        *,
        depthwise: bool = False,
    ) -> None:
        """Add a convolution with SAME padding."""
        batch, height, width, _ = self.shape
        type_ = OperationType.DEPTHWISE_CONV_2D if depthwise else OperationType.CONV_2D
        shape = batch, -(-height // stride), -(-width // stride), bias.size
        multiplier = [1] if depthwise else []
        scalars = [PaddingScheme.SAME, stride, stride, *multiplier, activation]
        self._add(type_, shape, scalars, weights, bias)

    def add_addition(self, other: int) -> None:
        """Add the sum of the tensor ``other`` and the current one."""
        self._add(OperationType.ADD, self.shape, [FusedActivation.NONE], other=other)

    def add_pooling(self, type_: OperationType, window: int, stride: int) -> None:
        """Add a pooling of ``window`` x ``window`` elements, unpadded."""
        batch, height, width, channels = self.shape
        rows, columns = (height - window) // stride + 1, (width - window) // stride + 1
        sizes = [PaddingScheme.VALID, stride, stride, window, window, FusedActivation.NONE]
        self._add(type_, (batch, rows, columns, channels), sizes)

    def add_fully_connected(self, weights: Array, bias: Array, activation: FusedActivation) -> None:
        """Add a fully connected layer with weights [units, inputs]."""
        shape = self.shape[0], weights.shape[0]
        self._add(OperationType.FULLY_CONNECTED, shape, [activation], weights, bias)

    def add_softmax(self) -> None:
        """Add a softmax over the last dimension."""
        self._add(OperationType.SOFTMAX, self.shape, [1.0])

    def with_batch(self, batch: int) -> ImageNetwork:
        """Return the network for ``batch`` images in each inference."""
        tensors = [
            replace(tensor, shape=(batch, *tensor.shape[1:])) if tensor.data is None else tensor
            for tensor in self.tensors
        ]
        return ImageNetwork(tensors, self.layers)


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
    half = network.tensors[0].type == OperandType.TENSOR_FLOAT16
    for layer in network.layers:
        inputs = [operands[tensor] for tensor in layer.inputs]
        for value in layer.scalars:
            if isinstance(value, int):
                inputs.append(graph.add_scalar(OperandType.INT32, value))
            elif half:
                data = np.float16(value).tobytes()
                inputs.append(graph.add_constant(OperandDraft(OperandType.FLOAT16), data))
            else:
                inputs.append(graph.add_scalar(OperandType.FLOAT32, value))
        graph.add_operation(layer.type, inputs, [operands[layer.output]])
    results = [network.current] if outputs is None else outputs
    main = graph.build([operands[0]], [operands[tensor] for tensor in results])
    return build_model(main, (), graph.constants)


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
    net, random = ImageNetwork([NetworkTensor((1, size, size, 3))]), np.random.default_rng(seed)
    _convolve(net, random, _channels(32 * width), 3, 2)
    for channels, stride in _V1_BLOCKS:
        _convolve(net, random, 0, 3, stride)
        _convolve(net, random, _channels(channels * width))
    return _classify(net, random)


def mobilenet_v2(width: float, size: int, seed: int = 1) -> ImageNetwork:
    """Return MobileNet V2 for images of ``size`` x ``size`` pixels, with seeded weights."""
    net, random = ImageNetwork([NetworkTensor((1, size, size, 3))]), np.random.default_rng(seed)
    _convolve(net, random, _channels(32 * width), 3, 2)
    for expansion, channels, repeats, first_stride in _V2_BLOCKS:
        for repeat in range(repeats):
            start, shape = net.current, net.shape
            if expansion > 1:
                _convolve(net, random, shape[3] * expansion)
            _convolve(net, random, 0, 3, 1 if repeat else first_stride)
            _convolve(net, random, _channels(channels * width), activation=FusedActivation.NONE)
            if shape == net.shape:
                net.add_addition(start)
    _convolve(net, random, _channels(1280 * max(width, 1.0)))
    return _classify(net, random)


def _channels(requested: float) -> int:
    """Return the multiple of 8 nearest to ``requested``, at least 8 and at least 90 % of it."""
    rounded = max(8, int(requested + 4) // 8 * 8)
    return rounded if rounded >= 0.9 * requested else rounded + 8


def _convolve(
    net: ImageNetwork,
    random: np.random.Generator,
    units: int,
    window: int = 1,
    stride: int = 1,
    activation: FusedActivation = FusedActivation.RELU6,
) -> None:
    """Add a convolution with ``units`` output channels; a depthwise one without ``units``.

    The weights are scaled so that activations keep their magnitude.
    """
    channels = net.shape[3]
    shape = (units, window, window, channels) if units else (1, window, window, channels)
    terms = window * window * (channels if units else 1)
    deviation = np.sqrt((1.0 if activation == FusedActivation.NONE else 2.0) / terms)
    weights = random.normal(0, deviation, shape)
    bias = random.normal(0, 0.1, units or channels)
    net.add_convolution(weights, bias, stride, activation, depthwise=not units)


def _classify(net: ImageNetwork, random: np.random.Generator) -> ImageNetwork:
    """Add a pooling, a fully connected layer and a softmax; return the network."""
    _, window, _, channels = net.shape
    net.add_pooling(OperationType.AVERAGE_POOL_2D, window, 1)
    weights = random.normal(0, np.sqrt(1 / channels), (CLASSES, channels))
    net.add_fully_connected(weights, random.normal(0, 0.1, CLASSES), FusedActivation.NONE)
    net.add_softmax()
    return net


# ------------------------------------------------------------------ 8-bit and float16 forms

_SAME_QUANTIZATION: Final = (OperationType.AVERAGE_POOL_2D, OperationType.MAX_POOL_2D)
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
    return ImageNetwork(tensors, network.layers)


def quantize_images(network: ImageNetwork, images: Array) -> Array:
    """Return real-valued images as data of the network's input type."""
    entry = network.tensors[0]
    info = INFO[entry.type]
    if not info.quantized:
        return np.asarray(images, info.dtype)
    codes = np.rint(images / entry.scale) + entry.zero_point
    return np.asarray(np.clip(codes, *info.code_range), info.dtype)


def quantize(network: ImageNetwork, images: Array, *, signed: bool) -> ImageNetwork:
    """Return the 8-bit form of a float32 network.

    The ranges of all results are those for ``images`` (float32, [count, height, width, channels]),
    as the reference computes them. With ``signed``, data is TENSOR_QUANT8_ASYMM_SIGNED and filters
    of convolutions are per channel; otherwise data and weights are TENSOR_QUANT8_ASYMM.
    """
    tensors = list(network.tensors)
    type_ = OperandType.TENSOR_QUANT8_ASYMM_SIGNED if signed else OperandType.TENSOR_QUANT8_ASYMM
    lowest = INFO[type_].code_range[0]
    pixels, batch = images.astype(np.float32), network.with_batch(len(images))
    results = reference_results(to_model(batch, batch.results), [pixels.tobytes()])
    values = {0: pixels, **dict(zip(batch.results, results, strict=True))}

    def quantized(number: int, reals: Array) -> NetworkTensor:
        """Return a tensor for the range of ``reals``, which is widened to contain 0."""
        low, high = min(float(reals.min()), 0.0), max(float(reals.max()), 0.0)
        scale = float(np.float32((high - low or 1.0) / 255))
        return NetworkTensor(tensors[number].shape, type_, None, scale, round(lowest - low / scale))

    tensors[0] = quantized(0, values[0])
    for layer in network.layers:
        shape = tensors[layer.output].shape
        if layer.type in _SAME_QUANTIZATION:
            tensors[layer.output] = replace(tensors[layer.inputs[0]], shape=shape)
        elif layer.type == OperationType.SOFTMAX:
            tensors[layer.output] = NetworkTensor(shape, type_, None, 1 / 256, lowest)
        else:
            tensors[layer.output] = quantized(layer.output, values[layer.output])
        if layer.type not in WEIGHTED:
            continue
        weights, bias = (network.tensors[number].data for number in layer.inputs[1:3])
        assert weights is not None
        assert bias is not None
        if signed:
            entry = _symmetric(layer.type, weights)
        else:
            entry = quantized(layer.inputs[1], weights)
            codes = np.clip(np.rint(weights / entry.scale) + entry.zero_point, 0, 255)
            entry = replace(entry, data=codes.astype(np.uint8))
        steps = tensors[layer.inputs[0]].scale * np.array(entry.channel_scales or (entry.scale,))
        codes = np.rint(bias / steps.astype(np.float32)).astype(np.int32)
        scale = 0.0 if entry.channel_scales else float(np.float32(steps[0]))
        tensors[layer.inputs[1]] = entry
        tensors[layer.inputs[2]] = NetworkTensor(bias.shape, OperandType.TENSOR_INT32, codes, scale)
    return ImageNetwork(tensors, network.layers)


def _symmetric(type_: OperationType, weights: Array) -> NetworkTensor:
    """Return 8-bit weights: per channel for a convolution, with one scale for other layers."""
    channel = {OperationType.CONV_2D: 0, OperationType.DEPTHWISE_CONV_2D: 3}.get(type_)
    axes = tuple(axis for axis in range(weights.ndim) if axis != channel)
    scales = (np.abs(weights).max(axis=axes, keepdims=True) / 127).astype(np.float32)
    codes = np.clip(np.rint(weights / scales), -127, 127).astype(np.int8)
    if channel is None:
        signed = OperandType.TENSOR_QUANT8_ASYMM_SIGNED
        return NetworkTensor(weights.shape, signed, codes, float(scales.item()))
    return NetworkTensor(
        weights.shape,
        OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL,
        codes,
        channel_scales=tuple(map(float, scales.ravel())),
        channel_dim=channel,
    )
