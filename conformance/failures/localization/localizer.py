"""Runs a failing model again on the driver to locate the first operand with a wrong value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from conformance.cases.example import Example
from conformance.failures.localization.divergence import (
    Divergence,
    find_divergence,
    verdict_with_divergence,
)
from conformance.hal import Device
from conformance.harness.execution.executor import IntervalCheck
from conformance.harness.execution.other_data import OtherDataSource, failing_example
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath, quick_paths
from conformance.harness.quantization_coupling import is_coupled_path
from conformance.oracle.expected import results_if_valid
from conformance.verdicts import VALUE_RULES, Verdict, VerdictKind

IntervalCheckFactory = Callable[[Example], IntervalCheck]
"""Returns the interval check for the outputs of an example."""


def first_failure(
    judge: Judge,
    example: Example,
    case_id: str,
    paths: Sequence[ExecutionPath],
    interval_check: IntervalCheck,
    *,
    other_data: OtherDataSource | None = None,
) -> Verdict:
    """Run an example; return the first failure among its verdicts, else the first verdict.

    Findings that the driver causes after the execution, such as late writes, are included.
    """
    verdicts = judge.judge(
        example, case_id, paths, interval_check=interval_check, other_data=other_data
    )
    verdicts += judge.take_late_verdicts()
    return next(
        (v for v in verdicts if v.kind.blames_driver or v.kind is VerdictKind.INTERNAL_ERROR),
        verdicts[0],
    )


def locate_divergence(
    judge: Judge,
    example: Example,
    case_id: str,
    interval_check: IntervalCheckFactory,
    failing_path: str = "",
) -> Divergence | None:
    """Return the first operand whose value differs from the reference; ``None`` if unknown.

    The model is executed once more with all operands as outputs. ``interval_check`` returns the
    check of that example's values. Besides the usual paths, the model is executed along
    ``failing_path``, because some faults do not show along others.
    """
    paths = quick_paths(judge.version)
    with suppress(ValueError):  # a path such as that of a signed form has no object
        if (path := ExecutionPath.parse(failing_path)) not in paths:
            paths.append(path)

    def wrong_outputs(candidate: Example) -> list[int] | None:
        verdict = first_failure(judge, candidate, case_id, paths, interval_check(candidate))
        if verdict.kind is VerdictKind.PASSED:
            return []
        return [verdict.details["output"]] if verdict.rule in VALUE_RULES else None

    return find_divergence(
        example, wrong_outputs, lambda model, inputs: results_if_valid(model, inputs, judge.version)
    )


def add_divergence(
    device: Device,
    options: JudgeOptions,
    example: Example,
    verdicts: Sequence[Verdict],
    interval_check: IntervalCheckFactory,
    other_data: OtherDataSource | None = None,
) -> list[Verdict]:
    """Return the verdicts; those on wrong output values name the first operand that differs.

    The verdicts are returned unchanged if the model has a single operation or if the first
    difference cannot be located.
    """
    wrong = [verdict for verdict in verdicts if _is_wrong_value(verdict)]
    if not wrong or len(example.model.main.operations) < 2:
        return list(verdicts)
    judge = Judge(device, options)
    try:
        failing = failing_example(example, wrong[0], other_data)
        divergence = locate_divergence(
            judge, failing, wrong[0].case_id, interval_check, wrong[0].path
        )
    except Exception:  # the location is optional: a failure here must not change a verdict
        divergence = None
    finally:
        judge.close()
    if divergence is None:
        return list(verdicts)
    return [verdict_with_divergence(v, divergence) if _is_wrong_value(v) else v for v in verdicts]


def _is_wrong_value(verdict: Verdict) -> bool:
    values = verdict.kind is VerdictKind.FAILED and verdict.rule in VALUE_RULES
    return values and not is_coupled_path(verdict.path)
