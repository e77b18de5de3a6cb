"""Constructors of operations on regions of interest."""

from __future__ import annotations

from typing import Final

from conformance.hal import INFO, OperandType, OperationType
from generators.construction.graph_builder import GraphBuilder
from generators.construction.operand_builder import (
    GeneratedOperand,
    OutputSpec,
    output_for_range,
    output_like,
)
from generators.constructors.images import ImageOperand, get_image, new_image

GRID: Final = 0.125
"""The scale of quantized coordinates."""


def coordinates(
    g: GraphBuilder,
    type_: OperandType,
    numbers: list[float],
    columns: int = 4,
    quantized: OperandType = OperandType.TENSOR_QUANT16_ASYMM,
) -> GeneratedOperand:
    """Return a new tensor of coordinates, such as the corners of boxes, in rows of ``columns``.

    For a quantized ``type_`` they are rounded to multiples of the required scale.
    """
    dims = (len(numbers) // columns, columns)
    if not INFO[type_].quantized:
        return g.tensor_with_values(type_, numbers, dims=dims, dynamic=8)
    codes = [int(number / GRID) for number in numbers]
    value = g.tensor_with_values(quantized, codes, dims=dims, dynamic=8)
    value.scale = GRID
    return value


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
    sizes = g.random_count(1, 3), g.random.between(1, 3)
    out = output_like(picture.value)
    g.add_operation(op, [picture.value, rois, batch, *sizes, *strides, picture.nchw], [out])


def _regions(
    g: GraphBuilder, type_: OperandType
) -> tuple[ImageOperand, GeneratedOperand, GeneratedOperand, RegionStrides]:
    """Return an image, regions, the index of each region's image, and the images' strides."""
    picture, random = get_image(g, type_), g.random
    count = g.random_count(1, 4)
    strides = region_strides(g)
    corners = random_boxes(g, count, picture.width * strides[1], picture.height * strides[0], 1.0)
    batch = sorted(random.below(picture.batch) for _ in range(count))
    return picture, coordinates(g, type_, corners), g.int32_tensor(batch), strides


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
    source, sizes = picture.value, (g.random_count(1, 3), g.random.between(1, 3))
    numbers = *sizes, *strides, g.random.choice((0, 1, 2)), g.random.choice((0, 1, 3))
    out = output_for_range(source.type, source.low, source.high)
    g.add_operation(op, [source, rois, batch, *numbers, picture.nchw], [out])


def heatmap(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add HEATMAP_MAX_KEYPOINT."""
    nchw = g.random.chance(6)
    count, side, keypoints = g.random_count(1, 3), g.random_count(2, 5), g.random_count(1, 3)
    source = new_image(g, type_, (count, side, side, keypoints), nchw)
    frames = coordinates(g, type_, random_boxes(g, count, 16.0, 16.0, 2.0))
    points = OutputSpec(frames.type, frames.scale, 0, 0.0, 16.0)
    scores = output_for_range(type_, source.low * 1.5, source.high * 1.5)
    g.add_operation(op, [source, frames, nchw], [scores, points])
