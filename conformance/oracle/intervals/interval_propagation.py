"""Interval propagation: which results of a graph admissible rounding can produce.

Each operation may round its results within the tolerance of their type. The value of an operand is
therefore an interval, and the interval of a result contains every result that is possible for
values in the input intervals. A result that rounding leaves undetermined, such as an index that
depends on a tie, has the whole range of its type. ``docs/explanation/random-graphs.md`` explains
the method.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from conformance.driver_sdk import constant_copies, proper_booleans
from conformance.hal import (
    CONTROL_FLOW,
    Model,
    Operand,
    OperandType,
    Operation,
    OperationType,
    Subgraph,
)
from conformance.operations import Call, Kernel, OperandView, create_call, find_definition
from conformance.operations.definition.definition import is_quantized
from conformance.operations.definition.operands import Array
from conformance.operations.definition.properties import (
    AVERAGING_RULES,
    COPIES,
    DISCONTINUOUS_RULES,
    INDEX_RULES,
    IntervalBehavior,
    IntervalRule,
    Precision,
    Undefined,
)
from conformance.oracle.intervals.index_intervals import IndexSet, index_output_intervals
from conformance.oracle.intervals.interval import (
    Interval,
    all_lower_and_all_upper,
    enclosing_interval,
    endpoint_combinations,
    hull,
    is_determined,
    kernel_envelope,
    nominal_values,
    relaxed_interval,
    rounding_tolerance,
    run_without_warnings,
    unbounded_at,
    unbounded_interval,
    unbounded_where_undefined,
    widened,
)
from conformance.oracle.intervals.real_interval import real_values_of
from conformance.oracle.intervals.special_intervals import adds_zeros, special_intervals
from conformance.oracle.intervals.sum_intervals import (
    ADDITION_ERROR,
    average_interval,
    linear_interval,
    product_interval,
    region_average_interval,
    resize_bilinear_interval,
)
from conformance.oracle.intervals.unspecified_results import (
    widen_unspecified,
    with_float16_overflow,
    with_flushed_subnormals,
)

_R: Final = IntervalRule
_T: Final = OperandType
_MOST_ROUNDS: Final = 64


def output_intervals(
    model: Model, inputs: Sequence[Array | None], *, exact_identities: bool = False
) -> list[Interval]:
    """Return the intervals of the model's outputs.

    They do not include the rounding of the operation that writes the output; the comparison with
    the driver's results adds it. With ``exact_identities``, an operation whose result may change
    completely after a small change reads exact values if they are inputs of the model, or sums of
    inputs and zeros.
    """
    return _Propagation(model, exact_identities=exact_identities).outputs(inputs)


def open_outputs(model: Model, inputs: Sequence[Array | None]) -> tuple[list[Interval], list[bool]]:
    """Return the intervals of the model's outputs without rounding, and a flag for each output.

    Only results that the contract leaves unspecified widen the intervals: ties, the order of boxes
    and the range of float16 (``conformance.oracle.intervals.unspecified_results``). The flag states
    whether the output depends on such a result.
    """
    propagation = _Propagation(model, rounding=False)
    spans = propagation.outputs(inputs)
    return spans, [index in propagation.open for index in model.main.output_indexes]


class _Propagation:
    """Propagates intervals through the subgraphs of one model.

    ``rounding`` decides whether operations widen intervals by their rounding;
    ``exact_identities`` is that of :func:`output_intervals`.
    """

    def __init__(
        self, model: Model, *, rounding: bool = True, exact_identities: bool = False
    ) -> None:
        self._model = model
        self._rounding = rounding
        self._exact_identities = exact_identities
        self._relaxed = model.relax_computation_float32_to_float16
        self._found = 0
        self._identities: set[int] = set()
        """Operands of the current subgraph that are sums of a floating-point tensor and zeros."""
        self.open: set[int] = set()
        """Indexes of the operands that depend on an unspecified result.

        They belong to the subgraph that was run last, which is main in the end.
        """

    def outputs(self, inputs: Sequence[Array | None]) -> list[Interval]:
        """Return the intervals of the main subgraph's outputs for exact inputs."""
        arrays = proper_booleans(inputs)
        given = [None if array is None else Interval.point(array) for array in arrays]
        with np.errstate(all="ignore"):  # infinities and NaN are legal values
            return self.run(self._model.main, given)

    def run(self, subgraph: Subgraph, inputs: Sequence[Interval | None]) -> list[Interval]:
        """Return the intervals of a subgraph's outputs, without their last rounding.

        The dictionary ``bare`` keeps the intervals before rounding for this purpose; operations of
        the subgraph read the rounded ones.
        """
        values: list[Interval | None] = [
            None if array is None else Interval.point(array)
            for array in constant_copies(self._model, subgraph)
        ]
        for index, span in zip(subgraph.input_indexes, inputs, strict=True):
            values[index] = span
        bare: dict[int, Interval] = {}
        self._identities = set()
        reached: set[int] = set()
        for operation in subgraph.operations:
            given = [values[index] for index in operation.inputs]
            before = self._found
            if operation.type in CONTROL_FLOW:
                results = self._control_flow(subgraph, operation, given)
            else:
                results = self._computed(subgraph, operation, given)
            if self._found > before or not reached.isdisjoint(operation.inputs):
                reached.update(operation.outputs)
            if self._exact_identities and adds_zeros(operation, given):
                self._identities.update(operation.outputs)
            for index, span in zip(operation.outputs, results, strict=True):
                bare[index] = span
                values[index] = self._rounded(span, subgraph.operands[index], operation)
        ends = [bare.get(index, values[index]) for index in subgraph.output_indexes]
        assert all(span is not None for span in ends)
        self.open = reached
        return ends  # type: ignore[return-value]

    def _computed(
        self, subgraph: Subgraph, operation: Operation, given: Sequence[Interval | None]
    ) -> list[Interval]:
        """Return the output intervals of an operation other than IF and WHILE.

        Count its unspecified results, from which ``run`` derives ``open``.
        """
        relaxed = self._relaxed
        if self._exact_identities and _behavior_of(operation.type).rule in DISCONTINUOUS_RULES:
            read = self._exactly_read(operation, given)
        else:
            read = [None if span is None else self._as_read(span) for span in given]
        spans = operation_intervals(subgraph.operands, operation, read, relaxed=relaxed)
        exact = [None if span is None else Interval.point(span.nominal) for span in read]
        if not self._rounding and all(span is None or span.is_point for span in read):
            spans = [s if isinstance(s, IndexSet) else Interval.point(s.nominal) for s in spans]
        call = _call(subgraph.operands, operation, exact)
        results = widen_unspecified(call, read, spans, relaxed=relaxed)
        self._found += results.is_unspecified
        return results.intervals

    def _exactly_read(
        self, operation: Operation, given: Sequence[Interval | None]
    ) -> list[Interval | None]:
        """Return the inputs of an operation; sums of a tensor and zeros have no rounding.

        The values of spec files leave a margin for the rounding of one addition and of float16, but
        no interval of the result shows it.
        """
        return [
            Interval.point(span.nominal) if span and index in self._identities else span
            for index, span in zip(operation.inputs, given, strict=True)
        ]

    def _as_read(self, span: Interval) -> Interval:
        """Return an operand's interval, extended to the values that an operation may read.

        A driver may read a subnormal number as 0 and, in a relaxed model, a float32 as float16.
        """
        if not self._rounding:
            return with_float16_overflow(span) if self._relaxed else span
        span = with_flushed_subnormals(span)
        return relaxed_interval(span) if self._relaxed else span

    def _rounded_outputs(
        self, subgraph: Subgraph, inputs: Sequence[Interval | None]
    ) -> list[Interval]:
        """Return the outputs of a referenced subgraph, including their last rounding."""
        producers = {i: operation for operation in subgraph.operations for i in operation.outputs}
        return [
            self._rounded(span, subgraph.operands[index], producers[index])
            if index in producers
            else span
            for span, index in zip(self.run(subgraph, inputs), subgraph.output_indexes, strict=True)
        ]

    def _rounded(self, span: Interval, operand: Operand, operation: Operation) -> Interval:
        behavior = _behavior_of(operation.type)
        if behavior.precision is not Precision.ROUNDED or not self._rounding:
            return span
        tolerance = rounding_tolerance(operand.type, relaxed=self._relaxed)
        return widened(span, tolerance)

    def _control_flow(
        self, subgraph: Subgraph, operation: Operation, given: Sequence[Interval | None]
    ) -> list[Interval]:
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
        if operation.type == OperationType.IF:
            condition = given[0]
            assert condition is not None
            if not condition.nominal.item():
                targets.reverse()
            # A branch that cannot be taken is not run: it would count its unspecified results.
            reachable = targets[:1] if is_determined(condition) else targets
            branches = [self._rounded_outputs(target, given[3:]) for target in reachable]
            if len(branches) == 1:
                return branches[0]
            return [hull(both) for both in zip(*branches, strict=True)]
        state = list(given[2:])
        for _ in range(_MOST_ROUNDS):
            (continues,) = self.run(targets[0], state)
            if not is_determined(continues):
                break
            if not continues.nominal.item():
                return [span for span in state[: len(operation.outputs)] if span is not None]
            results = self._rounded_outputs(targets[1], state)
            state[: len(results)] = results
        return [
            unbounded_interval(s.nominal) for s in state[: len(operation.outputs)] if s is not None
        ]


