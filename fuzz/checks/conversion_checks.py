"""Conversion of models between versions: the result complies, is valid and converts to itself."""

from __future__ import annotations

from typing import Any, Final

from conformance.hal import (
    AnyCapabilities,
    CacheArguments,
    Capabilities,
    CapabilitiesV1_0,
    CapabilitiesV1_1,
    CapabilitiesV1_2,
    ErrorStatus,
    OperandPerformance,
    OperandType,
    PerformanceInfo,
    Priority,
    Request,
    RequestArgument,
    Version,
)
from conformance.validation import first_violation
from conformance.validation.version import NotConvertibleError, compliant_with, convert_to
from conformance.verdicts import VerdictKind
from fuzz.checks.request_checks import changed_request
from fuzz.core.finding import FuzzFinding, make_finding
from fuzz.core.session import FuzzSession
from fuzz.inputs.decoder import decode
from fuzz.inputs.fuzz_input import FuzzInput

_FORM_VERSIONS: Final = (Version.V1_0, Version.V1_1, Version.V1_2, Version.V1_3)
_MAX_FIGURES: Final = 4
_TYPES_OF_1_3: Final = {OperandType.TENSOR_QUANT8_ASYMM_SIGNED, OperandType.SUBGRAPH}


def check_conversion(session: FuzzSession, data: bytes) -> FuzzFinding | None:
    """Convert a valid model, and a request and codes of any input, to every version."""
    fuzz_input = decode(data)
    model = fuzz_input.model
    if (finding := _check_values(session, fuzz_input)) is not None:
        return finding
    session.note_model(model)
    if first_violation(model) is not None:
        session.counts["invalid"] += 1
        return None
    session.counts["valid"] += 1
    # The validator does not check whether a version has the kind of a memory.
    has_buffer = any(pool.name.startswith("hardware_buffer") for pool in model.pools)
    for version in Version:
        try:
            converted = convert_to(model, version)
        except NotConvertibleError as error:
            if not error.reasons:
                return _finding("conversion.reasons", version, "it was refused without a reason")
            if not has_buffer and first_violation(model, version) is None:
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


def _check_values(session: FuzzSession, fuzz_input: FuzzInput) -> FuzzFinding | None:
    """Convert what accompanies a model: a request, capabilities, caches, a priority, a status."""
    header = fuzz_input.header
    empty = (RequestArgument(),) * 2
    form = header.mode % len(_FORM_VERSIONS)
    values: list[Any] = [
        changed_request(Request(empty, empty, ()), fuzz_input),
        tuple(Priority)[header.priority % len(Priority)],
        tuple(ErrorStatus)[header.preference % len(ErrorStatus)],
        CacheArguments(((1,) * (header.priority % 3),) * (header.preference % 3)),
        session.once("capabilities", lambda: session.device.get_capabilities()[1]),
        capabilities := _capabilities(fuzz_input, form),
    ]
    for value in values:
        for version in Version:
            name = type(value).__name__
            try:
                converted = convert_to(value, version)
            except NotConvertibleError as error:
                if not error.reasons:
                    text = f"a {name} was refused without a reason"
                    return _finding("conversion.reasons", version, text)
                continue
            if reasons := compliant_with(converted.value, version):
                text = f"the resulting {name} has {reasons[0]}"
                return _finding("conversion.compliant", version, text)
            if convert_to(converted.value, version).value != converted.value:
                text = f"the resulting {name} converts to another one"
                return _finding("conversion.stable", version, text)
    own = _FORM_VERSIONS[form]
    newer = [version for version in Version if version > own]
    for version in newer:
        converted = convert_to(convert_to(capabilities, version).value, own)
        if converted.value != capabilities or converted.losses:
            text = f"capabilities of HAL {own} became {converted.value} on the way back"
            return _finding("conversion.return", version, text)
    return None


def _capabilities(fuzz_input: FuzzInput, form: int) -> AnyCapabilities:
    """Return capabilities of one form, with figures from the header and the operand types."""
    header = fuzz_input.header
    first, second, third = (
        PerformanceInfo(float(number), 1.0)
        for number in (header.preference, header.priority, header.measure)
    )
    codes = {int(operand.type) for operand in fuzz_input.model.main.operands}
    types = sorted(codes if _FORM_VERSIONS[form] == Version.V1_3 else codes - _TYPES_OF_1_3)
    table = tuple(
        OperandPerformance(code, first if code % 2 else second) for code in types[:_MAX_FIGURES]
    )
    forms: tuple[AnyCapabilities, ...] = (
        CapabilitiesV1_0(first, second),
        CapabilitiesV1_1(first, second, third),
        CapabilitiesV1_2(first, third, table),
        Capabilities(first, third, table, second, third),
    )
    return forms[form]


def _finding(rule: str, version: Version, text: str) -> FuzzFinding:
    reason = f"a value was converted to HAL {version}: {text}"
    return make_finding(VerdictKind.INTERNAL_ERROR, rule, reason)
