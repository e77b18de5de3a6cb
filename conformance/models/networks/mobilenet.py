"""MobileNet V1 and V2 with seeded weights, in the sizes that MLTS measures.

Source of the architectures: Howard et al., "MobileNets" (2017), table 1; Sandler et al.,
"MobileNetV2" (2018), table 2. Channel counts are rounded to multiples of 8 as there.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from conformance.hal import FusedActivation, OperationType
from conformance.models.networks.image_network import ImageNetwork, NetworkTensor

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
