"""Admissible results of operations that select boxes and peaks, for equal scores and any row order.

The contract does not specify which of several equal scores ranks first, which of several equal
cells is a heatmap's peak, and whether a box is kept whose score, size or overlap is at a threshold.
For BOX_WITH_NMS_LIMIT and GENERATE_PROPOSALS it states: "The boxes are grouped by batches, but the
sequential order in each batch is not guaranteed."

Both are detected by experiment: the operation is computed again with its boxes in other orders, and
with slightly different thresholds. If the rows change, any result is accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

import numpy as np

from conformance.hal import OperandType, OperationType
from conformance.operations import Call, OperandView
from conformance.operations.definition.definition import is_quantized
from conformance.operations.definition.operands import Array
from conformance.operations.families.boxes import image_runs
from conformance.operations.families.window import is_nchw
from conformance.operations.kernels.numerics import F64Array, real
from conformance.oracle.intervals.interval import Interval, run_without_warnings, unbounded_interval

_O: Final = OperationType
_MAX_ORDERS: Final = 6
"""Number of orders of equal boxes, and of peaks of a map, that are tried."""
_RELATIVE_TOLERANCE: Final = 1e-5
_MIN_SCORE_STEP: Final = 1e-12
_SCORE_UNITS: Final = 4
_OVERLAP_UNITS: Final = 64
_SIZE_UNITS: Final = 4
"""Errors of scores, overlaps and sizes of boxes in units of the arithmetic's relative error.

