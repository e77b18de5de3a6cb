"""Smoke test of a driver: one small case per operation, along the default paths."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from conformance.coverage.samples import Sample
from conformance.hal import Version
from conformance.harness.path import default_paths
from conformance.harness.portrait import as_seen
from conformance.harness.run import Judge
from conformance.harness.verdict import Kind, Verdict
from conformance.validation.compliance import NotConvertibleError


class Result(StrEnum):
    """The result of one operation."""

    PASSED = "passed"
    FAILED = "failed"
    CONSEQUENCE = "consequence"
    DECLINED = "declined"
    NOT_APPLICABLE = "not applicable"
    NOT_TRIED = "not tried"
    UNJUDGED = "not judged"


@dataclass(frozen=True, slots=True)
class Tried:
    """One operation: its result, why, and the verdicts of all paths."""

    operation: str
    case_id: str
    result: Result
    reason: str = ""
    cause: str = ""
    """For a consequence: the operation that failed before and explains this failure."""
    verdicts: tuple[Verdict, ...] = ()


_IMPATIENT: Final = 0.25
"""Callback timeout in seconds after the first callback that was not notified."""

_OF_THE_CASE: Final = ("values", "output_shape.dimensions")
"""Rules whose violation concerns one operation only and explains no other failure."""


@dataclass(slots=True)
class _Causes:
    """Earlier failures that may explain later ones."""

    operations: set[str] = field(default_factory=set)
    rules: dict[tuple[str, str], str] = field(default_factory=dict)
    """(rule, execution mode) to the operation that broke it first."""

    def of(self, operation: str, failed: Sequence[Verdict]) -> str:
        """Return an earlier operation if each failure has an earlier cause; empty otherwise."""
        found = ""
        for verdict in failed:
            within = next((o for o in verdict.operations if o in self.operations), "")
            known = self.rules.get((verdict.rule, _mode(verdict)), "")
            if verdict.rule.startswith(_OF_THE_CASE):
                known = ""
            if not (within or known):
                return ""
            found = found or within or known
        return "" if found == operation else found

    def add(self, operation: str, failed: Sequence[Verdict]) -> None:
        """Record a failure without an earlier cause."""
        self.operations.add(operation)
        for verdict in failed:
            self.rules.setdefault((verdict.rule, _mode(verdict)), operation)


def _mode(verdict: Verdict) -> str:
    return verdict.path.partition("-")[0]


def smoke(
    judge: Judge,
    operations: Iterable[Sequence[Sample]],
    version: Version,
    seconds: float,
    before: Callable[[str], None] = lambda _: None,
    after: Callable[[], None] = lambda: None,
) -> Iterator[Tried]:
    """Try each operation in turn; after ``seconds`` no further case is begun.

    Of an operation's samples the first counts that the driver does not decline. ``before`` is told
    each case that begins, ``after`` each that has ended. A failure is a consequence when every path
    of the case broke a rule that an earlier operation broke in the same mode of execution (wrong
    values aside), or when the model uses an operation that failed before.
    """
    started, causes = time.monotonic(), _Causes()
    for samples in operations:
        tried = None
        for sample in samples:
            if time.monotonic() - started > seconds:
                late = Tried(sample.operation, sample.case_id, Result.NOT_TRIED, "the time is up")
                tried = tried or late
                break
            before(sample.case_id)
            latest = _try(judge, sample, version, causes)
            after()
            if tried is None or latest.result is not Result.NOT_APPLICABLE:
                tried = latest
            if latest.result not in (Result.DECLINED, Result.NOT_APPLICABLE):
                break
        if tried is not None:
            yield tried


def _try(judge: Judge, sample: Sample, version: Version, causes: _Causes) -> Tried:
    try:
        example = as_seen(sample, version)
    except NotConvertibleError as error:
        reason = "; ".join(error.reasons)
        return Tried(sample.operation, sample.case_id, Result.NOT_APPLICABLE, reason)
    verdicts = judge.judge(example, sample.case_id, default_paths(version, sample.case_id))
    if any(verdict.rule == "callback.missing" for verdict in verdicts):
        # The driver has had its chance; what is missing once need not be waited for again.
        patience = min(judge.options.callback_timeout, _IMPATIENT)
        judge.options = replace(judge.options, callback_timeout=patience)
    late = [verdict for verdict in judge.take_late() if verdict.case_id == sample.case_id]
    return _tried(sample, (*verdicts, *late), causes)


def _tried(sample: Sample, verdicts: tuple[Verdict, ...], causes: _Causes) -> Tried:
    failed = [verdict for verdict in verdicts if verdict.kind.blames_driver]
    result, cause, decisive = Result.PASSED, "", None
    if failed:
        cause = causes.of(sample.operation, failed)
        result = Result.CONSEQUENCE if cause else Result.FAILED
        decisive = failed[0]
        if not cause:
            causes.add(sample.operation, failed)
    else:
        decisive = next((v for v in verdicts if v.kind is Kind.INTERNAL_ERROR), None)
        if decisive is not None:
            result = Result.UNJUDGED
        else:
            decisive = next((v for v in verdicts if v.kind is not Kind.PASSED), None)
            if decisive is not None and decisive.kind is not Kind.QUALITY_WARNING:
                result = Result.DECLINED
    reason = "" if decisive is None else _reason(decisive, failed)
    return Tried(sample.operation, sample.case_id, result, reason, cause, verdicts)


def _reason(decisive: Verdict, failed: Sequence[Verdict]) -> str:
    """Return the decisive verdict's rule and reason, with the paths that failed."""
    text = f"{decisive.rule}: {decisive.reason}" if decisive.rule else decisive.reason
    paths = list(dict.fromkeys(verdict.path for verdict in failed if verdict.path))
    return f"{text} [{', '.join(paths)}]" if paths else text
