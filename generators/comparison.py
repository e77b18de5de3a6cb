"""Interval-based comparison of a generated graph's results.

The harness first compares strictly: equal bytes, then the tolerance of one operation. Only where
that fails, and for a fixed share of the seeds as an audit, are the intervals of
``generators.intervals`` used. A value is accepted if it is within the tolerance of one operation of
a value that admissible rounding in the earlier operations can produce. Whether the outputs meet the
public random-graph criteria is reported for information and does not affect the verdict.
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
    """Number of compared elements of an output, and of those with a wide admissible interval."""

    total: int
    wide: int

    @property
    def share(self) -> float:
        """Fraction of the elements whose admissible interval is too wide to be useful."""
        return self.wide / self.total if self.total else 0.0


def second_look(example: Example, source: str) -> SecondLook | None:
    """Return the interval check for a case from this source, or ``None`` if it needs none.

    All values of generated cases are checked against intervals. For other cases only values that
    the contract leaves unspecified are checked (``generators.left_open``).
    """
    if source.startswith(f"{SOURCE}/"):
        return SecondLook(example)
    if example.expect_failure or not _may_be_open(example.model):
        return None
    return SecondLook(example, open_only=True)


def _may_be_open(model: Model) -> bool:
    """Return whether a result of a model may be unspecified and intervals can show where."""
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
"""Operations whose result is ambiguous: they have ties, or the order of their boxes is free."""


class SecondLook:
    """Checks values of one example that strict comparison has rejected against intervals.

    With ``open_only``, an output is checked again only if it depends on a result that the contract
    leaves unspecified; rounding alone does not excuse a difference.
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
        """Return whether a difference in an output may be excused."""
        spans = self.spans
        return bool(spans) and (not self._open_only or self._open[output])

    def __call__(
        self, example: Example, data: Sequence[bytes], found: Sequence[Finding]
    ) -> list[Finding]:
        """Return the findings that remain; those on values state the admissible range."""
        if not any(f.rule in VALUE_RULES or f.rule == _SHAPE_RULE for f in found):
            return list(found)
        if example is not self._example:
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

        Elements that strict comparison accepts are always accepted here.
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
        """Return how many elements of an output have intervals too wide to detect a fault."""
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
        """Return where the values output with the indexes match the elements that these select."""
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
