"""Fair comparison of a generated graph's results.

Strict comparison comes first, in the judge: equal bytes, then the tolerance of one operation. Only
where that fails, and on a seeded share as audit, the intervals of ``generators.intervals`` decide:
a result is right when it is within one operation's tolerance of what legal roundings of the earlier
operations make possible. The public random-graph criteria are told beside it and decide nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from conformance.harness import Finding
from conformance.harness.accuracy import FIRST, FLOAT16, Tolerance, as_array, tolerances, within
from conformance.operations.definition import Array
from conformance.specfile.example import Example
from generators.criteria import meets_public_criteria
from generators.intervals import output_spans
from generators.oracle import SOURCE, input_arrays
from generators.picks import Places
from generators.spans import Span

VALUE_RULES: Final = frozenset({"values", "values.nan"})
_STEPS: Final = 4.0
_SHARE_OF_SPREAD: Final = 0.05
_PLAIN: Final = 1e9
"""Whole numbers below this are told without a point."""


@dataclass(frozen=True, slots=True)
class Leeway:
    """How much an output's elements may differ by: how many of how many, and how many widely."""

    total: int
    wide: int

    @property
    def share(self) -> float:
        """Part of the elements whose allowance says little."""
        return self.wide / self.total if self.total else 0.0


def second_look(example: Example, source: str) -> SecondLook | None:
    """The second look that a case from this source is entitled to: generated ones only."""
    return SecondLook(example) if source.startswith(f"{SOURCE}/") else None


class SecondLook:
    """Judges again the values of one example that strict comparison has found wrong."""

    def __init__(self, example: Example, seed: int = 0) -> None:
        self._example = example
        self.seed = seed
        self._spans: list[Span] | None = None

    @property
    def computed(self) -> bool:
        """Whether the intervals were needed."""
        return self._spans is not None

    @property
    def spans(self) -> list[Span]:
        """The intervals of the outputs, worked out once."""
        if self._spans is None:
            model = self._example.model
            self._spans = output_spans(model, input_arrays(model, self._example.inputs))
        return self._spans

    def __call__(
        self, example: Example, data: Sequence[bytes], found: Sequence[Finding]
    ) -> list[Finding]:
        """The findings that stand; those on values tell what was allowed."""
        if example is not self._example or not any(f.rule in VALUE_RULES for f in found):
            return list(found)
        public = meets_public_criteria(example, data)
        kept = []
        for finding in found:
            if finding.rule not in VALUE_RULES:
                kept.append(finding)
                continue
            number = finding.details["output"]
            wrong = self.wrong(number, data)
            if not len(wrong):
                continue
            kept.append(self._told(finding, number, data[number], wrong, public))
        return kept

    def wrong(self, number: int, outputs: Sequence[bytes]) -> Array:
        """Flat indexes of the elements of an output that no legal rounding explains.

        What strict comparison lets pass is right here, too.
        """
        span, tolerance = self.spans[number], self._tolerance(number)
        actual = self._elements(number, outputs[number])
        fine = within(self._elements(number, self._example.outputs[number].data), actual, tolerance)
        if isinstance(span, Places):
            fine |= span.allow(actual) & self._agree(span, actual, outputs)
        else:
            fine |= _inside(span, actual, tolerance)
        return np.flatnonzero(~fine)

    def leeway(self, number: int) -> Leeway:
        """How much an output's intervals still say."""
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
        """Where the values that come with indexes are ones that the elements told may have."""
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
            f"{finding.reason}; legal roundings explain all but {len(wrong)}: element "
            f"{wrong[0]} is {intervals[0]['actual']}, possible are {possible}"
        )
        details = {
            **finding.details,
            "unexplained": len(wrong),
            "intervals": intervals,
            "public_random_graph_criteria": "passed" if public else "failed",
        }
        return replace(finding, reason=reason, details=details)


def _inside(span: Span, actual: Array, tolerance: Tolerance) -> Array:
    """Which flat elements lie in their intervals, or are no numbers where these need not be."""
    low, high = _ends(span, tolerance)
    with np.errstate(invalid="ignore"):
        fine: Array = (low <= actual) & (actual <= high)
    if actual.dtype.kind == "f":
        open_ = np.isneginf(low) & np.isposinf(high)
        fine |= np.isnan(actual) & (np.isnan(span.middle.reshape(-1)) | open_)
    return fine


def _ends(span: Span, tolerance: Tolerance) -> tuple[Array, Array]:
    """The intervals' ends, flat, with the last operation's own tolerance."""
    low, high = span.low.reshape(-1), span.high.reshape(-1)
    if span.middle.dtype.kind == "b":
        return low, high
    low, high = low.astype(np.float64), high.astype(np.float64)
    low, high = low - _reach(low, tolerance), high + _reach(high, tolerance)
    if span.middle.dtype == np.float32 and tolerance == FLOAT16:
        # A relaxed result may have no more than float16's range.
        low, high = (
            np.where(low < -_HALF_MOST, -np.inf, low),
            np.where(high > _HALF_MOST, np.inf, high),
        )
    return low, high


_HALF_MOST: Final = 65504.0


def _reach(end: Array, tolerance: Tolerance) -> Array:
    """What a finite number may be off by; infinities stay where they are."""
    finite = np.where(np.isfinite(end), end, 0.0)
    return np.asarray(tolerance.atol + tolerance.rtol * np.abs(finite))


def _plain(value: float) -> float | str:
    number = float(value)
    if not np.isfinite(number):
        return str(number)
    short = float(f"{number:.9g}")
    return int(short) if short.is_integer() and abs(short) < _PLAIN else short
