"""Interval propagation: which results of a graph admissible rounding can produce.

Each operation may round its results within the tolerance of their type. The value of an operand is
therefore an interval, and the interval of a result contains every result that is possible for
values in the input intervals. A result that rounding leaves undetermined, such as an index that
depends on a tie, has the whole range of its type. ``docs/explanation/random-graphs.md`` explains
the method.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from operator import attrgetter
from typing import Final

import numpy as np

from conformance.hal import Model, Operand, OperandType, Operation, OperationType, Subgraph
from conformance.harness.accuracy import Tolerance
from conformance.operations import Call, Kernel, OperandView, call_of, definition
from conformance.operations.definition import Array
from conformance.operations.numerics import is_quantized
from conformance.support import constant_copies
from generators.bounds import Bounds, meaning, stored
from generators.cells import CELLS, through_cell
from generators.left_open import beyond_half, flushed, left_open
from generators.normalizations import NORMALIZATIONS, normalized
from generators.picks import Places, picked
from generators.properties import (
    ADDS_UP,
    AVERAGES,
    CONTROL_FLOW,
    COPIES,
    CORNERS,
    DISCRETE,
    EQUALITY,
    FIRST_ALONE,
    MONOTONE,
    PICKS,
    QUANTIZED_CELLS,
    TURNING_POINTS,
)
from generators.quantized_cells import through_quantized_cell
from generators.spans import (
    Span,
    around,
    as_relaxed,
    middles_of,
    opened,
    quietly,
    roundings,
    settled,
    unknown,
    widened,
)
from generators.sums import ADDING, added_up, averaged, multiplied, placed

_O: Final = OperationType
_T: Final = OperandType
_MOST_ROUNDS: Final = 64
_UNITS: Final = Tolerance(0.0, 2.0**-21)
"""Tolerance for the error of our own float32 kernels, which is a few units in the last place.

