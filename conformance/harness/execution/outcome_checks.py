"""Checks whether an execution ended as required: with values, with an error, or refused.

The driver's own text about a failed call is added to the finding on it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from conformance import hal
from conformance.driver_sdk.last_error import DECLINED_WITH_REQUEST
from conformance.drivers.foreign_objects import repr_of
from conformance.harness import answer_checks
from conformance.harness.calls.driver_calls import DriverCallError, ExecutionOutcome, get_last_error
from conformance.harness.planning.case_under_test import CaseUnderTest
from conformance.harness.planning.execution_path import (
    KEPT_REQUEST_MODES,
    QUALITY_LIMITS,
    ExecutionPath,
    OutputForm,
    RequiredOutcome,
    is_memory_optional,
)
from conformance.harness.planning.expectations import PlannedExecution
from conformance.operations import find_definition
from conformance.operations.definition.operands import Presence
from conformance.verdicts import Finding, VerdictKind

REFUSAL_STATUSES: Final = frozenset(
    {hal.ErrorStatus.INVALID_ARGUMENT, hal.ErrorStatus.GENERAL_FAILURE}
)
"""Statuses with which the driver may refuse an example that it must not execute."""

MISSED_DEADLINE_STATUSES: Final = frozenset(
    {hal.ErrorStatus.MISSED_DEADLINE_TRANSIENT, hal.ErrorStatus.MISSED_DEADLINE_PERSISTENT}
)


def format_permitted(statuses: Iterable[hal.ErrorStatus]) -> str:
    """Return ``permitted: A, B`` with the names of the statuses, for a reason's text."""
    return f"permitted: {', '.join(status.name for status in sorted(statuses))}"


def check_outcome(
    case: CaseUnderTest,
    path: ExecutionPath,
    planned: PlannedExecution,
    outcome: ExecutionOutcome,
    data: Sequence[bytes],
    prefills: Sequence[bytes] | None,
    findings: list[Finding],
    version: hal.Version,
) -> str:
    """Append the findings on an execution's outcome to ``findings``; return a note on a refusal.

    The note is empty if values were required. ``data`` and ``prefills`` are the bytes of the output
    buffers after and before the execution; without ``prefills``, wrong values are not diagnosed.
    """
    if case.example.expect_failure:
        return _check_expected_failure(case, outcome, findings)
    if (
        outcome.status in MISSED_DEADLINE_STATUSES
        and QUALITY_LIMITS[path.quality].may_miss_execution
    ):
        if outcome.launch not in (None, hal.ErrorStatus.NONE, outcome.status):
            findings.append(answer_checks.launch_finding(outcome))
        findings.extend(answer_checks.check_error_answer(outcome))
        return f"ended with {outcome.status.name}, as permitted"
    if outcome.status == hal.ErrorStatus.GENERAL_FAILURE and is_memory_optional(
        path.memory, version
    ):
        return _check_form_declined(path, outcome, findings)
    if planned.required_outcome is not RequiredOutcome.VALUES:
        return _check_refused(case, path, planned, outcome, findings)
    if path.output_form and outcome.status == hal.ErrorStatus.GENERAL_FAILURE:
        return _check_form_declined(path, outcome, findings)
    if outcome.status in REFUSAL_STATUSES and is_memory_optional(path.memory, version):
        return _check_form_declined(path, outcome, findings)
    status_findings = answer_checks.check_status(outcome, case.example)
    if status_findings:
        findings.extend(status_findings)
        return ""
    findings.extend(answer_checks.check_timing(outcome.timing, path.measure))
    specified = path.output_form is OutputForm.SHAPE_IN_REQUEST
    shape_findings = answer_checks.check_shapes(
        case.expectation, outcome.output_shapes, specified_in_request=specified
    )
    findings.extend(shape_findings)
    if not shape_findings:
        findings.extend(answer_checks.check_values(case.expectation, data, prefills))
    return ""


def _check_form_declined(
    path: ExecutionPath, outcome: ExecutionOutcome, findings: list[Finding]
) -> str:
    """Append a finding that the driver does not support the path's output form or memory.

    The driver reports this with GENERAL_FAILURE, which is permitted: the official suite (VTS) skips
    such tests too.
    """
    findings.extend(answer_checks.check_error_answer(outcome))
    if not findings:
        what = f"{path.output_form} outputs" if path.output_form else f"{path.memory} memory"
        reason = (
            f"the driver does not support {what}: the execution ended with {outcome.status.name}"
        )
        findings.append(Finding(VerdictKind.NOT_APPLICABLE, "path.declined", reason))
    return ""


