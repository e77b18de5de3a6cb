"""Comparison of a graph's results with the intervals that admissible rounding permits.

The harness first compares each value with the reference, within the tolerance of one operation. If
this strict comparison fails, the value is compared with the interval of
``conformance.oracle.intervals.interval_propagation``: it is accepted if it is within the tolerance
of one operation of a value that admissible rounding in the earlier operations can produce. As an
audit, the intervals are also computed for a fixed share of the seeds.

Whether the outputs meet the public random-graph criteria is reported for information; it does not
affect the verdict. The criteria are much wider than admissible rounding requires. They do not
compare large values: above 1000 in float32 and above 100 in float16. (The condition in the public
harness excludes all float16 values, which evidently is not its intent.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any, Final, NamedTuple

import numpy as np

from conformance.cases.example import Example, Truth
from conformance.hal import (
    CONTROL_FLOW,
    INFO,
    Model,
    OperandType,
    Operation,
    Subgraph,
)
from conformance.operations import find_definition
from conformance.operations.definition.operands import Array
from conformance.operations.definition.properties import IntervalRule, Undefined
from conformance.oracle.accuracy import (
    MAX_LISTED_MISMATCHES,
    Tolerance,
    as_array,
    elements_within,
    tolerances,
)
from conformance.oracle.expected import input_arrays
from conformance.oracle.intervals.detection_results import (
    PermutableRows,
    UnspecifiedRows,
    has_row_assignment,
)
from conformance.oracle.intervals.index_intervals import IndexSet
from conformance.oracle.intervals.interval import Interval
from conformance.oracle.intervals.interval_propagation import open_outputs, output_intervals
from conformance.oracle.intervals.unspecified_results import OVERFLOWING_RULES
from conformance.verdicts import VALUE_RULES, Finding

_T: Final = OperandType
_MAX_SMALL_GRAPH_OPERATIONS: Final = 5
_MIN_ELEMENTS_FOR_BIAS: Final = 10
_BOOL_RATIO: Final = 0.1


class Criterion(NamedTuple):
    """Maximum bias and mean square error, and the tolerance for each element."""

    bias: float
    mse: float
    atol: float
    rtol: float


_SMALL_GRAPH: Final = {
    "f4": Criterion(4e-4, 1e-5, 1e-2, 1e-2),
    "f2": Criterion(5e-2, 1e-2, 1.0, 1.0),
    "quant": Criterion(2.0, 2.0, 12.0, 0.0),
}
_LARGE_GRAPH: Final = {
    "f4": Criterion(1e-2, 1e-4, 1e-1, 1e-1),
    "f2": Criterion(1e-1, 5e-2, 1.0, 1.0),
    "quant": Criterion(2.0, 2.0, 12.0, 0.0),
}
_INTEGER: Final = Criterion(np.inf, np.inf, 1.0, 0.0)
_MAX_COMPARED_MAGNITUDE: Final = {"f4": 1e3, "f2": 1e2}


def meets_public_criteria(example: Example, data: Sequence[bytes]) -> bool:
    """Return whether the outputs would pass the public random-graph test."""
    main = example.model.main
    table = _SMALL_GRAPH if len(main.operations) <= _MAX_SMALL_GRAPH_OPERATIONS else _LARGE_GRAPH
    for number, index in enumerate(main.output_indexes):
        output, type_ = example.outputs[number], main.operands[index].type
        if output.ignored:
            continue
        if len(data[number]) < len(output.data):  # the memory of the output is too small
            return False
        info = INFO[type_]
        expected = as_array(output.data, type_)
        actual = as_array(data[number][: len(output.data)], type_)
        if expected.dtype.kind == "b":
            if np.count_nonzero(expected != actual) > np.ceil(_BOOL_RATIO * expected.size):
                return False
            continue
        name = "quant" if info.quantized else info.dtype.str[1:]
        if not _meets(
            expected, actual, table.get(name, _INTEGER), _MAX_COMPARED_MAGNITUDE.get(name, np.inf)
        ):
            return False
    return True


def _meets(
    expected_values: np.ndarray, actual_values: np.ndarray, criterion: Criterion, largest: float
) -> bool:
    with np.errstate(invalid="ignore"):  # a driver may return signaling NaNs
        expected, actual = expected_values.astype(np.float64), actual_values.astype(np.float64)
        kept = np.isfinite(expected) & (np.abs(expected) <= largest)
    expected, actual = expected[kept], actual[kept]
    if not expected.size:
        return True
    with np.errstate(invalid="ignore", over="ignore"):
        difference = actual - expected
        if not (np.abs(difference) <= criterion.atol + criterion.rtol * np.abs(expected)).all():
            return False
        if expected.size < _MIN_ELEMENTS_FOR_BIAS:
            return True
        if expected_values.dtype.kind == "f":
            difference = difference / np.maximum(1.0, np.abs(expected))
        bias, mse = abs(float(difference.mean())), float((difference**2).mean())
    return bias <= criterion.bias and mse <= criterion.mse


_SHAPE_RULE: Final = "output_shape.dimensions"
_STATUS_RULE: Final = "execute.status"
_EXPLAINED_RULES: Final = frozenset({*VALUE_RULES, _SHAPE_RULE, _STATUS_RULE})
_MAX_PLAIN_INTEGER: Final = 1e9
"""Whole numbers below this magnitude are reported without a decimal point."""


def interval_check_for(example: Example, truth: Truth = Truth.SPEC) -> OutputIntervalCheck | None:
    """Return the interval check for a case, or ``None`` if it needs none.

    In generated cases and in those of model files, any differing value is checked against its
    interval. So are those of other cases whose model has several operations or is relaxed: an
    earlier operation may round its result, and a relaxed model may read it as float16. In the
    remaining cases only values that the contract leaves unspecified are
    (``conformance.oracle.intervals.unspecified_results``).
    """
    if truth is not Truth.SPEC:
        return OutputIntervalCheck(example)
    if example.expect_failure or not is_computable(example):
        return None
    if _rounds_inside(example.model):
        return OutputIntervalCheck(example, specified=True)
    return OutputIntervalCheck(example, open_only=True) if _may_be_open(example.model) else None


def _rounds_inside(model: Model) -> bool:
    """Return whether a model has values that may be rounded before the result itself."""
    operations = model.main.operations
    return (
        model.relax_computation_float32_to_float16
        or len(operations) > 1
        or bool(model.referenced)
        or any(
            found.properties.intervals.rule is IntervalRule.CELL
            for operation in operations
            if (found := find_definition(operation.type)) is not None
        )
    )


def _is_same_computation(example: Example, other: Example) -> bool:
    """Return whether two examples differ at most in stated dimensions and in where constants are.

    An execution path may omit dimensions of a model, for instance those of the inputs, and place
    its constants in another pool. Other forms of an example have other types or other inputs.
    """
    if example is other:
        return True
    subgraphs, others = ((one.model.main, *one.model.referenced) for one in (example, other))
    return (
        example.inputs == other.inputs
        and example.outputs == other.outputs
        and [one.operations for one in subgraphs] == [one.operations for one in others]
        and [list(map(_MEANING, one.operands)) for one in subgraphs]
        == [list(map(_MEANING, one.operands)) for one in others]
    )


_MEANING: Final = attrgetter("type", "scale", "zero_point", "extra_params")
"""Returns what an operand's data mean, without its dimensions and place."""


