"""Constructors of image operations and layers: convolution, pooling, matrix products, resizing."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod, sqrt
from typing import Final, NamedTuple

from conformance.hal import INFO, OperandType, OperationType, Version
from conformance.operations import definitions
from conformance.operations.definition.properties import Values
from conformance.operations.kernels.numerics import activated_range
from generators.construction import tensor_values
from generators.construction.graph_builder import GraphBuilder
from generators.construction.operand_builder import (
    Dims,
    GeneratedOperand,
    OutputSpec,
    output_for_range,
    output_like,
)
from generators.construction.profiles import COUNTS, SMALL_SIZES, WINDOWS
from generators.construction.tensor_values import ValueDistribution
from generators.constructors.elementwise import (
    per_channel_tensor,
    random_activation,
    saturating_output,
)

_T: Final = OperandType
_HALF_PER_SIGMA: Final = sqrt(3)
Arguments = list[GeneratedOperand | float]
_SPREAD: Final = 2.5
"""Number of standard deviations that an expected range covers on each side of the mean."""


class ImageOperand(NamedTuple):
    """An image operand with its layout and sizes."""

    value: GeneratedOperand
    nchw: bool
    batch: int
    height: int
    width: int
    channels: int


def image_operand(value: GeneratedOperand, nchw: bool) -> ImageOperand:
    """Return a tensor of rank 4 as an image, in the layout NCHW or NHWC."""
    first, second, third, last = value.shape
    if nchw:
        return ImageOperand(value, nchw, first, third, last, second)
    return ImageOperand(value, nchw, first, second, third, last)


def get_image(
    g: GraphBuilder,
    type_: OperandType,
    *,
    layouts: bool = True,
    kind: ValueDistribution = tensor_values.ANY,
) -> ImageOperand:
    """Return an existing or new image, at random in the layout NCHW if the version supports it."""
    nchw = layouts and g.version >= Version.V1_2
    nchw = nchw and (g.random.chance(8) if g.swapped is None else g.swapped)
    value = g.get_tensor(type_, (4,), kind=kind)
    if layouts and g.profile.large_form == WINDOWS and g.version >= Version.V1_2:
        nchw = value.shape[3] > value.shape[1]  # the windows cover the large sizes
    return image_operand(value, nchw)


def new_image(g: GraphBuilder, type_: OperandType, sizes: Dims, nchw: bool) -> GeneratedOperand:
    """Return a new image; ``sizes`` are batch, height, width and channels."""
    batch, height, width, channels = sizes
    return g.new_tensor(
        type_, (batch, channels, height, width) if nchw else (batch, height, width, channels)
    )


def sum_range(first: GeneratedOperand, second: GeneratedOperand, count: int) -> tuple[float, float]:
    """Return the expected range of sums of ``count`` products of two tensors' elements.

    The range is estimated from mean and variance, so it is narrower than that of all possible sums.
    """
    means, squares = [], []
    for value in (first, second):
        mean = (value.low + value.high) / 2
        sigma = (value.high - value.low) / 2 / _HALF_PER_SIGMA
        means.append(mean)
        squares.append(mean * mean + sigma * sigma)
    mean = means[0] * means[1]
    variance = max(squares[0] * squares[1] - mean * mean, 0.0)
    spread = _SPREAD * sqrt(count * variance)
    return count * mean - spread, count * mean + spread


# ------------------------------------------------------------------------- sliding windows


_SCHEMES: Final = (0, 1, 1, 1, 2, 2, 2)
"""Padding schemes (0: NONE, 1: SAME, 2: VALID); NONE is rarer."""


_STRIDES: Final[tuple[int, ...]] = (1, 1, 2, 3, 4)
_STRIDES_ABOVE_1: Final[tuple[int, ...]] = (1, 2, 3, 5)


class WindowGeometry(NamedTuple):
    """A window's size, padding and strides, in the order of the operations' arguments."""

    form: str
    filter: tuple[int, int]
    padding: tuple[int, ...]
    strides: tuple[int, int]
    dilations: tuple[int, int]


def window_geometry(
    g: GraphBuilder, picture: ImageOperand, *, dilated: bool = False
) -> WindowGeometry:
    """Return a random window that fits the image; with ``dilated``, dilations are random too."""
    random = g.random
    sizes, dilations = [], []
    for size in (picture.height, picture.width):
        long = g.profile.large_form == WINDOWS and random.chance(14)
        least = 1 if g.padding is None else min(size, 2)
        most = size if long or random.chance(5) else min(size, 3)
        length = random.between(max(1, size - 2) if long else least, most)
        maximum = (size - 1) // (length - 1) if length > 1 else 3
        dilations.append(random.between(1, max(1, min(maximum, 4))) if dilated else 1)
        sizes.append(length)
    choices = _STRIDES
    if g.profile.large_form and dilations == [1, 1]:
        choices = _STRIDES_ABOVE_1
    strides = g.usual_or_large(choices), random.choice(choices)
    (height, width), (rows, columns) = sizes, dilations
    padding: tuple[int, ...]
    if g.profile.large_form == WINDOWS and random.chance(8):
        form, padding = "implicit", (2,)  # large windows that lie within the image
    elif random.chance(8) if g.padding is None else g.padding:
        padding = (g.padding or random.choice(_SCHEMES),)
        form = "implicit"
    else:
        planned = g.padding is not None
        across, down = (width - 1) * columns + 1, (height - 1) * rows + 1
        padding = tuple(
            random.between(1 if planned else 0, extent - 1)
            if extent > 1 and (planned or random.chance(10))
            else 0
            for extent in (across, across, down, down)
        )
        form = "explicit"
    return WindowGeometry(form, (height, width), padding, strides, (columns, rows))


def trailing_layout(
    g: GraphBuilder, nchw: bool, geo: WindowGeometry | None, dilated: bool
) -> list[float]:
    """Return the arguments for layout and dilations, omitting optional defaults at random."""
    if g.version < Version.V1_2:
        return []
    plain = geo is None or geo.dilations == (1, 1)
    if dilated and geo is not None and (not plain or g.random.chance(3)):
        return [nchw, *geo.dilations]
    return [nchw] if nchw or g.random.chance(6) else []


def pool(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add a pooling operation, at times of positive numbers if the definition says so."""
    sampling = definitions()[op].properties.sampling
    positive = sampling.values is Values.POSITIVE and g.random.chance(8)
    kind = tensor_values.POSITIVE if positive else tensor_values.ANY
    picture = get_image(g, type_, kind=kind)
    geo = window_geometry(g, picture)
    height, width = geo.filter
    code = random_activation(g)
    low, high = picture.value.low, picture.value.high
    if sampling.output_range is not None:
        low, high = sampling.output_range(low, high)
    arguments: Arguments = [picture.value, *geo.padding, *geo.strides]
    arguments += [width, height, code]
    arguments += trailing_layout(g, picture.nchw, None, dilated=False)
    g.add_operation(
        op, arguments, [output_like(picture.value, *activated_range(code, low, high))], geo.form
    )


