"""Fair comparison of a generated graph's results.

Strict comparison comes first, in the judge: equal bytes, then the tolerance of one operation. Only
where that fails, and on a seeded share as audit, the intervals of ``generators.intervals`` decide:
a result is right when it is within one operation's tolerance of what legal roundings of the earlier
operations make possible. The public random-graph criteria are told beside it and decide nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from conformance.harness import Finding
from conformance.harness.accuracy import FIRST, Tolerance, as_array, tolerances
from conformance.operations.definition import Array
from conformance.specfile.example import Example
from generators.criteria import meets_public_criteria
from generators.intervals import output_spans
from generators.oracle import SOURCE, input_arrays
from generators.spans import Span

VALUE_RULES: Final = frozenset({"values", "values.nan"})
_STEPS: Final = 4.0
_SHARE_OF_SPREAD: Final = 0.05


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
            wrong = self.wrong(number, data[number])
            if not len(wrong):
                continue
            kept.append(self._told(finding, number, data[number], wrong, public))
        return kept

    def wrong(self, number: int, data: bytes) -> Array:
        """Flat indexes of the elements of an output that no legal rounding explains."""
        expected = self._example.outputs[number]
        actual = self._elements(number, data[: len(expected.data)])
        low, high = self._bounds(number)
        with np.errstate(invalid="ignore"):
            fine = (low <= actual) & (actual <= high)
        if actual.dtype.kind == "f":
            middle = self.spans[number].middle.reshape(-1).astype(np.float64)
            open_ = np.isinf(low) & np.isinf(high)
            fine |= np.isnan(actual) & (np.isnan(middle) | open_)
        return np.flatnonzero(~fine)

    def leeway(self, number: int) -> Leeway:
        """How much an output's intervals still say."""
        span = self.spans[number]
        low, high = self._bounds(number)
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

    def _elements(self, number: int, data: bytes) -> Array:
        main = self._example.model.main
        flat = as_array(data, main.operands[main.output_indexes[number]].type)
        return flat if flat.dtype.kind == "b" else flat.astype(np.float64)

    def _bounds(self, number: int) -> tuple[Array, Array]:
        """The intervals' ends with the last operation's own tolerance."""
        span = self.spans[number]
        if span.middle.dtype.kind == "b":
            return span.low.reshape(-1), span.high.reshape(-1)
        tolerance: Tolerance = tolerances(self._example.model)[number]
        low, high = (end.reshape(-1).astype(np.float64) for end in (span.low, span.high))
        with np.errstate(invalid="ignore", over="ignore"):
            return (
                low - tolerance.atol - tolerance.rtol * np.abs(low),
                high + tolerance.atol + tolerance.rtol * np.abs(high),
            )

    def _told(
        self, finding: Finding, number: int, data: bytes, wrong: Array, public: bool
    ) -> Finding:
        actual = self._elements(number, data)
        low, high = self._bounds(number)
        allowed = [
            {
                "flat": int(i),
                "actual": _plain(actual[i]),
                "from": _plain(low[i]),
                "to": _plain(high[i]),
            }
            for i in wrong[:FIRST]
        ]
        first = allowed[0]
        reason = (
            f"{finding.reason}; legal roundings explain all but {len(wrong)}: element "
            f"{first['flat']} is {first['actual']}, possible are {first['from']} to {first['to']}"
        )
        details = {
            **finding.details,
            "unexplained": len(wrong),
            "intervals": allowed,
            "public_random_graph_criteria": "passed" if public else "failed",
        }
        return replace(finding, reason=reason, details=details)


def _plain(value: float) -> float | str:
    number = float(value)
    return float(f"{number:.9g}") if np.isfinite(number) else str(number)