def is_computable(example: Example) -> bool:
    """Return whether intervals can be computed.

    They require that each operation except IF and WHILE has a definition, and that the example has
    data for each input and a known shape for each that is not omitted.
    """
    model = example.model
    if len(example.inputs) != len(model.main.input_indexes):
        return False
    subgraphs = (model.main, *model.referenced)
    for subgraph in subgraphs:
        for one in subgraph.operations:
            if one.type not in CONTROL_FLOW and find_definition(one.type) is None:
                return False
    given = zip(model.main.input_indexes, example.inputs, strict=True)
    tensors = [model.main.operands[index] for index, data in given if data is not None]
    shapes = [
        tensor.dimensions for tensor in tensors if tensor.type in INFO and INFO[tensor.type].tensor
    ]
    return not any(not shape or 0 in shape for shape in shapes)


def _may_be_open(model: Model) -> bool:
    """Return whether a result of a model may be unspecified."""
    subgraphs = (model.main, *model.referenced)
    known = [find_definition(one.type) for subgraph in subgraphs for one in subgraph.operations]
    definitions = [found for found in known if found is not None]
    if any(_may_leave_range(model.main, operation) for operation in model.main.operations):
        return True
    return model.relax_computation_float32_to_float16 or any(
        one.properties.intervals.rule in _OPEN
        or one.properties.intervals.undefined is Undefined.NEGATIVE_CODE
        or one.alternatives is not None
        for one in definitions
    )


def _may_leave_range(subgraph: Subgraph, operation: Operation) -> bool:
    """Return whether partial sums or products of an operation may leave the range of float32."""
    found = find_definition(operation.type)
    first = subgraph.operands[operation.inputs[0]].type if operation.inputs else -1
    return (
        found is not None
        and found.properties.intervals.rule in OVERFLOWING_RULES
        and first == OperandType.TENSOR_FLOAT32
    )


_OPEN: Final = frozenset(
    {
        *(IntervalRule.LARGEST_INDEX, IntervalRule.SMALLEST_INDEX),
        *(IntervalRule.SELECTED_ROWS, IntervalRule.SELECTED_PEAK),
    }
)
"""Rules of operations whose result is ambiguous because of ties or of the order of boxes."""