Because of this error, a result inside an interval may exceed the results at the interval's ends.
"""

Spans = list[Span | None]


def output_spans(model: Model, inputs: Sequence[Array | None]) -> list[Span]:
    """Return the intervals of the model's outputs.

    They do not include the rounding of the operation that writes the output; the comparison with
    the driver's results adds it.
    """
    return _Walk(model).outputs(inputs)


def open_outputs(model: Model, inputs: Sequence[Array | None]) -> tuple[list[Span], list[bool]]:
    """Return the intervals of the model's outputs without rounding, and a flag for each output.

    Only results that the contract leaves unspecified widen the intervals: ties, the order of boxes
    and the range of float16 (``generators.left_open``). The flag states whether the output depends
    on such a result.
    """
    walk = _Walk(model, rounding=False)
    spans = walk.outputs(inputs)
    return spans, [index in walk.open for index in model.main.output_indexes]


class _Walk:
    """Propagates intervals through the subgraphs of one model.

    ``rounding`` decides whether operations widen intervals by their rounding.
    """

    def __init__(self, model: Model, *, rounding: bool = True) -> None:
        self._model = model
        self._rounding = rounding
        self._relaxed = model.relax_computation_float32_to_float16
        self._found = 0
        self.open: set[int] = set()
        """Indexes of the operands that depend on an unspecified result.

        They belong to the subgraph that was run last, which is main in the end.
        """

    def outputs(self, inputs: Sequence[Array | None]) -> list[Span]:
        """Return the intervals of the main subgraph's outputs for exact inputs."""
        given = [None if array is None else Span.exactly(array) for array in inputs]
        with np.errstate(all="ignore"):  # infinities and NaN are legal values
            return self.run(self._model.main, given)

    def run(self, subgraph: Subgraph, inputs: Sequence[Span | None]) -> list[Span]:
        """Return the intervals of a subgraph's outputs, without their last rounding.

        The dictionary ``bare`` keeps the intervals before rounding for this purpose; operations of
        the subgraph read the rounded ones.
        """
        values: Spans = [
            None if array is None else Span.exactly(array)
            for array in constant_copies(self._model, subgraph)
        ]
        for index, span in zip(subgraph.input_indexes, inputs, strict=True):
            values[index] = span
        bare: dict[int, Span] = {}
        reached: set[int] = set()
        for operation in subgraph.operations:
            given = [values[index] for index in operation.inputs]
            before = self._found
            if operation.type in CONTROL_FLOW:
                made = self._control_flow(subgraph, operation, given)
            else:
                made = self._computed(subgraph, operation, given)
            if self._found > before or not reached.isdisjoint(operation.inputs):
                reached.update(operation.outputs)
            for index, span in zip(operation.outputs, made, strict=True):
                bare[index] = span
                values[index] = self._rounded(span, subgraph.operands[index], operation)
        ends = [bare.get(index, values[index]) for index in subgraph.output_indexes]
        assert all(span is not None for span in ends)
        self.open = reached
        return ends  # type: ignore[return-value]

    def _computed(
        self, subgraph: Subgraph, operation: Operation, given: Sequence[Span | None]
    ) -> list[Span]:
        """Return the output intervals of an operation other than IF and WHILE.

        Count its unspecified results, from which ``run`` derives ``open``.
        """
        relaxed = self._relaxed
        read = [None if span is None else self._as_read(span) for span in given]
        made = spans_of(subgraph.operands, operation, read, relaxed=relaxed)
        exact = [None if span is None else Span.exactly(span.middle) for span in read]
        if not self._rounding and all(span is None or span.exact for span in read):
            made = [s if isinstance(s, Places) else Span.exactly(s.middle) for s in made]
        call = _call(subgraph.operands, operation, exact)
        results = left_open(call, read, made, relaxed=relaxed)
        self._found += results.open
        return results.spans

    def _as_read(self, span: Span) -> Span:
        """Return an operand's interval, extended to the values that an operation may read.

        A driver may read a subnormal number as 0 and, in a relaxed model, a float32 as float16.
        """
        if not self._rounding:
            return beyond_half(span) if self._relaxed else span
        span = flushed(span)
        return as_relaxed(span) if self._relaxed else span

    def _ends(self, subgraph: Subgraph, inputs: Sequence[Span | None]) -> list[Span]:
        """Return the outputs of a referenced subgraph, including their last rounding."""
        makers = {i: operation for operation in subgraph.operations for i in operation.outputs}
        return [
            self._rounded(span, subgraph.operands[index], makers[index])
            if index in makers
            else span
            for span, index in zip(self.run(subgraph, inputs), subgraph.output_indexes, strict=True)
        ]

    def _rounded(self, span: Span, operand: Operand, operation: Operation) -> Span:
        """Return the interval of a result, widened by the rounding of its operation."""
        if operation.type in COPIES or not self._rounding:
            return span
        tolerance = roundings(operand.type, relaxed=self._relaxed)
        return widened(span, tolerance)

    def _control_flow(
        self, subgraph: Subgraph, operation: Operation, given: Sequence[Span | None]
    ) -> list[Span]:
        """Return the output intervals of IF or WHILE.

        If rounding leaves an IF's condition undetermined, the result covers both branches. If it
        leaves the end of a WHILE undetermined, or the loop does not end within a limit, the result
        is unknown.
        """
        targets = [
            self._model.referenced[subgraph.operands[index].location.offset]
            for index in operation.inputs
            if subgraph.operands[index].type == _T.SUBGRAPH
        ]
        if operation.type == _O.IF:
            condition = given[0]
            assert condition is not None
            branches = [self._ends(target, given[3:]) for target in targets]
            if settled(condition):
                return branches[0 if condition.middle.item() else 1]
            taken = branches[0 if condition.middle.item() else 1]
            return [
                around(span.middle, [end for branch in both for end in (branch.low, branch.high)])
                for span, *both in zip(taken, *branches, strict=True)
            ]
        state = list(given[2:])
        for _ in range(_MOST_ROUNDS):
            (verdict,) = self.run(targets[0], state)
            if not settled(verdict):
                break
            if not verdict.middle.item():
                return [span for span in state[: len(operation.outputs)] if span is not None]
            results = self._ends(targets[1], state)
            state[: len(results)] = results
        return [unknown(s.middle) for s in state[: len(operation.outputs)] if s is not None]


# ------------------------------------------------------------------------- one operation