def _check_refused(
    case: CaseUnderTest,
    path: ExecutionPath,
    planned: PlannedExecution,
    outcome: ExecutionOutcome,
    findings: list[Finding],
) -> str:
    """Append the findings on an execution that must fail because of its outputs; return a note.

    ``planned.required_outcome`` determines whether OUTPUT_INSUFFICIENT_SIZE, INVALID_ARGUMENT or
    both are permitted. An unavailable device and exhausted resources have separate verdicts.
    """
    status = outcome.status
    lack = answer_checks.resource_finding(status, "the execution")
    if lack is not None:
        findings.extend([lack, *answer_checks.check_error_answer(outcome)])
        return ""
    outputs = _BUFFER_DESCRIPTIONS.get(path.output_form, "outputs of unspecified shape")
    what = f"an execution with {outputs}"
    may_report_size = planned.required_outcome in (
        RequiredOutcome.INSUFFICIENT_SIZE,
        RequiredOutcome.INVALID_OR_INSUFFICIENT,
    )
    if may_report_size and status == hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE:
        if outcome.launch not in (None, hal.ErrorStatus.NONE):
            findings.append(answer_checks.launch_finding(outcome))
        findings.extend(answer_checks.check_error_answer(outcome))
        findings.extend(_check_insufficient_size(case, planned, outcome))
        return f"ended with {status.name}, as required"
    if planned.required_outcome is RequiredOutcome.INSUFFICIENT_SIZE:
        if status == hal.ErrorStatus.GENERAL_FAILURE:
            return _check_form_declined(path, outcome, findings)
        reason = f"{what} ended with {status.name}; permitted: OUTPUT_INSUFFICIENT_SIZE"
        details = {"status": status.name, "required": "OUTPUT_INSUFFICIENT_SIZE"}
        findings.append(
            Finding(VerdictKind.FAILED, "output_form.insufficient_size", reason, details)
        )
    elif status == hal.ErrorStatus.GENERAL_FAILURE and path.mode in KEPT_REQUEST_MODES:
        # The creation may decline unspecified outputs before it is known how they are executed.
        return _check_form_declined(path, outcome, findings)
    elif status != hal.ErrorStatus.INVALID_ARGUMENT:
        reason = f"{what} ended with {status.name}; permitted: INVALID_ARGUMENT"
        details = {"status": status.name, "required": "INVALID_ARGUMENT"}
        findings.append(Finding(VerdictKind.FAILED, "output_form.refused", reason, details))
    elif outcome.launch not in (None, status):
        reason = (
            f"execute answered {outcome.launch.name}, but notified its callback of {status.name}"
        )
        findings.append(Finding(VerdictKind.FAILED, "execute.launch", reason))
    if status != hal.ErrorStatus.NONE:
        findings.extend(answer_checks.check_error_answer(outcome))
    return f"refused with {status.name}, as required"


_BUFFER_DESCRIPTIONS: Final = {
    "undersized": "an output buffer that is one byte too small",
    "each_undersized": "an output buffer that is one byte too small",
    "zero_length": "an output buffer of 0 bytes",
    "static_undersized": "an output buffer one byte smaller than the model's shape requires",
    "static_oversized": "an output buffer one byte larger than the model's shape requires",
}


def _check_insufficient_size(
    case: CaseUnderTest, planned: PlannedExecution, outcome: ExecutionOutcome
) -> list[Finding]:
    shapes, outputs = outcome.output_shapes, case.example.outputs
    if len(shapes) != len(outputs):
        reason = f"the driver reported {len(shapes)} output shapes for {len(outputs)} outputs"
        return [Finding(VerdictKind.FAILED, "output_shape.count", reason)]
    findings = []
    for number, (shape, output) in enumerate(zip(shapes, outputs, strict=True)):
        name = case.expectation.output_name(number)
        if shape.is_sufficient != (number not in planned.undersized_outputs):
            reported, actual = (
                ("sufficient", "too small")
                if shape.is_sufficient
                else ("too small", "large enough")
            )
            reason = f"{name}: the buffer was reported as {reported}, but is {actual}"
            findings.append(Finding(VerdictKind.FAILED, "output_shape.insufficient", reason))
        reported_dims, expected_dims = shape.dimensions, output.dimensions
        operand = case.expectation.operands[number]
        # With OUTPUT_INSUFFICIENT_SIZE, the driver may report an unknown rank or extents of 0.
        unknown_rank = not (reported_dims or operand.dimensions) and hal.is_tensor(operand.type)
        agrees = len(reported_dims) == len(expected_dims) and all(
            extent in (0, expected)
            for extent, expected in zip(reported_dims, expected_dims, strict=True)
        )
        if not agrees and not unknown_rank:
            reason = (
                f"{name}: reported dimensions {repr_of(list(reported_dims))}, "
                f"expected {list(expected_dims)}"
            )
            findings.append(Finding(VerdictKind.FAILED, "output_shape.dimensions", reason))
    return findings


