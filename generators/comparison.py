"""Comparison of a graph's results with the intervals that admissible rounding permits.

The harness first compares each value with the reference, within the tolerance of one operation. If
this strict comparison fails, the value is compared with the interval of ``generators.intervals``:
it is accepted if it is within the tolerance of one operation of a value that admissible rounding in
the earlier operations can produce. As an audit, the intervals are also computed for a fixed share
of the seeds. Whether the outputs meet the public random-graph criteria is reported for information;
it does not affect the verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from conformance.hal import INFO, Model, OperationType
from conformance.harness import Finding
from conformance.harness.accuracy import FIRST, Tolerance, as_array, tolerances, within
from conformance.operations import definition
from conformance.operations.definition import Array
from conformance.specfile.example import Example
from generators.criteria import meets_public_criteria
from generators.detections import AnyRows, Rows, matched
from generators.intervals import open_outputs, output_spans
from generators.oracle import SOURCE, input_arrays
from generators.picks import Places
from generators.spans import Span

VALUE_RULES: Final = frozenset({"values", "values.nan"})
_SHAPE_RULE: Final = "output_shape.dimensions"
_STEPS: Final = 4.0
_SHARE_OF_SPREAD: Final = 0.05
_PLAIN: Final = 1e9
"""Whole numbers below this magnitude are reported without a decimal point."""


@dataclass(frozen=True, slots=True)
class Leeway:
    """How precisely intervals check an output.

    ``total`` is the number of elements; ``wide`` of them have an interval too wide to detect a
    fault.
    """

    total: int
    wide: int

    @property
    def share(self) -> float:
        """Fraction of the elements whose admissible interval is too wide to be useful."""
        return self.wide / self.total if self.total else 0.0


def second_look(example: Example, source: str) -> SecondLook | None:
    """Return the interval check for a case from this source, or ``None`` if it needs none.

    In generated cases any differing value is checked against its interval. In other cases only
    values that the contract leaves unspecified are (``generators.left_open``).
    """
    if source.startswith(f"{SOURCE}/"):
        return SecondLook(example)
    if example.expect_failure or not _may_be_open(example.model):
        return None
    return SecondLook(example, open_only=True)


def _may_be_open(model: Model) -> bool:
    """Return whether a result of a model may be unspecified and intervals can be computed.

    Intervals require that each operation has a definition and each input a known shape.
    """
    subgraphs = (model.main, *model.referenced)
    operations = [operation.type for subgraph in subgraphs for operation in subgraph.operations]
    if any(definition(operation) is None for operation in operations):
        return False
    tensors = (model.main.operands[index] for index in model.main.input_indexes)
    shapes = [tensor.dimensions for tensor in tensors if INFO[tensor.type].tensor]
    if any(not shape or 0 in shape for shape in shapes):
        return False
    return model.relax_computation_float32_to_float16 or not _OPEN.isdisjoint(operations)


_OPEN: Final = frozenset(
    {
        *(OperationType.ARGMAX, OperationType.ARGMIN, OperationType.HEATMAP_MAX_KEYPOINT),
        *(OperationType.BOX_WITH_NMS_LIMIT, OperationType.GENERATE_PROPOSALS),
        OperationType.DETECTION_POSTPROCESSING,
    }
)
"""Operations whose result is ambiguous because of ties or because boxes may be in any order."""


class SecondLook:
    """Checks the values of one example that strict comparison has rejected against intervals.

    With ``open_only``, only outputs that depend on a result that the contract leaves unspecified
    are checked. A difference in another output stays a failure, because rounding alone does not
    explain it.
    """

    def __init__(self, example: Example, seed: int = 0, *, open_only: bool = False) -> None:
        self._example = example
        self.seed = seed
        self._open_only = open_only
        self._spans: list[Span] | None = None
        self._open: list[bool] = []

    @property
    def computed(self) -> bool:
        """Whether the intervals have been computed."""
        return self._spans is not None

    @property
    def spans(self) -> list[Span]:
        """The intervals of the outputs, computed on first use."""
        if self._spans is None:
            model = self._example.model
            inputs = input_arrays(model, self._example.inputs)
            if self._open_only:
                self._spans, self._open = open_outputs(model, inputs)
            else:
                self._spans = output_spans(model, inputs)
        return self._spans

    def _looks_at(self, output: int) -> bool:
        """Return whether a difference in an output may be admissible, so that it is checked."""
        spans = self.spans
        return bool(spans) and (not self._open_only or self._open[output])

    def __call__(
        self, example: Example, data: Sequence[bytes], found: Sequence[Finding]
    ) -> list[Finding]:
        """Return the findings that intervals do not explain; those on values state the range.

        ``data`` are the driver's outputs, and ``found`` the findings of strict comparison.
        """
        if not any(f.rule in VALUE_RULES or f.rule == _SHAPE_RULE for f in found):
            return list(found)
        if example is not self._example:
            # The intervals of this object are those of another example, so they do not apply.
            if self._open_only and _may_be_open(example.model):
                return SecondLook(example, open_only=True)(example, data, found)
            return list(found)
        public = meets_public_criteria(example, data)
        kept = []
        for finding in found:
            number = finding.details.get("output", -1)
            if finding.rule == _SHAPE_RULE and number >= 0:
                if not isinstance(self.spans[number], AnyRows):
                    kept.append(finding)
                continue
            if finding.rule not in VALUE_RULES or not self._looks_at(number):
                kept.append(finding)
                continue
            wrong = self.wrong(number, data)
            if not len(wrong):
                continue
            kept.append(self._told(finding, number, data[number], wrong, public))
        return kept

    def wrong(self, number: int, outputs: Sequence[bytes]) -> Array:
        """Return the flat indexes of an output's elements that admissible rounding cannot explain.

        ``outputs`` are the driver's outputs. Elements that strict comparison accepts are accepted.
        """
        span, tolerance = self.spans[number], self._tolerance(number)
        actual = self._elements(number, outputs[number])
        fine = within(self._elements(number, self._example.outputs[number].data), actual, tolerance)
        if isinstance(span, Places):
            fine |= span.allow(actual) & self._agree(span, actual, outputs)
        elif isinstance(span, Rows):
            fine |= self._rows_match(span, outputs)
        else:
            fine |= _inside(span, actual, tolerance)
        return np.flatnonzero(~fine)

    def _rows_match(self, span: Rows, outputs: Sequence[bytes]) -> bool:
        """Return whether an operation's outputs have the expected rows in an admissible order."""
        count = len(span.allowed)
        columns: list[Array] = []
        for number, other in enumerate(self.spans):
            if not isinstance(other, Rows) or other.group is not span.group:
                continue
            if self._example.outputs[number].ignored:
                continue
            wanted = self._elements(number, self._example.outputs[number].data)
            got = self._elements(number, outputs[number])
            row, position = np.broadcast_arrays(
                wanted.reshape(1, count, -1), got.reshape(count, 1, -1)
            )
            near = within(row, position, self._tolerance(number))
            columns.append(np.asarray(near.all(axis=2)))
            batch = None if other.grouped is None else other.group[other.grouped]
            if batch is not None and other.middle is batch:
                changes = int(np.count_nonzero(np.diff(got)))
                if changes != len(np.unique(got)) - 1:
                    return False
        return matched(span.allowed, columns)

    def leeway(self, number: int) -> Leeway:
        """Return how many elements of an output have intervals too wide to detect a fault.

        The interval of an integer or a code is too wide if it extends by more than four units from
        the nominal value. For a float the limit is 5 % of the output's range or, if that is larger,
        of its largest magnitude.
        """
        span = self.spans[number]
        low, high = _ends(span, self._tolerance(number))
        if not span.middle.size or span.middle.dtype.kind == "b":
            undecided = int(np.count_nonzero(span.low != span.high))
            return Leeway(span.middle.size, undecided)
        middle = span.middle.reshape(-1).astype(np.float64)
        with np.errstate(invalid="ignore"):
            allowance = np.maximum(high - middle, middle - low)
        if span.middle.dtype.kind in "iu":
            return Leeway(middle.size, int(np.count_nonzero(allowance > _STEPS)))
        finite = middle[np.isfinite(middle)]
        spread = float(finite.max() - finite.min()) if finite.size else 0.0
        size = float(np.abs(finite).max()) if finite.size else 0.0
        limit = _SHARE_OF_SPREAD * max(spread, size)
        with np.errstate(invalid="ignore"):
            return Leeway(middle.size, int(np.count_nonzero(~(allowance <= limit))))

    def _agree(self, span: Places, indexes: Array, outputs: Sequence[bytes]) -> Array:
        """Return where TOPK_V2's output of values agrees with the elements that indexes select.

        All elements agree for other operations, or if the values are not compared.
        """
        for number, other in enumerate(self.spans):
            if other is span.values and not self._example.outputs[number].ignored:
                values = self._elements(number, outputs[number])
                return _inside(span.told(indexes), values, self._tolerance(number))
        return np.ones(indexes.shape, np.bool_)

    def _tolerance(self, number: int) -> Tolerance:
        return tolerances(self._example.model)[number]

    def _elements(self, number: int, data: bytes) -> Array:
        main, size = self._example.model.main, len(self._example.outputs[number].data)
        return as_array(data[:size], main.operands[main.output_indexes[number]].type)

    def _told(
        self, finding: Finding, number: int, data: bytes, wrong: Array, public: bool
    ) -> Finding:
        """Return the finding with the number of unexplained elements and their intervals.

        ``wrong`` are the flat indexes of these elements; ``public`` states whether the outputs meet
        the public random-graph criteria.
        """
        actual, span = self._elements(number, data), self.spans[number]
        allowed: list[dict[str, Any]]
        if isinstance(span, Places):
            allowed = [{"possible": span.choices(int(i))} for i in wrong[:FIRST]]
            possible = span.describe(int(wrong[0]))
        else:
            low, high = _ends(span, self._tolerance(number))
            allowed = [{"from": _plain(low[i]), "to": _plain(high[i])} for i in wrong[:FIRST]]
            possible = f"{allowed[0]['from']} to {allowed[0]['to']}"
        intervals = [
            {"flat": int(i), "actual": _plain(actual[i]), **ends}
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


def _inside(span: Span, actual: Array, tolerance: Tolerance) -> Array:
    """Return which flat elements are within their intervals, or NaN where NaN is admissible."""
    low, high = _ends(span, tolerance)
    with np.errstate(invalid="ignore"):
        fine: Array = (low <= actual) & (actual <= high)
    if actual.dtype.kind == "f":
        open_ = np.isneginf(low) & np.isposinf(high)
        fine |= np.isnan(actual) & (np.isnan(span.middle.reshape(-1)) | open_)
    return fine


def _ends(span: Span, tolerance: Tolerance) -> tuple[Array, Array]:
    """Return the flat ends of the intervals, widened by the tolerance of the last operation."""
    low, high = span.low.reshape(-1), span.high.reshape(-1)
    if span.middle.dtype.kind == "b":
        return low, high
    low, high = low.astype(np.float64), high.astype(np.float64)
    low, high = low - _reach(low, tolerance), high + _reach(high, tolerance)
    if np.isfinite(tolerance.largest):
        # The driver may compute a relaxed result in float16, where a value beyond the range
        # becomes infinite or saturates.
        most = tolerance.largest
        low = np.where(low < -most, -np.inf, np.minimum(low, most))
        high = np.where(high > most, np.inf, np.maximum(high, -most))
    return low, high


def _reach(end: Array, tolerance: Tolerance) -> Array:
    """Return the tolerated error of each number; 0 for infinities, which stay infinite."""
    finite = np.where(np.isfinite(end), end, 0.0)
    return np.asarray(tolerance.atol + tolerance.rtol * np.abs(finite))


def _plain(value: float) -> float | str:
    number = float(value)
    if not np.isfinite(number):
        return str(number)
    short = float(f"{number:.9g}")
    return int(short) if short.is_integer() and abs(short) < _PLAIN else short