def spans_of(
    operands: Sequence[Operand],
    operation: Operation,
    inputs: Sequence[Span | None],
    *,
    relaxed: bool = False,
) -> list[Span]:
    """Return the intervals of an operation's outputs from those of its inputs.

    The final rounding of the result is not included. The rounding of sums inside the operation is
    included: the terms may be added in any order, in float32 or, if ``relaxed``, in float16.
    """
    given = [
        Span.exactly(s.middle) if s is not None and not s.exact and settled(s) else s
        for s in inputs
    ]
    loose = [position for position, span in enumerate(given) if span and not span.exact]
    if operation.type in (_O.ABS, _O.NEG):
        given = [span and _negatable(span) for span in given]
    call = _call(operands, operation, given)
    code, unit = call.definition.type, ADDING[relaxed]
    if any(_tells_how(call, position) for position in loose):
        call = _call(operands, operation, [s and Span.exactly(s.middle) for s in given])
        return [unknown(array) for array in call.definition.compile(call)(middles_of(given))]
    kernel = call.definition.compile(call)
    middles = kernel(middles_of(given))
    if code in PICKS:
        return picked(code, given, call, middles)
    adds = not is_quantized(call.output())
    if code in ADDS_UP and (loose or adds):
        return [added_up(call, given, middles[0], unit)]
    first = given[0]
    if code in AVERAGES and adds and first is not None:
        (span,) = _pooled(call, kernel, given, middles, loose)
        return [averaged(call, kernel, given, span, unit)]
    if code == _O.RESIZE_BILINEAR and adds and first is not None:
        resized = _envelope(call, kernel, given, middles, _ends(loose)) if loose else None
        span = Span.exactly(middles[0]) if resized is None else resized[0]
        return [placed(call, first, span, unit)]
    if code in CELLS:
        return through_cell(call, given, middles, unit)
    if code in QUANTIZED_CELLS:
        return through_quantized_cell(call, given, middles)
    if code == _O.REDUCE_PROD and first is not None:
        return [multiplied(call, first, middles[0], unit)]
    if not loose:
        return [Span.exactly(array) for array in middles]
    return _loosened(call, kernel, given, middles, loose)


def _negatable(span: Span) -> Span:
    """Return the interval without the smallest int32, whose negative value overflows.

    No generated graph negates this number.
    """
    if span.exact or span.middle.dtype != np.int32:
        return span
    least = np.iinfo(np.int32).min + 1
    return Span(np.maximum(span.low, least), span.middle, np.maximum(span.high, least))


def _loosened(
    call: Call,
    kernel: Kernel,
    given: Sequence[Span | None],
    middles: Sequence[Array],
    loose: Sequence[int],
) -> list[Span]:
    """Return the output intervals of an operation with at least one inexact input.

    ``middles`` are the nominal results, and ``loose`` the positions of the inexact inputs.
    """
    code, first = call.definition.type, given[0]
    if code in FIRST_ALONE and loose != [0]:
        return [unknown(array) for array in middles]
    if code in EQUALITY:
        return [_compared(call, given, middles[0])]
    if code in AVERAGES:
        return _pooled(call, kernel, given, middles, loose)
    if code in CORNERS:
        spans = _envelope(call, kernel, given, middles, _corners(loose))
        return [_defined(call, given, span) for span in spans]
    if code in MONOTONE:
        return _envelope(call, kernel, given, middles, _ends(loose))
    if code == _O.AXIS_ALIGNED_BBOX_TRANSFORM:
        return [around(middles[0], [quietly(kernel, a)[0] for a in _box_corners(given)])]
    if code in NORMALIZATIONS and first is not None:
        return [normalized(call, first, middles[0])]
    if code == _O.SIN and first is not None:
        return [_wave(call, first, middles[0])]
    assert code in DISCRETE, code
    return [unknown(array) for array in middles]


def _call(operands: Sequence[Operand], operation: Operation, inputs: Sequence[Span | None]) -> Call:
    found = definition(operation.type)
    assert found is not None
    views = [_view(operands[i], s) for i, s in zip(operation.inputs, inputs, strict=True)]
    return call_of(found, views, [OperandView.of(operands[i]) for i in operation.outputs])


def _view(operand: Operand, span: Span | None) -> OperandView:
    view = OperandView.of(operand, span.middle if span is not None and span.exact else None)
    if span is None:
        view.omitted = True
    else:
        view.dims, view.omitted = span.middle.shape, False
    return view


