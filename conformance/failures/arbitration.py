"""Decide, for the cases in which a driver fails, what independent engines answered.

A driver that fails a case differs from the expected result. If two independent engines return the
expected result, the driver is at fault. If two independent engines fail and return the same result,
the expected result (of the spec file, or of the reference driver) must be checked.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from conformance.harness.quantization_coupling import is_coupled_path
from conformance.results.refused_classes import CHECK_ID_PREFIX
from conformance.results.run_results import RunResults
from conformance.results.run_statistics import (
    GENERATED,
    STRESS,
    column_of,
    was_executed,
    worst_verdict,
)
from conformance.text import format_count
from conformance.verdicts import Verdict, VerdictKind

REFERENCE: Final = "reference"
"""Engine of the reference driver, which computes the expected results of some cases."""

_DIFFERING: Final = frozenset(
    {*(kind for kind in VerdictKind if kind.blames_driver), VerdictKind.WAIVED}
)
_COMPARABLE_RULES: Final = frozenset(
    {
        *("values", "values.nan", "output_shape.dimensions"),
        *("supported.status", "prepare.status", "execute.status"),
    }
)
"""Rules whose failures state a result that two engines can have in common.

Two engines that write outside a buffer, crash or hang do not confirm each other.
"""
_ENGINE: Final = re.compile(r"[^\W_]+")
_MODEL_FILE: Final = re.compile(r"\.(onnx|tflite)/")


class Ruling(StrEnum):
    """The meaning of the other engines' answers for a failing case."""

    DRIVER = "against the driver"
    """Two independent engines, or more, return the expected result."""
    EXPECTATION = "against the expected result"
    """The driver and another engine fail, and return the same result."""
    DISPUTED = "disputed"
    """Both: two engines return the expected result, and two another result."""
    ONE_ENGINE = "one engine"
    """Only one other engine returns the expected result."""
    OPEN = "open"
    """No other engine returns a result."""


@dataclass(frozen=True, slots=True)
class DriverRun:
    """A run with the name of its driver, and the engine that computes the driver's results."""

    name: str
    engine: str
    record: RunResults


@dataclass(frozen=True, slots=True)
class ArbitratedCase:
    """A case in which a driver fails, with the ruling.

    Attributes:
        case_id: the case; `` (signed)`` follows for its form with signed 8-bit data.
        driver: name of the driver that fails.
        verdict: its worst verdict.
        ruling: what the other engines say.
        supporters: names of the other engines' drivers that return the expected result.
        same_result: names of the other engines' drivers that return the driver's result.
        evidence: how the equality of the results was determined; empty without such a driver.

    """

    case_id: str
    driver: str
    verdict: Verdict
    ruling: Ruling
    supporters: tuple[str, ...]
    same_result: tuple[str, ...]
    evidence: str

    @property
    def expected_by(self) -> str:
        """Return where the expected result comes from."""
        computed = self.case_id.startswith(GENERATED) or _MODEL_FILE.search(self.case_id)
        return "the reference driver" if computed else "the spec"


def engine_of(driver: str) -> str:
    """Return the engine of a driver: the first word of its name.

    ``litert``, ``litert-optimized`` and ``litert-xnnpack`` have the same engine.
    """
    words = _ENGINE.findall(driver.casefold())
    return words[0] if words else driver


def arbitrate(runs: Sequence[DriverRun]) -> Iterator[ArbitratedCase]:
    """Yield each case in which a driver fails, for each such driver.

    The suite's checks and stress modes are omitted: they have no result that engines can share.
    """
    for number, run in enumerate(runs):
        for case_id, own in run.record.cases.items():
            differs = any(verdict.kind in _DIFFERING for verdict in own)
            if not differs or case_id.startswith((CHECK_ID_PREFIX, STRESS)):
                continue
            verdicts = [other.record.cases.get(case_id, ()) for other in runs]
            for coupled in (False, True):
                answers = [_answer(of_run, coupled) for of_run in verdicts]
                if (answer := answers[number]) is not None and answer.kind in _DIFFERING:
                    title = f"{case_id} (signed)" if coupled else case_id
                    yield _rule(title, runs, number, answers)


