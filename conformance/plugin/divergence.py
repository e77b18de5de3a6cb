"""Location of the first operand with wrong values in a failing model of several operations.

The plugin adds this location to the verdicts on wrong values and to the dumps of the case.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from conformance.hal import Device
from conformance.harness.judge import JudgeOptions
from conformance.harness.quantization_coupling import is_coupled_path
from conformance.harness.results.failure import CaseFailure
from conformance.harness.results.verdict import Verdict, VerdictKind
from conformance.harness.shrinking.localization import DIVERGENCE_KEY, verdict_with_divergence
from conformance.specfile import Example
from generators.graph_judge import GraphJudge
from generators.intervals.interval_check import VALUE_RULES


def add_divergence(
    device: Device, options: JudgeOptions, example: Example, verdicts: Sequence[Verdict]
) -> list[Verdict]:
    """Return the verdicts; those on wrong output values name the first operand that differs.

    The model is executed once more with all operands as outputs, and each value is compared with
    the reference. The verdicts are returned unchanged if the model has a single operation or if
    the first difference cannot be located.
    """
    wrong = [verdict for verdict in verdicts if _is_wrong_value(verdict)]
    if not wrong or len(example.model.main.operations) < 2:
        return list(verdicts)
    judge = GraphJudge(device, options)
    try:
        divergence = judge.locate_divergence(example, wrong[0].case_id)
    except Exception:  # the location is optional: a failure here must not change a verdict
        divergence = None
    finally:
        judge.judge.close()
    if divergence is None:
        return list(verdicts)
    return [
        verdict_with_divergence(verdict, divergence) if _is_wrong_value(verdict) else verdict
        for verdict in verdicts
    ]


def _is_wrong_value(verdict: Verdict) -> bool:
    values = verdict.kind is VerdictKind.FAILED and verdict.rule in VALUE_RULES
    return values and not is_coupled_path(verdict.path)


def failure_with_divergence(failure: CaseFailure, verdicts: Sequence[Verdict]) -> CaseFailure:
    """Return the failure, with verdicts that name the first operand that differs.

    The judge recorded ``failure`` before the operand was located, so the location is copied from
    ``verdicts``.
    """
    known = {v.path: v for v in verdicts if DIVERGENCE_KEY in v.details}
    attempts = []
    for attempt in failure.attempts:
        verdict = known.get(attempt.verdict.path)
        if verdict is not None and attempt.verdict.kind.blames_driver:
            details = {**attempt.verdict.details, DIVERGENCE_KEY: verdict.details[DIVERGENCE_KEY]}
            found = replace(attempt.verdict, reason=verdict.reason, details=details)
            attempt = replace(attempt, verdict=found)
        attempts.append(attempt)
    return replace(failure, attempts=tuple(attempts))
