"""Each rule of the reference's validator is disabled in turn, and a check must notice it.

A rule without a mutant that then is accepted would be superfluous.
"""

from __future__ import annotations

import pytest

from conformance.checks.check_context import CheckContext
from conformance.checks.mutants.model_mutants import UNDECIDED_RULES, MutantRunner
from conformance.checks.mutants.mutant_selection import select_mutants
from conformance.checks.mutants.mutation_sources import operations_of, select_examples
from conformance.driver_sdk import ProgramModel
from conformance.hal import Model, OperationType, Version
from conformance.harness.judge import JudgeOptions
from conformance.reference import ReferenceDevice
from conformance.validation import all_rules, validate_model
from conformance.verdicts import VerdictKind
from tests.tiers import every_fast

NEWEST = Version.AIDL_V3


class Lenient(ReferenceDevice):
    """The reference without one rule; it also prepares models that it cannot plan."""

    def __init__(self, rule: str, version: Version = NEWEST) -> None:
        super().__init__(version)
        self.tolerated_rules = frozenset({rule}) | ReferenceDevice.tolerated_rules

    def build_prepared_model(self, model: Model) -> ProgramModel:
        try:
            return super().build_prepared_model(model)
        except Exception:
            return ProgramModel(model, list, self.version)


def exact_mutants(operation: OperationType, version: Version, examples: int) -> dict:
    """Return, for each rule, some mutants that break only this rule."""
    found: dict[str, list] = {}
    for choice in select_mutants(select_examples(operation, version, examples), version, 0):
        if choice.violation is None or choice.violation.rule.name in UNDECIDED_RULES:
            continue
        name = choice.violation.rule.name
        if len(found.setdefault(name, [])) < 3:
            broken = {v.rule.name for v in validate_model(choice.mutation.build(), version)}
            if broken == {name}:
                found[name].append(choice)
    return {name: choices for name, choices in found.items() if choices}


@pytest.mark.parametrize(
    "operation", every_fast(6, operations_of(NEWEST)), ids=lambda code: code.name
)
def test_without_the_rule_a_mutant_is_accepted_and_reported(operation):
    mutants = exact_mutants(operation, NEWEST, 3)
    assert len(mutants) > 12
    for rule, choices in mutants.items():
        context = CheckContext(Lenient(rule), JudgeOptions())
        runner = MutantRunner(context)
        findings = [runner.run_mutant(choice) for choice in choices]
        context.close()
        reported = [f for f in findings if f and f.kind is VerdictKind.FAILED and f.rule == rule]
        assert reported, (rule, choices[0].mutation)
        assert f"[{rule}]" in reported[0].reason


def test_these_checks_reach_most_rules():
    reached: set[str] = set()
    for operation in list(operations_of(NEWEST))[::5]:
        reached |= exact_mutants(operation, NEWEST, 3).keys()
    assert len(reached) >= 120
    assert reached <= all_rules().keys()
