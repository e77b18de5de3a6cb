"""Conversion of models between versions: the result complies, is valid and converts to itself."""

from __future__ import annotations

from conformance.hal import Version
from conformance.harness.results.verdict import VerdictKind
from conformance.validation import first_violation
from conformance.validation.compliance import (
    NotConvertibleError,
    compliant_with,
    convert_to,
)
from fuzz.core.finding import FuzzFinding, make_finding
from fuzz.core.session import FuzzSession
from fuzz.inputs.decoder import decode


def check_conversion(session: FuzzSession, data: bytes) -> FuzzFinding | None:
    """Convert a valid model to every version."""
    model = decode(data).model
    session.note_model(model)
    if first_violation(model) is not None:
        session.counts["invalid"] += 1
        return None
    session.counts["valid"] += 1
    for version in Version:
        try:
            converted = convert_to(model, version)
        except NotConvertibleError as error:
            if not error.reasons:
                return _finding("conversion.reasons", version, "it was refused without a reason")
            if first_violation(model, version) is None:
                text = f"it is valid in this version, but was refused: {error}"
                return _finding("conversion.refused", version, text)
            continue
        if reasons := compliant_with(converted.value, version):
            return _finding("conversion.compliant", version, f"the result has {reasons[0]}")
        if (violation := first_violation(converted.value, version)) is not None:
            return _finding("conversion.valid", version, f"the result is not valid: {violation}")
        if convert_to(converted.value, version).value != converted.value:
            return _finding("conversion.stable", version, "the result converts to another model")
    return None


def _finding(rule: str, version: Version, text: str) -> FuzzFinding:
    reason = f"a valid model was converted to HAL {version}: {text}"
    return make_finding(VerdictKind.INTERNAL_ERROR, rule, reason)