# ---------------------------------------------------------------------------- convolutions


def filter_tensor(
    g: GraphBuilder, type_: OperandType, dims: Dims, channel: int | None
) -> GeneratedOperand:
    """Return a filter for inputs of ``type_``, at times per-channel quantized along ``channel``."""
    if INFO[type_].quantized and channel is not None:
        signed = type_ is _T.TENSOR_QUANT8_ASYMM_SIGNED
        newest = Version.V1_3 if signed else Version.V1_2
        if g.version >= newest and g.random.chance(6):
            return per_channel_tensor(g, dims, channel)
    return g.get_tensor_of_shape(
        type_, dims, kind=tensor_values.WEIGHT, constant=None if g.random.chance(4) else True
    )


def bias_tensor(
    g: GraphBuilder, source: GeneratedOperand, filter_: GeneratedOperand, length: int
) -> GeneratedOperand:
    """Return a bias with the type and scale that input and filter require."""
    if not INFO[source.type].quantized:
        return g.get_tensor_of_shape(source.type, (length,))
    scale = source.scale * filter_.scale
    kind = tensor_values.WIDE_BIAS_INT if g.random.chance(2) else tensor_values.BIAS_INT
    value = g.get_tensor_of_shape(
        _T.TENSOR_INT32,
        (length,),
        kind=kind,
        # A per-channel bias has scale 0, as have plain integers, so ``accept`` does not exclude
        # these. Large ones would make the sums overflow.
        within=(kind.low, kind.high),
        accept=lambda value: value.scale == scale,
        constant=None if g.random.chance(4) else True,
    )
    if value.scale != scale:
        value.scale = scale
        # The values are scaled now, so no operation may read them as plain integers.
        g.tensors[_T.TENSOR_INT32].remove(value)
    return value


