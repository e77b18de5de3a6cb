"""Considers the driver's own text about a failed call in the findings on that call."""

from dataclasses import replace
from typing import Final

from conformance.hal import Device
from conformance.harness.calls import driver_calls
from conformance.harness.results.verdict import Finding, VerdictKind
from conformance.support.last_error import DECLINED_WITH_REQUEST

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


def add_driver_error(findings: list[Finding], device: Device) -> None:
    """Add the driver's text to the first finding, if that one is about an unexpected status.

    A driver can have the optional method ``get_last_error()``, which returns this text. If the text
    states that the driver declines an execution of the model with this request, the finding becomes
    a decline.
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
    if text.startswith(DECLINED_WITH_REQUEST) and len(findings) == 1:
        findings[0] = replace(
            findings[0], kind=VerdictKind.DECLINED, rule="execute.declined", reason=text
        )
