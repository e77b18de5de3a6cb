"""The first operand of a failing model whose value in the driver differs from the expected one.

``conformance.oracle.expected`` computes the expected values with the reference; the driver runs
again with every operand as an output; ``Divergence`` describes the result. The pytest plugin and
campaigns add it to the verdicts on wrong values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Protocol

from conformance.cases.example import Example
from conformance.drivers.driver import Driver
from conformance.failures.shrink.model_editing import (
    build_example,
    expose_intermediates,
    to_editable,
)
from conformance.hal import Device, OperationType, Version, name_of
from conformance.harness.execution.executor import IntervalCheck
from conformance.harness.execution.other_data import failing_example
from conformance.harness.failure import CaseFailure
from conformance.harness.planning.execution_path import ExecutionPath, find_path, quick_paths
from conformance.harness.quantization_coupling import is_coupled_path
from conformance.oracle.expected import results_if_valid
from conformance.oracle.other_data import OtherDataSource
from conformance.verdicts import DIVERGENCE_KEY, VALUE_RULES, Verdict, VerdictKind


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first operand with an incorrect value.

    ``operation`` is the number of the operation of main that writes it, ``output`` the position
    among the outputs of this operation, ``name`` the operation's type, ``operand`` the operand's
    name or index.

    ``operation`` is ``None`` if every value is correct when all operands are outputs: then only
    the combination of operations fails, or deviations within the tolerance add up.
    """

    operation: int | None
    output: int = 0
    name: str = ""
    operand: str = ""

    def describe(self) -> str:
        """Return the divergence as a clause for a verdict's reason."""
        if self.operation is None:
            return (
                "no operand differs when all operands are outputs: only the combination of the"
                " operations fails"
            )
        place = f"output {self.output} of {self.name} (operation {self.operation})"
        return f"the first operand that differs is {self.operand!r}, {place}"


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
            changed = replace(attempt.verdict, reason=verdict.reason, details=details)
            attempt = replace(attempt, verdict=changed)
        attempts.append(attempt)
    return replace(failure, attempts=tuple(attempts))


class ExampleRunner(Protocol):
    """Runs examples on a driver, as ``conformance.run.case_runner.CaseRunner`` does."""

    driver: Driver
    device: Device
    version: Version
    failure: CaseFailure | None
    """The failure of the latest verdict, or ``None`` if that verdict is not a failure."""

    def another(self) -> ExampleRunner:
        """Return a runner on the same driver, whose late findings and failures are its own."""

    def first_failure(
        self,
        example: Example,
        case_id: str,
        paths: Sequence[ExecutionPath],
        *,
        interval_check: IntervalCheck | None = None,
        other_data: OtherDataSource | None = None,
        diagnoses: bool = True,
    ) -> Verdict:
        """Run an example; return the first failure among its verdicts, else the first verdict."""

    def close(self) -> list[Verdict]:
        """End the driver's process and return the remaining late verdicts."""


def locate_divergence(
    runner: ExampleRunner, example: Example, case_id: str, failing_path: str = ""
) -> Divergence | None:
    """Return the first operand whose value differs from the reference; ``None`` if unknown.

    The model is executed once more, with every operand that main's operations write as an output.
    Besides the usual paths, it is executed along ``failing_path``, because some faults do not show
    along others. The result is ``None`` if main has only one operation, if the expected values
    cannot be computed, or if the changed model fails in another way.
    """
    main = example.model.main
    if len(main.operations) < 2:
        return None
    exposed = build_example(
        expose_intermediates(to_editable(example)),
        example,
        lambda model, inputs: results_if_valid(model, inputs, runner.version),
    )
    if exposed is None:
        return None
    paths = list(quick_paths(runner.version))
    path = find_path(failing_path)
    if path is not None and path not in paths:
        paths.append(path)
    verdict = runner.first_failure(exposed, case_id, paths, diagnoses=False)
    if verdict.kind is VerdictKind.PASSED:
        return Divergence(None)
    if verdict.rule not in VALUE_RULES:
        return None
    written = [
        (number, output, index)
        for number, operation in enumerate(main.operations)
        for output, index in enumerate(operation.outputs)
    ]
    number, output, index = written[int(verdict.details["output"])]
    names = example.operand_names
    operand = names[index] if index < len(names) and names[index] else str(index)
    return Divergence(number, output, name_of(OperationType, main.operations[number].type), operand)


def add_divergence(
    runner: ExampleRunner,
    example: Example,
    verdicts: Sequence[Verdict],
    other_data: OtherDataSource | None = None,
) -> list[Verdict]:
    """Return the verdicts; those on wrong output values name the first operand that differs.

    The verdicts are returned unchanged if the model has a single operation or if the first
    difference cannot be located. ``runner`` is closed.
    """
    wrong = [verdict for verdict in verdicts if _is_wrong_value(verdict)]
    if not wrong or len(example.model.main.operations) < 2:
        return list(verdicts)
    try:
        failing = failing_example(example, wrong[0], other_data)
        divergence = locate_divergence(runner, failing, wrong[0].case_id, wrong[0].path)
    except Exception:  # the location is optional: a failure here must not change a verdict
        divergence = None
    finally:
        runner.close()
    if divergence is None:
        return list(verdicts)
    details = {DIVERGENCE_KEY: asdict(divergence)}
    return [
        replace(
            verdict,
            reason=f"{verdict.reason}; {divergence.describe()}",
            details={**verdict.details, **details},
        )
        if _is_wrong_value(verdict)
        else verdict
        for verdict in verdicts
    ]


def _is_wrong_value(verdict: Verdict) -> bool:
    values = verdict.kind is VerdictKind.FAILED and verdict.rule in VALUE_RULES
    return values and not is_coupled_path(verdict.path)