An overlap is a quotient of areas, whose sides are differences of coordinates.
"""


@dataclass(frozen=True, slots=True)
class PermutableRows(Interval):
    """One output of an operation whose rows may be in another order, the same in all its outputs.

    The interval of an element contains the values of all rows that may be at its position. It is
    used for later operations; the output itself is checked by matching whole rows.
    """

    outputs: tuple[Array, ...]
    """The expected values of all outputs of the operation; the instances share this tuple."""
    allowed_rows: Array
    """[position, row]: whether this expected row may be at this position of the output."""
    image_output: int | None = None
    """Index in ``outputs`` of the output that holds each row's image; ``None`` if there is none.

    The rows of one image must be contiguous.
    """


@dataclass(frozen=True, slots=True)
class UnspecifiedRows(Interval):
    """An output for which the contract determines neither the rows nor their number."""


@dataclass(frozen=True, slots=True)
class OutputIntervals:
    """The intervals of an operation's outputs.

    ``is_unspecified`` is true if a result is unspecified because of ties, the order of boxes or the
    range of float16, rather than because of rounding.
    """

    intervals: list[Interval]
    is_unspecified: bool


_Arrays = Sequence[Array | None]
_Variant = tuple[list[Array | None], Callable[[list[Array]], list[Array]]]
"""Inputs in another order, and a function that restores the original labels in the outputs."""


def detection_intervals(
    call: Call, arrays: _Arrays, before_ties: list[Interval], *, relaxed: bool = False
) -> OutputIntervals:
    """Return the intervals of an operation that selects boxes and whose inputs are exact.

    ``arrays`` are the inputs; ``before_ties`` are the intervals before ties are considered.
    """
    code = call.definition.type
    middles = [span.nominal for span in before_ties]
    if code == _O.GENERATE_PROPOSALS:
        # Ranks replace the scores, because a small amount added to a rank resolves a tie without
        # changing the order of unequal scores. The ranks are also the scores that the variants
        # output, so the outcome to compare with is computed from ranks too.
        ranking, variants = _with_stable_ranking(call), _proposal_variants
        kernel = ranking.definition.compile(ranking)
        nominal = list(run_without_warnings(kernel, next(variants(arrays))[0]))
    else:
        kernel, nominal = call.definition.compile(call), middles
        variants = _nms_variants if code == _O.BOX_WITH_NMS_LIMIT else _detection_variants
    decided = not _thresholds_decide(call, arrays, middles, relaxed=relaxed) and all(
        _same_rows(code, nominal, renamed(list(run_without_warnings(kernel, changed))))
        for changed, renamed in variants(arrays)
    )
    if not decided:
        spans: list[Interval] = []
        for middle in middles:
            everything = unbounded_interval(middle)
            spans.append(UnspecifiedRows(everything.low, middle, everything.high))
        return OutputIntervals(spans, is_unspecified=True)
    if code == _O.DETECTION_POSTPROCESSING:
        group = 1
        if not call.scalar("use_regular_nms"):
            group = min(call.scalar("max_classes_per_detection"), call.inputs[0].shape[2] - 1)
        return _permutable_rows(middles, _equal_ranks(middles[0], group), None, 2)
    count = len(middles[0])
    return _permutable_rows(middles, np.ones((count, count), np.bool_), len(middles) - 1, 1)


def _thresholds_decide(
    call: Call, arrays: _Arrays, nominal: Sequence[Array], *, relaxed: bool
) -> bool:
    """Return whether the selection changes if a threshold is a little higher or lower.

    The contract does not state whether a box is kept whose score, overlap or size is exactly at a
    threshold, nor with which arithmetic overlaps, sizes and reduced scores are computed. With a
    threshold of 0 for reduced scores, this concerns every box that the hard kernel reduces to 0.
    """
    for name, margin in _margins(call, arrays, relaxed=relaxed):
        position = call.position(name)
        value = None if position is None else arrays[position]
        if position is None or value is None or not np.isfinite(value):
            continue
        for sign in (1.0, -1.0):
            inputs, given = list(call.inputs), list(arrays)
            nearest = np.asarray(np.float64(value) + sign * margin, value.dtype)
            end = value.dtype.type(sign * np.inf)
            changed = np.nextafter(value, end) if nearest == value else nearest
            given[position] = np.asarray(changed, value.dtype)
            inputs[position] = call.inputs[position].with_value(given[position])
            twin = Call(call.definition, call.form, inputs, call.outputs, call.version)
            outcome = run_without_warnings(twin.definition.compile(twin), given)
            if not _same_rows(call.definition.type, nominal, list(outcome)):
                return True
    return False


def _margins(call: Call, arrays: _Arrays, *, relaxed: bool) -> Iterator[tuple[str, float]]:
    """Yield the names of an operation's thresholds and the error of what is compared with them.

    Scores are exact, apart from their scale; sizes and overlaps are computed from coordinates.
    """
    half = relaxed or call.inputs[0].type == OperandType.TENSOR_FLOAT16
    unit = 2.0**-11 if half else 2.0**-23
    for name in ("score_threshold", "nms_score_threshold"):
        yield name, _SCORE_UNITS * 2.0**-23 * _magnitude(call, arrays, name)
    yield "iou_threshold", _OVERLAP_UNITS * unit * _magnitude(call, arrays, "iou_threshold")
    if call.position("min_size") is not None:
        extent = max(_magnitude(call, arrays, name) for name in ("image_info", "anchors"))
        yield "min_size", _SIZE_UNITS * unit * extent


def _magnitude(call: Call, arrays: _Arrays, name: str) -> float:
    """Return the largest magnitude of an operand's real values; 0 if there is none."""
    position = call.position(name)
    array = None if position is None else arrays[position]
    if position is None or array is None:
        return 0.0
    return float(np.abs(real(array, call.inputs[position])).max(initial=0.0))


def _orders(count: int, fixed: int) -> Iterator[Array]:
    """Yield ``_MAX_ORDERS`` orders of ``count`` items: reversed, then shuffled.

    The first ``fixed`` items keep their positions. Equal arguments give equal orders.
    """
    random = np.random.default_rng(count)
    yield np.concatenate([np.arange(fixed), np.arange(fixed, count)[::-1]])
    for _ in range(_MAX_ORDERS - 1):
        yield np.concatenate([np.arange(fixed), fixed + random.permutation(count - fixed)])


def _nms_variants(arrays: _Arrays) -> Iterator[_Variant]:
    """Yield the inputs of BOX_WITH_NMS_LIMIT with boxes and classes in other orders.

    Boxes stay within their image, and class 0, the background, stays first.
    """
    scores, rois, batch, *rest = arrays
    assert scores is not None
    assert rois is not None
    assert batch is not None
    count, classes = scores.shape
    boxes = rois.reshape(count, classes, 4)
    for rows, columns in zip(_orders(count, 0), _orders(classes, 1), strict=True):
        images = [np.arange(count)[run] for run in image_runs(batch)]
        inside = np.concatenate([rows[:0], *(rows[np.isin(rows, image)] for image in images)])
        moved = boxes[inside][:, columns].reshape(rois.shape)

        def renamed(outputs: list[Array], columns: Array = columns) -> list[Array]:
            return [*outputs[:2], columns[outputs[2]].astype(np.int32), outputs[3]]

        yield [scores[inside][:, columns], moved, batch, *rest], renamed


