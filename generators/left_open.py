"""Results that the contract leaves open, beyond roundings.

- Which of several equal scores counts as the better one (BOX_WITH_NMS_LIMIT, GENERATE_PROPOSALS,
  DETECTION_POSTPROCESSING), and which of several equal cells is the peak (HEATMAP_MAX_KEYPOINT).
- The order of the boxes of an image: "the sequential order in each batch is not guaranteed".
- What an operation that computes makes of NaN, and which code a NaN or a number beyond the range of
  integers becomes.
- In relaxed models, results whose sums, squares or products exceed float16's range: "calculations
  with range and/or precision as low as that of the IEEE 754 16-bit floating-point format".

``docs/accuracy.md`` gives the clauses. ``generators.picks`` has ties of ARGMAX, ARGMIN and TOPK_V2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

import numpy as np

from conformance.hal import OperandType, OperationType
from conformance.operations import Call, Kernel, OperandView
from conformance.operations.boxes import image_runs
from conformance.operations.definition import Array
from conformance.operations.numerics import F64Array, is_quantized, real
from conformance.operations.window import is_nchw
from generators.cells import CELLS
from generators.picks import Places
from generators.properties import ADDS_UP, COPIES, PICKS
from generators.spans import (
    HALF_MOST,
    Span,
    around,
    as_relaxed,
    middles_of,
    opened,
    quietly,
    unknown,
)
from generators.sums import float_twin

_O: Final = OperationType
_SELECTIONS: Final = frozenset({_O.MAX_POOL_2D, _O.REDUCE_MAX, _O.REDUCE_MIN, _O.ROI_POOLING})
_MOVES: Final = COPIES - _SELECTIONS - {_O.FLOOR}
_TRIES: Final = 6
"""Orders of equal boxes that are tried."""
_NEAR: Final = 1e-5
_LITTLE: Final = 1e-12


@dataclass(frozen=True, slots=True)
class Rows(Span):
    """One output of an operation whose rows may be in another order, the same for all outputs.

    What is computed from it may be any row's value; the output itself is matched row by row.
    """

    group: tuple[Array, ...]
    """All outputs of the operation: outputs of one operation share this object."""
    allowed: Array
    """[position, row]: whether the expected row may be at the position."""
    grouped: int | None = None
    """Which output of the group tells the image of each row: equal ones are next to each other."""


@dataclass(frozen=True, slots=True)
class AnyRows(Span):
    """An output of which not even the number of rows follows from the contract."""


@dataclass(frozen=True, slots=True)
class Results:
    """The intervals of an operation's outputs.

    ``open`` says that ties, the order of boxes or float16's range leave a result open, and not
    roundings.
    """

    spans: list[Span]
    open: bool


def left_open(
    call: Call, given: Sequence[Span | None], made: Sequence[Span], *, relaxed: bool
) -> Results:
    """Return the intervals ``made`` of a call's outputs, wider where the contract leaves more."""
    code, spans = call.definition.type, list(made)
    if code in _DETECTIONS:
        if any(span is not None and not span.exact for span in given):
            return Results(spans, open=False)  # the intervals know nothing of the values
        return _detected(call, middles_of(given), spans)
    found = False
    if code == _O.HEATMAP_MAX_KEYPOINT and all(s is None or s.exact for s in given):
        others = _other_peaks(call, middles_of(given))
        found = bool(others)
        spans = [around(s.middle, [o[n] for o in others]) for n, s in enumerate(spans)]
    if code in (_O.ARGMAX, _O.ARGMIN):
        found = any(isinstance(s, Places) and s.possible.sum(axis=1).max() > 1 for s in spans)
    if relaxed and code not in PICKS:
        beyond = _beyond_half(call, given)
        found |= any(_overflown(span) for span in given if span is not None)
        if beyond is not None and beyond.any():
            found = True
            spans = [opened(s, _along(beyond, s.middle)) for s in spans]
    return Results(_without_numbers(code, given, spans), found)


def flushed(span: Span) -> Span:
    """Return the interval of a value that a driver may read as 0 because it is subnormal.

    The contract does not mention subnormal numbers, and much hardware has none.
    """
    middle = span.middle
    if middle.dtype.kind != "f" or not middle.ndim:
        return span
    least = np.finfo(middle.dtype).smallest_normal
    ends = (span.low, span.high)
    tiny = [(np.abs(end) < least) & (end != 0) for end in ends]
    if not (tiny[0].any() or tiny[1].any()):
        return span
    zero = middle.dtype.type(0)
    low = np.where(tiny[0], np.minimum(span.low, zero), span.low)
    high = np.where(tiny[1], np.maximum(span.high, zero), span.high)
    return Span(low, middle, high)


