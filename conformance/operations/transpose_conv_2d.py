"""TRANSPOSE_CONV_2D: every pixel spreads a filter over the output, where overlaps add up.

Without padding the output is (in - 1) * stride + filter long; padding is cut off from it. A tail
below 0 adds to it instead, which the filters do not reach: those elements hold the bias. With the
scheme SAME an output of the wanted size is cut out such that ceil(out / stride) is the input's
size.
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
from conformance.operations.linear import (
    BIAS_TYPES,
    FILTER_TYPES,
    TYPES,
    Layer,
    bias_quantization,
    channel_dimension,
    equal_sizes,
    filled,
    input_channels,
)
from conformance.operations.matmul import BLOCK, spans
from conformance.operations.numerics import F64Array, is_quantized
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
_AFTER: Final[tuple[OperandSpec, ...]] = (
    scalar("stride_width", _INT32, doc="columns from one pixel's filter to the next"),
    scalar("stride_height", _INT32, doc="rows from one pixel's filter to the next"),
    scalar("activation", _INT32, doc="FusedActivationFunc code"),
    scalar("layout", OperandType.BOOL, doc="true: input and output are NCHW"),
)
_FORMS: Final = (
    Form("explicit", (*_TENSORS, *(scalar(name, _INT32) for name in PADDINGS), *_AFTER), (11,)),
    Form(
        "implicit",
        (
            *_TENSORS,
            tensor("output_shape", only(OperandType.TENSOR_INT32), ranks=ranks(1)),
            scalar("padding_scheme", _INT32, doc="0 (NONE), 1 (SAME) or 2 (VALID)"),
            *_AFTER,
        ),
        (9,),
    ),
)


@dataclass(frozen=True, slots=True)
class _Axis:
    """How filters spread along one axis; ``head`` elements are cut off before the output."""

    size: int
    filter: int
    stride: int
    head: int
    tail: int

    @property
    def spread(self) -> int:
        """Length that the filters of all pixels cover."""
        return (self.size - 1) * self.stride + self.filter

    @property
    def outputs(self) -> int:
        """Length of the output."""
        return self.spread - self.head - self.tail

    def reached(self, tap: int) -> tuple[slice, slice]:
        """Pixels whose tap falls into the output, and where."""
        start = tap - self.head
        first = max(0, -(start // self.stride))
        last = min(self.size - 1, (self.outputs - 1 - start) // self.stride)
        if last < first:
            return slice(0, 0), slice(0, 0)
        begin = start + first * self.stride
        end = start + last * self.stride + 1
        return slice(first, last + 1), slice(begin, end, self.stride)


def _wanted(call: Call, dimension: str) -> int:
    """The size that the output shape operand asks for."""
    order = ("batch", "channels", "height", "width")
    if not is_nchw(call):
        order = ("batch", "height", "width", "channels")
    return int(call.value("output_shape")[order.index(dimension)])


def _axis(call: Call, dimension: str) -> _Axis:
    vertical = dimension == "height"
    size = image_size(call, dimension)
    length = filter_shape(call)[0 if vertical else 1]
    stride = call.scalar(f"stride_{dimension}")
    if call.form.name == "explicit":
        first, last = PADDINGS[2:] if vertical else PADDINGS[:2]
        return _Axis(size, length, stride, call.scalar(first), call.scalar(last))
    plain = _Axis(size, length, stride, 0, 0)
    if call.scalar("padding_scheme") != PaddingScheme.SAME:
        return plain
    surplus = plain.spread - _wanted(call, dimension)
    head = max(0, surplus) // 2
    return _Axis(size, length, stride, head, surplus - head)


def _shapes(call: Call) -> tuple[Shape, ...]:
    height, width = _axis(call, "height"), _axis(call, "width")
    batch, units = image_size(call, "batch"), size_of(call, "filter", 0)
    return (image_shape(call, batch, height.outputs, width.outputs, units),)


class _Spread:
    """The taps' weights and the way from sums to output values."""

    def __init__(self, call: Call, filter_: Array, bias: Array) -> None:
        layer = Layer(call, filter_.reshape(len(filter_), -1), bias, centred=True)
        self.finish = layer.finish(slice(0, len(filter_)))
        # [height, width, channels, units]: a tap's weights as the right operand of a product
        self.taps: F64Array = np.ascontiguousarray(filter_.transpose(1, 2, 3, 0), np.float64)
        self.taps -= layer.weight_zero_point