def _detection_variants(arrays: _Arrays) -> Iterator[_Variant]:
    """Yield the inputs of DETECTION_POSTPROCESSING with anchors and classes in other orders.

    Class 0, the background, stays first.
    """
    scores, deltas, anchors, *rest = arrays
    assert scores is not None
    assert deltas is not None
    assert anchors is not None
    count, classes = scores.shape[1:]
    for rows, columns in zip(_orders(count, 0), _orders(classes, 1), strict=True):
        first = 1 if bool(np.asarray(rest[-1]).item()) else 0
        labels = columns[1:] - 1 + first

        def renamed(
            outputs: list[Array], labels: Array = labels, first: int = first
        ) -> list[Array]:
            valid = np.arange(outputs[2].shape[1]) < outputs[3][:, None]
            place = np.where(valid, outputs[2] - first, 0)
            return [*outputs[:2], np.where(valid, labels[place], outputs[2]), outputs[3]]

        yield [scores[:, rows][:, :, columns], deltas[:, rows], anchors[rows], *rest], renamed


def _with_stable_ranking(call: Call) -> Call:
    """Return the call of GENERATE_PROPOSALS with scores in float32, so that ranks can be scores."""
    inputs, outputs = list(call.inputs), list(call.outputs)
    inputs[0] = OperandView(OperandType.TENSOR_FLOAT32, inputs[0].dims)
    outputs[0] = OperandView(OperandType.TENSOR_FLOAT32, outputs[0].dims)
    return Call(call.definition, call.form, inputs, outputs, call.version)


def _proposal_variants(arrays: _Arrays) -> Iterator[_Variant]:
    """Yield inputs of GENERATE_PROPOSALS whose scores are replaced by their ranks.

    In the first variant equal scores have equal ranks. In each further one an amount of less than
    1/4 is subtracted, so that equal scores are ordered in one of several ways.
    """
    scores = arrays[0]
    assert scores is not None
    ranks = np.unique(scores, return_inverse=True)[1].reshape(scores.shape).astype(np.float32)

    def renamed(outputs: list[Array]) -> list[Array]:
        return [np.rint(outputs[0]), *outputs[1:]]

    yield [ranks, *arrays[1:]], renamed
    for order in _orders(scores.size, 0):
        tie_break = (order / (4 * scores.size)).astype(np.float32).reshape(scores.shape)
        yield [ranks - tie_break, *arrays[1:]], renamed


def _same_rows(code: OperationType, expected: Sequence[Array], actual: Sequence[Array]) -> bool:
    """Return whether two outcomes have the same rows, in whatever order."""
    if any(first.shape != second.shape for first, second in zip(expected, actual, strict=True)):
        return False
    lead = 2 if code == _O.DETECTION_POSTPROCESSING else 1
    tables = [_table(outputs, lead) for outputs in (expected, actual)]
    first, second = (table[np.lexsort(np.round(table, 3).T)] for table in tables)
    return np.allclose(
        first, second, rtol=_RELATIVE_TOLERANCE, atol=_RELATIVE_TOLERANCE, equal_nan=True
    )


def _table(outputs: Sequence[Array], lead: int) -> F64Array:
    """Return a table of all outputs with one row per box.

    ``lead`` is the number of leading dimensions that count boxes. If it is 2, the first one counts
    images, and the first column of the table is the image.
    """
    shape = outputs[0].shape[:lead]
    columns = [np.repeat(np.arange(shape[0]), prod(shape[1:])).reshape(-1, 1)]
    columns = columns if lead > 1 else []
    columns += [
        array.reshape(prod(shape), prod(array.shape[lead:])).astype(np.float64)
        for array in outputs
        if array.shape[:lead] == shape
    ]
    table: F64Array = np.concatenate(columns, axis=1)
    return table


def _equal_ranks(scores: Array, group: int) -> Array:
    """Return [position, row]: whether a row may be at a position because of equal scores.

    Each detected box has ``group`` rows, one for each of its best classes. Boxes of an image whose
    first scores are equal may be exchanged, and so may rows of a box with equal scores.
    """
    flat, images = scores.reshape(-1), np.repeat(np.arange(len(scores)), scores.shape[1])
    within = np.arange(scores.shape[1]) % group
    place = np.tile(within, len(scores))
    first = np.arange(flat.size) - place
    exchanged = np.minimum(first[None] + place[:, None], flat.size - 1)
    equal_boxes = flat[first][:, None] == flat[first]
    return np.asarray(
        equal_boxes & (flat[exchanged] == flat) & (images[:, None] == images), np.bool_
    )


