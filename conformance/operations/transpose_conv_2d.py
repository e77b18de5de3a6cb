"""TRANSPOSE_CONV_2D: every pixel adds a weighted filter to the output; overlaps are summed.

Without padding the output length is (in - 1) * stride + filter; padding is removed from it. A
negative tail extends the output instead; the filters do not reach that part, which holds the bias.
With the padding scheme SAME, an output of the requested size is cut out such that ceil(out /
stride) equals the input's size. Sums are exact for codes, and in double precision for floats; they
are rounded once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import linear_layer, window
from conformance.operations.kernels import matmul

_INT32: Final = op.OperandType.INT32
_TENSORS: Final[tuple[op.OperandSpec, ...]] = linear_layer.convolution_operands(
    "[units, height, width, channels]"
)
_TRAILING_SCALARS: Final[tuple[op.OperandSpec, ...]] = (
    op.int32("stride_width", "columns between the filters of neighbouring pixels"),
    op.int32("stride_height", "rows between the filters of neighbouring pixels"),
    op.int32("activation", "FusedActivationFunc code"),
    op.boolean("layout", "true: input and output are NCHW"),
)
_FORMS: Final = (
    op.form(
        "explicit", *_TENSORS, *(op.int32(name) for name in window.PADDINGS), *_TRAILING_SCALARS
    ),
    op.form(
        "implicit",
        *_TENSORS,
        op.int32_vector("output_shape"),
        op.int32("padding_scheme", "0 (NONE), 1 (SAME) or 2 (VALID)"),
        *_TRAILING_SCALARS,
    ),
)


@dataclass(frozen=True, slots=True)
class _TransposedAxis:
    """Geometry along one axis; ``head`` and ``tail`` are the elements removed at the two ends."""

    size: int
    filter: int
    stride: int
    head: int
    tail: int

    @property
    def covered_length(self) -> int:
        """The length that the filters of all pixels cover."""
        return (self.size - 1) * self.stride + self.filter

    @property
    def outputs(self) -> int:
        """The length of the output."""
        return self.covered_length - self.head - self.tail

    def reached_pixels(self, tap: int) -> tuple[slice, slice]:
        """Return the pixels whose filter tap is inside the output, and their output positions."""
        return window.steps_inside(tap - self.head, self.stride, self.size, self.outputs)


def _requested_size(call: op.Call, dimension: str) -> int:
    order = ("batch", "channels", "height", "width")
    if not window.is_nchw(call):
        order = ("batch", "height", "width", "channels")
    return int(call.value("output_shape")[order.index(dimension)])


def _axis(call: op.Call, dimension: str) -> _TransposedAxis:
    vertical = dimension == "height"
    size = window.image_size(call, dimension)
    length = window.filter_shape(call)[0 if vertical else 1]
    stride = call.scalar(f"stride_{dimension}")
    if call.form.name == "explicit":
        first, last = window.PADDINGS[2:] if vertical else window.PADDINGS[:2]
        return _TransposedAxis(size, length, stride, call.scalar(first), call.scalar(last))
    unpadded = _TransposedAxis(size, length, stride, 0, 0)
    if call.scalar("padding_scheme") != op.PaddingScheme.SAME:
        return unpadded
    surplus = unpadded.covered_length - _requested_size(call, dimension)
    head = max(0, surplus) // 2
    return _TransposedAxis(size, length, stride, head, surplus - head)


def _shapes(call: op.Call) -> tuple[op.Shape, ...]:
    height, width = _axis(call, "height"), _axis(call, "width")
    batch, units = window.image_size(call, "batch"), op.size(call, "filter", 0)
    return (window.image_shape(call, batch, height.outputs, width.outputs, units),)


class _ScatterAdd:
    """The weights of all filter taps, and the conversion of sums to output values."""

    def __init__(self, call: op.Call, filter_: op.Array, bias: op.Array) -> None:
        layer = linear_layer.LinearLayer(
            call, filter_.reshape(len(filter_), -1), bias, centred=True
        )
        self.finish = layer.finish(slice(0, len(filter_)))
        # [height, width, channels, units]: the weights of a tap are the right operand of a product
        self.taps: op.F64Array = np.ascontiguousarray(filter_.transpose(1, 2, 3, 0), np.float64)
        self.taps -= layer.weight_zero_point


def _compile(call: op.Call) -> op.Kernel:
    _shapes(call)
    nchw, view = window.is_nchw(call), call.primary
    height, width = _axis(call, "height"), _axis(call, "width")
    dtype = call.output().dtype
    zero_point = view.zero_point if op.is_quantized(view) else 0

    def sums_of(image: op.F64Array, taps: op.F64Array, sums: op.F64Array) -> None:
        for y, x in np.ndindex(taps.shape[:2]):
            rows, lines = height.reached_pixels(y)
            columns, positions = width.reached_pixels(x)
            sums[lines, positions] += image[rows, columns] @ taps[y, x]

    def run(scatter: _ScatterAdd, image: op.Array) -> op.Array:
        units = scatter.taps.shape[3]
        out = np.empty((len(image), height.outputs, width.outputs, units), dtype)
        sums = np.empty(out.shape[1:])
        for source, target in zip(window.nhwc(image, nchw), out, strict=True):
            centred = source.astype(np.float64)
            centred -= zero_point
            sums[...] = 0
            sums_of(centred, scatter.taps, sums)
            rows, flat = sums.reshape(-1, units), target.reshape(-1, units)
            for start, stop in matmul.even_ranges(len(rows), max(1, matmul.BLOCK // units)):
                scatter.finish(rows[start:stop], flat[start:stop])
        return window.from_nhwc(out, nchw)

    return linear_layer.layer_kernel(call, partial(_ScatterAdd, call), run)


@op.condition("the output height and width are at least 1")
def _output_size(call: op.Call) -> str | None:
    for dimension in ("height", "width"):
        if call.scalar(f"stride_{dimension}") < 1:
            return None  # the condition on the stride reports this
        axis = _axis(call, dimension)
        if axis.outputs < 1:
            sides = ("top", "bottom") if dimension == "height" else ("left", "right")
            paddings = f"padding_{sides[0]} {axis.head} and padding_{sides[1]} {axis.tail}"
            return (
                f"the output {dimension} is not positive: {paddings} are removed from "
                f"{axis.covered_length} elements"
            )
    return None


@op.condition("output_shape has 4 elements")
def _output_shape_length(call: op.Call) -> str | None:
    if call.form.name == "explicit":
        return None
    length = op.size(call, "output_shape", 0)
    return None if length == 4 else f"output_shape has {length} elements, but must have 4"


@op.condition("output_shape is the shape that input, filter, padding scheme and strides result in")
def _output_shape_reached(call: op.Call) -> str | None:
    if call.form.name == "explicit":
        return None
    batch, units = window.image_size(call, "batch"), op.size(call, "filter", 0)
    for dimension, size in (("batch", batch), ("channels", units)):
        requested = _requested_size(call, dimension)
        if requested != size:
            return f"output_shape requests {dimension} {requested}, but must request {size}"
    same = call.scalar("padding_scheme") == op.PaddingScheme.SAME
    for dimension in ("height", "width"):
        axis, requested = _axis(call, dimension), _requested_size(call, dimension)
        if axis.stride < 1:
            return None  # the condition on the stride reports this
        fits = -(-requested // axis.stride) == axis.size if same else requested == axis.outputs
        if not fits:
            return (
                f"output_shape requests {dimension} {requested}, which does not result from "
                f"{axis.size} pixels with filter size {axis.filter} and stride {axis.stride}"
            )
    return None


DEFINITION = op.OperationDefinition(
    type=op.OperationType.TRANSPOSE_CONV_2D,
    properties=linear_layer.convolution_properties("images.transposed").with_examples(
        "transpose_conv_2d_forms_valid_layout_channel_quant8_signed_nchw",
        "transpose_conv_2d_ends_quant8_signed_cropped_at_the_top",
    ),
    types=op.not_before(op.Version.V1_2, op.TYPES_1_0),
    forms=_FORMS,
    outputs=op.IMAGE_OUTPUT,
    shapes=_shapes,
    compile=_compile,
    conditions=(
        linear_layer.not_empty("filter"),
        window.filled_image,
        window.padding_scheme_code,
        op.at_least("padding_left", 0),
        op.at_least("padding_top", 0),
        op.at_least("stride_width", 1),
        op.at_least("stride_height", 1),
        linear_layer.input_channels("filter_depth", ("filter", 3)),
        *linear_layer.unit_conditions(0),
        op.fused_activation(),
        _output_shape_length,
        _output_shape_reached,
        _output_size,
    ),
    zero_size=op.ZeroSize(op.Version.V1_2, "batch of the input"),
    doc=(
        "output = activation(sum over all pixels of pixel * filter at the pixel's position + bias)"
    ),
)