# ------------------------------------------------------------------------- one operation


def operation_intervals(
    operands: Sequence[Operand],
    operation: Operation,
    inputs: Sequence[Interval | None],
    *,
    relaxed: bool = False,
) -> list[Interval]:
    """Return the intervals of an operation's outputs from those of its inputs.

    The final rounding of the result is not included. The rounding of sums inside the operation is
    included: the terms may be added in any order, in float32 or, in reductions of float16 and if
    ``relaxed``, in float16.
    """
    given = [
        Interval.point(s.nominal) if s is not None and not s.is_point and is_determined(s) else s
        for s in inputs
    ]
    loose = [position for position, span in enumerate(given) if span and not span.is_point]
    behavior = _behavior_of(operation.type)
    if behavior.undefined is Undefined.SMALLEST_INT32:
        given = [span and _negatable(span) for span in given]
    call = _call(operands, operation, given)
    rule = behavior.rule
    reduces_half = rule in (_R.SUM, _R.PRODUCT) and call.output().type == _T.TENSOR_FLOAT16
    unit = ADDITION_ERROR[relaxed or reduces_half]
    if any(is_parameter(call, position) for position in loose):
        call = _call(operands, operation, [s and Interval.point(s.nominal) for s in given])
        return [
            unbounded_interval(array)
            for array in call.definition.compile(call)(nominal_values(given))
        ]
    kernel = call.definition.compile(call)
    middles = kernel(nominal_values(given))
    if rule in INDEX_RULES:
        return index_output_intervals(rule, given, call, middles)
    adds = not is_quantized(call.output())
    if rule is _R.LINEAR_SUM and (loose or adds):
        return [linear_interval(call, given, middles[0], unit)]
    first = given[0]
    if rule in AVERAGING_RULES and adds and first is not None:
        (span,) = _averaging_intervals(call, kernel, given, middles, loose)
        return [average_interval(call, kernel, given, span, unit)]
    if adds and (rule is _R.INTERPOLATION or (rule is _R.REGION_AVERAGE and loose in ([], [0]))):
        span = Interval.point(middles[0])
        if loose:
            (span,) = kernel_envelope(call, kernel, given, middles, all_lower_and_all_upper(loose))
        average = resize_bilinear_interval if rule is _R.INTERPOLATION else region_average_interval
        return [average(call, given, span, unit)]
    if rule is _R.CELL:
        return special_intervals(call, kernel, given, middles, unit)
    if rule is _R.PRODUCT and first is not None:
        return [product_interval(call, first, middles[0], unit)]
    if not loose:
        return [Interval.point(array) for array in middles]
    if rule is _R.SPECIAL:
        return special_intervals(call, kernel, given, middles, unit)
    return _from_inexact_inputs(call, kernel, given, middles, loose)


