"""Signatures of failures: the broken rule and the operation at which it is observed.

Failures with one signature probably have few causes. The text of a failure does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from conformance.failures.localization.overwritten_operand import OVERWRITTEN_KEY
from conformance.results.refused_classes import CHECK_ID_PREFIX
from conformance.verdicts import VALUE_RULES, Verdict, VerdictKind

WRONG_VALUES: Final = "wrong values"
"""The symptom of all rules on values: one fault breaks several of them."""
_COUPLED_VALUES: Final = frozenset({"coupling.verdict", "coupling.results"})
_OTHER_VALUES: Final = frozenset({"values.bias", "values.distribution"})


@dataclass(frozen=True, slots=True, order=True)
class FailureSignature:
    """The symptom of a failure, and the operation at which it is observed.

    ``operation`` is empty if several operations are possible. ``check`` is the id of a check of the
    suite; other cases have none.
    """

    symptom: str
    operation: str = ""
    check: str = ""


def symptom_of(verdict: Verdict) -> str:
    """Return the symptom of a failure: ``WRONG_VALUES``, or its kind and rule."""
    rule = verdict.rule
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
    return FailureSignature(symptom, located_operation(verdict))


def located_operation(verdict: Verdict) -> str:
    """Return the operation that computed the first wrong value, or the only one of the case.

    The result is empty if an operand is overwritten: the operation that reads it is not at fault.
    """
    if OVERWRITTEN_KEY in verdict.details:
        return ""
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