class OutputIntervalCheck:
    """Checks the values of one example that strict comparison has rejected against intervals.

    With ``open_only``, only outputs that depend on a result that the contract leaves unspecified
    are checked. A difference in another output stays a failure, because rounding alone does not
    explain it. ``specified`` is for examples of spec files: the ADD of zero that variations of
    these files insert before operations on boxes does not round floating-point numbers, and an
    execution path or a signed form may run another form of the example.
    """

    def __init__(
        self, example: Example, seed: int = 0, *, open_only: bool = False, specified: bool = False
    ) -> None:
        self._example = example
        self.seed = seed
        self._open_only = open_only
        self._specified = specified
        self.adapts_to_forms = specified
        """Whether the check applies to other forms of the example, such as the signed form."""
        self._intervals: list[Interval] | None = None
        self._open: list[bool] = []

    @property
    def computed(self) -> bool:
        """Whether the intervals have been computed."""
        return self._intervals is not None

    @property
    def intervals(self) -> list[Interval]:
        """The intervals of the outputs, computed on first use."""
        if self._intervals is None:
            model = self._example.model
            inputs = input_arrays(model, self._example.inputs)
            if self._open_only:
                self._intervals, self._open = open_outputs(model, inputs)
            else:
                self._intervals = output_intervals(model, inputs, exact_identities=self._specified)
        return self._intervals

    def __call__(
        self, example: Example, data: Sequence[bytes], findings: Sequence[Finding]
    ) -> list[Finding]:
        """Return the findings that intervals do not explain; those on values state the range.

        ``data`` are the driver's outputs, and ``findings`` the findings of strict comparison.
        """
        if not any(finding.rule in _EXPLAINED_RULES for finding in findings):
            return list(findings)
        if not _is_same_computation(example, self._example):
            # The intervals of this object are those of another example, so they do not apply.
            other = None
            if self._open_only and is_computable(example) and _may_be_open(example.model):
                other = OutputIntervalCheck(example, open_only=True)
            elif self._specified and is_computable(example):
                other = OutputIntervalCheck(example, specified=True)
            return list(findings) if other is None else other(example, data, findings)
        public = meets_public_criteria(example, data)
        kept = []
        for finding in findings:
            number = finding.details.get("output", -1)
            if finding.rule == _STATUS_RULE:
                if not self._rows_may_not_fit(example):
                    kept.append(finding)
                continue
            if finding.rule == _SHAPE_RULE and number >= 0:
                if not isinstance(self.intervals[number], UnspecifiedRows):
                    kept.append(finding)
                continue
            checked = bool(self.intervals) and (not self._open_only or self._open[number])
            if finding.rule not in VALUE_RULES or not checked:
                kept.append(finding)
                continue
            wrong = self.unexplained_elements(number, data)
            if not len(wrong):
                continue
            kept.append(self._with_intervals(finding, number, data[number], wrong, public))
        return kept

    def _rows_may_not_fit(self, example: Example) -> bool:
        """Return whether rounding decides how many rows an output of stated shape has.

        A driver whose result does not have the stated shape cannot execute the request.
        """
        main = example.model.main
        return any(
            isinstance(span, UnspecifiedRows) and 0 not in (main.operands[index].dimensions or (0,))
            for span, index in zip(self.intervals, main.output_indexes, strict=True)
        )

    def unexplained_elements(self, number: int, outputs: Sequence[bytes]) -> Array:
        """Return the flat indexes of an output's elements that admissible rounding cannot explain.

        ``outputs`` are the driver's outputs. Elements that strict comparison accepts are accepted.
        """
        span, tolerance = self.intervals[number], self._tolerance(number)
        actual = self._flat_elements(number, outputs[number])
        fine = elements_within(
            self._flat_elements(number, self._example.outputs[number].data), actual, tolerance
        )
        if isinstance(span, IndexSet):
            fine |= span.allowed(actual) & self._values_match_indexes(span, actual, outputs)
        elif isinstance(span, PermutableRows):
            fine |= self._rows_match(span, outputs)
        else:
            fine |= _within_interval(span, actual, tolerance)
        return np.flatnonzero(~fine)

    def _rows_match(self, span: PermutableRows, outputs: Sequence[bytes]) -> bool:
        """Return whether an operation's outputs have the expected rows in an admissible order."""
        count = len(span.allowed_rows)
        columns: list[Array] = []
        for number, other in enumerate(self.intervals):
            if not isinstance(other, PermutableRows) or other.outputs is not span.outputs:
                continue
            if self._example.outputs[number].ignored:
                continue
            expected = self._flat_elements(number, self._example.outputs[number].data)
            actual = self._flat_elements(number, outputs[number])
            row, position = np.broadcast_arrays(
                expected.reshape(1, count, -1), actual.reshape(count, 1, -1)
            )
            near = elements_within(row, position, self._tolerance(number))
            columns.append(np.asarray(near.all(axis=2)))
            batch = None if other.image_output is None else other.outputs[other.image_output]
            if batch is not None and other.nominal is batch:
                changes = int(np.count_nonzero(np.diff(actual)))
                if changes != len(np.unique(actual)) - 1:
                    return False
        return has_row_assignment(span.allowed_rows, columns)

    def _values_match_indexes(
        self, span: IndexSet, indexes: Array, outputs: Sequence[bytes]
    ) -> Array:
        """Return where TOPK_V2's output of values agrees with the elements that indexes select.

        All elements agree for other operations, or if the values are not compared.
        """
        for number, other in enumerate(self.intervals):
            if other is span.values and not self._example.outputs[number].ignored:
                values = self._flat_elements(number, outputs[number])
                return _within_interval(
                    span.selected_elements(indexes), values, self._tolerance(number)
                )
        return np.ones(indexes.shape, np.bool_)

    def _tolerance(self, number: int) -> Tolerance:
        return tolerances(self._example.model)[number]

    def _flat_elements(self, number: int, data: bytes) -> Array:
        main, size = self._example.model.main, len(self._example.outputs[number].data)
        return as_array(data[:size], main.operands[main.output_indexes[number]].type)

    def _with_intervals(
        self, finding: Finding, number: int, data: bytes, wrong: Array, public: bool
    ) -> Finding:
        """Return the finding with the number of unexplained elements and their intervals.

        ``wrong`` are the flat indexes of these elements; ``public`` states whether the outputs meet
        the public random-graph criteria.
        """
        actual, span = self._flat_elements(number, data), self.intervals[number]
        allowed: list[dict[str, Any]]
        if isinstance(span, IndexSet):
            allowed = [
                {"possible": span.possible_indexes(int(i))} for i in wrong[:MAX_LISTED_MISMATCHES]
            ]
            possible = span.description(int(wrong[0]))
        else:
            low, high = _tolerated_ends(span, self._tolerance(number))
            allowed = [
                {"from": _json_number(low[i]), "to": _json_number(high[i])}
                for i in wrong[:MAX_LISTED_MISMATCHES]
            ]
            possible = f"{allowed[0]['from']} to {allowed[0]['to']}"
        intervals = [
            {"flat": int(i), "actual": _json_number(actual[i]), **ends}
            for i, ends in zip(wrong, allowed, strict=False)
        ]
        reason = (
            f"{finding.reason}; admissible rounding does not explain {len(wrong)} of them: element "
            f"{wrong[0]} is {intervals[0]['actual']}, expected {possible}"
        )
        details = {
            **finding.details,
            "unexplained": len(wrong),
            "intervals": intervals,
            "public_random_graph_criteria": "passed" if public else "failed",
        }
        return replace(finding, reason=reason, details=details)