def _compile(call: Call) -> Kernel:
    _shapes(call)
    call.scalar("activation")  # asked for here: kernels cannot wait for it
    nchw, view = is_nchw(call), call.primary
    height, width = _axis(call, "height"), _axis(call, "width")
    dtype = call.output().info.dtype  # type: ignore[union-attr]
    zero_point = view.zero_point if is_quantized(view) else 0

    filter_, bias = call.constant("filter"), call.constant("bias")
    ready = None if filter_ is None or bias is None else _Spread(call, filter_, bias)

    def sums_of(image: F64Array, taps: F64Array, sums: F64Array) -> None:
        for y, x in np.ndindex(taps.shape[:2]):
            rows, lines = height.reached(y)
            columns, places = width.reached(x)
            sums[lines, places] += image[rows, columns] @ taps[y, x]

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        image, filter_, bias = inputs[:3]
        assert image is not None
        assert filter_ is not None
        assert bias is not None
        spread = ready or _Spread(call, filter_, bias)
        units = spread.taps.shape[3]
        out = np.empty((len(image), height.outputs, width.outputs, units), dtype)
        sums = np.empty(out.shape[1:])
        with np.errstate(invalid="ignore", over="ignore"):
            for source, target in zip(nhwc(image, nchw), out, strict=True):
                centred = source.astype(np.float64)
                centred -= zero_point
                sums[...] = 0
                sums_of(centred, spread.taps, sums)
                rows, flat = sums.reshape(-1, units), target.reshape(-1, units)
                for start, stop in spans(len(rows), max(1, BLOCK // units)):
                    spread.finish(rows[start:stop], flat[start:stop])
        return (from_nhwc(out, nchw),)

    return kernel


def _output_size(call: Call) -> str | None:
    for dimension in ("height", "width"):
        if call.scalar(f"stride_{dimension}") < 1:
            return None  # that condition speaks for itself
        axis = _axis(call, dimension)
        if axis.outputs < 1:
            sides = ("top", "bottom") if dimension == "height" else ("left", "right")
            cut = f"padding_{sides[0]} {axis.head} and padding_{sides[1]} {axis.tail}"
            return f"{dimension}: {cut} are cut off from {axis.spread} elements"
    return None


def _shape_length(call: Call) -> str | None:
    if call.form.name == "explicit":
        return None
    length = size_of(call, "output_shape", 0)
    return None if length == 4 else f"output_shape has {length} sizes, must have 4"


def _shape_reached(call: Call) -> str | None:
    if call.form.name == "explicit":
        return None
    batch, units = image_size(call, "batch"), size_of(call, "filter", 0)
    for dimension, size in (("batch", batch), ("channels", units)):
        if _wanted(call, dimension) != size:
            return f"output_shape asks for {dimension} {_wanted(call, dimension)}, must be {size}"
    same = call.scalar("padding_scheme") == PaddingScheme.SAME
    for dimension in ("height", "width"):
        axis, wanted = _axis(call, dimension), _wanted(call, dimension)
        if axis.stride < 1:
            return None  # that condition speaks for itself
        fits = -(-wanted // axis.stride) == axis.size if same else wanted == axis.outputs
        if not fits:
            return (
                f"output_shape asks for {dimension} {wanted}, which {axis.size} pixels with a "
                f"filter of {axis.filter} and a stride of {axis.stride} do not give"
            )
    return None


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.TRANSPOSE_CONV_2D,
        since=Version.V1_2,
        primary="input",
        types={type_: max(since, Version.V1_2) for type_, since in TYPES.items()},
        forms=_FORMS,
        outputs=(tensor("output", ranks=ranks(4)),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            filled("filter"),
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
            Condition(
                "output_shape_length", _shape_length, "output_shape: the output tensor shape"
            ),
            Condition("output_shape_reached", _shape_reached, "output_shape, padding and strides"),
            Condition("output_size", _output_size, "output: out_height and out_width at least 1"),
        ),
        zero_size=ZeroSize(Version.V1_2, "batch of the input"),
        doc="output = activation(sum of the filters of all pixels, each in its place, plus bias)",
    ),
)