def _tells_how(call: Call, position: int) -> bool:
    """Return whether an input is a parameter of the computation rather than data.

    Parameters are scalars, and integer or boolean tensors such as axes, paddings and indexes. If
    one of them is inexact, the result is unknown, because its shape or meaning may change.
    """
    spec, view = call.spec(position), call.inputs[position]
    if view.info is not None and not view.info.tensor:
        return True
    if call.definition.type == _O.SELECT:
        return False
    return spec.types.always != () and view.type in (_T.TENSOR_INT32, _T.TENSOR_BOOL8)


# ------------------------------------------------- intervals from results at the ends of the inputs

_End = Callable[[Span], Array]
_Choice = Mapping[int, _End]
"""Functions that select the value of each inexact input, by the input's position."""
_LOW: Final[_End] = attrgetter("low")
_HIGH: Final[_End] = attrgetter("high")


def _ends(loose: Sequence[int]) -> list[_Choice]:
    """Return two choices: the lower ends of all inputs, and the upper ends."""
    return [dict.fromkeys(loose, end) for end in (_LOW, _HIGH)]


def _corners(loose: Sequence[int]) -> list[_Choice]:
    """Return a choice for every combination of lower and upper ends of the inputs."""
    return [
        dict(zip(loose, ends, strict=True)) for ends in product((_LOW, _HIGH), repeat=len(loose))
    ]


def _numberless(inputs: Sequence[Span | None]) -> list[_Choice]:
    """Return a choice with NaN for unbounded elements, or none if no input has such elements.

    An unbounded element may be NaN, and the results at infinite ends do not show its effect.
    """
    positions = [p for p, span in enumerate(inputs) if span is not None and span.open.any()]
    return [dict.fromkeys(positions, _without_open)] if positions else []


def _without_open(span: Span) -> Array:
    return np.where(span.open, np.nan, span.middle).astype(span.middle.dtype)


def _envelope(
    call: Call,
    kernel: Kernel,
    inputs: Sequence[Span | None],
    middles: Sequence[Array],
    choices: Sequence[_Choice],
) -> list[Span]:
    """Return the smallest intervals around the results for all choices of input values.

    The nominal results ``middles`` are included, as are the results at turning points.
    """
    results = []
    for choice in (*choices, *_numberless(inputs)):
        arrays = [
            None if span is None else choice[position](span) if position in choice else span.middle
            for position, span in enumerate(inputs)
        ]
        results.append(quietly(kernel, arrays))
        results += [quietly(kernel, [turned, *arrays[1:]]) for turned in _turns(call, inputs[0])]
    if any(len(r) != len(middles) for r in results):
        return [unknown(array) for array in middles]
    spans = [around(middle, [r[n] for r in results]) for n, middle in enumerate(middles)]
    if call.definition.type in COPIES:
        return spans
    if call.definition.type in (_O.QUANTIZE, _O.CAST) and inputs[0] is not None:
        # The contract does not define the conversion of NaN to an integer.
        spans = [opened(span, inputs[0].open) for span in spans]
    return [widened(s, _UNITS) if s.middle.dtype == np.float32 else s for s in spans]


def _turns(call: Call, source: Span | None) -> list[Array]:
    """Return the first input moved as close to each turning point as its interval permits.

    A function that is not monotone has its extreme value there.
    """
    if source is None or source.exact:
        return []
    return [
        np.clip(np.asarray(code, source.middle.dtype), source.low, source.high)
        for point in TURNING_POINTS.get(call.definition.type, ())
        for code in _codes_of(point, call.inputs[0])
    ]


def _codes_of(point: float, view: OperandView) -> tuple[float, ...]:
    """Return the stored values next to a real value: the value itself, or the two codes around."""
    if not is_quantized(view):
        return (point,)
    assert view.info is not None
    code = view.zero_point + point / view.scale
    minimum, maximum = view.info.code_range
    return tuple(min(max(int(end(code)), minimum), maximum) for end in (np.floor, np.ceil))