def _within_interval(span: Interval, actual: Array, tolerance: Tolerance) -> Array:
    """Return which flat elements are within their intervals, or NaN where NaN is admissible."""
    low, high = _tolerated_ends(span, tolerance)
    with np.errstate(invalid="ignore"):
        fine: Array = (low <= actual) & (actual <= high)
    if actual.dtype.kind == "f":
        open_ = np.isneginf(low) & np.isposinf(high)
        fine |= np.isnan(actual) & (np.isnan(span.nominal.reshape(-1)) | open_)
    return fine


def _tolerated_ends(span: Interval, tolerance: Tolerance) -> tuple[Array, Array]:
    """Return the flat ends of the intervals, widened by the tolerance of the last operation."""
    low, high = span.low.reshape(-1), span.high.reshape(-1)
    if span.nominal.dtype.kind == "b":
        return low, high
    low, high = low.astype(np.float64), high.astype(np.float64)
    low, high = low - _tolerated_error(low, tolerance), high + _tolerated_error(high, tolerance)
    if np.isfinite(tolerance.largest):
        # The driver may compute a relaxed result in float16, where a value beyond the range
        # becomes infinite or saturates.
        most = tolerance.largest
        low = np.where(low < -most, -np.inf, np.minimum(low, most))
        high = np.where(high > most, np.inf, np.maximum(high, -most))
    return low, high


def _tolerated_error(end: Array, tolerance: Tolerance) -> Array:
    """Return the tolerated error of each number; 0 for infinities, which stay infinite."""
    finite = np.where(np.isfinite(end), end, 0.0)
    return np.asarray(tolerance.atol + tolerance.rtol * np.abs(finite))


def _json_number(value: float) -> float | str:
    number = float(value)
    if not np.isfinite(number):
        return str(number)
    short = float(f"{number:.9g}")
    return int(short) if short.is_integer() and abs(short) < _MAX_PLAIN_INTEGER else short