def _behavior_of(code: int) -> IntervalBehavior:
    """Return the behavior of an operation; the results of IF and WHILE are copies."""
    found = find_definition(code)
    return COPIES if found is None else found.properties.intervals


def _negatable(span: Interval) -> Interval:
    """Return the interval without the smallest int32, whose negative value overflows.

    No generated graph negates this number.
    """
    if span.is_point or span.nominal.dtype != np.int32:
        return span
    least = np.iinfo(np.int32).min + 1
    return Interval(np.maximum(span.low, least), span.nominal, np.maximum(span.high, least))


def _from_inexact_inputs(
    call: Call,
    kernel: Kernel,
    given: Sequence[Interval | None],
    middles: Sequence[Array],
    loose: Sequence[int],
) -> list[Interval]:
    """Return the output intervals of an operation with at least one inexact input.

    ``middles`` are the nominal results, and ``loose`` the positions of the inexact inputs.
    """
    rule = call.definition.properties.intervals.rule
    if rule is _R.EQUALITY:
        return [_equality_interval(call, given, middles[0])]
    if rule in AVERAGING_RULES:
        return _averaging_intervals(call, kernel, given, middles, loose)
    if rule is _R.EXTREME_AT_CORNERS:
        spans = kernel_envelope(call, kernel, given, middles, endpoint_combinations(loose))
        spans = _with_hidden_nan(call, given, spans, loose)
        return [unbounded_where_undefined(call, given, span) for span in spans]
    by_first = rule in (_R.MONOTONE_IN_FIRST_INPUT, _R.REGION_AVERAGE)
    first_only = by_first and loose == [0]
    if first_only or rule in (_R.MONOTONE, _R.INTERPOLATION):
        return kernel_envelope(call, kernel, given, middles, all_lower_and_all_upper(loose))
    return [unbounded_interval(array) for array in middles]


