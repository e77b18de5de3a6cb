"""Constructors of operations that propose, transform and select boxes."""

from __future__ import annotations

from typing import Final

from conformance.hal import INFO, OperandType, OperationType
from generators.construction import tensor_values
from generators.construction.graph_builder import GraphBuilder
from generators.construction.operand_builder import GeneratedOperand, OutputSpec, output_like
from generators.constructors.images import get_image
from generators.constructors.movement import empty_slice
from generators.constructors.regions import (
    GRID,
    align_regions,
    coordinates,
    random_boxes,
    region_strides,
)

_O: Final = OperationType
_T: Final = OperandType
_TENSOR_INT32: Final = _T.TENSOR_INT32
_SIDE: Final = 32.0
_SIDES: Final = (32.0, 24.0)
_BOX_SCALES: Final = (2.0, 4.0, 5.0, 8.0, 10.0)
_MAX_DETECTIONS: Final = 5 * 3


def _box_output(type_: OperandType) -> OutputSpec:
    """Return an output of box coordinates, in the type that scores of ``type_`` require."""
    if INFO[type_].quantized:
        return OutputSpec(_T.TENSOR_QUANT16_ASYMM, GRID, 0, 0.0, 8192.0)
    return OutputSpec(type_, 0.0, 0, 0.0, 4 * _SIDE)


def _small_types(g: GraphBuilder, type_: OperandType) -> list[OperandType]:
    """Return the types of deltas or images with boxes of ``type_``."""
    if not INFO[type_].quantized:
        return [type_]
    kinds = [_T.TENSOR_QUANT8_ASYMM, _T.TENSOR_QUANT8_ASYMM_SIGNED]
    return [kind for kind in kinds if INFO[kind].since <= g.version]


