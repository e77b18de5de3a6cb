"""Constructors of operations that propose, transform and select boxes."""

from __future__ import annotations

from typing import Final

from conformance.hal import INFO, OperandType, OperationType
from generators import values
from generators.constructors.movement import emptied
from generators.constructors.windows import drawn_boxes, image, pool_regions
from generators.graph import Graph
from generators.operand import Out, Value, same

_O: Final = OperationType
_T: Final = OperandType
_INTS: Final = _T.TENSOR_INT32
_GRID: Final = 0.125
_SIDE: Final = 32.0
_MOST_DETECTIONS: Final = 5 * 3


def _box_out(type_: OperandType) -> Out:
    """Return an output of box coordinates, in the type that scores of ``type_`` require."""
    if INFO[type_].quantized:
        return Out(_T.TENSOR_QUANT16_ASYMM, _GRID, 0, 0.0, 8192.0)
    return Out(type_, 0.0, 0, 0.0, 4 * _SIDE)


def _positions(g: Graph, type_: OperandType, numbers: list[float], columns: int) -> Value:
    """Return a new tensor of coordinates, in rows of ``columns`` numbers.

    For a quantized ``type_`` the coordinates are rounded down to multiples of the required scale.
    """
    dims = (len(numbers) // columns, columns)
    if not INFO[type_].quantized:
        return g.given(type_, numbers, dims=dims, dynamic=8)
    value = g.given(
        _T.TENSOR_QUANT16_ASYMM, [int(n / _GRID) for n in numbers], dims=dims, dynamic=8
    )
    value.scale = _GRID
    return value


def bbox_transform(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add AXIS_ALIGNED_BBOX_TRANSFORM."""
    draws = g.draws
    count, classes, images = draws.between(1, 4), draws.between(1, 3), draws.between(1, 2)
    rois = _positions(g, type_, drawn_boxes(g, count, _SIDE, _SIDE, 1.0), 4)
    kinds = [type_]
    if INFO[type_].quantized:
        kinds = [_T.TENSOR_QUANT8_ASYMM, _T.TENSOR_QUANT8_ASYMM_SIGNED]
        kinds = [t for t in kinds if INFO[t].since <= g.version]
    deltas = g.shaped(draws.pick(kinds), (count, 4 * classes), kind=values.WEIGHT, accept=_is_small)
    if not _is_small(deltas):
        deltas = g.fresh(deltas.type, deltas.shape, quantization=(2.0**-7, deltas.zero_point))
    batch = g.ints(sorted(draws.below(images) for _ in range(count)))
    info = _positions(g, type_, [_SIDE - 8 * draws.below(2) for _ in range(2 * images)], 2)
    out = Out(type_, _GRID if INFO[type_].quantized else 0.0, 0, 0.0, _SIDE)
    g.emit(op, [rois, deltas, batch, info], [out])


def _is_small(value: Value) -> bool:
    return value.low >= -4 and value.high <= 4


def nms(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add BOX_WITH_NMS_LIMIT, at times with a threshold that no box reaches.

    The outputs then have no rows. Only an operation that accepts an empty list of regions may read
    them, and one is added at random.
    """
    draws = g.draws
    count, classes, images = draws.between(1, 6), draws.between(2, 4), draws.between(1, 2)
    scores = g.fresh(type_, (count, classes), kind=values.UNIT)
    corners: list[float] = []
    for _ in range(count):
        corners += drawn_boxes(g, classes, _SIDE, _SIDE, 1.0)
    rois = _positions(g, type_, corners, 4 * classes)
    batch = g.ints(sorted(draws.below(images) for _ in range(count)))
    none_left = draws.chance(3)
    threshold = scores.high + 1 if none_left else draws.pick((0.0, 0.25, 0.5)) * scores.high
    kernel = draws.below(3)
    arguments: list[Value | float] = [scores, rois, batch, float(threshold)]
    arguments += [draws.pick((-1, 1, 3, 100)), kernel, draws.pick((0.25, 0.5)), 0.5, 0.0]
    outs = [same(scores), _box_out(type_), _int_out(classes), _int_out(images)]
    found = g.emit(op, arguments, outs)
    if none_left:
        for value, dims in zip(found, ((0,), (0, 4), (0,), (0,)), strict=True):
            value.dims = dims
            g.tensors[value.type].remove(value)
        if draws.chance(8):
            _regions_of_none(g, type_, found[1], found[3])


def _regions_of_none(g: Graph, scores: OperandType, rois: Value, batch: Value) -> None:
    """Add ROI_ALIGN or AXIS_ALIGNED_BBOX_TRANSFORM with an empty list of regions."""
    kinds = [scores]
    if INFO[scores].quantized:
        kinds = [_T.TENSOR_QUANT8_ASYMM, _T.TENSOR_QUANT8_ASYMM_SIGNED]
        kinds = [t for t in kinds if INFO[t].since <= g.version]
    type_, stride = g.draws.pick(kinds), g.draws.pick((1.0, 2.0, 4.0))
    if g.draws.chance(10):
        pool_regions(g, _O.ROI_ALIGN, image(g, type_), rois, batch, stride)
        g.cells.append((_O.ROI_ALIGN, type_))
        return
    deltas = emptied(g, g.fresh(type_, (1, 4), quantization=(2.0**-7, 0), kind=values.WEIGHT))
    g.cells.append((_O.SLICE, type_))
    info = _positions(g, rois.type, [_SIDE, _SIDE], 2)
    out = Out(rois.type, rois.scale, 0, 0.0, _SIDE)
    g.emit(_O.AXIS_ALIGNED_BBOX_TRANSFORM, [rois, deltas, batch, info], [out])
    g.cells.append((_O.AXIS_ALIGNED_BBOX_TRANSFORM, rois.type))


def _int_out(limit: int) -> Out:
    return Out(_INTS, 0.0, 0, 0, limit - 1)


def detection(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add DETECTION_POSTPROCESSING."""
    draws = g.draws
    images, anchors, classes = draws.between(1, 2), draws.between(1, 6), draws.between(2, 4)
    scores = g.fresh(type_, (images, anchors, classes), kind=values.UNIT)
    width = draws.pick((4, 4, 5))
    deltas = g.shaped(type_, (images, anchors, width), kind=values.WEIGHT, accept=_is_small)
    rows: list[float] = []
    for _ in range(anchors):
        rows += [draws.below(16) / 16, draws.below(16) / 16, 0.25, draws.pick((0.25, 0.5))]
    places = g.given(type_, rows, dims=(anchors, 4), dynamic=8)
    arguments: list[Value | float] = [scores, deltas, places, 8.0, 8.0, 4.0, 4.0, draws.chance(8)]
    arguments += [draws.between(1, 5), draws.between(1, 3), draws.between(1, 3)]
    arguments += [draws.pick((0.0, 0.25, 0.5)), draws.pick((0.25, 0.5)), draws.chance(8)]
    span = Out(type_, 0.0, 0, -2.0, 2.0)
    outs = [same(scores), span, _int_out(classes + 1), _int_out(_MOST_DETECTIONS + 1)]
    g.emit(op, arguments, outs)


def proposals(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add GENERATE_PROPOSALS."""
    draws, nchw = g.draws, g.draws.chance(6)
    images, height, width, anchors = (draws.between(1, most) for most in (2, 3, 3, 2))
    last = (anchors, 4 * anchors)
    shapes = [
        (images, count, height, width) if nchw else (images, height, width, count) for count in last
    ]
    scores = g.shaped(type_, shapes[0], kind=values.UNIT)
    deltas = g.shaped(type_, shapes[1], kind=values.WEIGHT, accept=_is_small)
    if not _is_small(deltas):
        deltas = g.fresh(type_, shapes[1], quantization=(2.0**-7, deltas.zero_point))
    corners: list[float] = []
    for _ in range(anchors):
        half = draws.pick((2.0, 4.0, 8.0))
        corners += [-half, -half / 2, half, half]
    if INFO[type_].quantized:
        codes = [int(c / _GRID) for c in corners]
        frames = g.given(_T.TENSOR_QUANT16_SYMM, codes, dims=(anchors, 4), dynamic=8)
        frames.scale = _GRID
    else:
        frames = g.given(type_, corners, dims=(anchors, 4), dynamic=8)
    info = _positions(g, type_, [_SIDE] * (2 * images), 2)
    arguments: list[Value | float] = [scores, deltas, frames, info, 8.0, 8.0]
    arguments += [draws.pick((-1, 4, 100)), draws.pick((-1, 2, 100)), draws.pick((0.25, 0.5))]
    arguments += [draws.pick((0.5, 1.0)), nchw]
    g.emit(op, arguments, [same(scores), _box_out(type_), _int_out(images)])
