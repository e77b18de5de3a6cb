"""Convolutions and pools."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from conformance.drivers.litert.graph import Tensor
from conformance.drivers.litert.operators.parameters import fused_activation
from conformance.drivers.litert.site import Site
from conformance.hal import OperandType, OperationType, PaddingScheme
from conformance.operations import Unknown
from conformance.operations.definition import Array, Shape

TO_NHWC: Final = (0, 2, 3, 1)
TO_NCHW: Final = (0, 3, 1, 2)
SAME: Final = 0
VALID: Final = 1

_EDGES: Final = (("padding_top", "padding_bottom"), ("padding_left", "padding_right"))


def image(site: Site, name: str = "input") -> int:
    """An image with channels last."""
    tensor = site.tensor(name)
    return site.transposed(tensor, TO_NHWC) if site.scalar("layout") else tensor


def image_result(site: Site) -> int:
    """The tensor to write an image with channels last into."""
    tensor = site.result()
    return site.transposed_into(tensor, TO_NCHW) if site.scalar("layout") else tensor


@dataclass(frozen=True, slots=True)
class _Edge:
    """A window along one dimension, with explicit padding."""

    size: int | None
    extent: int
    stride: int
    head: int
    tail: int

    def schemes(self) -> set[int]:
        """Padding schemes that place the same windows."""
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

    def shares(self) -> Array:
        """For each window the part of it that lies in the image."""
        if self.size is None:
            raise Unknown
        outputs = (self.size - self.extent + self.head + self.tail) // self.stride + 1
        starts = np.arange(outputs) * self.stride - self.head
        inside = np.minimum(starts + self.extent, self.size) - np.maximum(starts, 0)
        return inside / self.extent


def _edges(site: Site, shape: Shape | None, window: tuple[int, int]) -> tuple[_Edge, _Edge]:
    explicit = site.call.position("padding_scheme") is None

    def edge(number: int, name: str) -> _Edge:
        head, tail = (site.scalar(side) if explicit else 0 for side in _EDGES[number])
        dilation = site.scalar(f"dilation_{name}") or 1
        return _Edge(
            None if shape is None else shape[1 + number],
            (window[number] - 1) * dilation + 1,
            site.scalar(f"stride_{name}"),
            head,
            tail,
        )

    return edge(0, "height"), edge(1, "width")


def _around(edges: tuple[_Edge, _Edge]) -> list[list[int]]:
    return [[0, 0], *([edge.head, edge.tail] for edge in edges), [0, 0]]


def _with_border(site: Site, source: int, edges: tuple[_Edge, _Edge], lowest: bool) -> int:
    """The image with its explicit padding around it: real zeros, or the lowest values."""
    shape, around = site.shape(source), _around(edges)
    new_shape = None
    if shape is not None:
        new_shape = tuple(size + sum(more) for size, more in zip(shape, around, strict=True))
    padded = site.like(source, new_shape)
    paddings = site.constant(around)
    if lowest:
        value = site.constant([site.lowest(source)], like=source)
        site.run("PADV2", [source, paddings, value], [padded], "PadV2Options")
    else:
        site.run("PAD", [source, paddings], [padded], "PadOptions")
    return padded


def _scheme(site: Site, edges: tuple[_Edge, _Edge]) -> int | None:
    """The schema's padding code; ``None`` for explicit padding that no scheme gives."""
    if site.call.position("padding_scheme") is not None:
        return SAME if site.scalar("padding_scheme") == PaddingScheme.SAME else VALID
    both = edges[0].schemes() & edges[1].schemes()
    if not both:
        return None
    return VALID if VALID in both else SAME


def _strides(site: Site) -> dict[str, int]:
    return {"strideW": site.scalar("stride_width"), "strideH": site.scalar("stride_height")}


def kernel_type(site: Site, weights: str) -> str:
    """The 8-bit type to compute in: TFLite pairs per-channel filters with int8, and has filters
    with a zero point in uint8 only. Empty for floating point.
    """
    view = site.view(weights)
    if view.type in (OperandType.TENSOR_FLOAT32, OperandType.TENSOR_FLOAT16):
        return ""
    if view.type == OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL:
        return "INT8"
    if view.type == OperandType.TENSOR_QUANT8_ASYMM_SIGNED and view.zero_point == 0:
        return "INT8"
    return "UINT8"


def recoded(site: Site, tensor: int, type_: str) -> int:
    """The tensor in the type to compute in."""
    return site.recoded(tensor, type_) if type_ else tensor


def recoded_result(site: Site, tensor: int, type_: str) -> int:
    """The tensor to write in the type to compute in."""
    return site.recoded_into(tensor, type_) if type_ else tensor


