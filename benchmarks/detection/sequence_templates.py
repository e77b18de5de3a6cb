"""The operands of bidirectional and quantized recurrent layers, operations on boxes, and hashes."""

from __future__ import annotations

from typing import Final

import numpy as np

from benchmarks.detection.call_sampler import CallSampler, SampledOperand, template
from conformance.hal import OperandType as T
from conformance.operations.definition.operands import Array

_GRID: Final = 0.125
"""Resolution of corners, and the scale of quantized ones."""
_SIDE: Final = 32.0


def _maybe(s: CallSampler, present: bool, *shape: int) -> None:
    """Append weights, or an omitted operand."""
    if present:
        s.tensor(shape, low=-1, high=1, constant=0.7)
    else:
        s.omitted()


def _sequence(s: CallSampler) -> tuple[tuple[int, int], int, int, bool]:
    """Append the input; return its first two sizes, the batch, the width and time_major."""
    batch, inputs, steps = s.size(1, 3), s.size(1, 4), int(s.pick(1, 2, 3, 4))
    time_major = s.chance(0.5)
    first = (steps, batch) if time_major else (batch, steps)
    s.tensor((*first, inputs), low=-2, high=2, constant=0)
    return first, batch, inputs, time_major


def _links(s: CallSampler) -> tuple[bool, bool]:
    """Return whether there is an auxiliary input, and whether it has its own weights."""
    return s.pick((False, False), (True, False), (True, True))


@template("BIDIRECTIONAL_SEQUENCE_RNN")
def _bidirectional_rnn(s: CallSampler) -> None:
    first, batch, inputs, time_major = _sequence(s)
    auxiliary, weighted = _links(s)
    aux, sizes = s.size(1, 4), (s.size(1, 4), s.size(1, 4))
    for way, units in enumerate(sizes):
        reads = aux if way and auxiliary and not weighted else inputs
        for shape in ((units, reads), (units, units), (units,)):
            s.tensor(shape, low=-1, high=1, constant=0.7)
        s.tensor((batch, units), low=-1, high=1, constant=0)
    _maybe(s, auxiliary, *first, aux)
    for units in sizes:
        _maybe(s, weighted, units, aux)
    s.scalars(int(s.pick(0, 1, 3, 4, 6)), time_major, s.chance(0.5))


@template("BIDIRECTIONAL_SEQUENCE_LSTM")
def _bidirectional_lstm(s: CallSampler) -> None:
    first, batch, inputs, time_major = _sequence(s)
    auxiliary, weighted = _links(s)
    aux, norm = s.size(1, 3), s.chance(0.3)
    cells = []
    for way in range(2):
        coupled, peephole, project = (s.chance(share) for share in (0.3, 0.4, 0.4))
        units = s.size(1, 4)
        outputs = s.size(1, 3) if project else units
        reads = aux if way and auxiliary and not weighted else inputs
        cells.append((units, outputs, coupled))
        for size in (reads, outputs):
            _maybe(s, not coupled, units, size)
            for _ in range(3):
                _maybe(s, True, units, size)
        _maybe(s, peephole and not coupled, units)
        for _ in range(2):
            _maybe(s, peephole, units)
        _maybe(s, not coupled, units)
        for _ in range(3):
            _maybe(s, True, units)
        _maybe(s, project, outputs, units)
        _maybe(s, project and s.chance(0.5), outputs)
    for units, outputs, _ in cells:
        s.tensor((batch, outputs), low=-1, high=1, constant=0)
        s.tensor((batch, units), low=-1, high=1, constant=0)
    _maybe(s, auxiliary, *first, aux)
    for units, _, coupled in cells:
        _maybe(s, weighted and not coupled, units, aux)
        for _ in range(3):
            _maybe(s, weighted, units, aux)
    s.scalars(int(s.pick(1, 3, 4, 6)), s.pick(0.0, 0.0, 0.5), s.pick(0.0, 0.0, 0.3))
    s.scalars(s.chance(0.5), time_major)
    for units, _, coupled in cells:
        _maybe(s, norm and not coupled, units)
        for _ in range(3):
            _maybe(s, norm, units)


def _codes(
    s: CallSampler, type_: T, shape: tuple[int, ...], scale: float, zero: int = 0, most: int = 0
) -> None:
    """Append quantized codes; ``most`` limits their magnitude (0: the range of the type)."""
    array = s.random.integers(-most, most + 1, shape) if most else None
    s.tensor(shape, type_, array=array, quantization=(scale, zero), constant=0.6)


