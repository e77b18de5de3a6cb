"""Constructors of image operations: convolution, pooling, resizing, blocks and regions."""

from __future__ import annotations

from math import prod, sqrt
from typing import Final, NamedTuple

from conformance.hal import INFO, OperandType, OperationType, Version
from conformance.operations import definitions
from conformance.operations.kernels.numerics import activated_range
from conformance.operations.model.properties import Values
from generators import tensor_values
from generators.constructors.elementwise import (
    per_channel_tensor,
    random_activation,
)
from generators.generated_operand import (
    Dims,
    GeneratedOperand,
    OutputSpec,
    output_for_range,
    output_like,
)
from generators.graph_builder import GraphBuilder
from generators.tensor_values import ValueDistribution

_T: Final = OperandType
_HALF_PER_SIGMA: Final = sqrt(3)
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
    nchw = layouts and g.version >= Version.V1_2 and g.random.chance(6)
    return image_operand(g.get_tensor(type_, (4,), kind=kind), nchw)


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


_STRIDES: Final = (1, 1, 2, 3)
_STRIDES_ABOVE_1: Final = (1, 2, 2, 3)


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
        length = random.between(1, min(size, 3))
        maximum = (size - 1) // (length - 1) if length > 1 else 3
        dilations.append(random.between(1, max(1, min(maximum, 3))) if dilated else 1)
        sizes.append(length)
    choices = _STRIDES
    if g.profile.large_form and dilations == [1, 1]:
        choices = _STRIDES_ABOVE_1
    strides = random.choice(choices), random.choice(choices)
    (height, width), (rows, columns) = sizes, dilations
    if random.chance(8):
        padding: tuple[int, ...] = (random.choice(_SCHEMES),)
        form = "implicit"
    else:
        across, down = (width - 1) * columns + 1, (height - 1) * rows + 1
        padding = tuple(
            random.below(extent) if random.chance(10) else 0
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
    arguments: list[GeneratedOperand | float] = [
        picture.value,
        *geo.padding,
        *geo.strides,
        width,
        height,
        code,
    ]
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
    value = g.get_tensor_of_shape(
        _T.TENSOR_INT32,
        (length,),
        kind=tensor_values.BIAS_INT,
        # A per-channel bias has scale 0, as have plain integers, so ``accept`` does not exclude
        # these. Large ones would make the sums overflow.
        within=(tensor_values.BIAS_INT.low, tensor_values.BIAS_INT.high),
        accept=lambda value: value.scale == scale,
        constant=None if g.random.chance(4) else True,
    )
    if value.scale != scale:
        value.scale = scale
        # The values are scaled now, so no operation may read them as plain integers.
        g.tensors[_T.TENSOR_INT32].remove(value)
    return value


def _convolution_output(
    g: GraphBuilder, source: GeneratedOperand, filter_: GeneratedOperand, count: int, code: int
) -> OutputSpec:
    low, high = activated_range(code, *sum_range(source, filter_, count))
    above = source.scale * filter_.scale if g.version < Version.V1_2 else 0.0
    if low == high:
        low, high = -1.0, 1.0
    return output_for_range(source.type, low, high, above)


def convolution(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add CONV_2D."""
    picture = get_image(g, type_)
    source = picture.value
    geo = window_geometry(g, picture, dilated=g.version >= Version.V1_2)
    units = g.random_size()
    filter_ = filter_tensor(g, type_, (units, *geo.filter, picture.channels), 0)
    code = random_activation(g)
    out = _convolution_output(g, source, filter_, prod(geo.filter) * picture.channels, code)
    arguments: list[GeneratedOperand | float] = [
        source,
        filter_,
        bias_tensor(g, source, filter_, units),
        *geo.padding,
        *geo.strides,
        code,
    ]
    arguments += trailing_layout(g, picture.nchw, geo, dilated=True)
    g.add_operation(op, arguments, [out], geo.form)


def depthwise(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add DEPTHWISE_CONV_2D."""
    picture = get_image(g, type_)
    source = picture.value
    geo = window_geometry(g, picture, dilated=g.version >= Version.V1_2)
    multiplier = g.random.choice((1, 1, 2, 3))
    units = picture.channels * multiplier
    filter_ = filter_tensor(g, type_, (1, *geo.filter, units), 3)
    code = random_activation(g)
    out = _convolution_output(g, source, filter_, prod(geo.filter), code)
    arguments: list[GeneratedOperand | float] = [
        source,
        filter_,
        bias_tensor(g, source, filter_, units),
        *geo.padding,
        *geo.strides,
    ]
    arguments += [multiplier, code, *trailing_layout(g, picture.nchw, geo, dilated=True)]
    g.add_operation(op, arguments, [out], geo.form)


def grouped(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add GROUPED_CONV_2D."""
    picture = get_image(g, type_)
    source = picture.value
    geo = window_geometry(g, picture)
    groups = random_divisor(g, picture.channels)
    units = groups * g.random.choice((1, 1, 2, 3))
    depth = picture.channels // groups
    filter_ = filter_tensor(g, type_, (units, *geo.filter, depth), 0)
    code = random_activation(g)
    out = _convolution_output(g, source, filter_, prod(geo.filter) * depth, code)
    arguments: list[GeneratedOperand | float] = [
        source,
        filter_,
        bias_tensor(g, source, filter_, units),
        *geo.padding,
        *geo.strides,
    ]
    g.add_operation(op, [*arguments, groups, code, picture.nchw], [out], geo.form)


def transposed(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add TRANSPOSE_CONV_2D."""
    picture = get_image(g, type_)
    source, random = picture.value, g.random
    units = g.random_size()
    sizes = random.between(1, 3), random.between(1, 3)
    strides = random.choice((1, 1, 2, 3)), random.choice((1, 1, 2, 3))
    filter_ = filter_tensor(g, type_, (units, *sizes, picture.channels), 0)
    code = random_activation(g)
    out = _convolution_output(g, source, filter_, max(1, prod(sizes) // 2) * picture.channels, code)
    head: list[GeneratedOperand | float] = [source, filter_, bias_tensor(g, source, filter_, units)]
    spread_height = (picture.height - 1) * strides[1] + sizes[0]
    spread_width = (picture.width - 1) * strides[0] + sizes[1]
    tail = [*strides, code, picture.nchw]
    if random.chance(8):
        cut = [_cropping_padding(g, spread_width), _cropping_padding(g, spread_height)]
        padding = [*cut[0], *cut[1]]
        g.add_operation(op, [*head, *padding, *tail], [out], "explicit")
        return
    if random.chance(8):
        scheme = 1
        height, width = picture.height * strides[1], picture.width * strides[0]
    else:
        scheme, height, width = random.choice((0, 2, 2, 2)), spread_height, spread_width
    shape = (picture.batch, height, width, units)
    if picture.nchw:
        shape = (picture.batch, units, height, width)
    g.add_operation(op, [*head, g.int32_tensor(shape), scheme, *tail], [out], "implicit")


def _cropping_padding(g: GraphBuilder, spread: int) -> tuple[int, int]:
    """Return paddings that leave at least one output element."""
    first = g.random.below(min(spread, 3))
    return first, g.random.below(min(spread - first, 3))


def random_divisor(g: GraphBuilder, number: int) -> int:
    """Return a random divisor of ``number``."""
    return g.random.choice([d for d in range(1, number + 1) if number % d == 0])


def fully_connected(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add FULLY_CONNECTED."""
    source = g.get_tensor(type_, (2, 2, 3, 4))
    size, units = prod(source.shape[1:]), g.random_size()
    filter_ = filter_tensor(g, type_, (units, size), None)
    code = random_activation(g)
    out = _convolution_output(g, source, filter_, size, code)
    g.add_operation(op, [source, filter_, bias_tensor(g, source, filter_, units), code], [out])


def batch_matmul(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add BATCH_MATMUL."""
    integer = type_ is _T.TENSOR_INT32
    span = (-1024.0, 1024.0) if integer else None
    left = g.get_tensor(type_, (2, 3, 4), within=span)
    adj_x, adj_y = g.random.chance(8), g.random.chance(8)
    *batch, rows, columns = left.shape
    inner = rows if adj_x else columns
    free = g.random_size()
    shape = (*batch, free, inner) if adj_y else (*batch, inner, free)
    right = (
        g.new_tensor(type_, shape, within=span) if integer else g.get_tensor_of_shape(type_, shape)
    )
    low, high = sum_range(left, right, inner)
    if integer:  # the range of an integer is a bound, not an estimate
        high = inner * max(map(abs, (left.low, left.high))) * max(map(abs, (right.low, right.high)))
        low = -high
    g.add_operation(op, [left, right, adj_x, adj_y], [output_for_range(type_, low, high)])


# ------------------------------------------------------------------------ sizes and blocks


def resize(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add RESIZE_BILINEAR or RESIZE_NEAREST_NEIGHBOR, by size or by factor."""
    picture, random = get_image(g, type_), g.random
    layout_required = min(definitions()[op].forms[0].counts) > 3
    arguments: list[GeneratedOperand | float] = [picture.value]
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


def _layout(g: GraphBuilder, nchw: bool) -> list[float]:
    return [nchw] if nchw or (g.version >= Version.V1_2 and g.random.chance(4)) else []


def _sizes_before_blocks(g: GraphBuilder) -> Dims:
    """Return the sizes of an image, one or two of which the caller multiplies by a block's."""
    batch, height, width, channels = g.random_dims(4)
    if g.profile.large_form:
        return min(batch, 4), min(height, 9), min(width, 9), channels
    return min(batch, 4), min(height, 4), min(width, 4), min(channels, 4)


def depth_to_space(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add DEPTH_TO_SPACE."""
    nchw = g.version >= Version.V1_2 and g.random.chance(6)
    block = g.random.choice((1, 2, 2, 3))
    at = 1 if nchw else 3
    source = g.wants_existing() and g.find_tensor(
        type_, lambda v: v.dims is not None and len(v.dims) == 4 and v.dims[at] % block**2 == 0
    )
    if not source:
        batch, height, width, more = _sizes_before_blocks(g)
        source = new_image(g, type_, (batch, height, width, more * block**2), nchw)
    g.add_operation(op, [source, block, *_layout(g, nchw)], [output_like(source)])


def space_to_depth(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add SPACE_TO_DEPTH."""
    nchw = g.version >= Version.V1_2 and g.random.chance(6)
    block = g.random.choice((1, 2, 2, 3))
    at = 2 if nchw else 1
    source = g.wants_existing() and g.find_tensor(
        type_,
        lambda v: (
            v.dims is not None
            and len(v.dims) == 4
            and v.dims[at] % block == 0
            and v.dims[at + 1] % block == 0
        ),
    )
    if not source:
        batch, height, width, channels = _sizes_before_blocks(g)
        source = new_image(g, type_, (batch, height * block, width * block, channels), nchw)
    g.add_operation(op, [source, block, *_layout(g, nchw)], [output_like(source)])


def batch_to_space(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add BATCH_TO_SPACE_ND."""
    nchw = g.version >= Version.V1_2 and g.random.chance(6)
    blocks = g.random.between(1, 3), g.random.between(1, 2)
    source = g.wants_existing() and g.find_tensor(
        type_, lambda v: v.dims is not None and len(v.dims) == 4 and v.dims[0] % prod(blocks) == 0
    )
    if not source:
        batch, height, width, channels = _sizes_before_blocks(g)
        source = new_image(g, type_, (batch * prod(blocks), height, width, channels), nchw)
    g.add_operation(op, [source, g.int32_tensor(blocks), *_layout(g, nchw)], [output_like(source)])


def space_to_batch(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add SPACE_TO_BATCH_ND."""
    picture, random = get_image(g, type_), g.random
    if not padding_is_defined(g, picture.value):
        centred = g.new_tensor(type_, picture.value.shape, quantization=(picture.value.scale, 0))
        picture = picture._replace(value=centred)
    blocks = random.between(1, 3), random.between(1, 3)
    paddings = []
    for size, block in zip((picture.height, picture.width), blocks, strict=True):
        head = random.below(2)
        paddings += [head, -(size + head) % block + (block if random.chance(3) else 0)]
    arguments = [picture.value, g.int32_tensor(blocks), g.int32_tensor(paddings, (2, 2))]
    g.add_operation(op, [*arguments, *_layout(g, picture.nchw)], [output_like(picture.value)])


def padding_is_defined(g: GraphBuilder, value: GeneratedOperand) -> bool:
    """Return whether padding is defined: before 1.2, quantized tensors need a zero point of 0."""
    return g.version >= Version.V1_2 or not INFO[value.type].quantized or value.zero_point == 0


def channel_shuffle(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add CHANNEL_SHUFFLE."""
    source = g.get_tensor(type_)
    rank = len(source.shape)
    axis = g.random.below(rank)
    groups = random_divisor(g, source.shape[axis])
    named = axis - rank if g.random.chance(6) else axis
    g.add_operation(op, [source, groups, named], [output_like(source)])


# ------------------------------------------------------------------------------- regions


def box_tensor(g: GraphBuilder, type_: OperandType, corners: list[float]) -> GeneratedOperand:
    """Return a tensor of box corners, four per row, in the type that goes with ``type_``."""
    dims = (len(corners) // 4, 4)
    if INFO[type_].quantized:
        codes = [int(c * 8) for c in corners]
        value = g.tensor_with_values(_T.TENSOR_QUANT16_ASYMM, codes, dims=dims, dynamic=8)
        value.scale = 0.125
        return value
    return g.tensor_with_values(type_, corners, dims=dims, dynamic=8)


def random_boxes(
    g: GraphBuilder, count: int, width: float, height: float, least: float
) -> list[float]:
    """Return the corners of ``count`` random boxes in an area, in multiples of 0.5."""
    corners: list[float] = []
    for _ in range(count):
        left, top = g.random.below(int(width * 2)) / 2, g.random.below(int(height * 2)) / 2
        left, top = min(left, width - least), min(top, height - least)
        across = least + g.random.below(int((width - left - least) * 2) + 1) / 2
        down = least + g.random.below(int((height - top - least) * 2) + 1) / 2
        corners += [left, top, left + across, top + down]
    return corners


def roi_align(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add ROI_ALIGN."""
    align_regions(g, op, *_regions(g, type_))


def roi_pooling(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add ROI_POOLING."""
    picture, rois, batch, strides = _regions(g, type_)
    arguments = _region_sizes(g, picture, rois, batch, strides)
    g.add_operation(op, [*arguments, picture.nchw], [output_like(picture.value)])


def _regions(
    g: GraphBuilder, type_: OperandType
) -> tuple[ImageOperand, GeneratedOperand, GeneratedOperand, RegionStrides]:
    """Return an image, regions, the index of each region's image, and the images' strides."""
    picture, random = get_image(g, type_), g.random
    count = g.random_count(1, 4)
    strides = region_strides(g)
    corners = random_boxes(g, count, picture.width * strides[1], picture.height * strides[0], 1.0)
    batch = sorted(random.below(picture.batch) for _ in range(count))
    return picture, box_tensor(g, type_, corners), g.int32_tensor(batch), strides


RegionStrides = tuple[float, float]
"""The ratios of the height and of the width of the original image to those of the feature map."""


def region_strides(g: GraphBuilder) -> RegionStrides:
    """Return random strides of an operation on regions, usually two different ones."""
    return g.random.choice((1.0, 2.0, 4.0)), g.random.choice((1.0, 2.0, 4.0))


def align_regions(
    g: GraphBuilder,
    op: OperationType,
    picture: ImageOperand,
    rois: GeneratedOperand,
    batch: GeneratedOperand,
    strides: RegionStrides,
) -> None:
    """Add ROI_ALIGN; ``batch`` holds the index of each region's image."""
    arguments = _region_sizes(g, picture, rois, batch, strides)
    arguments += [g.random.choice((0, 1, 2)), g.random.choice((0, 1, 3)), picture.nchw]
    source = picture.value
    g.add_operation(op, arguments, [output_for_range(source.type, source.low, source.high)])


def _region_sizes(
    g: GraphBuilder,
    picture: ImageOperand,
    rois: GeneratedOperand,
    batch: GeneratedOperand,
    strides: RegionStrides,
) -> list[GeneratedOperand | float]:
    """Return the first arguments of an operation on regions, with random output sizes."""
    sizes = g.random_count(1, 3), g.random.between(1, 3)
    return [picture.value, rois, batch, *sizes, *strides]


def heatmap(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add HEATMAP_MAX_KEYPOINT."""
    nchw = g.random.chance(6)
    count, side, keypoints = g.random_count(1, 3), g.random_count(2, 5), g.random_count(1, 3)
    source = new_image(g, type_, (count, side, side, keypoints), nchw)
    frames = box_tensor(g, type_, random_boxes(g, count, 16.0, 16.0, 2.0))
    points = OutputSpec(frames.type, frames.scale, 0, 0.0, 16.0)
    scores = output_for_range(type_, source.low * 1.5, source.high * 1.5)
    g.add_operation(op, [source, frames, nchw], [scores, points])