def beyond_half(span: Span) -> Span:
    """Return the interval of a float32 value whose magnitude float16 may not hold.

    Other values stay exact.
    """
    wide = as_relaxed(span)
    if wide.exact or wide is span:
        return span
    endless = np.isinf(wide.low) | np.isinf(wide.high)
    if not (endless & np.isfinite(span.middle)).any():
        return span
    return Span(
        np.where(endless, wide.low, span.low), span.middle, np.where(endless, wide.high, span.high)
    )


def _along(flags: Array, result: Array) -> Array:
    """The flags, [leading axes], for all elements of a result."""
    flags = flags.reshape(flags.shape + (1,) * (result.ndim - flags.ndim))
    return np.broadcast_to(flags, result.shape)


def _overflown(span: Span) -> bool:
    """Whether a finite float32 value may be infinite in float16."""
    if span.exact or span.middle.dtype != np.float32:
        return False
    endless = np.isinf(span.low) | np.isinf(span.high)
    return bool((endless & np.isfinite(span.middle)).any())


# ------------------------------------------------------------------------------ no numbers


def _without_numbers(
    code: OperationType, given: Sequence[Span | None], spans: list[Span]
) -> list[Span]:
    """Nothing is known of a computed NaN, nor of a code made of what is no number of its type."""
    source = given[0] if given else None
    if code in (_O.CAST, _O.QUANTIZE) and source is not None and source.middle.dtype.kind == "f":
        return [
            span if span.middle.dtype.kind == "f" else opened(span, _without_code(source, span))
            for span in spans
        ]
    if code in _MOVES:
        return spans
    return [
        opened(span, np.isnan(span.middle)) if span.middle.dtype.kind == "f" else span
        for span in spans
    ]


def _without_code(source: Span, result: Span) -> Array:
    """Where a number has no code; codes of 8 and 16 bits are cut off at the ends of their range."""
    no_code = np.isnan(source.middle)
    if result.middle.dtype == np.int32:
        limit = float(np.iinfo(np.int32).max)
        with np.errstate(invalid="ignore"):
            no_code |= ~(np.abs(source.middle.astype(np.float64)) <= limit)
    return no_code


# ------------------------------------------------------------------------------ float16's range


def _beyond_half(call: Call, given: Sequence[Span | None]) -> Array | None:
    """Where a sum, square or product inside an operation exceeds float16's range."""
    code, source = call.definition.type, given[0] if given else None
    if source is None or source.middle.dtype != np.float32 or is_quantized(call.output()):
        return None
    inside = _INSIDE.get(code)
    if code in ADDS_UP:
        inside = _sums_of_products
    elif code in CELLS:
        inside = _gates
    if inside is None:
        return None
    with np.errstate(all="ignore"):
        sizes = [None if span is None else _size(span) for span in given]
        return ~(inside(call, sizes) <= HALF_MOST)


def _size(span: Span) -> Array:
    """The largest magnitude of each element; other types than float32 as they are."""
    if span.middle.dtype != np.float32:
        return span.middle
    return np.maximum(np.abs(span.low), np.abs(span.high))


_Sizes = Sequence[Array | None]


def _first(sizes: _Sizes) -> F64Array:
    first = sizes[0]
    assert first is not None
    return first.astype(np.float64)


def _kernel(call: Call, sizes: _Sizes) -> F64Array:
    wide: F64Array = quietly(call.definition.compile(call), sizes)[0].astype(np.float64)
    return wide


def _sums_of_products(call: Call, sizes: _Sizes) -> F64Array:
    twin, _ = float_twin(call)
    return _kernel(twin, sizes)


def _gates(_call: Call, sizes: _Sizes) -> F64Array:
    """A bound on the sums of all gates: the largest product as often as an input is wide."""
    most = [float(a.max(initial=0.0)) for a in sizes if a is not None and a.dtype == np.float32]
    widest = max(max(a.shape, default=1) for a in sizes if a is not None)
    return np.array(max(most) ** 2 * widest)


def _squares(axes: Callable[[Call], int | tuple[int, ...]]) -> Callable[[Call, _Sizes], F64Array]:
    def inside(call: Call, sizes: _Sizes) -> F64Array:
        x = _first(sizes)
        total = np.add.reduce(np.maximum(x, x * x), axis=axes(call), keepdims=True)
        return np.asarray(np.broadcast_to(total, x.shape))

    return inside