@template("QUANTIZED_16BIT_LSTM")
def _quantized_16bit_lstm(s: CallSampler) -> None:
    batch, inputs, units = s.size(1, 3), s.size(1, 4), s.size(1, 4)
    hidden, state, weights = (2.0**-7, 128), 2.0**-11, (2.0**-8, int(s.pick(100, 128, 150)))
    s.tensor((batch, inputs), quantization=hidden, constant=0)
    for reads in (inputs, units):
        for _ in range(4):
            _codes(s, s.type, (units, reads), *weights)
    for _ in range(4):
        _codes(s, T.TENSOR_INT32, (units,), weights[0] * hidden[0], 0, 2000)
    s.tensor((batch, units), T.TENSOR_QUANT16_SYMM, quantization=(state, 0), constant=0)
    s.tensor((batch, units), quantization=hidden, constant=0)
    s.results = [(state, 0), hidden]


@template("QUANTIZED_LSTM")
def _quantized_lstm(s: CallSampler) -> None:
    batch, inputs, units = s.size(1, 3), s.size(1, 4), s.size(1, 4)
    coupled, peephole, project, norm = (s.chance(share) for share in (0.3, 0.4, 0.4, 0.3))
    outputs = s.size(1, 3) if project else units
    state, result = 2.0**-12, (2.0**-7, int(s.pick(0, 0, 12)))

    def maybe(present: bool, type_: T, shape: tuple[int, ...], scale: float, most: int) -> None:
        if present:
            _codes(s, type_, shape, scale, 0, most)
        else:
            s.operands.append(SampledOperand(type_, None, scale))

    s.tensor((batch, inputs), quantization=(2.0**-6, 0), constant=0)
    for size in (inputs, outputs):
        for gate in range(4):
            maybe(gate > 0 or not coupled, T.TENSOR_QUANT8_SYMM, (units, size), 2.0**-7, 127)
    for gate in range(3):
        given = peephole and not (coupled and gate == 0)
        maybe(given, T.TENSOR_QUANT16_SYMM, (units,), 2.0**-14, 16384)
    for gate in range(4):
        maybe(gate > 0 or not coupled, T.TENSOR_INT32, (units,), 2.0**-13, 4000)
    maybe(project, T.TENSOR_QUANT8_SYMM, (outputs, units), 2.0**-7, 127)
    maybe(project and s.chance(0.5), T.TENSOR_INT32, (outputs,), 2.0**-14, 4000)
    s.tensor((batch, outputs), quantization=result, constant=0)
    _codes(s, T.TENSOR_QUANT16_SYMM, (batch, units), state, 0, 8000)
    for gate in range(4):
        given = norm and not (coupled and gate == 0)
        maybe(given, T.TENSOR_QUANT16_SYMM, (units,), 2.0**-14, 16384)
    for value in (s.pick(0.0, 1.0), s.pick(0.0, 0.5), *([2.0**-10] * 4)):
        _float32(s, value)
    s.scalars(int(s.pick(0, 0, -5)))
    _float32(s, 2.0**-7)
    s.results = [result, (state, 0), result]


def _float32(s: CallSampler, value: float) -> None:
    s.operands.append(SampledOperand(T.FLOAT32, np.array(value, np.float32), constant=True))


def _boxes(s: CallSampler, count: int) -> Array:
    """Return the corners of random boxes."""
    start = s.random.uniform(0, 0.6, (count, 2)) * _SIDE
    extent = s.random.uniform(0.1, 0.5, (count, 2)) * _SIDE
    corners = np.concatenate([start, start + extent], 1)
    boxes: Array = np.round(corners / _GRID) * _GRID
    return boxes


def _corners(s: CallSampler, boxes: Array, constant: float = 0.2, kind: T | None = None) -> None:
    """Append corners or sizes in the type that belongs to the primary one."""
    if s.quantized or s.type == T.TENSOR_QUANT16_ASYMM:
        wanted = kind or T.TENSOR_QUANT16_ASYMM
        array = boxes / _GRID
        s.tensor(boxes.shape, wanted, array=array, quantization=(_GRID, 0), constant=constant)
    else:
        s.tensor(boxes.shape, array=boxes, constant=constant)


def _sizes(s: CallSampler, images: int) -> Array:
    sizes: Array = s.random.choice([16.0, 24.0, 32.0], (images, 2))
    return sizes


@template("AXIS_ALIGNED_BBOX_TRANSFORM")
def _transform(s: CallSampler) -> None:
    count, classes, images = s.size(1, 4), int(s.pick(1, 2, 3)), int(s.pick(1, 2))
    _corners(s, _boxes(s, count))
    shape = (count, 4 * classes)
    if s.type == T.TENSOR_QUANT16_ASYMM:
        kind = s.pick(T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED)
        s.tensor(shape, kind, quantization=(0.0125, 128 if kind == T.TENSOR_QUANT8_ASYMM else 0))
    else:
        s.tensor(shape, low=-1.5, high=1.5)
    s.ints(np.sort(s.random.integers(0, images, count)), constant=0.3)
    _corners(s, _sizes(s, images))
    s.results = [(_GRID, 0)]