def _permutable_rows(
    middles: Sequence[Array], allowed: Array, grouped: int | None, lead: int
) -> OutputIntervals:
    """Return outputs whose rows may be in any order that ``allowed`` permits.

    ``allowed`` and ``grouped`` become the fields ``allowed_rows`` and ``image_output`` of
    ``PermutableRows``; ``lead`` is that of ``_table``.
    """
    group = tuple(middles)
    if (allowed.sum(axis=1) <= 1).all():
        return OutputIntervals([Interval.point(middle) for middle in middles], is_unspecified=False)
    shape = middles[0].shape[:lead]
    spans: list[Interval] = []
    for middle in middles:
        if middle.shape[:lead] != shape:  # the number of detections, which has no rows
            spans.append(Interval.point(middle))
            continue
        rows = middle.reshape(len(allowed), -1)
        mask = allowed[:, :, None]
        info = np.finfo(middle.dtype) if middle.dtype.kind == "f" else np.iinfo(middle.dtype)
        low = np.where(mask, rows[None], info.max).min(axis=1).astype(middle.dtype)
        high = np.where(mask, rows[None], info.min).max(axis=1).astype(middle.dtype)
        ends = low.reshape(middle.shape), high.reshape(middle.shape)
        spans.append(PermutableRows(ends[0], middle, ends[1], group, allowed, grouped))
    return OutputIntervals(spans, is_unspecified=True)


def alternative_peaks(call: Call, arrays: _Arrays) -> list[Sequence[Array]]:
    """Return the outputs of HEATMAP_MAX_KEYPOINT for other choices among equal largest cells.

    To select a cell, its value is increased by less than the resolution of any type. The list is
    empty if no heatmap has several largest cells.
    """
    source, view, nchw = arrays[0], call.inputs[0], is_nchw(call)
    assert source is not None
    values = real(source, view)
    maps = (values if nchw else values.transpose(0, 3, 1, 2)).copy()
    flat = maps.reshape(-1, prod(maps.shape[2:]))
    equal = flat == flat.max(axis=1, keepdims=True)
    most = int(equal.sum(axis=1).max(initial=0))
    if most < 2:
        return []
    inputs = list(call.inputs)
    if is_quantized(view):
        inputs[0] = OperandView(OperandType.TENSOR_FLOAT32, view.dims)
    twin = Call(call.definition, call.form, inputs, call.outputs, call.version)
    kernel, results = twin.definition.compile(twin), []
    for turn in sorted({1, *range(1, min(most, _MAX_ORDERS)), most - 1}):
        cells = np.array([_cell(row, turn) for row in equal])
        raised = flat.copy()
        rows = np.arange(len(flat))
        raised[rows, cells] += np.abs(raised[rows, cells]) * _MIN_SCORE_STEP + _MIN_SCORE_STEP
        shaped = raised.reshape(maps.shape)
        changed = shaped if nchw else shaped.transpose(0, 2, 3, 1)
        results.append(run_without_warnings(kernel, [changed, *arrays[1:]]))
    return results


def _cell(largest: Array, turn: int) -> int:
    """Return the index of a largest cell, the last one if there are fewer; 0 if a cell is NaN."""
    cells = np.flatnonzero(largest)
    return int(cells[min(turn, cells.size - 1)]) if cells.size else 0


def has_row_assignment(allowed: Array, columns: Sequence[Array]) -> bool:
    """Return whether the rows can be assigned to the positions one to one.

    ``columns`` are arrays [position, row]: whether one output's value at the position is that of
    the row. The assignment is found by augmenting paths.
    """
    fits = allowed.copy()
    for column in columns:
        fits &= column
    taken = np.full(fits.shape[1], -1)

    def place(position: int, seen: set[int]) -> bool:
        for row in np.flatnonzero(fits[position]).tolist():
            if row in seen:
                continue
            seen.add(row)
            if taken[row] < 0 or place(int(taken[row]), seen):
                taken[row] = position
                return True
        return False

    return all(place(position, set()) for position in range(len(fits)))