def _convolution_output(
    g: GraphBuilder, linear: Sequence[GeneratedOperand], count: int, code: int
) -> OutputSpec:
    """Return the output for sums of ``count`` products, given input, filter and bias."""
    source, filter_, bias = linear
    low, high = sum_range(source, filter_, count)
    if bias.high > tensor_values.BIAS_INT.high:
        low, high = low + bias.low * bias.scale, high + bias.high * bias.scale
    low, high = activated_range(code, low, high)
    above = source.scale * filter_.scale if g.version < Version.V1_2 else 0.0
    if low == high:
        low, high = -1.0, 1.0
    return saturating_output(g, source.type, low, high, above)


def _linear_tensors(
    g: GraphBuilder, source: GeneratedOperand, filter_: GeneratedOperand, units: int
) -> tuple[GeneratedOperand, GeneratedOperand, GeneratedOperand]:
    return source, filter_, bias_tensor(g, source, filter_, units)


def convolution(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add CONV_2D."""
    picture = get_image(g, type_)
    source = picture.value
    geo = window_geometry(g, picture, dilated=g.version >= Version.V1_2)
    units = g.random_size()
    filter_ = filter_tensor(g, type_, (units, *geo.filter, picture.channels), 0)
    linear, code = _linear_tensors(g, source, filter_, units), random_activation(g)
    out = _convolution_output(g, linear, prod(geo.filter) * picture.channels, code)
    arguments: Arguments = [*linear, *geo.padding, *geo.strides, code]
    arguments += trailing_layout(g, picture.nchw, geo, dilated=True)
    g.add_operation(op, arguments, [out], geo.form)


def depthwise(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add DEPTHWISE_CONV_2D."""
    picture = get_image(g, type_)
    source = picture.value
    geo = window_geometry(g, picture, dilated=g.version >= Version.V1_2)
    multiplier = g.usual_or_large((1, 1, 2, 3))
    units = picture.channels * multiplier
    filter_ = filter_tensor(g, type_, (1, *geo.filter, units), 3)
    linear, code = _linear_tensors(g, source, filter_, units), random_activation(g)
    out = _convolution_output(g, linear, prod(geo.filter), code)
    arguments: Arguments = [*linear, *geo.padding, *geo.strides, multiplier, code]
    arguments += trailing_layout(g, picture.nchw, geo, dilated=True)
    g.add_operation(op, arguments, [out], geo.form)


def grouped(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add GROUPED_CONV_2D."""
    picture = get_image(g, type_)
    source = picture.value
    geo = window_geometry(g, picture)
    groups = random_divisor(g, picture.channels)
    if g.profile.large_form == COUNTS:
        groups = g.usual_or_large(SMALL_SIZES)
        sizes = picture.batch, picture.height, picture.width, groups * g.random.between(1, 2)
        source = new_image(g, type_, sizes, picture.nchw)
        picture = image_operand(source, picture.nchw)
    units = groups * g.random.choice((1, 1, 2, 3))
    depth = picture.channels // groups
    filter_ = filter_tensor(g, type_, (units, *geo.filter, depth), 0)
    linear, code = _linear_tensors(g, source, filter_, units), random_activation(g)
    out = _convolution_output(g, linear, prod(geo.filter) * depth, code)
    arguments: Arguments = [*linear, *geo.padding, *geo.strides, groups, code, picture.nchw]
    g.add_operation(op, arguments, [out], geo.form)


def transposed(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add TRANSPOSE_CONV_2D."""
    picture = get_image(g, type_)
    source, random = picture.value, g.random
    units = g.random_size()
    sizes = g.usual_or_large((1, 2, 3), 300), random.between(1, 3)
    strides = g.usual_or_large((1, 1, 2, 4), 300), random.choice((1, 1, 2, 3))
    filter_ = filter_tensor(g, type_, (units, *sizes, picture.channels), 0)
    head, code = _linear_tensors(g, source, filter_, units), random_activation(g)
    out = _convolution_output(g, head, max(1, prod(sizes) // 2) * picture.channels, code)
    spread_height = (picture.height - 1) * strides[1] + sizes[0]
    spread_width = (picture.width - 1) * strides[0] + sizes[1]
    tail = [*strides, code, picture.nchw]
    if random.chance(8) if g.padding is None else not g.padding:
        padding = []
        for spread in (spread_width, spread_height):
            first = random.below(min(spread, 3))  # at least one element is left
            padding += [first, random.below(min(spread - first, 3))]
        g.add_operation(op, [*head, *padding, *tail], [out], "explicit")
        return
    if random.chance(8) if g.padding is None else g.padding == 1:
        scheme = 1
        height, width = picture.height * strides[1], picture.width * strides[0]
    else:
        scheme, height, width = (
            g.padding or random.choice((0, 2, 2, 2)),
            spread_height,
            spread_width,
        )
    shape = (picture.batch, height, width, units)
    if picture.nchw:
        shape = (picture.batch, units, height, width)
    g.add_operation(op, [*head, g.int32_tensor(shape), scheme, *tail], [out], "implicit")


def random_divisor(g: GraphBuilder, number: int) -> int:
    """Return a random divisor of ``number``."""
    return g.random.choice([d for d in range(1, number + 1) if number % d == 0])


_SQUARE_WEIGHTS: Final = 16


def fully_connected(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add FULLY_CONNECTED."""
    source = g.get_tensor(type_, (2, 2, 3, 4))
    size, units = prod(source.shape[1:]), g.random_size()
    if len(g.profile.sizes) == 1 and size <= _SQUARE_WEIGHTS:
        units = size  # where all sizes are equal, the wrong axis of the weights fits as well
    filter_ = filter_tensor(g, type_, (units, size), None)
    linear, code = _linear_tensors(g, source, filter_, units), random_activation(g)
    g.add_operation(op, [*linear, code], [_convolution_output(g, linear, size, code)])


def batch_matmul(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add BATCH_MATMUL."""
    integer = type_ is _T.TENSOR_INT32
    span = (-1024.0, 1024.0) if integer else None
    first = g.get_tensor(type_, (2, 3, 4), within=span)
    adj_x, adj_y = g.random.chance(8), g.random.chance(8)
    is_right = g.random.chance(8) if g.swapped is None else g.swapped
    *batch, rows, columns = first.shape
    inner = rows if (not adj_y if is_right else adj_x) else columns
    free = g.random_size()
    inner_first = adj_x if is_right else not adj_y
    shape = (*batch, inner, free) if inner_first else (*batch, free, inner)
    second = (
        g.new_tensor(type_, shape, within=span) if integer else g.get_tensor_of_shape(type_, shape)
    )
    left, right = (second, first) if is_right else (first, second)
    low, high = sum_range(left, right, inner)
    if integer:  # the range of an integer is a bound, not an estimate
        high = inner * max(map(abs, (left.low, left.high))) * max(map(abs, (right.low, right.high)))
        low = -high
    g.add_operation(op, [left, right, adj_x, adj_y], [output_for_range(type_, low, high)])


# ------------------------------------------------------------------------ sizes


def resize(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add RESIZE_BILINEAR or RESIZE_NEAREST_NEIGHBOR, by size or by factor."""
    picture, random = get_image(g, type_), g.random
    layout_required = min(definitions()[op].forms[0].counts) > 3
    arguments: Arguments = [picture.value]
    if g.version >= Version.V1_2 and random.chance(6):
        form = "by_scale"
        factors = (0.5, 0.75, 1.0, 1.5, 2.0)
        arguments += [
            random.choice([factor for factor in factors if factor * size >= 1])
            for size in (picture.width, picture.height)
        ]
    else:
        form = "by_size"
        arguments += [random.between(1, 2 * picture.width), random.between(1, 2 * picture.height)]
    if g.version >= Version.V1_3 and random.chance(8):
        corners = random.chance(5)
        centres = not corners and random.chance(8)
        arguments += [picture.nchw, corners]
        if centres or random.chance(8):
            arguments.append(centres)
    elif layout_required or picture.nchw or (g.version >= Version.V1_2 and random.chance(4)):
        arguments.append(picture.nchw)
    g.add_operation(op, arguments, [output_like(picture.value)], form)