@template("BOX_WITH_NMS_LIMIT")
def _limit(s: CallSampler) -> None:
    count, classes, images = s.size(1, 7), int(s.pick(1, 2, 3, 4)), int(s.pick(1, 2))
    quantization = (1 / 256, 0 if s.type == T.TENSOR_QUANT8_ASYMM else -128)
    s.tensor((count, classes), low=0, high=1, quantization=quantization if s.quantized else None)
    boxes = np.concatenate([_boxes(s, count) for _ in range(classes)], 1)
    _corners(s, boxes)
    s.ints(np.sort(s.random.integers(0, images, count)), constant=0.3)
    s.scalars(s.pick(0.1, 0.3), int(s.pick(-1, 1, 2, 100)), int(s.pick(0, 1, 2)))
    s.scalars(s.pick(0.3, 0.5), s.pick(0.5, 1.0), s.pick(0.05, 0.2))
    s.results = [quantization if s.quantized else (0.0, 0), (_GRID, 0), (0.0, 0), (0.0, 0)]


@template("DETECTION_POSTPROCESSING")
def _detection(s: CallSampler) -> None:
    images, anchors, classes = int(s.pick(1, 2)), s.size(1, 6), int(s.pick(2, 3, 4))
    s.tensor((images, anchors, classes), low=0, high=1, constant=0)
    s.tensor((images, anchors, int(s.pick(4, 5))), low=-1, high=1)
    centres = s.random.uniform(0, 1, (anchors, 2))
    extents = s.random.uniform(0.2, 0.6, (anchors, 2))
    s.tensor((anchors, 4), array=np.concatenate([centres, extents], 1))
    s.scalars(*(s.pick(5.0, 8.0, 10.0) for _ in range(4)))
    s.scalars(s.chance(0.5), int(s.pick(2, 3, 5)), int(s.pick(1, 2)), int(s.pick(1, 2, 3)))
    s.scalars(s.pick(0.1, 0.3), s.pick(0.3, 0.5), s.chance(0.5))


@template("GENERATE_PROPOSALS")
def _proposals(s: CallSampler) -> None:
    images, height, width, anchors = (int(s.pick(*range(1, n))) for n in (3, 4, 4, 4))
    nchw = s.chance(0.4)
    shapes = [
        (images, depth, height, width) if nchw else (images, height, width, depth)
        for depth in (anchors, 4 * anchors)
    ]
    zero = 128 if s.type == T.TENSOR_QUANT8_ASYMM else 0
    scores = (1 / 256, zero - 128)
    s.tensor(shapes[0], low=0, high=1, quantization=scores if s.quantized else None)
    s.tensor(shapes[1], low=-1, high=1, quantization=(0.0125, zero) if s.quantized else None)
    extent = s.random.choice([2.0, 4.0, 8.0], (anchors, 2))
    _corners(s, np.concatenate([-extent, extent], 1), kind=T.TENSOR_QUANT16_SYMM)
    _corners(s, _sizes(s, images))
    s.scalars(s.pick(4.0, 8.0, 16.0), s.pick(4.0, 8.0, 16.0))
    s.scalars(int(s.pick(-1, 4, 100)), int(s.pick(-1, 2, 100)), s.pick(0.3, 0.6), s.pick(0.5, 4.0))
    s.scalars(nchw)
    s.results = [scores if s.quantized else (0.0, 0), (_GRID, 0), (0.0, 0)]


@template("HEATMAP_MAX_KEYPOINT")
def _heatmap(s: CallSampler) -> None:
    nchw, count, side, points = s.chance(0.4), s.size(1, 3), s.size(2, 6), s.size(1, 3)
    s.tensor((count, points, side, side) if nchw else (count, side, side, points), constant=0)
    _corners(s, _boxes(s, count), constant=0)
    s.scalars(nchw)
    s.results = [s.quantization(s.type), (_GRID, 0)]


@template("LSH_PROJECTION")
def _hashes(s: CallSampler) -> None:
    s.tensor((s.size(1, 4), s.size(1, 8)))
    kinds = (T.TENSOR_FLOAT32, T.TENSOR_INT32, T.TENSOR_FLOAT16)
    shape = s.shape(1, 3)
    s.tensor(shape, s.pick(*kinds), constant=0)
    _maybe(s, s.chance(0.5), shape[0])
    s.scalars(int(s.pick(2, 3)))