def _defined(call: Call, inputs: Sequence[Span | None], span: Span) -> Span:
    """Return the interval, unbounded where the results at the corners do not enclose all results.

    That is so where a divisor may be 0, where the base of a power may not be positive, and where
    an integer result may overflow.
    """
    first, second = inputs[0], inputs[1]
    assert first is not None
    assert second is not None
    code = call.definition.type
    if span.middle.dtype == np.int32 and code in (_O.ADD, _O.SUB, _O.MUL):
        unsure = _overflows(code, first, second)
    elif code == _O.DIV:
        unsure = (second.low <= 0) & (second.high >= 0)
    elif code == _O.POW:
        unsure = first.low <= 0
    else:
        return span
    return opened(span, np.broadcast_to(unsure, span.middle.shape))


def _overflows(code: OperationType, first: Span, second: Span) -> Array:
    """Return where an int32 result may exceed the range of its type and wrap around."""
    largest = [
        np.maximum(np.abs(s.low.astype(np.float64)), np.abs(s.high.astype(np.float64)))
        for s in (first, second)
    ]
    size = largest[0] * largest[1] if code == _O.MUL else largest[0] + largest[1]
    return np.asarray(size > np.iinfo(np.int32).max)


def _pooled(
    call: Call,
    kernel: Kernel,
    inputs: Sequence[Span | None],
    middles: Sequence[Array],
    loose: Sequence[int],
) -> list[Span]:
    """Return the interval of an average or a sum of elements.

    L2_POOL_2D is not monotone in its input but in the magnitudes, so its ends are the results for
    the smallest and the largest magnitudes.
    """
    source, view = inputs[0], call.inputs[0]
    if call.definition.type != _O.L2_POOL_2D or source is None or source.exact:
        return _envelope(call, kernel, inputs, middles, _ends(loose))
    sizes = meaning(source, view).magnitude
    ends = [end.astype(source.middle.dtype) for end in (sizes.low, sizes.high)]
    results = [quietly(kernel, [end, *middles_of(inputs[1:])])[0] for end in ends]
    return [around(middles[0], results)]


def _box_corners(inputs: Sequence[Span | None]) -> list[list[Array | None]]:
    """Return the inputs at which AXIS_ALIGNED_BBOX_TRANSFORM has its extreme results.

    Each result depends on one number of the first two columns of a box or delta (x1, y1, dx, dy)
    and on one of the last two (x2, y2, dw, dh), and is monotone in each. The two pairs of columns
    are therefore set to their lower or upper ends in every combination.
    """
    rois, deltas, batches, edges = inputs
    assert rois is not None
    assert deltas is not None
    assert batches is not None
    assert edges is not None

    def mixtures(span: Span) -> list[Array]:
        if span.exact:
            return [span.middle]
        front = np.arange(span.middle.shape[1]) % 4 < 2
        return [
            np.where(front, first, second)
            for first, second in product((span.low, span.high), repeat=2)
        ]

    sizes = [edges.middle] if edges.exact else [edges.low, edges.high]
    return [
        [boxes, factors, batches.middle, size]
        for boxes, factors, size in product(mixtures(rois), mixtures(deltas), sizes)
    ]


def _wave(call: Call, source: Span, middle: Array) -> Span:
    """Return the interval of SIN, which is unbounded where the input may be infinite.

    The slope of SIN is at most 1, so the result differs from the nominal one by at most the radius
    of the input interval.
    """
    with np.errstate(all="ignore"):
        values = meaning(source, call.inputs[0])
        centre = source.middle.astype(np.float64)
        radius = np.maximum(values.high - centre, centre - values.low)
        ends = Bounds.exactly(np.sin(centre)).wider(radius)
        endless = np.isinf(values.low) | np.isinf(values.high)
        return opened(stored(ends.clipped(-1.0, 1.0), middle, call.output()), endless)


def _compared(call: Call, inputs: Sequence[Span | None], middle: Array) -> Span:
    """Return the interval of EQUAL or NOT_EQUAL.

    A result is undetermined where the operands' intervals overlap, unless both contain the same
    single value.
    """
    first, second = (
        meaning(span, view)
        for span, view in zip(inputs, call.inputs, strict=True)
        if span is not None
    )
    with np.errstate(invalid="ignore"):
        disjoint = (first.high < second.low) | (second.high < first.low)
        equal = (first.low == first.high) & (second.low == second.high)
    decided = disjoint | equal
    return Span(middle & decided, middle, middle | ~decided)