def bbox_transform(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add AXIS_ALIGNED_BBOX_TRANSFORM."""
    random = g.random
    count, classes, images = g.random_count(1, 4), random.between(1, 3), random.between(1, 2)
    rois = coordinates(g, type_, random_boxes(g, count, _SIDE, _SIDE, 1.0), 4)
    deltas = g.get_tensor_of_shape(
        random.choice(_small_types(g, type_)),
        (count, 4 * classes),
        kind=tensor_values.WEIGHT,
        accept=_is_small,
    )
    if not _is_small(deltas):
        deltas = g.new_tensor(deltas.type, deltas.shape, quantization=(2.0**-7, deltas.zero_point))
    batch = g.int32_tensor(sorted(random.below(images) for _ in range(count)))
    info = coordinates(g, type_, [random.choice(_SIDES) for _ in range(2 * images)], 2)
    out = OutputSpec(type_, GRID if INFO[type_].quantized else 0.0, 0, 0.0, _SIDE)
    g.add_operation(op, [rois, deltas, batch, info], [out])


def _is_small(value: GeneratedOperand) -> bool:
    return value.low >= -4 and value.high <= 4


def nms(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add BOX_WITH_NMS_LIMIT, at times with a threshold that no box reaches.

    The outputs then have no rows. Only an operation that accepts an empty list of regions may read
    them, and one is added at random.
    """
    random = g.random
    count, classes, images = g.random_count(1, 6), random.between(2, 4), random.between(1, 2)
    scores = g.new_tensor(type_, (count, classes), kind=tensor_values.UNIT)
    corners: list[float] = []
    for _ in range(count):
        corners += random_boxes(g, classes, _SIDE, _SIDE, 1.0)
    rois = coordinates(g, type_, corners, 4 * classes)
    batch = g.int32_tensor(sorted(random.below(images) for _ in range(count)))
    none_left = random.chance(3)
    threshold = scores.high + 1 if none_left else random.choice((0.0, 0.25, 0.5)) * scores.high
    arguments: list[GeneratedOperand | float] = [scores, rois, batch, float(threshold)]
    arguments += [random.choice((-1, 1, 3, 100)), random.below(3), random.choice((0.25, 0.5))]
    arguments += [random.choice((0.25, 0.5, 1.0)), random.choice(_REDUCED_SCORES) * scores.high]
    outs = [output_like(scores), _box_output(type_), _int_output(classes), _int_output(images)]
    found = g.add_operation(op, arguments, outs)
    if none_left:
        for value, dims in zip(found, ((0,), (0, 4), (0,), (0,)), strict=True):
            value.dims = dims
            g.tensors[value.type].remove(value)
        if random.chance(8):
            _read_empty_boxes(g, type_, found[1], found[3])


_REDUCED_SCORES: Final = (0.0, 0.0, 0.0625, 0.3)
"""Thresholds of BOX_WITH_NMS_LIMIT for reduced scores, relative to the largest score."""


def _read_empty_boxes(
    g: GraphBuilder, scores: OperandType, rois: GeneratedOperand, batch: GeneratedOperand
) -> None:
    """Add ROI_ALIGN or AXIS_ALIGNED_BBOX_TRANSFORM with an empty list of regions."""
    type_, strides = g.random.choice(_small_types(g, scores)), region_strides(g)
    if g.random.chance(10):
        align_regions(g, _O.ROI_ALIGN, get_image(g, type_), rois, batch, strides)
        g.cells.append((_O.ROI_ALIGN, type_))
        return
    deltas = empty_slice(
        g, g.new_tensor(type_, (1, 4), quantization=(2.0**-7, 0), kind=tensor_values.WEIGHT)
    )
    info = coordinates(g, rois.type, [_SIDE, _SIDE], 2)
    out = OutputSpec(rois.type, rois.scale, 0, 0.0, _SIDE)
    g.add_operation(_O.AXIS_ALIGNED_BBOX_TRANSFORM, [rois, deltas, batch, info], [out])
    g.cells.append((_O.AXIS_ALIGNED_BBOX_TRANSFORM, rois.type))


def _int_output(limit: int) -> OutputSpec:
    return OutputSpec(_TENSOR_INT32, 0.0, 0, 0, limit - 1)


def detection(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add DETECTION_POSTPROCESSING."""
    random = g.random
    images, anchors, classes = random.between(1, 2), g.random_count(1, 6), random.between(2, 4)
    scores = g.new_tensor(type_, (images, anchors, classes), kind=tensor_values.UNIT)
    width = random.choice((4, 4, 5))
    deltas = g.get_tensor_of_shape(
        type_, (images, anchors, width), kind=tensor_values.WEIGHT, accept=_is_small
    )
    rows: list[float] = []
    for _ in range(anchors):
        rows += [random.below(16) / 16, random.below(16) / 16, 0.25, random.choice((0.25, 0.5))]
    places = g.tensor_with_values(type_, rows, dims=(anchors, 4), dynamic=8)
    arguments: list[GeneratedOperand | float] = [scores, deltas, places]
    arguments += [random.choice(_BOX_SCALES) for _ in range(4)]
    arguments.append(random.chance(8))
    arguments += [random.between(1, 5), random.between(1, 3), random.between(1, 3)]
    arguments += [random.choice((0.0, 0.25, 0.5)), random.choice((0.25, 0.5)), random.chance(8)]
    span = OutputSpec(type_, 0.0, 0, -2.0, 2.0)
    outs = [output_like(scores), span, _int_output(classes + 1), _int_output(_MAX_DETECTIONS + 1)]
    g.add_operation(op, arguments, outs)


def proposals(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add GENERATE_PROPOSALS."""
    random, nchw = g.random, g.random.chance(6)
    images, height, width, anchors = (random.between(1, most) for most in (2, 3, 3, 2))
    last = (anchors, 4 * anchors)
    shapes = [
        (images, count, height, width) if nchw else (images, height, width, count) for count in last
    ]
    scores = g.get_tensor_of_shape(type_, shapes[0], kind=tensor_values.UNIT)
    deltas = g.get_tensor_of_shape(type_, shapes[1], kind=tensor_values.WEIGHT, accept=_is_small)
    if not _is_small(deltas):
        deltas = g.new_tensor(type_, shapes[1], quantization=(2.0**-7, deltas.zero_point))
    corners: list[float] = []
    for _ in range(anchors):
        half = random.choice((2.0, 4.0, 8.0))
        corners += [-half, -half / 2, half, half]
    frames = coordinates(g, type_, corners, quantized=_T.TENSOR_QUANT16_SYMM)
    info = coordinates(g, type_, [random.choice(_SIDES) for _ in range(2 * images)], 2)
    arguments: list[GeneratedOperand | float] = [scores, deltas, frames, info]
    arguments += [random.choice((4.0, 8.0, 16.0)), random.choice((4.0, 8.0, 16.0))]
    arguments += [random.choice((-1, 4, 100)), random.choice((-1, 2, 100))]
    arguments += [random.choice((0.25, 0.5)), random.choice((0.5, 1.0)), nchw]
    g.add_operation(op, arguments, [output_like(scores), _box_output(type_), _int_output(images)])