def _means(call: Call, sizes: _Sizes) -> F64Array:
    """The sums that are divided."""
    means = _kernel(call, sizes)
    terms = _first(sizes).size // max(1, means.size)
    if call.position("filter_width") is not None:
        terms = int(call.scalar("filter_width")) * int(call.scalar("filter_height"))
    return means * float(terms)


def _mean_squares(call: Call, sizes: _Sizes) -> F64Array:
    roots = _kernel(call, sizes)
    terms = int(call.scalar("filter_width")) * int(call.scalar("filter_height"))
    return roots * roots * float(terms)


def _products(call: Call, sizes: _Sizes) -> F64Array:
    """The largest product of some of the factors."""
    return _kernel(call, [np.maximum(_first(sizes), 1.0).astype(np.float32), *sizes[1:]])


def _exponents(call: Call, sizes: _Sizes) -> F64Array:
    scaled = _first(sizes) * abs(call.scalar("beta"))
    most = np.maximum.reduce(scaled, axis=call.scalar("axis"), keepdims=True, initial=0.0)
    return np.asarray(np.broadcast_to(most, scaled.shape))


def _image_axes(call: Call) -> tuple[int, ...]:
    return (2, 3) if is_nchw(call) else (1, 2)


_INSIDE: Final[dict[OperationType, Callable[[Call, _Sizes], F64Array]]] = {
    _O.L2_NORMALIZATION: _squares(lambda call: call.scalar("axis")),
    _O.LOCAL_RESPONSE_NORMALIZATION: _squares(lambda call: call.scalar("axis")),
    _O.INSTANCE_NORMALIZATION: _squares(_image_axes),
    _O.SOFTMAX: _exponents,
    _O.LOG_SOFTMAX: _exponents,
    _O.HARD_SWISH: lambda _, sizes: _first(sizes) * (_first(sizes) + 3),
    _O.MEAN: _means,
    _O.REDUCE_SUM: _kernel,
    _O.AVERAGE_POOL_2D: _means,
    _O.L2_POOL_2D: _mean_squares,
    _O.REDUCE_PROD: _products,
}
"""The largest number inside an operation, from the magnitudes of its inputs."""


# ------------------------------------------------------------------------------ ties of boxes


_Arrays = Sequence[Array | None]
_Variant = tuple[list[Array | None], Callable[[list[Array]], list[Array]]]
"""Inputs in another order, and what gives the outputs their old names."""


def _detected(call: Call, arrays: _Arrays, made: list[Span]) -> Results:
    """The outputs of an operation that selects boxes, from exact inputs."""
    code = call.definition.type
    middles = [span.middle for span in made]
    if code == _O.GENERATE_PROPOSALS:
        kernel, variants = _ranked(call).definition.compile(_ranked(call)), _proposal_variants
        wanted = list(quietly(kernel, next(variants(arrays))[0]))
    else:
        kernel, wanted = call.definition.compile(call), middles
        variants = _nms_variants if code == _O.BOX_WITH_NMS_LIMIT else _detection_variants
    decided = all(_same_rows(code, wanted, got) for got in _outcomes(kernel, variants(arrays)))
    if not decided:
        spans: list[Span] = []
        for middle in middles:
            everything = unknown(middle)
            spans.append(AnyRows(everything.low, middle, everything.high))
        return Results(spans, open=True)
    if code == _O.DETECTION_POSTPROCESSING:
        return _reordered(middles, _equal_neighbours(middles[0]), None, 2)
    count = len(middles[0])
    return _reordered(middles, np.ones((count, count), np.bool_), len(middles) - 1, 1)


def _outcomes(kernel: Kernel, variants: Iterator[_Variant]) -> Iterator[list[Array]]:
    for arrays, renamed in variants:
        yield renamed(list(quietly(kernel, arrays)))


def _orders(count: int, fixed: int) -> Iterator[Array]:
    """Orders of ``count`` things of which the first ``fixed`` stay: reversed, then shuffled."""
    draws = np.random.default_rng(count)
    yield np.concatenate([np.arange(fixed), np.arange(fixed, count)[::-1]])
    for _ in range(_TRIES - 1):
        yield np.concatenate([np.arange(fixed), fixed + draws.permutation(count - fixed)])


def _nms_variants(arrays: _Arrays) -> Iterator[_Variant]:
    """Boxes of each image, and classes but the background, in other orders."""
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
    """Anchors, and classes but the background, in other orders."""
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


