"""Model validation: invalid models are refused as required, valid ones accepted."""

from __future__ import annotations

from conformance.checks.mutants.model_mutants import STRUCTURAL_RULES
from conformance.hal import ErrorStatus, Model, OperationType, name_of
from conformance.harness.calls import driver_calls
from conformance.validation import first_violation, validate_model, validate_preparation
from conformance.validation.mutations import UNDECIDED_RULES
from conformance.verdicts import VerdictKind
from fuzz.core.finding import FuzzFinding, make_finding
from fuzz.core.session import FuzzSession
from fuzz.inputs.decoder import decode
from fuzz.inputs.fuzz_input import FuzzInput

_INVALID = ErrorStatus.INVALID_ARGUMENT


def check_model(session: FuzzSession, data: bytes) -> FuzzFinding | None:
    """Pass a model to ``get_supported_operations`` and ``prepare_model``, and check the answers."""
    fuzz_input = decode(data)
    model, version = fuzz_input.model, session.version
    rules = {violation.rule.name for violation in validate_model(model, version)}
    session.note_model(model)
    if not rules and (finding := _check_scalars(session, fuzz_input)) is not None:
        return finding
    session.note_rules(rules)
    return check_answers(session, model)


def check_answers(session: FuzzSession, model: Model) -> FuzzFinding | None:
    """Check the driver's answers for a model, and that it still works afterwards."""
    violation = first_violation(model, session.version, tolerated=UNDECIDED_RULES)
    if violation is None and first_violation(model, session.version) is not None:
        return None  # the driver may accept or refuse the model
    findings = session.models.check_model(model, violation)
    if findings is None:
        return None
    reason = findings.reason if violation is None else f"{findings.reason} ({violation})"
    place = "" if _is_same_for_all_operations(findings.rule) else operations_text(model)
    return make_finding(findings.kind, findings.rule, reason, place)


def _is_same_for_all_operations(rule: str) -> bool:
    """Return whether the rule names its operation, or concerns no operation."""
    return (rule in STRUCTURAL_RULES and not rule.startswith("operation.")) or rule[:1].isupper()


def operations_text(model: Model) -> str:
    """Return the name of the model's operation if it has one kind of operation."""
    names = {name_of(OperationType, operation.type) for operation in model.main.operations}
    return min(names) if len(names) == 1 else ""


def _check_scalars(session: FuzzSession, fuzz_input: FuzzInput) -> FuzzFinding | None:
    """Check that an illegal preference or priority of a valid model is refused."""
    header = fuzz_input.header
    violation = validate_preparation(header.preference, header.priority, session.version)
    if violation is None:
        return None
    session.note_rules({violation.rule.name})
    status, flags = driver_calls.get_supported_operations(session.device, fuzz_input.model)
    if status != ErrorStatus.NONE or not all(flags):
        return None
    end, record = session.context.try_to_prepare(
        fuzz_input.model, header.preference, header.priority
    )
    if len(record.notifications) != 1:
        reason = f"prepare_model notified its callback {len(record.notifications)} times"
        return make_finding(VerdictKind.FAILED, "callback.once", reason)
    if end.launch == end.status == _INVALID and end.model is None:
        return None
    reason = (
        f"prepare_model with preference {header.preference} and priority {header.priority} "
        f"answered {end.launch.name} and notified {end.status.name}; INVALID_ARGUMENT was expected"
    )
    return make_finding(VerdictKind.FAILED, violation.rule.name, reason)
