"""A further execution of a case with other input data of the same shapes.

A driver may keep data from the first execution of a prepared model that it must not keep: weights
that the client passes as inputs, results by the shapes of the inputs, or values computed from
inputs during the preparation. An execution with the same data does not show this; one with other
data does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from conformance.cases.example import Example
from conformance.oracle.other_data import OtherDataSource
from conformance.verdicts import VALUE_RULES, Finding, Verdict, VerdictKind

OTHER_DATA_RULE: Final = "values.other_data"


def repeated_findings(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings of an execution that repeats the request, with a reason that says so."""
    prefix = "the last execution of one reusable execution, with the example's own data"
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
    stale = before == after
    note = "; its results are those of the first execution" if stale else ""
    changed = []
    for finding in findings:
        if finding.kind is not VerdictKind.FAILED:
            changed.append(finding)
            continue
        rule = OTHER_DATA_RULE if finding.rule in VALUE_RULES else finding.rule
        reason = (
            f"a second execution of the prepared model, with other inputs of the same shapes:"
            f" {finding.reason}{note}"
        )
        details = {**finding.details, _DETAIL: True, **({_STALE: True} if stale else {})}
        changed.append(Finding(finding.kind, rule, reason, details))
    return changed


def may_be_wrong_alone(findings: Sequence[Finding]) -> bool:
    """Return whether other data gave wrong values that are not those of the first execution."""
    return any(f.rule == OTHER_DATA_RULE and not f.details.get(_STALE) for f in findings)


def compared_with_new_model(findings: Sequence[Finding], alone: Sequence[Finding]) -> list[Finding]:
    """Return the findings of a path whose further execution gave wrong values.

    ``alone`` are the findings of a newly prepared model that was executed with the other data only.
    If its values are wrong too, the driver computes wrong values for these data and keeps none of
    the first execution, so the rule is that of wrong values.
    """
    first = next(iter(alone), None)
    if first is not None and first.rule in VALUE_RULES:
        reason = f"with other inputs of the same shapes: {first.reason}"
        wrong = Finding(first.kind, first.rule, reason, {**first.details, _DETAIL: True})
        return [wrong if finding.rule == OTHER_DATA_RULE else finding for finding in findings]
    if first is not None:
        return list(findings)
    return [
        replace(finding, reason=f"{finding.reason}{_KEPT}")
        if finding.rule == OTHER_DATA_RULE
        else finding
        for finding in findings
    ]


def failing_example(
    example: Example, verdict: Verdict, other_data: OtherDataSource | None
) -> Example:
    """Return the example with the data for which a verdict reports wrong values.

    These are the example's own data, or the other data if they are wrong in a first execution too.
    """
    if not has_wrong_other_data(verdict) or other_data is None:
        return example
    data = other_data()
    return example if data is None else example.with_data(data.inputs, data.outputs)


def has_wrong_other_data(verdict: Verdict) -> bool:
    """Return whether a driver computes wrong values for the other data in a first execution too."""
    return verdict.rule in VALUE_RULES and bool(verdict.details.get(_DETAIL))


_KEPT: Final = (
    "; a newly prepared model returns the expected values for these inputs, so the prepared model "
    "keeps data of an earlier execution"
)
_DETAIL: Final = "other_data"
_STALE: Final = "stale"
"""Keys of the details of a finding: on an execution with other data; with the earlier results."""
