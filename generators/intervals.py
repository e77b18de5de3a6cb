"""What legal roundings make possible: intervals through a graph.

Every operation may round its results as one operation alone may (the public tolerance of the type).
From there on a value is an interval, and each operation hands intervals on: exactly where it is
monotone or linear, by samples of the corners elsewhere. A value that roundings do not determine at
all (an index that a tie decides) has the whole range of its type. ``docs/random-graphs.md`` has the
theory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from conformance.hal import Model, Operand, OperandType, Operation, OperationType, Subgraph
from conformance.operations import Call, Kernel, OperandView, call_of, definition
from conformance.operations.definition import Array
from conformance.operations.numerics import is_quantized
from conformance.support import constant_copies
from generators.picks import picked
from generators.properties import (
    ADDS_UP,
    AVERAGES,
    CONTROL_FLOW,
    COPIES,
    CORNERS,
    DISCRETE,
    MONOTONE,
    PICKS,
    QUANTIZED_CELLS,
    TURNING_POINTS,
)
from generators.spans import (
    Span,
    around,
    as_relaxed,
    middles_of,
    quietly,
    roundings,
    settled,
    sound,
    unknown,
    widened,
)
from generators.sums import ADDING, NORMALIZED, added_up, averaged, normalized

_O: Final = OperationType
_T: Final = OperandType
_SAMPLES: Final = 16
_SAMPLED_MARGIN: Final = 4.0
_MOST_ROUNDS: Final = 64

Spans = list[Span | None]


def output_spans(model: Model, inputs: Sequence[Array | None]) -> list[Span]:
    """The intervals of the model's outputs, the last operation's own rounding not included."""
    walk = _Walk(model)
    given = [None if array is None else Span.exactly(array) for array in inputs]
    return walk.run(model.main, given)


class _Walk:
    """Intervals through the subgraphs of one model."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._relaxed = model.relax_computation_float32_to_float16

    def run(self, subgraph: Subgraph, inputs: Sequence[Span | None]) -> list[Span]:
        """From a subgraph's inputs to its outputs, the last roundings left out."""
        values: Spans = [
            None if array is None else Span.exactly(array)
            for array in constant_copies(self._model, subgraph)
        ]
        for index, span in zip(subgraph.input_indexes, inputs, strict=True):
            values[index] = span
        bare: dict[int, Span] = {}
        for operation in subgraph.operations:
            given = [values[index] for index in operation.inputs]
            if operation.type in CONTROL_FLOW:
                made = self._control_flow(subgraph, operation, given)
            else:
                if self._relaxed:
                    given = [None if span is None else as_relaxed(span) for span in given]
                made = spans_of(subgraph.operands, operation, given, relaxed=self._relaxed)
            for index, span in zip(operation.outputs, made, strict=True):
                bare[index] = span
                values[index] = self._rounded(span, subgraph.operands[index], operation)
        ends = [bare.get(index, values[index]) for index in subgraph.output_indexes]
        assert all(span is not None for span in ends)
        return ends  # type: ignore[return-value]

    def _ends(self, subgraph: Subgraph, inputs: Sequence[Span | None]) -> list[Span]:
        """A referenced subgraph's outputs with their last roundings."""
        makers = {i: operation for operation in subgraph.operations for i in operation.outputs}
        return [
            self._rounded(span, subgraph.operands[index], makers[index])
            if index in makers
            else span
            for span, index in zip(self.run(subgraph, inputs), subgraph.output_indexes, strict=True)
        ]

    def _rounded(self, span: Span, operand: Operand, operation: Operation) -> Span:
        if operation.type in COPIES:
            return span
        tolerance = roundings(operand.type, relaxed=self._relaxed)
        return widened(span, tolerance)

    def _control_flow(
        self, subgraph: Subgraph, operation: Operation, given: Sequence[Span | None]
    ) -> list[Span]:
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
            return [unknown(span.middle) for span in taken]
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
    """From the intervals of an operation's inputs to those of its outputs.

    What the operation itself may round is left out, but for the sums inside: they may be added up
    in any order, in float32 (relaxed: float16).
    """
    found = definition(operation.type)
    assert found is not None
    views = [_view(operands[i], s) for i, s in zip(operation.inputs, inputs, strict=True)]
    outputs = [OperandView.of(operands[i]) for i in operation.outputs]
    call = call_of(found, views, outputs)
    kernel = found.compile(call)
    middles = kernel([None if span is None else span.middle for span in inputs])
    if operation.type in PICKS:
        return picked(OperationType(operation.type), inputs, call, middles)
    loose = [position for position, span in enumerate(inputs) if span and not span.exact]
    if any(_is_parameter(call, position) for position in loose):
        return [unknown(array) for array in middles]
    code, adds = operation.type, not is_quantized(call.output())
    if code in ADDS_UP and (loose or adds):
        return [added_up(call, inputs, middles[0], ADDING[relaxed])]
    if code in AVERAGES and adds:
        (span,) = _envelope(call, kernel, inputs, middles, _corners(operation, loose))
        return [averaged(kernel, inputs, span, ADDING[relaxed])]
    if not loose:
        return [Span.exactly(array) for array in middles]
    if code in _EQUALITY:
        return [_compared(inputs, middles[0])]
    if code in MONOTONE or code in CORNERS or code in COPIES:
        return _envelope(call, kernel, inputs, middles, _corners(operation, loose))
    if code in DISCRETE or code in QUANTIZED_CELLS:
        return [unknown(array) for array in middles]
    if code in NORMALIZED:
        return [normalized(call, inputs, middles[0])]
    if code == _O.SIN:
        return [_wave(inputs[0], middles[0])]
    return _sampled(kernel, inputs, middles, loose)