def _answer(verdicts: Sequence[Verdict], coupled: bool) -> Verdict | None:
    """Return the worst verdict on one form of a case if the driver answered, else ``None``."""
    form = [one for one in verdicts if is_coupled_path(one.path) is coupled]
    if not form:
        return None
    worst = worst_verdict(form)
    if worst.kind in _DIFFERING:
        return worst
    passed = column_of(worst.kind) == "passed" or worst.kind == VerdictKind.UNEXPECTEDLY_PASSED
    return worst if passed and any(map(was_executed, form)) else None


def _rule(
    case_id: str, runs: Sequence[DriverRun], number: int, answers: Sequence[Verdict | None]
) -> ArbitratedCase:
    run, verdict = runs[number], answers[number]
    assert verdict is not None
    supporters, same, evidence = [], [], ""
    for other, answer in zip(runs, answers, strict=True):
        if answer is None or other.engine == run.engine:
            continue
        if answer.kind not in _DIFFERING:
            supporters.append(other)
        elif found := same_result(verdict, answer):
            same.append(other)
            evidence = evidence or found
    independent = {one.engine for one in supporters}
    if case_id.startswith(GENERATED) or _MODEL_FILE.search(case_id):
        independent.discard(REFERENCE)  # it computed the expected result
    if same:
        ruling = Ruling.DISPUTED if len(independent) > 1 else Ruling.EXPECTATION
    elif len(independent) > 1:
        ruling = Ruling.DRIVER
    else:
        ruling = Ruling.ONE_ENGINE if independent else Ruling.OPEN
    return ArbitratedCase(
        case_id,
        run.name,
        verdict,
        ruling,
        tuple(one.name for one in supporters),
        tuple(one.name for one in same),
        evidence,
    )


def same_result(one: Verdict, other: Verdict) -> str:
    """Return how two failures state the same result; empty if they do not.

    Values are equal if the digests of the outputs are, or if all wrong elements that both failures
    list are equal within the tolerance of the case.
    """
    if one.rule not in _COMPARABLE_RULES or other.rule not in _COMPARABLE_RULES:
        return ""
    if not (one.rule.startswith("values") and other.rule.startswith("values")):
        return "the same answer" if (one.rule, one.reason) == (other.rule, other.reason) else ""
    first, second = one.details, other.details
    if any(first.get(name) != second.get(name) for name in ("output", "total")):
        return ""
    if first.get("digest") and first.get("digest") == second.get("digest"):
        return "identical bytes"
    ours, theirs = _elements(first), _elements(second)
    common = ours.keys() & theirs.keys()
    if not common or not all(_is_equal(ours[index], theirs[index]) for index in common):
        return ""
    elements = format_count(len(common), "wrong element")
    return f"equal within the tolerance in {elements} that both list"


def _elements(details: Mapping[str, Any]) -> dict[tuple[int, ...], tuple[float, float]]:
    """Return the actual and allowed values of the listed wrong elements, by index."""
    listed = details.get("first")
    entries = [*(listed if isinstance(listed, list | tuple) else ()), details.get("worst")]
    found: dict[tuple[int, ...], tuple[float, float]] = {}
    for entry in entries:
        if not isinstance(entry, Mapping) or not isinstance(entry.get("index"), list | tuple):
            continue
        try:
            found[tuple(entry["index"])] = float(entry["actual"]), float(entry["allowed"])
        except (KeyError, TypeError, ValueError):
            continue
    return found


def _is_equal(one: tuple[float, float], other: tuple[float, float]) -> bool:
    (first, allowed), (second, also_allowed) = one, other
    if math.isnan(first) or math.isnan(second):
        return math.isnan(first) and math.isnan(second)
    return first == second or abs(first - second) <= max(allowed, also_allowed)
