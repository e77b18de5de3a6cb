"""A further execution of a case with other input data of the same shapes.

A driver may keep data from the first execution of a prepared model that it must not keep: weights
that the client passes as inputs, results by the shapes of the inputs, or values computed from
inputs during the preparation. An execution with the same data does not show this; one with other
data does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from conformance.harness.planning.case_under_test import CaseUnderTest
from conformance.harness.results.verdict import VALUE_RULES, Finding, VerdictKind
from conformance.specfile.example import Example, ExpectedOutput

OTHER_DATA_RULE: Final = "values.other_data"


@dataclass(frozen=True, slots=True)
class OtherData:
    """Other inputs of an example and their expected outputs, in the same shapes.

    ``interval_check`` may drop findings, as that of an execution with the example's own data.
    """

    inputs: tuple[bytes | None, ...]
    outputs: tuple[ExpectedOutput, ...]
    interval_check: Callable[[Example, Sequence[bytes], Sequence[Finding]], list[Finding]] | None


OtherDataSource = Callable[[], OtherData | None]
"""Returns the other data of a case; ``None`` if the case has none."""


def with_other_data(case: CaseUnderTest, data: OtherData) -> CaseUnderTest:
    """Return the case with the same model and layout, but with other inputs and outputs."""
    example = replace(case.example, inputs=data.inputs, outputs=data.outputs)
    expectation = replace(case.expectation, example=example)
    return replace(case, example=example, expectation=expectation)


def repeated_findings(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings of an execution that repeats the request, with a reason that says so."""
    prefix = "the last execution of the reusable execution, with the first data again"
    return [
        replace(finding, reason=f"{prefix}: {finding.reason}")
        if finding.kind is VerdictKind.FAILED
        else finding
        for finding in findings
    ]


def other_data_findings(
    findings: Sequence[Finding], before: Sequence[bytes], after: Sequence[bytes]
) -> list[Finding]:
    """Return the findings of the further execution, with a reason that names it.

    ``before`` and ``after`` are the output bytes of the execution with the example's own data and
    of the further one.
    """
    stale = "; its results are those of the first execution" if before == after else ""
    changed = []
    for finding in findings:
        if finding.kind is not VerdictKind.FAILED:
            changed.append(finding)
            continue
        rule = OTHER_DATA_RULE if finding.rule in VALUE_RULES else finding.rule
        reason = (
            f"a second execution of the prepared model, with other inputs of the same shapes:"
            f" {finding.reason}{stale}"
        )
        details = {**finding.details, "other_data": True}
        changed.append(Finding(finding.kind, rule, reason, details))
    return changed
