"""Considers the driver's own text about a failed call in the findings on that call."""

from dataclasses import replace
from typing import Final

from conformance.driver_sdk.last_error import DECLINED_WITH_REQUEST
from conformance.hal import Device, Model, OperandLifeTime, OperandType, Subgraph, is_tensor
from conformance.harness.calls import driver_calls
from conformance.operations import find_definition
from conformance.operations.definition.operands import Presence
from conformance.verdicts import Finding, VerdictKind

_RULES: Final = frozenset(
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
        OperandLifeTime.SUBGRAPH_INPUT,
        OperandLifeTime.TEMPORARY_VARIABLE,
        OperandLifeTime.SUBGRAPH_OUTPUT,
    }
)


def add_driver_error(findings: list[Finding], device: Device) -> None:
    """Add the driver's text to the first finding, if that one is about an unexpected status.

    A driver can have the optional method ``get_last_error()``, which returns this text.
    """
    if not findings or findings[0].rule not in _RULES:
        return
    first = findings[0]
    try:
        text = driver_calls.get_last_error(device)
    except driver_calls.DriverCallError as error:
        findings.append(error.finding)
        return
    if not text:
        return
    findings[0] = replace(
        first,
        reason=f"{first.reason}: {text}",
        details={**first.details, "driver_error": text},
    )


def permit_decline(findings: list[Finding], model: Model) -> None:
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


def _is_open(subgraph: Subgraph) -> bool:
    """Return whether a request states a shape, a scalar, a list of integers or an omitted input."""
    for operation in subgraph.operations:
        definition, count = find_definition(operation.type), len(operation.inputs)
        for form in definition.forms if definition else ():
            for position, index in enumerate(operation.inputs if form.takes_count(count) else ()):
                is_input = subgraph.operands[index].lifetime == OperandLifeTime.SUBGRAPH_INPUT
                if is_input and form.spec_at(position, count).presence is Presence.OMITTABLE:
                    return True
    for operand in subgraph.operands:
        if operand.lifetime not in _KNOWN_WITH_REQUEST:
            continue
        if not is_tensor(operand.type):
            return True
        dimensions = operand.dimensions
        if not dimensions or 0 in dimensions:
            return True
        if operand.type == OperandType.TENSOR_INT32 and len(dimensions) == 1:
            return True
    return False