def _ranked(call: Call) -> Call:
    """The call of GENERATE_PROPOSALS with float32 ranks for scores."""
    inputs, outputs = list(call.inputs), list(call.outputs)
    inputs[0] = OperandView(OperandType.TENSOR_FLOAT32, inputs[0].dims)
    outputs[0] = OperandView(OperandType.TENSOR_FLOAT32, outputs[0].dims)
    return Call(call.definition, call.form, inputs, outputs, call.version)


def _proposal_variants(arrays: _Arrays) -> Iterator[_Variant]:
    """Ranks in place of scores, equal ones first as they are, then told apart in several orders."""
    scores = arrays[0]
    assert scores is not None
    ranks = np.unique(scores, return_inverse=True)[1].reshape(scores.shape).astype(np.float32)

    def renamed(outputs: list[Array]) -> list[Array]:
        return [np.rint(outputs[0]), *outputs[1:]]

    yield [ranks, *arrays[1:]], renamed
    for order in _orders(scores.size, 0):
        apart = (order / (4 * scores.size)).astype(np.float32).reshape(scores.shape)
        yield [ranks - apart, *arrays[1:]], renamed


def _same_rows(code: OperationType, wanted: Sequence[Array], got: Sequence[Array]) -> bool:
    """Whether two outcomes have the same rows, in any order."""
    if any(one.shape != other.shape for one, other in zip(wanted, got, strict=True)):
        return False
    lead = 2 if code == _O.DETECTION_POSTPROCESSING else 1
    tables = [_table(outputs, lead) for outputs in (wanted, got)]
    one, other = (table[np.lexsort(np.round(table, 3).T)] for table in tables)
    return np.allclose(one, other, rtol=_NEAR, atol=_NEAR, equal_nan=True)


def _table(outputs: Sequence[Array], lead: int) -> F64Array:
    """One row for each box, its image in front where there are rows of several images."""
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


def _equal_neighbours(scores: Array) -> Array:
    """[position, row]: rows of the same image with the same score."""
    flat, images = scores.reshape(-1), np.repeat(np.arange(len(scores)), scores.shape[1])
    return np.asarray((flat[:, None] == flat) & (images[:, None] == images))


def _reordered(middles: Sequence[Array], allowed: Array, grouped: int | None, lead: int) -> Results:
    """Outputs whose rows may be exchanged where ``allowed``."""
    group = tuple(middles)
    if (allowed.sum(axis=1) <= 1).all():
        return Results([Span.exactly(middle) for middle in middles], open=False)
    shape = middles[0].shape[:lead]
    spans: list[Span] = []
    for middle in middles:
        if middle.shape[:lead] != shape:  # the numbers of detections
            spans.append(Span.exactly(middle))
            continue
        rows = middle.reshape(len(allowed), -1)
        mask = allowed[:, :, None]
        info = np.finfo(middle.dtype) if middle.dtype.kind == "f" else np.iinfo(middle.dtype)
        low = np.where(mask, rows[None], info.max).min(axis=1).astype(middle.dtype)
        high = np.where(mask, rows[None], info.min).max(axis=1).astype(middle.dtype)
        ends = low.reshape(middle.shape), high.reshape(middle.shape)
        spans.append(Rows(ends[0], middle, ends[1], group, allowed, grouped))
    return Results(spans, open=True)


def _other_peaks(call: Call, arrays: _Arrays) -> list[Sequence[Array]]:
    """The outputs of HEATMAP_MAX_KEYPOINT with other ones of a map's equal largest cells as peaks.

    The chosen cell is made larger by less than any type resolves.
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
    for turn in sorted({1, *range(1, min(most, _TRIES)), most - 1}):
        cells = np.array([np.flatnonzero(row)[min(turn, row.sum() - 1)] for row in equal])
        raised = flat.copy()
        rows = np.arange(len(flat))
        raised[rows, cells] += np.abs(raised[rows, cells]) * _LITTLE + _LITTLE
        shaped = raised.reshape(maps.shape)
        changed = shaped if nchw else shaped.transpose(0, 2, 3, 1)
        results.append(quietly(kernel, [changed, *arrays[1:]]))
    return results


_DETECTIONS: Final = frozenset(
    {_O.BOX_WITH_NMS_LIMIT, _O.GENERATE_PROPOSALS, _O.DETECTION_POSTPROCESSING}
)


def matched(allowed: Array, columns: Sequence[Array]) -> bool:
    """Return whether each position can have a row of its own.

    ``columns`` are [position, row]: whether one output's value at a position is that of a row.
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