def _check_expected_failure(
    case: CaseUnderTest, outcome: ExecutionOutcome, findings: list[Finding]
) -> str:
    """Append findings on the execution of an example that must fail; return a note on a refusal.

    An endless loop must end with a missed deadline; GENERAL_FAILURE counts as declined. The driver
    must refuse any other such example with a status in ``REFUSAL_STATUSES``.
    """
    launched = outcome.launch in (None, hal.ErrorStatus.NONE)
    if not launched and outcome.launch != outcome.status:
        findings.append(answer_checks.launch_finding(outcome))
        return ""
    status = outcome.status
    if status == hal.ErrorStatus.NONE:
        rule = "loop.timeout" if case.is_endless_loop else "refusal.missing"
        reason = "the example must fail, but was prepared and executed without an error"
        findings.append(Finding(VerdictKind.FAILED, rule, reason))
        return ""
    findings.extend(answer_checks.check_error_answer(outcome))
    if case.is_endless_loop:
        if status == hal.ErrorStatus.GENERAL_FAILURE:
            reason = f"the execution of an endless loop was refused with {status.name}"
            findings.append(Finding(VerdictKind.DECLINED, "execute.declined", reason))
        elif status not in MISSED_DEADLINE_STATUSES:
            reason = (
                f"the execution of an endless loop ended with {status.name};"
                f" {format_permitted(MISSED_DEADLINE_STATUSES)}"
            )
            findings.append(Finding(VerdictKind.FAILED, "loop.timeout", reason))
    elif status not in REFUSAL_STATUSES:
        reason = (
            f"the execution was refused with {status.name}; {format_permitted(REFUSAL_STATUSES)}"
        )
        findings.append(Finding(VerdictKind.FAILED, "refusal.status", reason))
    return f"refused by the execution with {status.name}"


_STATUS_RULES: Final = frozenset(
    {
        "execute.launch",
        "execute.status",
        "output_form.insufficient_size",
        "output_form.refused",
        "prepare.launch",
        "prepare.status",
        "supported.status",
    }
)
"""The rules about an unexpected status."""

_KNOWN_WITH_REQUEST: Final = frozenset(
    {
        hal.OperandLifeTime.SUBGRAPH_INPUT,
        hal.OperandLifeTime.TEMPORARY_VARIABLE,
        hal.OperandLifeTime.SUBGRAPH_OUTPUT,
    }
)


def add_driver_error(findings: list[Finding], device: hal.Device) -> None:
    """Add the driver's text to the first finding, if that one is about an unexpected status.

    A driver can have the optional method ``get_last_error()``, which returns this text.
    """
    if not findings or findings[0].rule not in _STATUS_RULES:
        return
    first = findings[0]
    try:
        text = get_last_error(device)
    except DriverCallError as error:
        findings.append(error.finding)
        return
    if not text:
        return
    findings[0] = replace(
        first, reason=f"{first.reason}: {text}", details={**first.details, "driver_error": text}
    )


def permit_decline(findings: list[Finding], model: hal.Model) -> None:
    """Replace a failed execution by a decline, if the driver's text states that it is one.

    A driver can decline an execution only if the request states a shape or a parameter that the
    model does not: otherwise it had to report the operation as unsupported.
    """
    if len(findings) != 1 or findings[0].rule != "execute.status":
        return
    text = str(findings[0].details.get("driver_error", ""))
    if text.startswith(DECLINED_WITH_REQUEST) and any(
        map(_is_open, (model.main, *model.referenced))
    ):
        findings[0] = replace(
            findings[0], kind=VerdictKind.DECLINED, rule="execute.declined", reason=text
        )


_PADDINGS: Final = 2


def _is_open(subgraph: hal.Subgraph) -> bool:
    """Return whether a request states a shape, a scalar, an omitted input or a list of integers.

    Such a list may have two integers for each dimension, as paddings do.
    """
    for operation in subgraph.operations:
        definition, count = find_definition(operation.type), len(operation.inputs)
        for form in definition.forms if definition else ():
            for position, index in enumerate(operation.inputs if form.takes_count(count) else ()):
                is_input = subgraph.operands[index].lifetime == hal.OperandLifeTime.SUBGRAPH_INPUT
                if is_input and form.spec_at(position, count).presence is Presence.OMITTABLE:
                    return True
    for operand in subgraph.operands:
        if operand.lifetime not in _KNOWN_WITH_REQUEST:
            continue
        if not hal.is_tensor(operand.type):
            return True
        dimensions = operand.dimensions
        if not dimensions or 0 in dimensions:
            return True
        is_list = len(dimensions) == 1 or (len(dimensions) == 2 and dimensions[1] == _PADDINGS)
        if operand.type == hal.OperandType.TENSOR_INT32 and is_list:
            return True
    return False
