"""TRANSPOSE_CONV_2D: every pixel adds a weighted filter to the output; overlaps are summed.

Without padding the output length is (in - 1) * stride + filter; padding is removed from it. A
negative tail extends the output instead; the filters do not reach that part, which holds the bias.
With the padding scheme SAME, an output of the requested size is cut out such that ceil(out /
stride) equals the input's size. Sums are exact for codes, and in double precision for floats; they
are rounded once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from conformance.hal import OperandType, OperationType, PaddingScheme, Version
from conformance.operations.call import Call
from conformance.operations.conditions import at_least, fused_activation
from conformance.operations.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperandSpec,
    OperationDefinition,
    Shape,
    ZeroSize,
    only,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.linear_layer import (
    BIAS_TYPES,
    FILTER_TYPES,
    TYPES,
    LinearLayer,
    bias_quantization,
    channel_dimension,
    equal_sizes,
    input_channels,
    not_empty,
)
from conformance.operations.matmul import BLOCK, even_ranges
from conformance.operations.numerics import F64Array, is_quantized
from conformance.operations.properties import LINEAR_SUM, Cost, Properties, Sampling, Trait
from conformance.operations.window import (
    PADDINGS,
    filled_image,
    filter_shape,
    from_nhwc,
    image_shape,
    image_size,
    is_nchw,
    nhwc,
    padding_scheme_code,
    size_of,
)

_INT32: Final = OperandType.INT32
_TENSORS: Final[tuple[OperandSpec, ...]] = (
    tensor("input", ranks=ranks(4), doc="[batch, height, width, channels] or NCHW"),
    tensor("filter", FILTER_TYPES, ranks=ranks(4), doc="[units, height, width, channels]"),
    tensor("bias", BIAS_TYPES, ranks=ranks(1), doc="[units]"),
)
_TRAILING_SCALARS: Final[tuple[OperandSpec, ...]] = (
    scalar("stride_width", _INT32, doc="columns between the filters of neighbouring pixels"),
    scalar("stride_height", _INT32, doc="rows between the filters of neighbouring pixels"),
    scalar("activation", _INT32, doc="FusedActivationFunc code"),
    scalar("layout", OperandType.BOOL, doc="true: input and output are NCHW"),
)
_FORMS: Final = (
    Form(
        "explicit",
        (*_TENSORS, *(scalar(name, _INT32) for name in PADDINGS), *_TRAILING_SCALARS),
        (11,),
    ),
    Form(
        "implicit",
        (
            *_TENSORS,
            tensor("output_shape", only(OperandType.TENSOR_INT32), ranks=ranks(1)),
            scalar("padding_scheme", _INT32, doc="0 (NONE), 1 (SAME) or 2 (VALID)"),
            *_TRAILING_SCALARS,
        ),
        (9,),
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
        start = tap - self.head
        first = max(0, -(start // self.stride))
        last = min(self.size - 1, (self.outputs - 1 - start) // self.stride)
        if last < first:
            return slice(0, 0), slice(0, 0)
        begin = start + first * self.stride
        end = start + last * self.stride + 1
        return slice(first, last + 1), slice(begin, end, self.stride)


def _wanted(call: Call, dimension: str) -> int:
    """Return one size of the requested output shape."""
    order = ("batch", "channels", "height", "width")
    if not is_nchw(call):
        order = ("batch", "height", "width", "channels")
    return int(call.value("output_shape")[order.index(dimension)])


def _axis(call: Call, dimension: str) -> _TransposedAxis:
    vertical = dimension == "height"
    size = image_size(call, dimension)
    length = filter_shape(call)[0 if vertical else 1]
    stride = call.scalar(f"stride_{dimension}")
    if call.form.name == "explicit":
        first, last = PADDINGS[2:] if vertical else PADDINGS[:2]
        return _TransposedAxis(size, length, stride, call.scalar(first), call.scalar(last))
    unpadded = _TransposedAxis(size, length, stride, 0, 0)
    if call.scalar("padding_scheme") != PaddingScheme.SAME:
        return unpadded
    surplus = unpadded.covered_length - _wanted(call, dimension)
    head = max(0, surplus) // 2
    return _TransposedAxis(size, length, stride, head, surplus - head)


def _shapes(call: Call) -> tuple[Shape, ...]:
    height, width = _axis(call, "height"), _axis(call, "width")
    batch, units = image_size(call, "batch"), size_of(call, "filter", 0)
    return (image_shape(call, batch, height.outputs, width.outputs, units),)


class _ScatterAdd:
    """The weights of all filter taps, and the conversion of sums to output values."""

    def __init__(self, call: Call, filter_: Array, bias: Array) -> None:
        layer = LinearLayer(call, filter_.reshape(len(filter_), -1), bias, centred=True)
        self.finish = layer.finish(slice(0, len(filter_)))
        # [height, width, channels, units]: the weights of a tap are the right operand of a product
        self.taps: F64Array = np.ascontiguousarray(filter_.transpose(1, 2, 3, 0), np.float64)
        self.taps -= layer.weight_zero_point


def _compile(call: Call) -> Kernel:
    _shapes(call)
    call.scalar("activation")  # raises Unknown here if it is unknown; a kernel cannot defer
    nchw, view = is_nchw(call), call.primary
    height, width = _axis(call, "height"), _axis(call, "width")
    dtype = call.output().info.dtype  # type: ignore[union-attr]
    zero_point = view.zero_point if is_quantized(view) else 0

    filter_, bias = call.constant("filter"), call.constant("bias")
    ready = None if filter_ is None or bias is None else _ScatterAdd(call, filter_, bias)

    def sums_of(image: F64Array, taps: F64Array, sums: F64Array) -> None:
        for y, x in np.ndindex(taps.shape[:2]):
            rows, lines = height.reached_pixels(y)
            columns, positions = width.reached_pixels(x)
            sums[lines, positions] += image[rows, columns] @ taps[y, x]

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        image, filter_, bias = inputs[:3]
        assert image is not None
        assert filter_ is not None
        assert bias is not None
        scatter = ready or _ScatterAdd(call, filter_, bias)
        units = scatter.taps.shape[3]
        out = np.empty((len(image), height.outputs, width.outputs, units), dtype)
        sums = np.empty(out.shape[1:])
        with np.errstate(invalid="ignore", over="ignore"):
            for source, target in zip(nhwc(image, nchw), out, strict=True):
                centred = source.astype(np.float64)
                centred -= zero_point
                sums[...] = 0
                sums_of(centred, scatter.taps, sums)
                rows, flat = sums.reshape(-1, units), target.reshape(-1, units)
                for start, stop in even_ranges(len(rows), max(1, BLOCK // units)):
                    scatter.finish(rows[start:stop], flat[start:stop])
        return (from_nhwc(out, nchw),)

    return kernel


def _output_size(call: Call) -> str | None:
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


def _shape_length(call: Call) -> str | None:
    if call.form.name == "explicit":
        return None
    length = size_of(call, "output_shape", 0)
    return None if length == 4 else f"output_shape has {length} elements, but must have 4"


def _shape_reached(call: Call) -> str | None:
    if call.form.name == "explicit":
        return None
    batch, units = image_size(call, "batch"), size_of(call, "filter", 0)
    for dimension, size in (("batch", batch), ("channels", units)):
        if _wanted(call, dimension) != size:
            return (
                f"output_shape requests {dimension} {_wanted(call, dimension)}, but must request "
                f"{size}"
            )
    same = call.scalar("padding_scheme") == PaddingScheme.SAME
    for dimension in ("height", "width"):
        axis, requested = _axis(call, dimension), _wanted(call, dimension)
        if axis.stride < 1:
            return None  # the condition on the stride reports this
        fits = -(-requested // axis.stride) == axis.size if same else requested == axis.outputs
        if not fits:
            return (
                f"output_shape requests {dimension} {requested}, which does not result from "
                f"{axis.size} pixels with filter size {axis.filter} and stride {axis.stride}"
            )
    return None


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.TRANSPOSE_CONV_2D,
        properties=Properties(
            LINEAR_SUM,
            Sampling("images.transposed"),
            Cost.VERY_HIGH,
            traits=(Trait.CONVOLUTION,),
            mutation_examples=(
                "transpose_conv_2d_forms_valid_layout_channel_quant8_signed_nchw",
                "transpose_conv_2d_ends_quant8_signed_cropped_at_the_top",
            ),
        ),
        since=Version.V1_2,
        primary="input",
        types={type_: max(since, Version.V1_2) for type_, since in TYPES.items()},
        forms=_FORMS,
        outputs=(tensor("output", ranks=ranks(4)),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            not_empty("filter"),
            filled_image,
            padding_scheme_code,
            at_least("padding_left", 0),
            at_least("padding_top", 0),
            at_least("stride_width", 1),
            at_least("stride_height", 1),
            input_channels("filter_depth", ("filter", 3)),
            equal_sizes("bias_length", ("bias", 0), ("filter", 0)),
            channel_dimension(0),
            bias_quantization(),
            fused_activation(),
            Condition("output_shape_length", _shape_length, "output_shape has 4 elements"),
            Condition(
                "output_shape_reached",
                _shape_reached,
                "output_shape is the shape that input, filter, padding scheme and strides result "
                "in",
            ),
            Condition("output_size", _output_size, "the output height and width are at least 1"),
        ),
        zero_size=ZeroSize(Version.V1_2, "batch of the input"),
        doc=(
            "output = activation(sum over all pixels of pixel * filter at the pixel's position + "
            "bias)"
        ),
    ),
)
