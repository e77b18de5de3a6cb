"""Smoke test of a driver: runs one small case per operation along the default paths."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from conformance.coverage.table import Sample
from conformance.hal import Version
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import default_paths
from conformance.run.device_description import convert_sample
from conformance.validation.version import NotConvertibleError
from conformance.verdicts import Verdict, VerdictKind


class SmokeStatus(StrEnum):
    """The result of one operation.

    CONSEQUENCE is a failure that an earlier failure explains. NOT_JUDGED means that the case
    ended with an internal error, so that there is no result for the driver.
    """

    PASSED = "passed"
    FAILED = "failed"
    CONSEQUENCE = "consequence"
    DECLINED = "declined"
    NOT_APPLICABLE = "not applicable"
    NOT_TRIED = "not tried"
    NOT_JUDGED = "not judged"


@dataclass(frozen=True, slots=True)
class SmokeResult:
    """The result of one operation, with its reason and the verdicts of all paths."""

    operation: str
    case_id: str
    status: SmokeStatus
    reason: str = ""
    cause: str = ""
    """The operation whose earlier failure explains this one; empty unless ``CONSEQUENCE``."""
    verdicts: tuple[Verdict, ...] = ()


_REDUCED_CALLBACK_TIMEOUT: Final = 0.25
"""Maximum callback timeout in seconds once a callback has not been notified."""

_OPERATION_SPECIFIC_RULES: Final = ("values", "output_shape.dimensions")
"""Rules whose violations concern a single operation and do not explain other failures."""


@dataclass(slots=True)
class _EarlierFailures:
    """Records failures that may explain later ones."""

    operations: set[str] = field(default_factory=set)
    operation_by_rule: dict[tuple[str, str], str] = field(default_factory=dict)
    """The first operation that violated each rule in each mode of execution."""

    def find_cause(self, operation: str, failed: Sequence[Verdict]) -> str:
        """Return the earlier operation that explains all failures; empty if there is none."""
        cause = ""
        for verdict in failed:
            within = next((o for o in verdict.operations if o in self.operations), "")
            known = self.operation_by_rule.get((verdict.rule, _execution_mode(verdict)), "")
            if verdict.rule.startswith(_OPERATION_SPECIFIC_RULES):
                known = ""
            if not (within or known):
                return ""
            cause = cause or within or known
        return "" if cause == operation else cause

    def add(self, operation: str, failed: Sequence[Verdict]) -> None:
        """Record the failures of an operation that have no earlier cause."""
        self.operations.add(operation)
        for verdict in failed:
            self.operation_by_rule.setdefault((verdict.rule, _execution_mode(verdict)), operation)


def _execution_mode(verdict: Verdict) -> str:
    """Return the mode of execution, which is the first part of a path's name."""
    return verdict.path.partition("-")[0]


def run_smoke_test(
    judge: Judge,
    operations: Iterable[Sequence[Sample]],
    version: Version,
    seconds: float,
    before: Callable[[str], None] = lambda _: None,
    after: Callable[[], None] = lambda: None,
) -> Iterator[SmokeResult]:
    """Run a case of each operation in order and yield the results; begin none after ``seconds``.

    The result of an operation is that of the first of its samples that the driver does not decline.
    ``before`` is called with the id of each case that begins, ``after`` when it has ended.

    A failure is a consequence if each failed path has an earlier cause. Either the case's model
    contains an operation that failed before, or an earlier operation violated the same rule in the
    same mode of execution. Incorrect values and dimensions never explain another failure.
    """
    started, causes = time.monotonic(), _EarlierFailures()
    for samples in operations:
        tried = None
        for sample in samples:
            if time.monotonic() - started > seconds:
                not_tried = SmokeResult(
                    sample.operation,
                    sample.case_id,
                    SmokeStatus.NOT_TRIED,
                    "the time limit of the smoke test was reached",
                )
                tried = tried or not_tried
                break
            before(sample.case_id)
            latest = _run_sample(judge, sample, version, causes)
            after()
            if tried is None or latest.status is not SmokeStatus.NOT_APPLICABLE:
                tried = latest
            if latest.status not in (SmokeStatus.DECLINED, SmokeStatus.NOT_APPLICABLE):
                break
        if tried is not None:
            yield tried


def _run_sample(
    judge: Judge, sample: Sample, version: Version, causes: _EarlierFailures
) -> SmokeResult:
    """Run the case of a sample along the default paths and return the result."""
    try:
        example = convert_sample(sample, version)
    except NotConvertibleError as error:
        reason = "; ".join(error.reasons)
        return SmokeResult(sample.operation, sample.case_id, SmokeStatus.NOT_APPLICABLE, reason)
    verdicts = judge.judge(example, sample.case_id, default_paths(version, sample.case_id))
    if any(verdict.rule == "callback.missing" for verdict in verdicts):
        # A driver that has failed to notify once will probably fail again: wait less from now on.
        timeout = min(judge.options.callback_timeout, _REDUCED_CALLBACK_TIMEOUT)
        judge.options = replace(judge.options, callback_timeout=timeout)
    late = [verdict for verdict in judge.take_late_verdicts() if verdict.case_id == sample.case_id]
    return _evaluate_sample(sample, (*verdicts, *late), causes)


def _evaluate_sample(
    sample: Sample, verdicts: tuple[Verdict, ...], causes: _EarlierFailures
) -> SmokeResult:
    """Return the result that the verdicts of a case determine.

    A failure has precedence over an internal error, and this over a declined case.
    """
    failed = [verdict for verdict in verdicts if verdict.kind.blames_driver]
    result, cause, decisive = SmokeStatus.PASSED, "", None
    if failed:
        cause = causes.find_cause(sample.operation, failed)
        result = SmokeStatus.CONSEQUENCE if cause else SmokeStatus.FAILED
        decisive = failed[0]
        if not cause:
            causes.add(sample.operation, failed)
    else:
        decisive = next((v for v in verdicts if v.kind is VerdictKind.INTERNAL_ERROR), None)
        if decisive is not None:
            result = SmokeStatus.NOT_JUDGED
        else:
            decisive = next((v for v in verdicts if v.kind is not VerdictKind.PASSED), None)
            if decisive is not None and decisive.kind is not VerdictKind.QUALITY_WARNING:
                result = SmokeStatus.DECLINED
    reason = "" if decisive is None else _format_reason(decisive, failed)
    return SmokeResult(sample.operation, sample.case_id, result, reason, cause, verdicts)


def _format_reason(decisive: Verdict, failed: Sequence[Verdict]) -> str:
    """Return the rule and reason of the decisive verdict, and the names of the failed paths."""
    text = f"{decisive.rule}: {decisive.reason}" if decisive.rule else decisive.reason
    paths = list(dict.fromkeys(verdict.path for verdict in failed if verdict.path))
    return f"{text} [{', '.join(paths)}]" if paths else text