def _view(operand: Operand, span: Span | None) -> OperandView:
    view = OperandView.of(operand, span.middle if span is not None and span.exact else None)
    if span is None:
        view.omitted = True
    else:
        view.dims, view.omitted = span.middle.shape, False
    return view


def _is_parameter(call: Call, position: int) -> bool:
    """Whether an input says how to compute, rather than what with."""
    spec, view = call.spec(position), call.inputs[position]
    if view.info is not None and not view.info.tensor:
        return True
    return spec.types.always != () and view.type in (_T.TENSOR_INT32, _T.TENSOR_BOOL8)


_Choice = Mapping[int, str]


def _corners(operation: Operation, loose: Sequence[int]) -> list[_Choice]:
    """Which end of each interval to compute with."""
    if operation.type not in CORNERS:
        return [dict.fromkeys(loose, end) for end in ("low", "high")]
    choices: list[_Choice] = [{}]
    for position in loose:
        choices = [{**choice, position: end} for choice in choices for end in ("low", "high")]
    return choices


def _envelope(
    call: Call,
    kernel: Kernel,
    inputs: Sequence[Span | None],
    middles: Sequence[Array],
    choices: Sequence[_Choice],
) -> list[Span]:
    results = [middles]
    for choice in choices:
        arrays = [
            None if span is None else getattr(span, choice.get(position, "middle"))
            for position, span in enumerate(inputs)
        ]
        results.append(quietly(kernel, arrays))
    for point in TURNING_POINTS.get(call.definition.type, ()):
        span, view = inputs[0], call.inputs[0]
        assert span is not None
        for code in _codes_of(point, view):
            turned = np.clip(np.asarray(code, span.middle.dtype), span.low, span.high)
            results.append(quietly(kernel, [turned, *(middles_of(inputs[1:]))]))
    if any(len(r) != len(middles) for r in results):
        return [unknown(array) for array in middles]
    return [around(middle, [r[n] for r in results]) for n, middle in enumerate(middles)]


def _codes_of(point: float, view: OperandView) -> tuple[float, ...]:
    """The stored values next to a real one."""
    if not is_quantized(view):
        return (point,)
    assert view.info is not None
    code = view.zero_point + point / view.scale
    least, most = view.info.code_range
    return tuple(min(max(int(end(code)), least), most) for end in (np.floor, np.ceil))


def _wave(source: Span | None, middle: Array) -> Span:
    """SIN changes no faster than its input."""
    assert source is not None
    with np.errstate(invalid="ignore"):
        centre = source.middle.astype(np.float64)
        radius = np.maximum(source.high - centre, centre - source.low)
        low = np.maximum(middle - radius, -1.0).astype(middle.dtype)
        high = np.minimum(middle + radius, 1.0).astype(middle.dtype)
    return sound(low, middle, high)


def _sampled(
    kernel: Kernel,
    inputs: Sequence[Span | None],
    middles: Sequence[Array],
    loose: Sequence[int],
) -> list[Span]:
    """Corners at random, and four times the deviation that they show."""
    draws = np.random.PCG64(len(inputs))
    results = []
    for sample in range(_SAMPLES):
        arrays = middles_of(inputs)
        for position in loose:
            span = inputs[position]
            assert span is not None
            if sample < 2:
                arrays[position] = span.high if sample else span.low
                continue
            bits = np.asarray(draws.random_raw(span.middle.size)) >> np.uint64(63)
            chosen = bits.reshape(span.middle.shape).astype(bool)
            arrays[position] = np.where(chosen, span.high, span.low)
        results.append(quietly(kernel, arrays))
    spans = []
    for number, middle in enumerate(middles):
        span = around(middle, [r[number] for r in results])
        spans.append(_scaled(span, _SAMPLED_MARGIN))
    return spans


def _scaled(span: Span, factor: float) -> Span:
    dtype, middle = span.middle.dtype, span.middle.astype(np.float64)
    if dtype.kind == "b":
        return span
    with np.errstate(all="ignore"):
        low = middle - factor * (middle - span.low.astype(np.float64))
        high = middle + factor * (span.high.astype(np.float64) - middle)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        low, high = np.clip(low, info.min, info.max), np.clip(high, info.min, info.max)
        return Span(low.astype(dtype), span.middle, high.astype(dtype))
    with np.errstate(over="ignore"):
        return sound(low.astype(dtype), span.middle, high.astype(dtype))


_EQUALITY: Final = frozenset({_O.EQUAL, _O.NOT_EQUAL})


def _compared(inputs: Sequence[Span | None], middle: Array) -> Span:
    """EQUAL and NOT_EQUAL: open where the intervals overlap, and for codes that are not exact."""
    first, second = inputs
    assert first is not None
    assert second is not None
    everything = unknown(middle)
    if first.middle.dtype.kind in "iu" and first.middle.dtype.itemsize == 1:
        return everything
    with np.errstate(invalid="ignore"):
        apart = (first.high < second.low) | (second.high < first.low)
    return Span(
        np.where(apart, middle, everything.low), middle, np.where(apart, middle, everything.high)
    )