def _with_hidden_nan(
    call: Call, given: Sequence[Interval | None], spans: list[Interval], loose: Sequence[int]
) -> list[Interval]:
    """Return the intervals, unbounded where a fused activation may read NaN.

    0 times an infinity is NaN. The results at the ends do not show this if 0 is between the ends of
    the other factor: they are infinities of both signs, which the activation makes finite.
    """
    position = call.position("activation")
    if position is None or not call.scalar("activation") or spans[0].nominal.dtype.kind != "f":
        return spans
    ends = [end for span in given if span is not None for end in (span.low, span.high)]
    if not any(np.isinf(end).any() for end in ends if end.dtype.kind == "f"):
        return spans
    views = list(call.inputs)
    views[position] = views[position].with_value(np.zeros((), np.int32))
    plain = Call(call.definition, call.form, views, call.outputs, call.version)
    kernel = plain.definition.compile(plain)
    middles = run_without_warnings(kernel, nominal_values(given))
    free = kernel_envelope(plain, kernel, given, middles, endpoint_combinations(loose))
    return [unbounded_at(span, before.unbounded) for span, before in zip(spans, free, strict=True)]


def _call(
    operands: Sequence[Operand], operation: Operation, inputs: Sequence[Interval | None]
) -> Call:
    found = find_definition(operation.type)
    assert found is not None
    views = [_view(operands[i], s) for i, s in zip(operation.inputs, inputs, strict=True)]
    return create_call(found, views, [OperandView.of(operands[i]) for i in operation.outputs])


def _view(operand: Operand, span: Interval | None) -> OperandView:
    view = OperandView.of(operand, span.nominal if span is not None and span.is_point else None)
    if span is None:
        view.omitted = True
    else:
        view.dims, view.omitted = span.nominal.shape, False
    return view


def is_parameter(call: Call, position: int) -> bool:
    """Return whether an input is a parameter of the computation rather than data.

    Parameters are scalars, and integer or boolean tensors such as axes, paddings and indexes. If
    one of them is inexact, the result is unknown, because its shape or meaning may change.
    """
    spec, view = call.spec(position), call.inputs[position]
    if view.info is not None and not view.info.tensor:
        return True
    if call.definition.properties.intervals.integers_are_data:
        return False
    return spec.types.always != () and view.type in (_T.TENSOR_INT32, _T.TENSOR_BOOL8)


def _averaging_intervals(
    call: Call,
    kernel: Kernel,
    inputs: Sequence[Interval | None],
    middles: Sequence[Array],
    loose: Sequence[int],
) -> list[Interval]:
    """Return the interval of an average or a sum of elements.

    A root mean square is not monotone in its input but in the magnitudes, so its ends are the
    results for the smallest and the largest magnitudes.
    """
    source, view = inputs[0], call.inputs[0]
    rule = call.definition.properties.intervals.rule
    if rule is not _R.ROOT_MEAN_SQUARE or source is None or source.is_point:
        return kernel_envelope(call, kernel, inputs, middles, all_lower_and_all_upper(loose))
    sizes = real_values_of(source, view).magnitude
    ends = [end.astype(source.nominal.dtype) for end in (sizes.low, sizes.high)]
    results = [run_without_warnings(kernel, [end, *nominal_values(inputs[1:])])[0] for end in ends]
    return [enclosing_interval(middles[0], results)]


def _equality_interval(call: Call, inputs: Sequence[Interval | None], middle: Array) -> Interval:
    """Return the interval of EQUAL or NOT_EQUAL.

    A result is undetermined where the operands' intervals overlap, unless both contain the same
    single value.
    """
    first, second = (
        real_values_of(span, view)
        for span, view in zip(inputs, call.inputs, strict=True)
        if span is not None
    )
    with np.errstate(invalid="ignore"):
        disjoint = (first.high < second.low) | (second.high < first.low)
        equal = (first.low == first.high) & (second.low == second.high)
    decided = disjoint | equal
    return Interval(middle & decided, middle, middle | ~decided)
