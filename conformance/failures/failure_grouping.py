"""Signatures of failures, so that a fault is reported once.

Failures with one signature probably have few causes. The text of a failure does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from conformance.failures.overwritten_operand import OVERWRITTEN_KEY
from conformance.results.refused_classes import CHECK_ID_PREFIX
from conformance.verdicts import DIAGNOSIS_KEY, RULES, VALUE_RULES, Verdict, VerdictKind

WRONG_VALUES: Final = "wrong values"
"""The symptom of all rules on values: one fault breaks several of them."""
RETURNED: Final = "returns "
"""The start of the symptom of a wrong status."""
_COUPLED_VALUES: Final = frozenset({"coupling.verdict", "coupling.results"})
_REFUSALS: Final = frozenset({"output_form.refused", "output_form.insufficient_size"})
_STATUS_RULES: Final = _REFUSALS | {"execute.status"}
_OTHER_VALUES: Final = frozenset({"values.bias", "values.distribution"})


class FailureSignature(NamedTuple):
    """The symptom of a failure, and the operation at which it is observed.

    ``operation`` is empty if several operations are possible. ``check`` is the id of a check of the
    suite; other cases have none.
    """

    symptom: str
    operation: str = ""
    check: str = ""


def symptom_of(verdict: Verdict) -> str:
    """Return the symptom of a failure: ``WRONG_VALUES``, a wrong status, or its kind and rule."""
    rule = verdict.rule
    if rule in _STATUS_RULES and "status" in verdict.details:
        required = verdict.details.get("required", "NONE")
        return f"{RETURNED}{verdict.details['status']} instead of {required}"
    if verdict.kind is VerdictKind.FAILED and (
        rule in VALUE_RULES or rule in _COUPLED_VALUES or rule in _OTHER_VALUES
    ):
        return WRONG_VALUES
    return f"{verdict.kind} ({rule})" if rule else str(verdict.kind)


def signature_of(verdict: Verdict) -> FailureSignature:
    """Return the signature of a failure."""
    symptom = symptom_of(verdict)
    if verdict.case_id.startswith(CHECK_ID_PREFIX):
        return FailureSignature(symptom, "", verdict.case_id)
    # A wrong status for an invalid request has one cause for the requests of all operations.
    return FailureSignature(
        symptom, "" if is_wrong_refusal(verdict) else located_operation(verdict)
    )


def is_wrong_refusal(verdict: Verdict) -> bool:
    """Return whether a failure is a wrong status for a request that the driver must refuse."""
    return verdict.rule in _REFUSALS


def located_operation(verdict: Verdict) -> str:
    """Return the only operation of the minimized case, or the one with the first wrong value.

    A case that is not minimized may have one operation itself. The result is empty if an operand is
    overwritten: the operation that reads it is not at fault.
    """
    if OVERWRITTEN_KEY in verdict.details:
        return ""
    if "smallest" in verdict.details and len(set(remaining := remaining_operations(verdict))) == 1:
        return remaining[0]
    divergence = verdict.details.get("divergence")
    if isinstance(divergence, Mapping):
        if divergence.get("operation") is None:
            return ""
        return str(divergence.get("name", ""))
    if len(verdict.operations) == 1:
        return verdict.operations[0]
    producer = verdict.details.get("operation")
    if verdict.rule not in VALUE_RULES and isinstance(producer, str):
        return producer.partition(" ")[0]
    return ""


def remaining_operations(verdict: Verdict) -> tuple[str, ...]:
    """Return the operations of the minimized case or, without one, of the case itself."""
    smallest = verdict.details.get("smallest")
    remaining = smallest.get("operations") if isinstance(smallest, Mapping) else None
    return tuple(map(str, remaining)) if isinstance(remaining, list) else verdict.operations


_KINDS: Final = {
    VerdictKind.CRASH: "crashes the driver's process",
    VerdictKind.HANG: "does not return in time",
    VerdictKind.LEAK: "does not release its resources",
    VerdictKind.INVALID_ANSWER: "gives an invalid answer",
}

_PLACE: Final = re.compile(r"\([^()]+\.py, line \d+\)")
_RAISED: Final = re.compile(r"\braised (\w+)")

_RULES: Final = {
    "answer.exception": "raises an exception",
    "values.other_data": "returns wrong values in a further execution with other inputs",
    "stress.requirements": "does not meet the requirements of stress tests",
    "baseline.declined": "is declined, but ran in the baseline",
}


def raised_at(reason: str) -> str:
    """Return the place in a driver in Python that raised an exception; empty if not stated.

    The place follows the exception's message, which may contain another one.
    """
    return next(reversed(_PLACE.findall(reason)), "")


def fault_of(verdict: Verdict) -> str:
    """Return what an operation of the driver does wrong, as a verb and its objects."""
    symptom = symptom_of(verdict)
    if symptom == WRONG_VALUES:
        return str(verdict.details.get(DIAGNOSIS_KEY, "computes wrong values"))
    is_status = symptom.startswith(RETURNED) or verdict.rule == "answer.exception"
    if is_status and (raised := _RAISED.search(verdict.reason)):
        return f"raises {raised[1]} {raised_at(verdict.reason)}".rstrip()
    if symptom.startswith(RETURNED):
        return symptom
    if verdict.rule in _RULES:
        return _RULES[verdict.rule]
    if verdict.kind in _KINDS:
        return _KINDS[verdict.kind]
    rule = RULES.get(verdict.rule)
    return f"breaks the rule that {rule}" if rule else "breaks a rule of the contract"
