"""DEPTHWISE_CONV_2D: one filter (or several) for each channel, slid over an image."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.conditions import at_least, fused_activation
from conformance.operations.definition import (
    Array,
    Condition,
    Kernel,
    OperationDefinition,
    Shape,
    ZeroSize,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.linear import (
    BIAS_TYPES,
    FILTER_TYPES,
    TYPES,
    Layer,
    bias_quantization,
    channel_dimension,
    equal_sizes,
    filled,
    output_scale,
)
from conformance.operations.matmul import scratch, spans
from conformance.operations.window import (
    Axis,
    axes_of,
    filter_shape,
    from_nhwc,
    image_shape,
    image_size,
    is_nchw,
    nhwc,
    size_of,
    window_conditions,
    window_forms,
)

_BLOCK = 1 << 13
"""Output elements computed together: sums, products and input rows then fit in the L1/L2 cache."""

_RUN = 1 << 9
"""Least length of the innermost loop; taps repeat over neighbouring pixels to reach it."""


def _shapes(call: Call) -> tuple[Shape, ...]:
    height, width = axes_of(call, filter_shape)
    batch, units = image_size(call, "batch"), size_of(call, "filter", 3)
    return (image_shape(call, batch, height.outputs, width.outputs, units),)


class _Phases:
    """Where image columns go so that every tap reads a contiguous run.

    With a stride of s the columns are dealt out to s phases; the columns that one tap meets at
    successive windows are then neighbours.
    """

    __slots__ = ("copies", "length", "taps")

    def __init__(self, axis: Axis) -> None:
        offsets = [index * axis.dilation for index in range(axis.filter)]
        self.taps = [(offset % axis.stride, offset // axis.stride) for offset in offsets]
        self.length = self.taps[-1][1] + axis.outputs
        self.copies: list[tuple[int, slice, slice]] = []
        for phase in range(min(axis.stride, axis.extent)):
            first = (phase - axis.head) % axis.stride
            start = (first + axis.head) // axis.stride
            count = max(0, min(len(range(first, axis.size, axis.stride)), self.length - start))
            stop = first + max(0, count - 1) * axis.stride + 1 if count else first
            self.copies.append(
                (phase, slice(start, start + count), slice(first, stop, axis.stride))
            )


class _Plan:
    """The fixed sequence of multiply-adds of one layer."""

    def __init__(self, layer: Layer, filter_: Array, multiplier: int, axes: tuple[Axis, Axis]):
        self.height, self.width = axes
        self.layer = layer
        self.multiplier = multiplier
        self.units = filter_.shape[3]
        self.phases = _Phases(self.width)
        self.finish = layer.finish(slice(0, self.units))
        columns = self.width.outputs
        self.repeats = next(
            n
            for n in range(1, columns + 1)
            if columns % n == 0 and (n * self.units >= _RUN or n == columns)
        )
        taps = filter_[0].astype(layer.dtype)
        taps -= layer.weight_zero_point
        self.taps = np.tile(taps, (1, 1, self.repeats))
        line = max(1, columns * self.units)
        self.lines = max(1, _BLOCK // line)

    def rows(self, image: Array, start: int, stop: int) -> Array:
        """Padded, widened input rows for output lines [start, stop): [row, phase, column, unit]."""
        height, phases = self.height, self.phases
        first = start * height.stride - height.head
        count = (stop - 1 - start) * height.stride + height.extent
        above = min(count, max(0, -first))
        inside = max(0, min(height.size - first, count) - above)
        shape = (count, len(phases.copies), phases.length, self.units)
        rows = scratch.take("rows", shape, self.layer.dtype)
        rows[:above] = self.layer.fill
        rows[above + inside :] = self.layer.fill
        source = image[first + above : first + above + inside]
        body = rows[above : above + inside]
        for phase, target, columns in phases.copies:
            body[:, phase, : target.start] = self.layer.fill
            body[:, phase, target.stop :] = self.layer.fill
            part = body[:, phase, target]
            if self.multiplier == 1:
                np.copyto(part, source[:, columns], casting="safe")
            else:
                spread = part.reshape(*part.shape[:2], -1, self.multiplier)
                np.copyto(spread, source[:, columns, :, None], casting="safe")
        return rows

    def image(self, image: Array, out: Array) -> None:
        """All output lines of one image."""
        columns = self.width.outputs
        run = self.repeats * self.units
        for start, stop in spans(self.height.outputs, self.lines):
            rows = self.rows(image, start, stop)
            shape = (stop - start, columns * self.units // run, run)
            total = scratch.take("product", shape, self.layer.dtype)
            product = scratch.take("left", shape, self.layer.dtype)
            into = total
            for y in range(self.height.filter):
                top = y * self.height.dilation
                lines = rows[
                    top : top + (stop - start - 1) * self.height.stride + 1 : self.height.stride
                ]
                for x, (phase, offset) in enumerate(self.phases.taps):
                    seen = lines[:, phase, offset : offset + columns].reshape(shape)
                    np.multiply(seen, self.taps[y, x], out=into)
                    if into is product:
                        np.add(total, product, out=total)
                    into = product
            self.finish(total.reshape(-1, self.units), out[start:stop].reshape(-1, self.units))


def _compile(call: Call) -> Kernel:
    _shapes(call)
    nchw = is_nchw(call)
    axes = axes_of(call, filter_shape)
    units = size_of(call, "filter", 3)
    shape = (image_size(call, "batch"), axes[0].outputs, axes[1].outputs, units)
    multiplier: int = call.scalar("depth_multiplier")
    dtype = call.output().info.dtype  # type: ignore[union-attr]

    def prepare(filter_: Array, bias: Array) -> _Plan:
        layer = Layer(call, filter_.reshape(-1, units).T, bias)
        return _Plan(layer, filter_, multiplier, axes)

    filter_, bias = call.constant("filter"), call.constant("bias")
    ready = None if filter_ is None or bias is None else prepare(filter_, bias)

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        image, filter_, bias = inputs[:3]
        assert image is not None
        assert filter_ is not None
        assert bias is not None
        plan = ready or prepare(filter_, bias)
        out = np.empty(shape, dtype)
        with np.errstate(invalid="ignore"):
            for source, target in zip(nhwc(image, nchw), out, strict=True):
                plan.image(source, target)
        return (from_nhwc(out, nchw),)

    return kernel


def _channels(call: Call) -> str | None:
    channels, multiplier = image_size(call, "channels"), call.scalar("depth_multiplier")
    units = size_of(call, "filter", 3)
    if channels * multiplier == units:
        return None
    return (
        f"filter has {units} output channels, input {channels} times a multiplier of {multiplier}"
    )


def _single_filter(call: Call) -> str | None:
    size = size_of(call, "filter", 0)
    return None if size == 1 else f"filter has size {size} in dimension 0, must be 1"


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.DEPTHWISE_CONV_2D,
        since=Version.V1_0,
        primary="input",
        types=TYPES,
        forms=window_forms(
            (
                tensor("input", ranks=ranks(4), doc="[batch, height, width, channels] or NCHW"),
                tensor("filter", FILTER_TYPES, ranks=ranks(4), doc="[1, height, width, units]"),
                tensor("bias", BIAS_TYPES, ranks=ranks(1), doc="[units]"),
            ),
            (scalar("depth_multiplier", OperandType.INT32, doc="units for each input channel"),),
            dilated=True,
        ),
        outputs=(tensor("output", ranks=ranks(4)),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            filled("filter"),
            *window_conditions(filter_shape, dilated=True),
            at_least("depth_multiplier", 1),
            Condition("filter_batch", _single_filter, "filter: of shape [1, height, width, units]"),
            Condition("filter_depth", _channels, "output: depth_out = depth_in * multiplier"),
            equal_sizes("bias_length", ("bias", 0), ("filter", 3)),
            channel_dimension(3),
            bias_quantization(),
            output_scale(),
            fused_activation(),
        ),
        zero_size=ZeroSize(Version.V1_2, "batch of the input"),
        doc="output = activation(sum over the window of input * filter, by channel, plus bias)",
    ),
)
