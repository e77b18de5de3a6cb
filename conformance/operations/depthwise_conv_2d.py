"""DEPTHWISE_CONV_2D: 2-D convolution of each channel with its own filter or filters.

Floating-point sums are accumulated in double precision and rounded once. Quantized results are
exact sums of products, rounded once with ties away from zero and clamped. BLAS offers nothing for
this operation, so the code below arranges memory such that numpy's inner loops are long.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import linear_layer, window
from conformance.operations.kernels import matmul

_PRODUCTS_PER_BLOCK = 1 << 16
"""Bytes of output elements computed together; the products of a 3 x 3 filter, nine times as much,
still fit in the L2 cache."""

_MAX_RUN = 1 << 13
"""Maximum length of the innermost loop, in elements; the taps are repeated over neighbouring pixels
to reach it."""


_shapes = linear_layer.convolution_shapes(3)


class _StridePhases:
    """Positions of image columns in the work array such that every tap reads contiguous memory.

    With stride s, column c goes to phase c mod s. The columns that one tap reads for successive
    windows are then neighbours within a phase.
    """

    __slots__ = ("copies", "length", "taps")

    def __init__(self, axis: window.WindowAxis) -> None:
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


class _MultiplyAdd:
    """The computation of one layer: products of all taps with a block of pixels, and their sums."""

    def __init__(
        self,
        layer: linear_layer.LinearLayer,
        filter_: op.Array,
        multiplier: int,
        axes: tuple[window.WindowAxis, window.WindowAxis],
    ) -> None:
        self.height, self.width = axes
        self.layer = layer
        self.multiplier = multiplier
        self.units = filter_.shape[3]
        self.phases = _StridePhases(self.width)
        self.finish = layer.finish(slice(0, self.units))
        self.products = _PRODUCTS_PER_BLOCK // layer.dtype.itemsize
        columns = self.width.outputs
        self.repeats = max(
            n
            for n in range(1, columns + 1)
            if columns % n == 0 and n * self.units <= max(_MAX_RUN, self.units)
        )
        self.taps = filter_[0].astype(layer.dtype)
        self.taps -= layer.weight_zero_point
        # Neighbouring taps that read at a constant distance are combined in one numpy operation.
        self.together = self.width.filter if self.width.dilation % self.width.stride == 0 else 1

    def rows(self, image: op.Array, start: int, stop: int) -> op.Array:
        """Return padded input rows for output lines [start, stop): [row, phase, column, unit].

        Values are converted to the layer's number format; padding has the value that represents 0.
        """
        height, phases = self.height, self.phases
        first = start * height.stride - height.head
        count = (stop - 1 - start) * height.stride + height.extent
        above = min(count, max(0, -first))
        inside = max(0, min(height.size - first, count) - above)
        shape = (count, len(phases.copies), phases.length, self.units)
        rows = matmul.scratch.take("rows", shape, self.layer.dtype)
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
                pixels = part.shape[2] // self.multiplier
                spread = part.reshape(*part.shape[:2], pixels, self.multiplier)
                np.copyto(spread, source[:, columns, :, None], casting="safe")
        return rows

    def repeated_taps(self) -> op.Array:
        """Return the taps, repeated for a run of neighbouring pixels.

        The dimensions are [filter height, filter width, 1, 1, run].
        """
        height, width, units = self.taps.shape
        taps = matmul.scratch.take(
            "weights", (height, width, self.repeats, units), self.layer.dtype
        )
        np.copyto(taps, self.taps[:, :, None])
        return taps.reshape(height, width, 1, 1, -1)

    def image(self, image: op.Array, out: op.Array) -> None:
        """Compute all output lines of one image."""
        line = self.width.outputs * self.units
        taps = self.repeated_taps()
        for start, stop in matmul.even_ranges(self.height.outputs, max(1, matmul.BLOCK // line)):
            rows = self.rows(image, start, stop)
            sums = matmul.scratch.take("sums", (stop - start, line), self.layer.dtype)
            for first, last in matmul.even_ranges(stop - start, max(1, self.products // line)):
                self._add_up(rows, first * self.height.stride, taps, sums[first:last])
            pixels = sums.reshape(-1, self.units)
            self.finish(pixels, out[start:stop].reshape(pixels.shape))

    def _add_up(self, rows: op.Array, top: int, taps: op.Array, sums: op.Array) -> None:
        """Compute the sums of some output lines.

        The windows of the first of these lines begin at row ``top`` of ``rows``.
        """
        height, width = self.height, self.width
        per_row, per_phase, per_column, per_unit = rows.strides
        run = self.repeats * self.units
        lines = len(sums)
        shape = (height.filter, self.together, lines, width.outputs // self.repeats, run)
        strides = (
            per_row * height.dilation,
            per_column * (width.dilation // width.stride),
            per_row * height.stride,
            per_column * self.repeats,
            per_unit,
        )
        products = matmul.scratch.take(
            "product", (height.filter, width.filter, *shape[2:]), sums.dtype
        )
        for x in range(0, width.filter, self.together):
            phase, offset = self.phases.taps[x]
            corner = top * per_row + phase * per_phase + offset * per_column
            seen: op.Array = np.ndarray(shape, sums.dtype, rows, corner, strides)
            columns = slice(x, x + self.together)
            np.multiply(seen, taps[:, columns], out=products[:, columns])
        np.add.reduce(products.reshape(-1, sums.size), axis=0, out=sums.reshape(-1))


def _compile(call: op.Call) -> op.Kernel:
    _shapes(call)
    nchw = window.is_nchw(call)
    axes = window.axes_of(call, window.filter_shape)
    units = op.size(call, "filter", 3)
    shape = (window.image_size(call, "batch"), axes[0].outputs, axes[1].outputs, units)
    multiplier: int = call.scalar("depth_multiplier")
    dtype = call.output().dtype

    def prepare(filter_: op.Array, bias: op.Array) -> _MultiplyAdd:
        layer = linear_layer.LinearLayer(call, filter_.reshape(-1, units).T, bias)
        return _MultiplyAdd(layer, filter_, multiplier, axes)

    def run(plan: _MultiplyAdd, image: op.Array) -> op.Array:
        out = np.empty(shape, dtype)
        for source, target in zip(window.nhwc(image, nchw), out, strict=True):
            plan.image(source, target)
        return window.from_nhwc(out, nchw)

    return linear_layer.layer_kernel(call, prepare, run)


@op.condition("filter[3] equals the input's channels * depth_multiplier")
def _filter_depth(call: op.Call) -> str | None:
    channels, multiplier = window.image_size(call, "channels"), call.scalar("depth_multiplier")
    units = op.size(call, "filter", 3)
    if channels * multiplier == units:
        return None
    return (
        f"filter has {units} output channels, but input has {channels} channels and "
        f"depth_multiplier is {multiplier}: {channels * multiplier} are required"
    )


@op.condition("filter has shape [1, height, width, units]: its first size is 1")
def _filter_batch(call: op.Call) -> str | None:
    size = op.size(call, "filter", 0)
    return None if size == 1 else f"filter has size {size} in dimension 0, but must have 1"


DEFINITION = op.OperationDefinition(
    type=op.OperationType.DEPTHWISE_CONV_2D,
    properties=linear_layer.convolution_properties(
        "images.depthwise", mobile_weight=256
    ).with_examples(
        "depthwise_conv_2d_layout_dilation_dilation_valid_quant8_signed_nhwc_all_tensors_as_inputs"
    ),
    types=op.TYPES_1_0,
    forms=window.window_forms(
        linear_layer.convolution_operands("[1, height, width, units]"),
        (op.int32("depth_multiplier", "output channels per input channel"),),
        dilated=True,
    ),
    outputs=op.IMAGE_OUTPUT,
    shapes=_shapes,
    compile=_compile,
    conditions=(
        linear_layer.not_empty("filter"),
        *window.window_conditions(window.filter_shape, dilated=True),
        op.at_least("depth_multiplier", 1),
        _filter_batch,
        _filter_depth,
        *linear_layer.unit_conditions(3),
        linear_layer.output_scale(),
        op.fused_activation(),
    ),
    zero_size=op.ZeroSize(op.Version.V1_2, "batch of the input"),
    doc="output = activation(sum over the window of input * filter + bias), per channel",
)