def _convolution(site: Site, builtin: str, options: str, **more: Any) -> None:
    dims = site.view("filter").dims
    if dims is None or dims[1] is None or dims[2] is None:
        raise Unknown
    activation = fused_activation(site)
    type_ = kernel_type(site, "filter")
    source = recoded(site, image(site), type_)
    edges = _edges(site, site.shape(source), (dims[1], dims[2]))
    padding = _scheme(site, edges)
    if padding is None:
        source, padding = _with_border(site, source, edges, lowest=False), VALID
    weights = recoded(site, site.tensor("filter"), type_)
    bias = site.tensor("bias")
    target = recoded_result(site, image_result(site), type_)
    site.run(
        builtin,
        [source, weights, bias],
        [target],
        options,
        padding=padding,
        fusedActivationFunction=activation,
        dilationWFactor=site.scalar("dilation_width") or 1,
        dilationHFactor=site.scalar("dilation_height") or 1,
        **_strides(site),
        **more,
    )


def conv_2d(site: Site) -> None:
    """CONV_2D."""
    _convolution(site, "CONV_2D", "Conv2DOptions")


def depthwise_conv_2d(site: Site) -> None:
    """DEPTHWISE_CONV_2D."""
    _convolution(
        site,
        "DEPTHWISE_CONV_2D",
        "DepthwiseConv2DOptions",
        depthMultiplier=site.scalar("depth_multiplier"),
    )


def transpose_conv_2d(site: Site) -> None:
    """TRANSPOSE_CONV_2D.

    Its padding is that of the convolution from the output to the input. Explicit padding that no
    scheme gives is cut off a result without padding.
    """
    dims = site.view("filter").dims
    if dims is None or dims[1] is None or dims[2] is None:
        raise Unknown
    activation = fused_activation(site)
    type_ = kernel_type(site, "filter")
    source = recoded(site, image(site), type_)
    target = recoded_result(site, image_result(site), type_)
    shape = site.shape(target)
    before = site.shape(source)
    if shape is None or before is None:
        raise Unknown
    edges = _edges(site, shape, (dims[1], dims[2]))
    padding = _scheme(site, edges)
    whole = target
    if padding is None:
        padding = VALID
        height, width = (
            edge.stride * (size - 1) + edge.extent
            for edge, size in zip(edges, before[1:3], strict=True)
        )
        whole = site.like(target, (shape[0], height, width, shape[3]))
    whole_shape = site.shape(whole)
    weights = recoded(site, site.tensor("filter"), type_)
    site.run(
        "TRANSPOSE_CONV",
        [site.constant(whole_shape), weights, source, site.tensor("bias")],
        [whole],
        "TransposeConvOptions",
        padding=padding,
        fusedActivationFunction=activation,
        **_strides(site),
    )
    if whole != target:
        begin = site.constant([0, edges[0].head, edges[1].head, 0])
        site.run("SLICE", [whole, begin, site.constant(shape)], [target], "SliceOptions")


Correction = Callable[[Array], Array]
"""From the share of a window that lies in the image to what undoes counting all of it."""


def _factors(site: Site, edges: tuple[_Edge, _Edge], correction: Correction) -> int:
    """One factor for each window, for means that counted the padding."""
    shares = np.multiply.outer(edges[0].shares(), edges[1].shares())
    return site.constant(correction(shares)[:, :, None], "FLOAT32")


def _pool(builtin: str, correction: Correction | None = None) -> Callable[[Site], None]:
    """A pool; explicit padding that no scheme gives becomes an operator in front.

    Maxima do not see the lowest values. Means do see zeros: a factor for each window undoes that.
    It needs real numbers, because rounding to codes in between would tell.
    """

    def convert(site: Site) -> None:
        window = site.scalar("filter_height"), site.scalar("filter_width")
        activation = fused_activation(site)
        source, target = image(site), image_result(site)
        edges = _edges(site, site.shape(source), window)
        padding = _scheme(site, edges)
        factors: int | None = None
        codes: int | None = None
        if padding is None:
            if correction is not None:
                factors = _factors(site, edges, correction)
                if site.graph.tensors[source].type != "FLOAT32":
                    source, codes = site.dequantized(source), target
                    target = site.graph.add(Tensor("FLOAT32", site.shape(codes)))
            source = _with_border(site, source, edges, lowest=correction is None)
        pooled = target if factors is None else site.like(target, site.shape(target))
        site.run(
            builtin,
            [source],
            [pooled],
            "Pool2DOptions",
            padding=VALID if padding is None else padding,
            filterHeight=window[0],
            filterWidth=window[1],
            fusedActivationFunction=activation if factors is None else 0,
            **_strides(site),
        )
        if factors is not None:
            site.run(
                "MUL",
                [pooled, factors],
                [target],
                "MulOptions",
                fusedActivationFunction=activation,
            )
        if codes is not None:
            site.run("QUANTIZE", [target], [codes])

    return convert


CONVERTERS: Final = {
    OperationType.CONV_2D: conv_2d,
    OperationType.DEPTHWISE_CONV_2D: depthwise_conv_2d,
    OperationType.TRANSPOSE_CONV_2D: transpose_conv_2d,
    OperationType.AVERAGE_POOL_2D: _pool("AVERAGE_POOL_2D", lambda share: 1 / share),
    OperationType.L2_POOL_2D: _pool("L2_POOL_2D", lambda share: np.sqrt(1 / share)),
    OperationType.MAX_POOL_2D: _pool("MAX_POOL_2D"),
}
